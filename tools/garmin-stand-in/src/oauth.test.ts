import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consent } from './consent.ts';
import { type GarminStandIn, startGarminStandIn } from './start.ts';
import { openPartner, type Tokens } from './testing.ts';

let garmin: GarminStandIn;
let partner: ReturnType<typeof openPartner>;
beforeEach(async () => {
  garmin = await startGarminStandIn();
  partner = openPartner(garmin);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await garmin.stop();
});

async function refusal(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { error: string }).error];
}

test('it refuses to run in production, and anywhere but on loopback', async () => {
  await expect(startGarminStandIn({ host: '0.0.0.0' })).rejects.toThrow('loopback only');
  vi.stubEnv('NODE_ENV', 'production');
  await expect(startGarminStandIn()).rejects.toThrow('not for production');
});

test('the challenge of a verifier is the one the standard gives', () => {
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
])('nobody is asked for consent with %s', async (_what, changes) => {
  expect((await fetch(partner.consentAddress(changes))).status).toBe(400);
});

test('someone who agrees is sent back with a code and the state', async () => {
  expect(await (await fetch(partner.consentAddress())).text()).toContain('Agree');
  const back = await consent(partner.consentAddress());
  expect(back.searchParams.get('state')).toBe('a-state');
  expect(back.searchParams.get('code')).toMatch(/^[\w-]{20,}$/);
});

test('someone who refuses is sent back with an error, or with nothing at all', async () => {
  const refused = await consent(partner.consentAddress(), { answer: 'refuse' });
  expect(Object.fromEntries(refused.searchParams)).toEqual({
    error: 'access_denied',
    state: 'a-state',
  });
  await garmin.control.changeUnknowns({ refusal: 'nothing' });
  const silent = await consent(partner.consentAddress(), { answer: 'refuse' });
  expect(Object.fromEntries(silent.searchParams)).toEqual({ state: 'a-state' });
});

test('on the consent page all but older data is switched on', async () => {
  const page = await (await fetch(partner.consentAddress())).text();
  expect(page).toMatch(/value="WORKOUT_IMPORT" checked/);
  expect(page).not.toMatch(/value="HISTORICAL_DATA_EXPORT" checked/);
});

test('a page of another origin cannot call anything', async () => {
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

test('the secret is taken in the body or as a basic header, and a wrong one is refused', async () => {
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
])('an exchange without %s is refused', async (name, error) => {
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
])('an exchange with %s is refused', async (_what, changes, error) => {
  const refused = await partner.exchange(await partner.obtainCode(), changes);
  expect(await refusal(refused)).toEqual([400, error]);
});

test('a body that is not a form is refused', async () => {
  const response = await fetch(`${garmin.url}/di-oauth2-service/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'refresh_token' }),
  });
  expect(await refusal(response)).toEqual([400, 'invalid_request']);
});

test('a code works for a minute and no longer', async () => {
  const code = await partner.obtainCode();
  await garmin.control.advanceClock({ seconds: 61 });
  expect(await refusal(await partner.exchange(code))).toEqual([400, 'invalid_grant']);
});

test('a code that is used twice ends what its first use gave', async () => {
  const code = await partner.obtainCode();
  const tokens = (await (await partner.exchange(code)).json()) as Tokens;
  expect(await refusal(await partner.exchange(code))).toEqual([400, 'invalid_grant']);
  expect((await partner.call(tokens, 'GET', '/wellness-api/rest/user/id')).status).toBe(403);
});

test('a refresh gives two new tokens, and the old refresh token is echoed as it is refused', async () => {
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

test('of two refreshes at once one wins', async () => {
  const { refresh_token: token } = await partner.connect();
  const answers = await Promise.all([partner.refresh(token), partner.refresh(token)]);
  expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '400']);
});

test('tokens end with their lifetimes', async () => {
  const tokens = await partner.connect();
  await garmin.control.advanceClock({ seconds: 86_401 });
  expect((await partner.call(tokens, 'GET', '/wellness-api/rest/user/id')).status).toBe(401);
  expect((await partner.refresh(tokens.refresh_token)).status).toBe(200);

  const idle = await partner.connect();
  await garmin.control.advanceClock({ seconds: 7_775_999 });
  expect((await partner.refresh(idle.refresh_token)).status).toBe(400);
});
