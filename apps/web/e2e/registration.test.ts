import type { Page } from '@playwright/test';
import { expect, refuseIdentity, test } from './journey.ts';
import { accountExists, fillSignIn, newRunner, registeredRunner, type Runner } from './runner.ts';

test('an email that has an account cannot be registered again', async ({ page }) => {
  const runner = await registeredRunner();
  await register(page, runner);
  const email = page.getByLabel('Email');
  await expect(email).toHaveAccessibleDescription('Email address is already registered');
  await expect(email).toBeFocused();
});

// Each step of a registration fails once. Whatever fails, the same form works at the next attempt.

test('when the identity provider refuses, nothing is made', async ({ page }) => {
  const runner = newRunner();
  await refuseIdentity(page, 'signUp', 'TOO_MANY_ATTEMPTS_TRY_LATER');
  await register(page, runner);
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Please try again later');
  expect(await accountExists(runner.email)).toBe(false);

  await expectToWorkNow(page);
});

test('when our API refuses, the new account is deleted again', async ({ page }) => {
  const runner = newRunner();
  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 500, body: '{}' }));
  await register(page, runner);
  await expectUndone(page, runner);

  await expectToWorkNow(page);
});

test('when our API cannot be reached at all, the new account is deleted again', async ({
  page,
}) => {
  const runner = newRunner();
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await register(page, runner);
  await expectUndone(page, runner);

  await expectToWorkNow(page);
});

test('when the answer of our API is lost, its half is deleted too', async ({ page }) => {
  const runner = newRunner();
  await page.route('**/api/auth/register', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await register(page, runner);
  await expectUndone(page, runner);

  await expectToWorkNow(page);
});

test('when a deletion is impossible too, signing in finishes the registration', async ({
  page,
}) => {
  const runner = newRunner();
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await refuseIdentity(page, 'delete', 'INTERNAL');
  await register(page, runner);
  await expect(page.getByRole('alert')).toContainText(
    'To finish, sign in with this email and password.',
  );

  await page.unrouteAll();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page, runner);
  await expect(page).toHaveURL('/verify-email');
});

test('when the verification mail cannot be sent, the account stands', async ({ page }) => {
  const runner = newRunner();
  await refuseIdentity(page, 'sendOobCode', 'TOO_MANY_ATTEMPTS_TRY_LATER');
  await register(page, runner);
  await expect(page.getByText('Account created.')).toBeVisible();
  await expect(page.getByText('You can send it again on the next page.')).toBeVisible();

  await expect(page).toHaveURL('/verify-email');
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Too many requests. Please wait a moment before trying again.',
  );
});

test('a page closed in the middle is no dead end', async ({ page, context }) => {
  const runner = newRunner();
  await page.route('**/api/auth/register', () => new Promise(() => {}));
  const asked = page.waitForRequest('**/api/auth/register');
  await register(page, runner);
  await asked;

  // Closed, not left: a page that lives to see its call fail takes the account back.
  await page.close();
  const next = await context.newPage();
  await next.goto('/login');
  await expect(next).toHaveURL('/verify-email');
});

async function register(page: Page, { username, email, password }: Runner): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

async function expectUndone(page: Page, { username, email }: Runner): Promise<void> {
  await expect(page.getByRole('alert')).toContainText('Registration failed. Please try again.');
  await expect(page.getByRole('alert')).toContainText('Nothing was saved.');
  expect(await accountExists(email)).toBe(false);
  await expect(page.getByLabel('Username')).toHaveValue(username);
  expect(await page.evaluate(() => localStorage.getItem('pacewright.user'))).toBeNull();
}

async function expectToWorkNow(page: Page): Promise<void> {
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Account created.')).toBeVisible();
}
