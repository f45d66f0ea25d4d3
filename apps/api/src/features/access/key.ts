import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

// pw_live_, the athlete's id and a secret as 54 characters in base 62, and 6 more of a checksum. Letters, digits and
// underscores only, so that a double click selects all of it. The athlete leads, so that every statement can name them.

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_BYTES = 16;
const SECRET_BYTES = 24;
const BODY_LENGTH = 54;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^pw_(?:live|test)_[0-9A-Za-z]{60}$/;

/** Keys of production differ from all others, so that a scanner for lost secrets can tell them apart. */
export type KeyKind = 'live' | 'test';

export type ParsedKey = { userId: string; hash: Buffer };

export function newKey(
  userId: string,
  kind: KeyKind,
  secret = randomBytes(SECRET_BYTES),
): ParsedKey & { text: string; hint: string } {
  const hex = userId.replaceAll('-', '') + secret.toString('hex');
  const start = `pw_${kind}_${toBase62(BigInt(`0x${hex}`), BODY_LENGTH)}`;
  const text = start + checksumOf(start);
  return { userId, hash: hashOf(text), text, hint: text.slice(-4) };
}

/** Undefined for a text of another shape or with a typing mistake, which need no look-up. */
export function parseKey(text: string, kind: KeyKind): ParsedKey | undefined {
  const start = text.slice(0, -CHECKSUM_LENGTH);
  if (!SHAPE.test(text) || !text.startsWith(`pw_${kind}_`)) return undefined;
  if (checksumOf(start) !== text.slice(-CHECKSUM_LENGTH)) return undefined;
  const hex = fromBase62(start.slice(-BODY_LENGTH))
    .toString(16)
    .padStart(2 * (ID_BYTES + SECRET_BYTES), '0');
  // 54 characters can hold a little more than 40 bytes.
  if (hex.length > 2 * (ID_BYTES + SECRET_BYTES)) return undefined;
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  return { userId, hash: hashOf(text) };
}

/** What an app exchanges for its next token. The key in it stays the same, and tells when one is used a second time. */
export type ParsedRefresh = { family: ParsedKey; familyText: string; hash: Buffer };

export function newRefresh(family: string): { text: string; hash: Buffer } {
  const text = `${family}_${randomBytes(8).toString('hex')}`;
  return { text, hash: hashOf(text) };
}

export function parseRefresh(text: string, kind: KeyKind): ParsedRefresh | undefined {
  const [, familyText = ''] = /^(\w{1,80})_[0-9a-f]{16}$/.exec(text) ?? [];
  const family = parseKey(familyText, kind);
  return family && { family, familyText, hash: hashOf(text) };
}

/** A random secret of 192 bits needs no slow hash. */
function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function checksumOf(text: string): string {
  return toBase62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}

function fromBase62(text: string): bigint {
  return Array.from(text).reduce((value, digit) => value * 62n + BigInt(DIGITS.indexOf(digit)), 0n);
}
