import type { Permission } from './world.ts';

type Answer = {
  account?: string;
  permissions?: Permission[];
  answer?: 'agree' | 'refuse';
};

/** Answers a consent page as a person does, and returns the address they are sent back to. */
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
