import { readConfigOrExit } from './config.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { ACCOUNT_JOBS } from './features/account/deletion.ts';
import { GARMIN_JOBS } from './features/garmin/job-definitions.ts';
import { WORKOUT_JOBS } from './features/workouts/retention.ts';
import { createLogger } from './http/logging.ts';
import { openJobs } from './jobs/jobs.ts';

// Brings the database to the schema of this release, and exits. Run it once before a deployment.

const config = readConfigOrExit();
const log = createLogger(config.logLevel);

const applied = await migrate(config.databaseUrl, {
  onRetry: (name) => log.info({ name }, 'waiting for a lock'),
});
// The queue library migrates its own tables when it is opened.
const db = openDatabase(config.databaseUrl, { statementTimeout: 0 });
await (await openJobs(db, [...ACCOUNT_JOBS, ...WORKOUT_JOBS, ...GARMIN_JOBS])).close();
await db.close();
log.info({ applied }, 'the database is up to date');
