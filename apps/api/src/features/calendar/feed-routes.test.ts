import { Writable } from 'node:stream';
import { trainingPaces } from '@pacewright/pace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { openRateLimits } from '../../http/rate-limits.ts';
import { createLogger } from '../../logging.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';

let time = Date.parse('2026-11-16T06:00:00Z');
let api: TestApp;
beforeAll(async () => {
  api = await startTestApp({ now: () => new Date((time += 1)) });
});
afterAll(() => api.close());

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

function request({ headers }: Athlete, method: Method, url: string, payload?: object) {
  return api.app.inject({ method, url, headers, ...(payload && { payload }) });
}

async function makeFeed(athlete: Athlete): Promise<string> {
  const response = await request(athlete, 'POST', '/api/calendar-feed');
  expect(response.statusCode).toBe(200);
  return response.json().path;
}

function poll(path: string, etag?: string) {
  return api.app.inject({ url: path, headers: { ...(etag && { 'if-none-match': etag }) } });
}

async function plan(athlete: Athlete, day = '2026-11-17', script = '15m E + 5x(3m I + 2m jog)') {
  const workout = { title: 'Five by three', script };
  const saved = (await request(athlete, 'POST', '/api/auth/workouts', { workout })).json();
  const entry = await request(athlete, 'POST', '/api/calendar', { workoutId: saved.id, day });
  expect(entry.statusCode).toBe(200);
  return { saved, entry: entry.json() };
}

test('a feed has the planned workouts with their steps in words, without a sign-in', async () => {
  const ana = await api.signUp('ana');
  await plan(ana);
  const response = await poll(await makeFeed(ana));
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, max-age=600',
    'x-robots-tag': 'noindex',
  });
  const text = response.body.replaceAll('\r\n ', '');
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/);
  expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H');
  expect(text).toContain('DTSTART;VALUE=DATE:20261117');
  expect(text).toContain('SUMMARY:Five by three');
  expect(text).toContain('5 times:\\n  Interval\\, 3 min\\,');
});

test('days without a run and days far away are not in it', async () => {
  const ana = await api.signUp('ana');
  await plan(ana, '2026-10-01');
  await plan(ana, '2028-01-01');
  const content = { kind: 'rest', title: 'Feet up', script: '' };
  await request(ana, 'POST', '/api/calendar', { content, day: '2026-11-18' });
  expect((await poll(await makeFeed(ana))).body).not.toContain('VEVENT');
});

test('an unchanged feed is 304, and every change that it shows is noticed', async () => {
  const ana = await api.signUp('ana');
  const { saved, entry } = await plan(ana);
  const path = await makeFeed(ana);
  let etag = String((await poll(path)).headers['etag']);
  const unchanged = await poll(path, `"other", ${etag}`);
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, '']);

  const expectChange = async (what: string, url: string, method: Method, body?: object) => {
    const response = await request(ana, method, url, body);
    expect([what, response.statusCode < 300]).toEqual([what, true]);
    const changed = await poll(path, etag);
    expect([what, changed.statusCode]).toEqual([what, 200]);
    etag = String(changed.headers['etag']);
    expect((await poll(path, etag)).statusCode).toBe(304);
    return changed.body;
  };
  const workout = { title: 'Six by three', script: '6x(3m I + 2m jog)' };
  const renamed = await expectChange('workout', `/api/auth/workouts/${saved.id}`, 'PUT', {
    workout,
    version: saved.version,
  });
  expect(renamed).toContain('SUMMARY:Six by three');
  await expectChange('day', `/api/calendar/${entry.id}`, 'PUT', { day: '2026-11-19' });
  const body = { day: '2026-11-19', timeOfDay: 'am' };
  const labelled = await expectChange('time', `/api/calendar/${entry.id}`, 'PUT', body);
  expect(labelled).toContain('SUMMARY:AM: Six by three');
  await expectChange('units', '/api/user/units', 'PUT', { paceUnits: 'imperial' });
  await expectChange('paces', '/api/user/paces', 'PUT', {
    trainingPaces: trainingPaces(60),
    vdot: 60,
    paceUnits: 'imperial',
  });
  await expectChange('content', `/api/calendar/${entry.id}/content`, 'PUT', {
    content: { kind: 'run', title: 'Own', script: '20m T' },
  });
  await expectChange('removal', `/api/calendar/${entry.id}`, 'DELETE');
});

test('a new link ends the one before it, and turning it off ends it at once', async () => {
  const ana = await api.signUp('ana');
  const none = await request(ana, 'GET', '/api/calendar-feed');
  expect(none.json()).toEqual({ createdAt: null });
  const first = await makeFeed(ana);
  const second = await makeFeed(ana);
  expect((await poll(first)).json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await poll(second)).statusCode).toBe(200);
  const known = await request(ana, 'GET', '/api/calendar-feed');
  expect(known.json()).toEqual({ createdAt: expect.stringMatching(/^2026-11-16T/) });

  expect((await request(ana, 'DELETE', '/api/calendar-feed')).statusCode).toBe(204);
  expect((await request(ana, 'DELETE', '/api/calendar-feed')).statusCode).toBe(204);
  expect((await poll(second)).statusCode).toBe(404);
});

test('the secret is stored as a hash, and of another athlete it opens nothing', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  await plan(ana);
  const [ofAna, ofBen] = [await makeFeed(ana), await makeFeed(ben)];
  const { rows } = await api.db.query(sql`
    select encode(token_hash, 'base64') as hash from calendar_feed where user_id = ${ana.userId}`);
  const secret = ofAna.split('/').at(-1)?.slice(0, -4) ?? '';
  expect(secret).toMatch(/^[\w-]{64}$/);
  expect(
    Buffer.from(secret, 'base64url').includes(Buffer.from(String(rows[0]?.['hash']), 'base64')),
  ).toBe(false);
  // The athlete of one link with the secret of the other; 16 bytes are the athlete.
  const mixed = Buffer.from(ofBen.split('/').at(-1)?.slice(0, -4) ?? '', 'base64url');
  Buffer.from(secret, 'base64url').copy(mixed, 0, 0, 16);
  const attempts = [
    `/api/calendar-feeds/${mixed.toString('base64url')}.ics`,
    ofAna.slice(0, -4),
    '/api/calendar-feeds/none.ics',
    `/api/calendar-feeds/${'A'.repeat(64)}.ics`,
  ];
  for (const path of attempts) expect((await poll(path)).statusCode).toBe(404);
  expect((await poll(ofBen)).body).not.toContain('VEVENT');
});

test('it ends with the account, and the export says that there is one', async () => {
  const ana = await api.signUp('ana');
  const path = await makeFeed(ana);
  const exported = await request(ana, 'GET', '/api/account/export');
  expect(exported.json().calendarFeed).toEqual({ createdAt: expect.any(String) });
  expect(exported.body).not.toContain(path.slice(-30));
  expect((await request(ana, 'DELETE', '/api/account')).statusCode).toBe(204);
  expect((await poll(path)).statusCode).toBe(404);
});

test('polls are limited for each feed, and guesses for each address', async () => {
  const ana = await api.signUp('ana');
  const path = await makeFeed(ana);
  const limits = openRateLimits({ redisUrl: undefined });
  const { server } = await api.buildAnother({ limits });
  const statuses = async (url: string, count: number) => {
    const replies = await Promise.all(Array.from({ length: count }, () => server.inject(url)));
    return new Set(replies.map(({ statusCode }) => statusCode));
  };
  expect(await statuses(path, 120)).toEqual(new Set([200]));
  expect(await statuses(path, 1)).toEqual(new Set([429]));
  expect(await statuses('/api/calendar-feeds/guess.ics', 61)).toEqual(new Set([404, 429]));
  await server.close();
  await limits.close();
});

test('the address is in no log line', async () => {
  const ana = await api.signUp('ana');
  const path = await makeFeed(ana);
  const lines: string[] = [];
  const out = new Writable({
    write: (line: Buffer, _, done) => {
      lines.push(String(line));
      done();
    },
  });
  const { server } = await api.buildAnother({}, createLogger('debug', out));
  await server.inject(path);
  await server.inject(path.replace('.ics', 'x.ics'));
  await server.close();
  const secret = path.split('/').at(-1)?.slice(0, 20) ?? '';
  expect(lines.some((line) => line.includes('/api/calendar-feeds/:file'))).toBe(true);
  expect(lines.filter((line) => line.includes(secret))).toEqual([]);
});
