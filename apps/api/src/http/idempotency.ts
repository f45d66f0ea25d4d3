import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Marks what a request makes, so that the same request sent again makes nothing more. */
export type RequestKey = { key: string; hash: Buffer };

/** The key a request came with, if it did, and a hash of what it asks for. */
export function requestKey(headers: IncomingHttpHeaders, asked: unknown): RequestKey | undefined {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  return { key, hash: createHash('sha256').update(JSON.stringify(asked)).digest() };
}
