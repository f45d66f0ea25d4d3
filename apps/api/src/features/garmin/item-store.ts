import { DELIVERY_PROBLEMS, type DeliveryProblem } from '@pacewright/contract';
import type { GarminBody } from '@pacewright/delivery';
import type { AthleteSpeeds } from '@pacewright/script';
import * as z from 'zod/mini';
import { isEntryDone, isEntryOff } from '../../calendar/sub-selects.ts';
import type { Database, Db } from '../../db/database.ts';
import { LOWEST_ID } from '../../db/ids.ts';
import { isoTime, LIMIT_BYTES, LIMIT_BYTES_END } from '../../db/page.ts';
import { sql } from '../../db/sql.ts';
import { lockAthlete } from './connection-store.ts';
import {
  type ItemGroup,
  listChanged,
  listRemovable,
  type ScheduleItem,
  type Source,
  updatePending,
  type WorkoutItem,
} from './items.ts';

/** A workout of the library that is not deleted. */
export async function findLibraryWorkout(
  db: Db,
  userId: string,
  workoutId: string,
): Promise<{ title: string; script: string } | undefined> {
  const { rows } = await db.query(sql`
    select title, script from workout
    where user_id = ${userId} and workout_id = ${workoutId} and deleted_at is null`);
  return rows.map(({ title, script }) => ({ title: String(title), script: String(script) }))[0];
}

/** Whether one of the entries is scheduled at Garmin, or should be. */
export async function hasSchedules(
  db: Db,
  userId: string,
  entryIds: readonly string[],
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    select 1 from garmin_item
    where user_id = ${userId} and kind = 'schedule'
      and (item_id = any(${entryIds}::uuid[]) or entry_id = any(${entryIds}::uuid[]))
    limit 1`);
  return rowCount !== 0;
}

/** Those of some entries that are scheduled at Garmin, or should be. */
export async function listScheduled(
  db: Db,
  userId: string,
  entryIds: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query(sql`
    select coalesce(entry_id, item_id) as id from garmin_item
    where user_id = ${userId} and kind = 'schedule' and requested
      and (item_id = any(${entryIds}::uuid[]) or entry_id = any(${entryIds}::uuid[]))
    order by day, id`);
  return rows.map(({ id }) => String(id));
}

/** Whether the workout has items, because it was sent. */
export async function hasGroup(db: Db, userId: string, workoutId: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    select 1 from garmin_item where user_id = ${userId} and item_id = ${workoutId}`);
  return rowCount === 1;
}

/** Whether the workout exists, in the library or in the trash. */
export async function hasWorkout(db: Db, userId: string, workoutId: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    select 1 from workout where user_id = ${userId} and workout_id = ${workoutId}`);
  return rowCount === 1;
}

/** The ids of all sources that have items. */
export async function listSourceIds(db: Db, userId: string): Promise<string[]> {
  const { rows } = await db.query(sql`
    select ${SOURCE_ID} as id from garmin_item i where i.user_id = ${userId} and i.kind = 'workout'`);
  return rows.map(({ id }) => String(id));
}

/** A workout with all of its schedules, without the body. */
export async function findGroup(
  db: Db,
  userId: string,
  sourceId: string,
): Promise<ItemGroup | undefined> {
  const { rows } = await db.query(sql`
    select ${COLUMNS}, false as "areOthersRequested", false as "areOthersRemote"
    from garmin_item i
    where i.user_id = ${userId} and (i.workout_id = ${sourceId} or i.entry_id = ${sourceId})
    order by ${GROUPED}`);
  return toGroups(rows)[0];
}

/** A workout with the schedule of at most one entry, without the body. */
export async function findGroupOfEntry(
  db: Db,
  userId: string,
  { sourceId, entryId }: { sourceId: string; entryId: string | undefined },
): Promise<ItemGroup | undefined> {
  const { rows } = await db.query(sql`
    select ${COLUMNS},
      i.kind = 'workout' and exists (
        select from garmin_item s
        where s.user_id = i.user_id and s.workout_id = i.workout_id and s.kind = 'schedule'
          and s.item_id is distinct from ${entryId}::uuid and s.requested) as "areOthersRequested",
      i.kind = 'workout' and exists (
        select from garmin_item s
        where s.user_id = i.user_id and s.workout_id = i.workout_id and s.kind = 'schedule'
          and s.item_id is distinct from ${entryId}::uuid
          and coalesce(s.remote_id, s.lease::text) is not null) as "areOthersRemote"
    from garmin_item i
    where i.user_id = ${userId} and (i.entry_id = ${sourceId}
      or (i.item_id in (${sourceId}, ${entryId}) and i.workout_id = ${sourceId}))
    order by ${GROUPED}`);
  return toGroups(rows)[0];
}

/** Workouts with the schedules of some entries, without the bodies. */
export async function listGroupsOfEntries(
  db: Db,
  userId: string,
  entryIds: readonly string[],
): Promise<ItemGroup[]> {
  const { rows } = await db.query(sql`
    with scheduled as materialized (
      select * from garmin_item
      where user_id = ${userId} and kind = 'schedule'
        and (item_id = any(${entryIds}::uuid[]) or entry_id = any(${entryIds}::uuid[]))),
    i as (
      select * from scheduled
      union all
      select * from garmin_item
      where user_id = ${userId} and item_id in (select workout_id from scheduled)
      union all
      select * from garmin_item
      where user_id = ${userId} and entry_id in (select entry_id from scheduled) and kind = 'workout')
    select ${COLUMNS},
      i.kind = 'workout' and exists (
        select from garmin_item s
        where s.user_id = ${userId} and s.workout_id = i.workout_id and s.kind = 'schedule'
          and s.item_id not in (select item_id from scheduled) and s.requested) as "areOthersRequested",
      i.kind = 'workout' and exists (
        select from garmin_item s
        where s.user_id = ${userId} and s.workout_id = i.workout_id and s.kind = 'schedule'
          and s.item_id not in (select item_id from scheduled)
          and coalesce(s.remote_id, s.lease::text) is not null) as "areOthersRemote"
    from i
    order by ${GROUPED}`);
  return toGroups(rows);
}

/** Workouts with their schedules in a range of days, both included, without the bodies. */
export async function listGroupsOfDays(
  db: Db,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<ItemGroup[]> {
  const { rows } = await db.query(sql`
    with scheduled as materialized (
      select * from garmin_item where user_id = ${userId} and day between ${from} and ${to}),
    i as (
      select * from scheduled
      union all
      select * from garmin_item
      where user_id = ${userId} and item_id in (select workout_id from scheduled)
      union all
      select * from garmin_item
      where user_id = ${userId} and entry_id in (select entry_id from scheduled) and kind = 'workout')
    select ${COLUMNS},
      i.kind = 'workout' and exists (
        select from garmin_item s
        where s.user_id = ${userId} and s.workout_id = i.workout_id
          and s.day not between ${from} and ${to} and s.requested) as "areOthersRequested",
      i.kind = 'workout' and exists (
        select from garmin_item s
        where s.user_id = ${userId} and s.workout_id = i.workout_id
          and s.day not between ${from} and ${to}
          and coalesce(s.remote_id, s.lease::text) is not null) as "areOthersRemote"
    from i
    order by ${GROUPED}`);
  return toGroups(rows);
}

/**
 * Workouts that Garmin has for themselves, or for a day from a day on, with the first of these days, without the bodies. Days
 * that are done, or were deleted at Garmin, do not count.
 */
export async function listGroupsAhead(db: Db, userId: string, from: string): Promise<ItemGroup[]> {
  const { rows } = await db.query(sql`
    with sent as materialized (
      select * from garmin_item
      where user_id = ${userId} and kind = 'workout' and remote_rev is not null),
    ahead as materialized (
      select distinct on (coalesce(s.workout_id, s.entry_id)) s.* from garmin_item s
      where s.user_id = ${userId} and s.kind = 'schedule' and s.day >= ${from} and s.requested
        and s.error is null
        and coalesce(s.workout_id, s.entry_id) in (select coalesce(workout_id, entry_id) from sent)
        and not ${isEntryDone(sql`s.user_id`, sql`coalesce(s.entry_id, s.item_id)`)}
      order by coalesce(s.workout_id, s.entry_id), s.day, s.item_id),
    i as (
      select * from sent where requested
      union all
      select * from sent
      where not requested
        and coalesce(workout_id, entry_id) in (select coalesce(workout_id, entry_id) from ahead)
      union all
      select * from ahead)
    select ${COLUMNS}, false as "areOthersRequested", false as "areOthersRemote" from i
    order by ${GROUPED}`);
  return toGroups(rows);
}

const SOURCE_ID = sql`coalesce(i.workout_id, i.entry_id)`;

const COLUMNS = sql`i.item_id as id, i.workout_id as "workoutId", i.entry_id as "entryId", i.kind,
  i.garmin_user_id as "garminUserId", i.requested, i.content,
  to_char(i.day, 'YYYY-MM-DD') as day, i.desired_rev as "desiredRev", i.remote_id as "remoteId",
  i.owner_id as "ownerId", i.remote_rev as "remoteRev",
  to_char(i.remote_day, 'YYYY-MM-DD') as "remoteDay", i.sent_at as "sentAt", i.lease, i.attempts,
  i.next_attempt_at as "nextAttemptAt", i.error, i.detail,
  i.kind = 'workout' and coalesce((
      select w.deleted_at is not null from workout w
      where w.user_id = i.user_id and w.workout_id = i.workout_id), ${isEntryOff(sql`i.user_id`, sql`i.entry_id`)}, false) as "isWithdrawn"`;

// A workout before its schedules.
const GROUPED = sql`${SOURCE_ID}, i.kind desc, i.day, i.item_id`;

function toGroups(rows: Record<string, unknown>[]): ItemGroup[] {
  const groups: (ItemGroup & { stored: Map<string, WorkoutItem | ScheduleItem> })[] = [];
  for (const each of rows) {
    const row = itemRow.parse(each);
    if (row.kind === 'workout') {
      const workout = toWorkoutItem(row);
      groups.push({
        garminUserId: row.garminUserId,
        source: toSource(row),
        isWithdrawn: row.isWithdrawn,
        workout,
        schedules: [],
        others: { isRequested: row.areOthersRequested, isRemote: row.areOthersRemote },
        stored: new Map([[row.id, { ...workout }]]),
      });
    } else {
      const schedule = toScheduleItem(row);
      const group = groups.at(-1);
      group?.schedules.push(schedule);
      group?.stored.set(row.id, { ...schedule });
    }
  }
  return groups;
}

function toSource({ workoutId, entryId }: SharedColumns): Source {
  return workoutId === null
    ? { kind: 'entry', id: String(entryId) }
    : { kind: 'library', id: workoutId };
}

// Property by property: copying the rest of a row takes most of the time of a year of schedules.
function toItem(row: SharedColumns) {
  return {
    id: row.id,
    requested: row.requested,
    desiredRev: row.desiredRev,
    remoteId: row.remoteId ?? undefined,
    remoteRev: row.remoteRev ?? undefined,
    lease: row.lease ?? undefined,
    attempts: row.attempts,
    nextAttemptAt: row.nextAttemptAt ?? undefined,
    error: row.error ?? undefined,
    detail: row.detail ?? undefined,
  };
}

function toWorkoutItem(row: WorkoutRow): WorkoutItem {
  return {
    ...toItem(row),
    kind: 'workout',
    content: row.content,
    ownerId: row.ownerId ?? undefined,
    sentAt: row.sentAt ?? undefined,
  };
}

function toScheduleItem(row: ScheduleRow): ScheduleItem {
  return {
    ...toItem(row),
    kind: 'schedule',
    entryId: row.entryId ?? row.id,
    day: row.day,
    remoteDay: row.remoteDay ?? undefined,
  };
}

export async function readBody(
  db: Db,
  userId: string,
  itemId: string,
): Promise<GarminBody | undefined> {
  const { rows } = await db.query(sql`
    select body from garmin_item where user_id = ${userId} and item_id = ${itemId}`);
  // Written by saveGroup from the same type.
  return rows.map(({ body }) => body as GarminBody | undefined)[0];
}

/** Saves the changed items of a group, and deletes the removable ones. Returns whether there were any. */
export async function saveGroup(
  db: Db,
  userId: string,
  group: ItemGroup,
  now: Date,
): Promise<boolean> {
  updatePending(group, now);
  const removable = new Set<object>(listRemovable(group));
  const ids = [group.workout, ...group.schedules].flatMap((item) =>
    removable.has(item) ? item.id : [],
  );
  if (ids.length > 0)
    await db.query(sql`
      delete from garmin_item where user_id = ${userId} and item_id = any(${ids})`);
  const changed = listChanged(group).filter((item) => !removable.has(item));
  if (changed.length > 0) await saveItems(db, userId, group, changed);
  return ids.length + changed.length > 0;
}

/** One statement, because a workout may have thousands of schedules. */
async function saveItems(
  db: Db,
  userId: string,
  { source, garminUserId }: ItemGroup,
  items: readonly (WorkoutItem | ScheduleItem)[],
): Promise<void> {
  // Garmin's text may be cut within a character, which json_to_recordset rejects.
  const rows = items.map((item) => ({ ...item, detail: item.detail?.toWellFormed() }));
  const [workoutId, entryId] = source.kind === 'library' ? [source.id, null] : [null, source.id];
  await db.query(sql`
    insert into garmin_item as i (user_id, item_id, workout_id, entry_id, kind, garmin_user_id, requested,
      content, body, day, desired_rev, remote_id, owner_id, remote_rev, remote_day, sent_at, lease,
      attempts, next_attempt_at, error, detail)
    select ${userId}::uuid, r.id, ${workoutId}::uuid, ${entryId}::uuid, r.kind, ${garminUserId}, r.requested,
      r.content, r."newBody", r.day, r."desiredRev", r."remoteId", r."ownerId", r."remoteRev",
      r."remoteDay", r."sentAt", r.lease, r.attempts, r."nextAttemptAt", r.error, r.detail
    from json_to_recordset(${JSON.stringify(rows)}) as r (id uuid, kind text, requested boolean,
      content json, "newBody" json, day date, "desiredRev" integer, "remoteId" text, "ownerId" text,
      "remoteRev" integer, "remoteDay" date, "sentAt" timestamptz, lease uuid, attempts integer,
      "nextAttemptAt" timestamptz, error text, detail text)
    on conflict (user_id, item_id) do update set
      requested = excluded.requested, content = excluded.content,
      body = coalesce(excluded.body, i.body), day = excluded.day,
      desired_rev = excluded.desired_rev, remote_id = excluded.remote_id,
      owner_id = excluded.owner_id, remote_rev = excluded.remote_rev,
      remote_day = excluded.remote_day, sent_at = excluded.sent_at, lease = excluded.lease,
      attempts = excluded.attempts, next_attempt_at = excluded.next_attempt_at,
      error = excluded.error, detail = excluded.detail`);
}

/** Deletes a workout and its schedules here, not at Garmin. */
export async function deleteGroup(db: Db, userId: string, sourceId: string): Promise<void> {
  await db.query(sql`
    delete from garmin_item
    where user_id = ${userId} and (workout_id = ${sourceId} or entry_id = ${sourceId})`);
}

/** The sources of items that are due, the longest waiting first. */
export async function listDue(
  db: Db,
  userId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await db.query(sql`
    select ${SOURCE_ID} as id from garmin_item i
    where i.user_id = ${userId} and i.next_attempt_at <= ${now}
    group by 1 order by min(i.next_attempt_at), 1 limit ${limit}`);
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

/** Items that are due, of all athletes, for the worker's metrics. */
export async function readOverdue(db: Db): Promise<{ pending: number; overdueSeconds: number }> {
  const { rows } = await db.query(sql`
    select count(*)::int as pending,
      coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float as seconds
    from garmin_item where next_attempt_at is not null`);
  const { pending, seconds } = rows[0] ?? {};
  return { pending: Number(pending), overdueSeconds: Math.max(0, Number(seconds)) };
}

/** Whether a request had an outcome that is not known yet. */
export async function hasUnknown(db: Db, userId: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    select 1 from garmin_item
    where user_id = ${userId} and lease is not null and remote_id is null
    limit 1`);
  return rowCount !== 0;
}

/** Postpones all items that are due, because Garmin or the budget is exhausted. */
export async function postponeDue(
  db: Database,
  userId: string,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await db.inTransaction(async (transaction) => {
    await lockAthlete(transaction, userId);
    await transaction.query(sql`
      update garmin_item set next_attempt_at = ${until}
      where user_id = ${userId} and next_attempt_at <= ${now}`);
  });
}

/** Makes all pending items due. Returns false if there are none. */
export async function makePendingDue(db: Db, userId: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    update garmin_item set next_attempt_at = least(next_attempt_at, ${now})
    where user_id = ${userId} and next_attempt_at is not null`);
  return rowCount !== 0;
}

/** For an athlete who connects another account. */
export async function deleteItemsOfOtherAccounts(
  db: Db,
  userId: string,
  garminUserId: string,
): Promise<void> {
  await db.query(sql`
    delete from garmin_item where user_id = ${userId} and garmin_user_id <> ${garminUserId}`);
}

/** Deletes workouts that never reached Garmin. Others stay, so that a new connection does not create them twice. */
export async function deleteUnsentItems(db: Db, userId: string): Promise<void> {
  await db.query(sql`
    delete from garmin_item i using garmin_item w
    where i.user_id = ${userId} and w.user_id = i.user_id
      and coalesce(w.workout_id, w.entry_id) = coalesce(i.workout_id, i.entry_id)
      and w.kind = 'workout' and w.remote_id is null and w.lease is null`);
}

/** The workout that Garmin accepted last. */
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

/** Pending workouts, without removals. */
export async function countWaiting(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query(sql`
    select count(*)::int as count from garmin_item w
    where w.user_id = ${userId} and w.kind = 'workout' and w.next_attempt_at is not null
      and w.remote_rev is distinct from w.desired_rev
      and (w.requested or exists (
        select from garmin_item s
        where s.user_id = w.user_id and s.kind = 'schedule' and s.requested
          and coalesce(s.workout_id, s.entry_id) = coalesce(w.workout_id, w.entry_id)))`);
  return Number(rows[0]?.['count']);
}

/** All workouts at Garmin with their days, in pages of JSON. */
export async function* exportDeliveries(db: Db, userId: string): AsyncGenerator<string[]> {
  for (let after: string | undefined = LOWEST_ID; after !== undefined;) {
    const { rows }: Awaited<ReturnType<Db['query']>> = await db.query(sql`
      select id, json from ${LIMIT_BYTES} with page as materialized (
        select * from garmin_item
        where user_id = ${userId} and kind = 'workout' and item_id > ${after}
        order by item_id
        limit 100),
      scheduled as materialized (
        select coalesce(s.workout_id, s.entry_id) as source_id,
          json_agg(json_build_object('entryId', coalesce(s.entry_id, s.item_id), 'day', s.day,
            'garminId', s.remote_id, 'problem', s.error) order by s.day, s.item_id) as days
        from garmin_item s
        where s.user_id = ${userId} and s.kind = 'schedule'
          and coalesce(s.workout_id, s.entry_id) in (select coalesce(workout_id, entry_id) from page)
        group by source_id)
      select p.item_id as id, json_build_object('workoutId', p.workout_id, 'entryId', p.entry_id,
        'title', p.content -> 'title', 'script', p.content -> 'script', 'garminId', p.remote_id,
        'sentAt', ${isoTime(sql`p.sent_at`)}, 'problem', p.error, 'detail', p.detail,
        'paces', p.content -> 'paces', 'days', coalesce(scheduled.days, '[]'))::text as json
      from page p
      left join scheduled on scheduled.source_id = coalesce(p.workout_id, p.entry_id)
      order by p.item_id ${LIMIT_BYTES_END}`);
    const page = rows.map((row) => exportedRow.parse(row));
    yield page.map(({ json }) => json);
    after = page.at(-1)?.id;
  }
}

const exportedRow = z.object({ id: z.string(), json: z.string() });

const SHARED_COLUMNS = {
  id: z.string(),
  workoutId: z.nullable(z.string()),
  entryId: z.nullable(z.string()),
  garminUserId: z.string(),
  requested: z.boolean(),
  desiredRev: z.number(),
  remoteId: z.nullable(z.string()),
  remoteRev: z.nullable(z.number()),
  lease: z.nullable(z.string()),
  attempts: z.number(),
  nextAttemptAt: z.nullable(z.date()),
  error: z.nullable(z.enum(Object.keys(DELIVERY_PROBLEMS) as DeliveryProblem[])),
  detail: z.nullable(z.string()),
  isWithdrawn: z.boolean(),
  areOthersRequested: z.boolean(),
  areOthersRemote: z.boolean(),
};

const workoutRow = z.object({
  ...SHARED_COLUMNS,
  kind: z.literal('workout'),
  content: z.object({
    title: z.string(),
    script: z.string(),
    // Written by saveGroup from the same type.
    paces: z.custom<AthleteSpeeds>((value) => typeof value === 'object'),
    usedPaces: z.array(z.string()),
  }),
  ownerId: z.nullable(z.string()),
  sentAt: z.nullable(z.date()),
});

const scheduleRow = z.object({
  ...SHARED_COLUMNS,
  kind: z.literal('schedule'),
  day: z.string(),
  remoteDay: z.nullable(z.string()),
});

const itemRow = z.discriminatedUnion('kind', [workoutRow, scheduleRow]);

type WorkoutRow = z.infer<typeof workoutRow>;
type ScheduleRow = z.infer<typeof scheduleRow>;
type SharedColumns = Pick<WorkoutRow, keyof typeof SHARED_COLUMNS>;
