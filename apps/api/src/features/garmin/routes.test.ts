import { askForConsent } from '@pacewright/garmin-stand-in';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { type GarminTestApp, RUN, startGarminTestApp } from '../../testing/garmin.ts';
import { openLog } from '../../testing/open-log.ts';
import { readEverything } from '../../testing/read-everything.ts';
import type { Athlete } from '../../testing/test-app.ts';
import { NotConnected } from './connections.ts';

let api: GarminTestApp;
const { logger, written } = openLog();
beforeAll(async () => {
  api = await startGarminTestApp({ logger });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.standIn.control.clearFaults({});
  await api.standIn.control.clearCalls({});
});

async function status(athlete: Athlete) {
  return (await api.call(athlete, 'GET', '/api/garmin/status')).json();
}

function disconnect(athlete: Athlete) {
  return api.call(athlete, 'POST', '/api/garmin/disconnect');
}

async function registeredAtGarmin(account: string): Promise<boolean | undefined> {
  const { users } = await api.standIn.control.look();
  return users.find(({ name }) => name === account)?.isRegistered;
}

async function tokenCalls(): Promise<number> {
  const { calls } = await api.standIn.control.look();
  return calls.filter(({ path }) => path.endsWith('/oauth/token')).length;
}

const READ = '/wellness-api/rest/user/permissions';
const REMOVE = '/wellness-api/rest/user/registration';

test('an athlete without a link is told where to ask for one', async () => {
  const ana = await api.signUp('ana');
  const answer = await status(ana);
  expect(answer).toMatchObject({
    available: true,
    connected: false,
    needsReconnect: false,
    permissions: [],
    canSendWorkouts: false,
    connectedAt: null,
  });
  const consentUrl = new URL(answer.consentUrl);
  expect(Object.fromEntries(consentUrl.searchParams)).toEqual({
    response_type: 'code',
    client_id: api.standIn.partner.id,
    code_challenge_method: 'S256',
    redirect_uri: 'http://127.0.0.1:8080/garmin/callback',
  });
});

test('a server without Garmin’s settings says so, and everything else works', async () => {
  const ana = await api.signUp('ana');
  const { server } = await api.buildAnother({ garmin: undefined });
  const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
    server.inject({ method, url, headers: ana.headers, ...(payload && { payload }) });

  const told = await ask('GET', '/api/garmin/status');
  expect(told.json()).toMatchObject({ available: false, connected: false, consentUrl: null });
  const refused = await ask('POST', '/api/garmin/callback', {
    code: 'x',
    code_verifier: 'v'.repeat(43),
  });
  expect(refused.json()).toMatchObject({ status: 501, code: 'GARMIN_NOT_AVAILABLE' });
  expect((await ask('POST', '/api/garmin/disconnect')).statusCode).toBe(200);
  expect((await ask('GET', '/api/user/paces')).statusCode).toBe(200);
  await server.close();
});

test('consent becomes a link that tells what it allows, and no token', async () => {
  const ana = await api.signUp('ana');
  const response = await api.connect(ana, { account: 'ana', permissions: ['WORKOUT_IMPORT'] });
  expect(response.json()).toMatchObject({
    connected: true,
    needsReconnect: false,
    permissions: ['WORKOUT_IMPORT'],
    canSendWorkouts: true,
    canReceiveActivities: false,
  });
  expect(await status(ana)).toEqual(response.json());
  expect(response.body).not.toMatch(/[\w-]{100,}/);
});

test('a link without the permission for workouts is a link all the same', async () => {
  const ana = await api.connected('ana', ['ACTIVITY_EXPORT']);
  expect(await status(ana)).toMatchObject({ connected: true, canSendWorkouts: false });
});

test('permissions are understood in either shape', async () => {
  await api.standIn.control.changeUnknowns({ permissionsShape: 'object' });
  const ana = await api.connected('ana', ['WORKOUT_IMPORT']);
  await api.standIn.control.changeUnknowns({ permissionsShape: 'array' });
  expect(await status(ana)).toMatchObject({ permissions: ['WORKOUT_IMPORT'] });
});

test.each([
  ['a code that Garmin does not know', { code: 'made-up' }],
  ['another verifier', { code_verifier: 'v'.repeat(43) }],
])('%s is refused in words', async (_what, changes) => {
  const ana = await api.signUp('ana');
  const { code, verifier } = await askForConsent(api.garmin.consentUrl);
  const refused = await api.call(ana, 'POST', '/api/garmin/callback', {
    code,
    code_verifier: verifier,
    ...changes,
  });
  expect(refused.json()).toMatchObject({
    status: 400,
    code: 'GARMIN_REFUSED',
    title: 'Failed to connect with Garmin. Please try again.',
  });
  expect(await status(ana)).toMatchObject({ connected: false });
});

test.each(['v'.repeat(42), 'v'.repeat(129), `${'v'.repeat(43)} `, ''])(
  'a verifier such as "%.5s…" never reaches Garmin',
  async (verifier) => {
    const ana = await api.signUp('ana');
    const refused = await api.call(ana, 'POST', '/api/garmin/callback', {
      code: 'code',
      code_verifier: verifier,
    });
    expect(refused.json()).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    expect(await tokenCalls()).toBe(0);
  },
);

test('a code that is sent a second time is refused, and Garmin ends what the first gave', async () => {
  const ana = await api.signUp('ana');
  const { code, verifier } = await askForConsent(api.garmin.consentUrl, { account: 'twice' });
  const send = () =>
    api.call(ana, 'POST', '/api/garmin/callback', { code, code_verifier: verifier });
  expect((await send()).statusCode).toBe(200);
  expect((await send()).json()).toMatchObject({ code: 'GARMIN_REFUSED' });
  await api.garmin.connections.check(ana.userId);
  expect(await status(ana)).toMatchObject({ connected: false, needsReconnect: true });
});

test.each(['500', '502', 'cut', 'cut-after'] as const)(
  'when Garmin fails with %s the athlete is told to try again',
  async (kind) => {
    const ana = await api.signUp('ana');
    await api.standIn.control.planFault({ kind, path: '/di-oauth2-service' });
    expect((await api.connect(ana)).json()).toMatchObject({ status: 502, code: 'GARMIN_AWAY' });
    expect(await status(ana)).toMatchObject({ connected: false });
    expect((await api.connect(ana, { account: `again ${kind}` })).statusCode).toBe(200);
  },
);

test('when only the list of permissions is late, the link is made and the list follows', async () => {
  const ana = await api.signUp('ana');
  await api.standIn.control.planFault({ kind: '500', path: READ });
  const connected = await api.connect(ana, { account: 'late', permissions: ['ACTIVITY_EXPORT'] });
  // Until Garmin has told, a send is tried.
  expect(connected.json()).toMatchObject({
    connected: true,
    permissions: [],
    canSendWorkouts: true,
  });
  expect(await api.work()).toEqual(['garmin-check-connection']);
  expect(await status(ana)).toMatchObject({
    permissions: ['ACTIVITY_EXPORT'],
    canSendWorkouts: false,
  });
});

test('a Garmin account that is linked to someone else is refused, and their link stays', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  await api.connect(ana, { account: 'shared' });
  expect((await api.connect(ben, { account: 'shared' })).json()).toMatchObject({
    status: 409,
    code: 'GARMIN_ACCOUNT_TAKEN',
  });
  expect(await status(ana)).toMatchObject({ connected: true });
  expect(await status(ben)).toMatchObject({ connected: false });
  await api.garmin.connections.check(ana.userId);
  expect(await status(ana)).toMatchObject({ connected: true });

  await disconnect(ana);
  expect((await api.connect(ben, { account: 'shared' })).statusCode).toBe(200);
});

test('of two athletes who link one Garmin account at once, one gets it', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  const answers = await Promise.all(
    [ana, ben].map((athlete) => api.connect(athlete, { account: 'contested' })),
  );
  expect(answers.map(({ statusCode }) => String(statusCode)).sort()).toEqual(['200', '409']);
});

test('whoever links another Garmin account leaves the first one', async () => {
  const ana = await api.signUp('ana');
  await api.connect(ana, { account: 'first watch' });
  await api.connect(ana, { account: 'second watch' });
  await api.work();
  expect(await registeredAtGarmin('first watch')).toBe(false);
  expect(await registeredAtGarmin('second watch')).toBe(true);
  const ben = await api.signUp('ben');
  expect((await api.connect(ben, { account: 'first watch' })).statusCode).toBe(200);
});

test('an account whose link Garmin has ended can be linked by someone else', async () => {
  const ana = await api.connected('ana');
  await api.standIn.control.deregister({ account: ana.account });
  await api.work();
  const ben = await api.signUp('ben');
  expect((await api.connect(ben, { account: ana.account })).statusCode).toBe(200);
  expect(await status(ana)).toMatchObject({ connected: false, needsReconnect: false });
});

test('disconnecting ends the link here at once and at Garmin right after', async () => {
  const ana = await api.connected('ana');
  expect((await disconnect(ana)).json()).toMatchObject({ connected: false, needsReconnect: false });
  expect(await api.work()).toEqual(['garmin-revoke-connection']);
  expect(await registeredAtGarmin(ana.account)).toBe(false);
  expect((await disconnect(ana)).statusCode).toBe(200);
});

test('when Garmin is down a disconnection is finished later', async () => {
  const ana = await api.connected('ana');
  await api.standIn.control.planFault({ kind: '500', path: REMOVE });
  await api.standIn.control.planFault({ kind: 'cut', path: REMOVE });
  expect((await disconnect(ana)).json()).toMatchObject({ connected: false });

  expect(await api.work()).toEqual(['garmin-revoke-connection!']);
  expect(await registeredAtGarmin(ana.account)).toBe(true);
  expect(await api.work()).toEqual(['garmin-revoke-connection!']);
  expect(await api.work()).toEqual(['garmin-revoke-connection']);
  expect(await registeredAtGarmin(ana.account)).toBe(false);
  const { rows } = await api.db.query(sql`select * from garmin_revocation`);
  expect(rows).toEqual([]);
});

test('a disconnection that was given up is taken up again the next day, with new tokens', async () => {
  const ana = await api.connected('ana');
  await disconnect(ana);
  await api.db.query(sql`delete from pgboss.job`);
  await api.pass(2 * 86_400);
  await api.maintain();
  expect(await api.work()).toEqual(['garmin-revoke-connection']);
  expect(await registeredAtGarmin(ana.account)).toBe(false);
});

test('whoever connects again is not disconnected by what was left to do', async () => {
  const ana = await api.connected('ana');
  await disconnect(ana);
  await api.connect(ana, { account: ana.account });
  await api.work();
  expect(await registeredAtGarmin(ana.account)).toBe(true);
  expect(await status(ana)).toMatchObject({ connected: true });
});

test('an athlete who deletes their account is disconnected at Garmin too', async () => {
  const ana = await api.connected('ana');
  expect((await api.call(ana, 'DELETE', '/api/account')).statusCode).toBe(204);
  expect(await api.work()).toEqual(['garmin-revoke-connection']);
  expect(await registeredAtGarmin(ana.account)).toBe(false);
  const { rows } = await api.db.query(sql`
    select user_id from garmin_account where user_id = ${ana.userId}`);
  expect(rows).toEqual([]);
});

test('a token is refreshed before it ends, and both new tokens are kept', async () => {
  const ana = await api.connected('ana');
  await api.pass(86_400 - 500);
  await api.standIn.control.clearCalls({});
  await api.garmin.connections.check(ana.userId);
  await api.garmin.connections.check(ana.userId);
  expect(await tokenCalls()).toBe(1);
  await api.pass(86_400);
  await api.garmin.connections.check(ana.userId);
  expect(await status(ana)).toMatchObject({ connected: true });
});

test('a token that Garmin refuses early is refreshed once, and the call repeated', async () => {
  const ana = await api.connected('ana');
  await api.standIn.control.clearCalls({});
  await api.standIn.control.planFault({ kind: '401', path: READ });
  await api.garmin.connections.check(ana.userId);
  expect(await status(ana)).toMatchObject({ connected: true });
  expect(await tokenCalls()).toBe(1);
});

test.each(['401', '403'] as const)(
  'a %s that persists after a refresh keeps the connection, and is tried again later',
  async (kind) => {
    const ana = await api.connected('ana');
    await api.standIn.control.planFault({ kind, path: READ, times: 2 });
    await expect(api.garmin.connections.check(ana.userId)).rejects.toThrow('unauthorized');
    expect(await status(ana)).toMatchObject({ connected: true, needsReconnect: false });
    await api.garmin.connections.check(ana.userId);
    expect(await status(ana)).toMatchObject({ connected: true });
  },
);

test('a refusal that persists after Garmin has reported a disconnection ends the connection', async () => {
  const ana = await api.connected('ana');
  const { users } = await api.standIn.control.look();
  const userId = users.find(({ name }) => name === ana.account)?.userId;
  await api.standIn.control.notify({ body: { deregistrations: [{ userId }] } });
  await api.standIn.control.planFault({ kind: '403', path: READ, times: 2 });
  await api.work();
  expect(await status(ana)).toMatchObject({ connected: false, needsReconnect: true });
});

test.each(['403', '404', '400', '401'] as const)(
  'a token endpoint that answers %s and not invalid_grant keeps the connection',
  async (kind) => {
    const ana = await api.connected('ana');
    await api.pass(86_400);
    await api.standIn.control.planFault({ kind, path: '/di-oauth2-service' });
    await expect(api.garmin.connections.check(ana.userId)).rejects.toThrow('misconfigured');
    expect(await status(ana)).toMatchObject({ connected: true, needsReconnect: false });
    await api.garmin.connections.check(ana.userId);
    expect(await status(ana)).toMatchObject({ connected: true });
  },
);

test('connecting in one tab while disconnecting in another ends in one of the two, without an error', async () => {
  const ana = await api.signUp('ana');
  for (let round = 0; round < 12; round++) {
    const [connected, disconnected] = await Promise.all([
      api.connect(ana, { account: 'two tabs' }),
      disconnect(ana),
    ]);
    expect([connected.statusCode, disconnected.statusCode]).toEqual([200, 200]);
  }
  const { rows } = await api.db.query(sql`
    select (select count(*)::int from garmin_connection where user_id = ${ana.userId}) as connections,
      (select count(*)::int from garmin_account where user_id = ${ana.userId}) as accounts`);
  expect(rows[0]?.['connections']).toBe(rows[0]?.['accounts']);
});

test('an account that is deleted while it connects leaves nothing here, and no connection at Garmin', async () => {
  const ana = await api.signUp('ana');
  const { code, verifier } = await askForConsent(api.garmin.consentUrl, { account: 'too late' });
  await api.db.query(sql`delete from app_user where user_id = ${ana.userId}`);
  await expect(api.garmin.connections.connect(ana.userId, { code, verifier })).rejects.toThrow(
    NotConnected,
  );
  expect(await registeredAtGarmin('too late')).toBe(true);
  expect(await api.work()).toContain('garmin-revoke-connection');
  expect(await registeredAtGarmin('too late')).toBe(false);
  const { rows } = await api.db.query(sql`
    select 1 from garmin_account where user_id = ${ana.userId}`);
  expect(rows).toEqual([]);
});

test('an account that is deleted while Garmin is switched off is disconnected once it is back', async () => {
  const ana = await api.connected('ana');
  const { server } = await api.buildAnother({ garmin: undefined });
  const deleted = await server.inject({
    method: 'DELETE',
    url: '/api/account',
    headers: ana.headers,
  });
  expect(deleted.statusCode).toBe(204);
  await server.close();
  const { rows } = await api.db.query(sql`
    select 1 from garmin_account where user_id = ${ana.userId}`);
  expect(rows).toEqual([]);
  await api.maintain();
  await api.work();
  expect(await registeredAtGarmin(ana.account)).toBe(false);
});

test('a row that cannot be decrypted does not keep the others from being maintained', async () => {
  const [ana, ben] = [await api.connected('ana'), await api.connected('ben')];
  await disconnect(ben);
  await api.db.query(sql`update garmin_revocation set key_version = 99`);
  await api.db.query(sql`
    update garmin_connection set key_version = 99 where user_id = ${ana.userId}`);
  const cid = await api.connected('cid');
  await api.db.query(sql`delete from pgboss.job`);
  await api.pass(31 * 86_400);
  await api.maintain();
  expect(await api.work()).toContain('garmin-check-connection');
  const { rows } = await api.db.query(sql`
    select refreshed_at > now() as fresh from garmin_connection where user_id = ${cid.userId}`);
  expect(rows).toEqual([{ fresh: true }]);
  await api.db.query(sql`delete from garmin_connection where key_version = 99`);
  await api.db.query(sql`delete from garmin_revocation`);
});

test('processes that refresh at the same moment make one refresh', async () => {
  const ana = await api.connected('ana');
  const replicas = await Promise.all([api.openReplica(), api.openReplica()]);
  await api.pass(86_400 - 500);
  await api.standIn.control.clearCalls({});
  const tokens = await Promise.all(
    [...replicas, ...replicas].map(({ connections }) =>
      connections.withAccessToken(ana.userId, async ({ token }) => token),
    ),
  );
  expect(new Set(tokens).size).toBe(1);
  expect(await tokenCalls()).toBe(1);
});

test('a refresh that Garmin refuses means a new sign-in, which fixes it', async () => {
  const ana = await api.connected('ana');
  await api.pass(91 * 86_400);
  await api.garmin.connections.check(ana.userId);
  expect(await status(ana)).toMatchObject({
    connected: false,
    needsReconnect: true,
    canSendWorkouts: false,
  });
  const hasTokens = async () =>
    (
      await api.db.query(
        sql`select 1 from garmin_connection where user_id = ${ana.userId} and tokens is not null`,
      )
    ).rows.length === 1;
  // An outage that looked like an end can be undone for a week.
  await api.maintain();
  expect(await hasTokens()).toBe(true);
  await api.pass(8 * 86_400);
  await api.maintain();
  expect(await hasTokens()).toBe(false);

  await api.connect(ana, { account: ana.account });
  expect(await status(ana)).toMatchObject({ connected: true, needsReconnect: false });
});

test('a refresh whose answer is lost is tried again, and then asks for a new sign-in', async () => {
  const ana = await api.connected('ana');
  await api.pass(86_400);
  await api.standIn.control.planFault({ kind: 'cut-after', path: '/di-oauth2-service' });
  await expect(api.garmin.connections.check(ana.userId)).rejects.toThrow('outcome-unknown');
  expect(await status(ana)).toMatchObject({ connected: true });
  await api.garmin.connections.check(ana.userId);
  expect(await status(ana)).toMatchObject({ needsReconnect: true });
});

test('while Garmin is down a link stays', async () => {
  const ana = await api.connected('ana');
  await api.pass(86_400);
  await api.standIn.control.planFault({ kind: '500', path: '/di-oauth2-service' });
  await expect(api.garmin.connections.check(ana.userId)).rejects.toThrow('outcome-unknown');
  await api.garmin.connections.check(ana.userId);
  expect(await status(ana)).toMatchObject({ connected: true });
});

test('a link that nobody uses is kept alive', async () => {
  const ana = await api.connected('ana');
  for (let month = 0; month < 4; month++) {
    await api.pass(31 * 86_400);
    await api.maintain();
    await api.work();
  }
  expect(await status(ana)).toMatchObject({ connected: true });
});

test('a new key is rolled out while processes with both settings run, after which the old one can go', async () => {
  const [ana, ben] = [await api.connected('ana'), await api.connected('ben')];
  await disconnect(ben);
  const keys = [1, 2].map((version) => ({ version, key: Buffer.alloc(32, version) }));
  const before = await api.openReplica({ tokenKeys: { keys, encryptWith: 1 } });
  const after = await api.openReplica({ tokenKeys: { keys, encryptWith: 2 } });
  const refreshAs = async (garmin: typeof before) => {
    await api.pass(86_400);
    await garmin.connections.check(ana.userId);
    return status(ana);
  };
  expect(await refreshAs(after)).toMatchObject({ connected: true });
  expect(await refreshAs(before)).toMatchObject({ connected: true });
  for (const { cron, run } of after.handlers) if (cron) await run({}, RUN);

  const { rows } = await api.db.query(sql`
    select distinct key_version from garmin_connection where ended_at is null`);
  expect(rows).toEqual([{ key_version: 2 }]);
  const ending = await api.db.query(sql`select distinct key_version from garmin_revocation`);
  expect(ending.rows).toEqual([{ key_version: 2 }]);
  const last = await api.openReplica({ tokenKeys: { keys: keys.slice(1), encryptWith: 2 } });
  await last.connections.check(ana.userId);
  expect(await status(ana)).toMatchObject({ connected: true });
  // Back to the first key for the other tests.
  await api.db.query(sql`delete from garmin_connection`);
  await api.db.query(sql`delete from garmin_revocation`);
});

test('no token stands in the clear in a row or in the log', async () => {
  const ana = await api.connected('ana');
  const token = await api.garmin.connections.withAccessToken(
    ana.userId,
    async ({ token: access }) => access,
  );
  await api.pass(86_400);
  await api.standIn.control.planFault({ kind: '500-after', path: '/di-oauth2-service' });
  await api.garmin.connections.check(ana.userId).catch(() => {});
  await api.garmin.connections.check(ana.userId);
  await api.connect(ana, { account: ana.account });
  await disconnect(ana);

  expect(token.length).toBeGreaterThan(2000);
  const hex = Buffer.from(token.slice(10, 40)).toString('hex');
  for (const text of [await readEverything(api.db), written()]) {
    expect(text).not.toContain(token.slice(10, 40));
    expect(text).not.toContain(hex);
    expect(text).not.toContain(api.standIn.partner.secret);
  }
  expect(written()).toContain('connecting with Garmin failed');
});
