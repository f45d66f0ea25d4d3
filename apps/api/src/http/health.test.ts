import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { findFreePort } from '@pacewright/free-ports';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

test('a started process is live and ready', async () => {
  expect((await api.app.inject('/api/health/live')).json()).toEqual({ status: 'ok' });
  expect((await api.app.inject('/api/health/ready')).json()).toEqual({ status: 'ok' });
});

test('without a database the process stays ready, and calls get 503 with Retry-After', async () => {
  const ana = await api.signUp('ana');
  const db = openDatabase(`postgres://postgres@127.0.0.1:${await findFreePort()}/nowhere`);
  const { server } = await api.buildAnother({ db });

  expect((await server.inject('/api/health/live')).statusCode).toBe(200);
  expect((await server.inject('/api/health/ready')).statusCode).toBe(200);
  const call = await server.inject({ url: '/api/auth/profile', headers: ana.headers });
  expect(call.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  expect(call.headers['retry-after']).toBe('2');

  await server.close();
  await db.close();
});

test('a draining process is not ready, and closes its connections', async () => {
  const { server, drain } = await api.buildAnother();
  drain.start();
  const ready = await server.inject('/api/health/ready');
  expect(ready.statusCode).toBe(503);
  expect(ready.headers.connection).toBe('close');
  expect((await server.inject('/api/health/live')).statusCode).toBe(200);
  await server.close();
});
