import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consent } from './consent.ts';
import { type FakeGarmin, startFakeGarmin } from './start.ts';
import { openPartner, type Tokens } from './testing.ts';

let garmin: FakeGarmin;
let partner: ReturnType<typeof openPartner>;
beforeEach(async () => {
  garmin = await startFakeGarmin();
  partner = openPartner(garmin);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await garmin.stop();
});

async function refusal(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { error: string }).error];
}

test('it does not start in production or outside of loopback', async () => {
  await expect(startFakeGarmin({ host: '0.0.0.0' })).rejects.toThrow('loopback only');
  vi.stubEnv('NODE_ENV', 'production');
  await expect(startFakeGarmin()).rejects.toThrow('not for production');
});

test('the challenge matches the example of RFC 7636', () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

test.each([
  ['another partner', { client_id: 'someone' }],
  ['another response type', { response_type: 'token' }],
  ['no challenge', { code_challenge: undefined }],
  ['a short challenge', { code_challenge: 'short' }],
  ['a padded challenge', { code_challenge: `${'a'.repeat(43)}=` }],
  ['the plain method', { code_challenge_method: 'plain' }],
  ['the method in lower case', { code_challenge_method: 's256' }],
  ['an address that is not registered', { redirect_uri: 'https://elsewhere.test/' }],
  ['no address', { redirect_uri: undefined }],
])('a consent request with %s is rejected', async (_name, changes) => {
  expect((await fetch(partner.consentAddress(changes))).status).toBe(400);
});

test('consent redirects with a code and the state', async () => {
  expect(await (await fetch(partner.consentAddress())).text()).toContain('Agree');
  const back = await consent(partner.consentAddress());
  expect(back.searchParams.get('state')).toBe('a-state');
  expect(back.searchParams.get('code')).toMatch(/^[\w-]{20,}$/);
});

test('denied consent redirects with an error, or with nothing', async () => {
  const refused = await consent(partner.consentAddress(), { answer: 'refuse' });
  expect(Object.fromEntries(refused.searchParams)).toEqual({
    error: 'access_denied',
    state: 'a-state',
  });
  await garmin.control.changeAssumptions({ refusal: 'nothing' });
  const silent = await consent(partner.consentAddress(), { answer: 'refuse' });
  expect(Object.fromEntries(silent.searchParams)).toEqual({ state: 'a-state' });
});

test('the consent page preselects all permissions but historical data', async () => {
  const page = await (await fetch(partner.consentAddress())).text();
  expect(page).toMatch(/value="WORKOUT_IMPORT" checked/);
  expect(page).not.toMatch(/value="HISTORICAL_DATA_EXPORT" checked/);
});

test('cross-origin requests are rejected', async () => {
  const preflight = await fetch(`${garmin.url}/wellness-api/rest/user/id`, { method: 'OPTIONS' });
  expect(preflight.status).toBe(405);
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});

test('a code is exchanged for long tokens with their lifetimes', async () => {
  const tokens = await partner.connect();
  expect(tokens).toMatchObject({ expires_in: 86_400, refresh_token_expires_in: 7_775_998 });
  expect(tokens.access_token.length).toBeGreaterThanOrEqual(2048);
  expect(tokens.refresh_token.length).toBeGreaterThanOrEqual(2048);
});

test('the secret is accepted in the body or as basic auth, and a wrong one is rejected', async () => {
  const { id, secret } = garmin.partner;
  const basic = Buffer.from(`${id}:${secret}`).toString('base64');
  const accepted = await partner.exchange(
    await partner.obtainCode(),
    { client_id: undefined, client_secret: undefined },
    { authorization: `Basic ${basic}` },
  );
  expect(accepted.status).toBe(200);
  const refused = await partner.exchange(await partner.obtainCode(), { client_secret: 'wrong' });
  expect(await refusal(refused)).toEqual([401, 'invalid_client']);
});

test.each([
  ['grant_type', 'invalid_request'],
  ['client_secret', 'invalid_request'],
  ['code', 'invalid_request'],
  ['code_verifier', 'invalid_request'],
  ['redirect_uri', 'invalid_request'],
])('an exchange without %s is rejected', async (name, error) => {
  const refused = await partner.exchange(await partner.obtainCode(), { [name]: undefined });
  expect(await refusal(refused)).toEqual([400, error]);
});

test.each([
  ['another verifier', { code_verifier: 'v'.repeat(43) }, 'invalid_grant'],
  ['a verifier that is too short', { code_verifier: 'v'.repeat(42) }, 'invalid_request'],
  ['a verifier of other letters', { code_verifier: `${'v'.repeat(43)}+` }, 'invalid_request'],
  ['another address', { redirect_uri: 'http://127.0.0.1:8080/' }, 'invalid_grant'],
  ['a code that was never given', { code: 'made-up' }, 'invalid_grant'],
  ['an unknown grant', { grant_type: 'password' }, 'unsupported_grant_type'],
])('an exchange with %s is rejected', async (_name, changes, error) => {
  const refused = await partner.exchange(await partner.obtainCode(), changes);
  expect(await refusal(refused)).toEqual([400, error]);
});

test('a body that is not a form is rejected', async () => {
  const response = await fetch(`${garmin.url}/di-oauth2-service/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'refresh_token' }),
  });
  expect(await refusal(response)).toEqual([400, 'invalid_request']);
});

test('a code expires after a minute', async () => {
  const code = await partner.obtainCode();
  await garmin.control.advanceClock({ seconds: 61 });
  expect(await refusal(await partner.exchange(code))).toEqual([400, 'invalid_grant']);
});

test('a code that is used twice revokes the tokens of the first use', async () => {
  const code = await partner.obtainCode();
  const tokens = (await (await partner.exchange(code)).json()) as Tokens;
  expect(await refusal(await partner.exchange(code))).toEqual([400, 'invalid_grant']);
  expect((await partner.call(tokens, 'GET', '/wellness-api/rest/user/id')).status).toBe(403);
});

test('a refresh gives two new tokens, and the rejection of the old one repeats it', async () => {
  const first = await partner.connect();
  const second = (await (await partner.refresh(first.refresh_token)).json()) as Tokens;
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(second.access_token).not.toBe(first.access_token);

  const refused = await partner.refresh(first.refresh_token);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({
    error: 'invalid_grant',
    error_description: `Invalid refresh token: ${first.refresh_token}`,
  });
});

test('of two concurrent refreshes one succeeds', async () => {
  const { refresh_token: token } = await partner.connect();
  const answers = await Promise.all([partner.refresh(token), partner.refresh(token)]);
  expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '400']);
});

test('tokens expire', async () => {
  const tokens = await partner.connect();
  await garmin.control.advanceClock({ seconds: 86_401 });
  expect((await partner.call(tokens, 'GET', '/wellness-api/rest/user/id')).status).toBe(401);
  expect((await partner.refresh(tokens.refresh_token)).status).toBe(200);

  const idle = await partner.connect();
  await garmin.control.advanceClock({ seconds: 7_775_999 });
  expect((await partner.refresh(idle.refresh_token)).status).toBe(400);
});
