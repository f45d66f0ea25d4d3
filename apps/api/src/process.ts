import { readConfigOrExit } from './config.ts';
import { retryWhileUnavailable } from './db/availability.ts';
import { openDatabase } from './db/database.ts';
import { requireMigrated } from './db/migrate.ts';
import { sql } from './db/sql.ts';
import { openFirebase } from './http/firebase.ts';
import { createSecurityEvents } from './http/security-events.ts';
import { createLogger } from './logging.ts';
import { createMetrics } from './metrics/metrics.ts';
import { startMonitor } from './metrics/monitor.ts';
import { startTracing } from './tracing/tracing.ts';

/** What the API and the worker both begin and end with. */
export async function openProcess(service: 'pacewright-api' | 'pacewright-worker') {
  const config = readConfigOrExit();
  const log = createLogger(config.logLevel);
  const metrics = createMetrics();
  const tracing = config.tracing && (await startTracing({ ...config.tracing, service }));
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

  return {
    config,
    log,
    metrics,
    isTraced: tracing !== undefined,
    db,
    identity,
    recordEvent: createSecurityEvents(log, metrics.securityEvent),
    /** Serves the figures at a port, if there is one. */
    monitor: async (port: number | undefined) =>
      port === undefined
        ? undefined
        : startMonitor(
            { host: config.host, port },
            // Not the backlog, because counting all jobs is too expensive for a probe.
            { metrics, checkReady: () => db.query(sql`select 1`) },
          ),
    close: async () => {
      await Promise.all([db.close(), identity.close()]);
      await tracing?.close();
      log.info('stopped');
    },
  };
}
