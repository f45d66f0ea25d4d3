import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProductionApp, startProductionApp } from '../testing/production-app.ts';
import type { Account } from '../testing/signed-identity.ts';
import { Problem } from './problem.ts';
import { createTokenCache } from './token-cache.ts';

const SECONDS = 60;

let google: ProductionApp['google'];
let api: ProductionApp['api'];
let app: ProductionApp['app'];
let close: ProductionApp['close'];
let clock = Date.now();
beforeAll(async () => {
  ({ google, api, app, close } = await startProductionApp(
    { now: () => new Date(clock) },
    { accountCheckSeconds: SECONDS },
  ));
});
afterAll(() => close());

async function register(name: string): Promise<{ account: Account; token: string }> {
  const account = google.addAccount(name);
  const token = google.signToken(account);
  const response = await app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: { authorization: `Bearer ${token}` },
    payload: { username: name, email: account.email, firebaseUid: account.localId },
  });
  expect(response.statusCode).toBe(200);
  return { account, token };
}

async function readProfile(token: string, server = app): Promise<string> {
  const response = await server.inject({
    url: '/api/auth/profile',
    headers: { authorization: `Bearer ${token}` },
  });
  return response.statusCode === 200 ? 'read' : String(response.json().code);
}

test.each([
  ['disabled', { disabled: true }, 'ACCOUNT_DISABLED'],
  ['deleted', undefined, 'ACCOUNT_DELETED'],
  [
    'signed out everywhere',
    { validSince: String(Math.floor(Date.now() / 1000) + 60) },
    'TOKEN_REVOKED',
  ],
])(
  'an account that was %s is rejected after a minute at the latest, active or not',
  async (_what, changes, code) => {
    const active = await register('active');
    const idle = await register('idle');
    expect(await readProfile(idle.token)).toBe('read');
    google.changeAccount(active.account.localId, changes);
    google.changeAccount(idle.account.localId, changes);

    // A request every second, as a runner who is moving workouts around sends them.
    const answers: string[] = [];
    for (let second = 0; second < SECONDS; second++) {
      clock += 1000;
      answers.push(await readProfile(active.token));
    }
    expect(answers.at(-1)).toBe(code);
    expect(await readProfile(idle.token)).toBe(code);
  },
);

test('signing out everywhere rejects every device, here at once and elsewhere within a minute', async () => {
  const { account } = await register('ana');
  // A revocation ends the sign-ins of earlier seconds.
  const auth_time = Math.floor(Date.now() / 1000) - 60;
  const lost = google.signToken(account, { claims: { auth_time, iat: 1 } });
  const own = google.signToken(account, { claims: { auth_time, iat: 2 } });
  const { server: other } = await api.buildAnother(
    { identity: google.identity, now: () => new Date(clock) },
    undefined,
    { accountCheckSeconds: SECONDS },
  );
  expect(await readProfile(lost)).toBe('read');
  expect(await readProfile(lost, other)).toBe('read');

  const response = await app.inject({
    method: 'POST',
    url: '/api/auth/logout-everywhere',
    headers: { authorization: `Bearer ${own}` },
  });
  expect(response.statusCode).toBe(204);
  expect(await readProfile(lost)).toBe('TOKEN_REVOKED');
  expect(await readProfile(own)).toBe('TOKEN_REVOKED');
  clock += SECONDS * 1000;
  expect(await readProfile(lost, other)).toBe('TOKEN_REVOKED');
  expect(await readProfile(google.signToken(account), other)).toBe('read');
  await other.close();
});

test.each([
  ['disabled', { disabled: true }, 'ACCOUNT_DISABLED'],
  ['deleted', undefined, 'ACCOUNT_DELETED'],
])('without the cache an account that was %s is rejected at once', async (_what, changes, code) => {
  const { account, token } = await register('ana');
  const { server } = await api.buildAnother({ identity: google.identity }, undefined, {
    accountCheckSeconds: 0,
  });
  expect(await readProfile(token, server)).toBe('read');
  google.changeAccount(account.localId, changes);
  expect(await readProfile(token, server)).toBe(code);
  await server.close();
});

test('an account deleted through another process saves nothing, and is rejected within a minute', async () => {
  const { token } = await register('ana');
  const headers = { authorization: `Bearer ${token}` };
  const save = () =>
    app.inject({
      method: 'POST',
      url: '/api/auth/workouts',
      headers,
      payload: { workout: { title: 'Tempo', script: '20m T' } },
    });
  expect((await save()).statusCode).toBe(200);
  const { server: other } = await api.buildAnother({ identity: google.identity }, undefined, {
    accountCheckSeconds: SECONDS,
  });
  const deletion = await other.inject({ method: 'DELETE', url: '/api/account', headers });
  expect(deletion.statusCode).toBe(204);
  await other.close();

  expect((await save()).json()).toMatchObject({ status: 401, code: 'ACCOUNT_DELETED' });
  clock += SECONDS * 1000;
  expect(await readProfile(token)).toBe('ACCOUNT_DELETED');
});

test('an active athlete costs at most two lookups a minute', async () => {
  const { token } = await register('busy');
  await readProfile(token);
  const before = google.lookups();
  for (let second = 0; second < 600; second++) {
    clock += 1000;
    expect(await readProfile(token)).toBe('read');
  }
  const perMinute = (google.lookups() - before) / 10;
  expect(perMinute).toBeGreaterThanOrEqual(1);
  expect(perMinute).toBeLessThanOrEqual(2);
});

test('while accounts cannot be looked up nobody is locked out, and nobody unsigned is let in', async () => {
  const { account, token } = await register('ana');
  // Not 503, which firebase-admin retries for longer than a caller waits.
  google.failLookups(500);
  clock += 10 * SECONDS * 1000;
  expect(await readProfile(token)).toBe('read');
  expect(await readProfile(google.signToken(account, { claims: { iat: 1 } }))).toBe('read');
  expect(await readProfile(google.signToken(account, { header: { alg: 'none' } }))).toBe(
    'TOKEN_INVALID',
  );
  google.failLookups(undefined);
  google.changeAccount(account.localId, { disabled: true });
  clock += SECONDS * 1000;
  expect(await readProfile(token)).toBe('ACCOUNT_DISABLED');
});

test('a token that was verified before passes while the provider does not respond at all', async () => {
  let isUp = true;
  let now = 0;
  const cache = createTokenCache(
    async (token) => {
      if (!isUp) throw new Problem('IDENTITY_UNAVAILABLE');
      const expiresAt = new Date(3_600_000);
      return {
        uid: token,
        email: undefined,
        emailVerified: true,
        signedInAt: new Date(),
        hasGoogle: false,
        expiresAt,
      };
    },
    { maxCheckAge: 60_000, now: () => now },
  );
  await cache.verifyToken('known');
  isUp = false;
  now = 600_000;
  expect(await cache.verifyToken('known')).toMatchObject({ uid: 'known' });
  await expect(cache.verifyToken('unknown')).rejects.toMatchObject({
    code: 'IDENTITY_UNAVAILABLE',
  });
  now = 3_600_000;
  await expect(cache.verifyToken('known')).rejects.toMatchObject({ code: 'IDENTITY_UNAVAILABLE' });
});

test('it holds a bounded number of tokens, and each until it expires', async () => {
  let checks = 0;
  let now = 0;
  const cache = createTokenCache(
    async (token) => {
      checks += 1;
      const expiresAt = new Date(now + 20_000);
      return {
        uid: token,
        email: undefined,
        emailVerified: true,
        hasGoogle: false,
        signedInAt: new Date(),
        expiresAt,
      };
    },
    { maxCheckAge: 60_000, now: () => now, maxTokens: 100 },
  );
  for (let index = 0; index < 1000; index++) await cache.verifyToken(`token-${index}`);
  expect(cache.size()).toBe(100);
  await cache.verifyToken('token-999');
  expect(checks).toBe(1000);
  now += 20_000;
  await cache.verifyToken('token-999');
  expect(checks).toBe(1001);
});
