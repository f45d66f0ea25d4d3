import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProductionApp, startProductionApp } from '../../testing/production-app.ts';
import type { Account } from '../../testing/signed-identity.ts';

let app: ProductionApp['app'];
let google: ProductionApp['google'];
let close: ProductionApp['close'];
beforeAll(async () => {
  ({ app, google, close } = await startProductionApp());
});
afterAll(() => close());

const MINUTE_AGO = { auth_time: Math.floor(Date.now() / 1000) - 60 };
const BY_GOOGLE = {
  email_verified: true,
  firebase: { identities: { 'google.com': ['1'] }, sign_in_provider: 'google.com' },
};
const AVATAR = 'https://example.test/stranger.png';

/** Somebody who signed up with an address, and has not opened the link in the mail. */
async function signUp(name: string): Promise<{ account: Account; token: string }> {
  const account = google.addAccount(name, { verified: false });
  const token = google.signToken(account, { claims: MINUTE_AGO });
  const { localId: firebaseUid, email } = account;
  const response = await send('POST', '/api/auth/register', token, {
    username: 'Stranger',
    avatar: AVATAR,
    firebaseUid,
    email,
  });
  expect(response.statusCode).toBe(200);
  return { account, token };
}

function send(method: 'GET' | 'POST', url: string, token: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}` };
  return app.inject({ method, url, headers, ...(payload && { payload }) });
}

const readProfile = async (token: string) => (await send('GET', '/api/auth/profile', token)).json();

test('the owner of an address signs in with Google, and what a stranger set up with it is gone', async () => {
  const { account, token } = await signUp('owner');
  expect(await readProfile(token)).toMatchObject({ username: 'Stranger', avatar: AVATAR });

  google.changeAccount(account.localId, { emailVerified: true });
  const first = google.signToken(account, { claims: { ...MINUTE_AGO, ...BY_GOOGLE } });
  expect(await readProfile(first)).toMatchObject({ status: 401, code: 'EMAIL_RECLAIMED' });

  // The stranger's refresh token would still give out tokens, and now with a verified address.
  const refreshed = { ...MINUTE_AGO, ...BY_GOOGLE, iat: 1 };
  for (const stale of [token, first, google.signToken(account, { claims: refreshed })])
    expect(await readProfile(stale)).toMatchObject({ code: 'TOKEN_REVOKED' });

  const again = google.signToken(account, { claims: BY_GOOGLE });
  const profile = await readProfile(again);
  expect(profile).toMatchObject({ email: account.email, avatar: null, firstSteps: 0 });
  expect(profile.username).toMatch(/^owner/);
});

test('an athlete who verifies the address keeps their name, also with Google later', async () => {
  const { account } = await signUp('ana');
  google.changeAccount(account.localId, { emailVerified: true });
  const verified = google.signToken(account, { claims: { email_verified: true } });
  expect(await readProfile(verified)).toMatchObject({ username: 'Stranger' });
  const withGoogle = google.signToken(account, { claims: BY_GOOGLE });
  expect(await readProfile(withGoogle)).toMatchObject({ username: 'Stranger', avatar: AVATAR });
});

test('an account that begins with Google is nobody else’s', async () => {
  const account = google.addAccount('ben');
  const token = google.signToken(account, { claims: BY_GOOGLE });
  const { localId: firebaseUid, email } = account;
  await send('POST', '/api/auth/register', token, { username: 'Ben', firebaseUid, email });
  expect(await readProfile(token)).toMatchObject({ username: 'Ben' });
});
