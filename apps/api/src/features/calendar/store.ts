import { MOST_DAYS_AHEAD, MOST_WORKOUTS_A_DAY } from '@pacewright/contract';
import type { AthleteSpeeds } from '@pacewright/script';
import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { LOWEST_ID, newId } from '../../db/ids.ts';
import { FITTING, FITTING_END } from '../../db/page.ts';
import { sql } from '../../db/sql.ts';
import type { RequestKey } from '../../http/idempotency.ts';

/** An entry as the API answers it: in JSON, because most of it is stored that way and only passed on. */
export type StoredEntry = {
  id: string;
  day: string;
  position: number;
  isDone: boolean;
  json: string;
};

/** Days, both included. */
export type DayRange = { from: string; to: string };

export const ALL_DAYS: DayRange = { from: '1970-01-01', to: '2199-12-31' };

/** Where a page ends: the last entry on it. */
export type Place = { day: string; position: number; id: string };

export type Page = { entries: StoredEntry[]; isMore: boolean };

const BEFORE_ALL: Place = { day: '-infinity', position: -1, id: LOWEST_ID };

/** More than a month can hold. */
const MOST_ENTRIES_ON_A_PAGE = 700;

/** The entries of a range of days. What is to be run of a deleted workout is not among them. */
export async function listEntries(
  db: Db,
  userId: string,
  { from, to }: DayRange,
  after: Place = BEFORE_ALL,
): Promise<Page> {
  const { rows } = await db.query(sql`
    ${FITTING} select ${COLUMNS}, ${BYTES} from ${ENTRIES}
    where e.user_id = ${userId} and e.day between ${from} and ${to} and ${IS_SHOWN}
      and (e.day, e.position, e.entry_id) > (${after.day}::date, ${after.position}, ${after.id})
    order by e.day, e.position, e.entry_id
    limit ${MOST_ENTRIES_ON_A_PAGE + 1} ${FITTING_END}`);
  const entries = rows.slice(0, MOST_ENTRIES_ON_A_PAGE).map(parseEntry);
  return { entries, isMore: Number(rows[0]?.['found'] ?? 0) > entries.length };
}

const dayAhead = z.object({ workoutId: z.string(), day: z.string() });

/** The days from one on that workouts are still to be run on, the nearest first. */
export async function listDaysAhead(
  db: Db,
  userId: string,
  from: string,
): Promise<z.infer<typeof dayAhead>[]> {
  const { rows } = await db.query(sql`
    select e.workout_id as "workoutId", to_char(e.day, 'YYYY-MM-DD') as day
    from ${ENTRIES}
    where e.user_id = ${userId} and e.day >= ${from}
      and e.workout_id is not null and w.workout_id is not null
    order by e.day, e.position, e.entry_id
    limit ${MOST_DAYS_AHEAD}`);
  return rows.map((row) => dayAhead.parse(row));
}

export async function findEntry(
  db: Db,
  userId: string,
  id: string,
): Promise<StoredEntry | undefined> {
  const { rows } = await db.query(sql`
    select ${COLUMNS} from ${ENTRIES}
    where e.user_id = ${userId} and e.entry_id = ${id} and ${IS_SHOWN}`);
  return rows.map(parseEntry)[0];
}

/**
 * Adds an entry at the end of its day and returns its id. Returns undefined if the workout is not in the
 * library, the day is full, or the request's key has been used before.
 */
export async function addEntry(
  db: Db,
  userId: string,
  { workoutId, day }: { workoutId: string; day: string },
  request: RequestKey | undefined,
): Promise<string | undefined> {
  const { rows } = await db.query(sql`
    insert into calendar_entry (user_id, entry_id, day, position, workout_id, request_key, request_hash)
    select w.user_id, ${newId()}, ${day}, coalesce(that_day.last + 1, 0), w.workout_id,
      ${request?.key}, ${request?.hash}
    from workout w, (
      select count(*) filter (where ${IS_SHOWN}) as entries, max(e.position) as last
      from ${ENTRIES}
      where e.user_id = ${userId} and e.day = ${day}) as that_day
    where w.user_id = ${userId} and w.workout_id = ${workoutId} and w.deleted_at is null
      and that_day.entries < ${MOST_WORKOUTS_A_DAY}
    on conflict (user_id, request_key) do nothing
    returning entry_id as id`);
  return rows.map(({ id }) => String(id))[0];
}

/** The entry that a request with this key added, and whether it asked for the same. */
export async function findByRequestKey(
  db: Db,
  userId: string,
  { key, hash }: RequestKey,
): Promise<{ id: string; isSameRequest: boolean } | undefined> {
  const { rows } = await db.query(sql`
    select entry_id as id, request_hash = ${hash} as same
    from calendar_entry
    where user_id = ${userId} and request_key = ${key}`);
  return rows.map(({ id, same }) => ({ id: String(id), isSameRequest: same === true }))[0];
}

/** How many entries there are, those of deleted workouts included: they return with their workout. */
export async function countEntries(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query(sql`
    select count(*)::int as entries from calendar_entry where user_id = ${userId}`);
  return Number(rows[0]?.['entries']);
}

/** Whether a day shows as many entries as it can hold, besides one that may be moved within it. */
export async function isDayFull(
  db: Db,
  userId: string,
  day: string,
  besidesId: string | null = null,
): Promise<boolean> {
  const { rows } = await db.query(sql`
    select count(*) >= ${MOST_WORKOUTS_A_DAY} as full from ${ENTRIES}
    where e.user_id = ${userId} and e.day = ${day} and e.entry_id is distinct from ${besidesId}
      and ${IS_SHOWN}`);
  return rows[0]?.['full'] === true;
}

/** Puts an entry on a day of a locked calendar, at a place among those shown there; the others make room. */
export async function moveEntry(
  db: Db,
  userId: string,
  id: string,
  { day, position }: { day: string; position: number },
): Promise<void> {
  await db.query(sql`
    with others as (
      select e.entry_id, row_number() over (order by e.position, e.entry_id) - 1 as place
      from ${ENTRIES}
      where e.user_id = ${userId} and e.day = ${day} and e.entry_id <> ${id} and ${IS_SHOWN}),
    placed as (
      select entry_id, case when place < ${position}::int then place else place + 1 end as place
      from others
      union all
      select ${id}::uuid, least(${position}::int, (select count(*) from others)))
    update calendar_entry e set day = ${day}, position = placed.place
    from placed
    where e.user_id = ${userId} and e.entry_id = placed.entry_id`);
}

/** Keeps what was run. Changes nothing if the entry is done already. */
export async function markDone(
  db: Db,
  userId: string,
  id: string,
  { paces, now }: { paces: AthleteSpeeds; now: Date },
): Promise<void> {
  await db.query(sql`
    update calendar_entry e set
      workout_id = null, done_at = ${now}, done_workout_id = w.workout_id, done_title = w.title,
      done_script = w.script, done_reading = w.reading, done_paces = ${JSON.stringify(paces)}
    from workout w
    where e.user_id = ${userId} and e.entry_id = ${id}
      and w.user_id = e.user_id and w.workout_id = e.workout_id and w.deleted_at is null`);
}

/** Lets the entry follow its workout again. Changes nothing if that is deleted. */
export async function markUndone(db: Db, userId: string, id: string): Promise<void> {
  await db.query(sql`
    update calendar_entry e set
      workout_id = w.workout_id, done_at = null, done_workout_id = null, done_title = null,
      done_script = null, done_reading = null, done_paces = null
    from workout w
    where e.user_id = ${userId} and e.entry_id = ${id}
      and w.user_id = e.user_id and w.workout_id = e.done_workout_id and w.deleted_at is null`);
}

export async function removeEntry(db: Db, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    delete from calendar_entry where user_id = ${userId} and entry_id = ${id}`);
  return rowCount === 1;
}

/** The whole calendar, for the athlete to take away; what would return with a deleted workout too. */
export async function* exportCalendar(db: Db, userId: string): AsyncGenerator<string[]> {
  for (let after: Place | undefined = BEFORE_ALL; after !== undefined;) {
    const { rows }: Awaited<ReturnType<Db['query']>> = await db.query(sql`
      ${FITTING} select ${COLUMNS}, ${BYTES}
      from calendar_entry e
      left join lateral (
        select * from workout
        where user_id = e.user_id and workout_id = coalesce(e.workout_id, e.done_workout_id)
        limit 1) as w on true
      where e.user_id = ${userId}
        and (e.day, e.position, e.entry_id) > (${after.day}::date, ${after.position}, ${after.id})
      order by e.day, e.position, e.entry_id
      limit 100 ${FITTING_END}`);
    const page = rows.map(parseEntry);
    yield page.map(({ json }) => json);
    after = page.at(-1);
  }
}

// One look-up for each entry. Left to itself the planner may read the whole library for a join.
const ENTRIES = sql`calendar_entry e
  left join lateral (
    select * from workout
    where user_id = e.user_id and workout_id = coalesce(e.workout_id, e.done_workout_id)
      and deleted_at is null
    limit 1) as w on true`;

const IS_SHOWN = sql`(e.done_at is not null or w.workout_id is not null)`;

// Text that is JSON is left as it is.
const COLUMNS = sql`e.entry_id as id, to_char(e.day, 'YYYY-MM-DD') as day, e.position,
  w.workout_id as "workoutId", coalesce(e.done_title, w.title) as title,
  coalesce(e.done_script, w.script) as script, coalesce(e.done_reading, w.reading)::text as reading,
  e.done_at as "doneAt", e.done_paces::text as "donePaces"`;

/** How long an entry is in a response. */
const BYTES = sql`octet_length(coalesce(e.done_reading, w.reading)::text)
  + octet_length(to_json(coalesce(e.done_script, w.script))::text)
  + octet_length(to_json(coalesce(e.done_title, w.title))::text)
  + coalesce(octet_length(e.done_paces::text), 0) + 400 as bytes`;

const entryRow = z.object({
  id: z.string(),
  day: z.string(),
  position: z.number(),
  workoutId: z.nullable(z.string()),
  title: z.string(),
  script: z.string(),
  reading: z.string(),
  doneAt: z.nullable(z.date()),
  donePaces: z.nullable(z.string()),
});

function parseEntry(value: unknown): StoredEntry {
  const { reading, doneAt, donePaces, ...plain } = entryRow.parse(value);
  const done = doneAt ? `{"at":"${doneAt.toISOString()}","paces":${donePaces}}` : 'null';
  const json = `${JSON.stringify(plain).slice(0, -1)},"reading":${reading},"done":${done}}`;
  const { id, day, position } = plain;
  return { id, day, position, isDone: doneAt !== null, json };
}
