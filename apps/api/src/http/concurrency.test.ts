import { once } from 'node:events';

import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { limitConcurrency } from './concurrency.ts';
import { setProblemHandler } from './problem.ts';

let server = Fastify();
afterEach(() => server.close());

/** A server whose requests end when the test says so. */
function startServer() {
  server = Fastify();
  setProblemHandler(server);
  server.decorateRequest('userId', '');
  server.addHook('onRequest', async (request, reply) => {
    request.userId = String(request.headers['x-athlete']);
    if (request.headers['x-slow-token'] !== undefined) await once(reply.raw, 'close');
  });
  limitConcurrency(server);
  const running: (() => void)[] = [];
  server.get('/', () => new Promise<string>((resolve) => running.push(() => resolve('ok'))));
  const ask = (athlete: string) =>
    server
      .inject({ url: '/', headers: { 'x-athlete': athlete } })
      .then((reply) => reply.statusCode);
  return { running, ask };
}

/** Until all requests that can start have started. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test('four requests of an athlete are served at once, the others in turn, and another athlete meanwhile', async () => {
  const { running, ask } = startServer();
  const replies = Array.from({ length: 10 }, () => ask('ana'));
  await settle();
  expect(running).toHaveLength(4);
  const other = ask('ben');
  await settle();
  expect(running).toHaveLength(5);
  for (let done = 0; done < 11; done++) {
    await settle();
    running[done]?.();
  }
  expect(await other).toBe(200);
  expect(await Promise.all(replies)).toEqual(Array(10).fill(200));
});

test('requests beyond those that may wait are refused', async () => {
  const { running, ask } = startServer();
  const replies = Array.from({ length: 110 }, () => ask('ana'));
  await settle();
  let done = 0;
  while (done < 104) {
    await settle();
    while (done < running.length) running[done++]?.();
  }
  const statuses = await Promise.all(replies);
  expect(statuses.filter((status) => status === 429)).toHaveLength(6);
  expect(statuses.filter((status) => status === 200)).toHaveLength(104);
});

test('a client that hangs up frees its place, whether it was served or waiting', async () => {
  const { running, ask } = startServer();
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  const hungUp = Array.from({ length: 6 }, () => {
    const controller = new AbortController();
    const reply = fetch(origin, {
      headers: { 'x-athlete': 'ana' },
      signal: controller.signal,
    }).catch(() => undefined);
    return { controller, reply };
  });
  await expect.poll(() => running.length).toBe(4);
  for (const { controller } of hungUp) controller.abort();
  await Promise.all(hungUp.map(({ reply }) => reply));
  const next = ask('ana');
  await expect.poll(() => running.length).toBeGreaterThan(4);
  for (const end of running) end();
  await settle();
  for (const end of running) end();
  expect(await next).toBe(200);
});

test('a client that hangs up while its token is checked takes no place', async () => {
  const { running, ask } = startServer();
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  let checked = 0;
  server.server.on('request', () => checked++);
  const controller = new AbortController();
  const hungUp = Array.from({ length: 6 }, () =>
    fetch(origin, {
      headers: { 'x-athlete': 'ana', 'x-slow-token': '' },
      signal: controller.signal,
    }).catch(() => undefined),
  );
  await expect.poll(() => checked).toBe(6);
  controller.abort();
  await Promise.all(hungUp);
  await expect.poll(() => openConnections()).toBe(0);
  await settle();
  const started = running.length;
  const next = Array.from({ length: 4 }, () => ask('ana'));
  await settle();
  expect(running).toHaveLength(started + 4);
  for (const end of running) end();
  expect(await Promise.all(next)).toEqual(Array(4).fill(200));
});

async function openConnections(): Promise<number> {
  return new Promise((resolve, reject) => {
    server.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
