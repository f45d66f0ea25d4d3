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
import { openJobs, readBacklog } from './jobs/jobs.ts';
import { openProcess } from './process.ts';
import { openActivityReceiver } from './receive-activities.ts';
import { RETENTION_JOBS, retentionHandlers } from './retention.ts';

// Runs the background jobs. Any number of workers can run at the same time.

const background = await openProcess('pacewright-worker');
const { config, log, metrics, db, identity, recordEvent } = background;
metrics.watchBacklog(() => readBacklog(db));

const jobs = await openJobs(
  db,
  [...ACCOUNT_JOBS, ...UNVERIFIED_JOBS, ...RETENTION_JOBS, ...(config.garmin ? GARMIN_JOBS : [])],
  { isWorker: true, intervals: config.jobIntervals },
);
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
const monitor = await background.monitor(config.workerPort);
log.info({ port: monitor?.port }, 'worker started');

// Finishes the running jobs, then closes everything.
log.info({ signal: await stopping }, 'shutting down');
await Promise.all([worker.stop(), drain?.stop()]);
await monitor?.close();
await background.close();
