import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { username, usernameFor, usernameProblem } from './index.ts';

test.each([
  ['', 'Username is required'],
  [' \t ', 'Username is required'],
  ['Al', 'Username must be at least 3 characters'],
  [' ab ', 'Username must be at least 3 characters'],
  ['😀😀', 'Username must be at least 3 characters'],
  ['𠮷野', 'Username must be at least 3 characters'],
  ['x'.repeat(65), 'Username must be at most 64 characters'],
  ['Ana\0Lopes', 'Username can’t contain control characters. Type it instead of pasting it'],
  ['Ana\u0007', 'Username can’t contain control characters. Type it instead of pasting it'],
  ['Ana\uD83D', 'Username can’t contain control characters. Type it instead of pasting it'],
])('the name %j is refused: %s', (name, problem) => {
  expect(usernameProblem(name)).toBe(problem);
});

test.each(['Ana', '李小明', '👟🏃😀', '😀'.repeat(64), '  Ana Lopes ', 'O’Brien'])(
  'the name %j is accepted',
  (name) => {
    expect(usernameProblem(name)).toBeUndefined();
  },
);

test('the form and the API give the same reason for every name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
      const issues = z.safeParse(username, name).error?.issues ?? [];
      expect(issues.map(({ message }) => message)).toEqual(
        [usernameProblem(name)].filter((problem) => problem !== undefined),
      );
    }),
  );
});

test.each([
  [{ displayName: 'Gina Runner', email: 'gr@example.test' }, 'Gina Runner'],
  [{ displayName: '李明', email: 'li.ming@example.test' }, '李明 runner'],
  [{ displayName: 'Al', email: 'albert@example.test' }, 'Al runner'],
  [{ displayName: 'G', email: 'gina@example.test' }, 'G runner'],
  [{ displayName: '👟🏃', email: 'shoes@example.test' }, '👟🏃 runner'],
  [{ displayName: 'Ana\0Lopes', email: 'ana@example.test' }, 'Ana Lopes'],
  [{ displayName: undefined, email: 'gina@example.test' }, 'gina'],
  [{ displayName: null, email: 'al@example.test' }, 'al runner'],
  [{ displayName: '  ', email: 'gina@example.test' }, 'gina'],
  [{ displayName: '😀'.repeat(80), email: 'x@example.test' }, '😀'.repeat(64)],
])('the Google account %o is registered as %s', (account, name) => {
  expect(usernameFor(account)).toBe(name);
});

test('every Google account gets a name that the API accepts', () => {
  const text = fc.string({ unit: 'binary', maxLength: 90 });
  fc.assert(
    fc.property(fc.option(text), fc.oneof(fc.emailAddress(), text), (displayName, email) => {
      expect(usernameProblem(usernameFor({ displayName, email }))).toBeUndefined();
    }),
  );
});
