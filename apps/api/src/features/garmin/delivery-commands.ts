import type { GarminDelivery } from '@pacewright/contract';
import type { AthleteSpeeds } from '@pacewright/script';
import type { Db } from '../../db/database.ts';
import { Problem } from '../../http/problem.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { canSendWorkouts, findConnection } from './connection-store.ts';
import * as store from './item-store.ts';
import {
  type ItemGroup,
  listDeliveries,
  NEW_GROUP,
  renderWorkout,
  requireChange,
} from './items.ts';
import { DELIVER } from './job-definitions.ts';

type Dependencies = {
  jobs: Pick<Jobs, 'add'>;
  readPaces: (db: Db, userId: string) => Promise<AthleteSpeeds>;
  now: () => Date;
};

/** Changes of the desired state, in the transaction that causes them. The reconciler does the rest. */
export type DeliveryCommands = ReturnType<typeof createDeliveryCommands>;

type Choice = 'send-again' | 'it-is-there' | 'forget';

const MAX_PENDING = 500;

const NEW_ITEM = {
  requested: false,
  desiredRev: 1,
  remoteId: undefined,
  remoteRev: undefined,
  lease: undefined,
  attempts: 0,
  nextAttemptAt: undefined,
  error: undefined,
  detail: undefined,
};

/** A workout, or one of its days. */
type Place = { workoutId: string; entryId: string | undefined };

export function createDeliveryCommands({ jobs, readPaces, now }: Dependencies) {
  /** A workout with the schedule of one entry, or with none. */
  async function lockGroup(db: Db, userId: string, of: Place) {
    await store.lockItems(db, userId);
    return store.findGroupOfEntry(db, userId, of);
  }

  async function lockWholeGroup(db: Db, userId: string, workoutId: string) {
    await store.lockItems(db, userId);
    return store.findGroup(db, userId, workoutId);
  }

  async function saveAndEnqueue(db: Db, userId: string, group: ItemGroup): Promise<void> {
    await store.saveGroup(db, userId, group, now());
    await jobs.add(db, DELIVER, { userId });
  }

  /** The group of a workout that is to be sent, with the content of now. Throws a Problem if it cannot be. */
  async function prepare(db: Db, userId: string, place: Place): Promise<ItemGroup> {
    const { workoutId } = place;
    const connection = await findConnection(db, userId);
    if (!connection?.tokens) throw new Problem('GARMIN_NOT_CONNECTED');
    if (!canSendWorkouts(connection)) throw new Problem('GARMIN_NOT_PERMITTED');
    const saved = await store.lockLibraryWorkout(db, userId, workoutId);
    if (!saved) throw notFound('This workout is not in your library. It may have been deleted');
    const rendered = renderWorkout(saved, await readPaces(db, userId));
    if ('unsendable' in rendered) throw unprocessable(rendered.unsendable);

    const { content, body } = rendered;
    const group = await lockGroup(db, userId, place);
    if (!group?.workout.nextAttemptAt && (await store.countPending(db, userId)) >= MAX_PENDING)
      throw new Problem('GARMIN_TOO_MANY_PENDING');
    if (!group) {
      const specific = { content, newBody: body, ownerId: undefined, sentAt: undefined };
      const workout = { ...NEW_ITEM, kind: 'workout' as const, id: workoutId, ...specific };
      const { garminUserId } = connection;
      return { ...NEW_GROUP, garminUserId, isInLibrary: true, workout, schedules: [] };
    }
    const stored = await store.readBody(db, userId, workoutId);
    const isNew = JSON.stringify(stored) !== JSON.stringify(body);
    Object.assign(group.workout, { content, newBody: body });
    requireChange(group.workout, { isNew, keep: ['answer-lost'] });
    return group;
  }

  /** Returns the entry's workout. */
  async function scheduleEntry(db: Db, userId: string, entryId: string): Promise<string> {
    const entry = await store.lockEntry(db, userId, entryId);
    if (!entry) throw notFound('This is no longer in your calendar, or it is done');
    const { workoutId, day } = entry;
    if (workoutId === null) throw ownContent();
    const group = await prepare(db, userId, { workoutId, entryId });
    let item = group.schedules.find(({ id }) => id === entryId);
    if (!item) {
      item = { ...NEW_ITEM, kind: 'schedule', id: entryId, day, remoteDay: undefined };
      group.schedules.push(item);
    }
    requireChange(item, { isNew: item.day !== day, keep: [] });
    Object.assign(item, { requested: true, day });
    await saveAndEnqueue(db, userId, group);
    return workoutId;
  }

  /** A workout of the library was changed, deleted or restored. */
  async function onWorkoutChanged(
    db: Db,
    userId: string,
    workoutId: string,
    change: 'edited' | 'deleted' | 'restored',
  ): Promise<void> {
    if (!(await store.hasGroup(db, userId, workoutId))) return;
    const saved = await store.lockLibraryWorkout(db, userId, workoutId);
    const speeds = saved && (await readPaces(db, userId));
    // Editing a workout changes nothing for its days, of which there may be thousands.
    const group =
      change === 'edited'
        ? await lockGroup(db, userId, { workoutId, entryId: undefined })
        : await lockWholeGroup(db, userId, workoutId);
    if (!group) return;
    const { workout } = group;
    const { title, script } = workout.content;
    const isSame = saved?.title === title && saved.script === script;
    if (saved && speeds && (!isSame || workout.error === 'unsendable')) {
      const rendered = renderWorkout(saved, speeds);
      // There may be nothing at Garmin that could be updated.
      const keep = ['answer-lost', 'deleted-there', 'not-followed'] as const;
      requireChange(workout, { isNew: 'content' in rendered, keep });
      if ('content' in rendered)
        Object.assign(workout, { content: rendered.content, newBody: rendered.body });
      else if (!workout.error)
        Object.assign(workout, { error: 'unsendable', detail: rendered.unsendable });
    }
    await saveAndEnqueue(db, userId, group);
  }

  /** Changes the schedules of those entries that have one. An entry without a day is removed at Garmin. */
  async function changeEntries(
    db: Db,
    userId: string,
    entryIds: readonly string[],
    findDays: () => Promise<Map<string, string>>,
  ): Promise<void> {
    if (!(await store.hasSchedules(db, userId, entryIds))) return;
    const days = await findDays();
    await store.lockItems(db, userId);
    let isChanged = false;
    for (const group of await store.listGroupsOfEntries(db, userId, entryIds)) {
      const changed = group.schedules.filter(({ id, day }) => days.get(id) !== day);
      for (const item of changed) changeDay(item, days.get(item.id));
      if (changed.length === 0) continue;
      await store.saveGroup(db, userId, group, now());
      isChanged = true;
    }
    if (isChanged) await jobs.add(db, DELIVER, { userId });
  }

  function changeDay(item: ItemGroup['schedules'][number], day: string | undefined): void {
    if (day === undefined) item.requested = false;
    else {
      item.day = day;
      // A day that the athlete has deleted at Garmin stays deleted there.
      requireChange(item, { isNew: true, keep: ['deleted-there'] });
    }
  }

  /** Calendar entries were moved or removed. */
  async function onEntriesChanged(db: Db, userId: string, entryIds: readonly string[]) {
    await changeEntries(db, userId, entryIds, () => store.findEntryDays(db, userId, entryIds));
  }

  /** Ends the state "unknown" of a workout. Does nothing in other states. */
  async function resolveUnknown(
    db: Db,
    userId: string,
    workoutId: string,
    choice: Choice,
  ): Promise<void> {
    const place = { workoutId, entryId: undefined };
    const group = await lockGroup(db, userId, place);
    if (group?.workout.error !== 'answer-lost') return;
    if (choice === 'forget') return store.deleteGroup(db, userId, workoutId);
    const error = choice === 'it-is-there' ? ('not-followed' as const) : undefined;
    Object.assign(group.workout, { lease: undefined, error });
    await store.saveGroup(db, userId, group, now());
    if (choice === 'send-again') await saveAndEnqueue(db, userId, await prepare(db, userId, place));
  }

  async function sendWorkout(db: Db, userId: string, workoutId: string): Promise<void> {
    const group = await prepare(db, userId, { workoutId, entryId: undefined });
    group.workout.requested = true;
    await saveAndEnqueue(db, userId, group);
  }

  async function removeWorkout(db: Db, userId: string, workoutId: string): Promise<void> {
    const group = await lockWholeGroup(db, userId, workoutId);
    if (!group) return;
    for (const item of [group.workout, ...group.schedules]) item.requested = false;
    await saveAndEnqueue(db, userId, group);
  }

  async function list(
    db: Db,
    userId: string,
    of: { workoutId: string } | Place | { from: string; to: string },
  ): Promise<GarminDelivery[]> {
    const connection = await findConnection(db, userId);
    if (!connection) return [];
    const groups = await listGroups(db, userId, of);
    if (groups.length === 0) return [];
    const speeds = await readPaces(db, userId);
    const deliveries = groups.flatMap((group) => listDeliveries(group, connection, speeds));
    return 'from' in of ? deliveries.filter(({ day }) => day !== null) : deliveries;
  }

  return {
    sendWorkout,
    removeWorkout,
    scheduleEntry,
    unscheduleEntry: (db: Db, userId: string, entryId: string) =>
      changeEntries(db, userId, [entryId], async () => new Map()),
    onWorkoutChanged,
    onEntriesChanged,
    resolveUnknown,
    listDeliveries: list,
  };
}

async function listGroups(
  db: Db,
  userId: string,
  of: { workoutId: string } | Place | { from: string; to: string },
): Promise<ItemGroup[]> {
  if ('from' in of) return store.listGroupsOfDays(db, userId, of);
  const group =
    'entryId' in of
      ? await store.findGroupOfEntry(db, userId, of)
      : await store.findGroup(db, userId, of.workoutId);
  return group ? [group] : [];
}

function notFound(detail: string): Problem {
  return new Problem('NOT_FOUND', { detail });
}

function ownContent(): Problem {
  const message =
    'An entry with its own script can’t be sent to Garmin yet. Save it to your library, and send it from there';
  return new Problem('NOT_ACCEPTED', { detail: message, errors: [{ at: '/id', message }] });
}

function unprocessable(reason: string): Problem {
  return new Problem('NOT_ACCEPTED', {
    detail: reason,
    errors: [{ at: '/workout/script', message: reason }],
  });
}
