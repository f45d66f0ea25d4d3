import { createHash, randomBytes } from 'node:crypto';
import type { Permission } from './state.ts';

type Answer = {
  account?: string;
  permissions?: Permission[];
  answer?: 'agree' | 'refuse';
};

/** Submits the consent page, and returns the redirect URL. */
export async function consent(
  address: string,
  {
    account = 'runner',
    permissions = ['WORKOUT_IMPORT', 'ACTIVITY_EXPORT'],
    answer = 'agree',
  }: Answer = {},
): Promise<URL> {
  const page = new URL(address);
  const form = new URLSearchParams(page.search);
  form.set('account', account);
  form.set('answer', answer);
  for (const permission of permissions) form.append('permission', permission);
  const response = await fetch(`${page.origin}/oauth2Confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
    redirect: 'manual',
  });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`The consent page answered ${response.status}`);
  return new URL(location);
}

/**
 * Goes through the consent page as the browser of a partner does. The code and the verifier together finish the
 * connection.
 */
export async function askForConsent(
  consentUrl: string,
  answer: Omit<Answer, 'answer'> = {},
): Promise<{ code: string; verifier: string }> {
  const verifier = randomBytes(48).toString('base64url');
  const address = new URL(consentUrl);
  address.searchParams.set(
    'code_challenge',
    createHash('sha256').update(verifier).digest('base64url'),
  );
  address.searchParams.set('state', 'a-state');
  const back = await consent(address.href, answer);
  return { code: String(back.searchParams.get('code')), verifier };
}
