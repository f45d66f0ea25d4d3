import { findEntryToSend } from '../../calendar/sent-entries.ts';
import type { Db } from '../../db/database.ts';
import { lockAthlete } from '../../http/athlete-lock.ts';
import { Problem } from '../../http/problem.ts';
import { canSendWorkouts, findConnection } from './connection-store.ts';
import { createDeliveryLists } from './delivery-lists.ts';
import { type CommandDependencies, createFollowers } from './follow-changes.ts';
import * as store from './item-store.ts';
import {
  type ItemGroup,
  renderWorkout,
  requireChange,
  type Source,
  type Written,
} from './items.ts';
import { DELIVER } from './job-definitions.ts';
import { createGroup, requestDay, sourceOf } from './new-groups.ts';

/**
 * Changes of the desired state, in the transaction that causes them, under the lock of the athlete. The reconciler
 * does the rest.
 */
export type DeliveryCommands = ReturnType<typeof createDeliveryCommands>;

type Choice = 'send-again' | 'it-is-there' | 'forget';

const MAX_PENDING = 500;

export function createDeliveryCommands(dependencies: CommandDependencies) {
  const { jobs, readPaces, now } = dependencies;

  async function saveAndEnqueue(db: Db, userId: string, group: ItemGroup): Promise<void> {
    await store.saveGroup(db, userId, group, now());
    await jobs.add(db, DELIVER, { userId });
  }

  /** The group of a source that is to be sent, with the content of now. Throws a Problem if it cannot be. */
  async function prepare(
    db: Db,
    userId: string,
    source: Source,
    entryId?: string,
  ): Promise<ItemGroup> {
    const connection = await findConnection(db, userId);
    if (!connection?.tokens) throw new Problem('GARMIN_NOT_CONNECTED');
    if (!canSendWorkouts(connection)) throw new Problem('GARMIN_NOT_PERMITTED');
    const written = await findSource(db, userId, source);
    const rendered = renderWorkout(written, await readPaces(db, userId));
    if ('unsendable' in rendered) throw unprocessable(rendered.unsendable, '/workout/script');

    const group = await store.findGroupOfEntry(db, userId, { sourceId: source.id, entryId });
    if (!group?.workout.nextAttemptAt && (await store.countPending(db, userId)) >= MAX_PENDING)
      throw new Problem('GARMIN_TOO_MANY_PENDING');
    if (!group) return createGroup(source, connection.garminUserId, rendered);
    const { content, body } = rendered;
    const stored = await store.readBody(db, userId, group.workout.id);
    const isNew = JSON.stringify(stored) !== JSON.stringify(body);
    Object.assign(group.workout, { content, newBody: body });
    requireChange(group.workout, { isNew, keep: ['answer-lost'] });
    return group;
  }

  /** Returns the entry's source. */
  async function scheduleEntry(db: Db, userId: string, entryId: string): Promise<Source> {
    await lockAthlete(db, userId);
    const entry = await findEntryToSend(db, userId, entryId);
    if (!entry) throw entryNotFound();
    const source = sourceOf(entry);
    const group = await prepare(db, userId, source, entryId);
    requestDay(group, entry);
    await saveAndEnqueue(db, userId, group);
    return source;
  }

  /** Requests the days of entries that were removed and are back. One that cannot be sent by now is left out. */
  async function scheduleAgain(db: Db, userId: string, entryIds: readonly string[]): Promise<void> {
    for (const entryId of entryIds)
      await scheduleEntry(db, userId, entryId).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
      });
  }

  async function unscheduleEntry(db: Db, userId: string, entryId: string): Promise<void> {
    await lockAthlete(db, userId);
    for (const group of await store.listGroupsOfEntries(db, userId, [entryId])) {
      for (const item of group.schedules) item.requested = false;
      await saveAndEnqueue(db, userId, group);
    }
  }

  /** Ends the state "unknown" of a workout. Does nothing in other states. */
  async function resolveUnknown(
    db: Db,
    userId: string,
    sourceId: string,
    choice: Choice,
  ): Promise<void> {
    await lockAthlete(db, userId);
    const group = await store.findGroupOfEntry(db, userId, { sourceId, entryId: undefined });
    if (group?.workout.error !== 'answer-lost') return;
    if (choice === 'forget') return store.deleteGroup(db, userId, sourceId);
    const error = choice === 'it-is-there' ? ('not-followed' as const) : undefined;
    Object.assign(group.workout, { lease: undefined, error });
    await store.saveGroup(db, userId, group, now());
    if (choice === 'send-again')
      await saveAndEnqueue(db, userId, await prepare(db, userId, group.source));
  }

  async function sendWorkout(db: Db, userId: string, workoutId: string): Promise<void> {
    await lockAthlete(db, userId);
    const group = await prepare(db, userId, { kind: 'library', id: workoutId });
    group.workout.requested = true;
    await saveAndEnqueue(db, userId, group);
  }

  async function removeWorkout(db: Db, userId: string, sourceId: string): Promise<void> {
    await lockAthlete(db, userId);
    const group = await store.findGroup(db, userId, sourceId);
    if (!group) return;
    for (const item of [group.workout, ...group.schedules]) item.requested = false;
    await saveAndEnqueue(db, userId, group);
  }

  return {
    sendWorkout,
    removeWorkout,
    scheduleEntry,
    scheduleAgain,
    listScheduled: store.listScheduled,
    unscheduleEntry,
    resolveUnknown,
    ...createFollowers(dependencies),
    ...createDeliveryLists(dependencies),
  };
}

/** The text of a source. Throws a Problem if there is none to send. */
async function findSource(db: Db, userId: string, { kind, id }: Source): Promise<Written> {
  if (kind === 'entry') {
    const entry = await findEntryToSend(db, userId, id);
    if (!entry) throw entryNotFound();
    if (entry.kind !== 'run') throw unprocessable('Only runs can be sent to Garmin', '/id');
    return entry;
  }
  const saved = await store.findLibraryWorkout(db, userId, id);
  if (!saved) throw notFound('Workout not found. It may have been deleted');
  return saved;
}

function notFound(detail: string): Problem {
  return new Problem('NOT_FOUND', { detail });
}

function entryNotFound(): Problem {
  return notFound('This is no longer on your calendar, or it’s done');
}

function unprocessable(reason: string, at: string): Problem {
  return new Problem('NOT_ACCEPTED', { detail: reason, errors: [{ at, message: reason }] });
}
