import * as fc from 'fast-check';
import { username } from '@pacewright/contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { usernameFor } from './username-for.ts';

test.each([
  [{ displayName: 'Gina Runner', email: 'gr@example.test' }, 'Gina Runner'],
  [{ displayName: undefined, email: 'gina@example.test' }, 'gina'],
  [{ displayName: '  ', email: 'gina@example.test' }, 'gina'],
  [{ displayName: 'Al', email: 'albert@example.test' }, 'albert'],
  [{ displayName: 'Al', email: 'al@example.test' }, 'al runner'],
  [{ displayName: 'x'.repeat(80), email: 'x@example.test' }, 'x'.repeat(64)],
])('%o is registered as %s', (account, name) => {
  expect(usernameFor(account)).toBe(name);
});

test('whatever Google says, the name is one that the API takes', () => {
  fc.assert(
    fc.property(fc.option(fc.string({ maxLength: 90 })), fc.emailAddress(), (name, email) => {
      const chosen = usernameFor({ displayName: name ?? undefined, email });
      expect(z.safeParse(username, chosen).success).toBe(true);
    }),
  );
});
