import { createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:https';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { openTestIdentity, PROJECT, signIn } from '../testing/identity.ts';
import { identityProvider, openFirebase } from './firebase.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const NOW = Math.floor(Date.now() / 1000);
const CLAIMS = {
  aud: PROJECT,
  iss: `https://securetoken.google.com/${PROJECT}`,
  sub: 'somebody',
  iat: NOW,
  exp: NOW + 3600,
  auth_time: NOW,
};

const NO_CREDENTIAL = { getAccessToken: async () => Promise.reject(new Error('none')) };

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function failingProvider(code: string, message = 'no') {
  const fail = async () => Promise.reject(Object.assign(new Error(message), { code }));
  return identityProvider(
    { verifyIdToken: fail, deleteUser: fail, revokeRefreshTokens: fail, ...accounts(fail) },
    { getAccessToken: fail },
  );
}

/** Calls that most tests are not about. */
function accounts(fail = async () => Promise.reject(new Error('not expected'))) {
  return { listUsers: fail, getUser: fail };
}

/** Sends all requests to a local port. */
function connectingTo(port: number): Agent {
  const agent = new Agent();
  agent.createConnection = () => connect(port, '127.0.0.1');
  return agent;
}

/** Signed with a key that is not Google's. */
function signedToken(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const body = `${encode({ alg: 'RS256', kid: 'k' })}.${encode(CLAIMS)}`;
  const signature = createSign('RSA-SHA256').update(body).sign(privateKey).toString('base64url');
  return `${body}.${signature}`;
}

test('a valid token gives the identity', async () => {
  const provider = openTestIdentity();
  const ana = await signIn(`ana-${NOW}-${process.pid}@example.test`, { verified: false });
  expect(await provider.verifyToken(ana.token)).toEqual({
    uid: ana.uid,
    email: ana.email,
    emailVerified: false,
    hasGoogle: false,
    signedInAt: expect.any(Date),
    expiresAt: expect.any(Date),
  });
  await provider.close();
});

test('an expired token is reported as expired', async () => {
  const provider = openTestIdentity();
  const ana = await signIn(`old-${NOW}-${process.pid}@example.test`);
  const [header = '', payload = ''] = ana.token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as typeof CLAIMS;
  const expired = `${header}.${encode({ ...claims, iat: NOW - 7200, exp: NOW - 3600, auth_time: NOW - 7200 })}.`;
  await expect(provider.verifyToken(expired)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  await provider.close();
});

test('an unsigned token is rejected outside of the emulator', async () => {
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined);
  const provider = openFirebase(PROJECT);
  const unsigned = `${encode({ alg: 'none', kid: 'k' })}.${encode(CLAIMS)}.`;
  await expect(provider.verifyToken(unsigned)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  await provider.close();
});

test('unreachable keys are a 503, which signs nobody out', async () => {
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined);
  // A closed port simulates a network outage.
  const provider = openFirebase(PROJECT, { httpAgent: connectingTo(1) });
  await expect(provider.verifyToken(signedToken())).rejects.toMatchObject({
    code: 'IDENTITY_UNAVAILABLE',
    cause: { message: expect.stringContaining('ECONNREFUSED') },
  });
  await provider.close();
});

test('a key server that hangs fails all waiting calls within seconds, over one connection', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const provider = openFirebase(PROJECT, {
    httpAgent: connectingTo((silent.address() as AddressInfo).port),
  });

  const token = signedToken();
  const waiting = Promise.allSettled(Array.from({ length: 20 }, () => provider.verifyToken(token)));
  await once(silent, 'connection');
  await vi.advanceTimersByTimeAsync(5_000);
  const answers = await waiting;
  expect(answers).toHaveLength(20);
  for (const answer of answers)
    expect(answer).toMatchObject({ reason: { code: 'IDENTITY_UNAVAILABLE' } });
  expect(sockets).toHaveLength(1);

  for (const socket of sockets) socket.destroy();
  silent.close();
  await provider.close();
});

test('waiting calls are checked once the provider is up again', async () => {
  let isDown = true;
  const claims = {
    ...CLAIMS,
    uid: 'somebody',
    firebase: { identities: {}, sign_in_provider: 'password' },
  };
  const provider = identityProvider(
    {
      verifyIdToken: async () => (isDown ? Promise.reject(new Error('ECONNRESET')) : claims),
      deleteUser: async () => {},
      revokeRefreshTokens: async () => {},
      ...accounts(),
    },
    NO_CREDENTIAL,
  );
  const verify = () =>
    provider.verifyToken('a.b.c').then(
      ({ uid }) => uid,
      ({ code }) => code,
    );
  expect(await Promise.all([verify(), verify()])).toEqual(Array(2).fill('IDENTITY_UNAVAILABLE'));
  isDown = false;
  expect(await Promise.all([verify(), verify(), verify()])).toEqual(Array(3).fill('somebody'));
});

test('a bad credential is an error, an unreachable provider is not', async () => {
  await expect(
    failingProvider('', 'Could not load the default credentials').checkCredential(),
  ).rejects.toThrow('default credentials');
  expect(await failingProvider('ENOTFOUND').checkCredential()).toBe(false);
});

test.each([
  ['auth/id-token-expired', 'no', 'TOKEN_EXPIRED'],
  ['auth/id-token-revoked', 'no', 'TOKEN_REVOKED'],
  ['auth/user-disabled', 'no', 'ACCOUNT_DISABLED'],
  ['auth/user-not-found', 'no', 'ACCOUNT_DELETED'],
  ['auth/argument-error', 'no', 'TOKEN_INVALID'],
  [
    'auth/argument-error',
    'Firebase ID token has "kid" claim which does not correspond to a known public key.',
    'TOKEN_EXPIRED',
  ],
  ['auth/argument-error', 'Error fetching public keys for Google certs', 'IDENTITY_UNAVAILABLE'],
  ['app/invalid-credential', 'no', 'IDENTITY_UNAVAILABLE'],
  ['auth/internal-error', 'no', 'IDENTITY_UNAVAILABLE'],
])('%s (%s) is reported as %s', async (code, message, expected) => {
  await expect(failingProvider(code, message).verifyToken('a.b.c')).rejects.toMatchObject({
    code: expected,
  });
});

// The emulator always checks for revocation, so only this test would notice a lost flag.
test('checkRevoked is passed to Firebase', async () => {
  const asked: (boolean | undefined)[] = [];
  const auth: Parameters<typeof identityProvider>[0] = {
    verifyIdToken: async (_token, checkRevoked) => {
      asked.push(checkRevoked);
      return {
        ...CLAIMS,
        uid: 'somebody',
        firebase: { identities: {}, sign_in_provider: 'password' },
      };
    },
    deleteUser: async () => {},
    revokeRefreshTokens: async () => {},
    ...accounts(),
  };
  const provider = identityProvider(auth, NO_CREDENTIAL);
  await provider.verifyToken('a.b.c');
  await provider.verifyToken('a.b.c', { checkRevoked: true });
  expect(asked).toEqual([false, true]);
});

test('deleting a deleted account succeeds', async () => {
  await expect(
    failingProvider('auth/user-not-found').deleteAccount('somebody'),
  ).resolves.toBeUndefined();
  await expect(
    failingProvider('auth/internal-error').deleteAccount('somebody'),
  ).rejects.toMatchObject({
    code: 'IDENTITY_UNAVAILABLE',
  });
});
