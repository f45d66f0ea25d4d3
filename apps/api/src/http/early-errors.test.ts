import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { exportAccount } from '@pacewright/contract';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGarminTestApp } from '../testing/garmin.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { setProblemHandler } from './problem.ts';
import { earlyErrorHandlers } from './early-errors.ts';
import { markScope, serve, rawJson } from './serve.ts';

const HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'application/problem+json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

let api: TestApp;
let port: number;
beforeAll(async () => {
  api = await startTestApp();
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  port = (api.app.server.address() as AddressInfo).port;
});
afterAll(() => api.close());

test.each(['/%', '/api/%E0%A4', `/api/garmin/workouts/${'a'.repeat(200)}`])(
  '%s gets the usual problem, without the URL',
  async (url) => {
    const response = await api.app.inject(url);
    expect(response.headers).toMatchObject(HEADERS);
    expect(response.headers['x-request-id']).toBe(response.json().requestId);
    expect(response.json()).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    expect(response.body).not.toContain(url);
  },
);

test.each([
  ['that is not HTTP', 'hello\r\n\r\n', 400, 'INVALID_REQUEST'],
  [
    'with two lengths',
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    400,
    'INVALID_REQUEST',
  ],
  [
    'with two hosts',
    'GET /api/health/live HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n',
    400,
    'INVALID_REQUEST',
  ],
  [
    'with 20 kB of headers',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'TOO_LARGE',
  ],
])('a message %s gets a problem with the usual headers', async (_name, text, status, code) => {
  const reply = await send(port, text);
  expect(reply).toContain(`HTTP/1.1 ${status} `);
  for (const [name, value] of Object.entries(HEADERS)) expect(reply).toContain(`${name}: ${value}`);
  expect(JSON.parse(reply.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status, code });
});

test('an absolute URL is served like a path', async () => {
  const reply = await send(
    port,
    'GET http://pacewright.example/api/health/live HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  );
  expect(reply).toContain('HTTP/1.1 200 ');
  expect(reply).toContain('cache-control: no-store');
});

test('a request whose body never arrives gets 408', async () => {
  const server = Fastify({
    requestTimeout: 200,
    http: { headersTimeout: 100, connectionsCheckingInterval: 50 },
    ...earlyErrorHandlers({}),
  });
  server.post('/', async () => 'ok');
  await server.listen({ host: '127.0.0.1', port: 0 });
  const reply = await send(
    (server.server.address() as AddressInfo).port,
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 100000\r\n\r\nx',
  );
  expect(reply).toContain('HTTP/1.1 408 ');
  await server.close();
});

test('the API limits slow clients and the number of connections', () => {
  expect(api.app.server).toMatchObject({
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    timeout: 60_000,
    maxConnections: 10_000,
  });
});

test('a slow call gets 503 with Retry-After', async () => {
  const server = Fastify({ handlerTimeout: 50 });
  setProblemHandler(server);
  server.get('/', async () => wait(60_000, 'late', { ref: false }));
  const response = await server.inject('/');
  expect(response.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  expect(response.headers['retry-after']).toBe('2');
});

test('a streamed response may have a longer timeout', async () => {
  const server = Fastify({ handlerTimeout: 50 });
  markScope(server, 'registered');
  async function* write(): AsyncGenerator<string> {
    yield '{"format":';
    await wait(200);
    yield '1}';
  }
  serve(
    server,
    { ...exportAccount, reply: undefined },
    async () => rawJson(Readable.from(write())),
    {
      timeout: 60_000,
    },
  );
  expect((await server.inject(exportAccount.path)).body).toBe('{"format":1}');
});

test('a webhook with the longest allowed secret is routed', async () => {
  const webhookSecret = 'a'.repeat(100);
  const garmin = await startGarminTestApp({ settings: { webhookSecrets: [webhookSecret] } });
  const response = await garmin.app.inject({
    method: 'POST',
    url: `/api/garmin/webhooks/${webhookSecret}`,
    payload: {},
  });
  expect(response.statusCode).toBe(200);
  await garmin.close();
});

/** Sends raw text and returns the response, once the connection has ended. */
async function send(to: number, text: string): Promise<string> {
  const socket = connect(to, '127.0.0.1');
  let reply = '';
  socket.on('data', (chunk: Buffer) => {
    reply += chunk.toString();
  });
  const closed = Promise.withResolvers<void>();
  // The server may reset the connection behind its answer, because it hasn't read all that was sent.
  socket.on('error', () => {}).on('close', () => closed.resolve());
  socket.write(text);
  await closed.promise;
  return reply;
}
