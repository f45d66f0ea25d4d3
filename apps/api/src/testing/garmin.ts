import { GARMIN_CONSENT_VERSION } from '@pacewright/contract';
import {
  askForConsent,
  type FakeGarmin,
  type Permission,
  startFakeGarmin,
  type FakeGarminOptions,
} from '@pacewright/garmin-stand-in';
import type { FastifyBaseLogger, FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import { type Garmin, type GarminSettings, openGarmin } from '../features/garmin/garmin.ts';
import { type ApiProcess, startApiProcess } from './api-process.ts';
import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import type { RecordSecurityEvent } from '../http/security-events.ts';
import { openActivityReceiver } from '../receive-activities.ts';
import { PROJECT } from './identity.ts';
import { openJobRunner } from './run-jobs.ts';
import { type Athlete, startTestApp, type TestApp } from './test-app.ts';

export type GarminTestApp = TestApp & {
  fakeGarmin: FakeGarmin;
  garmin: Garmin;
  now: () => Date;
  /** Another process of the API: the same database and Garmin, its own memory. */
  openReplica: (
    settings?: Partial<GarminSettings>,
    options?: {
      timeoutMilliseconds?: number;
      recordEvent?: RecordSecurityEvent;
      onActivity?: (outcome: string) => void;
    },
  ) => Promise<Garmin>;
  /** Runs all jobs as the worker would, without waiting for back-off; see JobRunner. */
  work: () => Promise<string[]>;
  /** Processes the notifications about activities as the worker would. Returns the outcomes. */
  drain: () => Promise<string[]>;
  /** Runs the cron jobs. */
  maintain: () => Promise<void>;
  /** Sends Garmin's notifications to this API, which is the default. */
  sendWebhooksHere: () => Promise<unknown>;
  /** Advances the clock of the API and of Garmin. */
  advanceClock: (seconds: number) => Promise<void>;
  /** Signs up an athlete who has connected a Garmin account of the same name. */
  signUpConnected: (
    name: string,
    permissions?: Permission[],
  ) => Promise<Athlete & { account: string }>;
  /** Gives consent, and finishes connecting with the code. */
  connect: (
    athlete: Athlete,
    options?: { account?: string; permissions?: Permission[] },
  ) => Promise<LightMyRequestResponse>;
  call: (
    athlete: Athlete,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ) => Promise<LightMyRequestResponse>;
};

/** A job run that is never stopped. */
export const RUN = { isStopping: () => false };

const REDIRECT_URI = 'http://127.0.0.1:8080/garmin/callback';
export const WEBHOOK_SECRET = 'a-secret-path-of-thirty-two-letters';

/** The whole API with its own fake Garmin, on one clock. */
export async function startGarminTestApp({
  assumptions,
  logger,
  settings,
}: {
  assumptions?: FakeGarminOptions['assumptions'];
  logger?: FastifyBaseLogger;
  settings?: Partial<GarminSettings>;
} = {}): Promise<GarminTestApp> {
  let passed = 0;
  const now = () => new Date(Date.now() + passed * 1000);
  const fakeGarmin = await startFakeGarmin({
    partner: { redirectUris: [REDIRECT_URI] },
    ...(assumptions && { assumptions }),
  });
  const base = await startTestApp({ now });
  const all = { ...garminSettings(fakeGarmin), ...settings };
  const replicas: Garmin[] = [];
  const openReplica: GarminTestApp['openReplica'] = async (changes = {}, options = {}) => {
    const replica = await openGarmin({ ...all, ...changes }, { db: base.db, now, ...options });
    replicas.push(replica);
    return replica;
  };
  const outcomes: string[] = [];
  const garmin = await openReplica({}, { onActivity: (outcome) => outcomes.push(outcome) });
  const drain = garmin.openDrain(openActivityReceiver(base.db, now));
  const jobs = await openJobRunner(base.servers, garmin.handlers);
  const { server: app } = await base.buildAnother({ garmin, now }, logger);
  const webhooks = `${await listen(app)}/api/garmin/webhooks/${WEBHOOK_SECRET}`;
  const sendWebhooksHere = () => fakeGarmin.control.sendWebhooksTo({ url: webhooks });
  await sendWebhooksHere();

  const call: GarminTestApp['call'] = (athlete, method, url, payload) =>
    app.inject({ method, url, headers: athlete.headers, ...(payload && { payload }) });

  const connect: GarminTestApp['connect'] = async (athlete, options) => {
    const { code, verifier } = await askForConsent(garmin.consentUrl, options);
    return call(athlete, 'POST', '/api/garmin/callback', {
      code,
      code_verifier: verifier,
      consent_version: GARMIN_CONSENT_VERSION,
    });
  };

  return {
    ...base,
    app,
    fakeGarmin,
    garmin,
    now,
    openReplica,
    sendWebhooksHere,
    call,
    connect,
    signUpConnected: async (name, permissions) => {
      const athlete = await base.signUp(name);
      const account = `${name} ${athlete.uid}`;
      const response = await connect(athlete, { account, ...(permissions && { permissions }) });
      if (response.statusCode !== 200) throw new Error(`Not connected: ${response.body}`);
      return { ...athlete, account };
    },
    work: async () => {
      await skipBackoff(base.db);
      return jobs.run();
    },
    drain: async () => {
      outcomes.length = 0;
      while ((await drain.runOnce()) > 0);
      return outcomes.toSorted();
    },
    maintain: async () => {
      for (const { cron, run } of garmin.handlers) if (cron) await run({}, RUN);
    },
    advanceClock: async (seconds) => {
      passed += seconds;
      await fakeGarmin.control.advanceClock({ seconds });
    },
    close: async () => {
      await app.close();
      await jobs.close();
      for (const replica of replicas) await replica.close();
      await base.close();
      await fakeGarmin.stop();
    },
  };
}

export function garminSettings({ url, partner }: FakeGarmin): GarminSettings {
  return {
    clientId: partner.id,
    clientSecret: partner.secret,
    redirectUri: REDIRECT_URI,
    webhookSecrets: [WEBHOOK_SECRET],
    tokenKeys: { keys: [{ version: 1, key: Buffer.alloc(32, 1) }], encryptWith: 1 },
    callLimits: { perMinute: 1_000_000, perAthleteAndDay: 200 },
    consentUrl: `${url}/oauth2Confirm`,
    tokenUrl: `${url}/di-oauth2-service/oauth/token`,
    apiUrl: url,
    userPath: '/wellness-api/rest',
    createPath: '/workoutportal/workout/v2',
  };
}

/** Makes all items and jobs due. */
export async function skipBackoff(db: Db): Promise<void> {
  await db.query(sql`update garmin_budget set paused_until = null`);
  await db.query(sql`
    update garmin_item set next_attempt_at = least(next_attempt_at, now())
    where next_attempt_at is not null`);
  await db.query(sql`
    update pgboss.job set start_after = now() where state in ('created', 'retry')`);
}

/** The settings of a process with this Garmin and this database. */
export function garminEnvironment(
  fakeGarmin: FakeGarmin,
  databaseUrl: string,
): Record<string, string> {
  const { clientId, clientSecret, redirectUri, webhookSecrets, consentUrl, tokenUrl, apiUrl } =
    garminSettings(fakeGarmin);
  return {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    FIREBASE_PROJECT_ID: PROJECT,
    FIREBASE_AUTH_EMULATOR_HOST: inject('emulatorHost'),
    GARMIN_CLIENT_ID: clientId,
    GARMIN_CLIENT_SECRET: clientSecret,
    GARMIN_REDIRECT_URI: redirectUri,
    GARMIN_WEBHOOK_SECRET: webhookSecrets.join(),
    GARMIN_TOKEN_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
    GARMIN_CONSENT_URL: consentUrl,
    GARMIN_TOKEN_URL: tokenUrl,
    GARMIN_API_URL: apiUrl,
    GARMIN_CALLS_PER_MINUTE: '1000000',
    GARMIN_CALLS_PER_ATHLETE_AND_DAY: '1000000',
    JOB_SUPERVISE_SECONDS: '1',
    JOB_RETRY_FACTOR: '0',
  };
}

/** A worker process for this Garmin and this database. */
export function startGarminWorker(fakeGarmin: FakeGarmin, databaseUrl: string): ApiProcess {
  return startApiProcess(garminEnvironment(fakeGarmin, databaseUrl), 'worker.ts');
}

async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}
