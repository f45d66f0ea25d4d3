import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { planWorkout, registeredAthlete, saveWorkout, signIn } from './accounts.ts';

// Anything longer than a second shows its progress, in the part of the screen that it concerns.

test('a screen whose data is slow shows that it is loading', async ({ page }) => {
  await openToday(page);
  const answered = await holdBack(page, '**/api/auth/workouts?*');
  await link(page, 'Workouts').click();
  await expect(page.getByText('Loading...')).toBeVisible();
  answered();
  await expect(page.getByRole('heading', { name: 'Nothing written yet' })).toBeVisible();
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
  answered();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(bars).toBeHidden();
});

test('a screen whose chunk is slow shows that it is loading', async ({ page }) => {
  await openToday(page);
  const answered = await holdBack(page, '**/assets/paces-page-*.js');
  await link(page, 'Paces').click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  answered();
  await expect(page.getByRole('heading', { level: 1, name: 'Paces' })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

test('a slow file, export and logout show their progress', async ({ page }) => {
  await openToday(page);
  const listed = await holdBack(page, '**/api/calendar?*');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option', { name: 'Download this week as .ics' }).click();
  await expect(page.getByText('Making the calendar file')).toBeVisible();
  const file = page.waitForEvent('download');
  listed();
  expect((await file).suggestedFilename()).toMatch(/\.ics$/);

  await page.goto('/app/settings');
  const exported = await holdBack(page, '**/api/account/export');
  const button = page.getByRole('button', { name: 'Export', exact: true });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  exported();
  await expect(button).not.toHaveAttribute('aria-busy');

  await page.goto('/app');
  await holdBack(page, '**/api/auth/logout');
  await page.getByRole('button', { name: /^Account, / }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('Signing out')).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('on a network that hangs, Today is shown within 300 ms of the app, with its age', async ({
  page,
}) => {
  const athlete = await registeredAthlete();
  const id = await saveWorkout(athlete, { title: 'Threes', script: '15m E + 5x(3m I + 2m E)' });
  await planWorkout(athlete, id, new Date().toLocaleDateString('sv-SE'));
  await signIn(page, athlete);
  await expect(page.getByRole('heading', { level: 1, name: 'Threes' })).toBeVisible();
  await expect.poll(() => countStored(page)).toBeGreaterThan(1);

  await holdBack(page, '**/api/**');
  await holdBack(page, '**/identitytoolkit.googleapis.com/**');
  await holdBack(page, '**/securetoken.googleapis.com/**');
  await page.addInitScript(timeFirstScreen);
  await page.reload();

  await expect(page.getByRole('heading', { level: 1, name: 'Threes' })).toBeVisible();
  const { shell = 0, heading = Infinity } = await page.evaluate(
    () => (window as { firstSeen?: FirstSeen }).firstSeen ?? {},
  );
  expect(heading - shell).toBeLessThan(300);
  const place = await page.getByRole('heading', { level: 1 }).boundingBox();
  await expect(page.getByText('Slow connection.')).toBeVisible();
  expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toEqual(place);
  await expect(page.getByRole('status').filter({ hasText: 'Slow' })).toContainText('Last updated');
  // It does not stay: the call times out, and the screen remains.
  await expect(page.getByText('Offline.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { level: 1, name: 'Threes' })).toBeVisible();

  // The app retries automatically.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(page.getByText('Offline.')).toBeHidden({ timeout: 60_000 });
});

test('a screen that was never loaded says at once that the API is unreachable, and loads when it is back', async ({
  page,
}) => {
  await openToday(page);
  await page.route('**/api/auth/workouts?*', (route) => route.abort('connectionrefused'));
  const asked = page.waitForEvent('requestfailed');
  await link(page, 'Workouts').click();
  await asked;
  // Without the two retries of a failure of the server, which take three seconds.
  await expect(page.getByText('Your workouts didn’t load')).toBeVisible({ timeout: 2_500 });
  await page.unrouteAll();
  await expect(page.getByRole('heading', { name: 'Nothing written yet' })).toBeVisible();
});

type FirstSeen = { shell?: number; heading?: number };

/** In the page: records when the shell of the app and the heading of its screen appear. */
function timeFirstScreen(): void {
  const seen: FirstSeen = {};
  Object.assign(window, { firstSeen: seen });
  new MutationObserver(() => {
    if (document.querySelector('main')) seen.shell ??= performance.now();
    if (document.querySelector('main h1')) seen.heading ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
}

async function countStored(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('pacewright.offline');
        opening.addEventListener('success', () => {
          const count = opening.result.transaction('queries').objectStore('queries').count();
          count.addEventListener('success', () => {
            opening.result.close();
            resolve(count.result);
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
async function holdBack(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  let count = 0;
  await page.route(address, async (route) => {
    count++;
    await held.promise;
    await route.continue();
  });
  return () => {
    // The name of a chunk changes with what is in it.
    expect(count, `requests for ${address}`).toBeGreaterThan(0);
    held.resolve();
  };
}
