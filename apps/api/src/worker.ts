import { readConfigOrExit } from './config.ts';
import { openDatabase } from './db/database.ts';
import { requireMigrated } from './db/migrate.ts';
import {
  ACCOUNT_JOBS,
  createAccountDeletion,
  deletionHandlers,
} from './features/account/deletion.ts';
import { garminCleanUp } from './features/garmin/clean-up.ts';
import { openGarmin } from './features/garmin/garmin.ts';
import { GARMIN_JOBS } from './features/garmin/job-definitions.ts';
import { retentionHandlers, WORKOUT_JOBS } from './features/workouts/retention.ts';
import { openFirebase } from './http/firebase.ts';
import { createLogger } from './http/logging.ts';
import { openJobs } from './jobs/jobs.ts';
import { startMonitor } from './jobs/monitor.ts';

// Runs the background jobs. Any number of workers can run beside each other.

const config = readConfigOrExit();
const log = createLogger(config.logLevel);
const db = openDatabase(config.databaseUrl, {
  poolSize: config.databasePoolSize,
  onError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
});
await requireMigrated(db);

const jobs = await openJobs(
  db,
  [...ACCOUNT_JOBS, ...WORKOUT_JOBS, ...(config.garmin ? GARMIN_JOBS : [])],
  { isWorker: true, intervals: config.jobIntervals },
);
const garmin = config.garmin && (await openGarmin(config.garmin, { db, jobs, log }));
const identity = openFirebase(config.firebase.projectId);
const now = () => new Date();
const deletion = createAccountDeletion({
  db,
  cleanUps: [garminCleanUp(garmin)],
  deleteIdentity: identity.deleteAccount,
  now,
});
const handlers = [
  ...deletionHandlers(deletion),
  ...retentionHandlers({ db, now }),
  ...(garmin?.handlers ?? []),
];
const stopping = new Promise<string>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => resolve(signal));
});
const worker = await jobs.startWorker(handlers, log);
const monitor =
  config.workerPort === undefined
    ? undefined
    : await startMonitor(
        { host: config.host, port: config.workerPort },
        { db, worker, countCalls: garmin?.countCalls },
      );
log.info({ port: monitor?.port }, 'working');

// Takes no more jobs, finishes those that run, then closes everything.
log.info({ signal: await stopping }, 'shutting down');
await worker.stop();
await monitor?.close();
await identity.close();
await db.close();
log.info('bye');
