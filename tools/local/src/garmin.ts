import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const STAND_IN = fileURLToPath(new URL('../../garmin-stand-in/src/main.ts', import.meta.url));

/** Fixed, so that stored connections can be decrypted after a restart. */
const LOCAL_KEY = Buffer.from('a key for one machine, no secret').toString('base64');
const WEBHOOK_SECRET = 'a-path-for-one-machine-no-secret';

export type LocalGarmin = {
  /** The page of received workouts is at /watch. */
  url: string;
  /** The settings of the API. */
  settings: Record<string, string>;
  stop: () => Promise<void>;
};

type Options = { port: number; webOrigin: string; apiUrl: string };

/** The fake Garmin as a process. */
export async function startGarmin({ port, webOrigin, apiUrl }: Options): Promise<LocalGarmin> {
  const url = `http://127.0.0.1:${port}`;
  const redirectUri = `${webOrigin}/garmin/callback`;
  const child = spawn(process.execPath, [STAND_IN], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      GARMIN_STAND_IN_PORT: String(port),
      GARMIN_STAND_IN_REDIRECT_URIS: redirectUri,
      GARMIN_STAND_IN_WEBHOOK_URL: `${apiUrl}/api/garmin/webhooks/${WEBHOOK_SECRET}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const isReady = once(child.stdout, 'data');
  await Promise.race([
    isReady,
    ended.then(() => Promise.reject(new Error('The Garmin stand-in did not start'))),
  ]);

  return {
    url,
    settings: {
      GARMIN_CLIENT_ID: 'pacewright-stand-in',
      GARMIN_CLIENT_SECRET: 'stand-in-secret',
      GARMIN_REDIRECT_URI: redirectUri,
      GARMIN_WEBHOOK_SECRET: WEBHOOK_SECRET,
      GARMIN_TOKEN_KEYS: `1:${LOCAL_KEY}`,
      GARMIN_CONSENT_URL: `${url}/oauth2Confirm`,
      GARMIN_TOKEN_URL: `${url}/di-oauth2-service/oauth/token`,
      GARMIN_API_URL: url,
    },
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}
