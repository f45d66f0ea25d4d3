import { DELIVERY_PROBLEMS, type DeliveryProblem } from '@pacewright/contract';
import type { AthleteSpeeds } from '@pacewright/script';
import * as z from 'zod/mini';
import type { Db } from '../../db/database.ts';
import { lowestIdAt } from '../../db/ids.ts';
import { sql } from '../../db/sql.ts';

/** A workout as it is to be at Garmin. The paces are those of the moment it was sent. */
export type Content = { title: string; script: string; paces: AthleteSpeeds; hash: Buffer };

/** What is wanted of a workout at Garmin, and what Garmin has of it. */
export type WorkoutRow = {
  workoutId: string;
  /** Wanted for itself, and not only for its days. */
  isWanted: boolean;
  /** Not deleted in the library. */
  isInLibrary: boolean;
  content: Content;
  garminId: string | undefined;
  ownerId: string | undefined;
  sentHash: Buffer | undefined;
  sentAt: Date | undefined;
  problem: DeliveryProblem | undefined;
  detail: string | undefined;
  callId: string | undefined;
  days: DayRow[];
};

/** A day that a workout is wanted on at Garmin, and the day it stands on there. */
export type DayRow = {
  entryId: string;
  isWanted: boolean;
  day: string;
  garminId: string | undefined;
  sentDay: string | undefined;
  problem: DeliveryProblem | undefined;
  detail: string | undefined;
  callId: string | undefined;
};

/**
 * Holds off the worker until the transaction ends: a job that has begun looks for what there is to do only
 * after whoever relies on it has written theirs down. See awaitWishes.
 */
export async function holdWorker(db: Db, userId: string): Promise<void> {
  await db.query(sql`select 1 from app_user where user_id = ${userId} for key share`);
}

/** Waits for every transaction that holds the worker off. */
export async function awaitWishes(db: Db, userId: string): Promise<void> {
  await db.query(sql`select 1 from app_user where user_id = ${userId} for update`);
}

/** A workout of the library that is not deleted. Nobody changes it before the transaction ends. */
export async function lockLibraryWorkout(
  db: Db,
  userId: string,
  workoutId: string,
): Promise<{ title: string; script: string } | undefined> {
  const { rows } = await db.query(sql`
    select title, script from workout
    where user_id = ${userId} and workout_id = ${workoutId} and deleted_at is null
    for share`);
  return rows.map((row) => ({ title: String(row['title']), script: String(row['script']) }))[0];
}

/** An entry that is still to be run. Nobody moves or removes it before the transaction ends. */
export async function lockEntry(
  db: Db,
  userId: string,
  entryId: string,
): Promise<{ workoutId: string; day: string } | undefined> {
  const { rows } = await db.query(sql`
    select workout_id as "workoutId", to_char(day, 'YYYY-MM-DD') as day from calendar_entry
    where user_id = ${userId} and entry_id = ${entryId} and workout_id is not null
    for share`);
  return rows.map((row) => ({
    workoutId: String(row['workoutId']),
    day: String(row['day']),
  }))[0];
}

/** Whether the calendar still has this entry, done or not, and on which day. */
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

/**
 * Wants this content at Garmin. What kept it from going is forgotten, except that an answer was lost: only
 * the athlete's choice ends that.
 */
export async function wantWorkout(
  db: Db,
  userId: string,
  workoutId: string,
  {
    garminUserId,
    isForItself,
    content,
  }: { garminUserId: string; isForItself: boolean; content: Content },
): Promise<void> {
  await db.query(sql`
    insert into garmin_workout as g
      (user_id, workout_id, garmin_user_id, is_wanted, title, script, paces, content_hash)
    values (${userId}, ${workoutId}, ${garminUserId}, ${isForItself}, ${content.title},
      ${content.script}, ${JSON.stringify(content.paces)}, ${content.hash})
    on conflict (user_id, workout_id) do update set
      is_wanted = g.is_wanted or excluded.is_wanted, title = excluded.title,
      script = excluded.script, paces = excluded.paces, content_hash = excluded.content_hash,
      problem = case when g.problem = 'answer-lost' then g.problem end,
      detail = null`);
}

/** Wants a workout that is wanted at Garmin on a day there. */
export async function wantDay(
  db: Db,
  userId: string,
  { entryId, workoutId, day }: { entryId: string; workoutId: string; day: string },
): Promise<void> {
  await db.query(sql`
    insert into garmin_schedule (user_id, entry_id, workout_id, is_wanted, day)
    values (${userId}, ${entryId}, ${workoutId}, true, ${day})
    on conflict (user_id, entry_id) do update set
      is_wanted = true, day = excluded.day, problem = null, detail = null`);
}

/** Wants a workout off Garmin, with all its days. Says whether it was wanted there. */
export async function unwantWorkout(db: Db, userId: string, workoutId: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    with days as (
      update garmin_schedule set is_wanted = false
      where user_id = ${userId} and workout_id = ${workoutId})
    update garmin_workout set is_wanted = false
    where user_id = ${userId} and workout_id = ${workoutId}`);
  return rowCount === 1;
}

/** Wants an entry off its day at Garmin. Says whether it was wanted there. */
export async function unwantDay(db: Db, userId: string, entryId: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    update garmin_schedule set is_wanted = false
    where user_id = ${userId} and entry_id = ${entryId}`);
  return rowCount === 1;
}

/** Follows a move. A day that the athlete has deleted at Garmin stays deleted there. */
export async function moveDay(
  db: Db,
  userId: string,
  entryId: string,
  day: string,
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    update garmin_schedule set
      day = ${day},
      problem = case when problem = 'deleted-there' then problem end,
      detail = null
    where user_id = ${userId} and entry_id = ${entryId} and day <> ${day}`);
  return rowCount === 1;
}

/** What is wanted of a workout, whether there is a link at the moment or not. */
export async function findWanted(
  db: Db,
  userId: string,
  workoutId: string,
): Promise<{ title: string; script: string; isUnsendable: boolean } | undefined> {
  const { rows } = await db.query(sql`
    select title, script, problem is not distinct from 'unsendable' as "isUnsendable"
    from garmin_workout
    where user_id = ${userId} and workout_id = ${workoutId}`);
  return rows.map((row) => ({
    title: String(row['title']),
    script: String(row['script']),
    isUnsendable: row['isUnsendable'] === true,
  }))[0];
}

/** Follows a change of the workout: takes new content, or says why there is none. */
export async function changeContent(
  db: Db,
  userId: string,
  workoutId: string,
  change: { content: Content } | { unsendable: string },
): Promise<void> {
  if ('content' in change) {
    const { title, script, paces, hash } = change.content;
    await db.query(sql`
      update garmin_workout set
        title = ${title}, script = ${script}, paces = ${JSON.stringify(paces)},
        content_hash = ${hash},
        problem = case when problem in ${KEPT_ON_CHANGE} then problem end,
        detail = null
      where user_id = ${userId} and workout_id = ${workoutId}`);
  } else {
    await db.query(sql`
      update garmin_workout set problem = 'unsendable', detail = ${change.unsendable}
      where user_id = ${userId} and workout_id = ${workoutId}
        and (problem is null or problem not in ${KEPT_ON_CHANGE})`);
  }
}

// Whether there is one at Garmin that can be changed is not known, or known not to be so.
const KEPT_ON_CHANGE = sql`('answer-lost', 'deleted-there', 'not-followed')`;

/** Ends that an answer was lost, in one of three ways. Says whether it was. */
export async function settle(
  db: Db,
  userId: string,
  workoutId: string,
  choice: 'send-again' | 'it-is-there' | 'forget',
): Promise<boolean> {
  const problem = choice === 'it-is-there' ? 'not-followed' : null;
  const { rowCount } = await db.query(
    choice === 'forget'
      ? sql`
        delete from garmin_workout
        where user_id = ${userId} and workout_id = ${workoutId} and problem = 'answer-lost'`
      : sql`
        update garmin_workout set problem = ${problem}, call_id = null
        where user_id = ${userId} and workout_id = ${workoutId} and problem = 'answer-lost'`,
  );
  return rowCount === 1;
}

/** One workout at Garmin, with its days. Of an athlete's other Garmin accounts nothing is known. */
export async function findWorkout(
  db: Db,
  userId: string,
  workoutId: string,
): Promise<WorkoutRow | undefined> {
  return (await listWorkouts(db, userId, [workoutId]))[0];
}

export async function listWorkouts(
  db: Db,
  userId: string,
  workoutIds: readonly string[],
): Promise<WorkoutRow[]> {
  const { rows } = await db.query(sql`
    select g.workout_id as "workoutId", g.is_wanted as "isWanted",
      w.deleted_at is null as "isInLibrary", g.title, g.script, g.paces, g.content_hash as hash,
      g.garmin_id as "garminId", g.owner_id as "ownerId", g.sent_hash as "sentHash",
      g.sent_at as "sentAt", g.problem, g.detail, g.call_id as "callId",
      coalesce((
        select json_agg(json_build_object('entryId', s.entry_id, 'isWanted', s.is_wanted,
          'day', s.day, 'garminId', s.garmin_id, 'sentDay', s.sent_day, 'problem', s.problem,
          'detail', s.detail, 'callId', s.call_id) order by s.day, s.entry_id)
        from garmin_schedule s
        where s.user_id = g.user_id and s.workout_id = g.workout_id), '[]') as days
    from garmin_workout g
    join workout w on w.user_id = g.user_id and w.workout_id = g.workout_id
    join garmin_link l on l.user_id = g.user_id and l.garmin_user_id = g.garmin_user_id
    where g.user_id = ${userId} and g.workout_id = any(${workoutIds})`);
  return rows.map(parseWorkout);
}

/** Workouts of one athlete for which Garmin is not as wanted, and something can be done about it. */
export async function listUndone(db: Db, userId: string, limit: number): Promise<string[]> {
  const { rows } = await db.query(sql`
    select u.workout_id as id from (${UNDONE}) as u
    where u.user_id = ${userId}
    order by u.workout_id
    limit ${limit}`);
  return rows.map(({ id }) => String(id));
}

/** Athletes who have such workouts. */
export async function* eachWaiting(db: Db): AsyncGenerator<string> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await db.query(sql`
      select distinct u.user_id as id from (${UNDONE}) as u
      where u.user_id > ${after}
      order by u.user_id
      limit 500`);
    for (const { id } of rows) yield (after = String(id));
    if (rows.length < 500) return;
  }
}

// Only for the account that is linked; what is said here as a set, nextStep says for one workout.
const UNDONE = sql`
  select g.user_id, g.workout_id
  from garmin_link l
  join garmin_workout g on g.user_id = l.user_id and g.garmin_user_id = l.garmin_user_id
  join workout w on w.user_id = g.user_id and w.workout_id = g.workout_id
  left join lateral (
    select bool_or(s.is_wanted) as is_any_wanted,
      bool_or(not s.is_wanted) as is_any_unwanted,
      bool_or(s.garmin_id is not null or s.call_id is not null) as is_any_there,
      bool_or(s.is_wanted and s.problem is null
        and (s.garmin_id is null or s.sent_day <> s.day)) as is_any_missing
    from garmin_schedule s
    where s.user_id = g.user_id and s.workout_id = g.workout_id) as days on true
  where l.ended_at is null and case
    when w.deleted_at is null and (g.is_wanted or days.is_any_wanted) then
      (g.problem is null and g.sent_hash is distinct from g.content_hash)
      or days.is_any_unwanted
      or (g.garmin_id is not null and days.is_any_missing)
    else
      g.garmin_id is not null or days.is_any_there
      or (w.deleted_at is null and g.problem is distinct from 'answer-lost')
    end`;

/** What a call changes is held by it: by nobody, or by the call that is seen there, until now. */
export type Hold = {
  callId: string | undefined;
  /** The day that is asked for; where to look for it should the answer be lost. */
  day?: string;
};

/** Writes a call down before it is made. Returns false if something else holds what it changes. */
export async function beginCall(
  db: Db,
  userId: string,
  { callId, workoutId, entryId, action, at }: Call & { callId: string; at: Date },
  hold: Hold | undefined,
): Promise<boolean> {
  if (hold && !(await takeHold(db, userId, { workoutId, entryId, callId }, hold))) return false;
  await db.query(sql`
    insert into garmin_call (user_id, call_id, workout_id, entry_id, action, started_at)
    values (${userId}, ${callId}, ${workoutId}, ${entryId}, ${action}, ${at})`);
  return true;
}

async function takeHold(
  db: Db,
  userId: string,
  { workoutId, entryId, callId }: Held,
  hold: Hold,
): Promise<boolean> {
  const { rowCount } = await db.query(
    entryId === undefined
      ? sql`
        update garmin_workout set call_id = ${callId}
        where user_id = ${userId} and workout_id = ${workoutId}
          and call_id is not distinct from ${hold.callId}::uuid`
      : sql`
        update garmin_schedule set call_id = ${callId}, sent_day = coalesce(${hold.day}, sent_day)
        where user_id = ${userId} and entry_id = ${entryId}
          and call_id is not distinct from ${hold.callId}::uuid`,
  );
  return rowCount === 1;
}

type Held = { workoutId: string; entryId?: string | undefined; callId: string };

/** Lets go of what a call held, as it was before. */
export async function release(
  db: Db,
  userId: string,
  { workoutId, entryId, callId }: Held,
): Promise<void> {
  await db.query(
    entryId === undefined
      ? sql`
        update garmin_workout set call_id = null
        where user_id = ${userId} and workout_id = ${workoutId} and call_id = ${callId}`
      : sql`
        update garmin_schedule set
          call_id = null, sent_day = case when garmin_id is null then null else sent_day end
        where user_id = ${userId} and entry_id = ${entryId} and call_id = ${callId}`,
  );
}

export type Call = {
  workoutId: string;
  entryId?: string | undefined;
  action: 'create' | 'read' | 'update' | 'remove' | 'schedule' | 'look-up' | 'move' | 'unschedule';
};

export async function endCall(
  db: Db,
  userId: string,
  { callId, outcome, at }: { callId: string; outcome: string; at: Date },
): Promise<void> {
  await db.query(sql`
    update garmin_call set ended_at = ${at}, outcome = ${outcome}
    where user_id = ${userId} and call_id = ${callId}`);
}

/** Forgets calls that nobody asks about any more. */
export async function trimJournal(db: Db, userId: string, before: Date): Promise<void> {
  await db.query(sql`
    delete from garmin_call where user_id = ${userId} and call_id < ${lowestIdAt(before.getTime())}`);
}

/** How many calls there were since then; with an outcome, those that ended so. */
export async function countCalls(
  db: Db,
  userId: string,
  { since, outcome = null }: { since: Date; outcome?: string | null },
): Promise<number> {
  const { rows } = await db.query(sql`
    select count(*)::int as calls from garmin_call
    where user_id = ${userId} and call_id >= ${lowestIdAt(since.getTime())}
      and (${outcome}::text is null or outcome = ${outcome})`);
  return Number(rows[0]?.['calls']);
}

/** Keeps the ids of a workout that was made, also when its answer had been given up as lost. */
export async function keepCreated(
  db: Db,
  userId: string,
  { workoutId, callId }: { workoutId: string; callId: string },
  { garminId, ownerId }: { garminId: string; ownerId: string | undefined },
): Promise<void> {
  await db.query(sql`
    update garmin_workout set
      garmin_id = ${garminId}, owner_id = ${ownerId}, sent_hash = null, call_id = null,
      problem = case when problem = 'answer-lost' then null else problem end
    where user_id = ${userId} and workout_id = ${workoutId} and call_id = ${callId}`);
}

/** The answer to the call that made it, if it did, will not come. */
export async function loseAnswer(
  db: Db,
  userId: string,
  { workoutId, callId }: { workoutId: string; callId: string },
): Promise<void> {
  await db.query(sql`
    update garmin_workout set problem = 'answer-lost', detail = null
    where user_id = ${userId} and workout_id = ${workoutId} and call_id = ${callId}`);
}

/** Says why this content does not go. Says nothing if there is a newer one. */
export async function markProblem(
  db: Db,
  userId: string,
  { workoutId, content }: WorkoutRow,
  problem: DeliveryProblem,
  detail?: string,
): Promise<void> {
  await db.query(sql`
    update garmin_workout set problem = ${problem}, detail = ${detail}
    where user_id = ${userId} and workout_id = ${workoutId} and content_hash = ${content.hash}`);
}

/** Garmin has this content, with all its steps. */
export async function markSent(
  db: Db,
  userId: string,
  { workoutId, content }: WorkoutRow,
  { ownerId, at }: { ownerId: string | undefined; at: Date },
): Promise<void> {
  await db.query(sql`
    update garmin_workout set
      sent_hash = ${content.hash}, sent_at = ${at}, owner_id = coalesce(${ownerId}, owner_id)
    where user_id = ${userId} and workout_id = ${workoutId} and garmin_id is not null`);
}

/** Garmin has neither the workout nor its days. */
export async function markGone(
  db: Db,
  userId: string,
  workoutId: string,
  problem: DeliveryProblem | undefined,
): Promise<void> {
  await db.query(sql`
    with days as (
      update garmin_schedule set garmin_id = null, sent_day = null, call_id = null
      where user_id = ${userId} and workout_id = ${workoutId})
    update garmin_workout set
      garmin_id = null, owner_id = null, sent_hash = null, sent_at = null, call_id = null,
      problem = ${problem}, detail = null
    where user_id = ${userId} and workout_id = ${workoutId}`);
}

/** What Garmin has of a day, after a call about it. */
export async function keepDay(
  db: Db,
  userId: string,
  { entryId, callId }: { entryId: string; callId: string },
  {
    garminId,
    sentDay,
    problem,
    detail,
  }: Partial<Pick<DayRow, 'garminId' | 'sentDay' | 'problem' | 'detail'>>,
): Promise<void> {
  await db.query(sql`
    update garmin_schedule set
      garmin_id = ${garminId}, sent_day = ${sentDay}, problem = ${problem}, detail = ${detail},
      call_id = null
    where user_id = ${userId} and entry_id = ${entryId} and call_id = ${callId}`);
}

/** Forgets what is neither wanted nor there. A lost answer is kept until the athlete has chosen. */
export async function tidy(db: Db, userId: string, workoutId: string): Promise<void> {
  await db.query(sql`
    with days as (
      delete from garmin_schedule
      where user_id = ${userId} and workout_id = ${workoutId}
        and not is_wanted and garmin_id is null and call_id is null)
    delete from garmin_workout g
    where g.user_id = ${userId} and g.workout_id = ${workoutId}
      and not g.is_wanted and g.garmin_id is null and g.call_id is null
      and not exists (
        select 1 from garmin_schedule s
        where s.user_id = g.user_id and s.workout_id = g.workout_id
          and (s.is_wanted or s.garmin_id is not null or s.call_id is not null))`);
}

/** What was tried to the last is not tried again before the athlete asks for it. Removals are. */
export async function giveUp(db: Db, userId: string, workoutIds: readonly string[]): Promise<void> {
  await db.query(sql`
    with days as (
      update garmin_schedule set problem = 'no-answer'
      where user_id = ${userId} and workout_id = any(${workoutIds}) and is_wanted
        and problem is null and (garmin_id is null or sent_day <> day))
    update garmin_workout g set problem = 'no-answer'
    where g.user_id = ${userId} and g.workout_id = any(${workoutIds}) and g.problem is null
      and g.sent_hash is distinct from g.content_hash
      and (g.is_wanted or exists (
        select 1 from garmin_schedule s
        where s.user_id = g.user_id and s.workout_id = g.workout_id and s.is_wanted))`);
}

/** Whoever links another account leaves what they have in the first one. */
export async function forgetOtherAccounts(
  db: Db,
  userId: string,
  garminUserId: string,
): Promise<void> {
  await db.query(sql`
    delete from garmin_workout where user_id = ${userId} and garmin_user_id <> ${garminUserId}`);
}

/** Forgets what never got to Garmin. What may be there is kept, so that no link makes it twice. */
export async function forgetUnsent(db: Db, userId: string): Promise<void> {
  await db.query(sql`
    delete from garmin_workout
    where user_id = ${userId} and garmin_id is null and call_id is null`);
}

/** The workout that the linked account got last. */
export async function findLastSent(
  db: Db,
  userId: string,
): Promise<{ title: string; at: string } | undefined> {
  const { rows } = await db.query(sql`
    select g.title, g.sent_at as at
    from garmin_link l
    join garmin_workout g on g.user_id = l.user_id and g.garmin_user_id = l.garmin_user_id
    where l.user_id = ${userId} and g.sent_at is not null
    order by g.sent_at desc
    limit 1`);
  return rows.map((row) => {
    const { title, at } = lastSentRow.parse(row);
    return { title, at: at.toISOString() };
  })[0];
}

const lastSentRow = z.object({ title: z.string(), at: z.date() });

/** How many workouts the linked account is to get, and has not in their present form. */
export async function countWaiting(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query(sql`
    select count(*)::int as count
    from garmin_link l
    join garmin_workout g on g.user_id = l.user_id and g.garmin_user_id = l.garmin_user_id
    where l.user_id = ${userId} and g.problem is null
      and g.sent_hash is distinct from g.content_hash
      and (g.is_wanted or exists (
        select from garmin_schedule s
        where s.user_id = g.user_id and s.workout_id = g.workout_id and s.is_wanted))`);
  return Number(rows[0]?.['count']);
}

/** Everything that is known of the athlete's workouts at Garmin, for them to take away. */
export async function exportDeliveries(db: Db, userId: string): Promise<unknown> {
  const workouts = await db.query(sql`
    select g.workout_id as "workoutId", g.title, g.script, g.paces, g.garmin_id as "garminId",
      g.sent_at as "sentAt", g.problem, g.detail,
      coalesce((
        select json_agg(json_build_object('entryId', s.entry_id, 'day', s.day,
          'garminId', s.garmin_id, 'problem', s.problem) order by s.day, s.entry_id)
        from garmin_schedule s
        where s.user_id = g.user_id and s.workout_id = g.workout_id), '[]') as days
    from garmin_workout g where g.user_id = ${userId} order by g.workout_id`);
  const calls = await db.query(sql`
    select workout_id as "workoutId", entry_id as "entryId", action, started_at as "startedAt",
      ended_at as "endedAt", outcome
    from garmin_call where user_id = ${userId} order by call_id`);
  return { workouts: workouts.rows, calls: calls.rows };
}

/** The workouts with an entry in a range of days, both included. */
export async function listWorkoutIdsOfDays(
  db: Db,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const { rows } = await db.query(sql`
    select distinct workout_id as id from garmin_schedule
    where user_id = ${userId} and day between ${from} and ${to}`);
  return rows.map(({ id }) => String(id));
}

const optional = <T extends z.core.SomeType>(schema: T) =>
  z.pipe(
    z.nullable(schema),
    z.transform((value) => value ?? undefined),
  );

const problem = optional(z.enum(Object.keys(DELIVERY_PROBLEMS) as DeliveryProblem[]));

const dayRow = z.object({
  entryId: z.string(),
  isWanted: z.boolean(),
  day: z.string(),
  garminId: optional(z.string()),
  sentDay: optional(z.string()),
  problem,
  detail: optional(z.string()),
  callId: optional(z.string()),
});

const workoutRow = z.object({
  workoutId: z.string(),
  isWanted: z.boolean(),
  isInLibrary: z.boolean(),
  title: z.string(),
  script: z.string(),
  paces: z.custom<AthleteSpeeds>((value) => typeof value === 'object'),
  hash: z.instanceof(Buffer),
  garminId: optional(z.string()),
  ownerId: optional(z.string()),
  sentHash: optional(z.instanceof(Buffer)),
  sentAt: optional(z.date()),
  problem,
  detail: optional(z.string()),
  callId: optional(z.string()),
  days: z.array(dayRow),
});

function parseWorkout(value: unknown): WorkoutRow {
  const { title, script, paces, hash, ...row } = workoutRow.parse(value);
  return { ...row, content: { title, script, paces, hash } };
}
