import { randomBytes } from 'node:crypto';
import { askForConsent } from '@pacewright/garmin-stand-in';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { sql } from './db/sql.ts';
import { type GarminSettings, openGarmin } from './features/garmin/garmin.ts';
import { GARMIN_JOBS, REENCRYPT_TOKENS } from './features/garmin/job-definitions.ts';
import { openJobs } from './jobs/jobs.ts';
import {
  garminEnvironment,
  type GarminTestApp,
  startGarminTestApp,
  WEBHOOK_SECRET,
} from './testing/garmin.ts';
import { openLog } from './testing/open-log.ts';

// Rehearses what docs/operations.md says on changing a token key and the webhook secret: rolling deployments under load.
// Each version of the settings has its own server and its own worker, with nothing in common but the database and Garmin,
// and during each deployment the old and the new one run side by side.

/** Settings that differ from one deployment to the next. */
type Version = Record<string, string>;

const KEYS = ['1', '2'].map((number) => `${number}:${randomBytes(32).toString('base64')}`);
const [OLD_KEY = '', NEW_KEY = ''] = KEYS;
const [OLD_SECRET, NEW_SECRET] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];

/** Requests of each kind that each version must have served before the next step. */
const MIN_REQUESTS = 3;

let base: GarminTestApp;
beforeEach(async () => {
  base = await startGarminTestApp();
  await base.fakeGarmin.control.changeLimits({ perMinute: 100_000, perUserAndDay: 100_000 });
});
afterEach(() => base.close());

type Running = { url: string; stop: () => Promise<void> };

/** A server, and a worker if needed, with these settings. */
async function start(version: Version, hasWorker: boolean): Promise<Running> {
  const { garmin: settings } = readConfig({
    ...garminEnvironment(base.fakeGarmin, base.databaseUrl),
    ...version,
  });
  const { logger, readLog } = openLog();
  const db = openDatabase(base.databaseUrl, { poolSize: 5 });
  const jobs = await openJobs(db, GARMIN_JOBS, { isWorker: hasWorker });
  // Complete, because all of Garmin's settings are given.
  const garmin = await openGarmin(settings as GarminSettings, { db, jobs, log: logger });
  const worker = hasWorker ? await jobs.startWorker(garmin.handlers, logger) : undefined;
  const { server } = await base.buildAnother({ db, garmin }, undefined, {
    accountCheckSeconds: 60,
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    stop: async () => {
      await server.close();
      await (worker ? worker.stop() : jobs.close());
      await db.close();
      expect(readLog()).not.toMatch(/job failed|maintenance failed/);
    },
  };
}

/** The product behind a balancer: every request goes to the next server. */
async function deploy(first: Version, { hasWorker }: { hasWorker: boolean }) {
  let serving = [await start(first, hasWorker)];
  /** The number of requests by server and kind. */
  const served = new Map<string, number>();
  const failures: string[] = [];
  const loops: { kinds: string[]; stop: () => Promise<void> }[] = [];
  let requests = 0;

  async function request(
    kind: string,
    path: string,
    options: { method: string; headers?: Record<string, string>; body?: object },
  ): Promise<unknown> {
    const target = serving[requests++ % serving.length];
    const { method, headers, body } = options;
    const response = await fetch(`${target?.url}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const key = `${target?.url} ${kind}`;
    served.set(key, (served.get(key) ?? 0) + 1);
    if (!response.ok) throw new Error(`${kind}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  }

  /** Waits until every version that serves has answered each kind of request. */
  async function waitForRequests(): Promise<void> {
    served.clear();
    await until(() => {
      for (const { url } of serving)
        for (const kind of loops.flatMap(({ kinds }) => kinds))
          expect(served.get(`${url} ${kind}`) ?? 0).toBeGreaterThan(MIN_REQUESTS);
    });
  }

  return {
    request,
    failures,
    waitForRequests,
    /** Sends requests one after the other until the end. */
    repeat: (kinds: string[], send: () => Promise<unknown>) => {
      const state = { isStopped: false };
      const done = (async () => {
        while (!state.isStopped)
          await send().catch((error: unknown) => {
            failures.push(String(error));
          });
      })();
      const stop = () => {
        state.isStopped = true;
        return done;
      };
      loops.push({ kinds, stop });
    },
    /** Both versions serve for a while, then the new one alone. */
    roll: async (version: Version): Promise<void> => {
      const [old] = serving;
      const next = await start(version, hasWorker);
      serving = [...serving, next];
      await waitForRequests();
      serving = [next];
      await waitForRequests();
      await old?.stop();
    },
    /** Returns the number of requests. */
    finish: async (): Promise<number> => {
      await Promise.all(loops.map(({ stop }) => stop()));
      return requests;
    },
    stop: async () => {
      for (const each of serving) await each.stop();
    },
  };
}

type Product = Awaited<ReturnType<typeof deploy>>;

async function until(check: () => void | Promise<void>): Promise<void> {
  await expect
    .poll(
      async () => {
        await check();
        return true;
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBe(true);
}

/** An athlete who has connected their own Garmin account. */
async function signUpConnected({ request }: Product, name: string) {
  const { headers, userId, email } = await base.signUp(name);
  const call = (method: string, path: string, body?: object) =>
    request(path.replace(/[\da-f-]{36}/, ':id'), path, { method, headers, ...(body && { body }) });
  const connect = async () => {
    const { code, verifier } = await askForConsent(base.garmin.consentUrl, { account: email });
    await call('POST', '/api/garmin/callback', { code, code_verifier: verifier });
  };
  await connect();
  const { rows } = await base.db.query(sql`
    select garmin_user_id as id from garmin_connection where user_id = ${userId}`);
  return { userId, call, connect, garminUserId: String(rows[0]?.['id']) };
}

function notify({ request }: Product, secret: string, garminUserId: string) {
  return request('notification', `/api/garmin/webhooks/${secret}`, {
    method: 'POST',
    body: { userPermissionsChange: [{ userId: garminUserId }] },
  });
}

async function listKeysInUse(): Promise<number[]> {
  const { rows } = await base.db.query(sql`
    select key_version as key from garmin_connection
    union select key_version from garmin_revocation order by key`);
  return rows.map(({ key }) => Number(key));
}

test('a token key is changed under load without a failed request', async () => {
  const product = await deploy({ GARMIN_TOKEN_KEYS: OLD_KEY }, { hasWorker: true });
  const [ana, ben, cleo] = [
    await signUpConnected(product, 'ana'),
    await signUpConnected(product, 'ben'),
    await signUpConnected(product, 'cleo'),
  ];

  // Every change of a sent workout is sent with a decrypted token, and every connection encrypts new ones.
  const workout = { title: 'Run 1', script: '10m E' };
  const saved = await ana.call('POST', '/api/auth/workouts', { workout });
  const { id, version: first } = saved as { id: string; version: number };
  await ana.call('PUT', `/api/garmin/workouts/${id}`);
  let version = first;
  product.repeat(['/api/auth/workouts/:id'], async () => {
    const changed = { ...workout, title: `Run ${version + 1}` };
    await ana.call('PUT', `/api/auth/workouts/${id}`, { workout: changed, version });
    version++;
  });
  product.repeat(['notification'], () => notify(product, WEBHOOK_SECRET, cleo.garminUserId));
  product.repeat(['/api/garmin/callback', '/api/garmin/status'], async () => {
    await ben.connect();
    await ben.call('GET', '/api/garmin/status');
  });

  await product.roll({ GARMIN_TOKEN_KEYS: KEYS.join(), GARMIN_TOKEN_KEY: '1' });
  expect(await listKeysInUse()).toEqual([1]);
  await product.roll({ GARMIN_TOKEN_KEYS: KEYS.join(), GARMIN_TOKEN_KEY: '2' });
  expect(await listKeysInUse()).toEqual([1, 2]);
  // The nightly job.
  const jobs = await openJobs(base.db, GARMIN_JOBS);
  await jobs.add(base.db, REENCRYPT_TOKENS, {});
  await until(async () => expect(await listKeysInUse()).toEqual([2]));
  await jobs.close();
  await product.roll({ GARMIN_TOKEN_KEYS: NEW_KEY });
  const requests = await product.finish();

  expect(product.failures).toEqual([]);
  expect(requests).toBeGreaterThan(100);
  // Everything has arrived at Garmin, the last change too.
  await until(async () => {
    const { rows } = await base.db.query(sql`
      select error, next_attempt_at as pending from garmin_item where user_id = ${ana.userId}`);
    expect(rows).toEqual([{ error: null, pending: null }]);
  });
  const { workouts } = await base.fakeGarmin.control.snapshot();
  expect(workouts).toMatchObject([{ body: { workoutName: `Run ${version}` } }]);
  await product.stop();
});

test('the webhook secret is changed under load without a failed request', async () => {
  const product = await deploy({ GARMIN_WEBHOOK_SECRET: OLD_SECRET }, { hasWorker: false });
  const ana = await signUpConnected(product, 'ana');
  let atGarmin = OLD_SECRET;
  for (let sender = 0; sender < 3; sender++)
    product.repeat(['notification'], () => notify(product, atGarmin, ana.garminUserId));
  product.repeat(['/api/garmin/status'], () => ana.call('GET', '/api/garmin/status'));

  await product.roll({ GARMIN_WEBHOOK_SECRET: `${OLD_SECRET},${NEW_SECRET}` });
  atGarmin = NEW_SECRET;
  await product.waitForRequests();
  await product.roll({ GARMIN_WEBHOOK_SECRET: NEW_SECRET });
  const requests = await product.finish();

  expect(product.failures).toEqual([]);
  expect(requests).toBeGreaterThan(50);
  await expect(notify(product, OLD_SECRET, ana.garminUserId)).rejects.toThrow('404');
  await product.stop();
});
