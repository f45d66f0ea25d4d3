import { readConfigOrExit } from './config.ts';
import { openDatabase } from './db/database.ts';
import { requireMigrated } from './db/migrate.ts';
import { openGarmin } from './features/garmin/garmin.ts';
import { garminTasks } from './features/garmin/tasks.ts';
import { createLogger } from './http/logging.ts';
import { startMonitor } from './jobs/monitor.ts';
import { startWork } from './jobs/work.ts';

// Does what the API has put off until later. Any number of workers can run beside each other.

const config = readConfigOrExit();
const log = createLogger(config.logLevel);
const db = openDatabase(config.databaseUrl, {
  poolSize: config.databasePoolSize,
  onError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
});
await requireMigrated(db);

const garmin = config.garmin && (await openGarmin(config.garmin, { db }));
const worker = await startWork(db, garmin ? garminTasks(garmin) : [], log);
const monitor =
  config.workerPort === undefined
    ? undefined
    : await startMonitor({ host: config.host, port: config.workerPort }, { db, worker });
log.info({ port: monitor?.port }, 'working');

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void shutDown(signal));

/** Takes no more jobs, finishes those under way, then lets go of everything. */
async function shutDown(signal: string): Promise<void> {
  log.info({ signal }, 'shutting down');
  await worker.stop();
  await garmin?.close();
  await monitor?.close();
  await db.close();
  log.info('bye');
}
