import { randomBytes } from 'node:crypto';
import { actionLink, newestMail } from '@pacewright/auth-emulator';
import { encodeShare, type SharedWorkout } from '@pacewright/delivery';
import type { Page } from '@playwright/test';
import { expect, setting } from './fixtures.ts';

const PROJECT = 'demo-pacewright';
/** The key that the web app is built with for the emulator. */
const API_KEY = 'demo-key';

export type Athlete = { username: string; email: string; password: string };

/** A new athlete for each test, so that tests can run in parallel. */
export function newAthlete(username = 'alex'): Athlete {
  const email = `${username}.${randomBytes(4).toString('hex')}@example.test`;
  return { username, email, password: 'trackday' };
}

/** An athlete who has registered and verified their email, without a browser. */
export async function registeredAthlete({ verified = true, username: name = 'alex' } = {}): Promise<
  Athlete & { uid: string }
> {
  const athlete = { ...newAthlete(), username: name };
  const { email, password, username } = athlete;
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
  const response = await send(
    'POST',
    `${setting('PACEWRIGHT_ORIGIN')}/api/auth/register`,
    idToken,
    { username, email, firebaseUid: uid },
  );
  if (!response.ok) throw new Error(`Registering answered ${response.status}`);
  return { ...athlete, uid };
}

/** Saves a workout to an athlete's library, without a browser. Returns its id. */
export async function saveWorkout(
  athlete: Pick<Athlete, 'email' | 'password'>,
  workout: { title: string; script: string; notes?: string; tags?: string[] },
): Promise<string> {
  const [id = ''] = await callApi(athlete, [['POST', '/api/auth/workouts', { workout }]]);
  return id;
}

/** Puts a workout of the library on a day, without a browser. */
export async function planWorkout(athlete: Athlete, workoutId: string, day: string): Promise<void> {
  await callApi(athlete, [['POST', '/api/calendar', { workoutId, day }]]);
}

type ApiCall = [method: 'POST' | 'PUT', path: string, body?: object];

/** Calls the API as an athlete, one call after the other. Returns the ids of the created or changed rows. */
export async function callApi(
  { email, password }: Pick<Athlete, 'email' | 'password'>,
  calls: ApiCall[],
): Promise<string[]> {
  const api = await apiOf({ email, password });
  const ids: string[] = [];
  for (const [method, path, body] of calls)
    ids.push((await api.call<{ id?: string }>(method, path, body)).id ?? '');
  return ids;
}

/** The API as an athlete calls it from another device. */
export type AthleteApi = {
  call: <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<T>;
};

export async function apiOf({
  email,
  password,
}: Pick<Athlete, 'email' | 'password'>): Promise<AthleteApi> {
  const { idToken } = await askEmulator<{ idToken: string }>('accounts:signInWithPassword', {
    email,
    password,
    returnSecureToken: true,
  });
  return { call: callWith(idToken) };
}

function callWith(idToken: string): AthleteApi['call'] {
  return async <T>(method: string, path: string, body?: object) => {
    const response = await send(method, `${setting('PACEWRIGHT_ORIGIN')}${path}`, idToken, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  };
}

/**
 * Opens a screen of the app as an athlete who is signed in since an earlier visit. Most journeys begin here: the
 * sign-in itself has its own.
 */
export async function openApp(page: Page, athlete: Athlete, path = '/app'): Promise<void> {
  const entries = await storedSignIn(athlete);
  // A page of the same origin without the app, which would already read its storage.
  await page.goto('/robots.txt');
  await page.evaluate((all) => {
    for (const { name, value } of all) localStorage.setItem(name, value);
  }, entries);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

/** The entries of localStorage that a sign-in leaves. Firebase moves its own to IndexedDB. */
export async function storedSignIn({
  email,
  password,
}: Pick<Athlete, 'email' | 'password'>): Promise<{ name: string; value: string }[]> {
  const { idToken, refreshToken, expiresIn, localId } = await askEmulator<{
    idToken: string;
    refreshToken: string;
    expiresIn: string;
    localId: string;
  }>('accounts:signInWithPassword', { email, password, returnSecureToken: true });
  const claims = JSON.parse(
    Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString(),
  ) as object;
  const account = {
    uid: localId,
    email,
    emailVerified: 'email_verified' in claims && claims.email_verified === true,
  };
  const firebaseUser = {
    ...account,
    isAnonymous: false,
    providerData: [
      {
        providerId: 'password',
        uid: email,
        email,
        displayName: null,
        photoURL: null,
        phoneNumber: null,
      },
    ],
    stsTokenManager: {
      refreshToken,
      accessToken: idToken,
      expirationTime: Date.now() + Number(expiresIn) * 1000,
    },
    apiKey: API_KEY,
    appName: '[DEFAULT]',
  };
  const user = await callWith(idToken)<object>('GET', '/api/auth/profile');
  return Object.entries({
    [`firebase:authUser:${API_KEY}:[DEFAULT]`]: firebaseUser,
    'pacewright.user': user,
    'pacewright.user.account': { ...account, methods: ['password'] },
  }).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
}

/** Deletes the account on the screen for it, from any screen of the app. */
export async function deleteInSettings(page: Page, { username }: Athlete): Promise<void> {
  await page.getByRole('button', { name: /^Account, / }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByLabel(/to confirm$/).fill(username);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL('/login');
}

/** Signs in on the screen for it. */
export async function signIn(page: Page, { email, password }: Athlete): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, { email, password });
  await page.waitForURL('/app');
  // The URL changes before the screen.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

export async function fillSignIn(
  page: Page,
  { email, password }: Pick<Athlete, 'email' | 'password'>,
): Promise<void> {
  // The previous page may have fields with the same names.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function fillRegistration(
  page: Page,
  { username, email, password }: Athlete,
): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Registers on the current page and verifies the email, which leads into the app. */
export async function signUp(page: Page, athlete: Athlete): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account');
  await fillRegistration(page, athlete);
  // The first is replaced by the second automatically, after three seconds.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^(Welcome to Pacewright|Check your inbox)$/,
  );
  await page.goto(await mailedLink(athlete.email, 'VERIFY_EMAIL'));
  await page.waitForURL('/app');
}

/** CodeMirror's own field. The plain one is there as well until CodeMirror has replaced it. */
export function scriptEditor(page: Page) {
  return page.locator('.cm-content[aria-label="Workout script"]');
}

/** Replaces the script. */
export async function writeScript(page: Page, script: string): Promise<void> {
  // Not by filling: Chromium would copy the style of the old text, which the CSP forbids.
  await scriptEditor(page).press('ControlOrMeta+a');
  await scriptEditor(page).press('Delete');
  await scriptEditor(page).fill(script);
}

/** Logs out from any screen of the app. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account, / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('/login');
}

/** The path of a shared workout. */
export async function linkTo(workout: SharedWorkout): Promise<string> {
  const link = await encodeShare(workout);
  if (!link.ok) throw new Error(link.reason);
  return `/w#${link.fragment}`;
}

/** The newest link of this kind in the athlete's inbox, as it is mailed in production. */
export async function mailedLink(
  email: string,
  kind: Parameters<typeof newestMail>[2],
): Promise<string> {
  const emulator = { host: setting('PACEWRIGHT_EMULATOR'), projectId: PROJECT };
  const mail = await newestMail(emulator, email, kind);
  if (!mail) throw new Error(`No mail of kind ${kind} to ${email}`);
  return actionLink(mail, setting('PACEWRIGHT_ORIGIN'));
}

/** Changes an account like an administrator of the project. */
export async function changeAccount(uid: string, changes: object): Promise<void> {
  await askEmulator(`projects/${PROJECT}/accounts:update`, { localId: uid, ...changes });
}

/** Deletes an account like an administrator of the project. */
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
  const response = await send(
    'POST',
    `http://${setting('PACEWRIGHT_EMULATOR')}/identitytoolkit.googleapis.com/v1/${path}`,
    'owner',
    body,
  );
  if (!response.ok) throw new Error(`The emulator answered ${response.status} to ${path}`);
  return (await response.json()) as Answer;
}

/** On a new connection: the server may close one that has been idle at the moment in which it is used again. */
function send(method: string, url: string, token: string, body?: object): Promise<Response> {
  return fetch(url, {
    method,
    headers: {
      connection: 'close',
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}
