import {
  DAYS_TO_RESTORE,
  MAX_WORKOUTS,
  type SavedReading,
  type WorkoutOrder,
  type WorkoutToSave,
} from '@pacewright/contract';
import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { HIGHEST_ID, LOWEST_ID, newId } from '../../db/ids.ts';
import { isoTime, LIMIT_BYTES_END, limitBytes, milliseconds } from '../../db/page.ts';
import { sql } from '../../db/sql.ts';
import type { IdempotencyKey } from '../../http/idempotency.ts';
import { listPatterns, sortTitle } from './search-terms.ts';
import type { OldRows } from '../../jobs/retention.ts';

/** A workout with its response as JSON text. */
export type StoredWorkout = { id: string; version: number; isDeleted: boolean; json: string };

/** Up to `limit` workouts with their sort keys, fewer if the response would be too large. */
export type Page = { workouts: PageItem[]; isMore: boolean };

type PageItem = { id: string; key: string; json: string };

export type Content = Required<WorkoutToSave> & { reading: SavedReading; search: string };

/** More saves than can run at the same time. */
const CONCURRENT_SAVES = 500;

/**
 * Returns undefined if the id or the idempotency key was used before. Without the athlete's lock also if the library may be
 * too full: a cap could be exceeded by saves that do not see each other, so nothing is added near the cap on
 * workouts or with a new tag.
 */
export async function addWorkout(
  db: Db,
  userId: string,
  content: Content,
  {
    now,
    id = newId(now.getTime()),
    request,
    isLocked,
  }: { id?: string; now: Date; request: IdempotencyKey | undefined; isLocked: boolean },
): Promise<StoredWorkout | undefined> {
  const tagPatterns = content.tags.flatMap((tag) => listPatterns({ tag }));
  const { rows } = await db.query(sql`
      insert into workout as w (user_id, workout_id, title, title_key, script, notes, tags, reading,
        search, created_at, updated_at, request_key, request_hash)
      select a.user_id, ${id}::uuid, ${content.title}, ${sortTitle(content.title)},
        ${content.script}, ${content.notes}, ${JSON.stringify(content.tags)}::json,
        ${JSON.stringify(content.reading)}::json, ${content.search},
        ${now}::timestamptz, ${now}::timestamptz, ${request?.key}, ${request?.hash}::bytea
      from app_user a
      where a.user_id = ${userId} and (${isLocked} or not exists (
          select from workout other where other.user_id = a.user_id
          offset ${MAX_WORKOUTS - CONCURRENT_SAVES})
        and not exists (
          select from unnest(${tagPatterns}::text[]) as pattern where not exists (
            select from workout other where other.user_id = a.user_id
              and other.deleted_at is null and other.search like pattern)))
      for key share
      on conflict do nothing
      returning ${COLUMNS}`);
  return rows.map(parseWorkout)[0];
}

/** Adds workouts with ids in their order. Needs the athlete's lock, and unused idempotency keys. */
export async function addWorkouts(
  db: Db,
  userId: string,
  contents: readonly Content[],
  { now, requests }: { now: Date; requests: readonly IdempotencyKey[] },
): Promise<string[]> {
  const rows = contents.map(({ title, script, notes, tags, reading, search }, index) => ({
    id: newId(now.getTime()),
    title,
    title_key: sortTitle(title),
    script,
    notes,
    tags,
    reading,
    search,
    request_key: requests[index]?.key,
    request_hash: requests[index]?.hash.toString('hex'),
  }));
  await db.query(sql`
    insert into workout (user_id, workout_id, title, title_key, script, notes, tags, reading, search,
      created_at, updated_at, request_key, request_hash)
    select ${userId}::uuid, r.id, r.title, r.title_key, r.script, r.notes, r.tags, r.reading, r.search,
      ${now}::timestamptz, ${now}::timestamptz, r.request_key, decode(r.request_hash, 'hex')
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, title text, title_key text,
      script text, notes text, tags json, reading json, search text, request_key text,
      request_hash text)`);
  return rows.map(({ id }) => id);
}

/** The workouts that were saved with these keys, and whether all of the requests are the same. */
export async function findByIdempotencyKeys(
  db: Db,
  userId: string,
  requests: readonly IdempotencyKey[],
): Promise<{ ids: string[]; isSameRequest: boolean }> {
  const { rows } = await db.query(sql`
    select w.workout_id as id, w.request_hash = r.hash as same
    from unnest(${requests.map(({ key }) => key)}::text[], ${requests.map(({ hash }) => hash)}::bytea[])
      with ordinality as r (key, hash, place)
    join workout w on w.user_id = ${userId} and w.request_key = r.key
    order by r.place`);
  return {
    ids: rows.map(({ id }) => String(id)),
    isSameRequest: rows.length === requests.length && rows.every(({ same }) => same === true),
  };
}

/** The workout that was saved with this key or id, and whether the request is the same. */
export async function findSame(
  db: Db,
  userId: string,
  { id, request }: { id?: string; request: IdempotencyKey | undefined },
): Promise<{ workout: StoredWorkout; isSameRequest: boolean } | undefined> {
  const { rows } = await db.query(sql`
    select ${COLUMNS}, w.request_hash = ${request?.hash}::bytea as "isSameRequest"
    from workout w
    where w.user_id = ${userId} and (w.request_key = ${request?.key} or w.workout_id = ${id})
    order by w.request_key is distinct from ${request?.key}
    limit 1`);
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

/** Locks a workout. Includes deleted ones that can be restored. */
export async function lockWorkout(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<StoredWorkout | undefined> {
  const { rows } = await db.query(sql`
    select ${COLUMNS} from workout w
    where w.user_id = ${userId} and w.workout_id = ${id}
      and (w.deleted_at is null or w.deleted_at > ${restoreDeadline(now)})
    for update`);
  return rows.map(parseWorkout)[0];
}

export async function replaceWorkout(
  db: Db,
  userId: string,
  id: string,
  content: Content,
  now: Date,
): Promise<StoredWorkout> {
  const { rows } = await db.query(sql`
    update workout w set
      title = ${content.title}, title_key = ${sortTitle(content.title)},
      script = ${content.script}, notes = ${content.notes},
      tags = ${JSON.stringify(content.tags)}, reading = ${JSON.stringify(content.reading)},
      search = ${content.search},
      version = w.version + 1, updated_at = ${now}
    where w.user_id = ${userId} and w.workout_id = ${id}
    returning ${COLUMNS}`);
  return parseWorkout(rows[0]);
}

/** Soft delete: the workout can be restored for 30 days. */
export async function deleteWorkout(db: Db, userId: string, id: string, now: Date): Promise<void> {
  await db.query(sql`
    update workout set deleted_at = ${now} where user_id = ${userId} and workout_id = ${id}`);
}

/** Soft-deletes those that are in the library, and returns their ids. Needs the athlete's lock. */
export async function deleteWorkouts(
  db: Db,
  userId: string,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await db.query(sql`
    update workout w set deleted_at = ${now}
    where w.user_id = ${userId} and w.workout_id = any(${ids}::uuid[]) and w.deleted_at is null
    returning w.workout_id as id`);
  return rows.map(({ id }) => String(id));
}

export async function restoreWorkout(db: Db, userId: string, id: string): Promise<StoredWorkout> {
  const { rows } = await db.query(sql`
    update workout w set deleted_at = null
    where w.user_id = ${userId} and w.workout_id = ${id}
    returning ${COLUMNS}`);
  return parseWorkout(rows[0]);
}

/** Permanently deletes workouts that can no longer be restored. */
export async function deleteExpired(db: Db, userId: string, now: Date): Promise<void> {
  await db.query(sql`
    delete from workout where user_id = ${userId} and deleted_at <= ${restoreDeadline(now)}`);
}

/** The same of all athletes. */
export const EXPIRED_WORKOUTS: OldRows = {
  table: sql`workout`,
  id: sql`workout_id`,
  age: sql`deleted_at`,
  deadline: restoreDeadline,
};

/** Permanently deletes the oldest deleted workouts above a maximum. */
export async function pruneDeleted(db: Db, userId: string, max: number): Promise<void> {
  await db.query(sql`
    delete from workout where user_id = ${userId} and workout_id in (
      select workout_id from workout
      where user_id = ${userId} and deleted_at is not null
      order by deleted_at desc, workout_id desc
      offset ${max})`);
}

const MAX_DELETED_PER_PAGE = 100;

/** The workouts that can be restored, last deleted first. */
export async function listDeleted(
  db: Db,
  userId: string,
  { now, after }: { now: Date; after: Cursor | undefined },
): Promise<Page> {
  const { rows } = await db.query(sql`
    select ${PAGE_COLUMNS} from ${LIMIT_BYTES}
    select ${isoTime(sql`w.deleted_at`)} as key, ${COLUMNS}
    from workout w
    where w.user_id = ${userId} and w.deleted_at > ${restoreDeadline(now)}
      and (w.deleted_at, w.workout_id) < (${after?.key ?? 'infinity'}, ${after?.id ?? HIGHEST_ID})
    order by w.deleted_at desc, w.workout_id desc
    limit ${MAX_DELETED_PER_PAGE + 1} ${LIMIT_BYTES_END}`);
  return parsePage(rows, MAX_DELETED_PER_PAGE);
}

export async function countWorkouts(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query(sql`
    select count(*)::int as workouts from workout
    where user_id = ${userId} and deleted_at is null`);
  return Number(rows[0]?.['workouts']);
}

/** A sort key, with the id as tie-breaker. */
export type Cursor = { key: string; id: string };

/** A range of the library, without `after` and including `until`. */
export type PageRange = {
  order: WorkoutOrder;
  after: Cursor | undefined;
  until: Cursor | undefined;
  limit: number;
};

/**
 * Each order has an index. "newest" repeats the id so that every sort key is (key, id); as text its key is empty,
 * because a cursor contains the id anyway.
 */
const ORDERS = {
  newest: {
    sortKey: sql`(w.workout_id, w.workout_id)`,
    keyText: sql`''`,
    isAfter: sql`<`,
    isUntil: sql`>=`,
    orderBy: sql`w.workout_id desc`,
    start: { key: HIGHEST_ID, id: HIGHEST_ID },
    end: { key: LOWEST_ID, id: LOWEST_ID },
  },
  changed: {
    sortKey: sql`(w.updated_at, w.workout_id)`,
    keyText: isoTime(sql`w.updated_at`),
    isAfter: sql`<`,
    isUntil: sql`>=`,
    orderBy: sql`w.updated_at desc, w.workout_id desc`,
    start: { key: 'infinity', id: HIGHEST_ID },
    end: { key: '-infinity', id: LOWEST_ID },
  },
  title: {
    sortKey: sql`(w.title_key, w.workout_id)`,
    keyText: sql`w.title_key`,
    isAfter: sql`>`,
    isUntil: sql`<=`,
    orderBy: sql`w.title_key, w.workout_id`,
    start: { key: '', id: LOWEST_ID },
    end: { key: '\u{10FFFF}', id: HIGHEST_ID },
  },
};

function resolveRange({ order, after, until }: PageRange) {
  const { start, end, ...parts } = ORDERS[order];
  return { ...parts, after: after ?? start, until: until ?? end };
}

/** The workouts whose terms match all patterns, or without any all of them. At most the athlete's own rows are read. */
export async function listPage(
  db: Db,
  userId: string,
  patterns: readonly string[],
  range: PageRange,
): Promise<Page> {
  const { sortKey, keyText, isAfter, isUntil, orderBy, after, until } = resolveRange(range);
  // PostgreSQL expects few matches, so it would read and sort the whole library for a list without patterns.
  const isAnything = patterns.length === 0 ? sql`true or` : sql``;
  const { rows } = await db.query(sql`
    select ${PAGE_COLUMNS} from ${LIMIT_BYTES}
    select ${keyText} as key, ${COLUMNS}
    from workout w
    where w.user_id = ${userId} and w.deleted_at is null
      and (${isAnything} w.search like all(${patterns}::text[]))
      and ${sortKey} ${isAfter} (${after.key}, ${after.id})
      and ${sortKey} ${isUntil} (${until.key}, ${until.id})
    order by ${orderBy}
    limit ${range.limit + 1} ${LIMIT_BYTES_END}`);
  return parsePage(rows, range.limit);
}

const tagRow = z.object({ tag: z.string(), workouts: z.number() });

export async function listTags(db: Db, userId: string): Promise<z.infer<typeof tagRow>[]> {
  const { rows } = await db.query(sql`
    select tag, count(*)::int as workouts
    from workout w, json_array_elements_text(w.tags) as tag
    where w.user_id = ${userId} and w.deleted_at is null
    group by tag
    order by tag collate "C"
    limit ${MAX_TAGS_LISTED}`);
  return rows.map((row) => tagRow.parse(row));
}

/** Above the cap on tags, for libraries that are older than the cap. */
const MAX_TAGS_LISTED = 1000;

export async function countTags(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query(sql`
    select count(distinct tag)::int as tags
    from workout w, json_array_elements_text(w.tags) as tag
    where w.user_id = ${userId} and w.deleted_at is null`);
  return Number(rows[0]?.['tags']);
}

/** The whole library in pages of JSON, including deleted workouts. */
export async function* exportWorkouts(db: Db, userId: string): AsyncGenerator<string[]> {
  for (let after: string | undefined = LOWEST_ID; after !== undefined;) {
    const { rows }: Awaited<ReturnType<Db['query']>> = await db.query(sql`
      select ${PAGE_COLUMNS} from ${LIMIT_BYTES}
      select '' as key, ${COLUMNS}
      from workout w
      where w.user_id = ${userId} and w.workout_id > ${after}
      order by w.workout_id
      limit 100 ${LIMIT_BYTES_END}`);
    const page = rows.map(parsePageRow);
    yield page.map(({ json }) => json);
    after = page.at(-1)?.id;
  }
}

function restoreDeadline(now: Date): Date {
  return new Date(now.getTime() - DAYS_TO_RESTORE * 24 * 3600 * 1000);
}

/** Numbers and texts, of which Node writes the JSON: PostgreSQL takes three times as long. */
const COLUMNS = sql`w.workout_id as id, w.title, w.script, w.notes, w.version, w.tags::text as tags,
  w.reading::text as reading, ${milliseconds(sql`w.created_at`)} as "createdAt",
  ${milliseconds(sql`w.updated_at`)} as "updatedAt", ${milliseconds(sql`w.deleted_at`)} as "deletedAt"`;
const PAGE_COLUMNS = sql`key, id, title, script, notes, version, tags, reading, "createdAt", "updatedAt",
  "deletedAt", found`;
const LIMIT_BYTES = limitBytes(sql`octet_length(page.title) + octet_length(page.script)
  + octet_length(page.notes) + octet_length(page.tags) + octet_length(page.reading)`);

const columns = {
  id: z.string(),
  title: z.string(),
  script: z.string(),
  notes: z.string(),
  version: z.number(),
  tags: z.string(),
  reading: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  deletedAt: z.nullable(z.number()),
};
const workoutRow = z.object(columns);
const pageRow = z.object({ ...columns, key: z.string(), found: z.number() });

function parsePage(rows: Record<string, unknown>[], limit: number): Page {
  const found = Number(rows[0]?.['found'] ?? 0);
  const workouts = rows.slice(0, limit).map(parsePageRow);
  return { workouts, isMore: found > workouts.length };
}

function parsePageRow(value: unknown): PageItem {
  const row = pageRow.parse(value);
  return { id: row.id, key: row.key, json: writeJson(row) };
}

function parseWorkout(value: unknown): StoredWorkout {
  const row = workoutRow.parse(value);
  return {
    id: row.id,
    version: row.version,
    isDeleted: row.deletedAt !== null,
    json: writeJson(row),
  };
}

/** The response. Tags and reading are JSON already. */
function writeJson(row: z.infer<typeof workoutRow>): string {
  const { id, title, script, notes, version, tags, reading, createdAt, updatedAt, deletedAt } = row;
  const deleted = deletedAt === null ? '' : `,"deletedAt":"${formatTime(deletedAt)}"`;
  return (
    `{"id":"${id}","title":${JSON.stringify(title)},"script":${JSON.stringify(script)}` +
    `,"notes":${JSON.stringify(notes)},"version":${version},"createdAt":"${formatTime(createdAt)}"` +
    `,"updatedAt":"${formatTime(updatedAt)}","tags":${tags},"reading":${reading}${deleted}}`
  );
}

function formatTime(time: number): string {
  return new Date(Math.round(time)).toISOString();
}
