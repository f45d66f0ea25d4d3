import { MAX_GROWTH, measureGrowth } from '@pacewright/growth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLog } from './testing/open-log.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { scrub } from './logging.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

test('no log line contains a token or an email', async () => {
  const { logger, readLog } = openLog();
  const ana = await api.signUp('ana');
  const { server } = await api.buildAnother({}, logger);

  await server.inject({ url: `/api/auth/profile?token=${ana.token}`, headers: ana.headers });
  logger.info({ headers: ana.headers, nested: { token: ana.token } }, `signed in ${ana.email}`);
  logger.error(new Error(`could not mail ${ana.email} with ${ana.token}`));
  logger.warn('GET /auth?mode=resetPassword&oobCode=s3cret-code&lang=en');
  await server.close();

  const log = readLog();
  expect(log).toContain('"route":"/api/auth/profile"');
  expect(log).toContain('could not mail [email] with [token]');
  expect(log).not.toContain(ana.email);
  expect(log).not.toContain(ana.token.slice(0, 40));
  expect(log).not.toContain('s3cret-code');
});

test('an internal error is logged with the request id, and its details are not sent', async () => {
  const ana = await api.signUp('ana');
  const { logger, readLog } = openLog();
  const db = {
    ...api.db,
    query: async () => Promise.reject(new Error('relation "app_user" does not exist')),
  };
  const { server } = await api.buildAnother({ db }, logger);

  const response = await server.inject({
    url: '/api/auth/profile',
    headers: { ...ana.headers, 'x-request-id': 'request-0001' },
  });
  await server.close();

  expect(response.json()).toMatchObject({
    status: 500,
    code: 'INTERNAL',
    requestId: 'request-0001',
  });
  expect(response.body).not.toContain('app_user');
  expect(readLog()).toMatch(/"reqId":"request-0001".*relation \\"app_user\\" does not exist/);
});

test('a log line contains the route, not the URL with its secrets', async () => {
  const { logger, readLog } = openLog();
  const { server } = await api.buildAnother({}, logger);
  await server.inject({ method: 'POST', url: '/api/garmin/webhooks/a-secret-path/' });
  await server.inject('/api/garmin/workouts/a-secret-id');
  await server.close();

  expect(readLog()).toContain('"route":"/api/garmin/workouts/:id"');
  expect(readLog()).not.toContain('a-secret');
});

test('rejected requests are logged with the problem, and with the athlete if known', async () => {
  const { logger, readLog } = openLog();
  const ana = await api.signUp('ana', { verified: false });
  const { server } = await api.buildAnother({}, logger);
  await server.inject('/api/auth/profile');
  await server.inject({ url: '/api/user/paces', headers: ana.headers });
  await server.close();

  expect(readLog()).toContain('"res":{"status":401,"problem":"NOT_SIGNED_IN"}');
  expect(readLog()).toContain(
    `"res":{"status":403,"problem":"EMAIL_NOT_VERIFIED","athlete":"${ana.userId}"}`,
  );
});

test('an error is logged with its cause, truncated, without stored values', () => {
  const { logger, readLog } = openLog();
  const cause = Object.assign(new Error('value too long: '.repeat(10_000)), {
    code: '22001',
    detail: 'Failing row contains (Ana)',
  });
  logger.error({ err: new Error('not saved', { cause }) });

  const { err } = JSON.parse(readLog());
  expect(err).toMatchObject({ message: 'not saved', cause: { code: '22001' } });
  expect(err.cause.message).toMatch(/^value too long/);
  expect(readLog()).not.toContain('Ana');
  expect(readLog().length).toBeLessThan(12_000);
});

test.each([
  ['postgres://pacewright:hunter2@db.example.test/app', 'hunter2'],
  ['redis://:hunter2@cache/0', 'hunter2'],
  ['{"refresh_token":"abc123def"}', 'abc123def'],
  ['{"refreshToken": "abc123def"}', 'abc123def'],
  [JSON.stringify({ body: '{"accessToken":"abc123def"}' }), 'abc123def'],
  ['authorization: Bearer opaque-token-value', 'opaque-token-value'],
  ['authorization: Basic cGFjZTpzZWNyZXQ=', 'cGFjZTpzZWNyZXQ'],
  [`token=pw_live_${'a'.repeat(60)}`, 'aaaa'],
  [`refresh pw_live_${'a'.repeat(60)}_0123456789abcdef`, '0123456789abcdef'],
  [`https://claude.ai/callback?code=pw_live_${'a'.repeat(60)}&iss=x`, 'aaaa'],
  ['grant?code_verifier=verifier123&x=1', 'verifier123'],
  ['user=ana%40example.test', 'ana%40example.test'],
  ['mail to jürgen.möller@läufe.example.', 'jürgen'],
])('%s loses its secret', (line, secret) => {
  expect(scrub(line)).not.toContain(secret);
});

test('a scrubbed line is still JSON', () => {
  const line = JSON.stringify({ msg: 'sent to\nana@example.test, \u0001ben@example.test' });
  expect(JSON.parse(scrub(line))).toEqual({ msg: 'sent to\n[email], \u0001[email]' });
});

test.each([
  '{"level":"info","route":"/api/user/paces","status":200,"ms":3.2}',
  'at /app/node_modules/.pnpm/fastify@5.12.8/node_modules/fastify/lib/route.js:537:12',
])('%s stays as it is', (line) => {
  expect(scrub(line)).toBe(line);
});

// The worst cases: each repeats the start or the middle of a pattern.
test.each([
  'a',
  'a.',
  'eyJ',
  'a@',
  '%40a',
  '@a.',
  '://',
  '://a:',
  'bearer ',
  'password:',
  'x\\',
  '€',
])('twice as much of "%s" is scrubbed in about twice the time', async (text) => {
  const write = (size: number) => text.repeat(size / text.length);
  const growth = await measureGrowth({ size: 20_000, write, work: scrub });
  expect(growth).toBeLessThan(MAX_GROWTH);
});
