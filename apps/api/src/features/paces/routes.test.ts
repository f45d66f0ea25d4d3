import { athletePaces, badSpeedsMessage } from '@pacewright/contract';
import {
  DEFAULT_TRAINING_PACES,
  PACE_KEYS,
  raceTime,
  readRace,
  trainingPaces,
  vdotFromRace,
} from '@pacewright/pace';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp({ now: () => new Date('2026-11-16T12:00:00Z') });
});
afterAll(() => api.close());

const FIVE_KM = { distance: 5000, timeInSeconds: 1197, racedOn: '2026-10-18' };

function request(
  athlete: Athlete,
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
) {
  return api.app.inject({ method, url, headers: athlete.headers, ...(payload && { payload }) });
}

const getPaces = (athlete: Athlete) => request(athlete, 'GET', '/api/user/paces');
const putPaces = (athlete: Athlete, paces: object) =>
  request(athlete, 'PUT', '/api/user/paces', paces);
const listRaces = async (athlete: Athlete) =>
  (await request(athlete, 'GET', '/api/user/races')).json().races;
const addRace = (athlete: Athlete, race: object) =>
  request(athlete, 'POST', '/api/user/races', race);
const deleteRace = (athlete: Athlete, id: string) =>
  request(athlete, 'DELETE', `/api/user/races/${id}`);

test('a new athlete has the default ranges, in miles', async () => {
  const ana = await api.signUp('ana');
  expect((await getPaces(ana)).json()).toEqual({
    trainingPaces: DEFAULT_TRAINING_PACES,
    paceUnits: 'imperial',
    computedPaces: DEFAULT_TRAINING_PACES,
    edited: [],
  });
});

test('saved paces are returned to their owner only', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  const paces = { trainingPaces: trainingPaces(52), vdot: 52, paceUnits: 'metric' };

  const saved = await putPaces(ana, paces);

  expect(saved.statusCode).toBe(200);
  expect((await getPaces(ana)).json()).toEqual(saved.json());
  expect(saved.json()).toMatchObject({ ...paces, edited: [] });
  expect((await getPaces(ben)).json()).toMatchObject({ trainingPaces: DEFAULT_TRAINING_PACES });
});

test('vdot and units are optional', async () => {
  const ana = await api.signUp('ana');
  const saved = await putPaces(ana, { trainingPaces: DEFAULT_TRAINING_PACES });
  expect(saved.json()).toMatchObject({ paceUnits: 'imperial', edited: [] });
  expect(saved.json()).not.toHaveProperty('vdot');
});

test.each(PACE_KEYS)(
  'a %s range the wrong way round is rejected with the specified message',
  async (key) => {
    const ana = await api.signUp('ana');
    const rejected = await putPaces(ana, {
      trainingPaces: { ...DEFAULT_TRAINING_PACES, [key]: { from: 3.5, to: 3.4 } },
      paceUnits: 'metric',
    });
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json()).toMatchObject({
      code: 'INVALID_REQUEST',
      detail: badSpeedsMessage(key),
      errors: [{ at: `/trainingPaces/${key}`, message: badSpeedsMessage(key) }],
    });
    expect((await getPaces(ana)).json()).toMatchObject({ trainingPaces: DEFAULT_TRAINING_PACES });
  },
);

test('the response lists every bad range', async () => {
  const ana = await api.signUp('ana');
  const bad = { from: 3, to: 0 };
  const rejected = await putPaces(ana, {
    trainingPaces: { E: bad, M: bad, T: bad, I: bad, R: bad },
  });
  expect(rejected.json().errors.map(({ message }: { message: string }) => message)).toEqual([
    'Easy pace range is invalid: "from" must be at most "to", both 0.01 to 2000 metres per second, or both 0',
    'Marathon pace range is invalid: "from" must be at most "to", both 0.01 to 2000 metres per second, or both 0',
    'Threshold pace range is invalid: "from" must be at most "to", both 0.01 to 2000 metres per second, or both 0',
    'Interval pace range is invalid: "from" must be at most "to", both 0.01 to 2000 metres per second, or both 0',
    'Repetition pace range is invalid: "from" must be at most "to", both 0.01 to 2000 metres per second, or both 0',
  ]);
});

test.each([
  [{ from: 5e-324, to: 3 }],
  [{ from: 3, to: 1e308 }],
  [{ from: 0.001, to: 0.001 }],
  [{ from: -2, to: 3 }],
])('the speeds %j are out of bounds', async (range) => {
  const ana = await api.signUp('ana');
  const rejected = await putPaces(ana, { trainingPaces: { ...DEFAULT_TRAINING_PACES, T: range } });
  expect(rejected.json()).toMatchObject({
    code: 'INVALID_REQUEST',
    errors: [{ at: '/trainingPaces/T', message: badSpeedsMessage('T') }],
  });
});

test('speeds stored before there were bounds are clamped, also for scripts', async () => {
  const ana = await api.signUp('ana');
  await putPaces(ana, { trainingPaces: DEFAULT_TRAINING_PACES });
  await api.db.query(sql`
    update training_paces set e_from = 5e-324, e_to = 5e-324, t_from = 1e308, t_to = 1e308
    where user_id = ${ana.userId}`);

  expect((await getPaces(ana)).json()).toMatchObject({
    trainingPaces: { E: { from: 0.01, to: 0.01 }, T: { from: 2000, to: 2000 } },
  });
  const parsed = await api.app.inject({
    method: 'POST',
    url: '/api/parse-workout',
    headers: ana.headers,
    payload: { script: '400km E + 24h T + 99x(24h T + 400km E) + 5km 10k' },
  });
  expect(parsed.statusCode).toBe(200);
});

test.each([0.5, 6.63, 9.99])('a VDOT of %f is rejected', async (vdot) => {
  const ana = await api.signUp('ana');
  const rejected = await putPaces(ana, { trainingPaces: DEFAULT_TRAINING_PACES, vdot });
  expect(rejected.json()).toMatchObject({
    status: 422,
    errors: [{ at: '/vdot', message: 'VDOT must be between 10 and 100' }],
  });
});

test('changing the units does not overwrite paces saved by another device', async () => {
  const ana = await api.signUp('ana');
  const putUnits = (paceUnits: string) => request(ana, 'PUT', '/api/user/units', { paceUnits });
  expect((await putUnits('metric')).json()).toEqual({
    trainingPaces: DEFAULT_TRAINING_PACES,
    computedPaces: DEFAULT_TRAINING_PACES,
    paceUnits: 'metric',
    edited: [],
  });

  const saved = { trainingPaces: trainingPaces(45), vdot: 45, paceUnits: 'metric' };
  await putPaces(ana, { ...saved, race: null });
  expect((await putUnits('imperial')).json()).toMatchObject({ ...saved, paceUnits: 'imperial' });
  expect((await getPaces(ana)).json()).toMatchObject({ ...saved, paceUnits: 'imperial' });
  expect((await putUnits('furlongs')).statusCode).toBe(400);
});

test('saving paces and deleting their race concurrently both succeed', async () => {
  const ana = await api.signUp('ana');
  const paces = { trainingPaces: DEFAULT_TRAINING_PACES, race: FIVE_KM };
  for (let round = 0; round < 10; round++) {
    const { race } = (await putPaces(ana, paces)).json();
    const answers = await Promise.all([
      putPaces(ana, paces),
      deleteRace(ana, race.id),
      putPaces(ana, paces),
      addRace(ana, FIVE_KM),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 204, 200, 200]);
  }
});

test('an unset range stays unset', async () => {
  const ana = await api.signUp('ana');
  const paces = { trainingPaces: { ...DEFAULT_TRAINING_PACES, R: { from: 0, to: 0 } } };
  expect((await putPaces(ana, paces)).json()).toMatchObject({ ...paces, edited: ['R'] });
});

test('changing the units changes no stored speed', async () => {
  const ana = await api.signUp('ana');
  const range = fc
    .tuple(
      fc.double({ min: 0.5, max: 9, noNaN: true }),
      fc.double({ min: 0.5, max: 9, noNaN: true }),
    )
    .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));
  const everyRange = fc.record({ E: range, M: range, T: range, I: range, R: range });

  await fc.assert(
    fc.asyncProperty(everyRange, async (ranges) => {
      await putPaces(ana, { trainingPaces: ranges, paceUnits: 'imperial' });
      const before = await storedNumbers(ana);
      await putPaces(ana, { ...(await getPaces(ana)).json(), paceUnits: 'metric' });
      await putPaces(ana, { ...(await getPaces(ana)).json(), paceUnits: 'imperial' });
      expect(await storedNumbers(ana)).toEqual(before);
      expect((await getPaces(ana)).json().trainingPaces).toEqual(ranges);
    }),
    { numRuns: 20 },
  );
});

/** The bytes of each stored speed. */
async function storedNumbers(athlete: Athlete) {
  const { rows } = await api.db.query({
    text: `select float8send(e_from) || float8send(e_to) || float8send(m_from) || float8send(m_to)
      || float8send(t_from) || float8send(t_to) || float8send(i_from) || float8send(i_to)
      || float8send(r_from) || float8send(r_to) as bytes from training_paces where user_id = $1`,
    values: [athlete.userId],
  });
  return rows;
}

test('a race sets the paces and is saved', async () => {
  const ana = await api.signUp('ana');
  const vdot = vdotFromRace(5000, 1197);

  const saved = await putPaces(ana, {
    trainingPaces: trainingPaces(vdot),
    vdot,
    paceUnits: 'metric',
    race: FIVE_KM,
  });

  expect(saved.json()).toMatchObject({ vdot, race: { ...FIVE_KM, vdot }, edited: [] });
  expect(await listRaces(ana)).toEqual([{ ...saved.json().race, setsPaces: true }]);
  const read = (await getPaces(ana)).json();
  expect(athletePaces.parse(read)).toEqual(read);
});

test('an edited range is listed, together with the computed ranges', async () => {
  const ana = await api.signUp('ana');
  const vdot = vdotFromRace(5000, 1197);
  const edited = { ...trainingPaces(vdot), T: { from: 3.8, to: 4 } };

  const saved = await putPaces(ana, {
    trainingPaces: edited,
    vdot,
    paceUnits: 'metric',
    race: FIVE_KM,
  });
  expect(saved.json()).toMatchObject({
    trainingPaces: edited,
    edited: ['T'],
    computedPaces: trainingPaces(vdot),
  });

  const { computedPaces, ...rest } = saved.json();
  const back = await putPaces(ana, { ...rest, trainingPaces: computedPaces });
  expect(back.json()).toMatchObject({ trainingPaces: trainingPaces(vdot), edited: [] });
});

test('saving the same paces again does not duplicate the race', async () => {
  const ana = await api.signUp('ana');
  const first = await putPaces(ana, { trainingPaces: DEFAULT_TRAINING_PACES, race: FIVE_KM });
  const second = await putPaces(ana, first.json());
  expect(second.json()).toEqual(first.json());
  expect(await listRaces(ana)).toHaveLength(1);
});

test('a VDOT that does not match the race is rejected, and nothing is saved', async () => {
  const ana = await api.signUp('ana');
  const rejected = await putPaces(ana, {
    trainingPaces: trainingPaces(60),
    vdot: 60,
    race: FIVE_KM,
  });
  expect(rejected.json()).toMatchObject({ status: 422, errors: [{ at: '/vdot' }] });
  expect(await listRaces(ana)).toEqual([]);
});

test('races are listed newest first, with their VDOT', async () => {
  const ana = await api.signUp('ana');
  const half = { distance: 21_097.5, timeInSeconds: 5700, racedOn: '2025-04-06' };
  const tenKm = { distance: 10_000, timeInSeconds: 2500, racedOn: '2026-05-10' };
  await addRace(ana, tenKm);
  await addRace(ana, half);
  await addRace(ana, FIVE_KM);
  await addRace(ana, half);

  expect(await listRaces(ana)).toMatchObject([
    { ...FIVE_KM, vdot: vdotFromRace(5000, 1197), setsPaces: false },
    { ...tenKm, setsPaces: false },
    { ...half, setsPaces: false },
  ]);
});

test('another time for the same distance and day replaces the first', async () => {
  const ana = await api.signUp('ana');
  const { race } = (
    await putPaces(ana, { trainingPaces: trainingPaces(50), race: FIVE_KM })
  ).json();

  await addRace(ana, FIVE_KM);
  expect((await getPaces(ana)).json()).toMatchObject({ race });

  await addRace(ana, { ...FIVE_KM, timeInSeconds: 1190 });
  expect(await listRaces(ana)).toMatchObject([
    { id: race.id, timeInSeconds: 1190, setsPaces: false },
  ]);
  expect((await getPaces(ana)).json()).not.toHaveProperty('race');
});

test('only the owner can delete a race, and its paces stay', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  const { race, ...paces } = (
    await putPaces(ana, { trainingPaces: trainingPaces(50), race: FIVE_KM })
  ).json();

  expect((await deleteRace(ben, race.id)).json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(await listRaces(ana)).toHaveLength(1);

  expect((await deleteRace(ana, race.id)).statusCode).toBe(204);
  expect(await listRaces(ana)).toEqual([]);
  expect((await getPaces(ana)).json()).toEqual(paces);
});

test('a race without its day counts as today’s', async () => {
  const ana = await api.signUp('ana');
  const { racedOn: _day, ...undated } = FIVE_KM;
  const today = '2026-11-16';
  expect((await addRace(ana, undated)).json()).toMatchObject({ ...undated, racedOn: today });
  const paces = { trainingPaces: trainingPaces(50), race: undated };
  expect((await putPaces(ana, paces)).json().race).toMatchObject({ racedOn: today });
});

test.each([
  [{ distance: 400 }, '/distance', 'Enter a race distance between 800 m and 100 km'],
  [{ timeInSeconds: 0 }, '/timeInSeconds', 'Enter a time like 24:31 or 1:45:00'],
  [
    { timeInSeconds: 600 },
    '/timeInSeconds',
    'That’s faster than the world record. Check the distance and time',
  ],
  [
    { timeInSeconds: 5000 },
    '/timeInSeconds',
    'This result is too slow for the formula. Set your paces by hand',
  ],
  [{ racedOn: '2026-11-18' }, '/racedOn', 'That date is in the future'],
  [{ racedOn: '0026-11-18' }, '/racedOn', 'Enter the race date, 1900 or later'],
])('a race with %j is rejected with its field', async (change, at, message) => {
  const ana = await api.signUp('ana');
  const rejected = await addRace(ana, { ...FIVE_KM, ...change });
  expect(rejected.json()).toMatchObject({
    status: 422,
    code: 'NOT_ACCEPTED',
    detail: message,
    errors: [{ at, message }],
  });

  const withPaces = await putPaces(ana, {
    trainingPaces: DEFAULT_TRAINING_PACES,
    race: { ...FIVE_KM, ...change },
  });
  expect(withPaces.json()).toMatchObject({ status: 422, errors: [{ at: `/race${at}`, message }] });
});

test('a race may be tomorrow in UTC', async () => {
  const ana = await api.signUp('ana');
  expect((await addRace(ana, { ...FIVE_KM, racedOn: '2026-11-17' })).statusCode).toBe(200);
});

test('the calculator returns the same values as the browser', async () => {
  const ana = await api.signUp('ana');
  const result = { distance: 42_195, timeInSeconds: 18_000 };
  const answered = await request(ana, 'POST', '/api/vdot/calculate', result);

  const { ok, ...expected } = readRace(result);
  expect(ok).toBe(true);
  expect(answered.json()).toEqual(expected);
  expect(answered.json()).toMatchObject({
    warnings: ['below_table', 'long_race'],
    equivalents: expect.arrayContaining([
      result,
      { distance: 5000, timeInSeconds: raceTime(vdotFromRace(42_195, 18_000), 5000) },
    ]),
  });
});

test('the calculator rejects with the name of the field', async () => {
  const ana = await api.signUp('ana');
  const rejected = await request(ana, 'POST', '/api/vdot/calculate', {
    distance: 5,
    timeInSeconds: 1197,
  });
  expect(rejected.json()).toMatchObject({ status: 422, errors: [{ at: '/distance' }] });
  const unread = await request(ana, 'POST', '/api/vdot/calculate', { distance: '5 km' });
  expect(unread.json()).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
});

test.each([
  ['GET', '/api/user/paces'],
  ['PUT', '/api/user/paces'],
  ['POST', '/api/vdot/calculate'],
  ['GET', '/api/user/races'],
  ['POST', '/api/user/races'],
  ['DELETE', '/api/user/races/018f6f0e-0000-7000-8000-000000000000'],
] as const)('%s %s waits for a verified email', async (method, url) => {
  const ana = await api.signUp('ana', { verified: false });
  expect((await request(ana, method, url)).json()).toMatchObject({
    status: 403,
    code: 'EMAIL_NOT_VERIFIED',
  });
});

test('paces and races are in the export, and are deleted with the account', async () => {
  const ana = await api.signUp('ana');
  const saved = (await putPaces(ana, { trainingPaces: trainingPaces(50), race: FIVE_KM })).json();
  const exported = (await request(ana, 'GET', '/api/account/export')).json();
  expect(exported).toMatchObject({ paces: saved, races: [{ ...saved.race, setsPaces: true }] });

  await request(ana, 'DELETE', '/api/account');
  const { rows } = await api.db.query({
    text: 'select 1 from race where user_id = $1 union select 1 from training_paces where user_id = $1',
    values: [ana.userId],
  });
  expect(rows).toEqual([]);
});
