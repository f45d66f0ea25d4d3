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

  return { onWorkoutChanged, onEntriesChanged };
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
