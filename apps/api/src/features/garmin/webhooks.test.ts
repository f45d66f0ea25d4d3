import { MAX_GROWTH, measureGrowth } from '@pacewright/growth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { type GarminTestApp, startGarminTestApp, WEBHOOK_SECRET } from '../../testing/garmin.ts';
import { openLog } from '../../testing/open-log.ts';
import type { Athlete } from '../../testing/test-app.ts';

let api: GarminTestApp;
beforeAll(async () => {
  api = await startGarminTestApp();
});
afterAll(() => api.close());

async function status(athlete: Athlete) {
  return (await api.call(athlete, 'GET', '/api/garmin/status')).json();
}

async function garminUserId(account: string): Promise<string> {
  const { users } = await api.fakeGarmin.control.snapshot();
  return String(users.find(({ name }) => name === account)?.userId);
}

async function lastDelivery() {
  return (await api.fakeGarmin.control.snapshot()).deliveries.at(-1);
}

function notify(payload: object) {
  return api.app.inject({
    method: 'POST',
    url: `/api/garmin/webhooks/${WEBHOOK_SECRET}`,
    payload,
  });
}

const seconds = () => Math.floor(Date.now() / 1000);

function change(userId: string, permissions: unknown, at: number) {
  return { userId, summaryId: `s-${at}`, permissions, changeTimeInSeconds: at };
}

test('a deregistration at Garmin requires a new connection', async () => {
  const ana = await api.signUpConnected('ana');
  await api.fakeGarmin.control.deregister({ account: ana.account });
  expect(await lastDelivery()).toMatchObject({ attempts: [200], state: 'delivered' });
  expect(await api.work()).toEqual(['garmin-process-notifications', 'garmin-check-connection']);
  expect(await status(ana)).toMatchObject({ connected: false, needsReconnect: true });
});

test('a late deregistration does not end a newer connection', async () => {
  const ana = await api.signUpConnected('ana');
  const userId = await garminUserId(ana.account);
  await api.fakeGarmin.control.deregister({ account: ana.account });
  await api.connect(ana, { account: ana.account });
  await api.fakeGarmin.control.notify({ body: { deregistrations: [{ userId }, { userId }] } });
  await api.work();
  expect(await status(ana)).toMatchObject({ connected: true });
});

test('changed permissions are read from Garmin', async () => {
  const ana = await api.signUpConnected('ana');
  await api.fakeGarmin.control.changePermissions({
    account: ana.account,
    permissions: ['ACTIVITY_EXPORT'],
  });
  await api.work();
  expect(await status(ana)).toMatchObject({ connected: true, canSendWorkouts: false });
  await api.fakeGarmin.control.changeAssumptions({ notifiedPermissionsShape: 'map' });
  await api.fakeGarmin.control.changePermissions({
    account: ana.account,
    permissions: ['WORKOUT_IMPORT'],
  });
  await api.work();
  expect(await status(ana)).toMatchObject({
    permissions: ['WORKOUT_IMPORT'],
    canSendWorkouts: true,
  });
});

test('a forged notification changes nothing', async () => {
  const ana = await api.signUpConnected('ana', ['WORKOUT_IMPORT']);
  const userId = await garminUserId(ana.account);
  const forged = change(userId, [], Date.parse('2100-01-01') / 1000);
  await notify({ userPermissionsChange: [forged], deregistrations: [{ userId }] });
  await api.work();
  expect(await status(ana)).toMatchObject({ connected: true, canSendWorkouts: true });
  await api.fakeGarmin.control.changePermissions({
    account: ana.account,
    permissions: ['COURSE_IMPORT'],
  });
  await api.work();
  expect(await status(ana)).toMatchObject({ permissions: ['COURSE_IMPORT'] });
});

test('a notification may contain several athletes, unknown ones and unknown kinds', async () => {
  const [ana, ben] = [await api.signUpConnected('ana'), await api.signUpConnected('ben')];
  const at = seconds();
  await api.fakeGarmin.control.notify({
    body: {
      userPermissionsChange: [
        change(await garminUserId(ana.account), [], at),
        change('nobody', [], at),
        change(await garminUserId(ben.account), ['COURSE_IMPORT'], at),
      ],
      deregistrations: [{ userId: 'nobody' }],
      activities: [{ userId: 'nobody', activityId: 1 }],
      somethingNew: { any: 'shape' },
    },
  });
  expect(await lastDelivery()).toMatchObject({ state: 'delivered' });
  expect(await api.work()).toEqual([
    'garmin-process-notifications',
    'garmin-check-connection',
    'garmin-check-connection',
  ]);
});

test('a notification whose job was lost is processed by the next regular run', async () => {
  const ana = await api.signUpConnected('ana');
  await api.fakeGarmin.control.deregister({ account: ana.account });
  await api.db.query(sql`delete from pgboss.job`);
  await api.maintain();
  await api.work();
  expect(await status(ana)).toMatchObject({ connected: false, needsReconnect: true });
});

test('a notification about unknown accounts causes no job', async () => {
  await notify({ deregistrations: [{ userId: 'nobody' }], userPermissionsChange: [] });
  expect(await api.work()).toEqual([]);
});

test('20,000 duplicates and other malformed entries are one row and one check', async () => {
  const ana = await api.signUpConnected('ana');
  const userId = await garminUserId(ana.account);
  const response = await notify(malformed(userId, 20_000));
  expect(response.statusCode).toBe(200);
  const { rows } = await api.db.query(sql`select kind from garmin_notification`);
  expect(rows).toEqual([{ kind: 'deregistration' }]);
  expect((await api.work()).filter((name) => name === 'garmin-check-connection')).toHaveLength(1);
});

test('twice as many malformed entries take about twice the time', async () => {
  const write = (size: number) => malformed('made-up', size);
  expect(await measureGrowth({ size: 5_000, write, work: notify })).toBeLessThan(MAX_GROWTH);
});

function malformed(userId: string, count: number): object {
  return {
    deregistrations: [
      ...Array.from({ length: count }, () => ({ userId })),
      ...Array.from({ length: count }, (_, index) => ({ userId: `made-up-${index}` })),
    ],
  };
}

test.each([
  ['a NUL in an id', { deregistrations: [{ userId: 'a\0b' }] }],
  ['a time of 1e300', { userPermissionsChange: [change('x', ['A'], 1e300)] }],
  ['something that is no list', { deregistrations: 'all of them' }],
  ['entries of any shape', { deregistrations: [null, 1, 'x', [], { userId: { a: 1 } }, {}] }],
  ['a list instead of an object', []],
])('%s gets a 200, so that Garmin does not repeat it', async (_name, body) => {
  const ana = await api.signUpConnected('ana');
  const userId = await garminUserId(ana.account);
  expect((await notify(body)).statusCode).toBe(200);
  expect(await api.work()).toEqual([]);
  // A valid entry next to it counts.
  const valid = { ...Object(body), userPermissionsChange: [change(userId, [], 1e300), null] };
  expect((await notify(valid)).statusCode).toBe(200);
  expect(await api.work()).toContain('garmin-check-connection');
});

test('keys of a notification that are not known are named in the log', async () => {
  const { logger, readLog } = openLog();
  const { server } = await api.buildAnother({ garmin: api.garmin }, logger);
  const answer = await server.inject({
    method: 'POST',
    url: `/api/garmin/webhooks/${WEBHOOK_SECRET}`,
    payload: { activities: [], activityDeletions: [{ userId: 'a', summaryId: '1' }], 'a b': [] },
  });
  expect(answer.statusCode).toBe(200);
  expect(readLog()).toContain('"keys":["activityDeletions","unreadable"]');
  await server.close();
});

test('malformed entries are counted in the log', async () => {
  const { logger, readLog } = openLog();
  const { server } = await api.buildAnother({ garmin: api.garmin }, logger);
  await server.inject({
    method: 'POST',
    url: `/api/garmin/webhooks/${WEBHOOK_SECRET}`,
    payload: { deregistrations: [null, { userId: 'nobody' }] },
  });
  expect(readLog()).toContain('"malformed":1');
  await server.close();
});

test('activity notifications get a 200', async () => {
  const ana = await api.signUpConnected('ana');
  await api.fakeGarmin.control.uploadRun({ account: ana.account, as: 'push' });
  expect(await lastDelivery()).toMatchObject({ state: 'delivered' });
  await api.fakeGarmin.control.uploadRun({ account: ana.account, as: 'ping' });
  expect(await lastDelivery()).toMatchObject({ state: 'delivered' });
});

test('a notification of 10 MB, and one without Garmin’s header, are accepted', async () => {
  await api.fakeGarmin.control.notify({
    body: { deregistrations: [{ userId: 'nobody' }] },
    withoutHeader: true,
    padToBytes: 10_000_000,
  });
  expect(await lastDelivery()).toMatchObject({ state: 'delivered' });
});

test('a small notification of very many values is refused before it is read', async () => {
  const payload = `{"activityFiles":[${'{},'.repeat(300_000)}{}]}`;
  const response = await api.app.inject({
    method: 'POST',
    url: `/api/garmin/webhooks/${WEBHOOK_SECRET}`,
    headers: { 'content-type': 'application/json' },
    payload,
  });
  expect(response.json()).toMatchObject({ status: 413, code: 'TOO_LARGE' });
});

test.each(['http://a/\0', 'not an address', 'https://a/ b', 'https://a/\u{1f600}'])(
  'a file at %j is left out, and one next to it is not',
  async (callbackURL) => {
    const ana = await api.signUpConnected('ana');
    const userId = await garminUserId(ana.account);
    const file = { userId, summaryId: 'bad', fileType: 'FIT', callbackURL };
    const deletedActivities = [{ userId, summaryId: 'good' }];
    expect((await notify({ activityFiles: [file], deletedActivities })).statusCode).toBe(200);
    const { rows } = await api.db.query(sql`
      select summary_id as id from garmin_inbox where garmin_user_id = ${userId}`);
    expect(rows).toEqual([{ id: 'good' }]);
  },
);

test.each([
  ['another address', 'x'.repeat(WEBHOOK_SECRET.length), undefined],
  ['a shorter address', 'x', undefined],
  ['another partner’s header', WEBHOOK_SECRET, 'someone-else'],
])('a request with %s is rejected', async (_name, secret, clientId) => {
  const response = await api.app.inject({
    method: 'POST',
    url: `/api/garmin/webhooks/${secret}`,
    headers: clientId ? { 'garmin-client-id': clientId } : {},
    payload: { deregistrations: [] },
  });
  expect(response.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
});

test('a notification during a database outage gets a 503, and Garmin repeats it', async () => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const { server } = await api.buildAnother({
    garmin: api.garmin,
    db: { ...api.db, inTransaction: async () => Promise.reject(refused) },
  });
  const response = await server.inject({
    method: 'POST',
    url: `/api/garmin/webhooks/${WEBHOOK_SECRET}`,
    payload: { deregistrations: [{ userId: 'somebody' }] },
  });
  expect(response.statusCode).toBe(503);
  await server.close();
});
