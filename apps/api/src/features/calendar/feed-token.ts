import { createHash, randomBytes } from 'node:crypto';

const ID_BYTES = 16;
const SECRET_BYTES = 32;

/** The last part of a feed's address: the athlete, and a secret that only the athlete has. */
export type FeedToken = { userId: string; hash: Buffer };

/** The athlete is a part of it, so that every statement can name the athlete. */
export function newFeedToken(userId: string): FeedToken & { text: string } {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
  const bytes = Buffer.concat([id, randomBytes(SECRET_BYTES)]);
  return { userId, hash: hashOf(bytes), text: bytes.toString('base64url') };
}

/** Undefined for a text of another shape. */
export function parseFeedToken(text: string): FeedToken | undefined {
  if (!/^[\w-]{64}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const userId = bytes
    .toString('hex', 0, ID_BYTES)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { userId, hash: hashOf(bytes) };
}

/** A random secret of 256 bits needs no slow hash. */
function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
