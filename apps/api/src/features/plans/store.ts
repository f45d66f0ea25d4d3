import { DAYS_TO_RESTORE } from '@pacewright/contract';
import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { HIGHEST_ID, LOWEST_ID } from '../../db/ids.ts';
import { isoTime, LIMIT_BYTES, LIMIT_BYTES_END } from '../../db/page.ts';
import { sql } from '../../db/sql.ts';
import type { IdempotencyKey } from '../../http/idempotency.ts';
import type { OldRows } from '../../jobs/retention.ts';

/** A plan with its response as JSON text. */
export type StoredPlan = z.infer<typeof planRow>;

export type Page = { plans: z.infer<typeof pageRow>[]; isMore: boolean };

/** A time, with the id as tie-breaker. */
export type Cursor = { time: string; id: string };

const START: Cursor = { time: 'infinity', id: HIGHEST_ID };

export type Content = { title: string; text: string };

/** Returns undefined if the id or the idempotency key was used before. Needs the athlete's lock. */
export async function addPlan(
  db: Db,
  userId: string,
  { title, text }: Content,
  { id, now, request }: { id: string; now: Date; request: IdempotencyKey | undefined },
): Promise<StoredPlan | undefined> {
  const { rows } = await db.query(sql`
    insert into plan as p (user_id, plan_id, title, text, created_at, updated_at, request_key, request_hash)
    values (${userId}, ${id}, ${title}, ${text}, ${now}, ${now}, ${request?.key}, ${request?.hash})
    on conflict do nothing
    returning ${COLUMNS}`);
  return rows.map(parsePlan)[0];
}

/** The plan that was saved with this key or id, and whether the request is the same. */
export async function findSame(
  db: Db,
  userId: string,
  { id, request }: { id: string; request: IdempotencyKey | undefined },
): Promise<{ plan: StoredPlan; isSameRequest: boolean } | undefined> {
  const { rows } = await db.query(sql`
    select ${COLUMNS}, p.request_hash = ${request?.hash}::bytea as "isSameRequest"
    from plan p
    where p.user_id = ${userId} and (p.request_key = ${request?.key} or p.plan_id = ${id})
    order by p.request_key is distinct from ${request?.key}
    limit 1`);
  return rows.map((row) => ({
    plan: parsePlan(row),
    isSameRequest: row['isSameRequest'] === true,
  }))[0];
}

/** Includes deleted ones that can be restored. */
export async function findPlan(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<StoredPlan | undefined> {
  const { rows } = await db.query(sql`
    select ${COLUMNS} from plan p
    where p.user_id = ${userId} and p.plan_id = ${id}
      and (p.deleted_at is null or p.deleted_at > ${restoreDeadline(now)})`);
  return rows.map(parsePlan)[0];
}

export async function replacePlan(
  db: Db,
  userId: string,
  id: string,
  { title, text }: Content,
  now: Date,
): Promise<StoredPlan> {
  const { rows } = await db.query(sql`
    update plan p set title = ${title}, text = ${text}, version = p.version + 1, updated_at = ${now}
    where p.user_id = ${userId} and p.plan_id = ${id}
    returning ${COLUMNS}`);
  return parsePlan(rows[0]);
}

/** Deletes a plan so that it can be restored, or restores it with null. */
export async function setDeleted(
  db: Db,
  userId: string,
  id: string,
  deletedAt: Date | null,
): Promise<StoredPlan> {
  const { rows } = await db.query(sql`
    update plan p set deleted_at = ${deletedAt}
    where p.user_id = ${userId} and p.plan_id = ${id}
    returning ${COLUMNS}`);
  return parsePlan(rows[0]);
}

/** Permanently deletes the oldest deleted plans above a maximum. */
export async function pruneDeleted(db: Db, userId: string, max: number): Promise<void> {
  await db.query(sql`
    delete from plan where user_id = ${userId} and plan_id in (
      select plan_id from plan
      where user_id = ${userId} and deleted_at is not null
      order by deleted_at desc, plan_id desc
      offset ${max})`);
}

/** Plans that can no longer be restored. */
export const EXPIRED_PLANS: OldRows = {
  table: sql`plan`,
  id: sql`plan_id`,
  age: sql`deleted_at`,
  deadline: restoreDeadline,
};

export async function countPlans(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query(sql`
    select count(*)::int as plans from plan
    where user_id = ${userId} and deleted_at is null`);
  return Number(rows[0]?.['plans']);
}

/** The last changed first. An athlete has a few hundred at most, so there is no index by time. */
export async function listPlans(
  db: Db,
  userId: string,
  { limit, after = START }: { limit: number; after: Cursor | undefined },
): Promise<Page> {
  const { rows } = await db.query(sql`
    select ${PAGE_COLUMNS} from ${LIMIT_BYTES}
    select p.plan_id as id, ${isoTime(sql`p.updated_at`)} as time, ${JSON_TEXT} as json
    from plan p
    where p.user_id = ${userId} and p.deleted_at is null
      and (p.updated_at, p.plan_id) < (${after.time}::timestamptz, ${after.id})
    order by p.updated_at desc, p.plan_id desc
    limit ${limit + 1} ${LIMIT_BYTES_END}`);
  return parsePage(rows, limit);
}

/** The plans that can be restored, last deleted first. */
export async function listDeleted(
  db: Db,
  userId: string,
  { limit, now, after = START }: { limit: number; now: Date; after: Cursor | undefined },
): Promise<Page> {
  const { rows } = await db.query(sql`
    select ${PAGE_COLUMNS} from ${LIMIT_BYTES}
    select p.plan_id as id, ${isoTime(sql`p.deleted_at`)} as time, ${JSON_TEXT} as json
    from plan p
    where p.user_id = ${userId} and p.deleted_at > ${restoreDeadline(now)}
      and (p.deleted_at, p.plan_id) < (${after.time}::timestamptz, ${after.id})
    order by p.deleted_at desc, p.plan_id desc
    limit ${limit + 1} ${LIMIT_BYTES_END}`);
  return parsePage(rows, limit);
}

/** All plans in pages of JSON, including deleted ones. */
export async function* exportPlans(db: Db, userId: string): AsyncGenerator<string[]> {
  for (let after: string | undefined = LOWEST_ID; after !== undefined;) {
    const { rows }: Awaited<ReturnType<Db['query']>> = await db.query(sql`
      select ${PAGE_COLUMNS} from ${LIMIT_BYTES}
      select p.plan_id as id, '' as time, ${JSON_TEXT} as json
      from plan p
      where p.user_id = ${userId} and p.plan_id > ${after}
      order by p.plan_id
      limit 100 ${LIMIT_BYTES_END}`);
    const page = rows.map((row) => pageRow.parse(row));
    yield page.map(({ json }) => json);
    after = page.at(-1)?.id;
  }
}

function restoreDeadline(now: Date): Date {
  return new Date(now.getTime() - DAYS_TO_RESTORE * 24 * 3600 * 1000);
}

const FIELDS = sql`'id', p.plan_id, 'title', p.title, 'text', p.text, 'version', p.version,
  'createdAt', ${isoTime(sql`p.created_at`)}, 'updatedAt', ${isoTime(sql`p.updated_at`)}`;
const JSON_TEXT = sql`case when p.deleted_at is null then json_build_object(${FIELDS})
  else json_build_object(${FIELDS}, 'deletedAt', ${isoTime(sql`p.deleted_at`)}) end::text`;
const COLUMNS = sql`p.version, p.text, p.deleted_at is not null as "isDeleted", ${JSON_TEXT} as json`;
const PAGE_COLUMNS = sql`id, time, json, found`;

const planRow = z.object({
  version: z.number(),
  text: z.string(),
  isDeleted: z.boolean(),
  json: z.string(),
});

const pageRow = z.object({ id: z.string(), time: z.string(), json: z.string(), found: z.number() });

function parsePage(rows: Record<string, unknown>[], limit: number): Page {
  const plans = rows.slice(0, limit).map((row) => pageRow.parse(row));
  return { plans, isMore: (plans[0]?.found ?? 0) > plans.length };
}

function parsePlan(value: unknown): StoredPlan {
  return planRow.parse(value);
}
