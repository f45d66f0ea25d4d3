import { type User, user } from '@pacewright/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { userNamed } from '../testing/fake-api.ts';
import { isUser, readLocalUser, writeLocalUser } from './local-user.ts';

const kept: fc.Arbitrary<User> = fc.record({
  id: fc.uuid(),
  username: fc.string(),
  email: fc.string(),
  avatar: fc.option(fc.string()),
  firstSteps: fc.nat({ max: 3 }),
  createdAt: fc.string(),
});

/** Almost a value that is right, or anything at all. */
const anything = fc.oneof(
  fc.jsonValue(),
  fc.integer({ min: -2, max: 6 }),
  fc.constantFrom(0.5, '3', '', undefined),
  fc
    .tuple(fc.uuid(), fc.nat({ max: 36 }), fc.constantFrom('', '0', '9', 'A', 'G', '-', '\n'))
    .map(([id, at, sign]) => id.slice(0, at) + sign + id.slice(at + 1)),
);

test('whoever the contract describes is taken, and comes back as written', () => {
  fc.assert(
    fc.property(kept, (someone) => {
      writeLocalUser(someone);
      expect(readLocalUser()).toEqual(someone);
    }),
  );
});

test('what differs in one field is taken if the contract takes it', () => {
  fc.assert(
    fc.property(
      kept,
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

test('anything else is taken if the contract takes it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(isUser(value)).toBe(isInContract(value));
    }),
  );
});

test.each(['id', 'username', 'email', 'avatar', 'firstSteps', 'createdAt'])(
  'without %s it is nobody',
  (field) => {
    const without = { ...userNamed('alex'), [field]: undefined };
    expect([isUser(without), isInContract(without)]).toEqual([false, false]);
  },
);

function isInContract(value: unknown): boolean {
  return z.safeParse(user, value).success;
}
