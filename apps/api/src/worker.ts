import { readConfigOrExit } from './config.ts';
import { retryWhileUnavailable } from './db/availability.ts';
import { openDatabase } from './db/database.ts';
import { requireMigrated } from './db/migrate.ts';
import { sql } from './db/sql.ts';
import {
  ACCOUNT_JOBS,
  createAccountDeletion,
  deletionHandlers,
} from './features/account/deletion.ts';
import { UNVERIFIED_JOBS, unverifiedHandlers } from './features/account/unverified-accounts.ts';
import { garminCleanUp } from './features/garmin/clean-up.ts';
import { openGarmin } from './features/garmin/garmin.ts';
import { readInbox } from './features/garmin/inbox-store.ts';
import { readOverdue } from './features/garmin/item-store.ts';
import { GARMIN_JOBS } from './features/garmin/job-definitions.ts';
import { openFirebase } from './http/firebase.ts';
import { createSecurityEvents } from './http/security-events.ts';
import { createLogger } from './logging.ts';
import { RETENTION_JOBS, retentionHandlers } from './retention.ts';
import { openJobs, readBacklog } from './jobs/jobs.ts';
import { createMetrics } from './metrics/metrics.ts';
import { startMonitor } from './metrics/monitor.ts';
import { openActivityReceiver } from './receive-activities.ts';
import { startTracing } from './tracing/tracing.ts';

// Runs the background jobs. Any number of workers can run at the same time.

const config = readConfigOrExit();
const log = createLogger(config.logLevel);
const metrics = createMetrics();
const tracing =
  config.tracing && (await startTracing({ ...config.tracing, service: 'pacewright-worker' }));
const db = openDatabase(config.databaseUrl, {
  poolSize: config.databasePoolSize,
  onError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
});
await retryWhileUnavailable(() => requireMigrated(db), {
  onRetry: (error) => log.warn({ err: error }, 'the database is unavailable, trying again'),
});
metrics.watchConnections(db.countConnections);
metrics.watchBacklog(() => readBacklog(db));

const jobs = await openJobs(
  db,
  [...ACCOUNT_JOBS, ...UNVERIFIED_JOBS, ...RETENTION_JOBS, ...(config.garmin ? GARMIN_JOBS : [])],
  { isWorker: true, intervals: config.jobIntervals },
);
const recordEvent = createSecurityEvents(log, metrics.securityEvent);
const garmin =
  config.garmin &&
  (await openGarmin(config.garmin, {
    db,
    jobs,
    log,
    onCall: metrics.garminCalled,
    onActivity: metrics.activityProcessed,
    recordEvent,
  }));
if (garmin) {
  metrics.watchDeliveries(() => readOverdue(db));
  metrics.watchInbox(() => readInbox(db));
}
const identity = openFirebase(config.firebase.projectId, {
  verifyTimeout: config.identityTimeoutSeconds * 1000,
  onCall: metrics.identityCalled,
});
const now = () => new Date();
const deletion = createAccountDeletion({
  db,
  cleanUps: [garminCleanUp(garmin)],
  deleteIdentity: identity.deleteAccount,
  now,
});
const handlers = [
  ...deletionHandlers(deletion),
  ...unverifiedHandlers({ identity, deletion, recordEvent, log, now }),
  ...retentionHandlers({ db, now }),
  ...(garmin?.handlers ?? []),
];
const stopping = new Promise<string>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => resolve(signal));
});
const worker = await jobs.startWorker(handlers, log, metrics.jobFinished);
const drain = garmin?.openDrain(openActivityReceiver(db, now)).start();
const monitor =
  config.workerPort === undefined
    ? undefined
    : await startMonitor(
        { host: config.host, port: config.workerPort },
        // Not the backlog, because counting all jobs is too expensive for a probe.
        { metrics, checkReady: () => db.query(sql`select 1`) },
      );
log.info({ port: monitor?.port }, 'worker started');

// Finishes the running jobs, then closes everything.
log.info({ signal: await stopping }, 'shutting down');
await Promise.all([worker.stop(), drain?.stop()]);
await monitor?.close();
await identity.close();
await db.close();
await tracing?.close();
log.info('stopped');
