import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { type Backlog, readBacklog } from './jobs.ts';
import type { Worker } from './worker.ts';

/** Requests to another service, by name and outcome. */
export type CallCount = { call: string; outcome: string; count: number };

export type Monitor = { port: number; close: () => Promise<void> };

/** Tells how the background work goes, in the text that Prometheus reads, and whether the process is well. */
export async function startMonitor(
  { host, port }: { host: string; port: number },
  {
    db,
    worker,
    countCalls = () => [],
  }: { db: Db; worker: Worker; countCalls?: (() => CallCount[]) | undefined },
): Promise<Monitor> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4' }).end(text);
    if (request.url === '/health/live') answer(200, 'ok\n');
    else if (request.url === '/health/ready')
      // Not the backlog: counting all jobs is too much for a probe every few seconds.
      db.query(sql`select 1`).then(
        () => answer(200, 'ok\n'),
        () => answer(503, 'the database does not answer\n'),
      );
    else if (request.url === '/metrics')
      readBacklog(db).then(
        (backlog) => answer(200, writeMetrics(backlog, worker.counts(), countCalls())),
        () => answer(503, 'the database does not answer\n'),
      );
    else answer(404, 'nothing here\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function writeMetrics(
  backlog: Backlog[],
  counts: ReturnType<Worker['counts']>,
  calls: CallCount[],
): string {
  return [
    '# TYPE pacewright_jobs gauge',
    ...backlog.map(
      ({ name, state, jobs }) => `pacewright_jobs{kind="${name}",state="${state}"} ${jobs}`,
    ),
    '# TYPE pacewright_job_oldest_seconds gauge',
    ...backlog.map(
      ({ name, state, oldestSeconds }) =>
        `pacewright_job_oldest_seconds{kind="${name}",state="${state}"} ${oldestSeconds.toFixed(1)}`,
    ),
    '# TYPE pacewright_job_attempts_total counter',
    ...counts.flatMap(({ name, done, failed }) => [
      `pacewright_job_attempts_total{kind="${name}",outcome="done"} ${done}`,
      `pacewright_job_attempts_total{kind="${name}",outcome="failed"} ${failed}`,
    ]),
    '# TYPE pacewright_job_seconds_total counter',
    ...counts.map(
      ({ name, seconds }) => `pacewright_job_seconds_total{kind="${name}"} ${seconds.toFixed(3)}`,
    ),
    '# TYPE pacewright_garmin_calls_total counter',
    ...calls.map(
      ({ call, outcome, count }) =>
        `pacewright_garmin_calls_total{call="${call}",outcome="${outcome}"} ${count}`,
    ),
    '',
  ].join('\n');
}
