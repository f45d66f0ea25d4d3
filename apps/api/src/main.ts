import { setTimeout as wait } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { readConfigOrExit } from './config.ts';
import { retryWhileUnavailable } from './db/availability.ts';
import { openDatabase } from './db/database.ts';
import { requireMigrated } from './db/migrate.ts';
import { sql } from './db/sql.ts';
import { openGarmin } from './features/garmin/garmin.ts';
import { openFirebase } from './http/firebase.ts';
import { createLogger } from './logging.ts';
import { openRateLimits } from './http/rate-limits.ts';
import { createSecurityEvents } from './http/security-events.ts';
import { createMetrics } from './metrics/metrics.ts';
import { startMonitor } from './metrics/monitor.ts';
import { startTracing } from './tracing/tracing.ts';

const config = readConfigOrExit();
const log = createLogger(config.logLevel);
const metrics = createMetrics();
const tracing =
  config.tracing && (await startTracing({ ...config.tracing, service: 'pacewright-api' }));
const db = openDatabase(config.databaseUrl, {
  poolSize: config.databasePoolSize,
  onError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
});
await retryWhileUnavailable(() => requireMigrated(db), {
  onRetry: (error) => log.warn({ err: error }, 'the database is unavailable, trying again'),
});
metrics.watchConnections(db.countConnections);

const identity = openFirebase(config.firebase.projectId, {
  verifyTimeout: config.identityTimeoutSeconds * 1000,
  onCall: metrics.identityCalled,
});
if (config.production) await checkCredential();
const limits = openRateLimits({
  redisUrl: config.redisUrl,
  factor: config.rateLimitFactor,
  onError: (error) =>
    log.warn({ err: error }, 'Redis is unavailable; limits are counted per process'),
  onRejected: metrics.rateLimited,
});
const garmin =
  config.garmin &&
  (await openGarmin(config.garmin, {
    db,
    log,
    onCall: metrics.garminCalled,
    recordEvent: createSecurityEvents(log, metrics.securityEvent),
  }));
const { server, drain } = await buildApp(
  { db, identity, limits, garmin, metrics, isTraced: tracing !== undefined },
  config,
  log,
);
const monitor =
  config.metricsPort === undefined
    ? undefined
    : await startMonitor(
        { host: config.host, port: config.metricsPort },
        { metrics, checkReady: () => db.query(sql`select 1`) },
      );

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void shutDown(signal));

await server.listen({ host: config.host, port: config.port });
if (monitor) log.info({ port: monitor.port }, 'metrics are served');

/** Without the credential, deleting an account would fail after its rows are deleted. */
async function checkCredential(): Promise<void> {
  const isValid = await identity.checkCredential().catch((error: unknown) => {
    log.fatal({ err: error }, 'the service account is rejected; see docs/operations.md');
    return process.exit(1);
  });
  if (!isValid)
    log.error('the service account could not be checked, because Google is unreachable');
}

/** Finishes the requests in progress, then closes everything. */
async function shutDown(signal: string): Promise<void> {
  log.info({ signal }, 'shutting down');
  drain.start();
  // Keeps serving until the balancer notices that this process is not ready.
  if (signal === 'SIGTERM') await wait(config.drainSeconds * 1000);
  await server.close();
  await garmin?.close();
  await monitor?.close();
  await Promise.all([db.close(), identity.close(), limits.close()]);
  await tracing?.close();
  log.info('stopped');
}
