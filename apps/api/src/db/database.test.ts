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

test('a write that may not be replicated is not reported as done', async () => {
  // PostgreSQL sends this detail when a commit stops waiting for the synchronous standby.
  const warn = {
    text: `do $$ begin raise warning 'canceling wait' using detail = 'The transaction has already committed locally, but might not have been replicated to the standby.'; end $$`,
    values: [],
  };
  await expect(db.query(warn)).rejects.toMatchObject({ code: '40003' });
  await expect(db.inTransaction((transaction) => transaction.query(warn))).rejects.toMatchObject({
    code: '40003',
  });
  await expect(db.query({ text: 'select 1 as one', values: [] })).resolves.toMatchObject({
    rows: [{ one: 1 }],
  });
});

test('a transaction whose connection is lost between two statements fails, and the next one succeeds', async () => {
  const single = openDatabase(database.url, { poolSize: 1 });
  const lost = single.inTransaction(async (transaction) => {
    const { rows } = await transaction.query({
      text: 'select pg_backend_pid() as pid',
      values: [],
    });
    await db.query({ text: 'select pg_terminate_backend($1)', values: [rows[0]?.['pid']] });
    const findConnection = () =>
      db.query({
        text: 'select 1 from pg_stat_activity where pid = $1',
        values: [rows[0]?.['pid']],
      });
    await expect.poll(async () => (await findConnection()).rows).toEqual([]);
    await transaction.query({ text: 'select 1', values: [] });
  });
  // The client hears of the end before or while it sends the next statement.
  await expect(lost).rejects.toThrow(/not queryable|terminat/);
  await expect(
    single.inTransaction((transaction) => addKilometre(transaction, 'left')),
  ).resolves.toBeUndefined();
  await single.close();
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
