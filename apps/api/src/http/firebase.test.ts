import { createSign, generateKeyPairSync } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { openTestIdentity, PROJECT, signIn } from '../testing/identity.ts';
import { identityProvider, openFirebase } from './firebase.ts';

afterEach(() => {
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

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function failing(code: string, message = 'no') {
  return identityProvider({
    verifyIdToken: async () => Promise.reject(Object.assign(new Error(message), { code })),
    deleteUser: async () => Promise.reject(Object.assign(new Error(message), { code })),
  });
}

test('a token of the provider says who someone is', async () => {
  const provider = openTestIdentity();
  const ana = await signIn(`ana-${NOW}-${process.pid}@example.test`, { verified: false });
  expect(await provider.verifyToken(ana.token)).toEqual({
    uid: ana.uid,
    email: ana.email,
    emailVerified: false,
  });
  await provider.close();
});

test('a token that has expired asks to be refreshed', async () => {
  const provider = openTestIdentity();
  const ana = await signIn(`old-${NOW}-${process.pid}@example.test`);
  const [header = '', payload = ''] = ana.token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as typeof CLAIMS;
  const expired = `${header}.${encode({ ...claims, iat: NOW - 7200, exp: NOW - 3600, auth_time: NOW - 7200 })}.`;
  await expect(provider.verifyToken(expired)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  await provider.close();
});

test('outside the emulator an unsigned token is refused', async () => {
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined);
  const provider = openFirebase(PROJECT);
  const unsigned = `${encode({ alg: 'none', kid: 'k' })}.${encode(CLAIMS)}.`;
  await expect(provider.verifyToken(unsigned)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  await provider.close();
});

test('when the keys cannot be fetched nobody is signed out', async () => {
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined);
  // An address that refuses at once stands for a network that is down, here and on any machine.
  vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:1');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const body = `${encode({ alg: 'RS256', kid: 'k' })}.${encode(CLAIMS)}`;
  const signature = createSign('RSA-SHA256').update(body).sign(privateKey).toString('base64url');
  const provider = openFirebase(PROJECT);
  await expect(provider.verifyToken(`${body}.${signature}`)).rejects.toMatchObject({
    code: 'IDENTITY_UNAVAILABLE',
  });
  await provider.close();
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
  await expect(failing(code, message).verifyToken('a.b.c')).rejects.toMatchObject({
    code: expected,
  });
});

// The emulator always looks the account up, so only this test would notice a flag that is lost.
test('whether to check for revocation is passed on', async () => {
  const asked: (boolean | undefined)[] = [];
  const provider = identityProvider({
    verifyIdToken: async (_token, checkRevoked) => {
      asked.push(checkRevoked);
      return {
        ...CLAIMS,
        uid: 'somebody',
        firebase: { identities: {}, sign_in_provider: 'password' },
      };
    },
    deleteUser: async () => {},
  });
  await provider.verifyToken('a.b.c');
  await provider.verifyToken('a.b.c', { checkRevoked: true });
  expect(asked).toEqual([false, true]);
});

test('deleting an account that is gone already is no failure', async () => {
  await expect(failing('auth/user-not-found').deleteAccount('somebody')).resolves.toBeUndefined();
  await expect(failing('auth/internal-error').deleteAccount('somebody')).rejects.toMatchObject({
    code: 'IDENTITY_UNAVAILABLE',
  });
});
