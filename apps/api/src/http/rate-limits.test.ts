import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { findFreePort } from '@pacewright/free-ports';
import { type Athlete, startTestApp, type TestApp } from '../testing/test-app.ts';
import { Problem } from './problem.ts';
import { addressKey, openRateLimits, type RateLimits } from './rate-limits.ts';

let api: TestApp;
let redis: ChildProcess;
let redisUrl: string;
const opened: RateLimits[] = [];
beforeAll(async () => {
  api = await startTestApp();
  const port = await findFreePort();
  redisUrl = `redis://127.0.0.1:${port}`;
  redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(redis, 'spawn');
  await new Promise<void>((resolve) => {
    redis.stdout?.on('data', (line: Buffer) => {
      if (line.includes('Ready to accept connections')) resolve();
    });
  });
});
afterAll(async () => {
  for (const limits of opened) await limits.close();
  redis.kill('SIGKILL');
  await api.close();
});

/** Another process of the API, with its own limits. */
async function buildReplica(options: { redisUrl?: string; factor?: number } = {}) {
  const limits = openRateLimits({ redisUrl: undefined, ...options });
  opened.push(limits);
  return (await api.buildAnother({ limits })).server;
}

type Server = Awaited<ReturnType<typeof buildReplica>>;

async function getProfile(server: Server, athlete?: Athlete): Promise<number> {
  return (await server.inject({ url: '/api/auth/profile', headers: { ...athlete?.headers } }))
    .statusCode;
}

async function repeat(times: number, act: () => Promise<number>): Promise<number[]> {
  const statuses = [];
  for (let count = 0; count < times; count++) statuses.push(await act());
  return statuses;
}

test('too many requests without a token get 429 with Retry-After', async () => {
  const server = await buildReplica();
  expect(await repeat(60, () => getProfile(server))).toEqual(Array(60).fill(401));

  const refused = await server.inject('/api/auth/profile');
  expect(refused.json()).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
});

test('visitors over the limit do not block an athlete at the same address', async () => {
  const server = await buildReplica();
  await repeat(61, () => getProfile(server));
  expect(await getProfile(server, await api.signUp('ana'))).toBe(200);
});

test('an outage of the identity provider does not count towards a limit', async () => {
  const limits = openRateLimits({ redisUrl: undefined });
  opened.push(limits);
  const ana = await api.signUp('ana');
  const identity = {
    verifyToken: async () => Promise.reject(new Problem('IDENTITY_UNAVAILABLE')),
    deleteAccount: async () => {},
    revokeSignIns: async () => {},
    isEnabled: async () => true,
    isVerified: async () => true,
  };
  const { server } = await api.buildAnother({ limits, identity });
  expect(await repeat(80, () => getProfile(server, ana))).toEqual(Array(80).fill(503));
});

test('each athlete has a separate limit', async () => {
  const server = await buildReplica();
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  expect((await repeat(61, () => getProfile(server, ana))).at(-1)).toBe(429);
  expect(await getProfile(server, ben)).toBe(200);
});

test('registrations from one address are limited', async () => {
  const server = await buildReplica();
  const register = async () => {
    const someone = await api.signIn('someone');
    const response = await server.inject({
      method: 'POST',
      url: '/api/auth/register',
      headers: someone.headers,
      payload: { username: 'Someone', email: someone.email, firebaseUid: someone.uid },
    });
    return response.statusCode;
  };
  expect(await repeat(21, register)).toEqual([...Array(20).fill(200), 429]);
});

test('health checks are not limited', async () => {
  const server = await buildReplica();
  const statuses = await repeat(
    80,
    async () => (await server.inject('/api/health/ready')).statusCode,
  );
  expect(statuses).toEqual(Array(80).fill(200));
});

test('two processes with one Redis share their limits', async () => {
  const [one, two] = await Promise.all([buildReplica({ redisUrl }), buildReplica({ redisUrl })]);
  const ana = await api.signUp('ana');
  await waitForRedis(one, ana);
  await waitForRedis(two, ana);

  expect(await repeat(29, () => getProfile(one, ana))).toEqual(Array(29).fill(200));
  expect(await repeat(30, () => getProfile(two, ana))).toEqual(Array(30).fill(200));
  expect(await getProfile(one, ana)).toBe(429);
  expect(await getProfile(two, ana)).toBe(429);
});

test('requests succeed without waiting when Redis is down', async () => {
  const server = await buildReplica({ redisUrl });
  const ana = await api.signUp('ana');
  await waitForRedis(server, ana);
  redis.kill('SIGKILL');
  await once(redis, 'close');

  // Time stops: a request that waited for a try to connect again would never be answered.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await repeat(10, () => getProfile(server, ana))).toEqual(Array(10).fill(200));
});

/** Waits for the connection to Redis: until then, memory counts. */
async function waitForRedis(server: Server, athlete: Athlete): Promise<void> {
  const client = new Redis(redisUrl);
  const keys = () => client.keys(`*${athlete.userId}*`);
  await client.del('none', ...(await keys()));
  while ((await keys()).length === 0) await getProfile(server, athlete);
  await client.del(await keys());
  await getProfile(server, athlete);
  client.disconnect();
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
  ['2001:db8:1:2:bbbb::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::aaaa:bbbb:cccc:2', '2001:db8:0:0'],
  ['2001:0DB8:0000:0000:0000:0000:0000:0003', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '203.0.113.7'],
  ['not an address', 'unknown'],
])('%s is counted as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

test('a request whose socket has closed has the key "unknown"', () => {
  expect(addressKey(undefined)).toBe('unknown');
});
