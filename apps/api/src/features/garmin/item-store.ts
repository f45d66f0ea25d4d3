import { DELIVERY_PROBLEMS, type DeliveryProblem } from '@pacewright/contract';
import type { GarminBody } from '@pacewright/delivery';
import type { AthleteSpeeds } from '@pacewright/script';
import * as z from 'zod/mini';
import type { Database, Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { exportConnection } from './connection-store.ts';
import {
  type ItemGroup,
  listSettled,
  type ScheduleItem,
  updatePending,
  type WorkoutItem,
} from './items.ts';

/** Lets one transaction at a time change an athlete's items. Taken after all other locks. */
export async function lockItems(db: Db, userId: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended('garmin ' || ${userId}, 0))`);
}

/** A workout of the library that is not deleted, locked against changes. */
export async function lockLibraryWorkout(
  db: Db,
  userId: string,
  workoutId: string,
): Promise<{ title: string; script: string } | undefined> {
  const { rows } = await db.query(sql`
    select title, script from workout
    where user_id = ${userId} and workout_id = ${workoutId} and deleted_at is null
    for share`);
  return rows.map(({ title, script }) => ({ title: String(title), script: String(script) }))[0];
}

/** A calendar entry that is not done, locked against changes. */
export async function lockEntry(
  db: Db,
  userId: string,
  entryId: string,
): Promise<{ workoutId: string; day: string } | undefined> {
  const { rows } = await db.query(sql`
    select workout_id as id, to_char(day, 'YYYY-MM-DD') as day from calendar_entry
    where user_id = ${userId} and entry_id = ${entryId} and workout_id is not null
    for share`);
  return rows.map(({ id, day }) => ({ workoutId: String(id), day: String(day) }))[0];
}

/** The day of a calendar entry, done or not. */
export async function findEntryDay(
  db: Db,
  userId: string,
  entryId: string,
): Promise<string | undefined> {
  const { rows } = await db.query(sql`
    select to_char(day, 'YYYY-MM-DD') as day from calendar_entry
    where user_id = ${userId} and entry_id = ${entryId}`);
  return rows.map(({ day }) => String(day))[0];
}

export async function findWorkoutOfEntry(
  db: Db,
  userId: string,
  entryId: string,
): Promise<string | undefined> {
  const { rows } = await db.query(sql`
    select workout_id as id from garmin_item
    where user_id = ${userId} and item_id = ${entryId} and kind = 'schedule'`);
  return rows.map(({ id }) => String(id))[0];
}

export async function findGroup(
  db: Db,
  userId: string,
  workoutId: string,
): Promise<ItemGroup | undefined> {
  return (await listGroups(db, userId, [workoutId]))[0];
}

/** Workouts with their schedules, without the bodies. */
export async function listGroups(
  db: Db,
  userId: string,
  workoutIds: readonly string[],
): Promise<ItemGroup[]> {
  const { rows } = await db.query(sql`
    select i.item_id as id, i.kind, i.garmin_user_id as "garminUserId", i.requested, i.content,
      to_char(i.day, 'YYYY-MM-DD') as day, i.desired_rev as "desiredRev", i.remote_id as "remoteId",
      i.owner_id as "ownerId", i.remote_rev as "remoteRev",
      to_char(i.remote_day, 'YYYY-MM-DD') as "remoteDay", i.sent_at as "sentAt", i.lease, i.attempts,
      i.next_attempt_at as "nextAttemptAt", i.error, i.detail, w.deleted_at is null as "isInLibrary"
    from garmin_item i
    join workout w on w.user_id = i.user_id and w.workout_id = i.workout_id
    where i.user_id = ${userId} and i.workout_id = any(${workoutIds})
    order by i.workout_id, i.kind desc, i.day, i.item_id`);
  const groups: ItemGroup[] = [];
  for (const row of rows) {
    const { kind, content, day, garminUserId, isInLibrary, ...item } = itemRow.parse(row);
    if (kind === 'workout' && content)
      groups.push({
        garminUserId,
        isInLibrary,
        workout: { ...item, kind, content },
        schedules: [],
      });
    else if (kind === 'schedule' && day) groups.at(-1)?.schedules.push({ ...item, kind, day });
  }
  return groups;
}

export async function readBody(
  db: Db,
  userId: string,
  workoutId: string,
): Promise<GarminBody | undefined> {
  const { rows } = await db.query(sql`
    select body from garmin_item where user_id = ${userId} and item_id = ${workoutId}`);
  // Written by saveGroup from the same type.
  return rows.map(({ body }) => body as GarminBody | undefined)[0];
}

/** Saves all items of a group, and removes those that nobody needs. */
export async function saveGroup(
  db: Db,
  userId: string,
  group: ItemGroup,
  now: Date,
): Promise<void> {
  updatePending(group, now);
  const settled = new Set<object>(listSettled(group));
  for (const item of [group.workout, ...group.schedules])
    if (settled.has(item))
      await db.query(sql`
        delete from garmin_item where user_id = ${userId} and item_id = ${item.id}`);
    else await saveItem(db, userId, group, item);
}

async function saveItem(
  db: Db,
  userId: string,
  { workout, garminUserId }: ItemGroup,
  item: WorkoutItem | ScheduleItem,
): Promise<void> {
  const { content, newBody, ownerId, sentAt } = { ...(item.kind === 'workout' ? item : undefined) };
  const { day, remoteDay } = { ...(item.kind === 'schedule' ? item : undefined) };
  await db.query(sql`
    insert into garmin_item as i (user_id, item_id, workout_id, kind, garmin_user_id, requested,
      content, body, day, desired_rev, remote_id, owner_id, remote_rev, remote_day, sent_at, lease,
      attempts, next_attempt_at, error, detail)
    values (${userId}, ${item.id}, ${workout.id}, ${item.kind}, ${garminUserId}, ${item.requested},
      ${content && JSON.stringify(content)}, ${newBody && JSON.stringify(newBody)}, ${day},
      ${item.desiredRev}, ${item.remoteId}, ${ownerId}, ${item.remoteRev}, ${remoteDay}, ${sentAt},
      ${item.lease}, ${item.attempts}, ${item.nextAttemptAt}, ${item.error}, ${item.detail})
    on conflict (user_id, item_id) do update set
      requested = excluded.requested, content = excluded.content,
      body = coalesce(excluded.body, i.body), day = excluded.day,
      desired_rev = excluded.desired_rev, remote_id = excluded.remote_id,
      owner_id = excluded.owner_id, remote_rev = excluded.remote_rev,
      remote_day = excluded.remote_day, sent_at = excluded.sent_at, lease = excluded.lease,
      attempts = excluded.attempts, next_attempt_at = excluded.next_attempt_at,
      error = excluded.error, detail = excluded.detail`);
}

/** Removes a workout and its schedules without telling Garmin. */
export async function deleteGroup(db: Db, userId: string, workoutId: string): Promise<void> {
  await db.query(sql`
    delete from garmin_item where user_id = ${userId} and workout_id = ${workoutId}`);
}

/** Workouts with items that are due, the longest waiting first. */
export async function listDue(
  db: Db,
  userId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await db.query(sql`
    select workout_id as id from garmin_item
    where user_id = ${userId} and next_attempt_at <= ${now}
    group by workout_id order by min(next_attempt_at), workout_id limit ${limit}`);
  return rows.map(({ id }) => String(id));
}

export async function findNextAttempt(db: Db, userId: string): Promise<Date | undefined> {
  const { rows } = await db.query(sql`
    select min(next_attempt_at) as at from garmin_item
    where user_id = ${userId} and next_attempt_at is not null`);
  return z.nullable(z.date()).parse(rows[0]?.['at']) ?? undefined;
}

export async function countPending(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query(sql`
    select count(*)::int as count from garmin_item
    where user_id = ${userId} and next_attempt_at is not null`);
  return Number(rows[0]?.['count']);
}

/** Lets pending items that are due wait: Garmin, or the budget, does not take more. */
export async function postponeDue(
  db: Database,
  userId: string,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await db.inTransaction(async (transaction) => {
    await lockItems(transaction, userId);
    await transaction.query(sql`
      update garmin_item set next_attempt_at = ${until}
      where user_id = ${userId} and next_attempt_at <= ${now}`);
  });
}

/** Makes all pending items due. Returns false if there are none. */
export async function makePendingDue(db: Db, userId: string, now: Date): Promise<boolean> {
  await lockItems(db, userId);
  const { rowCount } = await db.query(sql`
    update garmin_item set next_attempt_at = least(next_attempt_at, ${now})
    where user_id = ${userId} and next_attempt_at is not null`);
  return rowCount !== 0;
}

/** An athlete who connects another account leaves their items in the first one. */
export async function deleteItemsOfOtherAccounts(
  db: Db,
  userId: string,
  garminUserId: string,
): Promise<void> {
  await lockItems(db, userId);
  await db.query(sql`
    delete from garmin_item where user_id = ${userId} and garmin_user_id <> ${garminUserId}`);
}

/** Deletes workouts that never got to Garmin. Others stay, so that no connection creates them twice. */
export async function deleteUnsentItems(db: Db, userId: string): Promise<void> {
  await lockItems(db, userId);
  await db.query(sql`
    delete from garmin_item i using garmin_item w
    where i.user_id = ${userId} and w.user_id = i.user_id and w.item_id = i.workout_id
      and w.kind = 'workout' and w.remote_id is null and w.lease is null`);
}

/** The workout that Garmin took last. */
export async function findLastSent(
  db: Db,
  userId: string,
): Promise<{ title: string; at: string } | undefined> {
  const { rows } = await db.query(sql`
    select content ->> 'title' as title, sent_at as at from garmin_item
    where user_id = ${userId} and sent_at is not null order by sent_at desc limit 1`);
  return rows.map((row) => {
    const { title, at } = z.object({ title: z.string(), at: z.date() }).parse(row);
    return { title, at: at.toISOString() };
  })[0];
}

/** Pending workouts that are not on their way out. */
export async function countWaiting(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query(sql`
    select count(*)::int as count from garmin_item w
    where w.user_id = ${userId} and w.kind = 'workout' and w.next_attempt_at is not null
      and w.remote_rev is distinct from w.desired_rev
      and (w.requested or exists (
        select from garmin_item s
        where s.user_id = w.user_id and s.workout_id = w.workout_id and s.kind = 'schedule'
          and s.requested))`);
  return Number(rows[0]?.['count']);
}

/** All data about the athlete and Garmin, for their export. */
export async function exportGarmin(db: Db, userId: string): Promise<unknown> {
  const { rows } = await db.query(sql`
    select w.workout_id as "workoutId", w.content ->> 'title' as title,
      w.content ->> 'script' as script, w.content -> 'paces' as paces, w.remote_id as "garminId",
      w.sent_at as "sentAt", w.error as problem, w.detail,
      coalesce((
        select json_agg(json_build_object('entryId', s.item_id, 'day', s.day,
          'garminId', s.remote_id, 'problem', s.error) order by s.day, s.item_id)
        from garmin_item s
        where s.user_id = w.user_id and s.workout_id = w.workout_id and s.kind = 'schedule'),
        '[]') as days
    from garmin_item w
    where w.user_id = ${userId} and w.kind = 'workout' order by w.workout_id`);
  return { connection: await exportConnection(db, userId), workouts: rows };
}

/** Workouts with a schedule in a range of days, both included. */
export async function listWorkoutIdsOfDays(
  db: Db,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const { rows } = await db.query(sql`
    select distinct workout_id as id from garmin_item
    where user_id = ${userId} and day between ${from} and ${to}`);
  return rows.map(({ id }) => String(id));
}

const optional = <T extends z.core.SomeType>(schema: T) =>
  z.pipe(
    z.nullable(schema),
    z.transform((value) => value ?? undefined),
  );

const text = optional(z.string());

const itemRow = z.object({
  id: z.string(),
  kind: z.enum(['workout', 'schedule']),
  garminUserId: z.string(),
  requested: z.boolean(),
  content: optional(
    z.object({
      title: z.string(),
      script: z.string(),
      // Written by saveGroup from the same type.
      paces: z.custom<AthleteSpeeds>((value) => typeof value === 'object'),
      usedPaces: z.array(z.string()),
    }),
  ),
  day: text,
  desiredRev: z.number(),
  remoteId: text,
  ownerId: text,
  remoteRev: optional(z.number()),
  remoteDay: text,
  sentAt: optional(z.date()),
  lease: text,
  attempts: z.number(),
  nextAttemptAt: optional(z.date()),
  error: optional(z.enum(Object.keys(DELIVERY_PROBLEMS) as DeliveryProblem[])),
  detail: text,
  isInLibrary: z.boolean(),
});
