import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { readForStorage } from '../features/workouts/saved-reading.ts';
import type { Athlete } from './test-app.ts';

type Owner = Pick<Athlete, 'userId'>;

/** Inserts workouts directly, as the API would store them. */
export async function addWorkouts(
  db: Db,
  { userId }: Owner,
  {
    count,
    script = '20m T',
    notes = '',
    isDeleted = false,
  }: { count: number; script?: string; notes?: string; isDeleted?: boolean },
): Promise<void> {
  const { reading } = readForStorage(script);
  const word = script.slice(0, 2).toLowerCase();
  await db.query(sql`
    insert into workout (user_id, workout_id, title, title_key, script, notes, tags, reading, search,
      created_at, updated_at, deleted_at)
    select ${userId}, gen_random_uuid(), 'Workout ' || n, 'workout ' || lpad(n::text, 6, '0'), ${script},
      ${notes}, '["road"]', ${JSON.stringify(reading)}, ${`\nworkout\n${word}\n#road\n`},
      now() - n * interval '1 second', now() - n * interval '1 second',
      case when ${isDeleted} then now() - n * interval '1 second' end
    from generate_series(1, ${count}::int) as n`);
}

/** Adds entries from a day on, ten per day. */
export async function addEntries(
  db: Db,
  { userId }: Owner,
  { workoutId, count, from = '2000-01-01' }: { workoutId: string; count: number; from?: string },
): Promise<void> {
  await db.query(sql`
    insert into calendar_entry (user_id, entry_id, day, position, workout_id)
    select ${userId}, gen_random_uuid(), ${from}::date + n / 10, n % 10, ${workoutId}
    from generate_series(0, ${count}::int - 1) as n`);
}

/** Schedules all entries of a workout at Garmin as one that was scheduled through the API. */
export async function scheduleEntries(
  db: Db,
  { userId }: Owner,
  { entryId }: { entryId: string },
): Promise<void> {
  await db.query(sql`
    insert into garmin_item
    select (jsonb_populate_record(i, jsonb_build_object('item_id', e.entry_id, 'day', e.day,
      'remote_day', e.day))).*
    from garmin_item i
    join calendar_entry e on e.user_id = i.user_id and e.workout_id = i.workout_id
    where i.user_id = ${userId} and i.item_id = ${entryId} and e.entry_id <> i.item_id`);
}

/** Adds 5 km races, one per day, the last on 2024-12-31. */
export async function addRaces(
  db: Db,
  { userId }: Owner,
  { count }: { count: number },
): Promise<void> {
  await db.query(sql`
    insert into race (user_id, race_id, raced_on, distance, time_in_seconds)
    select ${userId}, gen_random_uuid(), date '2024-12-31' - n, 5000, 1200
    from generate_series(0, ${count}::int - 1) as n`);
}

/** Copies of a run, on the days of some years. Without details, which lists do not read. */
export async function addActivities(
  db: Db,
  { userId }: Owner,
  { count }: { count: number },
): Promise<void> {
  await db.query(sql`
    insert into activity (user_id, activity_id, source, source_id, started_at, day, seconds, metres,
      summary, pace_seconds, outline)
    select ${userId}, gen_random_uuid(), 'file', 'copy ' || n, '2026-11-17T17:00:00Z',
      date '2026-11-17' - n % 400, 2700, 8640, 'All five reps on pace.',
      '{"E":2700,"M":0,"T":0,"I":0,"R":0}', decode(repeat('40', 80), 'hex')
    from generate_series(1, ${count}::int) as n`);
}

/** Copies of a scheduled workout, each with its entry, sent to Garmin as it was. */
export async function copyDelivery(
  db: Db,
  { userId }: Owner,
  { workoutId, count }: { workoutId: string; count: number },
): Promise<void> {
  await db.query(sql`
    with copies as (
      select gen_random_uuid() as id, gen_random_uuid() as entry from generate_series(1, ${count}::int)),
    workouts as (
      insert into workout
      select (jsonb_populate_record(w, jsonb_build_object('workout_id', c.id))).*
      from workout w, copies c where w.user_id = ${userId} and w.workout_id = ${workoutId}
      returning workout_id)
    insert into garmin_item
    select (jsonb_populate_record(i, jsonb_build_object('workout_id', c.id,
      'item_id', case i.kind when 'workout' then c.id else c.entry end))).*
    from garmin_item i, copies c
    where i.user_id = ${userId} and exists (select 1 from workouts w where w.workout_id = c.id)`);
}

/** Copies of someone's seasons and their actions for another athlete, without entries. */
export async function addSeasons(
  db: Db,
  { userId }: Owner,
  other: Owner,
  { count }: { count: number },
): Promise<void> {
  await db.query(sql`
    with copies as (
      select s.season_id as old, gen_random_uuid() as new
      from season s, generate_series(1, ${count}::int) where s.user_id = ${userId}),
    seasons as (
      insert into season
      select (jsonb_populate_record(s, jsonb_build_object('user_id', ${other.userId}::text,
        'season_id', c.new, 'plan_id', null))).*
      from season s join copies c on c.old = s.season_id where s.user_id = ${userId}
      returning season_id)
    insert into season_action
    select (jsonb_populate_record(a, jsonb_build_object('user_id', ${other.userId}::text,
      'season_id', c.new, 'action_id', gen_random_uuid()))).*
    from season_action a join copies c on c.old = a.season_id
    where a.user_id = ${userId} and exists (select 1 from seasons s where s.season_id = c.new)`);
}
