import type { Database } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { type Access, GarminFailure } from './client.ts';
import { lockAthlete } from './connection-store.ts';
import type { Connections } from './connections.ts';
import * as store from './item-store.ts';
import type { ItemGroup, ScheduleItem, WorkoutItem } from './items.ts';

type Dependencies = { db: Database; connections: Connections; now: () => Date };

export type StoredGroup = ReturnType<typeof openGroup>;

/** A workout and its schedules as they are stored, and requests about them. */
export function openGroup(
  { db, connections, now }: Dependencies,
  userId: string,
  sourceId: string,
) {
  const find = () => store.findGroup(db, userId, sourceId);

  function ask<Answer>(request: (access: Access) => Promise<Answer>): Promise<Answer> {
    return connections.withAccessToken(userId, request);
  }

  /** Changes the stored state. The change returns false to save nothing. */
  function change(edit: (group: ItemGroup) => boolean): Promise<boolean> {
    return db.inTransaction(async (transaction) => {
      if (!(await lockAthlete(transaction, userId))) return false;
      const current = await store.findGroup(transaction, userId, sourceId);
      if (!current || !edit(current)) return false;
      await store.saveGroup(transaction, userId, current, now());
      return true;
    });
  }

  /**
   * Sends one request under a lease and applies its outcome. A failure that is not handled releases the lease
   * and is thrown. An item that was changed since the step was chosen is left alone.
   */
  async function send<Item extends WorkoutItem | ScheduleItem, Result>(
    item: Item,
    { request, succeed, fail }: Outcomes<Item, Result>,
  ): Promise<void> {
    const itemIn = ({ workout, schedules }: ItemGroup): Item | undefined =>
      // Ids tell the kinds apart.
      [workout, ...schedules].find(({ id }) => id === item.id) as Item | undefined;
    let expected = item.lease;
    await ask(async (access) => {
      const lease = newId(now().getTime());
      const isLeased = await change((current) => {
        const found = itemIn(current);
        const isSame =
          found?.lease === expected &&
          found?.desiredRev === item.desiredRev &&
          found.remoteId === item.remoteId;
        if (!found || !isSame) return false;
        if (found.kind === 'schedule' && !found.remoteId) found.remoteDay = found.day;
        found.lease = lease;
        return true;
      });
      if (!isLeased) return;
      const outcome = await request(access).then(
        (result) => ({ result }),
        (failure: unknown) => ({ failure }),
      );
      let isHandled = true;
      await change((current) => {
        const found = itemIn(current);
        if (found?.lease !== lease) return false;
        Object.assign(found, { lease: undefined, nextAttemptAt: undefined });
        if ('result' in outcome) succeed(found, current, outcome.result);
        else {
          const { failure } = outcome;
          isHandled = failure instanceof GarminFailure && fail(found, failure, current, lease);
        }
        return true;
      });
      expected = undefined;
      if (!isHandled && 'failure' in outcome) throw outcome.failure;
    });
  }

  return { find, ask, change, send };
}

type Outcomes<Item, Result> = {
  request: (access: Access) => Promise<Result>;
  succeed: (item: Item, group: ItemGroup, result: Result) => unknown;
  /** Returns true if the failure is stored as the outcome. */
  fail: (item: Item, failure: GarminFailure, group: ItemGroup, lease: string) => boolean;
};

export function apply<Item extends object>(item: Item, changes: Partial<Item>): true {
  Object.assign(item, changes);
  return true;
}

/** Garmin does not accept this revision. A newer one is tried. */
export function reject(item: WorkoutItem | ScheduleItem, rev: number, detail: string): true {
  if (item.desiredRev === rev) Object.assign(item, { error: 'rejected', detail });
  return true;
}
