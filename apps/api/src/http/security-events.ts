import { createHmac, randomBytes } from 'node:crypto';
import {
  connectGarmin,
  deleteAccount,
  disconnectGarmin,
  exportAccount,
  logoutEverywhere,
  makeKey,
  revokeKey,
} from '@pacewright/contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { addressKey } from './rate-limits.ts';

/** The value of the field `event` in the log, and of the label in the metrics. docs/operations.md lists them. */
export type SecurityEvent =
  | 'token-rejected'
  | 'access-denied'
  | 'limit-exceeded'
  | 'webhook-rejected'
  | 'account-exported'
  | 'account-deleted'
  | 'signed-out-everywhere'
  | 'key-made'
  | 'key-revoked'
  | 'app-connected'
  | 'token-reused'
  | 'garmin-connected'
  | 'garmin-disconnected'
  | 'old-token-key-used'
  | 'token-reencrypted';

/** No names, emails, tokens or addresses: the athlete's id is a hash, and so is the address. */
type Details = {
  /** A problem's code, or another word from a small set: it is a label of a metric. */
  reason?: string;
  athlete?: string;
  address?: string;
  keyVersion?: number;
};

export type RecordSecurityEvent = (event: SecurityEvent, details?: Details) => void;

/** Writes a log line and counts, in every process the same way. */
export function createSecurityEvents(
  log: Pick<FastifyBaseLogger, 'info'>,
  count: (event: SecurityEvent, reason: string) => void,
): RecordSecurityEvent {
  return (event, details = {}) => {
    log.info({ event, ...details }, 'security event');
    count(event, details.reason ?? '');
  };
}

const REJECTIONS: Partial<Record<number, SecurityEvent>> = {
  401: 'token-rejected',
  403: 'access-denied',
  429: 'limit-exceeded',
};

const WEBHOOKS = 'POST /api/garmin/webhooks/:secret';

/** Endpoints that are worth a line each time they succeed. */
const ACTIONS = new Map<string, SecurityEvent>(
  (
    [
      [exportAccount, 'account-exported'],
      [deleteAccount, 'account-deleted'],
      [logoutEverywhere, 'signed-out-everywhere'],
      [makeKey, 'key-made'],
      [revokeKey, 'key-revoked'],
      [connectGarmin, 'garmin-connected'],
      [disconnectGarmin, 'garmin-disconnected'],
    ] as const
  ).map(([{ method, path }, event]) => [`${method} ${path}`, event]),
);

/** Records the rejected requests and the sensitive ones of all scopes. */
export function recordSecurityEvents(
  app: FastifyInstance,
  count: (event: SecurityEvent, reason: string) => void,
): void {
  // Of this process only, so that a hash is of no use to anyone who has the log and not the process.
  const key = randomBytes(32);
  const hashAddress = (ip: string) =>
    createHmac('sha256', key).update(addressKey(ip)).digest('base64url').slice(0, 16);

  app.addHook('onResponse', async (request, { statusCode }) => {
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    const event =
      REJECTIONS[statusCode] ??
      (route === WEBHOOKS && statusCode === 404 ? 'webhook-rejected' : undefined) ??
      (statusCode < 300 ? ACTIONS.get(route) : undefined);
    if (!event) return;
    createSecurityEvents(request.log, count)(event, {
      ...(request.problemCode && { reason: request.problemCode }),
      ...(request.userId && { athlete: request.userId }),
      address: hashAddress(request.ip),
    });
  });
}
