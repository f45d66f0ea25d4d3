import { setTimeout as wait } from 'node:timers/promises';
import { askForConsent } from '@pacewright/garmin-stand-in';
import type { Stack } from './stack.ts';

const WORKOUT = {
  title: 'Tempo',
  script: '10m E + 20m T + 10m E',
  notes: '',
  tags: [],
};

const INTERVAL_MILLISECONDS = 500;

/** Signs up a runner who saves a workout and sends it to Garmin twice a second, through the API. */
export async function keepSending(stack: Stack): Promise<{ stop: () => Promise<void> }> {
  const sendWorkout = await signUpRunner(stack);
  const stopping = new AbortController();
  let failure: unknown;
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sendWorkout();
      await wait(INTERVAL_MILLISECONDS);
    }
  }
  const ended = run().catch((error: unknown) => {
    failure = error;
  });
  return {
    /** Throws if a request has failed. */
    stop: async () => {
      stopping.abort();
      await ended;
      if (failure) throw failure;
    },
  };
}

/** Registers an athlete and connects Garmin. The function saves a workout and sends it. */
async function signUpRunner({ url, emulator }: Stack): Promise<() => Promise<void>> {
  const email = `runner-${process.pid}-${Date.now()}@example.test`;
  const accounts = `http://${emulator.host}/identitytoolkit.googleapis.com/v1`;
  const { localId } = await post<{ localId: string }>(
    `${accounts}/projects/${emulator.projectId}/accounts`,
    { email, password: 'secret1', emailVerified: true },
    'Bearer owner',
  );
  const { idToken } = await post<{ idToken: string }>(
    `${accounts}/accounts:signInWithPassword?key=demo`,
    { email, password: 'secret1', returnSecureToken: true },
  );
  const authorization = `Bearer ${idToken}`;
  await post(
    `${url}/api/auth/register`,
    { username: 'A runner', email, firebaseUid: localId },
    authorization,
  );
  const status = await request<{ consentUrl: string }>(`${url}/api/garmin/status`, {
    headers: { authorization },
  });
  const { code, verifier } = await askForConsent(status.consentUrl, { account: email });
  await post(`${url}/api/garmin/callback`, { code, code_verifier: verifier }, authorization);

  return async () => {
    const { id } = await post<{ id: string }>(
      `${url}/api/auth/workouts`,
      { workout: WORKOUT },
      authorization,
    );
    await request(`${url}/api/garmin/workouts/${id}`, {
      method: 'PUT',
      headers: { authorization },
    });
  };
}

function post<T>(url: string, body: object, authorization?: string): Promise<T> {
  return request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify(body),
  });
}

async function request<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} from ${url}: ${text}`);
  return JSON.parse(text) as T;
}
