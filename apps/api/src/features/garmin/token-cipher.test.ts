import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokenCipher } from './token-cipher.ts';

const OLD = { version: 1, key: Buffer.alloc(32, 1) };
const NEW = { version: 2, key: Buffer.alloc(32, 2) };
const onlyOld = () => createTokenCipher({ keys: [OLD], encryptWith: 1 });

test('a text round-trips, and the ciphertext does not contain it', () => {
  const { encrypt, decrypt } = onlyOld();
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 8 }), fc.string(), (text, owner) => {
      const encrypted = encrypt(text, owner);
      expect(decrypt(encrypted, owner)).toBe(text);
      expect(encrypted.ciphertext.includes(Buffer.from(text))).toBe(false);
    }),
  );
});

test('the same token is never encrypted to the same bytes', () => {
  const { encrypt } = onlyOld();
  expect(encrypt('token', 'ana').ciphertext).not.toEqual(encrypt('token', 'ana').ciphertext);
});

test('a ciphertext of another owner, or with a changed bit, does not decrypt', () => {
  const { encrypt, decrypt } = onlyOld();
  const { ciphertext, keyVersion } = encrypt('token', 'ana');
  expect(() => decrypt({ ciphertext, keyVersion }, 'ben')).toThrow('unable to authenticate');
  for (const index of [0, 12, 28, ciphertext.length - 1]) {
    const changed = Buffer.from(ciphertext);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(() => decrypt({ ciphertext: changed, keyVersion }, 'ana')).toThrow(
      'unable to authenticate',
    );
  }
});

test('during a key rollout both settings decrypt each other’s tokens', () => {
  const first = createTokenCipher({ keys: [OLD, NEW], encryptWith: 1 });
  const second = createTokenCipher({ keys: [OLD, NEW], encryptWith: 2 });
  const [before, after] = [first.encrypt('token', 'ana'), second.encrypt('token', 'ana')];
  expect([before.keyVersion, after.keyVersion]).toEqual([1, 2]);
  for (const { decrypt } of [first, second])
    for (const encrypted of [before, after]) expect(decrypt(encrypted, 'ana')).toBe('token');
  expect(onlyOld().decrypt(before, 'ana')).toBe('token');
  const last = createTokenCipher({ keys: [NEW], encryptWith: 2 });
  expect(last.decrypt(after, 'ana')).toBe('token');
});

test('the error names a missing key', () => {
  const before = onlyOld().encrypt('token', 'ana');
  const { decrypt } = createTokenCipher({ keys: [NEW], encryptWith: 2 });
  expect(() => decrypt(before, 'ana')).toThrow(
    'GARMIN_TOKEN_KEYS has no key 1, which is still in use',
  );
});
