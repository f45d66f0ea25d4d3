import {
  type CalendarChanges,
  MAX_WORKOUTS_PER_DAY,
  type SavedReading,
} from '@pacewright/contract';
import type { Db } from '../db/database.ts';
import { sql, type Statement } from '../db/sql.ts';
import { ENTRIES, IS_VISIBLE, VERSION } from './entries.ts';
import { SHOWN_TITLE } from './title.ts';

type Copy = NonNullable<CalendarChanges['copies']>[number];
type Move = NonNullable<CalendarChanges['moves']>[number];
type Removal = NonNullable<CalendarChanges['removals']>[number];
type OnItsDay = NonNullable<CalendarChanges['skips']>[number];

export async function removeEntries(
  db: Db,
  userId: string,
  removals: readonly Removal[],
): Promise<void> {
  await db.query(sql`
    delete from calendar_entry e
    using json_to_recordset(${JSON.stringify(removals)}) as r (id uuid, day date, "ifUnedited" boolean)
    where e.user_id = ${userId} and e.entry_id = r.id and e.day = r.day
      and e.done_at is null and not e.is_held and (e.version = 1 or r."ifUnedited" is not true)`);
}

/**
 * Makes entries rest days that say what they were, as `skipDays` of packages/plan does for those of a plan (A19). Races, rest
 * days and what is done stay. The reading is that of no script.
 */
export async function skipEntries(
  db: Db,
  userId: string,
  skips: readonly OnItsDay[],
  reading: SavedReading,
): Promise<void> {
  await db.query(sql`
    update calendar_entry e set
      skipped = was.content, workout_id = null, kind = 'rest', title = left('Skipped: ' || was.title, 200), script = '',
      notes = coalesce(e.notes, ''), alternatives = '[]', reading = ${JSON.stringify(reading)},
      version = was.version + 1
    from (
      select e.entry_id, ${SHOWN_TITLE} as title, ${VERSION} as version,
        json_build_object('workoutId', e.workout_id, 'kind', coalesce(e.kind, 'run'),
          'title', coalesce(e.title, w.title), 'script', coalesce(e.script, w.script),
          'alternatives', coalesce(e.alternatives, '[]'), 'reading', e.reading) as content
      from json_to_recordset(${JSON.stringify(skips)}) as r (id uuid, day date)
      join (${ENTRIES}) on e.user_id = ${userId} and e.entry_id = r.id and e.day = r.day
      where ${IS_VISIBLE} and e.done_at is null and e.season_id is null and not e.is_race
        and e.kind is distinct from 'rest') as was
    where e.user_id = ${userId} and e.entry_id = was.entry_id`);
}

/** Makes skipped entries what they were. One stays skipped if its workout is deleted. */
export async function putBackEntries(
  db: Db,
  userId: string,
  returns: readonly OnItsDay[],
): Promise<void> {
  await db.query(sql`
    update calendar_entry e set
      workout_id = was.workout_id, kind = was.own ->> 'kind', title = was.own ->> 'title',
      script = was.own ->> 'script', notes = case when was.own is not null then e.notes end,
      alternatives = was.own -> 'alternatives', reading = was.own -> 'reading', skipped = null,
      version = e.version + 1
    from (
      select e.entry_id, w.workout_id, case when w.workout_id is null then e.skipped end as own
      from json_to_recordset(${JSON.stringify(returns)}) as r (id uuid, day date)
      join calendar_entry e on e.user_id = ${userId} and e.entry_id = r.id and e.day = r.day
      left join workout w on w.user_id = ${userId} and w.workout_id = (e.skipped ->> 'workoutId')::uuid
        and w.deleted_at is null
      where e.kind = 'rest' and e.done_at is null and e.skipped is not null
        and (w.workout_id is not null or e.skipped ->> 'workoutId' is null)) as was
    where e.user_id = ${userId} and e.entry_id = was.entry_id`);
}

/** Whether an entry is skipped and can be put back without a plan. */
export async function canReturn(db: Db, userId: string, id: string): Promise<boolean> {
  return (await findDays(db, userId, [id])).get(id)?.isSkipped === true;
}

/**
 * Moves entries that are planned for the day they are moved from. Those of one day stay in their order. Each is found again by
 * its place on disk, because a database that was never analysed would look through all of them for each.
 */
export async function moveEntries(db: Db, userId: string, moves: readonly Move[]): Promise<void> {
  await db.query(sql`
    with moved as (
      select e.ctid as place_on_disk, e.entry_id, r.day, r.position,
        row_number() over (partition by r.day order by e.day, e.position, e.entry_id) as place
      from json_to_recordset(${JSON.stringify(moves)}) as r (id uuid, "from" date, day date, position int)
      join calendar_entry e on e.user_id = ${userId} and e.entry_id = r.id and e.day = r."from"
      where e.done_at is null and not e.is_held)
    update calendar_entry e set
      day = m.day,
      position = coalesce(m.position, m.place + coalesce((
        select max(o.position) from calendar_entry o
        where o.user_id = ${userId} and o.day = m.day
          and o.entry_id not in (select entry_id from moved)), -1))
    from moved m
    where e.user_id = ${userId} and e.ctid = m.place_on_disk`);
}

/**
 * Adds copies at the end of their days: of the same workout, or with the same content of their own. A done entry whose
 * workout was deleted is copied as it was run.
 */
export async function copyEntries(db: Db, userId: string, copies: readonly Copy[]): Promise<void> {
  await db.query(sql`
    insert into calendar_entry (user_id, entry_id, day, time_of_day, position, workout_id, kind, title, script,
      is_race, notes, alternatives, reading, skipped)
    select e.user_id, r.id, r.day, e.time_of_day, coalesce((
        select max(o.position) from calendar_entry o
        where o.user_id = ${userId} and o.day = r.day), -1)
        + row_number() over (partition by r.day order by e.day, e.position, e.entry_id),
      case when e.kind is null then w.workout_id end,
      ${ifOwn(sql`e.kind`, sql`'run'`)}, ${ifOwn(sql`e.title`, sql`e.done_title`)},
      ${ifOwn(sql`e.script`, sql`e.done_script`)}, e.is_race, ${ifOwn(sql`e.notes`, sql`''`)},
      ${ifOwn(sql`e.alternatives`, sql`'[]'::json`)}, ${ifOwn(sql`e.reading`, sql`e.done_reading`)}, e.skipped
    from json_to_recordset(${JSON.stringify(copies)}) as r (id uuid, "of" uuid, day date)
    join (${ENTRIES}) on e.user_id = ${userId} and e.entry_id = r."of"
    where ${IS_VISIBLE}
    on conflict (user_id, entry_id) do nothing`);
}

/** A column of the entry's own content, with another value for a done entry whose workout was deleted. */
function ifOwn(column: Statement, otherwise: Statement): Statement {
  return sql`coalesce(${column}, case when w.workout_id is null then ${otherwise} end)`;
}

/** The first of some days that has too many entries. */
export async function findFullDay(
  db: Db,
  userId: string,
  days: readonly string[],
): Promise<string | undefined> {
  const { rows } = await db.query(sql`
    select to_char(e.day, 'YYYY-MM-DD') as day from ${ENTRIES}
    where e.user_id = ${userId} and e.day = any(${[...new Set(days)]}::date[]) and ${IS_VISIBLE}
    group by e.day
    having count(*) > ${MAX_WORKOUTS_PER_DAY}
    order by e.day
    limit 1`);
  return rows.map(({ day }) => String(day))[0];
}

/** The entries that exist: their days, and whether they are skipped and can be put back. */
export async function findDays(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, { day: string; isSkipped: boolean }>> {
  const { rows } = await db.query(sql`
    select entry_id as id, to_char(day, 'YYYY-MM-DD') as day,
      kind is not distinct from 'rest' and skipped is not null as "isSkipped"
    from calendar_entry
    where user_id = ${userId} and entry_id = any(${ids}::uuid[])`);
  return new Map(
    rows.map(({ id, day, isSkipped }) => [
      String(id),
      { day: String(day), isSkipped: isSkipped === true },
    ]),
  );
}
