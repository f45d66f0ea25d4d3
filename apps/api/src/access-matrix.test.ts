import { generateKeyPairSync, randomUUID } from 'node:crypto';
import {
  type Access,
  type Endpoint,
  includesScope,
  type Scope,
  SCOPES,
  type Season,
  type SeasonPreview,
} from '@pacewright/contract';
import { askForConsent } from '@pacewright/garmin-stand-in';
import { trainingPaces } from '@pacewright/pace';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, type Db, openDatabase } from './db/database.ts';
import { sql } from './db/sql.ts';
import { newKey } from './features/access/key.ts';
import { startTestOauth, type TestOauth } from './testing/apps.ts';
import { makeActivity } from './testing/activity.ts';
import { listEndpoints } from './testing/endpoints.ts';
import { type GarminTestApp, startGarminTestApp, WEBHOOK_SECRET } from './testing/garmin.ts';
import {
  type Account,
  type SignedIdentity,
  startSignedIdentity,
} from './testing/signed-identity.ts';

// Every endpoint × every kind of caller × every kind of id, in production mode: with tokens signed as Google
// signs them. The emulator accepts tokens without a signature.

const endpoints = listEndpoints();
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Written into everything of the other athlete, so that it is found wherever it must not be. */
const SECRET = 'bensecret';

type Things = {
  workout: string;
  deleted: string;
  entry: string;
  /** With its own content. */
  planned: string;
  race: string;
  activity: string;
  plan: string;
  deletedPlan: string;
  season: string;
  /** The start of the season. */
  action: string;
  /** The hash of a preview of a pause. */
  hash: string;
  endedSeason: string;
  key: string;
};
type Row = {
  /** The kind of thing that the path's id names. */
  id?: keyof Things;
  query?: Record<string, string>;
  body?: (things: Things) => object;
};

const WORKOUT = { title: 'Ours', script: '10m E' };
const DAYS = { from: '2026-11-01', to: '2026-11-30' };

const TODAY = '2026-11-01';
const SEASON = {
  text: 'plan Ours\nweek 1\n  Tue 40m E or rest',
  anchor: { kind: 'start', day: '2026-11-02' },
  today: TODAY,
};

/** One request for every endpoint that its owner may send. A new endpoint needs its row here. */
const ROWS: Record<string, Row> = {
  'GET /api/health/live': {},
  'GET /api/health/ready': {},
  'POST /api/auth/register': {},
  'GET /api/auth/profile': {},
  'PUT /api/auth/profile': { body: () => ({ username: 'Ana Two' }) },
  'POST /api/auth/logout': {},
  'POST /api/auth/logout-everywhere': {},
  'GET /api/account/export': {},
  'DELETE /api/account': {},
  'GET /api/user/paces': {},
  'PUT /api/user/paces': { body: () => ({ trainingPaces: trainingPaces(50), vdot: 50 }) },
  'PUT /api/user/units': { body: () => ({ paceUnits: 'metric' }) },
  'POST /api/vdot/calculate': { body: () => ({ distance: 5000, timeInSeconds: 1200 }) },
  'GET /api/user/races': {},
  'POST /api/user/races': {
    body: () => ({ distance: 5000, timeInSeconds: 1210, racedOn: '2026-05-05' }),
  },
  'DELETE /api/user/races/:id': { id: 'race' },
  'POST /api/parse-plan': { body: () => ({ text: 'plan Ours' }) },
  'POST /api/parse-workout': { body: () => ({ script: '10m E' }) },
  'POST /api/auth/workouts': { body: () => ({ workout: WORKOUT }) },
  'GET /api/auth/workouts': { query: { limit: '100' } },
  'POST /api/auth/workouts/batch': {
    body: ({ workout }) => ({
      workouts: [{ workoutId: workout, day: '2026-11-23' }],
    }),
  },
  'POST /api/auth/workouts/batch-delete': { body: ({ workout }) => ({ ids: [workout] }) },
  'GET /api/auth/workouts/:id': { id: 'workout' },
  'PUT /api/auth/workouts/:id': { id: 'workout', body: () => ({ workout: WORKOUT, version: 1 }) },
  'DELETE /api/auth/workouts/:id': { id: 'workout' },
  'POST /api/auth/workouts/:id/restore': { id: 'deleted' },
  'POST /api/auth/workouts/:id/copy': { id: 'workout' },
  'GET /api/auth/deleted-workouts': {},
  'GET /api/auth/workout-tags': {},
  'GET /api/calendar': { query: DAYS },
  'GET /api/access': {},
  'POST /api/access': { body: () => ({ name: 'Ours', scopes: ['runs:read'], days: 30 }) },
  'DELETE /api/access/:id': { id: 'key' },
  'GET /api/access/:id/writes': { id: 'key' },
  'POST /api/oauth/requests': { body: () => ({ query: oauth.ask() }) },
  'POST /api/oauth/consents': { body: () => ({ query: oauth.ask(), scopes: ['runs:read'] }) },
  'GET /api/calendar-feed': {},
  'POST /api/calendar-feed': {},
  'DELETE /api/calendar-feed': {},
  'GET /api/calendar/days': { query: { from: '2026-11-01' } },
  'GET /api/garmin/outdated': { query: { from: '2026-11-01' } },
  'POST /api/calendar': { body: ({ workout }) => ({ workoutId: workout, day: '2026-11-21' }) },
  'PUT /api/calendar/changes': {
    id: 'entry',
    body: ({ entry, planned }) => ({
      copies: [{ id: randomUUID(), of: planned, day: '2026-11-23' }],
      moves: [{ id: entry, from: '2026-11-20', day: '2026-11-24' }],
    }),
  },
  'PUT /api/calendar/:id': { id: 'entry', body: () => ({ day: '2026-11-22' }) },
  'PUT /api/calendar/:id/content': {
    id: 'entry',
    body: () => ({ content: { kind: 'run', ...WORKOUT } }),
  },
  'PUT /api/calendar/:id/option': {
    id: 'planned',
    body: () => ({ option: { kind: 'rest', title: '', script: '' } }),
  },
  'PUT /api/calendar/:id/done': { id: 'entry' },
  'DELETE /api/calendar/:id/done': { id: 'entry' },
  'DELETE /api/calendar/:id': { id: 'entry' },
  'POST /api/activities': { body: () => makeActivity(2) },
  'GET /api/activities': { query: DAYS },
  'GET /api/activities/:id': { id: 'activity' },
  'PUT /api/activities/:id/comparison': {
    id: 'activity',
    body: () => {
      const { summary, paceSeconds, comparison } = makeActivity(2);
      return { entryId: null, summary, paceSeconds, comparison };
    },
  },
  'PUT /api/activities/:id/notes': { id: 'activity', body: () => ({ notes: '', effort: 5 }) },
  'DELETE /api/activities/:id': { id: 'activity' },
  'GET /api/plans': {},
  'POST /api/plans': { body: () => ({ text: SEASON.text }) },
  'GET /api/plans/:id': { id: 'plan' },
  'PUT /api/plans/:id': { id: 'plan', body: () => ({ text: SEASON.text, version: 1 }) },
  'DELETE /api/plans/:id': { id: 'plan' },
  'POST /api/plans/:id/restore': { id: 'deletedPlan' },
  'GET /api/deleted-plans': {},
  'POST /api/season-preview': { body: () => SEASON },
  'GET /api/seasons': {},
  'POST /api/seasons': {},
  'GET /api/seasons/:id': { id: 'season' },
  'POST /api/seasons/:id/preview': {
    id: 'season',
    body: () => ({ action: { kind: 'pause' }, today: TODAY }),
  },
  'POST /api/seasons/:id/actions': {
    id: 'season',
    body: ({ hash }) => ({ action: { kind: 'pause' }, today: TODAY, hash }),
  },
  'POST /api/seasons/:id/undo': { id: 'season', body: ({ action }) => ({ actionId: action }) },
  'DELETE /api/seasons/:id': { id: 'endedSeason' },
  'GET /api/garmin/status': {},
  'POST /api/garmin/callback': {},
  'POST /api/garmin/disconnect': {},
  'PUT /api/garmin/workouts/:id': { id: 'workout' },
  'GET /api/garmin/workouts/:id': { id: 'workout' },
  'DELETE /api/garmin/workouts/:id': { id: 'workout' },
  'POST /api/garmin/workouts/:id/choice': { id: 'workout', body: () => ({ choice: 'forget' }) },
  'GET /api/garmin/calendar': { query: DAYS },
  'PUT /api/garmin/calendar/:id': { id: 'entry' },
  'DELETE /api/garmin/calendar/:id': { id: 'entry' },
};

/** The answers to an id that nobody has, where it is not NOT_FOUND: removals and lists have nothing to do. */
const WITHOUT_ONE: Record<string, string> = {
  'POST /api/calendar': 'NOT_ACCEPTED',
  'POST /api/auth/workouts/batch': 'answered',
  'POST /api/auth/workouts/batch-delete': 'answered',
  'PUT /api/calendar/changes': 'answered',
  'GET /api/garmin/workouts/:id': 'answered',
  'DELETE /api/garmin/workouts/:id': 'answered',
  'DELETE /api/garmin/calendar/:id': 'answered',
  'POST /api/garmin/workouts/:id/choice': 'answered',
};

/** Requests with an id in the body. */
const NAMED_IN_BODY = [
  'POST /api/calendar',
  'POST /api/auth/workouts/batch',
  'POST /api/auth/workouts/batch-delete',
];

type Person = { account: Account; token: string };

let google: SignedIdentity;
let api: GarminTestApp;
let oauth: TestOauth;
let app: FastifyInstance;
let ana: Person;
let ben: Person & { things: Things; userId: string };

beforeAll(async () => {
  api = await startGarminTestApp();
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined);
  google = await startSignedIdentity();
  oauth = await startTestOauth();
  app = await build(api.db);
  ana = await register('ana');
  const other = await register('ben');
  ben = { ...other, things: await makeThings(other, SECRET), userId: await userIdOf(other) };
});
afterAll(async () => {
  await app.close();
  await api.close();
  await google.close();
  oauth.close();
  vi.unstubAllEnvs();
});

async function build(db: Database): Promise<FastifyInstance> {
  const { server } = await api.buildAnother(
    { db, identity: google.identity, garmin: api.garmin },
    undefined,
    { accountCheckSeconds: 60, ...oauth.settings },
  );
  return server;
}

function makePerson(name: string, options?: { verified?: boolean }): Person {
  const account = google.addAccount(name, options);
  return { account, token: google.signToken(account) };
}

async function register(name: string, options?: { verified?: boolean }): Promise<Person> {
  const person = makePerson(name, options);
  await expectOk(send('POST', '/api/auth/register', person.token, registration(person)));
  if (options?.verified !== false) await expectOk(connectGarmin(person));
  return person;
}

function registration({ account }: Person): object {
  return { username: account.email, email: account.email, firebaseUid: account.localId };
}

async function connectGarmin({ account, token }: Person): Promise<LightMyRequestResponse> {
  const { code, verifier } = await askForConsent(api.garmin.consentUrl, { account: account.email });
  return send('POST', '/api/garmin/callback', token, { code, code_verifier: verifier });
}

async function userIdOf({ token }: Person): Promise<string> {
  return String((await send('GET', '/api/auth/profile', token)).json().id);
}

function send(
  method: Endpoint['method'],
  url: string,
  token?: string,
  payload?: object | string,
  { to = app, headers = {} }: { to?: FastifyInstance; headers?: Record<string, string> } = {},
): Promise<LightMyRequestResponse> {
  return to.inject({
    method,
    url,
    headers: {
      ...(token !== undefined && {
        authorization: token.includes(' ') ? token : `Bearer ${token}`,
      }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  });
}

async function expectOk(answer: Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  const response = await answer;
  if (response.statusCode >= 300) throw new Error(`${response.statusCode}: ${response.body}`);
  return response;
}

/** One thing of every kind that has an id, and a second workout, so that a list has a second page. */
async function makeThings({ token }: Person, word: string): Promise<Things> {
  const idOf = async (url: string, body: object) =>
    String((await expectOk(send('POST', url, token, body))).json().id);
  const workout = { title: `${word} workout`, script: '10m E', notes: word, tags: [word] };
  const things = {
    workout: await idOf('/api/auth/workouts', { workout }),
    deleted: await idOf('/api/auth/workouts', { workout }),
    race: await idOf('/api/user/races', {
      distance: 5000,
      timeInSeconds: 1203,
      racedOn: '2026-05-01',
    }),
    entry: '',
    activity: await idOf('/api/activities', makeActivity(1, { notes: word })),
    planned: '',
    plan: await idOf('/api/plans', { text: `plan ${word}` }),
    deletedPlan: await idOf('/api/plans', { text: `plan ${word}` }),
    season: '',
    action: '',
    hash: '',
    endedSeason: '',
    key: '',
  };
  const made = { name: word, scopes: ['workouts:read'], days: 30 };
  things.key = (await expectOk(send('POST', '/api/access', token, made))).json().key.id;
  things.entry = await idOf('/api/calendar', { workoutId: things.workout, day: '2026-11-20' });
  const text = SEASON.text.replace('Ours', word);
  const ended = await startSeason(token, text);
  await expectOk(
    send('POST', `/api/seasons/${ended.id}/undo`, token, { actionId: ended.actions[0]?.id }),
  );
  const season = await startSeason(token, text);
  const pause = { action: { kind: 'pause' }, today: TODAY };
  const { hash } = (
    await expectOk(send('POST', `/api/seasons/${season.id}/preview`, token, pause))
  ).json<SeasonPreview>();
  Object.assign(things, {
    endedSeason: ended.id,
    season: season.id,
    action: season.actions[0]?.id,
    hash,
  });
  const { entries } = (
    await expectOk(send('GET', '/api/calendar?from=2026-11-01&to=2026-11-09', token))
  ).json();
  things.planned = entries[0].id;
  await expectOk(send('DELETE', `/api/plans/${things.deletedPlan}`, token));
  await expectOk(send('DELETE', `/api/auth/workouts/${things.deleted}`, token));
  return things;
}

async function startSeason(token: string, text: string): Promise<Season> {
  const body = { ...SEASON, text };
  const preview = await expectOk(send('POST', '/api/season-preview', token, body));
  const { hash } = preview.json<SeasonPreview>();
  return (await expectOk(send('POST', '/api/seasons', token, { ...body, hash }))).json();
}

function urlOf(endpoint: Endpoint, id: string): string {
  const query = ROWS[nameOf(endpoint)]?.query;
  return `${endpoint.path.replace(':id', id)}${query ? `?${new URLSearchParams(query).toString()}` : ''}`;
}

/** The problem's code, or that there is none. */
function verdictOf(response: LightMyRequestResponse): string {
  return response.headers['content-type']?.startsWith('application/problem+json')
    ? String(response.json().code)
    : 'answered';
}

test('every endpoint of the contract has its row, and no row is without its endpoint', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(endpoints.map(nameOf).toSorted());
  const withId = endpoints.filter(({ path }) => path.includes(':id')).map(nameOf);
  expect(withId.filter((name) => !ROWS[name]?.id)).toEqual([]);
});

// ——— Every kind of caller ———

const { privateKey: foreignKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const HOUR = 3600;
const SECONDS = () => Math.floor(Date.now() / 1000);

/** Callers who bring no valid sign-in, with the code they are answered with wherever one is needed. */
const REJECTED: Record<string, [string, () => string | undefined]> = {
  'nobody signed in': ['NOT_SIGNED_IN', () => undefined],
  'a token that is no token': ['NOT_SIGNED_IN', () => 'abc'],
  'a password instead of a token': ['NOT_SIGNED_IN', () => 'Basic YW5hOnNlY3JldA=='],
  'a token without a signature': [
    'TOKEN_INVALID',
    () => google.signToken(ana.account, { header: { alg: 'none' } }).replace(/\.[^.]*$/, '.'),
  ],
  'a signature of someone else': [
    'TOKEN_INVALID',
    () => google.signToken(ana.account, { key: foreignKey }),
  ],
  'a key that Google does not have': [
    'TOKEN_EXPIRED',
    () => google.signToken(ana.account, { header: { kid: 'other' }, key: foreignKey }),
  ],
  'a token for another project': [
    'TOKEN_INVALID',
    () => google.signToken(ana.account, { claims: { aud: 'another-project' } }),
  ],
  'a token of another issuer': [
    'TOKEN_INVALID',
    () => google.signToken(ana.account, { claims: { iss: 'https://accounts.example' } }),
  ],
  'a token that has expired': [
    'TOKEN_EXPIRED',
    () =>
      google.signToken(ana.account, {
        claims: {
          iat: SECONDS() - 2 * HOUR,
          exp: SECONDS() - HOUR,
          auth_time: SECONDS() - 2 * HOUR,
        },
      }),
  ],
  'a token of nobody': [
    'TOKEN_INVALID',
    () => google.signToken(ana.account, { claims: { sub: '' } }),
  ],
  'a deleted account': ['ACCOUNT_DELETED', () => changed(undefined)],
  'a disabled account': ['ACCOUNT_DISABLED', () => changed({ disabled: true })],
  'a sign-in that was revoked': [
    'TOKEN_REVOKED',
    () => changed({ validSince: String(SECONDS() + 60) }),
  ],
};

function changed(changes: Partial<Account> | undefined): string {
  const { account, token } = makePerson('gone');
  google.changeAccount(account.localId, changes);
  return token;
}

/** Callers with a valid sign-in, with the code of an endpoint that needs more. */
const SIGNED_IN: Record<string, [Partial<Record<Access, string>>, () => Promise<Person>]> = {
  'somebody not registered': [
    { registered: 'USER_NOT_FOUND', verified: 'USER_NOT_FOUND' },
    async () => makePerson('new'),
  ],
  'an athlete whose email is not verified': [
    { verified: 'EMAIL_NOT_VERIFIED' },
    async () => register('unverified', { verified: false }),
  ],
};

describe.each(endpoints)('$method $path, for $access', (endpoint) => {
  const { method, access } = endpoint;
  // A body of the wrong shape and an id nobody has: a caller who is let through changes nothing.
  const call = (token: string | undefined) =>
    send(method, urlOf(endpoint, randomUUID()), token, method === 'GET' ? undefined : '[]');

  test.each(Object.entries(REJECTED))('%s', async (_kind, [code, makeToken]) => {
    const verdict = verdictOf(await call(makeToken()));
    expect(verdict).toBe(access === 'visitor' ? 'answered' : code);
  });

  test.each(Object.entries(SIGNED_IN))('%s', async (_kind, [codes, makeCaller]) => {
    const { token } = await makeCaller();
    const verdict = verdictOf(await call(token));
    const code = codes[access];
    expect(code ? [code] : ['answered', 'INVALID_REQUEST']).toContain(verdict);
  });
});

// ——— Every scope of a key ———

const keys = new Map<Scope, string>();
beforeAll(async () => {
  for (const scope of SCOPES) {
    const body = { name: scope, scopes: [scope], days: 30 };
    const made = await expectOk(send('POST', '/api/access', ana.token, body));
    keys.set(scope, String(made.json().text));
  }
});

/** What apps have, which no endpoint takes, in the order of their sign-in. */
let apps: Record<string, string>;
beforeAll(async () => {
  const { code, ...tokens } = await oauth.connect(app, headersOf(ana));
  const { access_token: token, refresh_token: refresh } = tokens;
  apps = { 'a used code': code, 'a refresh token': refresh, 'a token of an app': token };
});

function headersOf({ token }: Person) {
  return { authorization: `Bearer ${token}` };
}

/** Bad keys, and those of accounts that may not use them any more. */
const ENDED_KEYS: Record<string, () => Promise<string>> = {
  'a key that nobody has': async () => newKey(randomUUID(), 'test').text,
  'a key that its athlete never made': async () => newKey(ben.userId, 'test').text,
  'a key of another kind of server': async () => newKey(ben.userId, 'live').text,
  'a key that was cut off': async () => `${keys.get('runs:read')?.slice(0, -1)}`,
  'a revoked key': async () => {
    const { text, key } = await makeOtherKey(ana);
    await expectOk(send('DELETE', `/api/access/${key.id}`, ana.token));
    return text;
  },
  'a key of a disabled account': async () => endedKey({ disabled: true }),
  'a key of an account that is no longer verified': async () => endedKey({ emailVerified: false }),
  'a key of a deleted account': async () => endedKey(undefined),
  'the token of a revoked app': async () => {
    const { access_token: token } = await oauth.connect(app, headersOf(ana));
    const { keys: list } = (await send('GET', '/api/access', ana.token)).json();
    await expectOk(send('DELETE', `/api/access/${list[0].id}`, ana.token));
    return token;
  },
  'the token of a disabled account’s app': async () => endedApp({ disabled: true }),
  'the token of a deleted account’s app': async () => endedApp(undefined),
};

async function endedApp(changes: Partial<Account> | undefined): Promise<string> {
  const person = await register('ended');
  const { access_token: token } = await oauth.connect(app, headersOf(person));
  google.changeAccount(person.account.localId, changes);
  return token;
}

async function makeOtherKey({ token }: Person): Promise<{ text: string; key: { id: string } }> {
  const body = { name: 'Ended', scopes: SCOPES, days: 30 };
  return (await expectOk(send('POST', '/api/access', token, body))).json();
}

async function endedKey(changes: Partial<Account> | undefined): Promise<string> {
  const person = await register('ended');
  const { text } = await makeOtherKey(person);
  google.changeAccount(person.account.localId, changes);
  return text;
}

describe.each(endpoints)('$method $path, with a key for $scope', (endpoint) => {
  const { method, access, scope } = endpoint;
  const call = (key: string | undefined) =>
    send(method, urlOf(endpoint, randomUUID()), key, method === 'GET' ? undefined : '[]');

  test.each(SCOPES)('of the scope %s', async (owned) => {
    const verdict = verdictOf(await call(keys.get(owned)));
    const mayCall = scope !== undefined && includesScope([owned], scope);
    const allowed =
      access === 'visitor' ? ['answered'] : ['answered', 'INVALID_REQUEST', 'NOT_FOUND'];
    expect(access === 'visitor' || mayCall ? allowed : ['SCOPE_MISSING']).toContain(verdict);
  });
});

test.each([
  ['a token of an app', 'SCOPE_MISSING'],
  ['a refresh token', 'NOT_SIGNED_IN'],
  ['a used code', 'KEY_INVALID'],
])('%s opens no endpoint', async (kind, code) => {
  for (const endpoint of endpoints.filter(({ access }) => access !== 'visitor')) {
    const response = await send(endpoint.method, urlOf(endpoint, randomUUID()), apps[kind]);
    expect([endpoint.path, verdictOf(response)]).toEqual([endpoint.path, code]);
  }
});

test('an app has the tools of its scopes, for its own athlete', async () => {
  const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
  const headers = { accept: 'application/json, text/event-stream' };
  const call = async (token: string, name: string, input: object) => {
    const body = { ...payload, params: { name, arguments: input } };
    return send('POST', '/mcp', token, body, { headers });
  };
  for (const scope of SCOPES) {
    const { access_token: token } = await oauth.connect(app, headersOf(ana), [scope]);
    const asked = [
      ['find_workouts', 'workouts:read', { id: ben.things.workout }],
      ['get_calendar', 'calendar:read', DAYS],
      ['get_runs', 'runs:read', { id: ben.things.activity }],
      ['check_plan', 'workouts:read', { planId: ben.things.plan }],
    ] as const;
    for (const [tool, needed, input] of asked) {
      const response = await call(token, tool, input);
      expect([scope, tool, response.statusCode]).toEqual([
        scope,
        tool,
        includesScope([scope], needed) ? 200 : 403,
      ]);
      expect(response.body).not.toContain(SECRET);
    }
  }
});

test.each(Object.entries(ENDED_KEYS))('%s opens nothing', async (_kind, makeEndedKey) => {
  const text = await makeEndedKey();
  for (const endpoint of endpoints.filter(({ access }) => access !== 'visitor')) {
    const url = urlOf(endpoint, randomUUID());
    const response = await send(endpoint.method, url, text);
    expect([endpoint.path, verdictOf(response)]).toEqual([endpoint.path, 'KEY_INVALID']);
  }
});

// ——— Every kind of id ———

const RECENT_SIGN_IN = ['GET /api/account/export', 'DELETE /api/account', 'POST /api/access'];
const BODIES: Record<string, (person: Person) => Promise<object>> = {
  'POST /api/auth/register': async (person) => registration(person),
  'POST /api/seasons': async ({ token }) => {
    const preview = await expectOk(send('POST', '/api/season-preview', token, SEASON));
    return { ...SEASON, hash: preview.json<SeasonPreview>().hash };
  },
  'POST /api/garmin/callback': async ({ account }) => {
    const { code, verifier } = await askForConsent(api.garmin.consentUrl, {
      account: account.email,
    });
    return { code, code_verifier: verifier };
  },
};

describe.each(endpoints)('$method $path, for an athlete', (endpoint) => {
  test('answers its owner with what is theirs', async () => {
    const owner = await register('owner');
    const things = await makeThings(owner, 'owners');
    const name = nameOf(endpoint);
    const { id, body } = ROWS[name] ?? {};
    const payload = (await BODIES[name]?.(owner)) ?? body?.(things);
    const url = urlOf(endpoint, id ? things[id] : '');
    const response = await send(endpoint.method, url, owner.token, payload);
    if (response.statusCode >= 300) throw new Error(`${response.statusCode}: ${response.body}`);
    expect(response.body).not.toContain(SECRET);
  });

  test.runIf(RECENT_SIGN_IN.includes(nameOf(endpoint)))(
    'asks for a recent sign-in, also with a fresh token',
    async () => {
      const claims = { auth_time: SECONDS() - HOUR };
      const token = google.signToken(ana.account, { claims });
      expect(verdictOf(await send(endpoint.method, endpoint.path, token))).toBe(
        'RECENT_SIGN_IN_REQUIRED',
      );
    },
  );
});

/** Reads before what is read is changed, and removals last. */
const rank = ({ method, path }: Endpoint) =>
  path.endsWith('-delete') ? 4 : ['GET', 'POST', 'PUT', 'DELETE'].indexOf(method);

/** Sends every request with another's id, and says where the answer or the other's data betrays it. */
async function findHoles(to: FastifyInstance): Promise<string[]> {
  const holes: string[] = [];
  for (const endpoint of endpoints.toSorted((one, other) => rank(one) - rank(other))) {
    const before = await digestOf(ben.userId);
    const name = nameOf(endpoint);
    const { id, body } = ROWS[name] ?? {};
    const isOfBen = id !== undefined || NAMED_IN_BODY.includes(name);
    if (!isOfBen && endpoint.method !== 'GET') continue;
    const ask = (things: Things) =>
      send(endpoint.method, urlOf(endpoint, id ? things[id] : ''), ana.token, body?.(things), {
        to,
      });
    const foreign = await ask(ben.things);
    if (foreign.body.includes(SECRET)) holes.push(`${name} shows another's data`);
    if (!isOfBen) continue;
    const none = await ask(NOTHING);
    const expected = WITHOUT_ONE[name] ?? 'NOT_FOUND';
    if (verdictOf(none) !== expected)
      holes.push(`${name} says ${verdictOf(none)} of an unknown id`);
    // An answer may repeat the id that it was asked for.
    const [ofBen, ofNobody] = [
      withoutRequestId(foreign).replaceAll(ben.things.workout, ''),
      withoutRequestId(none).replaceAll(NOTHING.workout, ''),
    ];
    if (ofBen !== ofNobody) holes.push(`${name} tells another's id from an unknown one`);
    if ((await digestOf(ben.userId)) !== before) holes.push(`${name} changes another's data`);
  }
  return holes;
}

const NOTHING: Things = {
  workout: randomUUID(),
  deleted: randomUUID(),
  entry: randomUUID(),
  planned: randomUUID(),
  race: randomUUID(),
  activity: randomUUID(),
  plan: randomUUID(),
  deletedPlan: randomUUID(),
  season: randomUUID(),
  action: randomUUID(),
  hash: 'x'.repeat(43),
  endedSeason: randomUUID(),
  key: randomUUID(),
};

function withoutRequestId({ statusCode, body }: LightMyRequestResponse): string {
  return `${statusCode} ${body.replace(/"requestId":"[^"]*"/, '')}`;
}

/** Everything that the database has of an athlete, in all tables. */
async function digestOf(userId: string): Promise<string> {
  const tables = await api.db.query(sql`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' order by table_name`);
  const digests = [];
  for (const { table_name: table } of tables.rows) {
    const { rows } = await api.db.query({
      text: `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as digest
             from ${String(table)} t where user_id = $1`,
      values: [userId],
    });
    digests.push(`${String(table)} ${String(rows[0]?.['digest'])}`);
  }
  return digests.join('\n');
}

test('an id of somebody else is answered exactly as one that nobody has, and changes nothing', async () => {
  expect(await findHoles(app)).toEqual([]);
});

test('a page mark of somebody else continues in one’s own list', async () => {
  for (const url of ['/api/auth/workouts?limit=1', '/api/calendar?limit=1']) {
    const list = (await send('GET', url, ben.token)).json() as { nextCursor?: string | null };
    const cursor = list.nextCursor ?? `2026-11-20~0~${ben.things.entry}`;
    const page = await send('GET', `${url}&cursor=${encodeURIComponent(cursor)}`, ana.token);
    expect(page.body).not.toContain(SECRET);
    expect(page.statusCode).toBeLessThan(500);
  }
});

test('an idempotency key of somebody else makes something of one’s own', async () => {
  const key = { headers: { 'idempotency-key': 'the-same-key' } };
  const workout = { workout: { title: SECRET, script: '10m E' } };
  const first = await expectOk(send('POST', '/api/auth/workouts', ben.token, workout, key));
  const second = await expectOk(send('POST', '/api/auth/workouts', ana.token, workout, key));
  expect(second.json().id).not.toBe(first.json().id);
  await expectOk(send('DELETE', `/api/auth/workouts/${first.json().id}`, ben.token));
  await expectOk(send('DELETE', `/api/auth/workouts/${second.json().id}`, ana.token));
  const copy = await send(
    'POST',
    `/api/auth/workouts/${ben.things.workout}/copy`,
    ana.token,
    undefined,
    key,
  );
  expect(verdictOf(copy)).toMatch(/NOT_FOUND|IDEMPOTENCY_KEY_REUSED/);
});

test('a notification of Garmin’s reaches only the address with the secret', async () => {
  const body = { deregistrations: [{ userId: 'somebody' }] };
  const other = `${WEBHOOK_SECRET.slice(0, -1)}x`;
  for (const secret of [other, 'x', 'none'])
    for (const token of [undefined, ana.token])
      expect(verdictOf(await send('POST', `/api/garmin/webhooks/${secret}`, token, body))).toBe(
        'NOT_FOUND',
      );
  const url = `/api/garmin/webhooks/${WEBHOOK_SECRET}`;
  expect((await send('POST', url, undefined, body)).statusCode).toBe(200);
});

/** A database whose statements have lost the athlete from their conditions. */
function withoutAthlete(database: Database): Database {
  const strip = (db: Db): Db => ({
    query: ({ text, values }) =>
      db.query({
        text: text.replaceAll(/\b(?:\w+\.)?user_id = (\$\d+)/g, '$1::text is not null'),
        values,
      }),
  });
  return {
    ...database,
    query: strip(database).query,
    inTransaction: (work) => database.inTransaction((db) => work(strip(db))),
  };
}

// The last test, because it may change anything.
test('statements without the athlete would be found', async () => {
  const database = openDatabase(api.databaseUrl, { poolSize: 4 });
  const leaking = await build(withoutAthlete(database));
  const holes = await findHoles(leaking);
  expect(holes).toEqual(
    expect.arrayContaining([
      "GET /api/auth/workouts/:id shows another's data",
      "GET /api/auth/workouts shows another's data",
      "PUT /api/auth/workouts/:id changes another's data",
      "DELETE /api/user/races/:id tells another's id from an unknown one",
    ]),
  );
  await leaking.close();
  await database.close();
});
