import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { planWorkout, registeredAthlete, saveWorkout, signIn } from './accounts.ts';

// Anything longer than a second shows its progress, in the part of the screen that it concerns.

test('a screen whose data is slow shows that it is loading @variant', async ({ page }) => {
  await openToday(page);
  const answered = await holdBack(page, '**/api/auth/workouts?*');
  await link(page, 'Workouts').click();
  await expect(page.getByText('Loading...')).toBeVisible();
  await answered();
  await expect(page.getByRole('heading', { name: 'No workouts yet' })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

test('the bars of the app are shown before its scripts, and replaced by the real ones', async ({
  page,
}) => {
  await openToday(page);
  const answered = await holdBack(page, '**/assets/app-layout-*.js');
  await page.reload({ waitUntil: 'commit' });
  const bars = page.locator('#static-shell');
  await expect(bars).toBeVisible();
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(bars).toBeVisible();
  await answered();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(bars).toBeHidden();
});

test('a screen whose chunk is slow shows that it is loading @variant', async ({ page }) => {
  await openToday(page);
  const answered = await holdBack(page, '**/assets/paces-page-*.js');
  await link(page, 'Paces').click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await answered();
  await expect(page.getByRole('heading', { level: 1, name: 'Paces' })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

test('a slow file, export and logout show their progress @variant', async ({ page }) => {
  await openToday(page);
  const listed = await holdBack(page, '**/api/calendar?*');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option', { name: 'Download this week as .ics' }).click();
  await expect(page.getByText('Creating the calendar file…')).toBeVisible();
  const file = page.waitForEvent('download');
  await listed();
  expect((await file).suggestedFilename()).toMatch(/\.ics$/);

  await page.goto('/app/settings');
  const exported = await holdBack(page, '**/api/account/export');
  const button = page.getByRole('button', { name: 'Export', exact: true });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await exported();
  await expect(button).not.toHaveAttribute('aria-busy');

  await page.goto('/app');
  await holdBack(page, '**/api/auth/logout');
  await page.getByRole('button', { name: /^Account, / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('Signing out…')).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('on a network that hangs, Today is shown from stored data, with its age', async ({ page }) => {
  const athlete = await registeredAthlete();
  const id = await saveWorkout(athlete, { title: 'Threes', script: '15m E + 5x(3m I + 2m E)' });
  await planWorkout(athlete, id, new Date().toLocaleDateString('sv-SE'));
  await signIn(page, athlete);
  await expect(page.getByRole('heading', { level: 1, name: 'Threes' })).toBeVisible();
  // Everything that Today needs, whatever is stored first.
  await expect.poll(() => listStored(page)).toMatch(/entries.*paces|paces.*entries/);

  await holdBack(page, '**/api/**');
  await holdBack(page, '**/identitytoolkit.googleapis.com/**');
  await holdBack(page, '**/securetoken.googleapis.com/**');
  await page.reload();

  await expect(page.getByRole('heading', { level: 1, name: 'Threes' })).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const place = await page.getByRole('heading', { level: 1 }).boundingBox();
  await expect(page.getByText('Slow connection.')).toBeVisible();
  expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toEqual(place);
  await expect(page.getByRole('status').filter({ hasText: /Slow|Offline/ })).toContainText(
    'Last updated',
  );
  // It does not stay: the call times out, and the screen remains.
  await expect(page.getByText('Offline.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Threes' })).toBeVisible();

  // The app retries automatically.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(page.getByText('Offline.')).toBeHidden();
});

test('a screen that was never loaded says that the API is unreachable, and loads when it is back', async ({
  page,
}) => {
  await openToday(page);
  await page.route('**/api/auth/workouts?*', (route) => route.abort('connectionrefused'));
  await link(page, 'Workouts').click();
  await expect(page.getByText('Your workouts didn’t load')).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole('heading', { name: 'No workouts yet' })).toBeVisible();
});

/** The keys of the stored queries. */
async function listStored(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('pacewright.offline');
        opening.addEventListener('success', () => {
          const keys = opening.result.transaction('queries').objectStore('queries').getAllKeys();
          keys.addEventListener('success', () => {
            opening.result.close();
            resolve(JSON.stringify(keys.result));
          });
        });
      }),
  );
}

async function openToday(page: Page): Promise<void> {
  await signIn(page, await registeredAthlete());
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
}

function link(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
}

/** Holds back the responses of a URL until they are released. */
async function holdBack(page: Page, address: string): Promise<() => Promise<void>> {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  return async () => {
    // Not only another part of the screen is loading.
    await asked.promise;
    held.resolve();
  };
}
