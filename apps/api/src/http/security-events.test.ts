import { readFile } from 'node:fs/promises';
import { askForConsent } from '@pacewright/garmin-stand-in';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { type GarminTestApp, startGarminTestApp } from '../testing/garmin.ts';
import { openLog } from '../testing/open-log.ts';
import type { Athlete } from '../testing/test-app.ts';
import { openRateLimits } from './rate-limits.ts';
import { createSecurityEvents } from './security-events.ts';

const ADDRESS = '203.0.113.77';
const OLD_KEY = { version: 1, key: Buffer.alloc(32, 1) };
const NEW_KEY = { version: 2, key: Buffer.alloc(32, 2) };

type Line = { event?: string; athlete?: string; address?: string; reason?: string };

let product: GarminTestApp;
let app: FastifyInstance;
let metrics = createMetrics();
let log = openLog();
beforeAll(async () => {
  product = await startGarminTestApp();
});
afterAll(() => product.close());
beforeEach(() => {
  log = openLog();
});

async function start(limitFactor = 1000): Promise<void> {
  metrics = createMetrics();
  const limits = openRateLimits({ redisUrl: undefined, factor: limitFactor });
  const { garmin } = product;
  ({ server: app } = await product.buildAnother({ garmin, limits, metrics }, log.logger));
}

function send(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  {
    athlete,
    address = ADDRESS,
    ...rest
  }: {
    athlete?: Athlete;
    address?: string;
    headers?: Record<string, string>;
    payload?: object;
  } = {},
) {
  return app.inject({
    method,
    url,
    remoteAddress: address,
    ...(athlete && { headers: athlete.headers }),
    ...rest,
  });
}

/** The log lines of security events, in their order. */
function readEvents(): Line[] {
  return log
    .readLog()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .filter(({ event }) => event !== undefined);
}

async function readCount(event: string, reason: string): Promise<number> {
  const name = `pacewright_security_events_total{event="${event}",reason="${reason}"} `;
  const line = (await metrics.print()).split('\n').find((each) => each.startsWith(name));
  return Number(line?.slice(name.length) ?? 0);
}

test('every event has its line with the athlete and a hash of the address, and is counted', async () => {
  await start();
  const ana = await product.signUpConnected('ana');
  const unverified = await product.signUp('una', { verified: false });

  await send('GET', '/api/auth/profile');
  await send('GET', '/api/auth/profile', { headers: { authorization: 'Bearer a.b.c' } });
  await send('GET', '/api/user/paces', { athlete: unverified });
  await send('POST', `/api/garmin/webhooks/${'x'.repeat(32)}`, { payload: {} });
  await send('GET', '/api/account/export', { athlete: ana });
  await send('POST', '/api/garmin/disconnect', { athlete: ana });
  await send('POST', '/api/auth/logout-everywhere', { athlete: unverified });
  await send('DELETE', '/api/account', { athlete: ana });
  const ben = await product.signUp('ben');
  const { code, verifier } = await askForConsent(product.garmin.consentUrl, { account: 'ben' });
  await send('POST', '/api/garmin/callback', {
    athlete: ben,
    payload: { code, code_verifier: verifier },
  });
  await app.close();

  const address = expect.stringMatching(/^[\w-]{16}$/);
  expect(readEvents()).toMatchObject([
    { event: 'token-rejected', reason: 'NOT_SIGNED_IN', address },
    { event: 'token-rejected', reason: 'TOKEN_INVALID', address },
    { event: 'access-denied', reason: 'EMAIL_NOT_VERIFIED', athlete: unverified.userId, address },
    { event: 'webhook-rejected', reason: 'NOT_FOUND', address },
    { event: 'account-exported', athlete: ana.userId, address },
    { event: 'garmin-disconnected', athlete: ana.userId, address },
    { event: 'signed-out-everywhere', athlete: unverified.userId, address },
    { event: 'account-deleted', athlete: ana.userId, address },
    { event: 'garmin-connected', athlete: ben.userId, address },
  ]);
  expect(await readCount('token-rejected', 'TOKEN_INVALID')).toBe(1);
  expect(await readCount('account-exported', '')).toBe(1);
});

test('an athlete over the limit is named, and one address has one hash', async () => {
  await start(1);
  const ana = await product.signUp('ana');
  for (let count = 0; count < 4; count++)
    await send('GET', '/api/account/export', { athlete: ana });
  await send('GET', '/api/auth/profile');
  await send('GET', '/api/auth/profile', { address: '198.51.100.4' });
  await app.close();

  const [limited, visitor, other] = readEvents().slice(3);
  expect(limited).toMatchObject({ event: 'limit-exceeded', athlete: ana.userId });
  expect(visitor?.address).toBe(limited?.address);
  expect(other?.address).not.toBe(visitor?.address);

  // Another process draws another key.
  log = openLog();
  await start();
  await send('GET', '/api/auth/profile');
  await app.close();
  expect(readEvents()[0]?.address).not.toBe(visitor?.address);
});

test('a token with an old key is reported, and its new encryption', async () => {
  const ana = await product.signUpConnected('ana');
  const recordEvent = createSecurityEvents(log.logger, metrics.securityEvent);
  const tokenKeys = { keys: [OLD_KEY, NEW_KEY], encryptWith: 2 };
  const rotated = await product.openReplica({ tokenKeys }, { recordEvent });
  await rotated.connections.reencrypt(ana.userId);
  await rotated.connections.check(ana.userId);
  expect(readEvents()).toMatchObject([
    { event: 'old-token-key-used', keyVersion: 1 },
    { event: 'token-reencrypted', athlete: ana.userId, keyVersion: 2 },
  ]);
});

test('no event contains a name, an email, a token, a secret or an address', async () => {
  await start();
  const ana = await product.signUpConnected('ana');
  const secret = 'guessed'.repeat(5);
  await send('GET', '/api/auth/profile', { headers: { authorization: `Bearer ${ana.token}x` } });
  await send('POST', `/api/garmin/webhooks/${secret}`, { payload: {} });
  await send('GET', '/api/account/export', { athlete: ana });
  await send('GET', '/api/auth/profile', { address: '2001:db8:1:2::3' });
  await send('DELETE', '/api/account', { athlete: ana });
  await app.close();

  const lines = readEvents();
  expect(lines).toHaveLength(5);
  const text = JSON.stringify(lines);
  for (const personal of [
    ADDRESS,
    '2001:db8',
    ana.email,
    ana.uid,
    ana.token,
    secret,
    'runner',
    ana.account,
  ])
    expect(text).not.toContain(personal);
  for (const line of lines)
    expect(Object.keys(line).toSorted()).toEqual(
      expect.arrayContaining(['address', 'event', 'level', 'msg', 'reqId', 'time']),
    );
});

test('docs/operations.md lists every event, and no other', async () => {
  const guide = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const source = await readFile(new URL('security-events.ts', import.meta.url), 'utf8');
  const listed = [...guide.matchAll(/^- `([a-z]+-[a-z-]+)`:/gm)].map(([, name]) => name);
  const [, union = ''] = /type SecurityEvent =([^;]+);/.exec(source) ?? [];
  const events = [...union.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name);
  expect(events.length).toBeGreaterThan(5);
  expect(listed).toEqual(events);
});
