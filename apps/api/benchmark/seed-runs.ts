import { judgeOwn, judgeRun } from '@pacewright/activity';
import { recordScript } from '@pacewright/activity/testing';
import { trainingPaces } from '@pacewright/pace';
import type { Client } from 'pg';
import { readReceivedFile } from '../src/features/activities/receive.ts';
import { readForStorage } from '../src/features/workouts/saved-reading.ts';
import { loadWithoutIndexes } from './bulk-load.ts';
import { addAthletes, withBulkClient } from './seed.ts';

/** A year of runs, as docs/measurements.md assumes. */
export const RUNS_PER_ATHLETE = 200;

const VDOT = 50;

/** Every second one was planned. */
const SCRIPTS = [
  { title: 'Interval session', script: '15m E + 5x(3m I + 2m E) + 10m E' },
  { title: '', script: '45m E' },
  { title: 'Cruise intervals', script: '2 km E + 4x(1.6 km T + 60s jog) + 2 km E' },
  { title: '', script: '60m E' },
  { title: 'Long run with a finish', script: '75m E + 20m M + 5m jog' },
  { title: '', script: '35m E' },
  { title: 'Repetitions', script: '20m E + 8x(45s R + 90s jog) + 15m E' },
  { title: '', script: '50m E' },
];

/** Adds athletes to an empty database, each with a year of runs and the entries they belong to. */
export async function seedRuns(databaseUrl: string, athletes: number): Promise<void> {
  await withBulkClient(databaseUrl, async (client) => {
    await addSamples(client);
    await client.query(
      'create temp table place (place int, started_at timestamptz, id_start text)',
    );
    await client.query(ADD_PLACES, [RUNS_PER_ATHLETE]);
    await addAthletes(client, athletes);
    // One run of everyone, then the next one of everyone: an athlete's rows are far apart, as in real use.
    const addForEachPlace = async (statement: string) => {
      for (let place = 0; place < RUNS_PER_ATHLETE; place++) await client.query(statement, [place]);
    };
    await loadWithoutIndexes(client, 'calendar_entry', () => addForEachPlace(ADD_ENTRIES));
    await loadWithoutIndexes(client, 'activity', () => addForEachPlace(ADD_RUNS));
    await loadWithoutIndexes(client, 'activity_detail', () => addForEachPlace(ADD_DETAILS));
  });
}

/** Files of simulated runs, read and compared as the product does. */
async function addSamples(client: Client): Promise<void> {
  await client.query(`
    create temp table sample (place int, title text, script text, reading json, paces json, seconds int, metres real,
      summary text, pace_seconds json, outline bytea, trace bytea, watch json, comparison json)`);
  const paces = { trainingPaces: trainingPaces(VDOT), vdot: VDOT };
  for (const [place, { title, script }] of SCRIPTS.entries()) {
    const isPlanned = title !== '';
    const kind = isPlanned ? 'steps' : 'kilometres';
    const file = readReceivedFile(recordScript(script, { kind, seed: place, vdot: VDOT }));
    if (!file.ok) throw new Error(`A sample is not readable: ${file.reason}`);
    const { seconds, metres, outline, trace, watch } = file.received;
    const { summary, paceSeconds, comparison } = isPlanned
      ? judgeRun(file.run, watch, { title, script, paces }, [], 'metric')
      : judgeOwn(file.run, paces.trainingPaces);
    await client.query(
      'insert into sample values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
      [
        place,
        isPlanned ? title : null,
        script,
        JSON.stringify(readForStorage(script).reading),
        JSON.stringify(paces),
        seconds,
        metres,
        summary,
        JSON.stringify(paceSeconds),
        Buffer.from(outline, 'base64'),
        Buffer.from(trace, 'base64'),
        JSON.stringify(watch),
        comparison && JSON.stringify(comparison),
      ],
    );
  }
}

/** The runs of an athlete over a year: when each began, and how its id begins, as of UUIDv7. */
const ADD_PLACES = `
  insert into place
  select place, started_at,
    lpad(to_hex((extract(epoch from started_at) * 1000)::bigint), 12, '0')
  from generate_series(0, $1::int - 1) as place,
    lateral (select timestamptz '2025-07-01 16:04:12Z' + place * 365 / $1::int * interval '1 day' as started_at) as s`;

const ONE_OF_EVERYONE = `
  from athlete, place p, sample,
    lateral (select (id_start || id_end)::uuid as id) as new
  where p.place = $1 and sample.place = p.place % (select count(*) from sample)`;

/** A run and its entry have the same id here. */
const ADD_ENTRIES = `
  insert into calendar_entry (user_id, entry_id, day, position, kind, title, script, notes, alternatives, reading,
    done_at, done_title, done_script, done_reading, done_paces)
  select user_id, id, started_at::date, 0, 'run', title, script, '', '[]', reading,
    started_at, title, script, reading, paces
  ${ONE_OF_EVERYONE} and title is not null`;

const ADD_RUNS = `
  insert into activity (user_id, activity_id, source, source_id, started_at, day, seconds, metres, entry_id, summary,
    pace_seconds, outline, effort)
  select user_id, id, 'garmin', encode(sha256((uid || p.place)::bytea), 'hex'), started_at, started_at::date, seconds,
    metres, case when title is not null then id end, summary, pace_seconds, outline, 4
  ${ONE_OF_EVERYONE}`;

const ADD_DETAILS = `
  insert into activity_detail (user_id, activity_id, trace, watch, comparison, notes)
  select user_id, id, trace, watch, comparison, ''
  ${ONE_OF_EVERYONE}`;
