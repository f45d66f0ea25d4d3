import type { Page } from '@playwright/test';
import { card } from './garmin.ts';
import { expect, test } from './fixtures.ts';
import {
  changeAccount,
  deleteAccount,
  fillSignIn,
  logOut,
  registeredAthlete,
  signIn,
} from './accounts.ts';

test('an expired token is replaced during use without a message', async ({ page }) => {
  await signIn(page, await registeredAthlete());
  let requests = 0;
  await page.route('**/api/auth/profile', (route) => {
    if (requests++ > 0) return route.continue();
    const headers = route.request().headers();
    return route.continue({
      headers: { ...headers, authorization: expired(headers['authorization'] ?? '') },
    });
  });
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/auth/profile')) answers.push(response.status());
  });

  await page.reload();
  await expect.poll(() => answers).toEqual([401, 200]);
  await expect(page).toHaveURL('/app');
});

test('a token about to expire is refreshed before it is used @variant', async ({ page }) => {
  await signIn(page, await registeredAthlete());
  const refreshes: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('securetoken.googleapis.com')) refreshes.push(request.url());
  });

  await page.clock.setSystemTime(Date.now() + 56 * 60_000);
  const answered = page.waitForResponse('**/api/auth/profile');
  await page.reload();
  expect((await answered).status()).toBe(200);
  expect(refreshes.length).toBeGreaterThan(0);
});

/**
 * Opens the settings, and waits until all of their queries are answered: later changes are noticed by the next
 * call.
 */
async function openSettings(page: Page): Promise<void> {
  const known = page.waitForResponse('**/api/auth/profile');
  await page.goto('/app/settings');
  await known;
  // The last of their queries, sent when the screen is rendered.
  await expect(card(page)).toContainText('Not connected');
}

test('an account disabled during use is signed out with a reason', async ({ page }) => {
  const athlete = await registeredAthlete();
  await signIn(page, athlete);
  await openSettings(page);
  await page.getByLabel('Username').fill('alexandra');

  await changeAccount(athlete.uid, { disableUser: true });
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByRole('alert')).toHaveText('Your account has been disabled');
  await expect(page).toHaveURL('/login?next=%2Fapp%2Fsettings');
  expect(await page.evaluate(() => localStorage.getItem('pacewright.user'))).toBeNull();
});

test('an account disabled while its email is unverified is signed out at the next check @variant', async ({
  page,
}) => {
  const athlete = await registeredAthlete({ verified: false });
  await page.clock.install();
  await page.goto('/login');
  await fillSignIn(page, athlete);
  await expect(page).toHaveURL('/verify-email');

  await changeAccount(athlete.uid, { disableUser: true });
  await page.clock.fastForward(5_000);
  await expect(page.getByRole('alert')).toHaveText('Your account has been disabled');
  await expect(page).toHaveURL('/login');
});

test('an account deleted elsewhere is signed out @variant', async ({ page }) => {
  const athlete = await registeredAthlete();
  await signIn(page, athlete);
  await openSettings(page);
  await page.getByLabel('Username').fill('alexandra');

  await deleteAccount(athlete.uid);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByRole('alert')).toHaveText('This account no longer exists.');
});

test('a sign-in that is no longer accepted ends with a message @variant', async ({ page }) => {
  const athlete = await registeredAthlete();
  await signIn(page, athlete);
  await page.route('**/api/auth/profile', (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'Ended', status: 401, code: 'TOKEN_REVOKED' },
    }),
  );
  await page.reload();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('You’ve been signed out. Sign in again.')).toBeVisible();

  await page.unrouteAll();
  await fillSignIn(page, athlete);
  await expect(page).toHaveURL('/app');
});

test('signing out in one tab signs out the other, and so does signing in', async ({ page }) => {
  const athlete = await registeredAthlete();
  await signIn(page, athlete);
  const other = await page.context().newPage();
  await other.goto('/app');
  await expect(other).toHaveURL('/app');

  await logOut(page);
  await expect(other).toHaveURL('/login');

  await fillSignIn(page, athlete);
  await expect(page).toHaveURL('/app');
  await expect(other).toHaveURL('/app');
});

test('a tab that is still opening does not undo a sign-out @variant', async ({ page }) => {
  await signIn(page, await registeredAthlete());
  const other = await page.context().newPage();
  const asked = Promise.withResolvers<void>();
  const signedOut = Promise.withResolvers<void>();
  await other.route('**/v1/accounts:lookup?*', async (route) => {
    asked.resolve();
    await signedOut.promise;
    await route.continue();
  });
  await other.goto('/app');
  await asked.promise;

  await logOut(page);
  signedOut.resolve();
  await expect(other).toHaveURL('/login');
  await page.goto('/app');
  await expect(page).toHaveURL('/login');
});

test('logout works without the backend', async ({ page }) => {
  await signIn(page, await registeredAthlete());
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, body: '{}' }));
  await logOut(page);
  await page.goto('/app');
  await expect(page).toHaveURL('/login');
});

test('a public page does not load the identity provider for a visitor @variant', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  const providers = () => scripts.filter((url) => url.includes('/firebase-')).length;
  await page.goto('/terms');
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  expect(providers()).toBe(0);

  await page.goto('/login');
  await expect.poll(providers).toBe(1);
});

/** The same token, two hours older. The emulator's tokens are not signed. */
function expired(authorization: string): string {
  const [header = '', payload = ''] = authorization.replace('Bearer ', '').split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, number>;
  for (const name of ['iat', 'exp', 'auth_time']) claims[name] = (claims[name] ?? 0) - 7_200;
  return `Bearer ${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
}
