import { trainingPaces } from '@pacewright/pace';
import { formatScript, readScript } from '@pacewright/script';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

function parse(athlete: Athlete, script: unknown) {
  return api.app.inject({
    method: 'POST',
    url: '/api/parse-workout',
    headers: athlete.headers,
    payload: { script },
  });
}

test('a script is parsed into a workout, places, formatted text and totals', async () => {
  const ana = await api.signUp('ana');
  const reply = await parse(ana, '15min E + 2x(2x(400mtr R + jog) + 1km 5k) + 400mtr 90s + Z1');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({
    ...readScript('15min E + 2x(2x(400mtr R + jog) + 1km 5k) + 400mtr 90s + Z1'),
    formatted: '15m E + 2x(2x(400mtr R + jog) + 1km 5k) + 400mtr 1m30s + Z1',
  });
});

test('mistakes are part of the response, with places and fixes', async () => {
  const ana = await api.signUp('ana');
  const script = '15m E + 5x(3m I + 400m E) + 20m Q';
  const reply = await parse(ana, script);
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ ...readScript(script), formatted: script });
  expect(reply.json().diagnostics).toMatchObject([
    {
      code: 'minutes-or-metres',
      severity: 'error',
      from: 18,
      to: 22,
      fixes: [{ label: '400 metres' }, { label: '400 minutes' }],
    },
    { code: 'unknown-word', fixes: [{ label: 'Keep it as a note' }, { label: 'Remove it' }] },
  ]);
});

test('totals use the paces of the athlete', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  await api.app.inject({
    method: 'PUT',
    url: '/api/user/paces',
    headers: ana.headers,
    payload: { trainingPaces: trainingPaces(50), vdot: 50, paceUnits: 'metric' },
  });
  const speeds = { trainingPaces: trainingPaces(50), vdot: 50 };
  const script = '2km E + 1km 5k';

  expect((await parse(ana, script)).json().totals).toEqual(readScript(script, { speeds }).totals);
  expect((await parse(ben, script)).json().totals).toEqual(readScript(script).totals);
});

test.each(['', '+'.repeat(5000), 'x('.repeat(2500), '9'.repeat(100_000), '⚡️\u0000'])(
  '%#: no script is too odd to answer',
  async (script) => {
    const ana = await api.signUp('ana');
    const reply = await parse(ana, script);
    expect(reply.statusCode).toBe(200);
    expect(reply.json().formatted).toBe(formatScript(script));
  },
);

test('a body without a script is rejected', async () => {
  const ana = await api.signUp('ana');
  expect((await parse(ana, 5)).json()).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
});

test('the OpenAPI document contains the schema of a workout', async () => {
  const document = (await api.app.inject('/api/openapi.json')).json();
  const { responses } = document.paths['/api/parse-workout'].post;
  expect(JSON.stringify(responses['200'])).toContain('repeat');
});

test.each(['5km ', '1 ', '99x(5km 0', `${'9'.repeat(309)}x(400mtr R) + 5km `, '400km 0.', '0km '])(
  'a script with %s before 309 digits is read in finite numbers',
  async (start) => {
    const ana = await api.signUp('ana');
    const { body, statusCode } = await parse(ana, start + '9'.repeat(309));
    expect(statusCode).toBe(200);
    expect(body).not.toContain(':null');
  },
);
