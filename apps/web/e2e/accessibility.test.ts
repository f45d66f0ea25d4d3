import { expect, expectAccessible, tabTo, test } from './fixtures.ts';
import { fillSignIn, mailedLink, newAthlete, openApp, registeredAthlete } from './accounts.ts';

test('the forms of a visitor, and one full of mistakes, have no accessibility violations', async ({
  page,
}) => {
  for (const path of ['/login', '/login?error=oauth_failed', '/password-reset', '/register']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expectAccessible(page);
});

test('/verify-email and its messages have no accessibility violations', async ({ page }) => {
  const athlete = await registeredAthlete({ verified: false });
  await page.goto('/login');
  await fillSignIn(page, athlete);
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByText('Sent.')).toBeVisible();
  await expectAccessible(page);
});

test('/auth has no accessibility violations', async ({ page }) => {
  const athlete = await registeredAthlete();
  await page.goto('/auth?mode=verifyEmail&oobCode=made-up');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/password-reset');
  await page.getByLabel('Email').fill(athlete.email);
  await page.getByRole('button', { name: 'Send Password Reset Email' }).click();
  await expect(page.getByText('Check your inbox.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(await mailedLink(athlete.email, 'PASSWORD_RESET'));
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('the dialogs of the settings have no accessibility violations, and return the focus', async ({
  page,
}) => {
  await openApp(page, await registeredAthlete(), '/app/settings');
  for (const name of ['Change email', 'Change password', 'Delete']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.locator('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
  }
});

test('an athlete registers, verifies and signs in with the keyboard alone', async ({ page }) => {
  const athlete = newAthlete();
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await tabTo(page, page.getByRole('link', { name: 'Create an account' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeFocused();

  await tabTo(page, page.getByLabel('Username'));
  for (const text of [athlete.username, athlete.email, athlete.password]) await typeAndGoOn(text);
  // Each password field is followed by the button that shows it.
  await page.keyboard.press('Tab');
  await page.keyboard.type(athlete.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Account created.')).toBeVisible();

  await tabTo(page, page.getByRole('button', { name: 'Continue' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeFocused();
  await expect(page).toHaveURL('/verify-email');
  await tabTo(page, page.getByRole('button', { name: 'Logout' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await tabTo(page, page.getByLabel('Email'));
  await typeAndGoOn(athlete.email);
  // "Forgot your password?" is between the two fields.
  await page.keyboard.press('Tab');
  await page.keyboard.type(athlete.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/verify-email');

  async function typeAndGoOn(text: string): Promise<void> {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
});
