import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { athleteId } from '../../db/ids.ts';
import { sql } from '../../db/sql.ts';
import { Problem } from '../../http/problem.ts';
import {
  type Account,
  type SignedIdentity,
  startSignedIdentity,
} from '../../testing/signed-identity.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createAccountDeletion } from './deletion.ts';
import { hasData } from './store.ts';
import { unverifiedHandlers } from './unverified-accounts.ts';

const DAY = 24 * 3600 * 1000;

let product: TestApp;
let google: SignedIdentity;
beforeAll(async () => {
  product = await startTestApp();
  // A directory of its own: the job lists all accounts, and the emulator has those of other tests.
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined);
  google = await startSignedIdentity();
});
afterAll(async () => {
  await google.close();
  await product.close();
  vi.unstubAllEnvs();
});

async function register(
  name: string,
  days: number,
  options?: { verified?: boolean },
): Promise<Account> {
  const account = google.addAccount(name, options);
  google.changeAccount(account.localId, { createdAt: String(Date.now() - days * DAY) });
  const { localId: uid, email } = account;
  await product.db.query(sql`
    insert into app_user (user_id, firebase_uid, username, email)
    values (${athleteId(uid)}, ${uid}, ${`${name} runner`}, ${email})`);
  return account;
}

async function isStored({ localId }: Account): Promise<boolean> {
  const { rows } = await product.db.query(
    sql`select 1 from app_user where user_id = ${athleteId(localId)}`,
  );
  return rows.length > 0;
}

/** Runs the job, with all pages of accounts. */
async function runJob(
  identity = google.identity,
): Promise<{ events: string[]; pages: number; errors: number }> {
  const events: string[] = [];
  let pages = 0;
  let errors = 0;
  const now = () => new Date();
  const { db } = product;
  const deleteIdentity = identity.deleteAccount;
  const [handler] = unverifiedHandlers({
    identity: {
      ...identity,
      listUnverified: (...args) => {
        pages++;
        return identity.listUnverified(...args);
      },
    },
    deletion: createAccountDeletion({ db, cleanUps: [], deleteIdentity, now }),
    recordEvent: (event, details) => events.push(`${event} ${details?.reason} ${details?.athlete}`),
    log: { error: () => void errors++ },
    now,
  });
  await handler?.run({}, { isStopping: () => false });
  return { events, pages, errors };
}

test('an account that was not verified for 30 days is deleted, here and at the provider', async () => {
  const late = await register('late', 31, { verified: false });
  const soon = await register('soon', 29, { verified: false });
  const verified = await register('verified', 400);
  const blocked = await register('blocked', 31, { verified: false });
  google.changeAccount(blocked.localId, { disabled: true });
  const unregistered = google.addAccount('unregistered', { verified: false });
  google.changeAccount(unregistered.localId, { createdAt: String(Date.now() - 31 * DAY) });

  const { events, pages } = await runJob();
  expect(pages).toBeGreaterThan(2);
  expect(events.toSorted()).toEqual(
    [late, unregistered]
      .map(({ localId }) => `account-deleted never-verified ${athleteId(localId)}`)
      .toSorted(),
  );
  expect(await Promise.all([late, soon, verified, blocked].map(isStored))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect(await google.identity.isUnverified(late.localId)).toBe(false);
  expect(await google.identity.isUnverified(unregistered.localId)).toBe(false);
  expect((await runJob()).events).toEqual([]);
});

test('an athlete who verified at the provider after the listing, and never came back, stays', async () => {
  const account = await register('quick', 31, { verified: false });
  const { listUnverified } = google.identity;
  await runJob({
    ...google.identity,
    listUnverified: async (...args) => {
      const listed = await listUnverified(...args);
      google.changeAccount(account.localId, { emailVerified: true });
      return listed;
    },
  });
  expect(await isStored(account)).toBe(true);
});

test('an athlete with data whose new address is not verified yet stays', async () => {
  const account = await register('changed', 400, { verified: false });
  await product.db.query(sql`
    insert into race (user_id, race_id, raced_on, distance, time_in_seconds)
    values (${athleteId(account.localId)}, gen_random_uuid(), '2026-05-05', 5000, 1200)`);
  expect((await runJob()).events).toEqual([]);
  expect(await isStored(account)).toBe(true);
});

test('an account that cannot be deleted does not stop the others', async () => {
  const [first, second] = [
    await register('first', 31, { verified: false }),
    await register('second', 31, { verified: false }),
  ];
  const { isUnverified } = google.identity;
  const { errors, events } = await runJob({
    ...google.identity,
    isUnverified: async (uid) =>
      uid === first.localId
        ? Promise.reject(new Problem('IDENTITY_UNAVAILABLE'))
        : isUnverified(uid),
  });
  expect([errors, events.length]).toEqual([1, 1]);
  expect(await Promise.all([first, second].map(isStored))).toEqual([true, false]);
  expect((await runJob()).events).toHaveLength(1);
});

test('everything that an athlete stores keeps an unverified account', async () => {
  let text = '';
  const query = async (statement: { text: string }) => {
    ({ text } = statement);
    return { rows: [], rowCount: 0 };
  };
  await hasData({ query }, athleteId('any'));
  const { rows } = await product.db.query(sql`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' group by conrelid
    having bool_and(confrelid = 'app_user'::regclass) order by 1`);
  const stored = rows.map(({ name }) => String(name));
  expect(stored.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});
