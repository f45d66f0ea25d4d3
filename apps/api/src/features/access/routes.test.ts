import { type Key, KEY_DAYS, MAX_KEYS, type Scope, SCOPES } from '@pacewright/contract';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, type Db, openDatabase } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { openTestIdentity } from '../../testing/identity.ts';
import { type Athlete, startTestApp, type TestApp } from '../../testing/test-app.ts';

let api: TestApp;
let ana: Athlete;
let time = Date.now();
const now = () => new Date(time);
const DAY = 24 * 3600 * 1000;

beforeAll(async () => {
  api = await startTestApp({ now });
});
afterAll(() => api.close());
beforeEach(async () => {
  time = Date.now();
  ana = await api.signUp('ana');
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

function send(
  who: string | Athlete,
  method: Method,
  url: string,
  payload?: object,
  app: FastifyInstance = api.app,
): Promise<LightMyRequestResponse> {
  const headers = typeof who === 'string' ? { authorization: `Bearer ${who}` } : { ...who.headers };
  return app.inject({ method, url, headers, ...(payload && { payload }) });
}

async function ok(answer: Promise<LightMyRequestResponse>) {
  const response = await answer;
  if (response.statusCode >= 300) throw new Error(`${response.statusCode}: ${response.body}`);
  return response.body === '' ? undefined : response.json();
}

async function makeKey(
  scopes: readonly Scope[] = SCOPES,
  { athlete = ana, days = 90 }: { athlete?: Athlete; days?: number } = {},
): Promise<{ text: string; key: Key }> {
  return ok(send(athlete, 'POST', '/api/access', { name: 'Scripts', scopes, days }));
}

const workout = (script: string, title = 'Hills') => ({ workout: { title, script } });

describe('making a key', () => {
  test('it is shown once; only its hash is stored, and it is listed by its last characters', async () => {
    const { text, key } = await makeKey(['workouts:read', 'calendar:write']);
    expect(text).toMatch(/^pw_test_[0-9A-Za-z]{60}$/);
    const list = await send(ana, 'GET', '/api/access');
    expect(list.json().keys).toEqual([
      {
        id: key.id,
        name: 'Scripts',
        scopes: ['workouts:read', 'calendar:write'],
        hint: text.slice(-4),
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
        isEnded: false,
        lastUsedOn: null,
      },
    ]);
    expect(list.body).not.toContain(text);
    const { rows } = await api.db.query(
      sql`select * from api_access where user_id = ${ana.userId}`,
    );
    expect(JSON.stringify(rows)).not.toContain(text.slice(8, 60));
  });

  test.each(KEY_DAYS)('a key of %i days ends after them', async (days) => {
    const { text } = await makeKey(SCOPES, { days });
    time += days * DAY - 60_000;
    expect((await send(text, 'GET', '/api/user/paces')).statusCode).toBe(200);
    time += 120_000;
    expect((await send(text, 'GET', '/api/user/paces')).json().code).toBe('KEY_INVALID');
  });

  test.each([
    { name: ' ', scopes: ['workouts:read'], days: 90 },
    { name: 'x'.repeat(81), scopes: ['workouts:read'], days: 90 },
    { name: 'A', scopes: [], days: 90 },
    { name: 'A', scopes: ['account:delete'], days: 90 },
    { name: 'A', scopes: ['workouts:read'], days: 36_500 },
  ])('%j is refused', async (body) => {
    expect((await send(ana, 'POST', '/api/access', body)).statusCode).toBe(400);
  });

  test('there are up to 20, and one that was revoked makes room', async () => {
    const keys = [];
    for (let count = 0; count < MAX_KEYS; count++) keys.push(await makeKey());
    const body = { name: 'One more', scopes: ['workouts:read'], days: 30 };
    expect((await send(ana, 'POST', '/api/access', body)).json().code).toBe('LIMIT_REACHED');
    await ok(send(ana, 'DELETE', `/api/access/${keys[0]?.key.id}`));
    expect((await send(ana, 'POST', '/api/access', body)).statusCode).toBe(200);
  });

  test('of the keys that have ended, the newest 20 stay listed', async () => {
    for (let count = 0; count < MAX_KEYS + 3; count++) {
      const { key } = await makeKey();
      await ok(send(ana, 'DELETE', `/api/access/${key.id}`));
    }
    await makeKey();
    expect((await ok(send(ana, 'GET', '/api/access'))).keys).toHaveLength(MAX_KEYS + 1);
  });

  test('no key makes, lists or ends keys', async () => {
    const { text, key } = await makeKey();
    for (const [method, url] of [
      ['GET', '/api/access'],
      ['POST', '/api/access'],
      ['DELETE', `/api/access/${key.id}`],
      ['GET', `/api/access/${key.id}/writes`],
    ] as const)
      expect((await send(text, method, url)).json().code).toBe('SCOPE_MISSING');
  });
});

describe('using a key', () => {
  test('the last use is a day, and is written once on it', async () => {
    const { text } = await makeKey();
    const written = () =>
      api.db
        .query(
          sql`select xmin::text as at, last_used_on::text as day from api_access where user_id = ${ana.userId}`,
        )
        .then(({ rows }) => rows[0]);
    await ok(send(text, 'GET', '/api/user/paces'));
    const first = await written();
    expect(first?.['day']).toBe(now().toISOString().slice(0, 10));
    await ok(send(text, 'GET', '/api/user/paces'));
    expect(await written()).toEqual(first);
    time += DAY;
    await ok(send(text, 'GET', '/api/user/paces'));
    expect((await written())?.['day']).toBe(now().toISOString().slice(0, 10));
  });

  test('writing includes reading, and nothing of another area', async () => {
    const { text } = await makeKey(['calendar:write']);
    expect((await send(text, 'GET', '/api/calendar')).statusCode).toBe(200);
    const refused = await send(text, 'GET', '/api/auth/workouts');
    expect(refused.json()).toMatchObject({
      code: 'SCOPE_MISSING',
      detail: 'This key may not do that. It needs workouts:read',
    });
  });

  test('a batch of workouts with days needs the calendar as well', async () => {
    const { text } = await makeKey(['workouts:write']);
    const item = { workout: { title: 'A', script: '40m E' } };
    const body = (days: object) => ({ workouts: [{ ...item, ...days }] });
    const url = '/api/auth/workouts/batch';
    expect((await send(text, 'POST', url, body({ day: '2026-12-01' }))).json().code).toBe(
      'SCOPE_MISSING',
    );
    expect((await send(text, 'POST', url, body({}))).statusCode).toBe(200);
    expect((await ok(send(ana, 'GET', '/api/calendar'))).entries).toEqual([]);
  });

  test('a plan is not ended by a key', async () => {
    const { text } = await makeKey();
    const body = {
      action: { kind: 'end', how: 'remove' },
      today: '2026-11-01',
      hash: 'x'.repeat(43),
    };
    const url = `/api/seasons/${crypto.randomUUID()}/actions`;
    expect((await send(text, 'POST', url, body)).json().code).toBe('SCOPE_MISSING');
  });

  test('a script with mistakes is refused with its fixes, and kept as a draft', async () => {
    const { text } = await makeKey();
    const script = '2km E + 5x(1km I + 400m jog) + 2km E';
    const refused = await send(text, 'POST', '/api/auth/workouts', workout(script));
    expect(refused.statusCode).toBe(422);
    const { code, errors, mistakes } = refused.json();
    expect(code).toBe('TEXT_HAS_MISTAKES');
    expect(errors[0].at).toBe('/workout/script');
    expect(mistakes[0]).toMatchObject({
      at: '/workout/script',
      code: 'minutes-or-metres',
      quote: script.slice(mistakes[0].from, mistakes[0].to),
    });
    const fixed = mistakes[0].fixes[0].script;
    expect((await send(text, 'POST', '/api/auth/workouts', workout(fixed))).statusCode).toBe(200);
    const draft = { ...workout(script), draft: true };
    expect((await send(text, 'POST', '/api/auth/workouts', draft)).statusCode).toBe(200);
    // The app stores what its athlete types.
    expect((await send(ana, 'POST', '/api/auth/workouts', workout(script))).statusCode).toBe(200);
  });

  test('the same for entries, batches and plans, all or none', async () => {
    const { text } = await makeKey();
    const wrong = '40m Eeasy';
    const content = { kind: 'run', title: 'A', script: wrong };
    const right = { workout: { title: 'Right', script: '40m E' } };
    for (const [method, url, body] of [
      ['POST', '/api/calendar', { content, day: '2026-12-01' }],
      ['PUT', `/api/calendar/${crypto.randomUUID()}/content`, { content }],
      ['POST', '/api/auth/workouts/batch', { workouts: [right, workout(wrong)] }],
      ['POST', '/api/plans', { text: `plan A\nweek 1\n  Tue ${wrong}` }],
    ] as const) {
      const refused = await send(text, method, url, body);
      expect([url, refused.json().code]).toEqual([url, 'TEXT_HAS_MISTAKES']);
    }
    expect((await ok(send(ana, 'GET', '/api/auth/workouts'))).workouts).toEqual([]);
  });

  test('a plan is read with its weeks, and its mistakes with the lines that fix them', async () => {
    const { text } = await makeKey(['workouts:read']);
    const plan = 'plan Two\n\nweeks 1-2\n  Tue {40m, 50m} E\n  Sun race 10km';
    const read = await ok(send(text, 'POST', '/api/parse-plan', { text: plan }));
    expect(read).toMatchObject({ title: 'Two', ok: true, mistakes: [], isTruncated: false });
    expect(read.weeks[1].days).toMatchObject([
      { weekday: 'Tue', run: 1, kind: 'run', script: '50m E', isRace: false },
      { weekday: 'Sun', isRace: true },
    ]);
    const wrong = plan.replace('Sun race', 'Good luck!\n  Sun race');
    const { ok: isOk, mistakes } = await ok(send(text, 'POST', '/api/parse-plan', { text: wrong }));
    expect(isOk).toBe(false);
    expect(wrong).toContain(mistakes[0].fixes[0].replace);
  });

  test('the limit of a key is its own', async () => {
    const { text } = await makeKey();
    const { text: another } = await makeKey();
    const taken = new Map<string, number>();
    const limits = {
      take: async (name: string, id: string) => {
        taken.set(`${name} ${id}`, (taken.get(`${name} ${id}`) ?? 0) + 1);
      },
      giveBack: async () => {},
      close: async () => {},
    };
    const { server } = await api.buildAnother({ limits });
    await send(text, 'POST', '/api/auth/workouts', workout('40m E'), server);
    await send(text, 'GET', '/api/user/paces', undefined, server);
    await send(another, 'GET', '/api/user/paces', undefined, server);
    const counts = (name: string) =>
      [...taken].filter(([id]) => id.startsWith(`${name} `)).map(([, count]) => count);
    expect(counts('key')).toEqual([2, 1]);
    expect(counts('key-writes')).toEqual([1]);
    await server.close();
  });
});

describe('what a key wrote', () => {
  const what = async (id: string) =>
    (await ok(send(ana, 'GET', `/api/access/${id}/writes`))).writes as {
      at: string;
      what: string;
      before: unknown;
    }[];

  test('is listed in words, the newest first, with the texts before', async () => {
    const { text, key } = await makeKey();
    const { id } = await ok(send(text, 'POST', '/api/auth/workouts', workout('40m E')));
    await ok(
      send(text, 'PUT', `/api/auth/workouts/${id}`, { ...workout('50m E', 'Long'), version: 1 }),
    );
    const entry = await ok(
      send(text, 'POST', '/api/calendar', { workoutId: id, day: '2026-12-01' }),
    );
    await ok(send(text, 'PUT', `/api/calendar/${entry.id}`, { day: '2026-12-02' }));
    await ok(
      send(text, 'PUT', '/api/calendar/changes', {
        removals: [{ id: entry.id, day: '2026-12-02' }],
      }),
    );
    await ok(send(text, 'GET', '/api/calendar'));
    expect(await what(key.id)).toMatchObject([
      { what: 'Removed 1 entry', before: [{ title: 'Long', day: '2026-12-02', text: '50m E' }] },
      { what: 'Moved “Long” from 2026-12-01 to 2026-12-02', before: [{ title: 'Long' }] },
      { what: 'Added “Long” on 2026-12-01', before: null },
      { what: 'Changed “Hills”', before: [{ title: 'Hills', text: '40m E' }] },
      { what: 'Saved “Hills”', before: null },
    ]);
  });

  test('has nothing of what was refused, and nothing of the app', async () => {
    const { text, key } = await makeKey();
    await send(text, 'POST', '/api/auth/workouts', workout('40m Eeasy'));
    await send(text, 'PUT', `/api/auth/workouts/${crypto.randomUUID()}`, {
      ...workout('40m E'),
      version: 1,
    });
    await ok(send(ana, 'POST', '/api/auth/workouts', workout('40m E')));
    expect(await what(key.id)).toEqual([]);
  });

  test('stays listed when the key is revoked, and is nobody else’s', async () => {
    const { text, key } = await makeKey();
    await ok(send(text, 'POST', '/api/auth/workouts', workout('40m E')));
    await ok(send(ana, 'DELETE', `/api/access/${key.id}`));
    expect(await what(key.id)).toHaveLength(1);
    const ben = await api.signUp('ben');
    for (const [method, path] of [
      ['GET', `/api/access/${key.id}/writes`],
      ['DELETE', `/api/access/${key.id}`],
    ] as const)
      expect((await send(ben, method, path)).statusCode).toBe(404);
  });

  test('is listed for 90 days', async () => {
    const { text, key } = await makeKey(SCOPES, { days: 365 });
    await ok(send(text, 'POST', '/api/auth/workouts', workout('40m E')));
    const [write] = await what(key.id);
    // Ids of tests before it may be of later times, and no id goes back.
    time = Date.parse(write?.at ?? '') + 91 * DAY;
    expect(await what(key.id)).toEqual([]);
  });
});

describe('the end of a key', () => {
  const status = (text: string, app?: FastifyInstance) =>
    send(text, 'GET', '/api/user/paces', undefined, app).then(({ statusCode }) => statusCode);

  test('revoking works at once, and within a minute in other processes', async () => {
    const settings = { accountCheckSeconds: 60 };
    const [{ server: here }, { server: there }] = await Promise.all([
      api.buildAnother({ now }, undefined, settings),
      api.buildAnother({ now }, undefined, settings),
    ]);
    const { text, key } = await makeKey();
    expect([await status(text, here), await status(text, there)]).toEqual([200, 200]);
    await ok(send(ana, 'DELETE', `/api/access/${key.id}`, undefined, here));
    expect(await status(text, here)).toBe(401);
    time += 60_000;
    expect(await status(text, there)).toBe(401);
    const { rows } = await api.db.query(
      sql`select token_hash from api_access where user_id = ${ana.userId}`,
    );
    expect(rows).toEqual([{ token_hash: null }]);
    await Promise.all([here.close(), there.close()]);
  });

  test('signing out everywhere ends them all', async () => {
    const { text } = await makeKey();
    expect(await status(text)).toBe(200);
    await ok(send(ana, 'POST', '/api/auth/logout-everywhere'));
    expect(await status(text)).toBe(401);
  });

  test('deleting the account deletes keys and what they wrote', async () => {
    const { text } = await makeKey();
    await ok(send(text, 'POST', '/api/auth/workouts', workout('40m E')));
    await ok(send(ana, 'DELETE', '/api/account'));
    expect(await status(text)).toBe(401);
    for (const statement of [
      sql`select 1 from api_access where user_id = ${ana.userId}`,
      sql`select 1 from api_write where user_id = ${ana.userId}`,
    ])
      expect((await api.db.query(statement)).rows).toEqual([]);
  });

  test('a disabled or unverified account is refused within a minute', async () => {
    let verified = true;
    const identity = { ...openTestIdentity(), isVerified: async () => verified };
    const { server } = await api.buildAnother({ identity, now }, undefined, {
      accountCheckSeconds: 60,
    });
    const { text } = await makeKey();
    expect(await status(text, server)).toBe(200);
    verified = false;
    time += 60_000;
    expect(await status(text, server)).toBe(401);
    await server.close();
    await identity.close();
  });
});

/** The statements of one request. */
function counting(database: Database): Database & { count: () => number } {
  let count = 0;
  const counted = (db: Db): Db => ({
    query: (statement) => {
      count++;
      return db.query(statement);
    },
  });
  return {
    ...database,
    query: counted(database).query,
    inTransaction: (work) => database.inTransaction((db) => work(counted(db))),
    count: () => count,
  };
}

test('cost: a key’s request takes the statements of its athlete’s, and a write those of its list', async () => {
  const database = openDatabase(api.databaseUrl, { poolSize: 2 });
  const db = counting(database);
  const { server } = await api.buildAnother({ db, now }, undefined, { accountCheckSeconds: 60 });
  const { text } = await makeKey();
  const countOf = async (who: string | Athlete, method: Method, url: string, body?: object) => {
    const before = db.count();
    await ok(send(who, method, url, body, server));
    return db.count() - before;
  };
  for (const who of [text, ana]) await countOf(who, 'GET', '/api/user/paces');
  for (const url of ['/api/user/paces', '/api/auth/workouts', '/api/calendar', '/api/plans'])
    expect([url, await countOf(text, 'GET', url)]).toEqual([url, await countOf(ana, 'GET', url)]);
  const body = workout('40m E');
  expect(await countOf(text, 'POST', '/api/auth/workouts', body)).toBe(
    1 + (await countOf(ana, 'POST', '/api/auth/workouts', body)),
  );
  // One that was mistyped costs none.
  const before = db.count();
  await send(
    `${text.slice(0, -1)}${text.endsWith('a') ? 'b' : 'a'}`,
    'GET',
    '/api/calendar',
    undefined,
    server,
  );
  expect(db.count()).toBe(before);
  await server.close();
  await database.close();
});
