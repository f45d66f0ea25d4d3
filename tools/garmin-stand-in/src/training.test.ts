import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeGarmin, startFakeGarmin } from './start.ts';
import { openPartner, step, type Tokens, withSteps, WORKOUT } from './testing.ts';

const CREATE = '/workoutportal/workout/v2';
const WORKOUTS = '/training-api/workout/v2';
const SCHEDULE = '/training-api/schedule';

let garmin: FakeGarmin;
let partner: ReturnType<typeof openPartner>;
let ana: Tokens;
beforeEach(async () => {
  garmin = await startFakeGarmin({ now: () => Date.UTC(2026, 10, 15) });
  partner = openPartner(garmin);
  ana = await partner.connect('ana');
});
afterEach(() => garmin.stop());

/** Ids from the text, because JSON.parse would round them. */
function idIn(text: string, name = 'workoutId'): string {
  return new RegExp(`"${name}":(\\d+)`).exec(text)?.[1] ?? 'none';
}

async function create(tokens = ana, workout: unknown = WORKOUT) {
  const response = await partner.call(tokens, 'POST', CREATE, workout);
  const text = await response.text();
  return { status: response.status, text, id: idIn(text), ownerId: idIn(text, 'ownerId') };
}

test('a workout is created, read, updated and deleted, with a 64-bit id', async () => {
  const { status, id, ownerId } = await create();
  expect(status).toBe(200);
  expect(BigInt(id)).toBeGreaterThan(2n ** 53n);
  expect(String(Number(id))).not.toBe(id);

  const changed = JSON.stringify({ ...WORKOUT, workoutName: 'Changed' }).replace(
    '{',
    `{"workoutId":${id},"ownerId":${ownerId},`,
  );
  expect((await partner.call(ana, 'PUT', `${WORKOUTS}/${id}`, changed)).status).toBe(204);
  const read = await (await partner.call(ana, 'GET', `${WORKOUTS}/${id}`)).text();
  expect(read).toContain('"workoutName":"Changed"');
  expect(idIn(read)).toBe(id);

  expect((await partner.call(ana, 'DELETE', `${WORKOUTS}/${id}`)).status).toBe(204);
  expect((await partner.call(ana, 'GET', `${WORKOUTS}/${id}`)).status).toBe(404);
});

test.each([
  ['nothing', ''],
  ['another id', '"workoutId":1,"ownerId":OWNER,'],
  ['the id rounded', '"workoutId":ROUNDED,"ownerId":OWNER,'],
  ['the id as text', '"workoutId":"ID","ownerId":OWNER,'],
  ['no owner', '"workoutId":ID,'],
  ['the user id as owner', '"workoutId":ID,"ownerId":"0a1b",'],
])('an update with %s is rejected', async (_name, prefix) => {
  const { id, ownerId } = await create();
  const named = prefix
    .replaceAll('OWNER', ownerId)
    .replaceAll('ROUNDED', String(Number(id)))
    .replaceAll('ID', id);
  const body = JSON.stringify(WORKOUT).replace('{', `{${named}`);
  expect((await partner.call(ana, 'PUT', `${WORKOUTS}/${id}`, body)).status).toBe(400);
});

test('a token does not give access to another user’s workouts or schedules', async () => {
  const ben = await partner.connect('ben');
  const { id } = await create();
  const made = await partner.call(ana, 'POST', SCHEDULE, `{"workoutId":${id},"date":"2026-11-17"}`);
  const scheduleId = idIn(await made.text(), 'scheduleId');
  expect((await partner.call(ben, 'GET', `${WORKOUTS}/${id}`)).status).toBe(404);
  expect((await partner.call(ben, 'DELETE', `${WORKOUTS}/${id}`)).status).toBe(404);
  expect((await partner.call(ben, 'GET', `${SCHEDULE}/${scheduleId}`)).status).toBe(404);
  expect((await partner.call(ben, 'DELETE', `${SCHEDULE}/${scheduleId}`)).status).toBe(404);
  const days = `${SCHEDULE}?startDate=2026-11-01&endDate=2026-11-30`;
  expect(await (await partner.call(ben, 'GET', days)).json()).toEqual([]);
});

const nested = {
  type: 'WorkoutRepeatStep',
  stepOrder: 1,
  repeatType: 'REPEAT_UNTIL_STEPS_CMPLT',
  repeatValue: 2,
  steps: [
    {
      type: 'WorkoutRepeatStep',
      stepOrder: 2,
      repeatType: 'REPEAT_UNTIL_STEPS_CMPLT',
      repeatValue: 3,
      steps: [step(3)],
    },
  ],
};

test.each<[string, unknown]>([
  ['an id', { ...WORKOUT, workoutId: 7 }],
  ['an owner that is no number', { ...WORKOUT, ownerId: '0a1b2c' }],
  ['no segments', { ...WORKOUT, segments: undefined }],
  ['no steps', withSteps([])],
  ['no name', { ...WORKOUT, workoutName: '' }],
  ['a name of 81 characters', { ...WORKOUT, workoutName: 'x'.repeat(81) }],
  ['a description of 1025 characters', { ...WORKOUT, description: 'x'.repeat(1025) }],
  ['a provider of 21 characters', { ...WORKOUT, workoutProvider: 'x'.repeat(21) }],
  ['a source of 21 characters', { ...WORKOUT, workoutSourceId: 'x'.repeat(21) }],
  ['an unknown sport', { ...WORKOUT, sport: 'JOGGING' }],
  ['an unknown kind of step', withSteps([step(1, { type: 'Step' })])],
  ['an unknown intensity', withSteps([step(1, { intensity: 'HARD' })])],
  ['an unknown duration', withSteps([step(1, { durationType: 'MINUTES' })])],
  ['an unknown unit', withSteps([step(1, { durationValueType: 'MILE' })])],
  ['an unknown target', withSteps([step(1, { targetType: 'EFFORT' })])],
  ['a time of nothing', withSteps([step(1, { durationValue: 0 })])],
  [
    'a distance without one',
    withSteps([step(1, { durationType: 'DISTANCE', durationValue: null })]),
  ],
  ['a step described in 513 characters', withSteps([step(1, { description: 'x'.repeat(513) })])],
  ['the fast end first', withSteps([step(1, { targetValueLow: 4, targetValueHigh: 3 })])],
  ['seconds per kilometre', withSteps([step(1, { targetValueLow: 270, targetValueHigh: 300 })])],
  ['two steps of one number', withSteps([step(1), step(1)])],
  ['numbers that fall', withSteps([step(2), step(1)])],
  ['a repeat in a repeat', withSteps([nested])],
  ['101 steps', withSteps(Array.from({ length: 101 }, (_, index) => step(index + 1)))],
])('a workout with %s is rejected', async (_name, workout) => {
  const { status, text } = await create(ana, workout);
  expect(status).toBe(400);
  expect(JSON.parse(text)).toEqual({ errorMessage: expect.any(String) });
});

test('a workout of 100 steps is accepted; nested repeats depend on the assumption', async () => {
  const hundred = withSteps(Array.from({ length: 100 }, (_, index) => step(index + 1)));
  expect((await create(ana, hundred)).status).toBe(200);
  await garmin.control.changeAssumptions({ nestedRepeats: 'accepted' });
  expect((await create(ana, withSteps([nested]))).status).toBe(200);
});

test('a schedule is created, moved and deleted', async () => {
  const { id } = await create();
  const made = await partner.call(
    ana,
    'POST',
    `${SCHEDULE}/`,
    `{"workoutId":${id},"date":"2026-11-17"}`,
  );
  expect(made.status).toBe(200);
  const scheduleId = idIn(await made.text(), 'scheduleId');

  const moved = `{"scheduleId":${scheduleId},"workoutId":${id},"date":"2026-11-18"}`;
  expect((await partner.call(ana, 'PUT', `${SCHEDULE}/${scheduleId}`, moved)).status).toBe(204);
  const on = async (day: string) =>
    (await partner.call(ana, 'GET', `${SCHEDULE}?startDate=${day}&endDate=${day}`)).text();
  expect(await on('2026-11-17')).toBe('[]');
  expect(idIn(await on('2026-11-18'), 'scheduleId')).toBe(scheduleId);

  expect((await partner.call(ana, 'DELETE', `${SCHEDULE}/${scheduleId}`)).status).toBe(204);
  expect(await on('2026-11-18')).toBe('[]');
});

test.each([
  ['text for an id', '{"workoutId":"ID","date":"2026-11-17"}', 400],
  ['a time of day', '{"workoutId":ID,"date":"2026-11-17T06:00:00Z"}', 400],
  ['a day that is none', '{"workoutId":ID,"date":"2026-02-30"}', 400],
  ['a workout that is not there', '{"workoutId":7,"date":"2026-11-17"}', 404],
])('a schedule with %s is rejected', async (_name, body, status) => {
  const { id } = await create();
  const response = await partner.call(ana, 'POST', SCHEDULE, body.replace('ID', id));
  expect(response.status).toBe(status);
});

test('checks run in order: token, connection, permission, rate limit, payload', async () => {
  await garmin.control.changeLimits({ perMinute: 0 });
  const bad = withSteps([]);
  expect((await create(ana, bad)).status).toBe(429);
  await garmin.control.changePermissions({ account: 'ana', permissions: [] });
  expect((await create(ana, bad)).status).toBe(412);
  await garmin.control.deregister({ account: 'ana' });
  expect((await create(ana, bad)).status).toBe(403);
  await garmin.control.advanceClock({ seconds: 86_401 });
  expect((await create(ana, bad)).status).toBe(401);
  expect((await partner.call(undefined, 'POST', CREATE, bad)).status).toBe(401);
});

test('the limits are 100 requests a minute for all and 200 a day for each user', async () => {
  const ben = await partner.connect('ben');
  const ask = async (tokens: Tokens) => (await partner.call(tokens, 'GET', `${WORKOUTS}/1`)).status;
  for (let call = 0; call < 100; call++) expect(await ask(ana)).toBe(404);
  expect(await ask(ben)).toBe(429);

  await garmin.control.advanceClock({ seconds: 60 });
  for (let call = 0; call < 99; call++) expect(await ask(ana)).toBe(404);
  await garmin.control.advanceClock({ seconds: 60 });
  expect(await ask(ana)).toBe(404);
  expect(await ask(ana)).toBe(429);
  expect(await ask(ben)).toBe(404);
});

test('Retry-After of a 429 depends on the assumption', async () => {
  await garmin.control.changeLimits({ perMinute: 0 });
  const ask = () => partner.call(ana, 'GET', `${WORKOUTS}/1`);
  expect((await ask()).headers.get('retry-after')).toBeNull();
  await garmin.control.changeAssumptions({ retryAfter: 'seconds' });
  expect(Number((await ask()).headers.get('retry-after'))).toBeLessThanOrEqual(60);
  await garmin.control.changeAssumptions({ retryAfter: 'date' });
  expect(Date.parse((await ask()).headers.get('retry-after') ?? '')).toBeGreaterThan(0);
});

test.each(['500', '502', '503'] as const)(
  'a planned %s has no effect and happens once',
  async (kind) => {
    await garmin.control.planFault({ kind, path: CREATE });
    expect((await create()).status).toBe(Number(kind));
    expect((await garmin.control.snapshot()).workouts).toHaveLength(0);
    expect((await create()).status).toBe(200);
  },
);

test('a connection can be cut before the workout is stored, or after', async () => {
  await garmin.control.planFault({ kind: 'cut', path: CREATE });
  await expect(create()).rejects.toThrow('fetch failed');
  expect((await garmin.control.snapshot()).workouts).toHaveLength(0);

  await garmin.control.planFault({ kind: 'cut-after', path: CREATE });
  await expect(create()).rejects.toThrow('fetch failed');
  const { workouts, calls } = await garmin.control.snapshot();
  expect(workouts).toHaveLength(1);
  expect(calls.at(-1)).toMatchObject({ status: 0, fault: 'cut-after', user: 'ana' });
});

test('a response can be an error although the workout is stored', async () => {
  await garmin.control.planFault({ kind: '500-after', path: CREATE });
  expect((await create()).status).toBe(500);
  expect((await garmin.control.snapshot()).workouts).toHaveLength(1);
});

test('a response can be held until the test releases it, and be slow', async () => {
  await garmin.control.planFault({ kind: 'held', path: CREATE });
  const held = create();
  await expect.poll(async () => (await garmin.control.snapshot()).workouts).toHaveLength(1);
  expect((await garmin.control.snapshot()).calls.at(-1)).toMatchObject({
    status: 0,
    fault: 'held',
  });
  await garmin.control.releaseHeld({});
  expect((await held).status).toBe(200);

  await garmin.control.planFault({ kind: 'slow', path: CREATE, slowMilliseconds: 50 });
  expect((await create()).status).toBe(200);
  expect((await garmin.control.snapshot()).calls.at(-1)).toMatchObject({ fault: 'slow' });
});

test('a workout can lose its steps', async () => {
  await garmin.control.planFault({ kind: 'lose-steps', path: CREATE });
  const { text } = await create();
  expect(JSON.parse(text)).toMatchObject({ segments: [{ steps: [] }] });
});

test('the response to a schedule can be only its id, or empty', async () => {
  const { id } = await create();
  const body = `{"workoutId":${id},"date":"2026-11-17"}`;
  await garmin.control.planFault({ kind: 'answer-number', path: SCHEDULE });
  expect(await (await partner.call(ana, 'POST', SCHEDULE, body)).text()).toMatch(/^\d+$/);
  await garmin.control.planFault({ kind: 'answer-nothing', path: SCHEDULE });
  expect((await partner.call(ana, 'POST', SCHEDULE, body)).status).toBe(204);
  expect((await garmin.control.snapshot()).schedules).toHaveLength(2);
});

test('deleting on the watch deletes the workout and its schedules', async () => {
  const { id } = await create();
  await partner.call(ana, 'POST', SCHEDULE, `{"workoutId":${id},"date":"2026-11-17"}`);
  expect(await garmin.control.deleteWorkout({ workoutId: id })).toMatchObject({
    workouts: [],
    schedules: [],
  });
  expect((await partner.call(ana, 'GET', `${WORKOUTS}/${id}`)).status).toBe(404);
});

test('the same seed gives the same faults', async () => {
  const chaos = { seed: 7, rates: { '500': 0.3, '429': 0.2 }, path: WORKOUTS };
  const run = async () => {
    await garmin.control.startRandomFaults(chaos);
    const statuses = [];
    for (let call = 0; call < 40; call++)
      statuses.push((await partner.call(ana, 'GET', `${WORKOUTS}/1`)).status);
    return statuses;
  };
  const first = await run();
  expect(new Set(first)).toEqual(new Set([404, 429, 500]));
  await garmin.control.advanceClock({ seconds: 60 });
  expect(await run()).toEqual(first);
});

test('the watch page shows workouts with escaped text', async () => {
  await create(ana, { ...WORKOUT, workoutName: '<b>5 x 1 km' });
  const page = await (await fetch(`${garmin.url}/watch`)).text();
  expect(page).toContain('&lt;b>5 x 1 km');
  expect(page).toContain('1000 m, 3.33 to 3.7 m/s');
});

test('the log of requests contains no token', async () => {
  await create();
  const seen = JSON.stringify(await garmin.control.snapshot());
  expect(seen).not.toContain(ana.access_token.slice(0, 30));
  expect(seen).not.toContain(ana.refresh_token.slice(0, 30));
});
