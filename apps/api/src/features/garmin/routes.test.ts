import { GARMIN_CONSENT_TEXTS, GARMIN_CONSENT_VERSION } from '@pacewright/contract';
import { askForConsent } from '@pacewright/garmin-stand-in';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../db/database.ts';
import { sql, type Statement } from '../../db/sql.ts';
import { type GarminTestApp, RUN, startGarminTestApp } from '../../testing/garmin.ts';
import { openLog } from '../../testing/open-log.ts';
import { readAllRows } from '../../testing/read-all-rows.ts';
import { explainReads, withoutTimeout, HAS_TWO_SERVERS } from '../../testing/scale.ts';
import type { Athlete } from '../../testing/test-app.ts';
import { endConnection, findConnection, MAX_ENDED } from './connection-store.ts';
import { NotConnected } from './access-tokens.ts';

let api: GarminTestApp;
const { logger, readLog } = openLog();
beforeAll(async () => {
  api = await startGarminTestApp({ logger });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.fakeGarmin.control.clearFaults({});
  await api.fakeGarmin.control.clearCalls({});
});

async function status(athlete: Athlete) {
  return (await api.call(athlete, 'GET', '/api/garmin/status')).json();
}

function disconnect(athlete: Athlete) {
  return api.call(athlete, 'POST', '/api/garmin/disconnect');
}

async function registeredAtGarmin(account: string): Promise<boolean | undefined> {
  const { users } = await api.fakeGarmin.control.snapshot();
  return users.find(({ name }) => name === account)?.isRegistered;
}

async function tokenCalls(): Promise<number> {
  const { calls } = await api.fakeGarmin.control.snapshot();
  return calls.filter(({ path }) => path.endsWith('/oauth/token')).length;
}

const READ = '/wellness-api/rest/user/permissions';
const REMOVE = '/wellness-api/rest/user/registration';

test('the status without a connection contains the consent URL', async () => {
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
    client_id: api.fakeGarmin.partner.id,
    code_challenge_method: 'S256',
    redirect_uri: 'http://127.0.0.1:8080/garmin/callback',
  });
});

test('without Garmin’s settings the status is unavailable, and the rest works', async () => {
  const ana = await api.signUp('ana');
  const { server } = await api.buildAnother({ garmin: undefined });
  const request = (method: 'GET' | 'POST', url: string, payload?: object) =>
    server.inject({ method, url, headers: ana.headers, ...(payload && { payload }) });

  const unavailable = await request('GET', '/api/garmin/status');
  expect(unavailable.json()).toMatchObject({
    available: false,
    connected: false,
    consentUrl: null,
  });
  const refused = await request('POST', '/api/garmin/callback', {
    code: 'x',
    code_verifier: 'v'.repeat(43),
  });
  expect(refused.json()).toMatchObject({ status: 501, code: 'GARMIN_NOT_AVAILABLE' });
  expect((await request('POST', '/api/garmin/disconnect')).statusCode).toBe(200);
  expect((await request('GET', '/api/user/paces')).statusCode).toBe(200);
  await server.close();
});

test('connecting returns the permissions and no token', async () => {
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

test('a connection without the permission for workouts is valid', async () => {
  const ana = await api.signUpConnected('ana', ['ACTIVITY_EXPORT']);
  expect(await status(ana)).toMatchObject({ connected: true, canSendWorkouts: false });
});

test('both formats of permissions are read', async () => {
  await api.fakeGarmin.control.changeAssumptions({ permissionsShape: 'object' });
  const ana = await api.signUpConnected('ana', ['WORKOUT_IMPORT']);
  await api.fakeGarmin.control.changeAssumptions({ permissionsShape: 'array' });
  expect(await status(ana)).toMatchObject({ permissions: ['WORKOUT_IMPORT'] });
});

test.each([
  ['a code that Garmin does not know', { code: 'made-up' }],
  ['another verifier', { code_verifier: 'v'.repeat(43) }],
])('%s is rejected with a message', async (_name, changes) => {
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

test('a code sent twice is rejected, and Garmin ends the first connection', async () => {
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
    await api.fakeGarmin.control.planFault({ kind, path: '/di-oauth2-service' });
    expect((await api.connect(ana)).json()).toMatchObject({ status: 502, code: 'GARMIN_AWAY' });
    expect(await status(ana)).toMatchObject({ connected: false });
    expect((await api.connect(ana, { account: `again ${kind}` })).statusCode).toBe(200);
  },
);

test('a late list of permissions does not block the connection', async () => {
  const ana = await api.signUp('ana');
  await api.fakeGarmin.control.planFault({ kind: '500', path: READ });
  const connected = await api.connect(ana, { account: 'late', permissions: ['ACTIVITY_EXPORT'] });
  // Until the list arrives, sending is allowed.
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

test('a Garmin account of another athlete is rejected, and their connection stays', async () => {
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

test('of two athletes who connect one Garmin account concurrently, one succeeds', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  const answers = await Promise.all(
    [ana, ben].map((athlete) => api.connect(athlete, { account: 'contested' })),
  );
  expect(answers.map(({ statusCode }) => String(statusCode)).sort()).toEqual(['200', '409']);
});

test('connecting another Garmin account disconnects the first', async () => {
  const ana = await api.signUp('ana');
  await api.connect(ana, { account: 'first watch' });
  await api.connect(ana, { account: 'second watch' });
  await api.work();
  expect(await registeredAtGarmin('first watch')).toBe(false);
  expect(await registeredAtGarmin('second watch')).toBe(true);
  const ben = await api.signUp('ben');
  expect((await api.connect(ben, { account: 'first watch' })).statusCode).toBe(200);
});

test('a Garmin account whose connection has ended can be connected by another athlete', async () => {
  const ana = await api.signUpConnected('ana');
  await api.fakeGarmin.control.deregister({ account: ana.account });
  await api.work();
  const ben = await api.signUp('ben');
  expect((await api.connect(ben, { account: ana.account })).statusCode).toBe(200);
  expect(await status(ana)).toMatchObject({ connected: false, needsReconnect: false });
});

test('disconnecting ends the connection here at once and at Garmin by a job', async () => {
  const ana = await api.signUpConnected('ana');
  expect((await disconnect(ana)).json()).toMatchObject({ connected: false, needsReconnect: false });
  expect(await api.work()).toEqual(['garmin-revoke-connection']);
  expect(await registeredAtGarmin(ana.account)).toBe(false);
  expect((await disconnect(ana)).statusCode).toBe(200);
});

test('a disconnection is completed after an outage of Garmin', async () => {
  const ana = await api.signUpConnected('ana');
  await api.fakeGarmin.control.planFault({ kind: '500', path: REMOVE });
  await api.fakeGarmin.control.planFault({ kind: 'cut', path: REMOVE });
  expect((await disconnect(ana)).json()).toMatchObject({ connected: false });

  expect(await api.work()).toEqual(['garmin-revoke-connection!']);
  expect(await registeredAtGarmin(ana.account)).toBe(true);
  expect(await api.work()).toEqual(['garmin-revoke-connection!']);
  expect(await api.work()).toEqual(['garmin-revoke-connection']);
  expect(await registeredAtGarmin(ana.account)).toBe(false);
  const { rows } = await api.db.query(sql`select * from garmin_revocation`);
  expect(rows).toEqual([]);
});

test('a failed revocation is retried the next day with new tokens', async () => {
  const ana = await api.signUpConnected('ana');
  await disconnect(ana);
  await api.db.query(sql`delete from pgboss.job`);
  await api.advanceClock(2 * 86_400);
  await api.maintain();
  expect(await api.work()).toEqual(['garmin-revoke-connection']);
  expect(await registeredAtGarmin(ana.account)).toBe(false);
});

test('connecting again cancels a pending revocation', async () => {
  const ana = await api.signUpConnected('ana');
  await disconnect(ana);
  await api.connect(ana, { account: ana.account });
  await api.work();
  expect(await registeredAtGarmin(ana.account)).toBe(true);
  expect(await status(ana)).toMatchObject({ connected: true });
});

test('deleting the account ends the connection at Garmin', async () => {
  const ana = await api.signUpConnected('ana');
  expect((await api.call(ana, 'DELETE', '/api/account')).statusCode).toBe(204);
  expect(await api.work()).toEqual(['garmin-revoke-connection']);
  expect(await registeredAtGarmin(ana.account)).toBe(false);
  const { rows } = await api.db.query(sql`
    select user_id from garmin_account where user_id = ${ana.userId}`);
  expect(rows).toEqual([]);
});

test('a token is refreshed before it expires, and both new tokens are stored', async () => {
  const ana = await api.signUpConnected('ana');
  await api.advanceClock(86_400 - 500);
  await api.fakeGarmin.control.clearCalls({});
  await api.garmin.connections.check(ana.userId);
  await api.garmin.connections.check(ana.userId);
  expect(await tokenCalls()).toBe(1);
  await api.advanceClock(86_400);
  await api.garmin.connections.check(ana.userId);
  expect(await status(ana)).toMatchObject({ connected: true });
});

test('a token that Garmin rejects early is refreshed, and the request retried once', async () => {
  const ana = await api.signUpConnected('ana');
  await api.fakeGarmin.control.clearCalls({});
  await api.fakeGarmin.control.planFault({ kind: '401', path: READ });
  await api.garmin.connections.check(ana.userId);
  expect(await status(ana)).toMatchObject({ connected: true });
  expect(await tokenCalls()).toBe(1);
});

test.each(['401', '403'] as const)(
  'a %s that persists after a refresh keeps the connection, and is tried again later',
  async (kind) => {
    const ana = await api.signUpConnected('ana');
    await api.fakeGarmin.control.planFault({ kind, path: READ, times: 2 });
    await expect(api.garmin.connections.check(ana.userId)).rejects.toThrow('unauthorized');
    expect(await status(ana)).toMatchObject({ connected: true, needsReconnect: false });
    await api.garmin.connections.check(ana.userId);
    expect(await status(ana)).toMatchObject({ connected: true });
  },
);

test('a 401 after a reported deregistration ends the connection', async () => {
  const ana = await api.signUpConnected('ana');
  const { users } = await api.fakeGarmin.control.snapshot();
  const userId = users.find(({ name }) => name === ana.account)?.userId;
  await api.fakeGarmin.control.notify({ body: { deregistrations: [{ userId }] } });
  await api.fakeGarmin.control.planFault({ kind: '403', path: READ, times: 2 });
  await api.work();
  expect(await status(ana)).toMatchObject({ connected: false, needsReconnect: true });
});

test.each(['403', '404', '400', '401'] as const)(
  'a token endpoint that answers %s and not invalid_grant keeps the connection',
  async (kind) => {
    const ana = await api.signUpConnected('ana');
    await api.advanceClock(86_400);
    await api.fakeGarmin.control.planFault({ kind, path: '/di-oauth2-service' });
    await expect(api.garmin.connections.check(ana.userId)).rejects.toThrow('misconfigured');
    expect(await status(ana)).toMatchObject({ connected: true, needsReconnect: false });
    await api.garmin.connections.check(ana.userId);
    expect(await status(ana)).toMatchObject({ connected: true });
  },
);

test('connections stay when too many would end at once', async () => {
  const ana = await api.signUpConnected('ana');
  await api.advanceClock(91 * 86_400);
  await api.db.query(sql`
    insert into garmin_connection_end (ended_at, end_id)
    select ${api.now()}, gen_random_uuid() from generate_series(1, ${MAX_ENDED}::int)`);

  await expect(api.garmin.connections.check(ana.userId)).rejects.toThrow('too many connections');
  expect(await status(ana)).toMatchObject({ connected: true, needsReconnect: false });

  await api.advanceClock(3_600);
  await api.garmin.connections.check(ana.userId);
  expect(await status(ana)).toMatchObject({ connected: false, needsReconnect: true });
  const { rows } = await api.db.query(sql`select ended_at from garmin_connection_end`);
  expect(rows).toHaveLength(1);
});

test('ending one of many connections reads no other, and more may end', async ({ skip }) => {
  skip(HAS_TWO_SERVERS);
  const ana = await api.signUpConnected('ana');
  await addConnections(ana, 5_000);
  await withoutTimeout(api.db, async (query) => {
    await query('vacuum analyze garmin_connection');
  });
  const at = api.now();
  await api.db.query(sql`
    insert into garmin_connection_end (ended_at, end_id)
    select ${at}, gen_random_uuid() from generate_series(1, ${MAX_ENDED}::int)`);
  const connection = await findConnection(api.db, ana.userId);
  const tokens = connection?.tokens?.ciphertext ?? Buffer.alloc(0);

  const statements: Statement[] = [];
  const query: Db['query'] = async (statement) => {
    statements.push(statement);
    return { rows: [{ count: 0 }], rowCount: 0 };
  };
  await endConnection({ query }, ana.userId, { tokens, at });
  const reads = await explainReads(api.db, statements, /^garmin_connection$/);
  expect(reads.filter(({ type }) => type !== 'ModifyTable')).toMatchObject([
    { type: 'Index Scan', rows: 1 },
    { type: 'Index Scan', rows: 1 },
  ]);
  expect(await endConnection(api.db, ana.userId, { tokens, at })).toBe('ended');

  await api.db.query(sql`delete from app_user where firebase_uid like 'other %'`);
  await api.db.query(sql`delete from garmin_connection_end`);
  await withoutTimeout(api.db, async (run) => {
    await run('vacuum analyze garmin_connection');
  });
});

async function addConnections({ userId }: Athlete, count: number): Promise<void> {
  await api.db.query(sql`
    insert into app_user (user_id, firebase_uid, username, email)
    select gen_random_uuid(), 'other ' || n, 'other ' || n, 'other' || n || '@example.test'
    from generate_series(1, ${count}::int) as n`);
  await api.db.query(sql`
    insert into garmin_connection (user_id, garmin_user_id, tokens, key_version, refresh_expires_at,
      access_expires_at, refreshed_at, permissions, permissions_at, connected_at)
    select u.user_id, 'garmin ' || u.firebase_uid, c.tokens, c.key_version, c.refresh_expires_at,
      c.access_expires_at, c.refreshed_at, c.permissions, c.permissions_at, c.connected_at
    from app_user u, garmin_connection c
    where u.firebase_uid like 'other %' and c.user_id = ${userId}`);
}

test('concurrent connecting and disconnecting ends in one of both states', async () => {
  const ana = await api.signUp('ana');
  for (let round = 0; round < 12; round++) {
    const [connected, disconnected] = await Promise.all([
      api.connect(ana, { account: 'two tabs' }),
      disconnect(ana),
    ]);
    expect([connected.statusCode, disconnected.statusCode]).toEqual([200, 200]);
  }
  const connections = await api.db.query(sql`
    select 1 from garmin_connection where user_id = ${ana.userId}`);
  const accounts = await api.db.query(sql`
    select 1 from garmin_account where user_id = ${ana.userId}`);
  expect(connections.rowCount).toBe(accounts.rowCount);
});

test('an account deleted while connecting leaves no connection here or at Garmin', async () => {
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

test('an account deleted while Garmin is disabled is revoked once it is enabled', async () => {
  const ana = await api.signUpConnected('ana');
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

test('a row that cannot be decrypted does not block the maintenance of others', async () => {
  const [ana, ben] = [await api.signUpConnected('ana'), await api.signUpConnected('ben')];
  await disconnect(ben);
  await api.db.query(sql`update garmin_revocation set key_version = 99`);
  await api.db.query(sql`
    update garmin_connection set key_version = 99 where user_id = ${ana.userId}`);
  const cid = await api.signUpConnected('cid');
  await api.db.query(sql`delete from pgboss.job`);
  await api.advanceClock(31 * 86_400);
  await api.maintain();
  const ran = await api.work();
  // A failed job ends a run, and the order of the two is random.
  await api.db.query(sql`delete from pgboss.job where state = 'retry'`);
  ran.push(...(await api.work()));
  expect(ran).toContain('garmin-check-connection');
  const { rows } = await api.db.query(sql`
    select refreshed_at > now() as fresh from garmin_connection where user_id = ${cid.userId}`);
  expect(rows).toEqual([{ fresh: true }]);
  await api.db.query(sql`delete from garmin_connection where key_version = 99`);
  await api.db.query(sql`delete from garmin_revocation`);
});

test('concurrent refreshes of several processes send one request', async () => {
  const ana = await api.signUpConnected('ana');
  const replicas = await Promise.all([api.openReplica(), api.openReplica()]);
  await api.advanceClock(86_400 - 500);
  await api.fakeGarmin.control.clearCalls({});
  const tokens = await Promise.all(
    [...replicas, ...replicas].map(({ connections }) =>
      connections.withAccessToken(ana.userId, async ({ token }) => token),
    ),
  );
  expect(new Set(tokens).size).toBe(1);
  expect(await tokenCalls()).toBe(1);
});

test('a rejected refresh requires a new connection', async () => {
  const ana = await api.signUpConnected('ana');
  await api.advanceClock(91 * 86_400);
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
  // The tokens are kept for a week, in case it was an outage.
  await api.maintain();
  expect(await hasTokens()).toBe(true);
  await api.advanceClock(8 * 86_400);
  await api.maintain();
  expect(await hasTokens()).toBe(false);

  await api.connect(ana, { account: ana.account });
  expect(await status(ana)).toMatchObject({ connected: true, needsReconnect: false });
});

test('a refresh whose response is lost is retried, and then requires a new connection', async () => {
  const ana = await api.signUpConnected('ana');
  await api.advanceClock(86_400);
  await api.fakeGarmin.control.planFault({ kind: 'cut-after', path: '/di-oauth2-service' });
  await expect(api.garmin.connections.check(ana.userId)).rejects.toThrow('outcome-unknown');
  expect(await status(ana)).toMatchObject({ connected: true });
  await api.garmin.connections.check(ana.userId);
  expect(await status(ana)).toMatchObject({ needsReconnect: true });
});

test('an outage of Garmin does not end a connection', async () => {
  const ana = await api.signUpConnected('ana');
  await api.advanceClock(86_400);
  await api.fakeGarmin.control.planFault({ kind: '500', path: '/di-oauth2-service' });
  await expect(api.garmin.connections.check(ana.userId)).rejects.toThrow('outcome-unknown');
  await api.garmin.connections.check(ana.userId);
  expect(await status(ana)).toMatchObject({ connected: true });
});

test('idle tokens are refreshed', async () => {
  const ana = await api.signUpConnected('ana');
  for (let month = 0; month < 4; month++) {
    await api.advanceClock(31 * 86_400);
    await api.maintain();
    await api.work();
  }
  expect(await status(ana)).toMatchObject({ connected: true });
});

test('a new key is rolled out with both settings running, and the old one can be removed', async () => {
  const [ana, ben] = [await api.signUpConnected('ana'), await api.signUpConnected('ben')];
  await disconnect(ben);
  const keys = [1, 2].map((version) => ({ version, key: Buffer.alloc(32, version) }));
  const before = await api.openReplica({ tokenKeys: { keys, encryptWith: 1 } });
  const after = await api.openReplica({ tokenKeys: { keys, encryptWith: 2 } });
  const refreshAs = async (garmin: typeof before) => {
    await api.advanceClock(86_400);
    await garmin.connections.check(ana.userId);
    return status(ana);
  };
  expect(await refreshAs(after)).toMatchObject({ connected: true });
  expect(await refreshAs(before)).toMatchObject({ connected: true });
  for (const { cron, run } of after.handlers) if (cron) await run({}, RUN);

  const { rows } = await api.db.query(sql`
    select key_version from garmin_connection where ended_at is null`);
  const ending = await api.db.query(sql`select key_version from garmin_revocation`);
  expect(new Set(rows.map((row) => row['key_version']))).toEqual(new Set([2]));
  expect(new Set(ending.rows.map((row) => row['key_version']))).toEqual(new Set([2]));
  const last = await api.openReplica({ tokenKeys: { keys: keys.slice(1), encryptWith: 2 } });
  await last.connections.check(ana.userId);
  expect(await status(ana)).toMatchObject({ connected: true });
  // Restores the first key for the other tests.
  await api.db.query(sql`delete from garmin_connection`);
  await api.db.query(sql`delete from garmin_revocation`);
});

test('no row and no log line contains a token in plain text', async () => {
  const ana = await api.signUpConnected('ana');
  const token = await api.garmin.connections.withAccessToken(
    ana.userId,
    async ({ token: access }) => access,
  );
  await api.advanceClock(86_400);
  await api.fakeGarmin.control.planFault({ kind: '500-after', path: '/di-oauth2-service' });
  await api.garmin.connections.check(ana.userId).catch(() => {});
  await api.garmin.connections.check(ana.userId);
  await api.connect(ana, { account: ana.account });
  await disconnect(ana);

  expect(token.length).toBeGreaterThan(2000);
  const hex = Buffer.from(token.slice(10, 40)).toString('hex');
  for (const text of [await readAllRows(api.db), readLog()]) {
    expect(text).not.toContain(token.slice(10, 40));
    expect(text).not.toContain(hex);
    expect(text).not.toContain(api.fakeGarmin.partner.secret);
  }
  expect(readLog()).toContain('connecting with Garmin failed');
});

test('a consent is recorded with its text and permissions, exported, and ends with the connection', async () => {
  const ana = await api.signUp('ana');
  const { code, verifier } = await askForConsent(api.garmin.consentUrl, {
    account: `consent of ${ana.uid}`,
    permissions: ['WORKOUT_IMPORT'],
  });
  const body = { code, code_verifier: verifier, consent_version: GARMIN_CONSENT_VERSION };
  expect((await api.call(ana, 'POST', '/api/garmin/callback', body)).statusCode).toBe(200);
  const readConsents = async () =>
    (await api.call(ana, 'GET', '/api/account/export')).json().garmin.consents;
  const agreed = {
    agreedAt: expect.stringMatching(/^20/),
    textVersion: GARMIN_CONSENT_VERSION,
    text: GARMIN_CONSENT_TEXTS[GARMIN_CONSENT_VERSION],
    permissions: 'WORKOUT_IMPORT',
  };
  expect(await readConsents()).toEqual([{ ...agreed, withdrawnAt: null }]);

  await api.call(ana, 'POST', '/api/garmin/disconnect');
  expect(await readConsents()).toEqual([{ ...agreed, withdrawnAt: expect.stringMatching(/^20/) }]);

  await api.call(ana, 'DELETE', '/api/account');
  const { rows } = await api.db.query(sql`
    select 1 from garmin_consent where user_id = ${ana.userId}`);
  expect(rows).toEqual([]);
});

test('a version of the consent text that does not exist is rejected', async () => {
  const ana = await api.signUp('ana');
  const response = await api.call(ana, 'POST', '/api/garmin/callback', {
    code: 'code',
    code_verifier: 'v'.repeat(43),
    consent_version: GARMIN_CONSENT_VERSION + 1,
  });
  expect(response.json()).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
});
