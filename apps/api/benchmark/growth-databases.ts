import { Client } from 'pg';
import { migrate } from '../src/db/migrate.ts';
import { serverUrl } from '../src/testing/server-urls.ts';
import { createDatabase, dropDatabase } from '../src/testing/test-database.ts';
import { RUNS_PER_ATHLETE, seedRuns } from './seed-runs.ts';
import { seedAthletes, WORKOUTS_PER_ATHLETE } from './seed.ts';

/** Rows that grow in number. */
export type Growing = 'workouts' | 'runs';

/** A database with a number of such rows. */
export type Size = { growing: Growing; rows: number; athletes: number; databaseUrl: string };

const SEEDS = {
  workouts: { perAthlete: WORKOUTS_PER_ATHLETE, seed: seedAthletes, prefix: 'pacewright_growth' },
  runs: { perAthlete: RUNS_PER_ATHLETE, seed: seedRuns, prefix: 'pacewright_growth_runs' },
};

/** Creates the database of a size unless an earlier run did. It has its name once it is complete. */
export async function provideSize(growing: Growing, rows: number): Promise<Size> {
  const { perAthlete, seed } = SEEDS[growing];
  const athletes = rows / perAthlete;
  const name = nameOf(growing, rows);
  const size = { growing, rows, athletes, databaseUrl: serverUrl(name) };
  if (await exists(name)) {
    await migrate(size.databaseUrl);
    return size;
  }
  const start = performance.now();
  const unfinished = `${name}_unfinished`;
  await dropDatabase(unfinished);
  await createDatabase(unfinished);
  await migrate(serverUrl(unfinished));
  await seed(serverUrl(unfinished), athletes);
  await onServer(`alter database ${unfinished} rename to ${name}`);
  const seconds = (performance.now() - start) / 1000;
  console.log(`${rows} ${growing} of ${athletes} athletes, seeded in ${seconds.toFixed(0)} s`);
  return size;
}

export async function dropSize({ growing, rows }: Size): Promise<void> {
  await dropDatabase(nameOf(growing, rows));
}

function nameOf(growing: Growing, rows: number): string {
  return `${SEEDS[growing].prefix}_${rows}`;
}

async function exists(name: string): Promise<boolean> {
  return (await onServer(`select from pg_database where datname = '${name}'`)) > 0;
}

async function onServer(statement: string): Promise<number> {
  const client = new Client({ connectionString: serverUrl('postgres') });
  await client.connect();
  try {
    return (await client.query(statement)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
