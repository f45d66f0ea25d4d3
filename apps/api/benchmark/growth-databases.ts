import { Client } from 'pg';
import { migrate } from '../src/db/migrate.ts';
import { serverUrl } from '../src/testing/server-urls.ts';
import { createDatabase, dropDatabase } from '../src/testing/test-database.ts';
import { seedAthletes, WORKOUTS_PER_ATHLETE } from './seed.ts';

/** A database with a number of workouts. */
export type Size = { workouts: number; athletes: number; databaseUrl: string };

/** Creates the database of a size unless an earlier run did. It has its name once it is complete. */
export async function provideSize(workouts: number): Promise<Size> {
  const athletes = workouts / WORKOUTS_PER_ATHLETE;
  const name = nameOf(workouts);
  const size = { workouts, athletes, databaseUrl: serverUrl(name) };
  if (await exists(name)) {
    await migrate(size.databaseUrl);
    return size;
  }
  const start = performance.now();
  const unfinished = `${name}_unfinished`;
  await dropDatabase(unfinished);
  await createDatabase(unfinished);
  await migrate(serverUrl(unfinished));
  await seedAthletes(serverUrl(unfinished), athletes);
  await onServer(`alter database ${unfinished} rename to ${name}`);
  const seconds = (performance.now() - start) / 1000;
  console.log(`${workouts} workouts of ${athletes} athletes, seeded in ${seconds.toFixed(0)} s`);
  return size;
}

export async function dropSize(workouts: number): Promise<void> {
  await dropDatabase(nameOf(workouts));
}

function nameOf(workouts: number): string {
  return `pacewright_growth_${workouts}`;
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
