import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokenSeal } from './token-seal.ts';

const OLD = { version: 1, key: Buffer.alloc(32, 1) };
const NEW = { version: 2, key: Buffer.alloc(32, 2) };

test('what is sealed comes back as it was, and looks like nothing in between', () => {
  const { seal, open } = createTokenSeal([OLD]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 8 }), fc.string(), (text, owner) => {
      const sealed = seal(text, owner);
      expect(open(sealed, owner)).toBe(text);
      expect(sealed.sealed.includes(Buffer.from(text))).toBe(false);
    }),
  );
});

test('the same token is never sealed to the same bytes', () => {
  const { seal } = createTokenSeal([OLD]);
  expect(seal('token', 'ana').sealed).not.toEqual(seal('token', 'ana').sealed);
});

test('a seal does not open for someone else, nor when a bit of it was changed', () => {
  const { seal, open } = createTokenSeal([OLD]);
  const { sealed, keyVersion } = seal('token', 'ana');
  expect(() => open({ sealed, keyVersion }, 'ben')).toThrow('unable to authenticate');
  for (const index of [0, 12, 28, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(() => open({ sealed: changed, keyVersion }, 'ana')).toThrow('unable to authenticate');
  }
});

test('with a new key beside the old, old seals open and new ones are made with the new', () => {
  const before = createTokenSeal([OLD]).seal('token', 'ana');
  const both = createTokenSeal([OLD, NEW]);
  expect(both.open(before, 'ana')).toBe('token');
  const after = both.seal('token', 'ana');
  expect(after.keyVersion).toBe(2);
  expect(createTokenSeal([NEW]).open(after, 'ana')).toBe('token');
});

test('a key that was taken away too early is named', () => {
  const before = createTokenSeal([OLD]).seal('token', 'ana');
  expect(() => createTokenSeal([NEW]).open(before, 'ana')).toThrow(
    'GARMIN_TOKEN_KEYS has no key 1, which is still in use',
  );
});
