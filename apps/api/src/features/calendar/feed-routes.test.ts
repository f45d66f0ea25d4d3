import { Writable } from 'node:stream';
import { trainingPaces } from '@pacewright/pace';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { openRateLimits } from '../../http/rate-limits.ts';
import { createLogger } from '../../logging.ts';
import { changeAccount, openTestIdentity } from '../../testing/identity.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { publicFeedRoutes } from './feed-routes.ts';

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
  expect(none.json()).toEqual({ createdAt: null, lastReadAt: null });
  const first = await makeFeed(ana);
  const second = await makeFeed(ana);
  expect((await poll(first)).json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await poll(second)).statusCode).toBe(200);
  const known = await request(ana, 'GET', '/api/calendar-feed');
  const onThatDay = expect.stringMatching(/^2026-11-16T/);
  expect(known.json()).toEqual({ createdAt: onThatDay, lastReadAt: onThatDay });

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
  expect(exported.json().calendarFeed).toEqual({
    createdAt: expect.any(String),
    lastReadAt: expect.toBeOneOf([null, expect.any(String)]),
  });
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

/** The statements of a second API with the limits of production, by the tables they read. */
async function countStatements() {
  const statements: string[] = [];
  const query: typeof api.db.query = (statement) => {
    statements.push(statement.text);
    return api.db.query(statement);
  };
  const { server } = await api.buildAnother({
    db: { ...api.db, query },
    limits: openRateLimits({ redisUrl: undefined }),
    now: () => new Date(time),
  });
  const pollOnce = async (url: string, remoteAddress = '45.4.4.4') => {
    statements.length = 0;
    const { statusCode } = await server.inject({ url, remoteAddress });
    return [statusCode, statements.length];
  };
  return { pollOnce, statements, close: () => server.close() };
}

test('a poll over the limit of its feed costs no statement, from any address', async () => {
  const ana = await api.signUp('ana');
  await plan(ana);
  const path = await makeFeed(ana);
  const { pollOnce, close } = await countStatements();
  for (let count = 0; count < 120; count++) expect((await pollOnce(path))[0]).toBe(200);
  expect(await pollOnce(path)).toEqual([429, 0]);
  expect(await pollOnce(path, '45.4.4.5')).toEqual([429, 0]);
  await close();
});

test('an invented link costs a look at the links, and over the limit of its address nothing', async () => {
  const ana = await api.signUp('ana');
  const path = await makeFeed(ana);
  const { pollOnce, statements, close } = await countStatements();
  const invent = (count: number) =>
    `/api/calendar-feeds/${String(count).padStart(4, '0').repeat(16)}.ics`;
  expect(await pollOnce(invent(0))).toEqual([404, 1]);
  expect(statements[0]).not.toContain('calendar_entry');
  for (let count = 1; count < 60; count++) expect((await pollOnce(invent(count)))[0]).toBe(404);
  expect(await pollOnce(invent(60))).toEqual([429, 0]);
  // A link that was found before is read whatever others at its address do.
  expect((await pollOnce(path, '45.4.4.5'))[0]).toBe(200);
  expect((await pollOnce(path))[0]).toBe(200);
  await close();
});

test('links that exist take nothing of the limit of their address', async () => {
  const { pollOnce, close } = await countStatements();
  for (let count = 0; count < 70; count++)
    expect((await pollOnce(await makeFeed(await api.signUp('ana'))))[0]).toBe(200);
  await close();
}, 60_000);

test('a feed has another ETag when the code that writes it changes', async () => {
  const ana = await api.signUp('ana');
  await plan(ana);
  const path = await makeFeed(ana);
  const etags = [];
  for (const renderer of ['one', 'one', 'two']) {
    const server = Fastify();
    publicFeedRoutes(server, {
      db: api.db,
      limits: openRateLimits({ redisUrl: undefined }),
      now: () => new Date(time),
      readPaces: async () => ({ trainingPaces: trainingPaces(50), vdot: 50, paceUnits: 'metric' }),
      isEnabled: async () => true,
      renderer,
    });
    etags.push((await server.inject({ url: path })).headers['etag']);
    await server.close();
  }
  expect(etags[1]).toBe(etags[0]);
  expect(etags[2]).not.toBe(etags[0]);
});

test('polls at once share one rendering', async () => {
  const ana = await api.signUp('ana');
  await plan(ana);
  const path = await makeFeed(ana);
  const { pollOnce, statements, close } = await countStatements();
  await pollOnce(path);
  await plan(ana, '2026-12-20');
  await Promise.all([pollOnce(path), pollOnce(path), pollOnce(path)]);
  expect(statements.filter((text) => text.includes('md5'))).toHaveLength(3);
  expect(statements.filter((text) => text.includes('training_paces'))).toHaveLength(4);
  await close();
});

test('a link is made only after a recent sign-in, and ends with all sign-ins', async () => {
  const ana = await api.signUp('ana');
  const identity = openTestIdentity();
  const { server } = await api.buildAnother({
    identity: {
      ...identity,
      verifyToken: async (token, options) => ({
        ...(await identity.verifyToken(token, options)),
        signedInAt: new Date(Date.now() - 6 * 60_000),
      }),
    },
  });
  const { headers } = ana;
  const old = await server.inject({ method: 'POST', url: '/api/calendar-feed', headers });
  expect(old.json()).toMatchObject({ status: 403, code: 'RECENT_SIGN_IN_REQUIRED' });
  await server.close();

  const path = await makeFeed(ana);
  expect((await poll(path)).statusCode).toBe(200);
  expect((await request(ana, 'POST', '/api/auth/logout-everywhere')).statusCode).toBe(204);
  expect((await poll(path)).statusCode).toBe(404);
});

test('the settings show when a calendar last read the link', async () => {
  const ana = await api.signUp('ana');
  const path = await makeFeed(ana);
  const lastRead = async () =>
    (await request(ana, 'GET', '/api/calendar-feed')).json().lastReadAt as string | null;
  expect(await lastRead()).toBeNull();
  await poll(path);
  const first = await lastRead();
  expect(first).toMatch(/^2026-11-1/);
  await poll(path);
  expect(await lastRead()).toBe(first);
  time += 24 * 3600 * 1000;
  await poll(path);
  expect(Date.parse((await lastRead()) ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
  // A new link has no reader yet.
  const second = await makeFeed(ana);
  expect(await lastRead()).toBeNull();
  await poll(second);
  expect(await lastRead()).not.toBeNull();
});

test('the link of a disabled account ends on the next day at the latest', async () => {
  const ana = await api.signUp('ana');
  const path = await makeFeed(ana);
  expect((await poll(path)).statusCode).toBe(200);
  await changeAccount(ana.uid, { disableUser: true });
  time += 24 * 3600 * 1000;
  expect((await poll(path)).statusCode).toBe(404);
  // Also after the account is enabled again: whoever has the link is not asked.
  await changeAccount(ana.uid, { disableUser: false });
  expect((await poll(path)).statusCode).toBe(404);
});

test('an outage of the identity provider takes no calendar away', async () => {
  const ana = await api.signUp('ana');
  const path = await makeFeed(ana);
  const identity = { ...openTestIdentity(), isEnabled: () => Promise.reject(new Error('down')) };
  const { server } = await api.buildAnother({ identity });
  expect((await server.inject({ url: path })).statusCode).toBe(200);
  await server.close();
  expect((await request(ana, 'GET', '/api/calendar-feed')).json().lastReadAt).toBeNull();
});
