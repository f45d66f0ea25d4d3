import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import { type SignedIdentity, startSignedIdentity } from './signed-identity.ts';
import { startTestApp, type TestApp } from './test-app.ts';

export type ProductionApp = {
  api: TestApp;
  google: SignedIdentity;
  app: FastifyInstance;
  close: () => Promise<void>;
};

/**
 * The API with tokens and accounts as in production. The emulator looks an account up on every request, and keeps
 * revoked refresh tokens, so it would hide mistakes.
 */
export async function startProductionApp(
  services: { now?: () => Date } = {},
  settings: { accountCheckSeconds?: number } = {},
): Promise<ProductionApp> {
  const api = await startTestApp();
  // firebase-admin reads it as soon as it is opened.
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined);
  const google = await startSignedIdentity();
  const { server: app } = await api.buildAnother(
    { identity: google.identity, ...services },
    undefined,
    settings,
  );
  return {
    api,
    google,
    app,
    close: async () => {
      await app.close();
      await api.close();
      await google.close();
      vi.unstubAllEnvs();
    },
  };
}
