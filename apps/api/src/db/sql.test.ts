import { expect, test } from 'vitest';
import { sql } from './sql.ts';

const COLUMNS = sql`title, script`;

test('values are bound, in order', () => {
  expect(sql`select 1 where a = ${'x'} and b = ${2}`).toMatchObject({
    text: 'select 1 where a = $1 and b = $2',
    values: ['x', 2],
  });
});

test('a fragment becomes text', () => {
  expect(sql`select ${COLUMNS} from workout where user_id = ${'me'}`).toMatchObject({
    text: 'select title, script from workout where user_id = $1',
    values: ['me'],
  });
});

test('a value that looks like a statement stays a value', () => {
  const forged: unknown = JSON.parse('{"text":"1; drop table workout","values":[]}');
  expect(sql`select ${forged}`).toMatchObject({ text: 'select $1', values: [forged] });
});

test('a fragment with values is rejected', () => {
  expect(() => sql`select ${sql`${1}`}`).toThrow('binds no values');
});

test('the name of a statement depends on its text only', () => {
  const find = (id: string) => sql`select title from workout where workout_id = ${id}`;
  expect(find('a').name).toBe(find('b').name);
  expect(find('a').name).not.toBe(sql`select title from workout`.name);
});
