import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The figures of a process, which docs/operations.md lists. */
export type Metrics = {
  requestFinished: (request: {
    method: string;
    /** The route's pattern, never the address. */
    route: string;
    status: number;
    seconds: number;
  }) => void;
  rateLimited: (limit: string) => void;
  /** The reason is a word from a small set, or empty. */
  securityEvent: (event: string, reason: string) => void;
  identityCalled: (call: string, outcome: string) => void;
  garminCalled: (call: string, outcome: string) => void;
  /** The outcome of a notification about an activity. */
  activityProcessed: (outcome: string) => void;
  jobFinished: (job: { kind: string; outcome: 'done' | 'failed'; seconds: number }) => void;
  /** Reads the database's connections with every scrape. */
  watchConnections: (read: () => { total: number; idle: number; waiting: number }) => void;
  watchCachedTokens: (read: () => number) => void;
  /** Reads the queue with every scrape. While that fails, its figures are left out and all others stay. */
  watchBacklog: (
    read: () => Promise<{ name: string; state: string; jobs: number; oldestSeconds: number }[]>,
  ) => void;
  /** Reads the deliveries that wait for Garmin with every scrape. */
  watchDeliveries: (read: () => Promise<{ pending: number; overdueSeconds: number }>) => void;
  /** Reads the notifications about activities that wait with every scrape. */
  watchInbox: (read: () => Promise<{ waiting: number; oldestSeconds: number }>) => void;
  /** All figures in Prometheus's text format. */
  print: () => Promise<string>;
  contentType: string;
};

/** In seconds. 0.25 and 2.5 are the limits of the objectives, 15 is the timeout of a handler. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 15];
const JOB_BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Memory, garbage collection, CPU and the delay of the event loop.
  collectDefaultMetrics({ register: registry });
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter<L>({ name, help, labelNames, registers });

  const requests = counter('pacewright_http_requests_total', 'Requests that were answered.', [
    'method',
    'route',
    'status',
  ]);
  const requestSeconds = new Histogram({
    name: 'pacewright_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its response.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const rejections = counter(
    'pacewright_rate_limit_rejections_total',
    'Requests over a rate limit.',
    ['limit'],
  );
  const securityEvents = counter(
    'pacewright_security_events_total',
    'Events that matter for security.',
    ['event', 'reason'],
  );
  const identityCalls = counter(
    'pacewright_identity_calls_total',
    'Calls to the identity provider.',
    ['call', 'outcome'],
  );
  const garminCalls = counter('pacewright_garmin_calls_total', 'Requests to Garmin.', [
    'call',
    'outcome',
  ]);
  const activities = counter(
    'pacewright_garmin_activities_total',
    'Notifications about activities that were processed.',
    ['outcome'],
  );
  // An alert compares these with earlier values, so they begin at zero.
  for (const outcome of ['lost', 'given-up']) activities.inc({ outcome }, 0);
  const jobAttempts = counter('pacewright_job_attempts_total', 'Attempts of jobs that ended.', [
    'kind',
    'outcome',
  ]);
  const jobSeconds = new Histogram({
    name: 'pacewright_job_seconds',
    help: 'Duration of an attempt of a job.',
    labelNames: ['kind'],
    buckets: JOB_BUCKETS,
    registers,
  });
  const { watchers, refresh } = createWatchers(registry);

  return {
    requestFinished: ({ method, route, status, seconds }) => {
      requests.inc({ method, route, status });
      requestSeconds.observe({ method, route }, seconds);
    },
    rateLimited: (limit) => rejections.inc({ limit }),
    securityEvent: (event, reason) => securityEvents.inc({ event, reason }),
    identityCalled: (call, outcome) => identityCalls.inc({ call, outcome }),
    garminCalled: (call, outcome) => garminCalls.inc({ call, outcome }),
    activityProcessed: (outcome) => activities.inc({ outcome }),
    jobFinished: ({ kind, outcome, seconds }) => {
      jobAttempts.inc({ kind, outcome });
      jobSeconds.observe({ kind }, seconds);
    },
    ...watchers,
    print: async () => {
      await refresh();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

type Row = { labels?: Record<string, string>; values: readonly number[] };

/** Figures that are not counted here, but read before they are printed. While that fails, they are left out. */
function createWatchers(registry: Registry) {
  const refreshers: (() => Promise<void>)[] = [];

  function watch(
    figures: readonly { name: string; help: string }[],
    labelNames: readonly string[],
    read: () => Promise<readonly Row[]>,
  ): void {
    const gauges = figures.map(
      (figure) => new Gauge({ ...figure, labelNames, registers: [registry] }),
    );
    refreshers.push(async () => {
      const rows = await read().catch(() => []);
      for (const [index, gauge] of gauges.entries()) {
        // Resetting a gauge without labels sets it to zero.
        if (labelNames.length > 0) gauge.reset();
        else gauge.remove();
        for (const { labels = {}, values } of rows) gauge.set(labels, values[index] ?? 0);
      }
    });
  }

  const watchers: Pick<Metrics, Extract<keyof Metrics, `watch${string}`>> = {
    watchConnections: (read) => {
      const help = 'Connections of this process to the database, and callers that wait for one.';
      watch([{ name: 'pacewright_db_connections', help }], ['state'], async () => {
        const { total, idle, waiting } = read();
        return Object.entries({ busy: total - idle, idle, waiting }).map(([state, value]) => ({
          labels: { state },
          values: [value],
        }));
      });
    },
    watchCachedTokens: (read) => {
      const help = 'Verified tokens that this process remembers.';
      watch([{ name: 'pacewright_cached_tokens', help }], [], async () => [{ values: [read()] }]);
    },
    watchBacklog: (read) =>
      watch(
        [
          { name: 'pacewright_jobs', help: 'Jobs of a kind and state.' },
          {
            name: 'pacewright_job_oldest_seconds',
            help: 'Age of the oldest job of a kind and state.',
          },
        ],
        ['kind', 'state'],
        async () =>
          (await read()).map(({ name, state, jobs, oldestSeconds }) => ({
            labels: { kind: name, state },
            values: [jobs, oldestSeconds],
          })),
      ),
    watchDeliveries: (read) =>
      watch(
        [
          { name: 'pacewright_garmin_pending', help: 'Deliveries that wait for Garmin.' },
          {
            name: 'pacewright_garmin_overdue_seconds',
            help: 'How long the delivery that waits longest is overdue.',
          },
        ],
        [],
        async () => {
          const { pending, overdueSeconds } = await read();
          return [{ values: [pending, overdueSeconds] }];
        },
      ),
    watchInbox: (read) =>
      watch(
        [
          { name: 'pacewright_garmin_inbox', help: 'Notifications about activities that wait.' },
          {
            name: 'pacewright_garmin_inbox_oldest_seconds',
            help: 'Age of the notification that waits longest.',
          },
        ],
        [],
        async () => {
          const { waiting, oldestSeconds } = await read();
          return [{ values: [waiting, oldestSeconds] }];
        },
      ),
  };
  return { watchers, refresh: () => Promise.all(refreshers.map((each) => each())) };
}
