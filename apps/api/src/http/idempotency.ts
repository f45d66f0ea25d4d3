import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Stored with the row that a request creates, so that a repeated request returns that row. */
export type IdempotencyKey = { key: string; hash: Buffer };

/** The Idempotency-Key header, if any, and a hash of the request. */
export function readIdempotencyKey(
  headers: IncomingHttpHeaders,
  request: unknown,
): IdempotencyKey | undefined {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  return { key, hash: createHash('sha256').update(JSON.stringify(request)).digest() };
}
