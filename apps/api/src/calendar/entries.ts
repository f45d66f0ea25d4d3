import {
  type EntryOption,
  MAX_DAYS_AHEAD,
  MAX_WORKOUTS_PER_DAY,
  type SavedReading,
  type TimeOfDay,
} from '@pacewright/contract';
import type { AthleteSpeeds } from '@pacewright/script';
import * as z from 'zod/mini';
import type { Db } from '../db/database.ts';
import { LOWEST_ID, newId } from '../db/ids.ts';
import { isoTime, LIMIT_BYTES, LIMIT_BYTES_END } from '../db/page.ts';
import { SHOWN_TITLE } from './title.ts';
import { sql } from '../db/sql.ts';
import type { IdempotencyKey } from '../http/idempotency.ts';

/** An entry with its response as JSON text. */
export type StoredEntry = z.infer<typeof entryRow>;

/** The content of an entry that has its own instead of a workout of the library. */
export type OwnContent = EntryOption & {
  notes: string;
  reading: SavedReading;
  alternatives?: readonly EntryOption[] | undefined;
};

/** Both days included. */
export type DayRange = { from: string; to: string };

export const ALL_DAYS: DayRange = { from: '1970-01-01', to: '2199-12-31' };

/** The position of the last entry of a page. */
export type Cursor = { day: string; partOfDay: number; position: number; id: string };

export type Page = { entries: StoredEntry[]; isMore: boolean };

const START: Cursor = { day: '-infinity', partOfDay: 0, position: -1, id: LOWEST_ID };

/** More than a full month. */
const MAX_ENTRIES_PER_PAGE = 700;

/** The entries of a range of days, without planned entries of deleted workouts. */
export async function listEntries(
  db: Db,
  userId: string,
  { from, to }: DayRange,
  { after = START, only }: { after?: Cursor | undefined; only?: 'races' | undefined } = {},
): Promise<Page> {
  const { rows } = await db.query(sql`
    select ${PAGE_COLUMNS} from ${LIMIT_BYTES} select ${COLUMNS} from ${ENTRIES}
    where e.user_id = ${userId} and e.day between ${from} and ${to} and ${IS_VISIBLE}
      and (e.is_race or ${only !== 'races'})
      and e.day >= ${after.day}::date
      and (${ORDER}) > (${after.day}::date, ${after.partOfDay}, ${after.position}, ${after.id})
    order by ${ORDER}
    limit ${MAX_ENTRIES_PER_PAGE + 1} ${LIMIT_BYTES_END}`);
  const entries = rows.slice(0, MAX_ENTRIES_PER_PAGE).map(parseEntry);
  return { entries, isMore: Number(rows[0]?.['found'] ?? 0) > entries.length };
}

const dayAhead = z.object({ workoutId: z.string(), day: z.string() });

/** The days of planned workouts from a day on, nearest first. */
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
    order by ${ORDER}
    limit ${MAX_DAYS_AHEAD}`);
  return rows.map((row) => dayAhead.parse(row));
}

export async function findEntry(
  db: Db,
  userId: string,
  id: string,
): Promise<StoredEntry | undefined> {
  const { rows } = await db.query(sql`
    select ${COLUMNS} from ${ENTRIES}
    where e.user_id = ${userId} and e.entry_id = ${id} and ${IS_VISIBLE}`);
  return rows.map(parseEntry)[0];
}

/** The day of a new entry, and its time of day if it has one. */
export type When = { day: string; timeOfDay?: TimeOfDay | undefined };

/**
 * Adds an entry at the end of its day. Returns undefined if the workout is not in the library, the day is full,
 * or the idempotency key was used before.
 */
export async function addEntry(
  db: Db,
  userId: string,
  { workoutId, day, timeOfDay }: { workoutId: string } & When,
  request: IdempotencyKey | undefined,
): Promise<string | undefined> {
  const { rows } = await db.query(sql`
    insert into calendar_entry (user_id, entry_id, day, time_of_day, position, workout_id, request_key,
      request_hash)
    select w.user_id, ${newId()}, ${day}, ${timeOfDay}, coalesce(that_day.last + 1, 0), w.workout_id,
      ${request?.key}, ${request?.hash}
    from workout w, (
      select count(*) filter (where ${IS_VISIBLE}) as entries, max(e.position) as last
      from ${ENTRIES}
      where e.user_id = ${userId} and e.day = ${day}) as that_day
    where w.user_id = ${userId} and w.workout_id = ${workoutId} and w.deleted_at is null
      and that_day.entries < ${MAX_WORKOUTS_PER_DAY}
    on conflict (user_id, request_key) do nothing
    returning entry_id as id`);
  return rows.map(({ id }) => String(id))[0];
}

/**
 * Adds entries at the ends of their days, in order, and returns those that exist afterwards. A workout that is not
 * in the library, or one too many on a day, has none; a key that was used before keeps its entry. Needs the
 * athlete's lock.
 */
export async function addEntries(
  db: Db,
  userId: string,
  entries: readonly { workoutId: string; day: string; request: IdempotencyKey | undefined }[],
): Promise<{ workoutId: string; day: string; entryId: string }[]> {
  const ids = entries.map(() => newId());
  const keys = entries.map(({ request }) => request?.key ?? null);
  await db.query(sql`
    with fresh as (
      select r.*, row_number() over (partition by r.day order by r.place) as number
      from unnest(${ids}::uuid[], ${entries.map(({ workoutId }) => workoutId)}::uuid[],
        ${entries.map(({ day }) => day)}::date[], ${keys}::text[],
        ${entries.map(({ request }) => request?.hash ?? null)}::bytea[])
        with ordinality as r (entry_id, workout_id, day, key, hash, place)
      where exists (
          select from workout w
          where w.user_id = ${userId} and w.workout_id = r.workout_id and w.deleted_at is null)
        and not exists (
          select from calendar_entry e where e.user_id = ${userId} and e.request_key = r.key)),
    days as (
      select d.day, that_day.entries, that_day.last
      from (select distinct day from fresh) as d, lateral (
        select count(*) filter (where ${IS_VISIBLE}) as entries, max(e.position) as last
        from ${ENTRIES}
        where e.user_id = ${userId} and e.day = d.day) as that_day)
    insert into calendar_entry (user_id, entry_id, day, position, workout_id, request_key, request_hash)
    select ${userId}::uuid, f.entry_id, f.day, coalesce(d.last, -1) + f.number, f.workout_id, f.key, f.hash
    from fresh f join days d on d.day = f.day
    where d.entries + f.number <= ${MAX_WORKOUTS_PER_DAY}`);
  const { rows } = await db.query(sql`
    select entry_id as "entryId", coalesce(workout_id, done_workout_id) as "workoutId", day::text as day
    from calendar_entry
    where user_id = ${userId} and (entry_id = any(${ids}::uuid[]) or request_key = any(${keys}::text[]))`);
  return rows.map(({ entryId, workoutId, day }) => ({
    entryId: String(entryId),
    workoutId: String(workoutId),
    day: String(day),
  }));
}

/** A day of a season by its key. */
export type PlaceInSeason = { id: string; key: string };

/** Like `addEntry`, for an entry with its own content. */
export async function addOwnEntry(
  db: Db,
  userId: string,
  { kind, title, script, isRace = false, notes, reading, alternatives = [] }: OwnContent,
  {
    day,
    timeOfDay,
    id = newId(),
    season,
  }: When & { id?: string | undefined; season?: PlaceInSeason | undefined },
  request: IdempotencyKey | undefined,
): Promise<string | undefined> {
  const { rowCount } = await db.query(sql`
    insert into calendar_entry (user_id, entry_id, day, time_of_day, position, kind, title, script, is_race,
      notes, alternatives, reading, season_id, plan_key, request_key, request_hash)
    select ${userId}, ${id}, ${day}, ${timeOfDay}, coalesce(that_day.last + 1, 0), ${kind},
      ${title}, ${script}, ${isRace}, ${notes}, ${JSON.stringify(alternatives)}::json,
      ${JSON.stringify(reading)}::json, ${season?.id}::uuid, ${season?.key}, ${request?.key}, ${request?.hash}::bytea
    from (
      select count(*) filter (where ${IS_VISIBLE}) as entries, max(e.position) as last
      from ${ENTRIES}
      where e.user_id = ${userId} and e.day = ${day}) as that_day
    where that_day.entries < ${MAX_WORKOUTS_PER_DAY}
    on conflict do nothing`);
  return rowCount === 1 ? id : undefined;
}

/**
 * The options that the text of a season has for an entry. Undefined if the season is gone, or has another entry there. One
 * that is paused or has ended may have entries on the calendar, and none in its text.
 */
export async function listOptionsOfPlace(
  db: Db,
  userId: string,
  { id, key, entryId }: PlaceInSeason & { entryId: string },
): Promise<EntryOption[] | undefined> {
  const { rows } = await db.query(sql`
    select (
        select planned.value from json_array_elements(s.base) as planned
        where planned.value ->> 'key' = ${key} limit 1) as planned
    from season s
    where s.user_id = ${userId} and s.season_id = ${id} and not exists (
      select from calendar_entry e
      where e.user_id = ${userId} and e.season_id = ${id} and e.plan_key = ${key} and e.entry_id <> ${entryId})`);
  return rows.map(({ planned }) => {
    if (planned === null) return [];
    const { alternatives, ...first } = optionsRow.parse(planned);
    return [first, ...alternatives];
  })[0];
}

/** The entries with these ids; those that are unknown are left out. */
export async function findEntries(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<StoredEntry[]> {
  const { rows } = await db.query(sql`
    select ${COLUMNS} from ${ENTRIES}
    where e.user_id = ${userId} and e.entry_id = any(${ids}::uuid[]) and ${IS_VISIBLE}
    order by ${ORDER}`);
  return rows.map(parseEntry);
}

/** Entries as rows, to be put back by `restoreRows`. */
export async function readRows(db: Db, userId: string, ids: readonly string[]): Promise<unknown[]> {
  const { rows } = await db.query(sql`
    select row_to_json(e) as row from calendar_entry e
    where e.user_id = ${userId} and e.entry_id = any(${ids}::uuid[])
    order by e.entry_id`);
  return rows.map(({ row }) => row);
}

/**
 * Puts entries back exactly as they were, and removes the others of these ids. One whose workout or season is gone stays
 * away. Needs the athlete's lock.
 */
export async function restoreRows(
  db: Db,
  userId: string,
  { ids, rows }: { ids: readonly string[]; rows: readonly unknown[] },
): Promise<void> {
  await db.query(sql`
    delete from calendar_entry where user_id = ${userId} and entry_id = any(${ids}::uuid[])`);
  await db.query(sql`
    insert into calendar_entry
    select r.* from json_populate_recordset(null::calendar_entry, ${JSON.stringify(rows)}::json) as r
    where r.user_id = ${userId}
      and (r.workout_id is null or exists (
        select from workout w where w.user_id = ${userId} and w.workout_id = r.workout_id))
      and (r.season_id is null or exists (
        select from season s where s.user_id = ${userId} and s.season_id = r.season_id))
    on conflict do nothing`);
}

/** The content that the text of its season has for an entry. Undefined without one. */
export async function findPlanned(
  db: Db,
  userId: string,
  id: string,
): Promise<z.infer<typeof plannedRow> | undefined> {
  const { rows } = await db.query(sql`
    select planned.value as planned
    from calendar_entry e
    join season s on s.user_id = e.user_id and s.season_id = e.season_id
    cross join lateral json_array_elements(s.base) as planned
    where e.user_id = ${userId} and e.entry_id = ${id} and planned.value ->> 'key' = e.plan_key`);
  return rows.map(({ planned }) => plannedRow.parse(planned))[0];
}

/**
 * Replaces the content of an entry by its own. Its alternatives stay, and a race stays one, unless others are given.
 * No-op if it is done.
 */
export async function changeContent(
  db: Db,
  userId: string,
  id: string,
  {
    kind,
    title,
    script,
    isRace,
    notes,
    reading,
    alternatives,
    version,
  }: OwnContent & { version: number },
): Promise<void> {
  await db.query(sql`
    update calendar_entry set
      workout_id = null, kind = ${kind}, title = ${title}, script = ${script}, notes = ${notes},
      is_race = coalesce(${isRace}::boolean, is_race),
      alternatives = coalesce(${alternatives && JSON.stringify(alternatives)}::json, alternatives, '[]'),
      reading = ${JSON.stringify(reading)}, skipped = null, version = ${version}
    where user_id = ${userId} and entry_id = ${id} and done_at is null and not is_held`);
}

/** Makes an entry without a season show a workout of the library. Returns whether there is one. */
export async function showWorkout(
  db: Db,
  userId: string,
  id: string,
  { workoutId, version }: { workoutId: string | undefined; version: number },
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    update calendar_entry e set
      workout_id = w.workout_id, kind = null, title = null, script = null, notes = null, is_race = false,
      alternatives = null, reading = null, skipped = null, version = ${version}
    from workout w
    where e.user_id = ${userId} and e.entry_id = ${id} and e.done_at is null and e.season_id is null
      and w.user_id = ${userId} and w.workout_id = ${workoutId} and w.deleted_at is null`);
  return rowCount === 1;
}

/** The option of an entry with its own content, and its alternatives. Undefined without its own content. */
export async function findOptions(
  db: Db,
  userId: string,
  id: string,
): Promise<z.infer<typeof optionsRow> | undefined> {
  const { rows } = await db.query(sql`
    select kind, title, script, is_race as "isRace", alternatives from calendar_entry
    where user_id = ${userId} and entry_id = ${id} and kind is not null and not is_held`);
  return rows.map((row) => optionsRow.parse(row))[0];
}

const option = z.object({
  kind: z.enum(['run', 'rest', 'other']),
  title: z.string(),
  script: z.string(),
  isRace: z.optional(z.boolean()),
});
const optionsRow = z.object({ ...option.shape, alternatives: z.array(option) });
const plannedRow = z.object({ ...optionsRow.shape, notes: z.string() });

/** No-op if the entry is done. */
export async function replaceOption(
  db: Db,
  userId: string,
  id: string,
  {
    kind,
    title,
    script,
    isRace = false,
    reading,
    alternatives,
  }: EntryOption & { reading: SavedReading; alternatives: readonly EntryOption[] },
): Promise<void> {
  await db.query(sql`
    update calendar_entry set
      kind = ${kind}, title = ${title}, script = ${script}, is_race = ${isRace},
      reading = ${JSON.stringify(reading)},
      alternatives = ${JSON.stringify(alternatives)}, version = version + 1
    where user_id = ${userId} and entry_id = ${id} and done_at is null and not is_held`);
}

/** The entry that was added with this key, and whether the request is the same. */
export async function findByIdempotencyKey(
  db: Db,
  userId: string,
  { key, hash }: IdempotencyKey,
): Promise<{ id: string; isSameRequest: boolean } | undefined> {
  const { rows } = await db.query(sql`
    select entry_id as id, request_hash = ${hash} as same
    from calendar_entry
    where user_id = ${userId} and request_key = ${key}`);
  return rows.map(({ id, same }) => ({ id: String(id), isSameRequest: same === true }))[0];
}

/** `exceptId` is an entry that moves within the day. */
export async function isDayFull(
  db: Db,
  userId: string,
  day: string,
  exceptId: string | null = null,
): Promise<boolean> {
  const { rows } = await db.query(sql`
    select count(*) >= ${MAX_WORKOUTS_PER_DAY} as full from ${ENTRIES}
    where e.user_id = ${userId} and e.day = ${day} and e.entry_id is distinct from ${exceptId}
      and ${IS_VISIBLE}`);
  return rows[0]?.['full'] === true;
}

/** Null clears it. */
export async function setTimeOfDay(
  db: Db,
  userId: string,
  id: string,
  timeOfDay: TimeOfDay | null,
): Promise<void> {
  await db.query(sql`
    update calendar_entry set time_of_day = ${timeOfDay}
    where user_id = ${userId} and entry_id = ${id}`);
}

/** Moves an entry to a position among the visible entries of a day. Needs the athlete's lock. */
export async function moveEntry(
  db: Db,
  userId: string,
  id: string,
  { day, position }: { day: string; position: number },
): Promise<void> {
  await db.query(sql`
    with others as (
      select e.entry_id, row_number() over (order by ${ORDER}) - 1 as place
      from ${ENTRIES}
      where e.user_id = ${userId} and e.day = ${day} and e.entry_id <> ${id} and ${IS_VISIBLE}),
    placed as (
      select entry_id, case when place < ${position}::int then place else place + 1 end as place
      from others
      union all
      select ${id}::uuid, least(${position}::int, (select count(*) from others)))
    update calendar_entry e set day = ${day}, position = placed.place
    from placed
    where e.user_id = ${userId} and e.entry_id = placed.entry_id`);
}

/** Copies the workout, or the entry's own content, into the done entry. No-op if it is done already. */
export async function markDone(
  db: Db,
  userId: string,
  id: string,
  { paces, now }: { paces: AthleteSpeeds; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    update calendar_entry e set
      workout_id = null, done_at = ${now}, done_workout_id = shown.workout_id,
      done_title = shown.title, done_script = shown.script, done_reading = shown.reading,
      done_paces = ${JSON.stringify(paces)}
    from (
      select e.entry_id, w.workout_id, ${SHOWN_TITLE} as title,
        coalesce(e.script, w.script) as script, coalesce(e.reading, w.reading) as reading
      from ${ENTRIES}
      where e.user_id = ${userId} and e.entry_id = ${id} and e.done_at is null
        and ${IS_VISIBLE}) as shown
    where e.user_id = ${userId} and e.entry_id = shown.entry_id and e.done_at is null`);
  return rowCount === 1;
}

/** Makes the entry show its workout, or its own content, again. No-op if the workout is deleted. */
export async function markUndone(db: Db, userId: string, id: string): Promise<void> {
  await db.query(sql`
    update calendar_entry e set
      workout_id = done.workout_id, done_at = null, done_workout_id = null, done_title = null,
      done_script = null, done_reading = null, done_paces = null
    from (
      select e.entry_id, w.workout_id from ${ENTRIES}
      where e.user_id = ${userId} and e.entry_id = ${id} and e.done_at is not null
        and (e.kind is not null or w.workout_id is not null)) as done
    where e.user_id = ${userId} and e.entry_id = done.entry_id`);
}

export async function removeEntry(db: Db, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    delete from calendar_entry
    where user_id = ${userId} and entry_id = ${id} and not is_held`);
  return rowCount === 1;
}

/** The whole calendar in pages of JSON, including entries of deleted workouts. */
export async function* exportCalendar(db: Db, userId: string): AsyncGenerator<string[]> {
  for (let after: Cursor | undefined = START; after !== undefined;) {
    const { rows }: Awaited<ReturnType<Db['query']>> = await db.query(sql`
      select ${PAGE_COLUMNS} from ${LIMIT_BYTES} select ${COLUMNS}
      from calendar_entry e
      left join lateral (
        select * from workout
        where user_id = e.user_id and workout_id = coalesce(e.workout_id, e.done_workout_id)
        limit 1) as w on true
      where e.user_id = ${userId} and e.day >= ${after.day}::date
        and (${ORDER}) > (${after.day}::date, ${after.partOfDay}, ${after.position}, ${after.id})
      order by ${ORDER}
      limit 100 ${LIMIT_BYTES_END}`);
    const page = rows.map(parseEntry);
    yield page.map(({ json }) => json);
    after = page.at(-1);
  }
}

// One look-up per entry, because the planner may otherwise read the whole library for the join.
export const ENTRIES = sql`calendar_entry e
  left join lateral (
    select * from workout
    where user_id = e.user_id and workout_id = coalesce(e.workout_id, e.done_workout_id)
      and deleted_at is null
    limit 1) as w on true`;

export const IS_VISIBLE = sql`((e.done_at is not null or w.workout_id is not null or e.kind is not null)
  and not e.is_held)`;

// Morning, no time of day, afternoon.
const PART_OF_DAY = sql`case e.time_of_day when 'am' then 0 when 'pm' then 2 else 1 end`;

const ORDER = sql`e.day, ${PART_OF_DAY}, e.position, e.entry_id`;

// An entry without its own content changes with its workout, until it is done.
const IF_PLANNED = sql`case when e.done_at is null then`;
export const VERSION = sql`e.version + coalesce(${IF_PLANNED} w.version end, 0)`;

// The response as JSON text; what is stored as JSON is copied.
const COLUMNS = sql`e.entry_id as id, to_char(e.day, 'YYYY-MM-DD') as day, ${PART_OF_DAY} as "partOfDay", e.position,
  e.done_at is not null as "isDone", ${VERSION} as version,
  json_build_object('id', e.entry_id, 'day', e.day, 'timeOfDay', e.time_of_day, 'position', e.position, 'workoutId', w.workout_id,
    'title', coalesce(e.done_title, ${SHOWN_TITLE}),
    'script', coalesce(e.done_script, e.script, w.script),
    'reading', coalesce(e.done_reading, e.reading, w.reading),
    'version', ${VERSION}, 'notes', ${IF_PLANNED} w.notes end,
    'own', case when e.kind is not null then json_build_object('kind', e.kind, 'isRace', e.is_race,
      'notes', e.notes, 'alternatives', e.alternatives,
      'skipped', case when e.kind = 'rest' then e.skipped::jsonb - 'reading' end) end,
    'season', (
      select json_build_object('id', s.season_id, 'key', e.plan_key, 'title', s.title,
        'planId', p.plan_id, 'weekCount', s.week_count)
      from season s
      left join plan p on p.user_id = s.user_id and p.plan_id = s.plan_id and p.deleted_at is null
      where s.user_id = e.user_id and s.season_id = e.season_id),
    'done', case when e.done_at is not null then
      json_build_object('at', ${isoTime(sql`e.done_at`)}, 'paces', e.done_paces) end)::text as json`;
const PAGE_COLUMNS = sql`id, day, "partOfDay", position, "isDone", version, json, found`;

const entryRow = z.object({
  id: z.string(),
  day: z.string(),
  partOfDay: z.number(),
  position: z.number(),
  isDone: z.boolean(),
  version: z.number(),
  json: z.string(),
});

function parseEntry(value: unknown): StoredEntry {
  return entryRow.parse(value);
}
