import type { GarminDelivery } from '@pacewright/contract';
import type { AthleteSpeeds } from '@pacewright/script';
import { type Entry, findEntries, findEntryToSend } from '../../calendar/sent-entries.ts';
import type { Db } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { lockAthlete } from '../../http/athlete-lock.ts';
import { Problem } from '../../http/problem.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { canSendWorkouts, findConnection } from './connection-store.ts';
import * as store from './item-store.ts';
import {
  isOutdated,
  type ItemGroup,
  listDeliveries,
  NEW_GROUP,
  renderWorkout,
  requireChange,
  type ScheduleItem,
  type Source,
  type WorkoutItem,
} from './items.ts';
import { DELIVER } from './job-definitions.ts';

type Dependencies = {
  jobs: Pick<Jobs, 'add'>;
  readPaces: (db: Db, userId: string) => Promise<AthleteSpeeds>;
  now: () => Date;
};

/**
 * Changes of the desired state, in the transaction that causes them, under the lock of the athlete. The reconciler
 * does the rest.
 */
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

/** A workout or an entry with its own script, and one of its days. */
type Place = { sourceId: string; entryId: string | undefined };

/** The text of a source. */
type Written = { title: string; script: string };

export function createDeliveryCommands({ jobs, readPaces, now }: Dependencies) {
  async function saveAndEnqueue(db: Db, userId: string, group: ItemGroup): Promise<void> {
    await store.saveGroup(db, userId, group, now());
    await jobs.add(db, DELIVER, { userId });
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

  /** A workout of the library was changed, deleted or restored. */
  async function onWorkoutChanged(
    db: Db,
    userId: string,
    workoutId: string,
    change: 'edited' | 'deleted' | 'restored',
  ): Promise<void> {
    if (!(await store.hasGroup(db, userId, workoutId))) return;
    const saved = await store.findLibraryWorkout(db, userId, workoutId);
    const speeds = saved && (await readPaces(db, userId));
    // Editing a workout changes nothing for its days, of which there may be thousands.
    const group =
      change === 'edited'
        ? await store.findGroupOfEntry(db, userId, { sourceId: workoutId, entryId: undefined })
        : await store.findGroup(db, userId, workoutId);
    if (!group) return;
    if (saved && speeds) replaceContent(group.workout, saved, speeds);
    await saveAndEnqueue(db, userId, group);
  }

  /** Calendar entries were moved, changed or removed. */
  async function onEntriesChanged(
    db: Db,
    userId: string,
    entryIds: readonly string[],
  ): Promise<void> {
    if (!(await store.hasSchedules(db, userId, entryIds))) return;
    const entries = await findEntries(db, userId, entryIds);
    const speeds = await readPaces(db, userId);
    const groups = await store.listGroupsOfEntries(db, userId, entryIds);
    let isChanged = false;
    for (const group of groups) {
      for (const item of group.schedules) followEntry(group, item, entries.get(item.entryId));
      const own = group.source.kind === 'entry' && entries.get(group.source.id);
      if (own && own.kind === 'run') replaceContent(group.workout, own, speeds);
      if (await store.saveGroup(db, userId, group, now())) isChanged = true;
    }
    for (const { garminUserId, entry } of listSeparated(groups, entries))
      await sendSeparated(db, userId, { garminUserId, entry, speeds });
    if (isChanged) await jobs.add(db, DELIVER, { userId });
  }

  /** Sends an entry that is at Garmin as a day of a workout, and has its own script now. */
  async function sendSeparated(
    db: Db,
    userId: string,
    { garminUserId, entry, speeds }: Separated & { speeds: AthleteSpeeds },
  ): Promise<void> {
    const rendered = renderWorkout(entry, speeds);
    if ('unsendable' in rendered) return;
    const place = { sourceId: entry.id, entryId: entry.id };
    const existing = await store.findGroupOfEntry(db, userId, place);
    const group = existing ?? createGroup(sourceOf(entry), garminUserId, rendered);
    if (existing) replaceContent(group.workout, entry, speeds);
    requestDay(group, entry);
    await store.saveGroup(db, userId, group, now());
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

  async function list(
    db: Db,
    userId: string,
    of: { sourceId: string } | Place | { from: string; to: string },
  ): Promise<GarminDelivery[]> {
    const connection = await findConnection(db, userId);
    if (!connection) return [];
    const groups = await listGroups(db, userId, of);
    if (groups.length === 0) return [];
    const speeds = await readPaces(db, userId);
    const deliveries = withoutSeparated(groups).flatMap((group) =>
      listDeliveries(group, connection, speeds),
    );
    return 'from' in of ? deliveries.filter(({ day }) => day !== null) : deliveries;
  }

  /** One delivery of each workout whose paces at Garmin have changed since, for those that are ahead. */
  async function listOutdated(db: Db, userId: string, from: string): Promise<GarminDelivery[]> {
    const connection = await findConnection(db, userId);
    if (!connection?.tokens || !canSendWorkouts(connection)) return [];
    const groups = await store.listGroupsAhead(db, userId, from);
    if (groups.length === 0) return [];
    const speeds = await readPaces(db, userId);
    return groups
      .filter((group) => isOutdated(group, speeds))
      .flatMap((group) => {
        const [workout, firstDay] = listDeliveries(group, connection, speeds);
        return (group.workout.requested ? workout : firstDay) ?? [];
      });
  }

  return {
    sendWorkout,
    removeWorkout,
    scheduleEntry,
    unscheduleEntry,
    onWorkoutChanged,
    onEntriesChanged,
    resolveUnknown,
    listDeliveries: list,
    listOutdated,
  };
}

function sourceOf({ id, workoutId }: Entry): Source {
  return workoutId === null ? { kind: 'entry', id } : { kind: 'library', id: workoutId };
}

function createGroup(
  source: Source,
  garminUserId: string,
  { content, body }: { content: WorkoutItem['content']; body: WorkoutItem['newBody'] },
): ItemGroup {
  const workout: WorkoutItem = {
    ...NEW_ITEM,
    kind: 'workout',
    id: source.kind === 'library' ? source.id : newId(),
    content,
    newBody: body,
    ownerId: undefined,
    sentAt: undefined,
  };
  return { ...NEW_GROUP, garminUserId, source, isWithdrawn: false, workout, schedules: [] };
}

/** Requests the day of an entry. */
function requestDay({ source, schedules }: ItemGroup, { id: entryId, day }: Entry): void {
  let item = schedules.find((each) => each.entryId === entryId);
  if (!item) {
    const id = source.kind === 'library' ? entryId : newId();
    item = { ...NEW_ITEM, kind: 'schedule', id, entryId, day, remoteDay: undefined };
    schedules.push(item);
  }
  requireChange(item, { isNew: item.day !== day, keep: [] });
  Object.assign(item, { requested: true, day });
}

/** Makes a schedule follow its entry, which may be gone or have another source. */
function followEntry({ source }: ItemGroup, item: ScheduleItem, entry: Entry | undefined): void {
  const isOfSource = source.kind === 'library' ? entry?.kind === null : entry?.kind === 'run';
  if (!entry || !isOfSource) item.requested = false;
  else if (item.day !== entry.day) {
    item.day = entry.day;
    // A day that the athlete has deleted at Garmin stays deleted there.
    requireChange(item, { isNew: true, keep: ['deleted-there'] });
  }
}

/** Renders a text that has changed. */
function replaceContent(workout: WorkoutItem, written: Written, speeds: AthleteSpeeds): void {
  const { title, script } = workout.content;
  const isSame = written.title === title && written.script === script;
  if (isSame && workout.error !== 'unsendable') return;
  const rendered = renderWorkout(written, speeds);
  // There may be nothing at Garmin that could be updated.
  const keep = ['answer-lost', 'deleted-there', 'not-followed'] as const;
  requireChange(workout, { isNew: 'content' in rendered, keep });
  if ('content' in rendered)
    Object.assign(workout, { content: rendered.content, newBody: rendered.body });
  else if (!workout.error)
    Object.assign(workout, { error: 'unsendable', detail: rendered.unsendable });
}

/** An entry that was requested as a day of a workout, and has its own script now. */
type Separated = { garminUserId: string; entry: Entry };

function listSeparated(
  groups: readonly ItemGroup[],
  entries: ReadonlyMap<string, Entry>,
): Separated[] {
  return groups.flatMap(({ source, garminUserId, schedules, stored }) =>
    schedules.flatMap(({ id, entryId }) => {
      const entry = entries.get(entryId);
      const wasRequested = source.kind === 'library' && stored.get(id)?.requested;
      return wasRequested && entry?.kind === 'run' ? { garminUserId, entry } : [];
    }),
  );
}

/** Without the days that are removed because their entries are at Garmin with their own scripts. */
function withoutSeparated(groups: readonly ItemGroup[]): ItemGroup[] {
  const own = new Set(groups.flatMap(({ source }) => (source.kind === 'entry' ? source.id : [])));
  if (own.size === 0) return [...groups];
  return groups.map((group) => {
    if (group.source.kind === 'entry') return group;
    const schedules = group.schedules.filter(
      ({ entryId, requested }) => requested || !own.has(entryId),
    );
    return { ...group, schedules };
  });
}

async function listGroups(
  db: Db,
  userId: string,
  of: { sourceId: string } | Place | { from: string; to: string },
): Promise<ItemGroup[]> {
  if ('from' in of) return store.listGroupsOfDays(db, userId, of);
  const group =
    'entryId' in of
      ? await store.findGroupOfEntry(db, userId, of)
      : await store.findGroup(db, userId, of.sourceId);
  return group ? [group] : [];
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
