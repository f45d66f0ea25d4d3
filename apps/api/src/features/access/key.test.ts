import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newKey, parseKey } from './key.ts';

const SHAPE = /\bpw_(live|test)_[0-9A-Za-z]{60}\b/;

test('a key has the shape that scanners of lost secrets look for, and names its athlete', () => {
  for (let count = 0; count < 200; count++) {
    const userId = randomUUID();
    const { text, hash, hint } = newKey(userId, 'live');
    expect(text).toMatch(SHAPE);
    expect(text).toHaveLength(68);
    expect(text.endsWith(hint)).toBe(true);
    expect(parseKey(text, 'live')).toEqual({ userId, hash });
  }
});

test('ids and secrets with zeros and ones in front come back as they are', () => {
  for (const [id, byte] of [
    ['00000000-0000-0000-0000-000000000000', 0],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', 255],
  ] as const) {
    const { text } = newKey(id, 'test', Buffer.alloc(24, byte));
    expect(parseKey(text, 'test')?.userId).toBe(id);
  }
});

test('every single typing mistake is found without a look-up', () => {
  const { text } = newKey(randomUUID(), 'live');
  for (let at = 0; at < text.length; at++) {
    const other = text[at] === 'a' ? 'b' : 'a';
    expect(parseKey(text.slice(0, at) + other + text.slice(at + 1), 'live')).toBeUndefined();
  }
});

test('a key of a test is none of production, and the other way round', () => {
  const { text } = newKey(randomUUID(), 'test');
  expect(parseKey(text, 'live')).toBeUndefined();
  expect(parseKey(text.replace('test', 'live'), 'live')).toBeUndefined();
});
