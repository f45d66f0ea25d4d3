import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openJobs } from '../jobs/jobs.ts';
import { type GarminTestApp, startGarminTestApp } from '../testing/garmin.ts';
import { openLog } from '../testing/open-log.ts';
import { startTracing } from './tracing.ts';

type SentSpan = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: { code?: number };
  links?: { traceId: string }[];
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
};

const { logger, readLog } = openLog();
const received: SentSpan[] = [];
let collector: Server;
let tracing: Awaited<ReturnType<typeof startTracing>>;
let api: GarminTestApp;

beforeAll(async () => {
  collector = await startCollector();
  const { port } = collector.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  tracing = await startTracing({ endpoint, service: 'pacewright-api', share: 1 });
  api = await startGarminTestApp();
});
afterAll(async () => {
  await api.close();
  await tracing.close();
  collector.close();
});

/** Receives spans as a collector does, in OTLP's JSON. */
function startCollector(): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        const { resourceSpans } = JSON.parse(body) as {
          resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
        };
        for (const { scopeSpans } of resourceSpans)
          for (const { spans } of scopeSpans) received.push(...spans);
        response.setHeader('content-type', 'application/json').end('{}');
      });
    }).listen(0, '127.0.0.1', () => resolve(server));
  });
}

async function findSpan(name: string): Promise<SentSpan> {
  await tracing.flush();
  const span = received.findLast((each) => each.name === name);
  if (!span) throw new Error(`No ${name} among ${received.map((each) => each.name).join()}`);
  return span;
}

const childrenOf = ({ spanId }: SentSpan) =>
  received.filter(({ parentSpanId }) => parentSpanId === spanId);

function attributesOf({ attributes }: SentSpan): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );
}

test('a request, its statements and its log lines are one trace', async () => {
  const ana = await api.signUp('ana');
  const { server } = await api.buildAnother({ garmin: api.garmin, isTraced: true }, logger, {
    trustProxy: (address) => address === '127.0.0.1',
  });
  // With a new tag, because a save without one needs no transaction.
  const workout = { title: 'Secret title', script: '45m E', tags: ['secret tag'] };
  const { statusCode } = await server.inject({
    method: 'POST',
    url: '/api/auth/workouts?q=secret-query',
    headers: { ...ana.headers, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    payload: { workout },
  });
  await server.close();
  expect(statusCode).toBe(200);

  const request = await findSpan('POST /api/auth/workouts');
  // The trace that the load balancer has begun.
  expect(request).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16) });
  expect(attributesOf(request)).toMatchObject({
    'http.route': '/api/auth/workouts',
    'http.response.status_code': 200,
  });
  const statements = childrenOf(request).map((span) => attributesOf(span)['db.query.text']);
  expect(statements.join('; ')).toContain('insert into workout');
  const lines = readLog()
    .split('\n')
    .filter((line) => line.includes('request completed'));
  expect(lines.at(-1)).toContain(request.traceId);
  expect(JSON.stringify(received)).not.toMatch(/secret/i);
});

test('a client cannot decide that its request is traced', async () => {
  const { server } = await api.buildAnother({ isTraced: true });
  await server.inject({
    url: '/api/openapi.json',
    headers: { traceparent: `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01` },
  });
  await server.close();
  const span = await findSpan('GET /api/openapi.json');
  expect(span.traceId).not.toBe('c'.repeat(32));
  expect(span.parentSpanId ?? '').toBe('');
});

test('a job is a trace of its own, linked to the request that has added it', async () => {
  const ben = await api.signUpConnected('ben');
  const workout = { title: 'Five by three', script: '15m E + 5x(3m I + 2m E)' };
  const { id } = (await api.call(ben, 'POST', '/api/auth/workouts', { workout })).json();
  const { server } = await api.buildAnother({ garmin: api.garmin, isTraced: true });
  await server.inject({
    method: 'PUT',
    url: `/api/garmin/workouts/${id}`,
    headers: ben.headers,
  });
  await server.close();
  const request = await findSpan('PUT /api/garmin/workouts/:id');

  const definitions = api.garmin.handlers.map(({ definition }) => definition);
  const done = Promise.withResolvers<void>();
  const handlers = api.garmin.handlers.filter(({ cron }) => cron === undefined);
  const workers = [];
  for (const db of api.servers) {
    const jobs = await openJobs(db, definitions, { isWorker: true });
    workers.push(await jobs.startWorker(handlers, logger, () => done.resolve()));
  }
  await done.promise;
  for (const worker of workers) await worker.stop();

  const job = await findSpan('job garmin-deliver');
  expect(job.links?.map(({ traceId }) => traceId)).toEqual([request.traceId]);
  expect(job.traceId).not.toBe(request.traceId);
  const ofJob = received.filter(({ traceId }) => traceId === job.traceId);
  expect(ofJob.map(({ name }) => name)).toContain('garmin create-workout');
  expect(readLog()).toContain(`"traceId":"${job.traceId}","msg":"job done"`);
});

test('a failed request is marked, without its message', async () => {
  const ana = await api.signUp('ana');
  const query = async () => {
    throw new Error('secret of the database');
  };
  const { server } = await api.buildAnother({ db: { ...api.db, query }, isTraced: true });
  await server.inject({ method: 'GET', url: '/api/user/paces', headers: ana.headers });
  await server.close();
  const request = await findSpan('GET /api/user/paces');
  expect(request.status.code).toBe(2);
  expect(JSON.stringify(request)).not.toContain('secret');
});
