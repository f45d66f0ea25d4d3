import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { accountExists, fillSignIn, logOut, newAthlete, registeredAthlete } from './accounts.ts';

test.use({ usesGoogle: true });

test('a new athlete signs in with Google under the name they have there', async ({ page }) => {
  const { email } = newAthlete('gina');
  await page.goto('/register');
  await newGoogleAccount(await openGoogle(page), { email, name: 'Gina Runner' });
  await expect(page).toHaveURL('/app');
  expect(await localUser(page)).toMatchObject({ username: 'Gina Runner', email });
});

// Other short names: packages/contract/src/username.test.ts.
test('a short name is kept and gets "runner" after it @variant', async ({ page }) => {
  const { email } = newAthlete('gina');
  await page.goto('/login');
  await newGoogleAccount(await openGoogle(page), { email, name: '李明' });
  await expect(page).toHaveURL('/app');
  expect(await localUser(page)).toMatchObject({ username: '李明 runner' });
});

test('an athlete who signs in with Google again is the same athlete @variant', async ({ page }) => {
  const { email } = newAthlete('gina');
  await page.goto('/login');
  await newGoogleAccount(await openGoogle(page), { email, name: 'Gina Runner' });
  await expect(page).toHaveURL('/app');
  const before = await localUser(page);

  await logOut(page);
  const google = await openGoogle(page);
  await google.locator('.js-reuse-account', { hasText: email }).click();
  await expect(page).toHaveURL('/app');
  expect(await localUser(page)).toEqual(before);
});

test('Google over an account that was never verified gives it to the owner of the email', async ({
  page,
}) => {
  const squatter = await registeredAthlete({ verified: false });
  await page.goto('/login');
  await newGoogleAccount(await openGoogle(page), { email: squatter.email, name: 'Real Owner' });
  await expect(page.getByText('We deleted their data. Sign in again to continue.')).toBeVisible();

  const google = await openGoogle(page);
  await google.locator('.js-reuse-account', { hasText: squatter.email }).click();
  await expect(page).toHaveURL('/app');
  expect(await localUser(page)).not.toMatchObject({ username: squatter.username });

  await logOut(page);
  await fillSignIn(page, squatter);
  await expect(page.getByText('Invalid email or password')).toBeVisible();
});

test('closing Google’s window is no error and blocks nothing @variant', async ({ page }) => {
  const athlete = await registeredAthlete();
  await page.goto('/login');
  const google = await openGoogle(page);
  await google.close();

  await fillSignIn(page, athlete);
  await expect(page).toHaveURL('/app');
});

test('a failure is shown on the page and as an alert @variant', async ({ page }) => {
  const dialogText: string[] = [];
  page.on('dialog', (dialog) => {
    dialogText.push(dialog.message());
    void dialog.accept();
  });
  await page.route('https://apis.google.com/**', (route) => route.abort('internetdisconnected'));
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();

  await expect(page.getByRole('alert')).toContainText('Google sign-in failed. Please try again.');
  expect(dialogText).toEqual(['Google sign-in failed. Please try again.']);
});

test('a new Google account that our API refuses is deleted again @variant', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 500, body: '{}' }));
  const { email } = newAthlete('gina');
  await page.goto('/login');
  await newGoogleAccount(await openGoogle(page), { email, name: 'Gina Runner' });

  await expect(page.getByRole('alert')).toContainText('Google sign-in failed. Please try again.');
  expect(await accountExists(email)).toBe(false);
});

async function openGoogle(page: Page): Promise<Page> {
  const window = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const popup = await window;
  await popup.locator('.js-new-account').waitFor();
  return popup;
}

/** In the emulator's window: creates a Google account and picks it. */
async function newGoogleAccount(
  popup: Page,
  { email, name }: { email: string; name: string },
): Promise<void> {
  await popup.locator('.js-new-account').click();
  await popup.locator('#email-input').fill(email);
  await popup.locator('#display-name-input').fill(name);
  await popup.locator('#sign-in').click();
}

function localUser(page: Page): Promise<unknown> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('pacewright.user') ?? 'null'));
}
