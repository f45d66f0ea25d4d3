import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { Problem } from '../../http/problem.ts';
import { openRateLimits } from '../../http/rate-limits.ts';
import { openTestIdentity } from '../../testing/identity.ts';
import { addRaces, addWorkouts } from '../../testing/large-account.ts';
import { startTestApp, type Athlete, type TestApp } from '../../testing/test-app.ts';
import { createAccountDeletion } from './deletion.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp({ now: () => new Date('2026-11-15T06:00:00Z') });
});
afterAll(() => api.close());

function deleteAccount(athlete: Athlete, app = api.app) {
  return app.inject({ method: 'DELETE', url: '/api/account', headers: athlete.headers });
}

async function isStored(athlete: Athlete): Promise<boolean> {
  const { rows } = await api.db.query(
    sql`select 1 from app_user where user_id = ${athlete.userId}`,
  );
  return rows.length > 0;
}

test('an export is one file with all data of the athlete', async () => {
  const ana = await api.signUp('ana');
  const response = await api.app.inject({ url: '/api/account/export', headers: ana.headers });
  expect(response.headers['content-disposition']).toBe(
    'attachment; filename="pacewright-2026-11-15.json"',
  );
  expect(response.json()).toMatchObject({
    format: 'pacewright-export',
    version: 1,
    exportedAt: '2026-11-15T06:00:00.000Z',
    user: { id: ana.userId, email: ana.email },
  });
});

test('deletion removes the account here and at the identity provider', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);

  expect((await deleteAccount(ana)).statusCode).toBe(204);

  expect(await isStored(ana)).toBe(false);
  expect(await isStored(ben)).toBe(true);
  const afterwards = await api.app.inject({ url: '/api/auth/profile', headers: ana.headers });
  expect(afterwards.json()).toMatchObject({ status: 401, code: 'ACCOUNT_DELETED' });
});

test('the token of another device cannot register a deleted account again', async () => {
  const ana = await api.signUp('ana');
  const identity = openTestIdentity();
  const claims = await identity.verifyToken(ana.token);
  // As in production, where only checkRevoked notices a deleted account.
  const { server } = await api.buildAnother({
    identity: {
      ...identity,
      verifyToken: async (token, options) =>
        options?.checkRevoked ? identity.verifyToken(token, options) : claims,
    },
  });
  expect((await deleteAccount(ana, server)).statusCode).toBe(204);

  const again = await server.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: ana.headers,
    payload: { username: 'ana again', email: ana.email, firebaseUid: ana.uid },
  });
  expect(again.json()).toMatchObject({ status: 401, code: 'ACCOUNT_DELETED' });
  expect(await isStored(ana)).toBe(false);
  await server.close();
});

test('a deletion fails while the identity provider is down, and a retry completes it', async () => {
  const ana = await api.signUp('ana');
  const identity = openTestIdentity();
  let attempts = 0;
  const { server } = await api.buildAnother({
    identity: {
      ...identity,
      deleteAccount: async (uid) => {
        if (attempts++ === 0)
          throw Object.assign(new Error('connection lost'), { code: 'ECONNRESET' });
        await identity.deleteAccount(uid);
      },
    },
  });

  const failed = await deleteAccount(ana, server);
  expect(failed.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  expect(await isStored(ana)).toBe(false);

  expect((await deleteAccount(ana, server)).statusCode).toBe(204);
  const afterwards = await api.app.inject({ url: '/api/auth/profile', headers: ana.headers });
  expect(afterwards.json()).toMatchObject({ code: 'ACCOUNT_DELETED' });
  await server.close();
});

test('nothing is deleted while the database is down', async () => {
  const ana = await api.signUp('ana');
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const { server } = await api.buildAnother({
    db: {
      ...api.db,
      query: async () => Promise.reject(refused),
      inTransaction: async () => Promise.reject(refused),
    },
  });
  expect((await deleteAccount(ana, server)).json()).toMatchObject({
    status: 503,
    code: 'UNAVAILABLE',
  });
  await server.close();

  expect(await isStored(ana)).toBe(true);
  const afterwards = await api.app.inject({ url: '/api/auth/profile', headers: ana.headers });
  expect(afterwards.statusCode).toBe(200);
});

test('the worker completes a deletion that stopped before the sign-in was deleted', async () => {
  const ana = await api.signUp('ana');
  const identity = openTestIdentity();
  const unavailable = async () => Promise.reject(new Problem('IDENTITY_UNAVAILABLE'));
  const { server } = await api.buildAnother({
    identity: { ...identity, deleteAccount: unavailable },
  });
  expect((await deleteAccount(ana, server)).statusCode).toBe(503);
  await server.close();

  // In the meantime the account cannot be registered again.
  const again = await api.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: ana.headers,
    payload: { username: 'ana again', email: ana.email, firebaseUid: ana.uid },
  });
  expect(again.json()).toMatchObject({ status: 401, code: 'ACCOUNT_DELETED' });

  let time = Date.parse('2026-11-15T06:05:00Z');
  const worker = (deleteIdentity: (uid: string) => Promise<void>) =>
    createAccountDeletion({ db: api.db, cleanUps: [], deleteIdentity, now: () => new Date(time) });
  await expect(worker(unavailable).finishDeletions()).rejects.toThrow('did not finish');
  await worker(identity.deleteAccount).finishDeletions();
  await expect(identity.verifyToken(ana.token)).rejects.toMatchObject({ code: 'ACCOUNT_DELETED' });

  const countRecords = async () =>
    (await api.db.query(sql`select 1 from account_deletion where deleted_user_id = ${ana.userId}`))
      .rows.length;
  expect(await countRecords()).toBe(1);
  // A backup may still have the account.
  time += (await oldestBackupDays()) * 24 * 3600 * 1000;
  await worker(identity.deleteAccount).finishDeletions();
  expect(await countRecords()).toBe(1);
  time += 7 * 24 * 3600 * 1000;
  await worker(identity.deleteAccount).finishDeletions();
  expect(await countRecords()).toBe(0);
});

/** A full backup expires once the next one, a week later, is as old as the setting says. */
async function oldestBackupDays(): Promise<number> {
  const ops = new URL('../../../../../ops/pgbackrest/', import.meta.url);
  const [settings, cron] = await Promise.all(
    ['pgbackrest.conf', 'cron'].map((name) => readFile(new URL(name, ops), 'utf8')),
  );
  expect(cron).toMatch(/^\d+ \d+ \* \* 0 .*--type=full backup$/m);
  const [, days] = /^repo1-retention-full=(\d+)$/m.exec(settings ?? '') ?? [];
  expect(Number(days)).toBeGreaterThan(0);
  return Number(days) + 7;
}

test.each(['DELETE /api/account', 'GET /api/account/export'])(
  '%s requires a recent sign-in and an existing account',
  async (call) => {
    const ana = await api.signUp('ana');
    const [method, url] = call.split(' ') as ['DELETE' | 'GET', string];
    const identity = openTestIdentity();
    const claims = await identity.verifyToken(ana.token);
    const request = async (minutes: number, verifyLive = async () => claims) => {
      const signedInAt = new Date(Date.now() - minutes * 60_000);
      const { server } = await api.buildAnother({
        identity: {
          ...identity,
          deleteAccount: async () => {},
          verifyToken: async (_token, options) => ({
            ...(options?.checkRevoked ? await verifyLive() : claims),
            signedInAt,
          }),
        },
      });
      const response = await server.inject({ method, url, headers: ana.headers });
      await server.close();
      return response;
    };

    expect((await request(6)).json()).toMatchObject({
      status: 403,
      code: 'RECENT_SIGN_IN_REQUIRED',
    });
    const revoked = await request(1, async () => Promise.reject(new Problem('TOKEN_REVOKED')));
    expect(revoked.json()).toMatchObject({ status: 401, code: 'TOKEN_REVOKED' });
    expect(await isStored(ana)).toBe(true);
    expect((await request(4)).statusCode).toBeLessThan(300);
  },
);

test('exports are limited to three per hour', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);
  const { server } = await api.buildAnother({ limits: openRateLimits({ redisUrl: undefined }) });
  const exportOf = ({ headers }: Athlete) => server.inject({ url: '/api/account/export', headers });
  for (let time = 0; time < 3; time++) expect((await exportOf(ana)).statusCode).toBe(200);
  const limited = await exportOf(ana);
  expect(limited.json()).toMatchObject({
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    detail: 'You can export your data up to three times an hour. Try again later',
  });
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(3000);
  expect((await exportOf(ben)).statusCode).toBe(200);
  await server.close();
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('an export contains every race and is streamed', async () => {
  const ana = await api.signUp('ana');
  await addRaces(api.db, ana, { count: 1201 });
  await addWorkouts(api.db, ana, { count: 1500, script: '1s+'.repeat(1666) });
  collectGarbage();
  const heapBefore = process.memoryUsage().heapUsed;
  let maxHeap = 0;
  let bytes = 0;
  let measuredAt = 0;
  const response = await api.app.inject({
    url: '/api/account/export',
    headers: ana.headers,
    payloadAsStream: true,
  });
  const pieces: Buffer[] = [];
  for await (const piece of response.stream() as AsyncIterable<Buffer>) {
    bytes += piece.length;
    pieces.push(piece);
    if (bytes < measuredAt + 5_000_000) continue;
    measuredAt = bytes;
    // Garbage that a busy machine has not collected yet is no part of it.
    collectGarbage();
    maxHeap = Math.max(maxHeap, process.memoryUsage().heapUsed - heapBefore);
  }
  expect(bytes).toBeGreaterThan(40_000_000);
  // Buffers are outside of the heap.
  expect(maxHeap).toBeLessThan(100_000_000);
  const exported = JSON.parse(Buffer.concat(pieces).toString());
  expect(exported.races).toHaveLength(1201);
  expect(exported.workouts).toHaveLength(1500);
});
