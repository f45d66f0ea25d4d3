import { setTimeout as wait } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { readConfigOrExit } from './config.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
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
const applied = await migrate(db);
log.info({ applied }, 'the database is up to date');

const identity = openFirebase(config.firebase.projectId);
const limits = openRateLimits({
  redisUrl: config.redisUrl,
  factor: config.rateLimitFactor,
  onError: (error) => log.warn({ err: error }, 'Redis is away; limits are counted per process'),
});
const garmin = config.garmin && (await openGarmin(config.garmin, { db }));
const { server, draining } = await buildApp({ db, identity, limits, garmin }, config, log);

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void shutDown(signal));

await server.listen({ host: config.host, port: config.port });

/** Stops taking requests, answers those it took, then lets go of everything. */
async function shutDown(signal: string): Promise<void> {
  log.info({ signal }, 'shutting down');
  draining.start();
  if (signal === 'SIGTERM') {
    // Still serving: the balancer needs a moment to see that this process is no longer ready.
    await wait(config.drainSeconds * 1000);
    await draining.quiet();
  }
  await server.close();
  await garmin?.close();
  await Promise.all([db.close(), identity.close(), limits.close()]);
  log.info('bye');
}
