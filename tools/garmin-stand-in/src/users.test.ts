import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeGarmin, startFakeGarmin } from './start.ts';
import { openPartner, WORKOUT } from './testing.ts';
import { readActivity } from '@pacewright/activity';

type Received = { headers: Record<string, unknown>; body: unknown; bytes: number };

let garmin: FakeGarmin;
let partner: ReturnType<typeof openPartner>;
let endpoint: Server;
let received: Received[];
let answer: number;
beforeEach(async () => {
  received = [];
  answer = 200;
  endpoint = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, body: JSON.parse(text), bytes: text.length });
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  garmin = await startFakeGarmin({
    webhookUrl: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/hook`,
    now: () => Date.UTC(2026, 10, 15),
  });
  partner = openPartner(garmin);
});
afterEach(async () => {
  await garmin.stop();
  endpoint.closeAllConnections();
  endpoint.close();
});

test.each(['/wellness-api/rest', '/partner-gateway/rest'])(
  'under %s an athlete is who they are, in either shape of permissions',
  async (prefix) => {
    const tokens = await partner.connect('ana', ['WORKOUT_IMPORT']);
    const again = await partner.connect('ana', ['WORKOUT_IMPORT']);
    const id = await (await partner.call(tokens, 'GET', `${prefix}/user/id`)).json();
    expect(id).toEqual({ userId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await (await partner.call(again, 'GET', `${prefix}/user/id`)).json()).toEqual(id);

    const asked = () => partner.call(tokens, 'GET', `${prefix}/user/permissions`);
    expect(await (await asked()).json()).toEqual(['WORKOUT_IMPORT']);
    await garmin.control.changeAssumptions({ permissionsShape: 'object' });
    expect(await (await asked()).json()).toEqual({ permissions: ['WORKOUT_IMPORT'] });
  },
);

test('no token is a 401, an unknown one a 403', async () => {
  expect((await partner.call(undefined, 'GET', '/userPermissions/')).status).toBe(401);
  const made = {
    access_token: 'x',
    refresh_token: 'x',
    expires_in: 1,
    refresh_token_expires_in: 1,
  };
  expect((await partner.call(made, 'GET', '/userPermissions/')).status).toBe(403);
});

test('a deregistration rejects every request and notifies the partner', async () => {
  const tokens = await partner.connect('ana');
  const removed = await partner.call(tokens, 'DELETE', '/wellness-api/rest/user/registration');
  expect(removed.status).toBe(204);
  await garmin.control.settle({});

  for (const path of ['/wellness-api/rest/user/id', '/training-api/workout/v2/1'])
    expect((await partner.call(tokens, 'GET', path)).status).toBe(403);
  expect((await partner.refresh(tokens.refresh_token)).status).toBe(400);
  const [user] = (await garmin.control.snapshot()).users;
  expect(received.map(({ body }) => body)).toEqual([
    { deregistrations: [{ userId: user?.userId }] },
  ]);
  expect(received[0]?.headers).toMatchObject({
    'garmin-client-id': garmin.partner.id,
    'user-agent': expect.stringContaining('Garmin'),
  });
});

test('changed permissions are sent as a list, or as a map', async () => {
  const tokens = await partner.connect('ana');
  await garmin.control.changePermissions({ account: 'ana', permissions: ['ACTIVITY_EXPORT'] });
  await garmin.control.changeAssumptions({ notifiedPermissionsShape: 'map' });
  await garmin.control.changePermissions({ account: 'ana', permissions: ['ACTIVITY_EXPORT'] });

  expect(received.map(({ body }) => body)).toMatchObject([
    { userPermissionsChange: [{ permissions: ['ACTIVITY_EXPORT'] }] },
    {
      userPermissionsChange: [{ permissions: { ACTIVITY_EXPORT: true, WORKOUT_IMPORT: false } }],
    },
  ]);
  expect((await partner.call(tokens, 'GET', '/training-api/workout/v2/1')).status).toBe(412);
});

test('a rejected notification is repeated with back-off for seven days', async () => {
  answer = 500;
  await garmin.control.notify({ body: { deregistrations: [{ userId: 'nobody' }] } });
  expect(received).toHaveLength(1);
  await garmin.control.advanceClock({ seconds: 59 });
  expect(received).toHaveLength(1);
  await garmin.control.advanceClock({ seconds: 2 });
  expect(received).toHaveLength(2);
  await garmin.control.advanceClock({ seconds: 61 });
  expect(received).toHaveLength(2);
  answer = 200;
  const { deliveries } = await garmin.control.advanceClock({ seconds: 60 });
  expect(deliveries).toMatchObject([{ attempts: [500, 500, 200], state: 'delivered' }]);

  answer = 500;
  await garmin.control.notify({ body: { deregistrations: [{ userId: 'nobody' }] } });
  for (let day = 0; day < 14; day++) await garmin.control.advanceClock({ seconds: 86_400 });
  expect((await garmin.control.snapshot()).deliveries.at(-1)?.state).toBe('given up');
});

test('a notification can have no header, and be as large as 10 MB', async () => {
  await garmin.control.notify({
    body: { deregistrations: [{ userId: 'nobody' }] },
    withoutHeader: true,
    padToBytes: 10_000_000,
  });
  expect(received[0]?.headers).not.toHaveProperty('garmin-client-id');
  expect(received[0]?.bytes).toBe(10_000_000);
});

test('an activity is announced with its data, or with a URL that works once within a day', async () => {
  const tokens = await partner.connect('ana');
  await garmin.control.uploadRun({ account: 'ana', as: 'push' });
  await garmin.control.uploadRun({ account: 'ana', as: 'ping' });
  await garmin.control.uploadRun({ account: 'ana', as: 'ping' });
  expect(received[0]?.body).toMatchObject({ activities: [{ activityType: 'RUNNING' }] });

  const [first, second] = received.slice(1).map(({ body }) => {
    const { activityFiles } = body as { activityFiles: { callbackURL: string }[] };
    return String(activityFiles[0]?.callbackURL).slice(garmin.url.length);
  });
  const file = await partner.call(tokens, 'GET', String(first));
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(8, 12)
      .toString(),
  ).toBe('.FIT');
  expect((await partner.call(tokens, 'GET', String(first))).status).toBe(410);
  await garmin.control.advanceClock({ seconds: 86_401 });
  expect((await partner.call(undefined, 'GET', String(second))).status).toBe(410);
});

test('activities are not pulled with a bearer token alone', async () => {
  const tokens = await partner.connect('ana');
  const refused = await partner.call(tokens, 'GET', '/wellness-api/rest/activities');
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({ errorMessage: 'InvalidPullTokenException failure' });
});

test('a backfill is accepted once, for at most thirty days, with permission', async () => {
  const path = (days: number) =>
    `/wellness-api/rest/backfill/activities?summaryStartTimeInSeconds=1000000&summaryEndTimeInSeconds=${1_000_000 + days * 86_400}`;
  const without = await partner.connect('ana');
  expect((await partner.call(without, 'GET', path(30))).status).toBe(400);

  const tokens = await partner.connect('ana', ['ACTIVITY_EXPORT', 'HISTORICAL_DATA_EXPORT']);
  expect((await partner.call(tokens, 'GET', path(31))).status).toBe(400);
  await garmin.control.uploadRun({ account: 'ana', startedAt: 1_500_000, as: 'none' });
  expect((await partner.call(tokens, 'GET', path(30))).status).toBe(202);
  expect((await partner.call(tokens, 'GET', path(30))).status).toBe(409);
  await garmin.control.settle({});
  expect(received.map(({ body }) => body)).toMatchObject([
    { activities: [{}] },
    { activityFiles: [{ startTimeInSeconds: 1_500_000 }] },
  ]);
});

test('a file is not for the token of someone else, nor for one without the permission', async () => {
  await partner.connect('ana');
  const ben = await partner.connect('ben');
  await garmin.control.uploadRun({ account: 'ana', as: 'ping' });
  const body = received[0]?.body as { activityFiles: { callbackURL: string }[] } | undefined;
  const path = String(body?.activityFiles[0]?.callbackURL).slice(garmin.url.length);
  expect((await partner.call(ben, 'GET', path)).status).toBe(404);
  const ana = await partner.connect('ana', ['WORKOUT_IMPORT']);
  expect((await partner.call(ana, 'GET', path)).status).toBe(412);
});

test('the watch runs a workout in the middle of its ranges, and uploads it with a lap for each step', async () => {
  const tokens = await partner.connect('ana');
  const made = await partner.call(tokens, 'POST', '/training-api/workout/v2', WORKOUT);
  expect(made.status).toBe(200);
  const [workout] = (await garmin.control.snapshot()).workouts;
  await garmin.control.runWorkout({ account: 'ana', workoutId: String(workout?.workoutId) });
  const body = received.at(-1)?.body as { activityFiles: { callbackURL: string }[] };
  const path = String(body.activityFiles[0]?.callbackURL).slice(garmin.url.length);
  const bytes = new Uint8Array(await (await partner.call(tokens, 'GET', path)).arrayBuffer());
  const reading = readActivity(bytes);
  if (!reading.ok) throw new Error(reading.reason);
  const { laps, workout: followed } = reading.activity;
  // A warm-up, and five rounds of two steps; the repeat is a row of its own.
  expect(laps.map(({ step }) => step)).toEqual([
    0,
    ...Array.from({ length: 5 }, () => [1, 2]).flat(),
  ]);
  expect(laps[1]?.metres).toBeCloseTo(1000, -1);
  expect(followed.steps).toHaveLength(4);
});
