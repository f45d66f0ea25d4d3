import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { findFreePort } from '@pacewright/free-ports';
import { startStack } from '@pacewright/local';
import { type Athlete, signUp } from './athlete.ts';
import { type BackedUpCluster, createBackedUpCluster } from './backup.ts';
import { waitUntil } from './run.ts';

// `node tools/database/src/restore.ts` deletes an athlete's workouts and restores the database to the second before, on a server of its
// own and with the backup settings of production. --workouts is the number of workouts of other athletes.

const { values } = parseArgs({ options: { workouts: { type: 'string', default: '2000' } } });
const ATHLETES = Math.ceil(Number(values.workouts) / 200);
const DATABASE = 'pacewright';
const SCRIPTS = [
  '10m E + 5x(1km I + 90s jog) + 10m E',
  '3km E + 2x(15m T + 3m jog) + 2km E',
  '90m E',
];

/** Copies of the workouts that were saved through the API, 200 for each of the other athletes. */
const ADD_OTHERS = [
  `insert into app_user (user_id, firebase_uid, username, email)
  select gen_random_uuid(), 'other-' || n, 'Runner ' || n, 'runner-' || n || '@example.test'
  from generate_series(1, ${ATHLETES}) as n`,
  // In the order of the index, which makes it a fraction of the work.
  `with model as (
    select *, row_number() over () - 1 as number, count(*) over () as models from workout)
  insert into workout (user_id, workout_id, title, title_key, script, notes, tags, reading, search,
    created_at, updated_at)
  select other.user_id, gen_random_uuid(), title, title_key, script, notes, tags, reading, search,
    model.created_at, model.updated_at
  from (select user_id from app_user where firebase_uid like 'other-%' order by user_id) as other,
    generate_series(1, 200) as n
  join model on model.number = n % models`,
];

const CHECKSUM = `
  select count(*)::int as count, sum(hashtextextended(w::text, 0))::text as sum from workout w`;

const ALL_ARCHIVED = `
  select not exists (select from pg_ls_archive_statusdir() where name like '%.ready') as is`;

const cluster = await createBackedUpCluster();
try {
  await cluster.start();
  await cluster.prepare();
  const stack = await startStack({
    port: await findFreePort(),
    emulatorPort: await findFreePort(),
    databaseUrl: cluster.urlOf(DATABASE),
    log: 'ignore',
  });
  try {
    await rehearse(cluster, await signUp(stack.emulator, stack.url));
  } finally {
    await stack.stop();
  }
} finally {
  await cluster.remove();
}

async function rehearse(server: BackedUpCluster, ana: Athlete): Promise<void> {
  const query = async (statement: string) => (await server.query(statement, DATABASE))[0] ?? {};
  await saveWorkouts(ana, 'before the backup');
  await timed('Workouts of other athletes added', async () => {
    for (const statement of ADD_OTHERS) await query(statement);
  });
  const readTime = async () =>
    String((await query('select clock_timestamp()::text as time'))['time']);
  const waitASecond = async (time: string) => {
    const isOver = `select clock_timestamp() > '${time}'::timestamptz + interval '1 second' as is`;
    await waitUntil(async () => (await query(isOver))['is'] === true);
  };
  await timed('Full backup', server.backUp);
  // pgBackRest compares the end of a backup with the time to restore in whole seconds.
  await waitASecond(await readTime());
  // In the archived WAL only.
  await saveWorkouts(ana, 'after the backup');

  const saved = await ana.listWorkouts();
  const rows = await query(CHECKSUM);
  const time = await readTime();
  await waitASecond(time);

  // Not through the API, which only moves workouts to the trash.
  await query(`delete from workout where user_id in (select user_id from app_user
    where firebase_uid = '${ana.uid}')`);
  assert.deepEqual(await ana.listWorkouts(), []);
  await ana.saveWorkout('Saved after the mistake', '20m T');

  const begin = performance.now();
  await timed('Server stopped, its WAL archived', server.stop);
  await timed('Backup restored', () => server.restoreTo(time));
  await timed('WAL replayed, server promoted', async () => {
    await server.start();
    await waitUntil(async () => (await query('select pg_is_in_recovery() as is'))['is'] === false);
  });
  const restored = await ana.listWorkouts();
  report('Everything, until the API lists the workouts', begin);

  assert.deepEqual(restored, saved);
  assert.deepEqual(await query(CHECKSUM), rows);
  // Files get another name once they are archived.
  await waitUntil(async () => (await query(ALL_ARCHIVED))['is'] === true);
  const stored = await server.listStored();
  assert.deepEqual(
    stored.filter(({ isEncrypted }) => !isEncrypted),
    [],
  );
  const { size } = await query(`select pg_database_size('${DATABASE}') / 1e6 as size`);
  const storedSize = stored.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  console.log(
    `${restored.length} workouts of the athlete are back, ${String(rows['count'])} in all.`,
  );
  console.log(
    `The database has ${Math.round(Number(size))} MB, backup and WAL ${Math.round(storedSize)} MB, all encrypted.`,
  );
}

async function saveWorkouts(athlete: Athlete, suffix: string): Promise<void> {
  for (const [index, script] of SCRIPTS.entries())
    await athlete.saveWorkout(`Workout ${index + 1} ${suffix}`, script);
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const begin = performance.now();
  await work();
  report(name, begin);
}

function report(name: string, begin: number): void {
  console.log(`figure: ${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
}
