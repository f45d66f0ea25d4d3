import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import {
  accountExists,
  fillSignIn,
  logOut,
  mailedLink,
  newAthlete,
  openApp,
  registeredAthlete,
} from './accounts.ts';

test('an athlete changes their name, and every screen shows it', async ({ page }) => {
  await openApp(page, await registeredAthlete(), '/app/settings');
  const username = page.getByLabel('Username');

  await username.fill('al');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(username).toHaveAccessibleDescription('Username must be at least 3 characters');

  await username.fill('Alexandra');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByRole('button', { name: 'Account, Alexandra' })).toBeVisible();
  await page.reload();
  await expect(username).toHaveValue('Alexandra');
});

test('the list of the settings marks the requested section, then the one in view @variant', async ({
  page,
}) => {
  await openApp(page, await registeredAthlete(), '/app/settings');
  const current = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current=true]');
  await expect(current).toHaveText('Profile');

  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Garmin' })
    .click();
  await expect(page.getByRole('heading', { name: 'Garmin' })).toBeInViewport();
  await expect(current).toHaveText('Garmin');
  await page.mouse.wheel(0, -10_000);
  await expect(current).toHaveText('Profile');
  await page.mouse.wheel(0, 10_000);
  await expect(current).toHaveText('Your data');
});

test('a private address shows the calendar to other programs until it is turned off', async ({
  page,
  request,
}) => {
  await openApp(page, await registeredAthlete(), '/app/settings');
  await page.getByRole('button', { name: 'Create feed link' }).click();
  const address = await page.getByLabel('Your feed link').inputValue();
  const feed = await request.get(address);
  expect(feed.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(await feed.text()).toContain('BEGIN:VCALENDAR');

  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Create feed link' })).toBeVisible();
  expect((await request.get(address)).status()).toBe(404);
});

test('a picture is resized, saved, and can be removed @variant', async ({ page }) => {
  await openApp(page, await registeredAthlete(), '/app/settings');
  const pictures = page.locator('img[src^="data:image/jpeg"]');

  await page.getByLabel('Picture').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  });
  await expect(page.getByRole('alert')).toContainText('We couldn’t read that picture');

  await page.getByLabel('Picture').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  });
  // In the settings and in the bar.
  await expect(pictures).toHaveCount(2);
  await page.reload();
  await expect(pictures).toHaveCount(2);

  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(pictures).toHaveCount(0);
});

test('a new password needs the old one', async ({ page }) => {
  const athlete = await registeredAthlete();
  await openApp(page, athlete, '/app/settings');
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog');

  const current = dialog.getByLabel('Current password');
  await current.fill('not-this-one');
  await dialog.getByLabel('New password', { exact: true }).fill('lapcount');
  await dialog.getByLabel('Confirm new password').fill('lapcount');
  // The advice can take two lines, and move the buttons.
  await expect(dialog.getByRole('status')).toContainText('Fair');
  await dialog.getByRole('button', { name: 'Save new password' }).click();
  await expect(current).toHaveAccessibleDescription('Incorrect password');

  await current.fill(athlete.password);
  await dialog.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(dialog).toBeHidden();

  await logOut(page);
  await fillSignIn(page, { ...athlete, password: 'lapcount' });
  await expect(page).toHaveURL('/app');
});

test('a new email is active once its link is opened', async ({ page }) => {
  const athlete = await registeredAthlete();
  const { email: newEmail } = newAthlete('alexandra');
  await openApp(page, athlete, '/app/settings');
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New email').fill(newEmail);
  await dialog.getByLabel('Current password').fill(athlete.password);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`We sent a link to ${newEmail}.`)).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(athlete.email);

  await page.goto(await mailedLink(athlete.email, 'VERIFY_AND_CHANGE_EMAIL'));
  await expect(page.getByText('Email changed.')).toBeVisible();
  await expect(page).toHaveURL('/login');

  await fillSignIn(page, { ...athlete, email: newEmail });
  await expect(page).toHaveURL('/app');
  await page.goto('/app/settings');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(newEmail);
});

test('everything can be exported as one file', async ({ page }) => {
  const athlete = await registeredAthlete();
  await openApp(page, athlete, '/app/settings');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();

  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^pacewright-\d{4}-\d\d-\d\d\.json$/);
  const everything: unknown = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(everything).toMatchObject({
    format: 'pacewright-export',
    user: { username: athlete.username, email: athlete.email },
  });
});

test('an account is deleted for good, after its name is typed', async ({ page }) => {
  const athlete = await registeredAthlete();
  await openApp(page, athlete, '/app/settings');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('alertdialog');

  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(
    dialog.getByLabel(`Type ${athlete.username} to confirm`),
  ).toHaveAccessibleDescription(`Type ${athlete.username} to delete the account`);
  expect(await accountExists(athlete.email)).toBe(true);

  await dialog.getByLabel(`Type ${athlete.username} to confirm`).fill(athlete.username);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL('/login');
  await expect(
    page.getByText('Your account and everything in it have been deleted.'),
  ).toBeVisible();
  expect(await accountExists(athlete.email)).toBe(false);

  await fillSignIn(page, athlete);
  await expect(page.getByText('Invalid email or password')).toBeVisible();
});

test('a deletion that fails half-way is finished by a retry @variant', async ({ page }) => {
  const athlete = await registeredAthlete();
  await openApp(page, athlete, '/app/settings');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel(`Type ${athlete.username} to confirm`).fill(athlete.username);

  // Our API deleted its rows, but its answer was lost.
  let attempts = 0;
  await page.route('**/api/account', async (route) => {
    if (attempts++ > 0) return route.continue();
    return route.abort('connectionreset');
  });
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Your account isn’t fully deleted yet. Try again to finish.',
  );

  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL('/login');
  expect(await accountExists(athlete.email)).toBe(false);
});

test('units switched in an outdated tab keep the paces saved on another device @variant', async ({
  page,
  browser,
}) => {
  const athlete = await registeredAthlete();
  await openApp(page, athlete);
  await page.getByRole('button', { name: /^Account, / }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('radio', { name: /min\/mile/ })).toBeChecked();

  const phone = await browser.newPage();
  await openApp(phone, athlete);
  await phone.getByRole('link', { name: 'Paces', exact: true }).first().click();
  await phone.getByRole('textbox', { name: 'Minutes' }).fill('19');
  await phone.getByRole('textbox', { name: 'Seconds' }).fill('57');
  await phone.getByLabel('Date').fill('2026-10-18');
  await phone.getByRole('button', { name: 'Save paces' }).filter({ visible: true }).click();
  await expect(phone.getByText('Paces saved')).toBeVisible();

  const changed = page.waitForResponse((response) => response.request().method() === 'PUT');
  // The card covers its radio button, which is checked once the API has answered.
  await page.getByRole('radio', { name: /min\/km/ }).click({ force: true });
  expect((await changed).ok()).toBe(true);

  await phone.reload();
  await expect(phone.getByText('50.0', { exact: true }).first()).toBeVisible();
  await expect(phone.getByLabel('Threshold from, faster')).toHaveValue('4:12');
  await phone.close();
});
