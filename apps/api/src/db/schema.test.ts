import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Database, openDatabase } from './database.ts';

// The rules of docs/operations.md for a schema that can be sharded by athlete, read from the catalogue.

/** Tables that do not belong to an athlete, by the first column of their key. */
const OTHER_KEYS: Record<string, string> = {
  // One per database, so every shard has its own.
  schema_migration: 'name',
  // Maps the Garmin user id of a notification to the athlete.
  garmin_account: 'garmin_user_id',
  // Outlives the athlete: registrations of a deleted account are rejected by it.
  account_deletion: 'deleted_user_id',
  // Outlives the athlete: the connection must be revoked even if Garmin is down during the deletion.
  garmin_revocation: 'revocation_id',
  // Counts the requests of all athletes, because the partner limit is shared.
  garmin_budget: 'name',
  // A notification contains only the Garmin user id.
  garmin_notification: 'garmin_user_id',
  garmin_inbox: 'garmin_user_id',
  // Counted over all athletes, because a fault at Garmin ends many connections.
  garmin_connection_end: 'ended_at',
};

/** Indexes of jobs, which look at all athletes of one server. */
const INDEXES_OF_JOBS = ['season_action_made', 'garmin_account_athlete', 'garmin_inbox_due'];

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { poolSize: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
beforeEach(async () => {
  await run('drop table if exists planted cascade');
});

async function run(text: string): Promise<Record<string, unknown>[]> {
  return (await db.query({ text, values: [] })).rows;
}

async function listViolations(): Promise<string[]> {
  const leads = Object.entries(OTHER_KEYS).map(([table, lead]) => `('${table}', '${lead}')`);
  const rows = await run(`
    with keyed (name, lead) as (values ${leads.join(', ')}),
    tables as (
      select c.oid, c.relname as name, c.relkind, coalesce(k.lead, 'user_id')::name as lead
      from pg_class c left join keyed k on k.name = c.relname
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace)
    select name, 'has no primary key' as why from tables
      where not exists (select 1 from pg_index i where i.indrelid = tables.oid and i.indisprimary)
    union all
    select name, 'does not start with ' || lead from tables
      join pg_attribute a on a.attrelid = tables.oid and a.attnum = 1 where a.attname <> lead
    union all
    select name, 'has an index that does not start with ' || lead from tables
      join pg_index i on i.indrelid = tables.oid
      left join pg_attribute a on a.attrelid = tables.oid and a.attnum = i.indkey[0]
      where a.attname is distinct from lead
        and (i.indisunique or i.indexrelid::regclass::text <> all ('{${INDEXES_OF_JOBS.join()}}'))
    union all
    select name, 'has a partial or expression unique index' from tables
      join pg_index i on i.indrelid = tables.oid and i.indisunique
      where i.indpred is not null or i.indexprs is not null
    union all
    select name, 'refers to another table without ' || lead from tables
      join pg_constraint k on k.conrelid = tables.oid and k.contype = 'f'
      where not exists (
        select 1 from unnest(k.conkey, k.confkey) as pair (here, there)
        join pg_attribute a on a.attrelid = tables.oid and a.attnum = pair.here and a.attname = lead
        join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.there and b.attname = lead)
    union all
    select name, 'counts with a sequence' from tables
      join pg_attrdef d on d.adrelid = tables.oid where pg_get_expr(d.adbin, d.adrelid) like 'nextval(%'
    union all
    select name, 'counts with an identity column' from tables
      join pg_attribute a on a.attrelid = tables.oid and a.attidentity <> ''
    union all
    select name, 'has a trigger' from tables
      join pg_trigger t on t.tgrelid = tables.oid and not t.tgisinternal
    union all
    select name, 'is partitioned' from tables where relkind = 'p'
    union all
    select name, 'holds jsonb' from tables
      join pg_attribute a on a.attrelid = tables.oid and a.attnum > 0 and a.atttypid = 'jsonb'::regtype
    union all
    select name, 'is not removed with its athlete' from tables
      where name <> 'app_user' and lead = 'user_id' and not exists (
        select 1 from pg_constraint k
        where k.conrelid = tables.oid and k.contype = 'f' and k.confdeltype = 'c')`);
  return rows.map(({ name, why }) => `${String(name)} ${String(why)}`);
}

test('every table can be sharded by athlete', async () => {
  expect(await listViolations()).toEqual([]);
});

const OWNED = 'user_id uuid not null references app_user (user_id) on delete cascade';

test.each([
  [`create table planted (${OWNED}, id uuid)`, 'planted has no primary key'],
  [`create table planted (id uuid primary key, ${OWNED})`, 'planted does not start with user_id'],
  [
    `create table planted (${OWNED}, id uuid, primary key (user_id, id)); create index on planted (id)`,
    'planted has an index that does not start with user_id',
  ],
  [
    `create table planted (${OWNED}, id uuid, primary key (user_id, id)); create unique index on planted (user_id) where id is null`,
    'planted has a partial or expression unique index',
  ],
  [
    `create table planted (${OWNED}, id uuid, name text references schema_migration (name), primary key (user_id, id))`,
    'planted refers to another table without user_id',
  ],
  [
    `create table planted (${OWNED}, id serial, primary key (user_id, id))`,
    'planted counts with a sequence',
  ],
  [
    `create table planted (${OWNED}, id int generated always as identity, primary key (user_id, id))`,
    'planted counts with an identity column',
  ],
  [`create table planted (${OWNED}, note jsonb, primary key (user_id))`, 'planted holds jsonb'],
  ['create table planted (user_id uuid primary key)', 'planted is not removed with its athlete'],
])('%s is a violation', async (statement, violation) => {
  await run(statement);
  expect(await listViolations()).toContain(violation);
});

test.each([
  ['a name of spaces', "('a', '   ', 'a@b.test')"],
  ['a name of two letters', "('a', 'Al', 'a@b.test')"],
  ['an address without @', "('a', 'Ana', 'nowhere')"],
  ['an empty uid', "('', 'Ana', 'a@b.test')"],
])('the database rejects an athlete with %s', async (_name, values) => {
  await expect(
    run(`insert into app_user (user_id, firebase_uid, username, email)
         select gen_random_uuid(), * from (values ${values}) as v`),
  ).rejects.toThrow('violates check constraint');
});

test('a release without title_key can still save workouts', async () => {
  await run(`
    with athlete as (
      insert into app_user (user_id, firebase_uid, username, email)
      values (gen_random_uuid(), 'a', 'Ana', 'a@b.test') returning user_id)
    insert into workout (user_id, workout_id, title, script, notes, tags, reading, search, created_at, updated_at)
    select user_id, gen_random_uuid(), 'Tempo', '20m T', '', '[]', '{}', '', now(), now() from athlete`);
  expect(await run('select title_key from workout')).toEqual([{ title_key: '' }]);
});
