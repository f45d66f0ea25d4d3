import { type User, user } from '@pacewright/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { userNamed } from '../../testing/fake-api.ts';
import { isUser, readLocalUser, writeLocalUser } from './local-user.ts';

const anyUser: fc.Arbitrary<User> = fc.record({
  id: fc.uuid(),
  username: fc.string(),
  email: fc.string(),
  avatar: fc.option(fc.string()),
  firstSteps: fc.nat({ max: 3 }),
  createdAt: fc.string(),
});

/** A nearly valid value, or any other. */
const anything = fc.oneof(
  fc.jsonValue(),
  fc.integer({ min: -2, max: 6 }),
  fc.constantFrom(0.5, '3', '', undefined),
  fc
    .tuple(fc.uuid(), fc.nat({ max: 36 }), fc.constantFrom('', '0', '9', 'A', 'G', '-', '\n'))
    .map(([id, at, sign]) => id.slice(0, at) + sign + id.slice(at + 1)),
);

test('every user of the contract is accepted, and read back as written', () => {
  fc.assert(
    fc.property(anyUser, (someone) => {
      writeLocalUser(someone);
      expect(readLocalUser()).toEqual(someone);
    }),
  );
});

test('a user with one changed field is accepted if the contract accepts it', () => {
  fc.assert(
    fc.property(
      anyUser,
      fc.constantFrom(...(Object.keys(userNamed('alex')) as (keyof User)[])),
      anything,
      (someone, field, value) => {
        const changed = { ...someone, [field]: value };
        expect(isUser(changed)).toBe(isInContract(changed));
      },
    ),
    { numRuns: 500 },
  );
});

test('any other value is accepted if the contract accepts it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(isUser(value)).toBe(isInContract(value));
    }),
  );
});

test.each(['id', 'username', 'email', 'avatar', 'firstSteps', 'createdAt'])(
  'a user without %s is not accepted',
  (field) => {
    const without = { ...userNamed('alex'), [field]: undefined };
    expect([isUser(without), isInContract(without)]).toEqual([false, false]);
  },
);

function isInContract(value: unknown): boolean {
  return z.safeParse(user, value).success;
}
