import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from './db/database.ts';
import { sql } from './db/sql.ts';
import { type ApiProcess, startApiProcess } from './testing/api-process.ts';
import { PROJECT } from './testing/identity.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { copyTestDatabase, type TestDatabase } from './testing/test-database.ts';

let api: TestApp;
let restored: TestDatabase;
beforeEach(async () => {
  api = await startTestApp();
});
afterEach(async () => {
  await restored.drop();
  await api.close();
});

function run(settings: Record<string, string>, ...args: string[]): ApiProcess {
  return startApiProcess(
    { NODE_ENV: 'test', DATABASE_URL: restored.url, FIREBASE_PROJECT_ID: PROJECT, ...settings },
    'after-restore.ts',
    args,
  );
}

test('accounts that were deleted after the restored time are deleted again', async () => {
  const ana = await api.signUp('ana');
  restored = await copyTestDatabase(api.databaseUrl);
  await api.db.query(sql`
    insert into account_deletion (deleted_user_id, requested_at) values (${ana.userId}, now())`);
  const command = run({ OLD_DATABASE_URL: api.databaseUrl });
  expect([await command.ended, command.output()]).toEqual([0, expect.any(String)]);
  const db = openDatabase(restored.url);
  const { rows } = await db.query(sql`select firebase_uid as uid from account_deletion`);
  await db.close();
  expect(rows).toEqual([{ uid: ana.uid }]);
});

test('keys, apps and calendar addresses that ended after the restored time end again', async () => {
  const ana = await api.signUp('ana');
  const post = (url: string, payload?: object) =>
    api.app.inject({ method: 'POST', url, headers: ana.headers, ...(payload && { payload }) });
  const makeKey = async (name: string) =>
    (await post('/api/access', { name, scopes: ['workouts:read'], days: 30 })).json() as {
      key: { id: string };
      text: string;
    };
  const [kept, ended] = [await makeKey('kept'), await makeKey('ended')];
  const feed = (await post('/api/calendar-feed')).json() as { path: string };
  restored = await copyTestDatabase(api.databaseUrl);
  await api.app.inject({
    method: 'DELETE',
    url: `/api/access/${ended.key.id}`,
    headers: ana.headers,
  });
  await post('/api/calendar-feed');

  const command = run({ OLD_DATABASE_URL: api.databaseUrl });
  expect([await command.ended, command.output()]).toEqual([0, expect.any(String)]);
  const db = openDatabase(restored.url);
  const { server } = await api.buildAnother({ db });
  const statusOf = async (url: string, token?: string) =>
    (
      await server.inject({
        url,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
    ).statusCode;
  expect(await statusOf('/api/auth/workouts', kept.text)).toBe(200);
  expect(await statusOf('/api/auth/workouts', ended.text)).toBe(401);
  expect(await statusOf(feed.path)).toBe(404);
  await server.close();
  await db.close();
});

test('the command needs a decision about the old database, and refuses to run beside the API', async () => {
  restored = await copyTestDatabase(api.databaseUrl);
  const undecided = run({});
  expect(await undecided.ended).toBe(1);
  expect(undecided.output()).toContain('Set OLD_DATABASE_URL');

  const db = openDatabase(restored.url);
  const besideApi = await db.inTransaction(async () => {
    const command = run({}, '--old-database-lost');
    await command.ended;
    return command;
  });
  await db.close();
  expect(await besideApi.ended).toBe(1);
  expect(besideApi.output()).toContain('Stop the API and the workers first');
});
