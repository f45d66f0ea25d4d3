import { randomBytes } from 'node:crypto';
import { actionLink, newestMail } from '@pacewright/auth-emulator';
import { encodeShare, type SharedWorkout } from '@pacewright/delivery';
import type { Page } from '@playwright/test';
import { expect, setting } from './journey.ts';

const PROJECT = 'demo-pacewright';

export type Runner = { username: string; email: string; password: string };

/** Someone nobody has heard of yet. Every test has its own, so that tests can run side by side. */
export function newRunner(username = 'alex'): Runner {
  const email = `${username}.${randomBytes(4).toString('hex')}@example.test`;
  return { username, email, password: 'trackday' };
}

/** A runner who has registered and verified their email, without a browser. */
export async function registeredRunner({ verified = true, username: name = 'alex' } = {}): Promise<
  Runner & { uid: string }
> {
  const runner = { ...newRunner(), username: name };
  const { email, password, username } = runner;
  const { localId: uid } = await askEmulator<{ localId: string }>(`projects/${PROJECT}/accounts`, {
    email,
    password,
    emailVerified: verified,
  });
  const { idToken } = await askEmulator<{ idToken: string }>('accounts:signInWithPassword', {
    email,
    password,
    returnSecureToken: true,
  });
  const response = await fetch(`${setting('PACEWRIGHT_ORIGIN')}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
    body: JSON.stringify({ username, email, firebaseUid: uid }),
  });
  if (!response.ok) throw new Error(`Registering answered ${response.status}`);
  return { ...runner, uid };
}

/** Puts a workout in a runner's library, without a browser. Answers its id. */
export async function saveWorkout(
  runner: Runner,
  workout: { title: string; script: string; notes?: string; tags?: string[] },
): Promise<string> {
  const [id = ''] = await callApi(runner, [['POST', '/api/auth/workouts', { workout }]]);
  return id;
}

/** Puts a workout of the library on a day, without a browser. */
export async function planWorkout(runner: Runner, workoutId: string, day: string): Promise<void> {
  await callApi(runner, [['POST', '/api/calendar', { workoutId, day }]]);
}

type ApiCall = [method: 'POST' | 'PUT', path: string, body?: object];

/** Calls the API as a runner, one call after the other. Answers the ids of what was made or changed. */
export async function callApi(
  { email, password }: Pick<Runner, 'email' | 'password'>,
  calls: ApiCall[],
): Promise<string[]> {
  const api = await apiOf({ email, password });
  const ids: string[] = [];
  for (const [method, path, body] of calls)
    ids.push((await api.call<{ id?: string }>(method, path, body)).id ?? '');
  return ids;
}

/** The API as a runner calls it from another device. */
export type RunnerApi = {
  call: <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<T>;
};

export async function apiOf({
  email,
  password,
}: Pick<Runner, 'email' | 'password'>): Promise<RunnerApi> {
  const { idToken } = await askEmulator<{ idToken: string }>('accounts:signInWithPassword', {
    email,
    password,
    returnSecureToken: true,
  });
  return {
    call: async <T>(method: string, path: string, body?: object) => {
      const response = await fetch(`${setting('PACEWRIGHT_ORIGIN')}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${idToken}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      return (text ? JSON.parse(text) : undefined) as T;
    },
  };
}

export async function signIn(page: Page, { email, password }: Runner): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, { email, password });
  await page.waitForURL('/app');
  // The address comes before the screen.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

export async function fillSignIn(
  page: Page,
  { email, password }: Pick<Runner, 'email' | 'password'>,
): Promise<void> {
  // The page before may have fields of the same names.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function fillRegistration(
  page: Page,
  { username, email, password }: Runner,
): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Registers on the page in front and verifies the email, which leads into the app. */
export async function signUp(page: Page, runner: Runner): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account');
  await fillRegistration(page, runner);
  // The first makes way for the second by itself, after three seconds.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^(Welcome to Pacewright|Check your inbox)$/,
  );
  await page.goto(await mailedLink(runner.email, 'VERIFY_EMAIL'));
  await page.waitForURL('/app');
}

/** CodeMirror's own box. The plain one is there as well until it has taken over from it. */
export function scriptEditor(page: Page) {
  return page.locator('.cm-content[aria-label="Workout script"]');
}

/** Writes a script over the one that stands there. */
export async function writeScript(page: Page, script: string): Promise<void> {
  // Not by filling over it: Chromium would style the new text like the old, which the page forbids.
  await scriptEditor(page).press('ControlOrMeta+a');
  await scriptEditor(page).press('Delete');
  await scriptEditor(page).fill(script);
}

/** Logs out from any screen of the app. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account, / }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('/login');
}

/** Where a workout is that was shared. */
export async function linkTo(workout: SharedWorkout): Promise<string> {
  const link = await encodeShare(workout);
  if (!link.ok) throw new Error(link.reason);
  return `/w#${link.fragment}`;
}

/** The newest link of this kind in the runner's inbox, as it is mailed in production. */
export async function mailedLink(
  email: string,
  kind: Parameters<typeof newestMail>[2],
): Promise<string> {
  const emulator = { host: setting('PACEWRIGHT_EMULATOR'), projectId: PROJECT };
  const mail = await newestMail(emulator, email, kind);
  if (!mail) throw new Error(`No mail of kind ${kind} to ${email}`);
  return actionLink(mail, setting('PACEWRIGHT_ORIGIN'));
}

/** Changes an account as an administrator of the project would. */
export async function changeAccount(uid: string, changes: object): Promise<void> {
  await askEmulator(`projects/${PROJECT}/accounts:update`, { localId: uid, ...changes });
}

/** Deletes an account as an administrator of the project would. */
export async function deleteAccount(uid: string): Promise<void> {
  await askEmulator(`projects/${PROJECT}/accounts:delete`, { localId: uid });
}

/** Whether the identity provider has an account with this email. */
export async function accountExists(email: string): Promise<boolean> {
  const found = await askEmulator<{ users?: unknown[] }>(`projects/${PROJECT}/accounts:lookup`, {
    email: [email],
  });
  return (found.users ?? []).length > 0;
}

async function askEmulator<Answer>(path: string, body: object): Promise<Answer> {
  const response = await fetch(
    `http://${setting('PACEWRIGHT_EMULATOR')}/identitytoolkit.googleapis.com/v1/${path}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
      body: JSON.stringify(body),
    },
  );
  if (!response.ok) throw new Error(`The emulator answered ${response.status} to ${path}`);
  return (await response.json()) as Answer;
}
