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

test('a migration that was edited after it was applied is rejected', async () => {
  await apply();
  await write('0001_runners.sql', 'create table runner (name text not null);');
  const message = 'Migration 0001_runners.sql was edited after it was applied';
  await expect(apply()).rejects.toThrow(message);
  await expect(requireMigrated(db, folder)).rejects.toThrow(message);
});

test('a release requires all of its migrations', async () => {
  await expect(requireMigrated(db, folder)).rejects.toThrow(
    'The database lacks 0001_runners.sql, 0002_shoes.sql',
  );
  await apply();
  await requireMigrated(db, folder);
  await write('0003_laps.sql', 'create table lap (seconds int);');
  await expect(requireMigrated(db, folder)).rejects.toThrow('The database lacks 0003_laps.sql');
});

test('a release accepts a newer database, so that a deployment can be rolled back', async () => {
  await apply();
  await rm(join(path, '0002_shoes.sql'));
  await requireMigrated(db, folder);
  expect(await apply()).toEqual([]);
});

test('a missing number is rejected before anything is applied', async () => {
  await write('0004_laps.sql', 'create table lap (seconds int);');
  await expect(apply()).rejects.toThrow('expected number 3');
});

test('a failed migration is rolled back, and the next run retries it', async () => {
  await write('0003_laps.sql', 'create table lap (seconds int); select nonsense;');
  await expect(apply()).rejects.toThrow('nonsense');
  await write('0003_laps.sql', 'create table lap (seconds int);');
  expect(await apply()).toEqual(['0003_laps.sql']);
});

test('a migration has no statement timeout', async () => {
  await write(
    '0003_limit.sql',
    "create table lim as select current_setting('statement_timeout') as ms",
  );
  await apply();
  expect((await db.query(sql`select ms from lim`)).rows).toEqual([{ ms: '0' }]);
});

test('a no-transaction migration is applied statement by statement', async () => {
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

test('a migration that waits for a lock lets other statements pass, and retries', async () => {
  await apply();
  await write('0003_club.sql', 'alter table runner add column club text;');
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isReading = Promise.withResolvers<void>();
  const reading = db.inTransaction(async (transaction) => {
    await transaction.query(sql`select * from runner`);
    isReading.resolve();
    await released;
  });
  await isReading.promise;
  const waitedFor: string[] = [];
  const applied = apply({
    lockTimeoutMilliseconds: 50,
    onRetry: (name) => {
      waitedFor.push(name);
      // Not blocked, because the migration has left the lock queue.
      void db.query(sql`select * from runner`).then(release);
    },
  });
  expect(await applied).toEqual(['0003_club.sql']);
  expect(waitedFor).toContain('0003_club.sql');
  await reading;
});

test('concurrent runs apply each migration once', async () => {
  const applied = await Promise.all([1, 2, 3, 4].map(() => apply()));
  expect(applied.flat().sort()).toEqual(['0001_runners.sql', '0002_shoes.sql']);
});

test('an error rolls back the transaction and leaves the connection usable', async () => {
  await apply();
  await expect(
    db.inTransaction(async (transaction) => {
      await transaction.query(sql`insert into runner (name) values (${'Ana'})`);
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect((await db.query(sql`select * from runner`)).rows).toEqual([]);
});

test('a connection lost in a transaction is an error, and the next transaction gets a new one', async () => {
  await apply();
  await expect(
    db.inTransaction(async (transaction) => {
      const { rows } = await transaction.query(sql`select pg_backend_pid() as pid`);
      await db.query(sql`select pg_terminate_backend(${rows[0]?.['pid']})`);
      await transaction.query(sql`insert into runner (name) values (${'Ana'})`);
    }),
    // The message comes from the server or from the driver, depending on timing.
  ).rejects.toThrow(/terminat|connection error/);
  await db.inTransaction((transaction) =>
    transaction.query(sql`insert into runner (name) values (${'Ben'})`),
  );
  expect((await db.query(sql`select name from runner`)).rows).toEqual([{ name: 'Ben' }]);
});
