import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { joinable, type JoinableDatabase } from './joinable.ts';
import { sql } from './sql.ts';

let database: TestDatabase;
let plain: Database;
let db: JoinableDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  plain = openDatabase(database.url, { poolSize: 3 });
  db = joinable(plain);
  await plain.query(sql`create table note (text varchar(10))`);
});
afterAll(async () => {
  await plain.close();
  await database.drop();
});

const add = (text: string) =>
  db.inTransaction((inner) => inner.query(sql`insert into note (text) values (${text})`));
const list = async (source: Database) =>
  (await source.query(sql`select text from note order by text`)).rows.map(({ text }) => text);

test('several transactions are one: all of it, or none', async () => {
  await expect(
    db.together(async () => {
      await add('a');
      await add('b');
      expect(await list(db)).toEqual(['a', 'b']);
      // Others see nothing yet.
      expect(await list(plain)).toEqual([]);
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await list(plain)).toEqual([]);
  await db.together(async () => {
    await add('a');
    await add('b');
  });
  expect(await list(plain)).toEqual(['a', 'b']);
});

test('what runs at the same time is not joined', async () => {
  const gate = Promise.withResolvers<void>();
  const joined = db.together(async () => {
    await add('c');
    await gate.promise;
    throw new Error('no');
  });
  await add('d');
  gate.resolve();
  await expect(joined).rejects.toThrow('no');
  expect(await list(plain)).toEqual(['a', 'b', 'd']);
});
