import { askForConsent } from '@pacewright/garmin-stand-in';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Identity } from './http/identity.ts';
import { type GarminTestApp, startGarminTestApp } from './testing/garmin.ts';
import { DELETION_RACES as RACES } from './testing/scale.ts';
import { openTestIdentity } from './testing/identity.ts';
import type { Athlete } from './testing/test-app.ts';

const AT_ONCE = 5;

let api: GarminTestApp;
let server: FastifyInstance;
const claims = new Map<string, Identity>();
beforeAll(async () => {
  api = await startGarminTestApp();
  const identity = openTestIdentity();
  // As in production, where a token stays valid after its account was deleted.
  ({ server } = await api.buildAnother({
    garmin: api.garmin,
    identity: {
      ...identity,
      verifyToken: async (token, options) =>
        (options?.checkRevoked ? undefined : claims.get(token)) ??
        identity.verifyToken(token, options),
    },
  }));
  claimsOf = identity.verifyToken;
});
afterAll(async () => {
  await server.close();
  await api.close();
});

let claimsOf: (token: string) => Promise<Identity>;

function ask(athlete: Athlete, method: 'DELETE' | 'POST', url: string, payload?: object) {
  return server.inject({ method, url, headers: athlete.headers, ...(payload && { payload }) });
}

/** Starts a request some turns of the event loop later, to vary the race. */
async function after<T>(turns: number, start: () => Promise<T>): Promise<T> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
  return start();
}

async function race(round: number): Promise<Athlete> {
  const athlete = await api.signUp(`race ${round}`);
  claims.set(athlete.token, await claimsOf(athlete.token));
  const { code, verifier } = await askForConsent(api.garmin.consentUrl, { account: athlete.uid });
  const turns = (spread: number) => Math.floor(Math.random() * spread);

  const register = () =>
    ask(athlete, 'POST', '/api/auth/register', {
      username: 'Still here',
      email: athlete.email,
      firebaseUid: athlete.uid,
    });
  const save = () =>
    ask(athlete, 'POST', '/api/auth/workouts', { workout: { title: 'Tempo', script: '20m T' } });
  const connect = () =>
    ask(athlete, 'POST', '/api/garmin/callback', { code, code_verifier: verifier });

  const [deleted, ...others] = await Promise.all([
    after(turns(60), () => ask(athlete, 'DELETE', '/api/account')),
    ...[register, register, save, save, save, connect].map((start) => after(turns(120), start)),
  ]);
  expect(deleted?.statusCode).toBe(204);
  expect(others.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body)).toEqual([]);
  // Another device that is still signed in.
  expect((await register()).json()).toMatchObject({ code: 'ACCOUNT_DELETED' });
  expect((await save()).statusCode).toBeGreaterThanOrEqual(401);
  return athlete;
}

/** The tables that still contain one of the athletes, except for the record of deletions. */
async function tablesThatKnow(athletes: Athlete[]): Promise<string[]> {
  const { rows } = await api.db.query({
    text: `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
    values: [],
  });
  const words = athletes.flatMap(({ userId, uid, email }) => [userId, uid, email]);
  const found: string[] = [];
  for (const { name } of rows) {
    if (name === 'account_deletion') continue;
    const { rowCount } = await api.db.query({
      text: `select 1 from ${String(name)} t where t::text ~ $1 limit 1`,
      values: [words.join('|')],
    });
    if (rowCount) found.push(String(name));
  }
  return found;
}

test(`${RACES} deletions against registering, saving and connecting leave nothing behind`, async () => {
  const gone: Athlete[] = [];
  for (let round = 0; round < RACES; round += AT_ONCE)
    gone.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => race(round + index)))),
    );

  // The worker revokes the connections at Garmin.
  for (let jobs = ['first']; jobs.length > 0;) jobs = await api.work();
  for (let start = 0; start < gone.length; start += 50)
    expect(await tablesThatKnow(gone.slice(start, start + 50))).toEqual([]);
  const { rows } = await api.db.query({
    text: 'select count(*)::int as unfinished from account_deletion where firebase_uid is not null',
    values: [],
  });
  expect(rows).toEqual([{ unfinished: 0 }]);
  const { users } = await api.fakeGarmin.control.snapshot();
  const uids = new Set(gone.map(({ uid }) => uid));
  const linked = users.filter(({ name, isRegistered }) => uids.has(name) && isRegistered);
  expect(linked).toEqual([]);
});
