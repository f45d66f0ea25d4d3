import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Database, type Db, openDatabase } from './database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  db = openDatabase(database.url, { poolSize: 4 });
  await db.query({
    text: 'create table shoe (name text primary key, km int not null)',
    values: [],
  });
  await db.query({ text: "insert into shoe values ('left', 0), ('right', 0)", values: [] });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('two transactions that deadlock both succeed', async () => {
  let arrived = 0;
  let release = (): void => {};
  const bothHoldALock = new Promise<void>((resolve) => {
    release = resolve;
  });

  const wear = (first: string, second: string) =>
    db.inTransaction(async (transaction) => {
      await addKilometre(transaction, first);
      if (++arrived === 2) release();
      await bothHoldALock;
      await addKilometre(transaction, second);
    });
  await Promise.all([wear('left', 'right'), wear('right', 'left')]);

  const { rows } = await db.query({ text: 'select name, km from shoe order by name', values: [] });
  expect(rows).toEqual([
    { name: 'left', km: 2 },
    { name: 'right', km: 2 },
  ]);
});

test('a transaction that always conflicts fails after three attempts', async () => {
  let attempts = 0;
  await expect(
    db.inTransaction(async (transaction) => {
      attempts++;
      await transaction.query({
        text: "do $$ begin raise exception using errcode = '40001'; end $$",
        values: [],
      });
    }),
  ).rejects.toMatchObject({ code: '40001' });
  expect(attempts).toBe(3);
});

test('the server cancels a statement after the timeout', async () => {
  const impatient = openDatabase(database.url, { statementTimeout: 100 });
  const sleep = { text: 'select pg_sleep(60)', values: [] };
  await expect(impatient.query(sleep)).rejects.toMatchObject({ code: '57014' });
  await impatient.close();
});

test('statementTimeout 0 overrides the timeout of the role', async () => {
  await db.query({
    text: `do $$ begin execute format('alter database %I set statement_timeout = 100', current_database()); end $$`,
    values: [],
  });
  const patient = openDatabase(database.url, { statementTimeout: 0 });
  const { rows } = await patient.query({ text: 'show statement_timeout', values: [] });
  expect(rows).toEqual([{ statement_timeout: '0' }]);
  await patient.close();
});

async function addKilometre(transaction: Db, name: string): Promise<void> {
  await transaction.query({ text: 'update shoe set km = km + 1 where name = $1', values: [name] });
}
