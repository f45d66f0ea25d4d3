import {
  DAYS_TO_RESTORE,
  type SavedReading,
  type WorkoutOrder,
  type WorkoutToSave,
} from '@pacewright/contract';
import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { HIGHEST_ID, LOWEST_ID, newId } from '../../db/ids.ts';
import { FITTING, FITTING_END } from '../../db/page.ts';
import { sql } from '../../db/sql.ts';
import type { RequestKey } from '../../http/idempotency.ts';
import { type Condition, joinTerms, splitTerms, titleKey } from './search-terms.ts';

/** A workout as the API answers it: in JSON, because it is stored that way and only passed on. */
export type StoredWorkout = {
  id: string;
  version: number;
  isDeleted: boolean;
  titleKey: string;
  updatedAt: Date;
  deletedAt: Date | null;
  json: string;
};

/** As many workouts as were asked for, or fewer if they would be more than a response should hold. */
export type Page = { workouts: StoredWorkout[]; isMore: boolean };

/** Nobody else changes it before the transaction ends. */
export type LockedWorkout = StoredWorkout & { terms: string[] };

/** What a save stores. */
export type Content = Required<WorkoutToSave> & { reading: SavedReading; terms: string[] };

/** Adds a workout and returns it. Returns undefined if the request's key has been used before. */
export async function addWorkout(
  db: Db,
  userId: string,
  content: Content,
  { now, request }: { now: Date; request: RequestKey | undefined },
): Promise<StoredWorkout | undefined> {
  const { rows } = await db.query(sql`
    with added as (
      insert into workout as w (user_id, workout_id, title, title_key, script, notes, tags, reading,
        search, created_at, updated_at, request_key, request_hash)
      values (${userId}, ${newId(now.getTime())}, ${content.title}, ${titleKey(content.title)},
        ${content.script}, ${content.notes}, ${JSON.stringify(content.tags)},
        ${JSON.stringify(content.reading)}, ${joinTerms(content.terms)},
        ${now}, ${now}, ${request?.key}, ${request?.hash})
      on conflict (user_id, request_key) do nothing
      returning ${COLUMNS}),
    found_by as (
      insert into workout_term (user_id, term, workout_id)
      select ${userId}::uuid, unnest(${content.terms}::text[]), id from added)
    select * from added`);
  return rows.map(parseWorkout)[0];
}

/** What a request with this key made, and whether it asked for the same. */
export async function findByRequestKey(
  db: Db,
  userId: string,
  { key, hash }: RequestKey,
): Promise<{ workout: StoredWorkout; isSameRequest: boolean } | undefined> {
  const { rows } = await db.query(sql`
    select ${COLUMNS}, w.request_hash = ${hash} as "isSameRequest"
    from workout w
    where w.user_id = ${userId} and w.request_key = ${key}`);
  return rows.map((row) => ({
    workout: parseWorkout(row),
    isSameRequest: row['isSameRequest'] === true,
  }))[0];
}

export async function findWorkout(
  db: Db,
  userId: string,
  id: string,
): Promise<StoredWorkout | undefined> {
  const { rows } = await db.query(sql`
    select ${COLUMNS} from workout w
    where w.user_id = ${userId} and w.workout_id = ${id} and w.deleted_at is null`);
  return rows.map(parseWorkout)[0];
}

/** Finds a workout, also a deleted one, and holds off everyone else who would change it. */
export async function lockWorkout(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<LockedWorkout | undefined> {
  const { rows } = await db.query(sql`
    select ${COLUMNS}, w.search from workout w
    where w.user_id = ${userId} and w.workout_id = ${id}
      and (w.deleted_at is null or w.deleted_at > ${lastDayToRestore(now)})
    for update`);
  return rows.map((row) => ({ ...parseWorkout(row), terms: splitTerms(String(row['search'])) }))[0];
}

/** Changes a locked workout. */
export async function replaceWorkout(
  db: Db,
  userId: string,
  before: LockedWorkout,
  content: Content,
  now: Date,
): Promise<StoredWorkout> {
  const gone = before.terms.filter((term) => !content.terms.includes(term));
  const fresh = content.terms.filter((term) => !before.terms.includes(term));
  const { rows } = await db.query(sql`
    with no_longer_found_by as (
      delete from workout_term
      where user_id = ${userId} and term = any(${gone}) and workout_id = ${before.id}),
    found_by as (
      insert into workout_term (user_id, term, workout_id)
      select ${userId}::uuid, unnest(${fresh}::text[]), ${before.id}::uuid)
    update workout w set
      title = ${content.title}, title_key = ${titleKey(content.title)},
      script = ${content.script}, notes = ${content.notes},
      tags = ${JSON.stringify(content.tags)}, reading = ${JSON.stringify(content.reading)},
      search = ${joinTerms(content.terms)},
      version = w.version + 1, updated_at = ${now}
    where w.user_id = ${userId} and w.workout_id = ${before.id}
    returning ${COLUMNS}`);
  return parseWorkout(rows[0]);
}

/** Deletes a locked workout, to be restored within 30 days. */
export async function deleteWorkout(
  db: Db,
  userId: string,
  { id, terms }: LockedWorkout,
  now: Date,
): Promise<void> {
  await db.query(sql`
    with no_longer_found_by as (
      delete from workout_term
      where user_id = ${userId} and term = any(${terms}) and workout_id = ${id})
    update workout set deleted_at = ${now} where user_id = ${userId} and workout_id = ${id}`);
}

/** Brings a locked workout back. */
export async function restoreWorkout(
  db: Db,
  userId: string,
  { id, terms }: LockedWorkout,
): Promise<StoredWorkout> {
  const { rows } = await db.query(sql`
    with found_by as (
      insert into workout_term (user_id, term, workout_id)
      select ${userId}::uuid, unnest(${terms}::text[]), ${id}::uuid)
    update workout w set deleted_at = null
    where w.user_id = ${userId} and w.workout_id = ${id}
    returning ${COLUMNS}`);
  return parseWorkout(rows[0]);
}

/** Removes for good what this athlete can no longer restore. */
export async function removeExpired(db: Db, userId: string, now: Date): Promise<void> {
  await db.query(sql`
    delete from workout where user_id = ${userId} and deleted_at <= ${lastDayToRestore(now)}`);
}

/** The same for all athletes, up to a number of workouts. Returns how many were removed. */
export async function removeExpiredOfAll(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(sql`
    delete from workout w
    using (
      select user_id, workout_id from workout
      where deleted_at <= ${lastDayToRestore(now)}
      limit ${limit}
      for update skip locked) as expired
    where w.user_id = expired.user_id and w.workout_id = expired.workout_id`);
  return rowCount ?? 0;
}

/** Keeps only so many deleted workouts: those that were deleted first are removed for good. */
export async function removeOldestDeleted(db: Db, userId: string, most: number): Promise<void> {
  await db.query(sql`
    delete from workout where user_id = ${userId} and workout_id in (
      select workout_id from workout
      where user_id = ${userId} and deleted_at is not null
      order by deleted_at desc, workout_id desc
      offset ${most})`);
}

const MOST_DELETED_ON_A_PAGE = 100;

/** The workouts an athlete can restore, the last deleted first. */
export async function listDeleted(
  db: Db,
  userId: string,
  { now, after }: { now: Date; after: Place | undefined },
): Promise<Page> {
  const { rows } = await db.query(sql`
    ${FITTING} select ${COLUMNS}, ${BYTES} from workout w
    where w.user_id = ${userId} and w.deleted_at > ${lastDayToRestore(now)}
      and (w.deleted_at, w.workout_id) < (${after?.key ?? 'infinity'}, ${after?.id ?? HIGHEST_ID})
    order by w.deleted_at desc, w.workout_id desc
    limit ${MOST_DELETED_ON_A_PAGE + 1} ${FITTING_END}`);
  return parsePage(rows, MOST_DELETED_ON_A_PAGE);
}

export async function countWorkouts(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query(sql`
    select count(*)::int as workouts from workout
    where user_id = ${userId} and deleted_at is null`);
  return Number(rows[0]?.['workouts']);
}

/** What a workout is ordered by, and its id, which tells apart those where that is the same. */
export type Place = { key: string; id: string };

/** Part of the library, in an order: what comes after one place, up to and including another. */
export type Span = {
  order: WorkoutOrder;
  /** The beginning and the end of the library unless they are said. */
  after: Place | undefined;
  upTo: Place | undefined;
  limit: number;
};

/** Each order is that of an index. The id tells the age, and stands twice to make that order like the others. */
const ORDERS = {
  newest: {
    place: sql`(w.workout_id, w.workout_id)`,
    isAfter: sql`<`,
    isUpTo: sql`>=`,
    sorted: sql`w.workout_id desc`,
    start: { key: HIGHEST_ID, id: HIGHEST_ID },
    end: { key: LOWEST_ID, id: LOWEST_ID },
  },
  changed: {
    place: sql`(w.updated_at, w.workout_id)`,
    isAfter: sql`<`,
    isUpTo: sql`>=`,
    sorted: sql`w.updated_at desc, w.workout_id desc`,
    start: { key: 'infinity', id: HIGHEST_ID },
    end: { key: '-infinity', id: LOWEST_ID },
  },
  title: {
    place: sql`(w.title_key, w.workout_id)`,
    isAfter: sql`>`,
    isUpTo: sql`<=`,
    sorted: sql`w.title_key, w.workout_id`,
    start: { key: '', id: LOWEST_ID },
    end: { key: '\u{10FFFF}', id: HIGHEST_ID },
  },
};

function orderOf({ order, after, upTo }: Span) {
  const { start, end, ...parts } = ORDERS[order];
  return { ...parts, after: after ?? start, upTo: upTo ?? end };
}

export async function listPage(db: Db, userId: string, span: Span): Promise<Page> {
  const { place, isAfter, isUpTo, sorted, after, upTo } = orderOf(span);
  const { rows } = await db.query(sql`
    ${FITTING} select ${COLUMNS}, ${BYTES} from workout w
    where w.user_id = ${userId} and w.deleted_at is null
      and ${place} ${isAfter} (${after.key}, ${after.id})
      and ${place} ${isUpTo} (${upTo.key}, ${upTo.id})
    order by ${sorted}
    limit ${span.limit + 1} ${FITTING_END}`);
  return parsePage(rows, span.limit);
}

/** How many of the first workouts are looked through before the terms are asked. */
const LOOKED_THROUGH = 200;

/** Finds what meets all conditions. There must be one. */
export async function search(
  db: Db,
  userId: string,
  conditions: readonly Condition[],
  span: Span,
): Promise<Page> {
  const { place, isAfter, isUpTo, sorted, after, upTo } = orderOf(span);
  const patterns = conditions.map(({ pattern }) => pattern);
  // What is common is soon found among the first.
  const soon = await db.query(sql`
    ${FITTING} select ${COLUMNS}, ${BYTES} from (
      select * from workout w
      where w.user_id = ${userId} and w.deleted_at is null
        and ${place} ${isAfter} (${after.key}, ${after.id})
        and ${place} ${isUpTo} (${upTo.key}, ${upTo.id})
      order by ${sorted}
      limit ${LOOKED_THROUGH}) as w
    where w.search like all(${patterns})
    order by ${sorted}
    limit ${span.limit + 1} ${FITTING_END}`);
  const first = parsePage(soon.rows, span.limit);
  if (first.isMore) return first;

  // What is rare has few terms: the rarest condition's are read, whatever the size of the library.
  const { rows } = await db.query(sql`
    with rarest as materialized (
      select low, high
      from unnest(${conditions.map(({ low }) => low)}::text[],
                  ${conditions.map(({ high }) => high)}::text[]) as condition (low, high)
      order by (
        select count(*) from (
          select from workout_term t
          where t.user_id = ${userId} and t.term >= low and t.term < high
          limit 100) as counted)
      limit 1),
    found as materialized (
      select distinct t.workout_id
      from rarest, workout_term t
      where t.user_id = ${userId} and t.term >= rarest.low and t.term < rarest.high)
    ${FITTING} select ${COLUMNS}, ${BYTES}
    from found, lateral (
      -- One look-up each. Left to itself the planner may read the whole library for a join.
      select * from workout
      where user_id = ${userId} and workout_id = found.workout_id
      limit 1) as w
    where w.search like all(${patterns}) and w.deleted_at is null
      and ${place} ${isAfter} (${after.key}, ${after.id})
      and ${place} ${isUpTo} (${upTo.key}, ${upTo.id})
    order by ${sorted}
    limit ${span.limit + 1} ${FITTING_END}`);
  return parsePage(rows, span.limit);
}

const tagRow = z.object({ tag: z.string(), workouts: z.number() });

export async function listTags(db: Db, userId: string): Promise<z.infer<typeof tagRow>[]> {
  const { rows } = await db.query(sql`
    select substr(term, 2) as tag, count(*)::int as workouts
    from workout_term
    where user_id = ${userId} and term >= '#' and term < '$'
    group by term
    order by term
    limit ${MOST_TAGS_LISTED}`);
  return rows.map((row) => tagRow.parse(row));
}

/** More than a library can have, except for one that is older than that limit. */
const MOST_TAGS_LISTED = 1000;

export async function countTags(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query(sql`
    select count(distinct term)::int as tags
    from workout_term
    where user_id = ${userId} and term >= '#' and term < '$'`);
  return Number(rows[0]?.['tags']);
}

/** Everything in the library, for the athlete to take away; what can be restored too. */
export async function* exportWorkouts(db: Db, userId: string): AsyncGenerator<string[]> {
  for (let after: string | undefined = LOWEST_ID; after !== undefined;) {
    const { rows }: Awaited<ReturnType<Db['query']>> = await db.query(sql`
      ${FITTING} select ${COLUMNS}, ${BYTES} from workout w
      where w.user_id = ${userId} and w.workout_id > ${after}
      order by w.workout_id
      limit 100 ${FITTING_END}`);
    const page = rows.map(parseWorkout);
    yield page.map(({ json }) => json);
    after = page.at(-1)?.id;
  }
}

function lastDayToRestore(now: Date): Date {
  return new Date(now.getTime() - DAYS_TO_RESTORE * 24 * 3600 * 1000);
}

// Text that is JSON is left as it is.
const COLUMNS = sql`w.workout_id as id, w.title, w.script, w.notes, w.tags::text, w.reading::text,
  w.version, w.created_at as "createdAt", w.updated_at as "updatedAt", w.deleted_at as "deletedAt",
  w.title_key as "titleKey"`;

/** How long a workout is in a response. */
const BYTES = sql`octet_length(w.reading::text) + octet_length(to_json(w.script)::text)
  + octet_length(to_json(w.notes)::text) + octet_length(to_json(w.title)::text)
  + octet_length(w.tags::text) + 400 as bytes`;

const workoutRow = z.object({
  id: z.string(),
  title: z.string(),
  script: z.string(),
  notes: z.string(),
  tags: z.string(),
  reading: z.string(),
  version: z.number(),
  createdAt: z.date(),
  updatedAt: z.date(),
  deletedAt: z.nullable(z.date()),
  titleKey: z.string(),
});

function parsePage(rows: Record<string, unknown>[], limit: number): Page {
  const workouts = rows.slice(0, limit).map(parseWorkout);
  return { workouts, isMore: Number(rows[0]?.['found'] ?? 0) > workouts.length };
}

function parseWorkout(value: unknown): StoredWorkout {
  const { tags, reading, deletedAt, titleKey: key, ...plain } = workoutRow.parse(value);
  const { id, version, updatedAt } = plain;
  const rest = JSON.stringify({ ...plain, ...(deletedAt && { deletedAt }) });
  const json = `${rest.slice(0, -1)},"tags":${tags},"reading":${reading}}`;
  const isDeleted = deletedAt !== null;
  return { id, version, isDeleted, titleKey: key, updatedAt, deletedAt, json };
}
