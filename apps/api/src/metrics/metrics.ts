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
  // Memory, garbage collection, CPU and the delay of the event loop.
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  /** Read figures that are not counted here, before they are printed. */
  const refreshers: (() => Promise<void>)[] = [];

  const requests = new Counter({
    name: 'pacewright_http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'pacewright_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its response.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const rejections = new Counter({
    name: 'pacewright_rate_limit_rejections_total',
    help: 'Requests over a rate limit.',
    labelNames: ['limit'],
    registers,
  });
  const securityEvents = new Counter({
    name: 'pacewright_security_events_total',
    help: 'Events that matter for security.',
    labelNames: ['event', 'reason'],
    registers,
  });
  const identityCalls = new Counter({
    name: 'pacewright_identity_calls_total',
    help: 'Calls to the identity provider.',
    labelNames: ['call', 'outcome'],
    registers,
  });
  const garminCalls = new Counter({
    name: 'pacewright_garmin_calls_total',
    help: 'Requests to Garmin.',
    labelNames: ['call', 'outcome'],
    registers,
  });
  const activities = new Counter({
    name: 'pacewright_garmin_activities_total',
    help: 'Notifications about activities that were processed.',
    labelNames: ['outcome'],
    registers,
  });
  // An alert compares these with earlier values, so they begin at zero.
  for (const outcome of ['lost', 'given-up']) activities.inc({ outcome }, 0);
  const jobAttempts = new Counter({
    name: 'pacewright_job_attempts_total',
    help: 'Attempts of jobs that ended.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const jobSeconds = new Histogram({
    name: 'pacewright_job_seconds',
    help: 'Duration of an attempt of a job.',
    labelNames: ['kind'],
    buckets: JOB_BUCKETS,
    registers,
  });

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
    watchConnections: (read) => {
      const connections = new Gauge({
        name: 'pacewright_db_connections',
        help: 'Connections of this process to the database, and callers that wait for one.',
        labelNames: ['state'],
        registers,
      });
      refreshers.push(async () => {
        const { total, idle, waiting } = read();
        connections.set({ state: 'busy' }, total - idle);
        connections.set({ state: 'idle' }, idle);
        connections.set({ state: 'waiting' }, waiting);
      });
    },
    watchCachedTokens: (read) => {
      const tokens = new Gauge({
        name: 'pacewright_cached_tokens',
        help: 'Verified tokens that this process remembers.',
        registers,
      });
      refreshers.push(async () => tokens.set(read()));
    },
    watchBacklog: (read) => {
      const labelNames = ['kind', 'state'] as const;
      const jobs = new Gauge({
        name: 'pacewright_jobs',
        help: 'Jobs of a kind and state.',
        labelNames,
        registers,
      });
      const oldest = new Gauge({
        name: 'pacewright_job_oldest_seconds',
        help: 'Age of the oldest job of a kind and state.',
        labelNames,
        registers,
      });
      refreshers.push(async () => {
        const backlog = await read().catch(() => []);
        jobs.reset();
        oldest.reset();
        for (const { name, state, ...figures } of backlog) {
          jobs.set({ kind: name, state }, figures.jobs);
          oldest.set({ kind: name, state }, figures.oldestSeconds);
        }
      });
    },
    watchDeliveries: (read) => {
      const pending = new Gauge({
        name: 'pacewright_garmin_pending',
        help: 'Deliveries that wait for Garmin.',
        registers,
      });
      const overdue = new Gauge({
        name: 'pacewright_garmin_overdue_seconds',
        help: 'How long the delivery that waits longest is overdue.',
        registers,
      });
      refreshers.push(async () => {
        pending.remove();
        overdue.remove();
        const found = await read().catch(() => undefined);
        if (!found) return;
        pending.set(found.pending);
        overdue.set(found.overdueSeconds);
      });
    },
    watchInbox: (read) => {
      const waiting = new Gauge({
        name: 'pacewright_garmin_inbox',
        help: 'Notifications about activities that wait.',
        registers,
      });
      const oldest = new Gauge({
        name: 'pacewright_garmin_inbox_oldest_seconds',
        help: 'Age of the notification that waits longest.',
        registers,
      });
      refreshers.push(async () => {
        waiting.remove();
        oldest.remove();
        const found = await read().catch(() => undefined);
        if (!found) return;
        waiting.set(found.waiting);
        oldest.set(found.oldestSeconds);
      });
    },
    print: async () => {
      await Promise.all(refreshers.map((refresh) => refresh()));
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
