import * as z from 'zod/mini';
import { type JobDefinition, jobForAll } from '../../jobs/definition.ts';

const ofAthlete = z.object({ userId: z.uuid() });
const ofRevocation = z.object({ revocationId: z.uuid() });
const orphan = z.object({
  userId: z.uuid(),
  workoutId: z.string(),
  scheduleIds: z.array(z.string()),
});

/** Asks Garmin whether the connection is valid and what it permits. */
export const CHECK_CONNECTION: JobDefinition<{ userId: string }> = {
  name: 'garmin-check-connection',
  keyOf: ({ userId }) => userId,
  parse: (data) => ofAthlete.parse(data),
  retryLimit: 11,
  retryDelay: 10,
  maxRetryDelay: 1800,
};

/**
 * Reconciles the due items of an athlete. Back-off is stored with the items, so a job is retried only if it could
 * not run, because its worker died or the database was down.
 */
export const DELIVER: JobDefinition<{ userId: string }> = {
  name: 'garmin-deliver',
  keyOf: ({ userId }) => userId,
  parse: (data) => ofAthlete.parse(data),
  retryLimit: 3,
  retryDelay: 5,
  maxRetryDelay: 60,
};

/** Asks Garmin for the runs of the last month, after an athlete has permitted it. */
export const REQUEST_BACKFILL: JobDefinition<{ userId: string }> = {
  name: 'garmin-request-backfill',
  keyOf: ({ userId }) => userId,
  parse: (data) => ofAthlete.parse(data),
  retryLimit: 11,
  retryDelay: 10,
  maxRetryDelay: 1800,
};

/** Ends a connection at Garmin. RETRY_REVOCATIONS queues it again the next day. */
export const REVOKE_CONNECTION: JobDefinition<{ revocationId: string }> = {
  name: 'garmin-revoke-connection',
  keyOf: ({ revocationId }) => revocationId,
  parse: (data) => ofRevocation.parse(data),
  retryLimit: 23,
  retryDelay: 10,
  maxRetryDelay: 3600,
};

/** A workout at Garmin that the database does not know, because it was restored to an earlier time. */
export type Orphan = { userId: string; workoutId: string; scheduleIds: string[] };

/** The data are Garmin's ids, because no row has them. */
export const REMOVE_ORPHAN: JobDefinition<Orphan> = {
  name: 'garmin-remove-orphan',
  keyOf: ({ workoutId }) => workoutId,
  parse: (data) => orphan.parse(data),
  retryLimit: 23,
  retryDelay: 10,
  maxRetryDelay: 3600,
};

/** Processes the notifications that were received. */
export const PROCESS_NOTIFICATIONS = jobForAll('garmin-process-notifications');
/** Queues deliveries that are due and have no job, such as one whose worker died too often. */
export const SWEEP_DUE = jobForAll('garmin-sweep-due');
export const REFRESH_IDLE = jobForAll('garmin-refresh-idle');
export const REENCRYPT_TOKENS = jobForAll('garmin-reencrypt-tokens');
export const RETRY_REVOCATIONS = jobForAll('garmin-retry-revocations');
export const PURGE_TOKENS = jobForAll('garmin-purge-tokens');
export const PURGE_ACCOUNTS = jobForAll('garmin-purge-accounts');

export const GARMIN_JOBS = [
  PROCESS_NOTIFICATIONS,
  CHECK_CONNECTION,
  SWEEP_DUE,
  DELIVER,
  REQUEST_BACKFILL,
  REFRESH_IDLE,
  REENCRYPT_TOKENS,
  RETRY_REVOCATIONS,
  REVOKE_CONNECTION,
  PURGE_TOKENS,
  PURGE_ACCOUNTS,
  REMOVE_ORPHAN,
];
