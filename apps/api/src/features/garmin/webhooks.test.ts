import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GarminTestApp, startGarminTestApp, WEBHOOK_SECRET } from '../../testing/garmin.ts';
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
  const { users } = await api.standIn.control.look();
  return String(users.find(({ name }) => name === account)?.userId);
}

async function lastDelivery() {
  return (await api.standIn.control.look()).deliveries.at(-1);
}

const seconds = () => Math.floor(Date.now() / 1000);

function change(userId: string, permissions: unknown, at: number) {
  return { userId, summaryId: `s-${at}`, permissions, changeTimeInSeconds: at };
}

test('an athlete who disconnects at Garmin is asked for a new sign-in', async () => {
  const ana = await api.connected('ana');
  await api.standIn.control.deregister({ account: ana.account });
  expect(await lastDelivery()).toMatchObject({ attempts: [200], state: 'delivered' });
  expect(await api.work()).toEqual(['garmin-check-link']);
  expect(await status(ana)).toMatchObject({ connected: false, needsReconnect: true });
});

test('a deregistration that comes late does not end the link that was made since', async () => {
  const ana = await api.connected('ana');
  const userId = await garminUserId(ana.account);
  await api.standIn.control.deregister({ account: ana.account });
  await api.connect(ana, { account: ana.account });
  await api.standIn.control.notify({ body: { deregistrations: [{ userId }, { userId }] } });
  await api.work();
  expect(await status(ana)).toMatchObject({ connected: true });
});

test('what an athlete allows at Garmin is followed', async () => {
  const ana = await api.connected('ana');
  await api.pass(5);
  await api.standIn.control.changePermissions({
    account: ana.account,
    permissions: ['ACTIVITY_EXPORT'],
  });
  expect(await status(ana)).toMatchObject({ connected: true, canSendWorkouts: false });
  await api.pass(5);
  await api.standIn.control.changeUnknowns({ notifiedPermissionsShape: 'map' });
  await api.standIn.control.changePermissions({
    account: ana.account,
    permissions: ['WORKOUT_IMPORT'],
  });
  expect(await status(ana)).toMatchObject({
    permissions: ['WORKOUT_IMPORT'],
    canSendWorkouts: true,
  });
});

test('an older change that comes after a newer one is not applied', async () => {
  const ana = await api.connected('ana');
  const userId = await garminUserId(ana.account);
  const newer = change(userId, ['WORKOUT_IMPORT'], seconds() + 200);
  const older = change(userId, [], seconds() + 100);
  await api.standIn.control.notify({ body: { userPermissionsChange: [newer] } });
  await api.standIn.control.notify({ body: { userPermissionsChange: [older] } });
  await api.standIn.control.notify({ body: { userPermissionsChange: [newer, older] } });
  expect(await status(ana)).toMatchObject({ permissions: ['WORKOUT_IMPORT'] });
});

test('one notification can be about several athletes, unknown ones and unknown things', async () => {
  const [ana, ben] = [await api.connected('ana'), await api.connected('ben')];
  const at = seconds() + 300;
  await api.standIn.control.notify({
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
  expect(await status(ana)).toMatchObject({ permissions: [] });
  expect(await status(ben)).toMatchObject({ permissions: ['COURSE_IMPORT'] });
  expect(await api.work()).toEqual([]);
});

test('runs that are announced are answered, pushed or pinged', async () => {
  const ana = await api.connected('ana');
  await api.standIn.control.announceRun({ account: ana.account, as: 'push' });
  expect(await lastDelivery()).toMatchObject({ state: 'delivered' });
  await api.standIn.control.announceRun({ account: ana.account, as: 'ping' });
  expect(await lastDelivery()).toMatchObject({ state: 'delivered' });
});

test('a notification of 10 MB, and one without Garmin’s header, are taken', async () => {
  await api.standIn.control.notify({
    body: { deregistrations: [{ userId: 'nobody' }] },
    withoutHeader: true,
    padToBytes: 10_000_000,
  });
  expect(await lastDelivery()).toMatchObject({ state: 'delivered' });
});

test.each([
  ['another address', 'x'.repeat(WEBHOOK_SECRET.length), undefined],
  ['a shorter address', 'x', undefined],
  ['another partner’s header', WEBHOOK_SECRET, 'someone-else'],
])('what comes with %s is not taken', async (_what, secret, clientId) => {
  const response = await api.app.inject({
    method: 'POST',
    url: `/api/garmin/webhooks/${secret}`,
    headers: clientId ? { 'garmin-client-id': clientId } : {},
    payload: { deregistrations: [] },
  });
  expect(response.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
});

test('what cannot be understood is refused, so that Garmin keeps it', async () => {
  await api.standIn.control.notify({ body: { deregistrations: 'all of them' } });
  expect(await lastDelivery()).toMatchObject({ attempts: [400], state: 'due' });
});

test('what comes while the database is away is sent again by Garmin', async () => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const { server } = await api.buildAnother({
    garmin: api.garmin,
    db: { ...api.db, query: async () => Promise.reject(refused) },
  });
  const response = await server.inject({
    method: 'POST',
    url: `/api/garmin/webhooks/${WEBHOOK_SECRET}`,
    payload: { deregistrations: [{ userId: 'somebody' }] },
  });
  expect(response.statusCode).toBe(503);
  await server.close();
});
