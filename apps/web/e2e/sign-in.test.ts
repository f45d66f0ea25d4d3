import { expect, refuseIdentity, test } from './journey.ts';
import { changeAccount, fillSignIn, registeredRunner, signIn } from './runner.ts';

test('a wrong password is said beside the field, and the right one lets the runner in', async ({
  page,
}) => {
  const runner = await registeredRunner();
  await page.goto('/login');

  await fillSignIn(page, { ...runner, password: 'not-this-one' });
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAccessibleDescription('Invalid email or password');
  await expect(password).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(runner.email);

  await fillSignIn(page, runner);
  await expect(page).toHaveURL('/app');
});

test('an unknown address is answered like a wrong password', async ({ page }) => {
  await page.goto('/login');
  await fillSignIn(page, { email: 'nobody@example.test', password: 'trackday' });
  await expect(page.getByText('Invalid email or password')).toBeVisible();
});

test('a disabled account is told so', async ({ page }) => {
  const runner = await registeredRunner();
  await changeAccount(runner.uid, { disableUser: true });
  await page.goto('/login');
  await fillSignIn(page, runner);
  await expect(page.getByRole('alert')).toHaveText('Your account has been disabled');
});

test('what only production answers is said in the catalogue’s words', async ({ page }) => {
  await page.goto('/login');
  for (const [answer, message] of [
    ['TOO_MANY_ATTEMPTS_TRY_LATER : Wait.', 'Too many attempts. Please try again later'],
    ['OPERATION_NOT_ALLOWED', 'This operation is not allowed'],
    ['EMAIL_NOT_FOUND', 'No account found with this email'],
    ['INVALID_PASSWORD', 'Incorrect password'],
    ['INVALID_EMAIL', 'Please enter a valid email address'],
    ['SOMETHING_NEW', 'An unexpected error occurred. Please try again'],
  ] as const) {
    await refuseIdentity(page, 'signInWithPassword', answer);
    await fillSignIn(page, { email: 'alex@example.test', password: 'trackday' });
    await expect(page.getByText(message)).toBeVisible();
  }
});

test('a page asked for while signed out is reached after signing in', async ({ page }) => {
  const runner = await registeredRunner();
  await page.goto('/app/settings');
  await expect(page).toHaveURL('/login?next=%2Fapp%2Fsettings');
  await fillSignIn(page, runner);
  await expect(page).toHaveURL('/app/settings');
});

test('a foreign address is not followed after signing in', async ({ page }) => {
  const runner = await registeredRunner();
  await page.goto('/login?next=%2F%2Felsewhere.example%2Fapp');
  await fillSignIn(page, runner);
  await expect(page).toHaveURL('/app');
});

test('who is signed in does not see the pages for visitors', async ({ page }) => {
  await signIn(page, await registeredRunner());
  for (const path of ['/', '/login', '/register', '/password-reset']) {
    await page.goto(path);
    await expect(page).toHaveURL('/app');
  }
});

test('who has not verified their email is asked for it first', async ({ page }) => {
  const runner = await registeredRunner({ verified: false });
  await page.goto('/login');
  await fillSignIn(page, runner);
  await expect(page).toHaveURL('/verify-email');
  await page.goto('/app');
  await expect(page).toHaveURL('/verify-email');
});

test('without a connection signing in says so, and works when it is back', async ({ page }) => {
  const runner = await registeredRunner();
  await page.goto('/login');
  await page.getByLabel('Email').waitFor();
  await page.waitForLoadState('networkidle');

  await page.context().setOffline(true);
  await fillSignIn(page, runner);
  await expect(page.getByRole('alert')).toContainText(
    'An unexpected error occurred. Please try again',
  );
  await expect(page.getByRole('alert')).toContainText('Check your connection.');

  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/app');
});

test('a part of the app that did not load is asked for again by the next attempt', async ({
  page,
}) => {
  const runner = await registeredRunner();
  await page.route('**/assets/connection-*.js', (route) => route.abort('connectionreset'));
  await page.goto('/login');
  await fillSignIn(page, runner);
  await expect(page.getByRole('alert')).toContainText('Pacewright cannot be reached.');

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/app');
});
