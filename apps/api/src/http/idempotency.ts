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

/** A key for each row of a batch, which fits into the column and differs from every key of a single request. */
export function splitIdempotencyKey(
  { key, hash }: IdempotencyKey,
  count: number,
): IdempotencyKey[] {
  const digest = createHash('sha256').update(key).digest('base64url');
  return Array.from({ length: count }, (_, index) => ({ key: `batch ${digest} ${index}`, hash }));
}
