import type { Page } from '@playwright/test';
import { expect, refuseIdentity, test } from './fixtures.ts';
import {
  accountExists,
  fillSignIn,
  newAthlete,
  registeredAthlete,
  type Athlete,
} from './accounts.ts';

test('an email that has an account cannot be registered again', async ({ page }) => {
  const athlete = await registeredAthlete();
  await register(page, athlete);
  const email = page.getByLabel('Email');
  await expect(email).toHaveAccessibleDescription('Email address is already registered');
  await expect(email).toBeFocused();
});

// Each step of a registration fails once. After any failure, the same form works at the next attempt.

test('when the identity provider refuses, nothing is created @variant', async ({ page }) => {
  const athlete = newAthlete();
  await refuseIdentity(page, 'signUp', 'TOO_MANY_ATTEMPTS_TRY_LATER');
  await register(page, athlete);
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Please try again later');
  expect(await accountExists(athlete.email)).toBe(false);

  await expectToWorkNow(page);
});

test('when our API refuses, the new account is deleted again', async ({ page }) => {
  const athlete = newAthlete();
  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 500, body: '{}' }));
  await register(page, athlete);
  await expectRolledBack(page, athlete);

  await expectToWorkNow(page);
});

test('when our API is unreachable, the new account is deleted again @variant', async ({ page }) => {
  const athlete = newAthlete();
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await register(page, athlete);
  await expectRolledBack(page, athlete);

  await expectToWorkNow(page);
});

test('when the answer of our API is lost, its user is deleted too @variant', async ({ page }) => {
  const athlete = newAthlete();
  await page.route('**/api/auth/register', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await register(page, athlete);
  await expectRolledBack(page, athlete);

  await expectToWorkNow(page);
});

test('when the deletion fails too, signing in finishes the registration', async ({ page }) => {
  const athlete = newAthlete();
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await refuseIdentity(page, 'delete', 'INTERNAL');
  await register(page, athlete);
  await expect(page.getByRole('alert')).toContainText(
    'To finish, sign in with this email and password.',
  );

  await page.unrouteAll();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page, athlete);
  await expect(page).toHaveURL('/verify-email');
});

test('when the verification mail cannot be sent, the account stays @variant', async ({ page }) => {
  const athlete = newAthlete();
  await refuseIdentity(page, 'sendOobCode', 'TOO_MANY_ATTEMPTS_TRY_LATER');
  await register(page, athlete);
  await expect(page.getByText('Account created.')).toBeVisible();
  await expect(page.getByText('You can send it again on the next page.')).toBeVisible();

  await expect(page).toHaveURL('/verify-email');
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Too many requests. Please wait a moment before trying again.',
  );
});

test('a page closed in the middle is not a dead end @variant', async ({ page, context }) => {
  const athlete = newAthlete();
  await page.route('**/api/auth/register', () => new Promise(() => {}));
  const asked = page.waitForRequest('**/api/auth/register');
  await register(page, athlete);
  await asked;

  // Closed, not left: a page that is open when its call fails rolls the account back.
  await page.close();
  const next = await context.newPage();
  await next.goto('/login');
  await expect(next).toHaveURL('/verify-email');
});

async function register(page: Page, { username, email, password }: Athlete): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

async function expectRolledBack(page: Page, { username, email }: Athlete): Promise<void> {
  await expect(page.getByRole('alert')).toContainText('Registration failed. Please try again.');
  await expect(page.getByRole('alert')).toContainText('No account was created.');
  expect(await accountExists(email)).toBe(false);
  await expect(page.getByLabel('Username')).toHaveValue(username);
  expect(await page.evaluate(() => localStorage.getItem('pacewright.user'))).toBeNull();
}

async function expectToWorkNow(page: Page): Promise<void> {
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Account created.')).toBeVisible();
}
