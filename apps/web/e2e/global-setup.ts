import { randomBytes } from 'node:crypto';
import { findFreePorts } from '@pacewright/free-ports';
import { buildWeb, dropDatabase, startStack } from '@pacewright/local';

/**
 * Starts the real product once for all tests, with its own ports and database: Google's Auth Emulator, the fake
 * Garmin and intervals.icu, the API with its worker, and a fresh build of the web app. Page and emulator share the host
 * 127.0.0.1, or Google's window could not return its answer. The tests get the addresses from the environment
 * of their workers. If they are set already, the product that runs there is tested.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env['PACEWRIGHT_ORIGIN']) return () => Promise.resolve();
  const [port = 0, emulatorPort = 0, garminPort = 0, intervalsIcuPort = 0, appPort = 0] =
    await findFreePorts(5);
  const appOrigin = `http://127.0.0.1:${appPort}`;
  const databaseUrl = newDatabaseUrl();
  const stack = await startStack({
    port,
    emulatorPort,
    garminPort,
    intervalsIcuPort,
    databaseUrl,
    webRoot: await buildWeb({
      emulatorPort,
      intervalsIcuPort,
      origin: `http://127.0.0.1:${port}`,
      folder: '.cache/e2e-build',
    }),
    // With the limit of production, journeys would depend on how busy the machine is.
    settings: { LOG_LEVEL: 'error', IDENTITY_TIMEOUT_SECONDS: '60', APP_ORIGINS: appOrigin },
  });
  process.env['PACEWRIGHT_ORIGIN'] = stack.url;
  process.env['PACEWRIGHT_APP'] = appOrigin;
  process.env['PACEWRIGHT_EMULATOR'] = stack.emulator.host;
  process.env['PACEWRIGHT_DATABASE'] = databaseUrl;
  process.env['PACEWRIGHT_GARMIN'] = stack.garmin?.url;
  process.env['PACEWRIGHT_INTERVALS_ICU'] = stack.intervalsIcuUrl;

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
