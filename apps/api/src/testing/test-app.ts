import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type App, buildApp, type Services } from '../app.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { athleteId } from '../db/ids.ts';
import { type TrustProxy } from '../http/trust-proxy.ts';
import { openRateLimits } from '../http/rate-limits.ts';
import { openTestIdentity, PROJECT, type SignedIn, signIn } from './identity.ts';
import { createTestDatabase } from './test-database.ts';

export type Athlete = SignedIn & { userId: string; headers: { authorization: string } };

export type TestApp = {
  app: FastifyInstance;
  db: Database;
  databaseUrl: string;
  /** The database as a worker of each server sees it; there is one, except in pnpm exec vitest run --project shards. */
  servers: readonly Database[];
  /** Signs in without registering. */
  signIn: (name: string, options?: { verified?: boolean }) => Promise<Athlete>;
  /** Signs in and registers. */
  signUp: (name: string, options?: { verified?: boolean }) => Promise<Athlete>;
  /** A second API with some dependencies replaced. */
  buildAnother: (
    outside?: Partial<Services>,
    logger?: FastifyBaseLogger,
    settings?: {
      webRoot?: string;
      trustProxy?: TrustProxy;
      accountCheckSeconds?: number;
      publicOrigin?: string;
      appOrigins?: string[];
    },
  ) => Promise<App>;
  close: () => Promise<void>;
};

const SETTINGS = {
  production: false,
  firebase: {
    projectId: PROJECT,
    authDomain: `${PROJECT}.firebaseapp.com`,
    emulatorHost: undefined,
  },
  intervalsIcuOrigin: 'https://intervals.icu',
  publicOrigin: undefined,
  appOrigins: [],
  accountCheckSeconds: 0,
  webRoot: undefined,
  trustProxy: false as const,
};

/** The whole API on its own database, with the Auth Emulator. */
export async function startTestApp(outside: Partial<Services> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const servers = database.urls.map((url) => openDatabase(url, { poolSize: 4 }));
  const db = servers[0] as Database;
  const identity = openTestIdentity();
  // Too high to affect tests that are not about limits.
  const limits = openRateLimits({ redisUrl: undefined, factor: 1000 });
  const everything = { db, identity, limits, ...outside };
  const { server: app } = await buildApp(everything, SETTINGS);

  async function signInAs(name: string, options?: { verified?: boolean }): Promise<Athlete> {
    const email = `${name}-${randomBytes(4).toString('hex')}@example.test`;
    const account = await signIn(email, options);
    return {
      ...account,
      userId: athleteId(account.uid),
      headers: { authorization: `Bearer ${account.token}` },
    };
  }

  return {
    app,
    db,
    databaseUrl: database.url,
    servers,
    signIn: signInAs,
    signUp: async (name, options) => {
      const athlete = await signInAs(name, options);
      const response = await app.inject({
        method: 'POST',
        url: '/api/auth/register',
        headers: athlete.headers,
        payload: { username: `${name} runner`, email: athlete.email, firebaseUid: athlete.uid },
      });
      if (response.statusCode !== 200) throw new Error(`Not registered: ${response.body}`);
      return athlete;
    },
    buildAnother: (replaced = {}, logger, settings = {}) =>
      buildApp({ ...everything, ...replaced }, { ...SETTINGS, ...settings }, logger),
    close: async () => {
      await app.close();
      for (const server of servers) await server.close();
      await identity.close();
      await database.drop();
    },
  };
}
