import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Account } from '../testing/signed-identity.ts';
import { type SignedIdentity, startSignedIdentity } from '../testing/signed-identity.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createTokenCache } from './token-cache.ts';

const SECONDS = 60;

// The whole API in production mode: the emulator asks about an account on every request and would hide a stale check.

let google: SignedIdentity;
let api: TestApp;
let app: FastifyInstance;
let clock = Date.now();
beforeAll(async () => {
  google = await startSignedIdentity();
  api = await startTestApp();
  const { server } = await api.buildAnother(
    { identity: google.identity, now: () => new Date(clock) },
    undefined,
    { accountCheckSeconds: SECONDS },
  );
  app = server;
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined);
});
afterAll(async () => {
  await app.close();
  await api.close();
  await google.close();
  vi.unstubAllEnvs();
});

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

async function readProfile(token: string): Promise<string> {
  const response = await app.inject({
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
  google.failLookups(503);
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
