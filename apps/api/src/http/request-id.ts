import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The client's X-Request-Id if it is safe to log, else a new id. */
export function readRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const header = request.headers['x-request-id'];
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : randomUUID();
}
