import { readConfigOrExit } from './config.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { ACCOUNT_JOBS } from './features/account/deletion.ts';
import { UNVERIFIED_JOBS } from './features/account/unverified-accounts.ts';
import { GARMIN_JOBS } from './features/garmin/job-definitions.ts';
import { createLogger } from './logging.ts';
import { RETENTION_JOBS } from './retention.ts';
import { openJobs } from './jobs/jobs.ts';

// Applies pending migrations and exits. Run it before a deployment.

const config = readConfigOrExit();
const log = createLogger(config.logLevel);

const applied = await migrate(config.databaseUrl, {
  onRetry: (name) => log.info({ name }, 'waiting for a lock'),
});
// pg-boss migrates its own tables when it starts.
const db = openDatabase(config.databaseUrl, { statementTimeout: 0 });
await (
  await openJobs(db, [...ACCOUNT_JOBS, ...UNVERIFIED_JOBS, ...RETENTION_JOBS, ...GARMIN_JOBS])
).close();
await db.close();
log.info({ applied }, 'the database is up to date');
