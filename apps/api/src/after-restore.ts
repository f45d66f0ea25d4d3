import { parseArgs } from 'node:util';
import { readConfigOrExit } from './config.ts';
import { openDatabase } from './db/database.ts';
import { requireMigrated } from './db/migrate.ts';
import { sql } from './db/sql.ts';
import { adoptKeys } from './features/access/store.ts';
import { ACCOUNT_JOBS } from './features/account/deletion.ts';
import { copyDeletions } from './features/account/store.ts';
import { endRestoredFeeds } from './features/calendar/feed-store.ts';
import { adoptRemoteStates } from './features/garmin/after-restore.ts';
import { GARMIN_JOBS } from './features/garmin/job-definitions.ts';
import { openJobs } from './jobs/jobs.ts';
import { createLogger } from './logging.ts';

// Run once in a restored database, before the API and the workers start: docs/restore.md.

const { values: options } = parseArgs({
  options: { 'old-database-lost': { type: 'boolean', default: false } },
});
const config = readConfigOrExit();
const log = createLogger(config.logLevel);
if ((config.oldDatabaseUrl === undefined) !== options['old-database-lost'])
  exit('Set OLD_DATABASE_URL to the database before the restore, or pass --old-database-lost');

const db = openDatabase(config.databaseUrl, { statementTimeout: 0 });
// Remote states of now would be replaced by those of before the restore.
const { rowCount } = await db.query(sql`
  select 1 from pg_stat_activity
  where datname = current_database() and application_name = 'pacewright' and pid <> pg_backend_pid()`);
if (rowCount) exit('Stop the API and the workers first. They are still connected to the database');
await requireMigrated(db);
const old = config.oldDatabaseUrl
  ? openDatabase(config.oldDatabaseUrl, { statementTimeout: 0 })
  : undefined;
if (old) await requireMigrated(old);

if (old) {
  await adoptKeys(old, db);
  await endRestoredFeeds(old, db);
}
const deletedAccounts = old ? await copyDeletions(old, db) : 0;
const jobs = await openJobs(db, [...ACCOUNT_JOBS, ...GARMIN_JOBS]);
await adoptRemoteStates({
  db,
  old,
  jobs,
  now: () => new Date(),
  onProgress: (athletes) => log.info({ athletes }, 'remote states adopted'),
});
await jobs.close();
await db.close();
await old?.close();
log.info({ deletedAccounts }, 'the workers can start');

function exit(message: string): never {
  process.stderr.write(`${message}\n`);
  return process.exit(1);
}
