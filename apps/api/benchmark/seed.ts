import { vdotFromRace } from '@pacewright/pace';
import { Client } from 'pg';
import { athleteId } from '../src/db/ids.ts';
import { readForStorage } from '../src/features/workouts/saved-reading.ts';
import { sortTitle, writeSearch } from '../src/features/workouts/search-terms.ts';
import { loadWithoutIndexes } from './bulk-load.ts';

export const WORKOUTS_PER_ATHLETE = 100;

/** The month that is read, and the number of its entries; half of them are done. */
export const MONTH = { from: '2026-05-01', to: '2026-05-31', entries: 20 };

const SAMPLES = [
  { title: 'Easy run', script: '45m E' },
  { title: 'Cruise intervals', script: '2 km E + 4x(1 mi T + 1m jog) + 2 km E' },
  { title: 'Interval session', script: '15m E + 5x(3m I + 2m E) + 10m E', notes: 'On the track.' },
  { title: 'Long run with a finish', script: '90m E + 30m M + 5m jog', notes: 'Drink enough.' },
  { title: 'Repetitions', script: '20m E + 8x(200m R + 200m jog) + 4x(400m R + 400m jog) + 15m E' },
].map(({ title, script, notes = '' }, index) => {
  const content = { title, script, notes, tags: ['road', index % 2 === 0 ? 'base' : 'quality'] };
  const { reading, workout } = readForStorage(script);
  const search = writeSearch(content, workout.items);
  return { ...content, title_key: sortTitle(title), reading, search };
});

/** A workout to save: for the API, and as the columns that the bare engine inserts. */
export function sampleWorkout(index: number) {
  const columns = SAMPLES[index % SAMPLES.length] ?? unreachable();
  const { title, script, notes, tags } = columns;
  return { toSave: { title, script, notes, tags }, columns };
}

/** The id of an athlete at Firebase. */
export function firebaseUid(index: number): string {
  return `athlete-${index}`;
}

/** Adds athletes to an empty database, each with workouts, paces and a month of entries. */
export async function seedAthletes(databaseUrl: string, athletes: number): Promise<void> {
  await withBulkClient(databaseUrl, async (client) => {
    await client.query(`
      create temp table sample (place int, title text, title_key text, script text, notes text, tags json,
        reading json, search text)`);
    await client.query(
      `insert into sample
       select (row_number() over ())::int - 1, s.*
       from jsonb_to_recordset($1) as s (title text, title_key text, script text, notes text, tags json,
         reading json, search text)`,
      [JSON.stringify(SAMPLES)],
    );
    await client.query('create temp table place (place int, made_at timestamptz, id_start text)');
    await client.query(ADD_PLACES, [WORKOUTS_PER_ATHLETE]);
    await addAthletes(client, athletes);
    await loadWithoutIndexes(client, 'workout', async () => {
      // One workout of everyone, then the next one of everyone: an athlete's rows are far apart, as in real use.
      for (let place = 0; place < WORKOUTS_PER_ATHLETE; place++)
        await client.query(ADD_WORKOUTS, [place]);
    });
    await loadWithoutIndexes(client, 'calendar_entry', () =>
      client.query(ADD_ENTRIES, [MONTH.from, MONTH.entries]),
    );
  });
}

/** Connects for adding many rows, and analyzes all tables afterwards. */
export async function withBulkClient(
  databaseUrl: string,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Checks of references would take most of the time, and these rows have what they refer to.
    await client.query('set session_replication_role = replica');
    await client.query('set synchronous_commit = off');
    await client.query(`set maintenance_work_mem = '1GB'`);
    await work(client);
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}

/** Adds athletes with paces, and lists them in a temporary table with the end of their ids, as of UUIDv7. */
export async function addAthletes(client: Client, athletes: number): Promise<void> {
  const uids = Array.from({ length: athletes }, (_, index) => firebaseUid(index));
  await client.query('create temp table athlete (user_id uuid, uid text, id_end text)');
  await client.query(
    `insert into athlete
     select user_id, uid, '7' || substr(digits, 1, 3) || '8' || substr(digits, 4, 15)
     from unnest($1::uuid[], $2::text[]) as a (user_id, uid), md5(uid) as digits
     order by user_id`,
    [uids.map(athleteId), uids],
  );
  await client.query('analyze athlete');
  const race = { distance: 5000, time: 1200 };
  const vdot = vdotFromRace(race.distance, race.time);
  await client.query(`
    insert into app_user (user_id, firebase_uid, username, email)
    select user_id, uid, uid, uid || '@example.test' from athlete`);
  await client.query(
    `insert into race (user_id, race_id, raced_on, distance, time_in_seconds)
     select user_id, user_id, date '2026-04-26', $1, $2 from athlete`,
    [race.distance, race.time],
  );
  await client.query(
    `insert into training_paces (user_id, pace_units, vdot, race_id, edited,
       e_from, e_to, m_from, m_to, t_from, t_to, i_from, i_to, r_from, r_to)
     select user_id, 'metric', $1, user_id, 'E', 2.9, 3.2, 3.6, 3.7, 3.9, 4, 4.2, 4.3, 4.5, 4.6
     from athlete`,
    [vdot],
  );
}

/** The workouts of an athlete: when each was made, a day apart, and how its id begins, as of UUIDv7. */
const ADD_PLACES = `
  insert into place
  select place, timestamptz '2025-01-01' + place * interval '1 day',
    lpad(to_hex(1735689600000 + place * 86400000::bigint), 12, '0')
  from generate_series(0, $1::int - 1) as place`;

const ADD_WORKOUTS = `
  insert into workout (user_id, workout_id, title, title_key, script, notes, tags, reading, search,
    created_at, updated_at)
  select user_id, (id_start || id_end)::uuid, title || ' ' || p.place,
    title_key || ' ' || lpad(p.place::text, 6, '0'), script, notes, tags, reading, search, made_at, made_at
  from athlete, place p, sample
  where p.place = $1 and sample.place = p.place % (select count(*) from sample)`;

/** Two of three days have an entry. */
const ADD_ENTRIES = `
  insert into calendar_entry (user_id, entry_id, day, position, workout_id, done_at, done_workout_id,
    done_title, done_script, done_reading, done_paces)
  select athlete.user_id, gen_random_uuid(), $1::date + place * 3 / 2, 0, case when not is_done then workout_id end,
    case when is_done then now() end, case when is_done then workout_id end,
    case when is_done then title end, case when is_done then script end,
    case when is_done then reading end, case when is_done then '{"trainingPaces":{}}'::json end
  from athlete, generate_series(0, $2::int - 1) as place,
    lateral (select place % 2 = 0 as is_done) as half,
    lateral (
      select w.* from workout w where w.user_id = athlete.user_id
      order by w.workout_id offset place limit 1) as w`;

function unreachable(): never {
  throw new Error('There are samples');
}
