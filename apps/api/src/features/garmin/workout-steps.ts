import type { DeliveryProblem } from '@pacewright/contract';
import type { GarminBody } from '@pacewright/delivery';
import type { Database } from '../../db/database.ts';
import type { JobRun } from '../../jobs/worker.ts';
import {
  type Access,
  countSteps,
  type GarminClient,
  isFailure,
  type RemoteWorkout,
} from './client.ts';
import * as store from './item-store.ts';
import { markGone, UNVERIFIED_REV, type WorkoutItem } from './items.ts';
import { apply, reject, type StoredGroup } from './stored-group.ts';

type Dependencies = { db: Database; client: GarminClient; now: () => Date };

/** The run of a job, and whether Garmin has answered in it. */
export type ProbedRun = JobRun & { isProbed: boolean };

/** A body that was sent, and its revision. */
type Sent = { body: GarminBody; desiredRev: number };

/** What is done about a workout at Garmin. */
export function workoutSteps(
  { db, client, now }: Dependencies,
  userId: string,
  { ask, change, send }: StoredGroup,
  run: ProbedRun,
) {
  async function create(item: WorkoutItem): Promise<void> {
    const { desiredRev } = item;
    const body = await readBody(db, userId, item);
    await probe();
    let id: string | undefined;
    await send(item, {
      request: (access) => client.createWorkout(access, body),
      succeed: (found, _current, remote) => {
        id = remote.id;
        apply(found, { remoteId: id, ownerId: remote.ownerId });
        if (found.error === 'answer-lost') found.error = undefined;
      },
      fail: (found, { kind, detail }, _current, lease) => {
        // Created or not: never sent again automatically, or the watch has it twice.
        if (kind === 'outcome-unknown') apply(found, { lease, error: 'answer-lost' });
        return kind === 'rejected' && reject(found, desiredRev, detail);
      },
    });
    // Without its steps the workout is not as desired, and an update follows.
    if (id !== undefined) await verify(id, { body, desiredRev, otherwise: undefined });
  }

  /** Makes sure that Garmin answers, before the first creation of a job that follows a lost response. */
  async function probe(): Promise<void> {
    if (run.isProbed || !(await store.hasUnknown(db, userId))) return;
    const today = now().toISOString().slice(0, 10);
    await ask((access) => client.listSchedules(access, today));
    run.isProbed = true;
  }

  /** Reads back what Garmin has accepted. A worker that stops leaves it to the next, which sends it again. */
  async function verify(
    id: string,
    { body, desiredRev, otherwise }: Sent & { otherwise: DeliveryProblem | undefined },
  ): Promise<void> {
    if (run.isStopping()) return;
    const remote = await ask((access) => findWorkout(client, access, id));
    await change((current) => {
      const { workout } = current;
      if (workout.remoteId !== id) return false;
      if (!remote) return markGone(current, 'deleted-there');
      if (remote.steps !== countSteps(body.segments))
        return workout.desiredRev === desiredRev && apply(workout, { error: otherwise });
      const ownerId = remote.ownerId ?? workout.ownerId;
      return apply(workout, { remoteRev: desiredRev, sentAt: now(), ownerId });
    });
  }

  async function update(item: WorkoutItem): Promise<void> {
    const { desiredRev } = item;
    const isUnverified = item.remoteRev === UNVERIFIED_REV;
    const id = String(item.remoteId);
    const body = await readBody(db, userId, item);
    const ownerId =
      item.ownerId ?? (await ask((access) => findWorkout(client, access, id)))?.ownerId;
    let isAccepted = false;
    await send(item, {
      request: (access) => client.updateWorkout(access, { id, ownerId }, body),
      succeed: () => {
        isAccepted = true;
      },
      fail: (found, { kind, detail }, current) =>
        kind === 'not-found'
          ? markGone(current, isUnverified ? undefined : 'deleted-there')
          : kind === 'rejected' && reject(found, desiredRev, detail),
    });
    if (isAccepted) await verify(id, { body, desiredRev, otherwise: 'incomplete' });
  }

  function remove(item: WorkoutItem): Promise<void> {
    return send(item, {
      request: (access) => client.deleteWorkout(access, String(item.remoteId)),
      succeed: (_found, current) => markGone(current),
      fail: (_found, { kind }, current) => kind === 'not-found' && markGone(current),
    });
  }

  /** The worker that sent it has died, so it may or may not be there. */
  async function markUnknown(item: WorkoutItem): Promise<void> {
    await change(({ workout }) => {
      if (workout.lease !== item.lease || workout.remoteId) return false;
      return apply(workout, { error: 'answer-lost' });
    });
  }

  return { create, update, remove, markUnknown };
}

/** Undefined if Garmin does not have it any more. */
function findWorkout(
  client: GarminClient,
  access: Access,
  id: string,
): Promise<RemoteWorkout | undefined> {
  return client.readWorkout(access, id).catch((error: unknown) => {
    if (isFailure(error, 'not-found')) return undefined;
    throw error;
  });
}

async function readBody(db: Database, userId: string, { id }: WorkoutItem): Promise<GarminBody> {
  const body = await store.readBody(db, userId, id);
  if (!body) throw new Error('A workout without a body cannot be sent');
  return body;
}
