import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startAuthEmulator } from '@pacewright/auth-emulator';
import { findFreePort } from '@pacewright/free-ports';
import { signUp } from './athlete.ts';
import { type Cluster, createCluster } from './cluster.ts';
import { run, waitUntil } from './run.ts';

// `node tools/database/src/previous-version.ts` runs the API tests of the version before the newest migration on the schema of this version,
// then rolls a deployment back. `--before 0014` takes the version before that migration. Other arguments are passed to
// vitest, such as the name of a test file.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MIGRATIONS = 'apps/api/src/db/migrations';
/** Tests of the schema itself: an empty database, and the lists of tables and columns. */
const EXCLUDED = ['migrate', 'migration-locks', 'schema', 'data-map', 'unverified-accounts']
  .map((name) => `':(exclude,glob)**/${name}.test.ts'`)
  .join(' ');
const SETTINGS = { NODE_ENV: 'test', FIREBASE_PROJECT_ID: 'demo-pacewright' };

const { values: options, positionals: testFiles } = parseArgs({
  options: { before: { type: 'string' } },
  allowPositionals: true,
});
const previous = await findPrevious(options.before);
if (!previous) {
  console.log(
    'Skipped: this clone lacks the commit before the newest migration. Fetch the history.',
  );
  process.exit(0);
}
const folder = await mkdtemp(join(tmpdir(), 'pacewright-previous-'));
const cluster = await createCluster({ settings: 'fsync = off\nmax_connections = 200' });
try {
  console.log(`The version before ${options.before ?? 'the newest migration'} is ${previous}`);
  await run(['sh', '-c', `git archive ${previous} . ${EXCLUDED} | tar -x -C ${folder}`], {
    cwd: ROOT,
  });
  await run(['pnpm', 'install', '--frozen-lockfile', '--prefer-offline'], { cwd: folder });
  await cluster.start();
  // Test databases are copies of this one, so the previous version finds its migrations applied, and the new ones.
  await migrate(ROOT, cluster.urlOf('template1'));
  await runTests(cluster.urlOf('postgres'));
  await rollBack(cluster);
} finally {
  await cluster.remove();
  await rm(folder, { recursive: true });
}

/** The commit before a migration or the newest one; the last one if the newest is not committed yet. */
async function findPrevious(number: string | undefined): Promise<string | undefined> {
  const git = (...args: string[]) => run(['git', ...args], { cwd: ROOT });
  if (!number && (await git('status', '--porcelain', '--', MIGRATIONS)))
    return git('rev-parse', 'HEAD');
  const files = number ? `${MIGRATIONS}/${number}_*.sql` : MIGRATIONS;
  const added = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', files);
  return git('rev-parse', '--verify', '--quiet', `${added}^`).catch(() => undefined);
}

async function runTests(databaseUrl: string): Promise<void> {
  const begin = performance.now();
  const child = spawn('pnpm', ['exec', 'vitest', 'run', '--project=api', ...testFiles], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = Math.round((performance.now() - begin) / 1000);
  if (code !== 0)
    throw new Error(`The previous version fails on the new schema, after ${seconds} s`);
  console.log(`The previous version passes its tests on the new schema, in ${seconds} s`);
}

/** This version is deployed and used; then the previous one, which has to read and write the same rows. */
async function rollBack({ query, urlOf }: Cluster): Promise<void> {
  await query('create database rollback');
  const databaseUrl = urlOf('rollback');
  const emulator = await startAuthEmulator({ port: await findFreePort() });
  const port = await findFreePort();
  const settings = {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'warn',
  };
  const url = `http://127.0.0.1:${port}`;
  const expected = ['Saved by the previous version', 'Saved by this version'];
  try {
    const ana = await withApi(ROOT, settings, async () => {
      const athlete = await signUp(emulator, url);
      await athlete.saveWorkout('Saved by this version', '20m T');
      return athlete;
    });
    const listTitles = async () => (await ana.listWorkouts()).map(({ title }) => title);
    await migrate(folder, databaseUrl);
    await withApi(folder, settings, async () => {
      await ana.saveWorkout('Saved by the previous version', '20m T');
      assert.deepEqual(await listTitles(), expected);
    });
    await withApi(ROOT, settings, async () => assert.deepEqual(await listTitles(), expected));
    console.log('The deployment was rolled back and made again, and nothing was lost');
  } finally {
    await emulator.stop();
  }
}

async function migrate(version: string, databaseUrl: string): Promise<void> {
  await run(['node', 'apps/api/src/migrate.ts'], {
    cwd: version,
    env: { ...process.env, ...SETTINGS, DATABASE_URL: databaseUrl },
  });
}

/** Runs the API of a version while `work` uses it. */
async function withApi<T>(
  version: string,
  settings: Record<string, string>,
  work: () => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, ['apps/api/src/main.ts'], {
    cwd: version,
    env: { ...process.env, ...SETTINGS, ...settings },
    stdio: 'inherit',
  });
  const ended = once(child, 'close');
  try {
    await waitUntil(async () => {
      if (child.exitCode !== null) throw new Error('The API did not start; its message is above');
      const health = `http://127.0.0.1:${settings['PORT']}/api/health/ready`;
      return fetch(health, { headers: { connection: 'close' } }).then(
        ({ ok }) => ok,
        () => false,
      );
    });
    return await work();
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
