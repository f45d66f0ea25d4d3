import { inject } from 'vitest';
import { type IdentityProvider, openFirebase } from '../http/firebase.ts';

export const PROJECT = 'demo-pacewright';

/** The real provider, talking to the emulator of this test run. */
export function openTestIdentity(): IdentityProvider {
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = inject('emulatorHost');
  return openFirebase(PROJECT);
}

export type SignedIn = { uid: string; email: string; token: string };

/** Makes an account at the emulator and signs it in. */
export async function signIn(email: string, { verified = true } = {}): Promise<SignedIn> {
  const { localId } = await ask<{ localId: string }>(
    `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts`,
    { email, password: 'secret1', emailVerified: verified },
    'Bearer owner',
  );
  const { idToken } = await ask<{ idToken: string }>(
    '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo',
    { email, password: 'secret1', returnSecureToken: true },
  );
  return { uid: localId, email, token: idToken };
}

/** Changes an account as an administrator of the project would. */
export async function changeAccount(uid: string, changes: object): Promise<void> {
  await ask(
    `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:update`,
    { localId: uid, ...changes },
    'Bearer owner',
  );
}

async function ask<T>(path: string, body: object, authorization?: string): Promise<T> {
  const response = await fetch(`http://${inject('emulatorHost')}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The emulator answered ${response.status} to ${path}`);
  return (await response.json()) as T;
}
