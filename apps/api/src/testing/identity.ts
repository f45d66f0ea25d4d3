import { inject } from 'vitest';
import { type IdentityProvider, openFirebase } from '../http/firebase.ts';

export const PROJECT = 'demo-pacewright';

/** The real provider, with the emulator of this test run. */
export function openTestIdentity(): IdentityProvider {
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = inject('emulatorHost');
  // The limit of production would make tests depend on how busy the machine is.
  return openFirebase(PROJECT, { verifyTimeout: 60_000 });
}

export type SignedIn = { uid: string; email: string; token: string };

/** Creates an account in the emulator and signs in. */
export async function signIn(email: string, { verified = true } = {}): Promise<SignedIn> {
  const { localId } = await ask<{ localId: string }>(
    `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts`,
    { email, password: 'secret1', emailVerified: verified },
    'Bearer owner',
  );
  return { uid: localId, email, token: await signInAgain(email) };
}

/** A new token of an account that exists. */
export async function signInAgain(email: string): Promise<string> {
  const { idToken } = await ask<{ idToken: string }>(
    '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo',
    { email, password: 'secret1', returnSecureToken: true },
  );
  return idToken;
}

/** Changes an account as an administrator. */
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
    headers: {
      'content-type': 'application/json',
      // The emulator closes idle connections after 5 s, also one that a busy machine is about to use again.
      connection: 'close',
      ...(authorization && { authorization }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The emulator answered ${response.status} to ${path}`);
  return (await response.json()) as T;
}
