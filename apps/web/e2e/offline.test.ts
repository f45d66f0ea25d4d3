import type { Page } from '@playwright/test';
import { downloadSteps } from './fit-file.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import {
  fillSignIn,
  logOut,
  planWorkout,
  registeredAthlete,
  type Athlete,
  saveWorkout,
  scriptEditor,
  signIn,
  writeScript,
} from './accounts.ts';
import { rows } from './editor.ts';

// Everything that needs no account works without a network, from the first page on. Athletes read data that
// they loaded before.

test.use({ serviceWorkers: 'allow' });

test('a visitor opens pages, calculates, writes and downloads the file without a network', async ({
  page,
  context,
}) => {
  await page.goto('/try');
  await waitForPrecache(page);
  await context.setOffline(true);

  await page.reload();
  await expect(scriptEditor(page)).toBeVisible();
  await page.getByLabel('Finish time').fill('19:57');
  await expect(page.getByRole('region', { name: 'Your paces' })).toContainText('50.0');
  await writeScript(page, '15m E + 5x(3m I + 2m E) + 10m E');
  await expect(page.getByText('50 min').first()).toBeVisible();
  expect(await downloadSteps(page)).toHaveLength(5);

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a signed-in athlete stays signed in, and continues writing @variant', async ({
  page,
  context,
}) => {
  await signIn(page, await registeredAthlete());
  await expect(page.getByRole('region', { name: 'Your training paces' })).toContainText('Easy');
  await waitForPrecache(page);
  await context.setOffline(true);

  await page.goto('/app/workouts/new');
  await writeScript(page, '45m E');
  await expect(page.getByRole('row', { name: /45 min/ })).toBeVisible();
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(scriptEditor(page)).toHaveText('45m E');
});

test('Today, the week, the library and a workout are shown without a network, with their age', async ({
  page,
  context,
}) => {
  const athlete = await athleteWithPlan();
  await signIn(page, athlete);
  await expect(page.getByRole('heading', { level: 1, name: 'Threes' })).toBeVisible();
  await link(page, 'Workouts').click();
  await rows(page).getByRole('link', { name: 'Threes' }).click();
  await expect(scriptEditor(page)).toHaveText(THREES);
  await link(page, 'Calendar').click();
  await expect(page.getByRole('link', { name: 'Threes' })).toBeVisible();
  await waitForPrecache(page);
  await waitForStoredQueries(page, 'workouts');
  await waitForStoredQueries(page, 'calendar', 'entries');

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Threes' })).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Workouts', exact: true }).getByRole('listitem'),
  ).toHaveCount(2);
  await expectOffline(page);
  await link(page, 'Today').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Threes' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Threes' })).toBeVisible();
  await expect(page.getByText('3 min').first()).toBeVisible();
  await expectOffline(page);
  await expectAccessible(page);

  await link(page, 'Workouts').click();
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await rows(page).getByRole('link', { name: 'Threes' }).click();
  await expect(scriptEditor(page)).toHaveText(THREES);
  await page.reload();
  await expect(scriptEditor(page)).toHaveText(THREES);

  // Never opened before, but stored with the library.
  await link(page, 'Workouts').click();
  await rows(page).getByRole('link', { name: 'Easy 45' }).click();
  await expect(scriptEditor(page)).toHaveText('45m E');
  await link(page, 'Paces').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Paces' })).toBeVisible();
});

test('Today is shown on the morning after it was loaded @variant', async ({ page, context }) => {
  await page.clock.setSystemTime('2026-11-30T20:00:00Z');
  const athlete = await registeredAthlete();
  const id = await saveWorkout(athlete, { title: 'Threes', script: THREES });
  await planWorkout(athlete, id, '2026-12-01');
  await signIn(page, athlete);
  await expect(page.getByRole('heading', { level: 1, name: 'Threes' })).toBeVisible();
  await waitForPrecache(page);
  await waitForStoredQueries(page, 'calendar', 'entries');

  await context.setOffline(true);
  // Another month, so the query has other days.
  await page.clock.setSystemTime('2026-12-01T05:00:00Z');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Threes' })).toBeVisible();
  await expect(page.getByText('Offline.')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('track mode opens without a network, and is at its step after a reload', async ({
    page,
    context,
  }) => {
    await signIn(page, await athleteWithPlan());
    await expect(page.getByRole('heading', { level: 1, name: 'Threes' })).toBeVisible();
    await link(page, 'Calendar').click();
    await expect(page.getByRole('link', { name: 'Threes' })).toBeVisible();
    await waitForPrecache(page);
    await waitForStoredQueries(page, 'calendar', 'entries');
    await link(page, 'Today').click();
    await context.setOffline(true);
    await page.reload();

    await page.getByRole('button', { name: 'Track mode' }).tap();
    const view = page.getByRole('dialog', { name: 'Threes' });
    await view.getByRole('button', { name: 'Start' }).tap();
    await expect(view.getByText('Next: 3 min interval.')).toBeVisible();
    await view.getByText('15 min', { exact: true }).tap();
    await page.reload();
    await expect(view.getByText('Rep 1 of 5', { exact: true })).toBeVisible();
    await expect(view.getByText('Step 2 of 12')).toBeVisible();
    await expect(view.getByText(/^Each 400 m/)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Space');
    await expect(view.getByText('Step 3 of 12')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(view).toBeHidden();

    await link(page, 'Calendar').click();
    await page.getByRole('button', { name: 'More actions for Threes' }).tap();
    await page.getByRole('menuitem', { name: 'Track mode' }).tap();
    await expect(view.getByText('Step 3 of 12')).toBeVisible();
    await view.getByRole('button', { name: 'Back a step' }).tap();
    await expect(view.getByText('Step 2 of 12')).toBeVisible();
    await view.getByRole('button', { name: 'Close track mode' }).tap();
    expect(new URL(page.url()).search).toBe('');
  });
});

test('back online, the screen is refreshed automatically @variant', async ({ page, context }) => {
  const athlete = await athleteWithPlan();
  await signIn(page, athlete);
  await expect(page.getByRole('heading', { level: 1, name: 'Threes' })).toBeVisible();
  await waitForPrecache(page);
  await waitForStoredQueries(page, 'calendar', 'entries');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Offline.')).toBeVisible();

  const strides = await saveWorkout(athlete, { title: 'Strides', script: '30m E' });
  await planWorkout(athlete, strides, today());
  await context.setOffline(false);

  await expect(page.getByText('Offline.')).toBeHidden();
  await expect(page.getByText('Strides').first()).toBeVisible();
});

test('signing out deletes everything from the device @variant', async ({ page }) => {
  await signIn(page, await athleteWithPlan());
  await expect(page.getByRole('heading', { level: 1, name: 'Threes' })).toBeVisible();
  await waitForStoredQueries(page, 'calendar', 'entries');
  await logOut(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();

  expect(
    await page.evaluate(async () => [
      ...(await indexedDB.databases()).map(({ name }) => name),
      ...Object.keys(localStorage).filter((key) => key.startsWith('pacewright.user')),
    ]),
  ).not.toContainEqual(expect.stringMatching(/^pacewright\.(offline|user)/));
});

test('another athlete on the same device never sees it, even where nothing could be deleted', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    const { deleteDatabase } = IDBFactory.prototype;
    IDBFactory.prototype.deleteDatabase = function (name) {
      if (name === 'pacewright.offline') throw new Error('refused');
      return deleteDatabase.call(this, name);
    };
  });
  await signIn(page, await athleteWithPlan());
  await expect(page.getByRole('heading', { level: 1, name: 'Threes' })).toBeVisible();
  await waitForPrecache(page);
  await waitForStoredQueries(page, 'calendar', 'entries');
  await logOut(page);

  await fillSignIn(page, await registeredAthlete({ username: 'ben' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(page.getByText('Threes')).toHaveCount(0);
  // Ben's stored data replaces what was left of Alex's.
  await expect.poll(() => storedKeys(page)).not.toContainEqual(expect.stringContaining('Threes'));
  await waitForStoredQueries(page, 'calendar', 'entries');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Offline.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(page.getByText('Threes')).toHaveCount(0);
});

const THREES = '15m E + 5x(3m I + 2m E) + 10m E';

async function athleteWithPlan(): Promise<Athlete> {
  const athlete = await registeredAthlete();
  const id = await saveWorkout(athlete, { title: 'Threes', script: THREES });
  await saveWorkout(athlete, { title: 'Easy 45', script: '45m E' });
  await planWorkout(athlete, id, today());
  return athlete;
}

function today(): string {
  return new Date().toLocaleDateString('sv-SE');
}

function link(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
}

async function expectOffline(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Offline.' })).toContainText(
    /Last updated \d\d:\d\d\./,
  );
}

/** Waits until the API's answers to queries with this key are stored, which happens a moment later. */
async function waitForStoredQueries(page: Page, ...key: string[]): Promise<void> {
  const start = JSON.stringify(key).slice(0, -1);
  await expect.poll(() => storedKeys(page)).toContainEqual(expect.stringContaining(start));
}

/** All data of athletes that is stored on this device, as text. */
async function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'pacewright.offline')) return [];
    return new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open('pacewright.offline');
      opening.addEventListener('error', () => reject(new Error('not opened')));
      opening.addEventListener('success', () => {
        const all = opening.result.transaction('queries').objectStore('queries').getAll();
        all.addEventListener('success', () => {
          opening.result.close();
          resolve(all.result.map((row) => JSON.stringify(row)));
        });
      });
    });
  });
}

/** Waits until the browser has stored the whole app, which starts some seconds after the page. */
async function waitForPrecache(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}
