import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { deleteInSettings, fillSignIn, logOut, registeredAthlete, signIn } from './accounts.ts';
import { expectStoredDraft, listStoredScripts, write } from './editor.ts';

test('logging out with an unsaved workout asks first, and cancelling loses nothing', async ({
  page,
}) => {
  await signIn(page, await registeredAthlete());
  await openNewWorkout(page);
  await write(page, 'Half-written', '10m E + 3x(');
  await expectStoredDraft(page, '10m E + 3x(');

  await chooseLogout(page);
  await expect(question(page)).toContainText('Half-written');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(question(page)).toBeHidden();

  await page.getByLabel('Title').fill('Written');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(page).toHaveURL(/\/app\/workouts\/[\da-f-]{36}$/);
});

test('a confirmed logout leaves no draft and no consent on the device', async ({ page }) => {
  await signIn(page, await registeredAthlete());
  await openNewWorkout(page);
  await write(page, 'Half-written', '10m E');
  await expectStoredDraft(page, '10m E');
  await page.evaluate(() => localStorage.setItem('pacewright.garmin-consent', '{}'));

  await chooseLogout(page);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('/login');

  await expectNothingStored(page);
});

test('the dialog includes unsaved work of another tab, which follows the sign-out @variant', async ({
  page,
  context,
}) => {
  const athlete = await registeredAthlete();
  await signIn(page, athlete);
  const other = await context.newPage();
  const asked: string[] = [];
  other.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await other.goto('/app');
  await other.getByRole('link', { name: 'Paces', exact: true }).first().click();
  await other.getByLabel('Easy from, faster').fill('5:55');
  await expect(other.getByText('Unsaved changes').first()).toBeVisible();

  await chooseLogout(page);
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(other.getByLabel('Easy from, faster')).toHaveValue('5:55');

  await chooseLogout(page);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('/login');
  await expect(other).toHaveURL(/\/login/);
  expect(asked).toEqual([]);
});

test('deleting the account leaves no draft on the device @variant', async ({ page }) => {
  const athlete = await registeredAthlete();
  await signIn(page, athlete);
  await openNewWorkout(page);
  await write(page, 'Half-written', '10m E');
  await expectStoredDraft(page, '10m E');
  await page.getByRole('link', { name: 'Paces', exact: true }).first().click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await deleteInSettings(page, athlete);

  await expectNothingStored(page);
});

test('a draft of a sign-in that expired waits for its owner and for nobody else', async ({
  page,
}) => {
  const owner = await registeredAthlete();
  await signIn(page, owner);
  await openNewWorkout(page);
  await write(page, 'Half-written', '10m E');
  await expectStoredDraft(page, '10m E');
  await page.route('**/api/auth/profile', (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'Ended', status: 401, code: 'TOKEN_REVOKED' },
    }),
  );
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  await page.unrouteAll();
  expect(await page.evaluate(listStoredScripts)).toEqual(['10m E']);

  await fillSignIn(page, await registeredAthlete());
  await page.waitForURL(/\/app/);
  await expect.poll(() => page.evaluate(listStoredScripts)).toEqual([]);
  await logOut(page);
});

async function openNewWorkout(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'New workout' }).first().click();
  await expect(page.getByLabel('Title')).toBeVisible();
}

async function chooseLogout(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account, / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

function question(page: Page) {
  return page.getByRole('alertdialog', { name: 'Sign out without saving?' });
}

async function expectNothingStored(page: Page): Promise<void> {
  expect(await page.evaluate(listStoredScripts)).toEqual([]);
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys.filter((key) => /user|garmin/.test(key))).toEqual([]);
}
