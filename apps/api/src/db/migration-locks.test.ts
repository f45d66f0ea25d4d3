import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { splitStatements } from './migrate.ts';

// No migration reads a whole table while it keeps others from writing to it (decision 0080). PostgreSQL itself tells
// which tables a transaction has read and locked, so the rule holds for statements that nobody thought of.

const MIGRATIONS = fileURLToPath(new URL('./migrations/', import.meta.url));

/** Merged before the rule, so they stay as they are; docs/operations.md says what they cost. */
const MERGED_BEFORE = [
  '0003_race_of_a_day.sql: race',
  '0008_library_orders.sql: workout',
  '0009_first_steps.sql: app_user',
  '0011_garmin_items.sql: garmin_call',
  '0011_garmin_items.sql: garmin_connection',
  '0011_garmin_items.sql: garmin_workout',
  '0016_plans.sql: calendar_entry',
];

/** Conflict with inserts and updates, or are held by a statement that changes rows. */
const WRITE_LOCKS = [
  'RowExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterAll(() => database.drop());
beforeEach(() => run('drop schema public cascade; create schema public'));

function run(text: string): Promise<unknown> {
  return onConnection((client) => client.query(text));
}

/** Runs a migration, and lists the tables that it reads whole under such a lock. */
async function listBlockedTables(text: string): Promise<string[]> {
  const isTransaction = !text.startsWith('-- no-transaction');
  const tables: string[] = [];
  for (const part of isTransaction ? [text] : splitStatements(text))
    // Such a statement refuses to be in a transaction. It never blocks writes for long, which is its purpose.
    if (/\bindex concurrently\b/i.test(part)) await run(part);
    else tables.push(...(await onConnection((client) => watch(client, part))));
  return tables;
}

async function watch(client: Client, text: string): Promise<string[]> {
  const { rows: existing } = await client.query<{ oid: number }>(
    `select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  await client.query('begin');
  await client.query(text);
  const { rows } = await client.query<{ relname: string }>(
    `select relname from pg_stat_xact_all_tables
     where relid = any ($1) and seq_scan > 0 and exists (
       select from pg_locks where pid = pg_backend_pid() and relation = relid and mode = any ($2))
     order by relname`,
    [existing.map(({ oid }) => oid), WRITE_LOCKS],
  );
  await client.query('commit');
  return rows.map(({ relname }) => relname);
}

/** A connection of its own, because the counters of the next transaction would include those of the one before. */
async function onConnection<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test('no migration reads a whole table while it blocks writes', async () => {
  const found: string[] = [];
  for (const name of (await readdir(MIGRATIONS)).sort()) {
    const text = await readFile(join(MIGRATIONS, name), 'utf8');
    for (const table of await listBlockedTables(text)) found.push(`${name}: ${table}`);
  }
  expect(found).toEqual(MERGED_BEFORE);
});

describe('of a table with rows', () => {
  beforeEach(() =>
    run(
      `create table runner (user_id int primary key, name text);
       create table shoe (user_id int, name text);
       insert into runner values (1, 'Ana');
       insert into shoe values (1, 'Flat');`,
    ),
  );

  test.each([
    ['a check', `alter table shoe add check (name <> '')`],
    ['a column with a check', `alter table shoe add column size int check (size > 0)`],
    ['a reference', `alter table shoe add foreign key (user_id) references runner`],
    ['a unique key', `alter table shoe add unique (user_id)`],
    ['an index', `create index on shoe (user_id)`],
    ['a required column', `alter table shoe alter column name set not null`],
    ['another type', `alter table shoe alter column user_id type bigint`],
    [
      'a default that differs for each row',
      `alter table shoe add column id uuid default gen_random_uuid()`,
    ],
    ['new values for all rows', `update shoe set name = lower(name)`],
    [
      'a check that is validated in the same transaction',
      `alter table shoe add constraint named check (name <> '') not valid;
       alter table shoe validate constraint named`,
    ],
  ])('%s is reported', async (_name, text) => {
    expect(await listBlockedTables(text)).toContain('shoe');
  });

  test.each([
    ['a column with a default', [`alter table shoe add column size int not null default 42`]],
    ['a new table with rows of another', [`create table club as select name from runner`]],
    [
      'a check that is validated by the next file',
      [
        `alter table shoe add constraint named check (name <> '') not valid`,
        `alter table shoe validate constraint named`,
      ],
    ],
    [
      'a reference that is validated by the next file',
      [
        `alter table shoe add constraint worn foreign key (user_id) references runner not valid`,
        `alter table shoe validate constraint worn`,
      ],
    ],
    [
      'a unique key whose index is there',
      [
        `-- no-transaction
         drop index concurrently if exists shoe_user;
         create unique index concurrently shoe_user on shoe (user_id);
         `,
        `alter table shoe add constraint shoe_user unique using index shoe_user`,
      ],
    ],
  ])('%s is not reported', async (_name, files) => {
    for (const text of files) expect(await listBlockedTables(text)).toEqual([]);
  });

  test('a file without a transaction is watched statement by statement', async () => {
    const text = `-- no-transaction
      create index concurrently shoe_user on shoe (user_id);
      alter table shoe add check (name <> '');
      `;
    expect(await listBlockedTables(text)).toEqual(['shoe']);
  });
});
