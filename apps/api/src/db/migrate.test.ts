import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
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

test('migrations are applied once, in order', async () => {
  expect(await migrate(db, folder)).toEqual(['0001_runners.sql', '0002_shoes.sql']);
  expect(await migrate(db, folder)).toEqual([]);
  await write('0003_laps.sql', 'create table lap (seconds int);');
  expect(await migrate(db, folder)).toEqual(['0003_laps.sql']);
});

test('a migration edited after it was applied is refused', async () => {
  await migrate(db, folder);
  await write('0001_runners.sql', 'create table runner (name text not null);');
  await expect(migrate(db, folder)).rejects.toThrow(
    'Migration 0001_runners.sql was edited after it was applied',
  );
});

test('a database newer than the program is refused', async () => {
  await migrate(db, folder);
  await rm(join(path, '0002_shoes.sql'));
  await expect(migrate(db, folder)).rejects.toThrow(
    'The database has migration 0002_shoes.sql, which this version does not know',
  );
});

test('a missing number is refused before anything is applied', async () => {
  await write('0004_laps.sql', 'create table lap (seconds int);');
  await expect(migrate(db, folder)).rejects.toThrow('number 3 was due');
});

test('a migration that fails leaves nothing behind, and the next start tries again', async () => {
  await write('0003_laps.sql', 'create table lap (seconds int); select nonsense;');
  await expect(migrate(db, folder)).rejects.toThrow('nonsense');
  await write('0003_laps.sql', 'create table lap (seconds int);');
  expect(await migrate(db, folder)).toEqual([
    '0001_runners.sql',
    '0002_shoes.sql',
    '0003_laps.sql',
  ]);
});

test('several that migrate at the same moment apply each migration once', async () => {
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(db, folder)));
  expect(applied.flat().sort()).toEqual(['0001_runners.sql', '0002_shoes.sql']);
});

test('an error rolls a transaction back and leaves the connection usable', async () => {
  await migrate(db, folder);
  await expect(
    db.inTransaction(async (transaction) => {
      await transaction.query(sql`insert into runner (name) values (${'Ana'})`);
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect((await db.query(sql`select * from runner`)).rows).toEqual([]);
});

test('a connection that dies in a transaction is an error, and the next transaction gets a new one', async () => {
  await migrate(db, folder);
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
