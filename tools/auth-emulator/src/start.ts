import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export type AuthEmulator = {
  /** Such as "127.0.0.1:9099", the form of FIREBASE_AUTH_EMULATOR_HOST. */
  host: string;
  projectId: string;
  stop: () => Promise<void>;
};

/** The part of firebase-tools that we use. It is not public, so the version is pinned exactly. */
type EmulatorModule = {
  AuthEmulator: new (options: object) => { start(): Promise<void>; stop(): Promise<void> };
  SingleProjectMode: { ERROR: number };
};

/** Starts Google's own Auth Emulator in this process: no Java, no account, no network. */
export async function startAuthEmulator({
  host = '127.0.0.1',
  port = 9099,
  projectId = 'demo-pacewright',
} = {}): Promise<AuthEmulator> {
  if (!projectId.startsWith('demo-'))
    throw new Error(`The emulator's project must start with "demo-", not ${projectId}`);

  require('./lazy.cjs');
  const { AuthEmulator: Emulator, SingleProjectMode } =
    require('firebase-tools/lib/emulator/auth') as EmulatorModule;
  const emulator = new Emulator({
    host,
    port,
    projectId,
    singleProjectMode: SingleProjectMode.ERROR,
  });
  await emulator.start();
  await answers(`http://${host}:${port}/`);

  const address = `${host}:${port}`;
  await protectEmailAddresses(address, projectId);
  return { host: address, projectId, stop: () => emulator.stop() };
}

/** start() resolves before the server accepts connections. */
async function answers(url: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    try {
      const body = (await (await fetch(url)).json()) as { authEmulator?: { ready?: boolean } };
      if (body.authEmulator?.ready) return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** As in production, responses do not reveal whether an email address has an account. */
async function protectEmailAddresses(host: string, projectId: string): Promise<void> {
  await fetch(`http://${host}/emulator/v1/projects/${projectId}/config`, {
    method: 'PATCH',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }),
  });
}
