import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { buildWeb, dropDatabase, startStack } from '@pacewright/local';

/**
 * Starts the real product once for all tests, with its own ports and database: Google's Auth Emulator, the fake
 * Garmin, the API with its worker, and a fresh build of the web app. Page and emulator share the host
 * 127.0.0.1, or Google's window could not return its answer. The tests get the addresses from the environment
 * of their workers.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const [port = 0, emulatorPort = 0, garminPort = 0] = await findFreePorts(3);
  const databaseUrl = newDatabaseUrl();
  const stack = await startStack({
    port,
    emulatorPort,
    garminPort,
    databaseUrl,
    webRoot: await buildWeb({
      emulatorPort,
      origin: `http://127.0.0.1:${port}`,
      folder: '.cache/e2e-build',
    }),
    // With the limit of production, journeys would depend on how busy the machine is.
    settings: { LOG_LEVEL: 'error', IDENTITY_TIMEOUT_SECONDS: '60' },
  });
  process.env['PACEWRIGHT_ORIGIN'] = stack.url;
  process.env['PACEWRIGHT_EMULATOR'] = stack.emulator.host;
  process.env['PACEWRIGHT_DATABASE'] = databaseUrl;
  process.env['PACEWRIGHT_GARMIN'] = stack.garmin?.url;

  return async () => {
    await stack.stop();
    await dropDatabase(databaseUrl);
  };
}

function newDatabaseUrl(): string {
  const url = new URL(process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres');
  url.pathname = `/pacewright_e2e_${process.pid}_${randomBytes(3).toString('hex')}`;
  return url.href;
}

/** Free ports. They are held at the same time, so that they differ. */
async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  return Promise.all(
    servers.map(async (server) => {
      await once(server, 'listening');
      const address = server.address();
      server.close();
      return typeof address === 'object' && address ? address.port : 0;
    }),
  );
}
