import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { RecordSecurityEvent } from '../../http/security-events.ts';
import { type Jobs, openJobs } from '../../jobs/jobs.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { createActivityDrain, type Drain, type RunReceiver } from './activity-drain.ts';
import { createOrphanRemoval } from './after-restore.ts';
import { createBatchedInbox } from './batched-inbox.ts';
import { type CallLimits, createCallBudget } from './call-budget.ts';
import { createGarminClient, type GarminClientConfig } from './client.ts';
import { type Connections, createConnections } from './connections.ts';
import { GARMIN_JOBS } from './job-definitions.ts';
import { createJobHandlers } from './job-handlers.ts';
import { createReconciler, type Reconcile } from './reconciler.ts';
import { createTokenCipher, type TokenKeys } from './token-cipher.ts';

/** Garmin, for a server that has an agreement with it. */
export type Garmin = {
  connections: Connections;
  reconcile: Reconcile;
  jobs: Jobs;
  /** For the worker. */
  handlers: JobHandler[];
  /** Notifications about activities. */
  inbox: ReturnType<typeof createBatchedInbox>;
  /** For the worker: processes them. */
  openDrain: <Run>(receiver: RunReceiver<Run>) => Drain;
  consentUrl: string;
  clientId: string;
  /** All of them are accepted. */
  webhookSecrets: readonly string[];
  close: () => Promise<void>;
};

export type GarminSettings = GarminClientConfig & {
  /** All of them are accepted. */
  webhookSecrets: readonly string[];
  tokenKeys: TokenKeys;
  callLimits: CallLimits;
};

type Dependencies = {
  db: Database;
  /** The worker's own queue. Without it one that only adds jobs is opened. */
  jobs?: Jobs;
  log?: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Called after each request to Garmin. */
  onCall?: (call: string, outcome: string) => void;
  /** Called with the outcome of each notification about an activity. */
  onActivity?: (outcome: string) => void;
  recordEvent?: RecordSecurityEvent;
  now?: () => Date;
  timeoutMilliseconds?: number;
};

/** An athlete waits for three requests in a row while connecting. */
const INTERACTIVE_TIMEOUT_MILLISECONDS = 4_000;

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

export async function openGarmin(
  { webhookSecrets, tokenKeys, callLimits, ...config }: GarminSettings,
  {
    db,
    jobs: given,
    log = SILENT,
    onCall = () => {},
    onActivity,
    recordEvent = () => {},
    now = () => new Date(),
    timeoutMilliseconds,
  }: Dependencies,
): Promise<Garmin> {
  const jobs = given ?? (await openJobs(db, GARMIN_JOBS));
  const budget = createCallBudget(db, callLimits, now);
  const options = { now, log, onCall };
  const client = createGarminClient(config, {
    ...options,
    timeoutMilliseconds,
    takeFromBudget: budget.take,
  });
  const interactiveClient = createGarminClient(config, {
    ...options,
    timeoutMilliseconds: Math.min(
      INTERACTIVE_TIMEOUT_MILLISECONDS,
      timeoutMilliseconds ?? Infinity,
    ),
  });
  const cipher = createTokenCipher(tokenKeys, {
    onOldKey: (keyVersion) => recordEvent('old-token-key-used', { keyVersion }),
  });
  const connections = createConnections({
    db,
    jobs,
    client,
    interactiveClient,
    cipher,
    recordEvent,
    log,
    now,
  });
  const reconcile = createReconciler({ db, jobs, connections, client, budget, log, now });
  const removeOrphan = createOrphanRemoval({ connections, client });
  const keyVersion = cipher.version;
  return {
    connections,
    reconcile,
    jobs,
    handlers: createJobHandlers({
      db,
      jobs,
      connections,
      reconcile,
      removeOrphan,
      keyVersion,
      log,
      now,
    }),
    inbox: createBatchedInbox(db, now),
    openDrain: (receiver) =>
      createActivityDrain({ db, client, connections, log, now, onOutcome: onActivity }, receiver),
    consentUrl: client.consentUrl,
    clientId: config.clientId,
    webhookSecrets,
    close: given ? async () => {} : jobs.close,
  };
}
