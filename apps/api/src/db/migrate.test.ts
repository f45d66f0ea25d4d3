import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate, requireMigrated } from './migrate.ts';
import { sql } from './sql.ts';

let database: TestDatabase;
let db: Database;
let path: string;
let folder: URL;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  db = openDatabase(database.url, { poolSize: 4 });
  path = await mkdtemp(join(tmpdir(), 'migrations-'));
  folder = pathToFileURL(`${path}/`);
  await write('0001_runners.sql', 'create table runner (name text);');
  await write(
    '0002_shoes.sql',
    'create table shoe (name text); alter table runner add column shoe text;',
  );
});
afterEach(async () => {
  await db.close();
  await database.drop();
  await rm(path, { recursive: true });
});

function write(name: string, text: string): Promise<void> {
  return writeFile(join(path, name), text);
}

function apply(options: Parameters<typeof migrate>[1] = {}): Promise<string[]> {
  return migrate(database.url, { folder, ...options });
}

test('migrations are applied once, in order', async () => {
  expect(await apply()).toEqual(['0001_runners.sql', '0002_shoes.sql']);
  expect(await apply()).toEqual([]);
  await write('0003_laps.sql', 'create table lap (seconds int);');
  expect(await apply()).toEqual(['0003_laps.sql']);
});

test('a migration edited after it was applied is refused', async () => {
  await apply();
  await write('0001_runners.sql', 'create table runner (name text not null);');
  const refusal = 'Migration 0001_runners.sql was edited after it was applied';
  await expect(apply()).rejects.toThrow(refusal);
  await expect(requireMigrated(db, folder)).rejects.toThrow(refusal);
});

test('a release starts only on a database that has all of its migrations', async () => {
  await expect(requireMigrated(db, folder)).rejects.toThrow(
    'The database lacks 0001_runners.sql, 0002_shoes.sql',
  );
  await apply();
  await requireMigrated(db, folder);
  await write('0003_laps.sql', 'create table lap (seconds int);');
  await expect(requireMigrated(db, folder)).rejects.toThrow('The database lacks 0003_laps.sql');
});

test('a release starts on a database that is newer, so that a deployment can be rolled back', async () => {
  await apply();
  await rm(join(path, '0002_shoes.sql'));
  await requireMigrated(db, folder);
  expect(await apply()).toEqual([]);
});

test('a missing number is refused before anything is applied', async () => {
  await write('0004_laps.sql', 'create table lap (seconds int);');
  await expect(apply()).rejects.toThrow('number 3 was due');
});

test('a migration that fails leaves nothing behind, and the next run tries it again', async () => {
  await write('0003_laps.sql', 'create table lap (seconds int); select nonsense;');
  await expect(apply()).rejects.toThrow('nonsense');
  await write('0003_laps.sql', 'create table lap (seconds int);');
  expect(await apply()).toEqual(['0003_laps.sql']);
});

test('a migration may take longer than a statement of a request', async () => {
  await write(
    '0003_limit.sql',
    "create table lim as select current_setting('statement_timeout') as ms",
  );
  await apply();
  expect((await db.query(sql`select ms from lim`)).rows).toEqual([{ ms: '0' }]);
});

test('a migration that cannot be in a transaction is applied statement by statement', async () => {
  await write(
    '0003_index.sql',
    `-- no-transaction
    drop index concurrently if exists runner_name;
    create index concurrently runner_name on runner (name);
    `,
  );
  expect(await apply()).toContain('0003_index.sql');
  const { rows } = await db.query(sql`select 1 from pg_indexes where indexname = 'runner_name'`);
  expect(rows).toHaveLength(1);
});

test('a migration that waits for a lock lets others pass, and tries again', async () => {
  await apply();
  await write('0003_club.sql', 'alter table runner add column club text;');
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reading = db.inTransaction(async (transaction) => {
    await transaction.query(sql`select * from runner`);
    await released;
  });
  const waitedFor: string[] = [];
  const applied = apply({
    lockTimeoutMilliseconds: 50,
    onRetry: (name) => {
      waitedFor.push(name);
      // Not blocked by the migration, which has let go of its place in the queue.
      void db.query(sql`select * from runner`).then(release);
    },
  });
  expect(await applied).toEqual(['0003_club.sql']);
  expect(waitedFor).toContain('0003_club.sql');
  await reading;
});

test('several that migrate at the same moment apply each migration once', async () => {
  const applied = await Promise.all([1, 2, 3, 4].map(() => apply()));
  expect(applied.flat().sort()).toEqual(['0001_runners.sql', '0002_shoes.sql']);
});

test('an error rolls a transaction back and leaves the connection usable', async () => {
  await apply();
  await expect(
    db.inTransaction(async (transaction) => {
      await transaction.query(sql`insert into runner (name) values (${'Ana'})`);
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect((await db.query(sql`select * from runner`)).rows).toEqual([]);
});

test('a connection that dies in a transaction is an error, and the next transaction gets a new one', async () => {
  await apply();
  await expect(
    db.inTransaction(async (transaction) => {
      const { rows } = await transaction.query(sql`select pg_backend_pid() as pid`);
      await db.query(sql`select pg_terminate_backend(${rows[0]?.['pid']})`);
      await transaction.query(sql`insert into runner (name) values (${'Ana'})`);
    }),
    // By the server if the query gets there first, else by the driver that has heard of the end.
  ).rejects.toThrow(/terminat|connection error/);
  await db.inTransaction((transaction) =>
    transaction.query(sql`insert into runner (name) values (${'Ben'})`),
  );
  expect((await db.query(sql`select name from runner`)).rows).toEqual([{ name: 'Ben' }]);
});
