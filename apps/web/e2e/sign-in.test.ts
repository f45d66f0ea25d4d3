import { expect, refuseIdentity, test } from './fixtures.ts';
import { changeAccount, fillSignIn, registeredAthlete, signIn } from './accounts.ts';

test('an unknown email and a wrong password are reported alike, beside the field, and the right one signs in', async ({
  page,
}) => {
  const athlete = await registeredAthlete();
  await page.goto('/login');
  await fillSignIn(page, { email: 'nobody@example.test', password: 'trackday' });
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  // The message of the first attempt must not count for the second.
  await page.reload();

  await fillSignIn(page, { ...athlete, password: 'not-this-one' });
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAccessibleDescription('Invalid email or password');
  await expect(password).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(athlete.email);

  await fillSignIn(page, athlete);
  await expect(page).toHaveURL('/app');
});

test('a disabled account and errors of production only get their messages @variant', async ({
  page,
}) => {
  const athlete = await registeredAthlete();
  await changeAccount(athlete.uid, { disableUser: true });
  await page.goto('/login');
  await fillSignIn(page, athlete);
  await expect(page.getByRole('alert')).toHaveText('Your account has been disabled');

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

test('a page requested while signed out is opened after signing in', async ({ page }) => {
  const athlete = await registeredAthlete();
  await page.goto('/app/settings');
  await expect(page).toHaveURL('/login?next=%2Fapp%2Fsettings');
  await fillSignIn(page, athlete);
  await expect(page).toHaveURL('/app/settings');
});

test('a foreign URL is not followed after signing in', async ({ page }) => {
  const athlete = await registeredAthlete();
  await page.goto('/login?next=%2F%2Felsewhere.example%2Fapp');
  await fillSignIn(page, athlete);
  await expect(page).toHaveURL('/app');
});

test('a signed-in athlete does not see the pages for visitors @variant', async ({ page }) => {
  await signIn(page, await registeredAthlete());
  for (const path of ['/', '/login', '/register', '/password-reset']) {
    await page.goto(path);
    await expect(page).toHaveURL('/app');
  }
});

test('an athlete with an unverified email is asked to verify it first @variant', async ({
  page,
}) => {
  const athlete = await registeredAthlete({ verified: false });
  await page.goto('/login');
  await fillSignIn(page, athlete);
  await expect(page).toHaveURL('/verify-email');
  await page.goto('/app');
  await expect(page).toHaveURL('/verify-email');
});

test('without a connection signing in fails with a message, and works when it is back @variant', async ({
  page,
}) => {
  const athlete = await registeredAthlete();
  await page.goto('/login');
  await page.getByLabel('Email').waitFor();
  await page.waitForLoadState('networkidle');

  await page.context().setOffline(true);
  await fillSignIn(page, athlete);
  await expect(page.getByRole('alert')).toContainText(
    'An unexpected error occurred. Please try again',
  );
  await expect(page.getByRole('alert')).toContainText('Check your connection.');

  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/app');
});

test('a chunk that did not load is loaded again by the next attempt @variant', async ({ page }) => {
  const athlete = await registeredAthlete();
  await page.route('**/assets/account-api-*.js', (route) => route.abort('connectionreset'));
  await page.goto('/login');
  await fillSignIn(page, athlete);
  await expect(page.getByRole('alert')).toContainText('Can’t reach Pacewright.');

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/app');
});
