import { setTimeout as wait } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { readConfigOrExit } from './config.ts';
import { openDatabase } from './db/database.ts';
import { requireMigrated } from './db/migrate.ts';
import { openGarmin } from './features/garmin/garmin.ts';
import { openFirebase } from './http/firebase.ts';
import { createLogger } from './http/logging.ts';
import { openRateLimits } from './http/rate-limits.ts';

const config = readConfigOrExit();
const log = createLogger(config.logLevel);
const db = openDatabase(config.databaseUrl, {
  poolSize: config.databasePoolSize,
  onError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
});
await requireMigrated(db);

const identity = openFirebase(config.firebase.projectId);
if (config.production) await checkCredential();
const limits = openRateLimits({
  redisUrl: config.redisUrl,
  factor: config.rateLimitFactor,
  onError: (error) => log.warn({ err: error }, 'Redis is away; limits are counted per process'),
});
const garmin = config.garmin && (await openGarmin(config.garmin, { db, log }));
const { server, draining } = await buildApp({ db, identity, limits, garmin }, config, log);

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void shutDown(signal));

await server.listen({ host: config.host, port: config.port });

/** Without it, deleting an account would fail after its rows are gone. */
async function checkCredential(): Promise<void> {
  const isGiven = await identity.checkCredential().catch((error: unknown) => {
    log.fatal({ err: error }, 'Google gives no access to accounts; see docs/operations.md');
    return process.exit(1);
  });
  if (!isGiven) log.error('Google could not be asked for access to accounts');
}

/** Stops taking requests, answers those it took, then lets go of everything. */
async function shutDown(signal: string): Promise<void> {
  log.info({ signal }, 'shutting down');
  draining.start();
  // Still serving: the balancer needs a moment to see that this process is no longer ready.
  if (signal === 'SIGTERM') await wait(config.drainSeconds * 1000);
  await server.close();
  await garmin?.close();
  await Promise.all([db.close(), identity.close(), limits.close()]);
  log.info('bye');
}
