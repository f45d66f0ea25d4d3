import type { AthleteSpeeds } from '@pacewright/script';
import { type Entry, findEntries } from '../../calendar/sent-entries.ts';
import type { Db } from '../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { createGroup, requestDay, sourceOf } from './new-groups.ts';
import * as store from './item-store.ts';
import {
  type ItemGroup,
  renderWorkout,
  requireChange,
  type ScheduleItem,
  type WorkoutItem,
  type Written,
} from './items.ts';
import { DELIVER } from './job-definitions.ts';

export type CommandDependencies = {
  jobs: Pick<Jobs, 'add'>;
  readPaces: (db: Db, userId: string) => Promise<AthleteSpeeds>;
  now: () => Date;
};

/** Makes what is at Garmin follow changes of the library and the calendar. */
export function createFollowers({ jobs, readPaces, now }: CommandDependencies) {
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
    await store.saveGroup(db, userId, group, now());
    await jobs.add(db, DELIVER, { userId });
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
    for (const each of listResourced(groups, entries)) await requestAgain(db, userId, each, speeds);
    if (isChanged) await jobs.add(db, DELIVER, { userId });
  }

  /** Requests a day of what it shows now: of its own script instead of its workout, or the other way round. */
  async function requestAgain(
    db: Db,
    userId: string,
    { entry, from }: Resourced,
    speeds: AthleteSpeeds,
  ): Promise<void> {
    const source = sourceOf(entry);
    const isLibrary = source.kind === 'library';
    const written = isLibrary ? await store.findLibraryWorkout(db, userId, source.id) : entry;
    if (!written) return;
    // What was sent stays known while the day is skipped.
    const isOff = !isLibrary && entry.kind !== 'run';
    const rendered = isOff
      ? { content: from.workout.content, body: await store.readBody(db, userId, from.workout.id) }
      : renderWorkout(written, speeds);
    if ('unsendable' in rendered) return;
    const place = { sourceId: source.id, entryId: entry.id };
    const existing = await store.findGroupOfEntry(db, userId, place);
    const created = { ...createGroup(source, from.garminUserId, rendered), isWithdrawn: isOff };
    const group = existing ?? created;
    if (existing && !isOff) replaceContent(group.workout, written, speeds);
    requestDay(group, entry);
    await store.saveGroup(db, userId, group, now());
  }

  return { onWorkoutChanged, onEntriesChanged };
}

/** Makes a schedule follow its entry, which may be gone or have another source. */
function followEntry(group: ItemGroup, item: ScheduleItem, entry: Entry | undefined): void {
  if (!entry || !isOfGroup(entry, group)) item.requested = false;
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

/** An entry that was requested as one of another group than it is now. */
type Resourced = { entry: Entry; from: ItemGroup };

function listResourced(
  groups: readonly ItemGroup[],
  entries: ReadonlyMap<string, Entry>,
): Resourced[] {
  return groups.flatMap((from) =>
    from.schedules.flatMap(({ id, entryId }) => {
      const entry = entries.get(entryId);
      const wasRequested = from.stored.get(id)?.requested;
      return entry && wasRequested && !isOfGroup(entry, from) ? { entry, from } : [];
    }),
  );
}

/** Whether a group is of the workout of an entry, or of its own script. */
function isOfGroup({ kind }: Entry, { source }: ItemGroup): boolean {
  return (kind === null) === (source.kind === 'library');
}
