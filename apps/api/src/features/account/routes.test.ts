import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { openTestIdentity } from '../../testing/identity.ts';
import { startTestApp, type Athlete, type TestApp } from '../../testing/test-app.ts';

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

test('an athlete takes away everything that is stored, as one file', async () => {
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

test('a deleted account is gone here and at the identity provider', async () => {
  const [ana, ben] = await Promise.all([api.signUp('ana'), api.signUp('ben')]);

  expect((await deleteAccount(ana)).statusCode).toBe(204);

  expect(await isStored(ana)).toBe(false);
  expect(await isStored(ben)).toBe(true);
  const afterwards = await api.app.inject({ url: '/api/auth/profile', headers: ana.headers });
  expect(afterwards.json()).toMatchObject({ status: 401, code: 'ACCOUNT_DELETED' });
});

test('a token of another device that outlives its account does not make it anew', async () => {
  const ana = await api.signUp('ana');
  const identity = openTestIdentity();
  const claims = await identity.verifyToken(ana.token);
  // As in production, where only a question to the provider tells that an account is gone.
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

test('when the identity provider is away the deletion says so, and is finished by trying again', async () => {
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

test('when the database is away nothing is deleted', async () => {
  const ana = await api.signUp('ana');
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const { server } = await api.buildAnother({
    db: { ...api.db, query: async () => Promise.reject(refused) },
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
