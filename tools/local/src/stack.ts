import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type AuthEmulator, startAuthEmulator } from '@pacewright/auth-emulator';
import { ensureDatabase } from './database.ts';
import { startFakeIntervalsIcu } from '@pacewright/intervals-icu-stand-in';
import { type LocalGarmin, startGarmin } from './garmin.ts';

export { dropDatabase, runStatement } from './database.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const WEB = fileURLToPath(new URL('../../../apps/web/', import.meta.url));

export type StackOptions = {
  port: number;
  emulatorPort: number;
  /** A PostgreSQL URL. The database is created if it does not exist. */
  databaseUrl: string;
  /** The folder of the built web app; without it only the API is served. */
  webRoot?: string;
  /** The port of the fake Garmin; without it, Garmin is unavailable. */
  garminPort?: number;
  /** The port of the fake intervals.icu; without it, pages call the real one. */
  intervalsIcuPort?: number;
  /** The URL of the web app, if it is not served by the API. */
  webOrigin?: string;
  /** Restarts the API when its source changes. */
  watch?: boolean;
  /** More settings of the API. */
  settings?: Record<string, string>;
  /** Receives the log of the API. */
  log?: 'inherit' | 'ignore';
  /** Starts a command of the API; by default from source. */
  launch?: Launch;
};

/** Starts a file of the API's source, such as main.ts, with settings. */
type Launch = (file: string, settings: Record<string, string>) => ChildProcess;

export type Stack = {
  url: string;
  emulator: AuthEmulator;
  garmin: LocalGarmin | undefined;
  /** The address of the fake intervals.icu. */
  intervalsIcuUrl: string | undefined;
  stop: () => Promise<void>;
};

/**
 * The product on one machine: the Auth Emulator and the fake intervals.icu in this process; the API, its worker and
 * the fake Garmin as child processes.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { port, emulatorPort, databaseUrl, webRoot, launch = fromSource(options) } = options;
  await ensureDatabase(databaseUrl);
  const emulator = await startAuthEmulator({ port: emulatorPort });
  const url = `http://127.0.0.1:${port}`;
  const { garminPort, intervalsIcuPort, webOrigin = url } = options;
  const garmin =
    garminPort === undefined
      ? undefined
      : await startGarmin({ port: garminPort, webOrigin, apiUrl: url }).catch(
          async (error: unknown) => {
            await emulator.stop();
            throw error;
          },
        );

  const intervalsIcu =
    intervalsIcuPort === undefined
      ? undefined
      : await startFakeIntervalsIcu({ port: intervalsIcuPort }).catch(async (error: unknown) => {
          await garmin?.stop();
          await emulator.stop();
          throw error;
        });
  const stopFakes = async () => {
    await intervalsIcu?.stop();
    await garmin?.stop();
    await emulator.stop();
  };

  const settings = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    FIREBASE_PROJECT_ID: emulator.projectId,
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
    DRAIN_SECONDS: '0',
    // The emulator is asked on every request in any case.
    ACCOUNT_CHECK_SECONDS: '0',
    PUBLIC_ORIGIN: webOrigin,
    // All users of this machine share one address.
    RATE_LIMIT_FACTOR: '100',
    ...(webRoot !== undefined && { WEB_ROOT: webRoot }),
    ...garmin?.settings,
    ...(intervalsIcu && { INTERVALS_ICU_URL: intervalsIcu.url }),
    ...options.settings,
  };
  function start(file: string) {
    const child = launch(file, settings);
    const ended = once(child, 'close');
    return {
      ended,
      stop: async () => {
        if (child.exitCode === null) child.kill('SIGTERM');
        await ended;
      },
    };
  }
  await runMigrations(launch('migrate.ts', settings)).catch(async (error: unknown) => {
    await stopFakes();
    throw error;
  });
  const api = start('main.ts');
  // Without Garmin there are no jobs.
  const worker = garmin && start('worker.ts');

  const stop = async () => {
    await Promise.all([api.stop(), worker?.stop()]);
    await stopFakes();
  };
  await Promise.race([
    isReady(url),
    api.ended.then(() => Promise.reject(new Error('The API did not start; its message is above'))),
  ]).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, emulator, garmin, intervalsIcuUrl: intervalsIcu?.url, stop };
}

function fromSource({ watch, log = 'inherit' }: StackOptions): Launch {
  return (file, settings) =>
    spawn(
      process.execPath,
      [...(watch && file !== 'migrate.ts' ? ['--watch'] : []), `apps/api/src/${file}`],
      {
        cwd: ROOT,
        // Without a folder only the API is served, also where the environment names one.
        env: { ...process.env, WEB_ROOT: '', ...settings },
        stdio: ['ignore', log, 'inherit'],
      },
    );
}

async function runMigrations(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error('The database could not be migrated');
}

type BuildOptions = {
  emulatorPort: number;
  intervalsIcuPort?: number;
  origin: string;
  folder?: string;
};

/** Builds the web app for this machine, and returns the folder. */
export async function buildWeb({
  emulatorPort,
  intervalsIcuPort,
  origin,
  folder = 'dist',
}: BuildOptions): Promise<string> {
  const settings = { ...webSettings(emulatorPort, intervalsIcuPort), VITE_ORIGIN: origin };
  await runInWeb(['pnpm', 'exec', 'vite', 'build', '--outDir', folder], settings);
  await runInWeb([process.execPath, 'tools/finish-build.ts', folder], settings);
  return `${WEB}${folder}`;
}

async function runInWeb([command = '', ...args]: string[], settings: object): Promise<void> {
  const child = spawn(command, args, {
    cwd: WEB,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error('The web app could not be built');
}

/** The settings of the web app for the Auth Emulator, and the fake intervals.icu if there is one. */
export function webSettings(
  emulatorPort: number,
  intervalsIcuPort?: number,
): Record<string, string> {
  return {
    VITE_FIREBASE_API_KEY: 'demo-key',
    VITE_FIREBASE_AUTH_DOMAIN: 'demo-pacewright.firebaseapp.com',
    VITE_FIREBASE_PROJECT_ID: 'demo-pacewright',
    VITE_FIREBASE_AUTH_EMULATOR: `http://127.0.0.1:${emulatorPort}`,
    ...(intervalsIcuPort !== undefined && {
      VITE_INTERVALS_ICU_URL: `http://127.0.0.1:${intervalsIcuPort}`,
    }),
  };
}

async function isReady(url: string): Promise<void> {
  for (;;) {
    const ready = await fetch(`${url}/api/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
