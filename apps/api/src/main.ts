import { setTimeout as wait } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { openGarmin } from './features/garmin/garmin.ts';
import { openRateLimits } from './http/rate-limits.ts';
import { openProcess } from './process.ts';

const api = await openProcess('pacewright-api');
const { config, log, metrics, isTraced, db, identity, recordEvent } = api;
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
  (await openGarmin(config.garmin, { db, log, onCall: metrics.garminCalled, recordEvent }));
const { server, drain } = await buildApp(
  { db, identity, limits, garmin, metrics, isTraced },
  config,
  log,
);
const monitor = await api.monitor(config.metricsPort);

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
  await limits.close();
  await api.close();
}
