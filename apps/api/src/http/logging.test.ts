import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLog } from '../testing/open-log.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { scrub } from './logging.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

test('no token and no email stands in a log line, wherever it was said', async () => {
  const { logger, written } = openLog();
  const ana = await api.signUp('ana');
  const { server } = await api.buildAnother({}, logger);

  await server.inject({ url: `/api/auth/profile?token=${ana.token}`, headers: ana.headers });
  logger.info({ headers: ana.headers, nested: { token: ana.token } }, `signed in ${ana.email}`);
  logger.error(new Error(`could not mail ${ana.email} with ${ana.token}`));
  logger.warn('GET /auth?mode=resetPassword&oobCode=s3cret-code&lang=en');
  await server.close();

  const log = written();
  expect(log).toContain('"path":"/api/auth/profile"');
  expect(log).toContain('could not mail [email] with [token]');
  expect(log).not.toContain(ana.email);
  expect(log).not.toContain(ana.token.slice(0, 40));
  expect(log).not.toContain('s3cret-code');
});

test('a failed request is logged with its id, and its answer tells nothing', async () => {
  const { logger, written } = openLog();
  const db = {
    ...api.db,
    query: async () => Promise.reject(new Error('relation "app_user" does not exist')),
  };
  const { server } = await api.buildAnother({ db }, logger);

  const response = await server.inject({
    url: '/api/health/ready',
    headers: { 'x-request-id': 'request-0001' },
  });
  await server.close();

  expect(response.json()).toMatchObject({
    status: 500,
    code: 'INTERNAL',
    requestId: 'request-0001',
  });
  expect(response.body).not.toContain('app_user');
  expect(written()).toMatch(/"reqId":"request-0001".*relation \\"app_user\\" does not exist/);
});

test.each([
  ['postgres://pacewright:hunter2@db.example.test/app', 'hunter2'],
  ['{"refresh_token":"abc123def"}', 'abc123def'],
  ['authorization: Bearer opaque-token-value', 'opaque-token-value'],
  ['grant?code_verifier=verifier123&x=1', 'verifier123'],
  ['user=ana%40example.test', 'ana%40example.test'],
])('%s loses its secret', (line, secret) => {
  expect(scrub(line)).not.toContain(secret);
});

test('ordinary lines stay as they are', () => {
  const line = '{"level":"info","path":"/api/user/paces","status":200,"ms":3.2}';
  expect(scrub(line)).toBe(line);
});
