import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { linkTo, openApp, planWorkout, registeredAthlete, saveWorkout } from './accounts.ts';
import { write } from './editor.ts';

// Every screen of the app, empty and in use, on a computer in the light theme and on a phone in the dark.

test.use({ locale: 'en-GB', timezoneId: 'Europe/Berlin' });

const LIBRARY = [
  { title: 'Easy 45', script: '45m E', tags: ['easy'] },
  { title: 'Five by three', script: '15m E + 5x(3m I + 2m jog) + 10m E', tags: ['track'] },
  { title: 'By heart', script: '50m Z2', tags: ['easy', 'heart'] },
  { title: 'To be fixed', script: '2km E + 3x(2x(400mtr R + 400m E) + 3m E)', tags: ['track'] },
];

/** Signs in an athlete with workouts, some of them on the days around Tuesday 17 November. */
async function openInUse(page: Page): Promise<void> {
  await page.clock.setFixedTime('2026-11-17T09:00:00+01:00');
  const athlete = await registeredAthlete();
  const ids: string[] = [];
  for (const workout of LIBRARY) ids.push(await saveWorkout(athlete, workout));
  for (const [index, day] of ['2026-11-16', '2026-11-17', '2026-11-17', '2026-11-20'].entries())
    await planWorkout(athlete, ids[index] ?? '', day);
  await openApp(page, athlete);
}

/** `ALL_THEMES=1` looks at every size in both themes, and `.ci/nightly` does. */
const BOTH = process.env['ALL_THEMES'] ? (['light', 'dark'] as const) : undefined;

async function expectAccessibleEverywhere(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessible(page, BOTH ?? ['light']);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, BOTH ?? ['dark']);
  // Zoomed in to 400 %. every-screen.test.ts looks for elements that overflow, in more states.
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}

test('before anything is written', async ({ page }) => {
  await openApp(page, await registeredAthlete());
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What have you raced lately?' })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.goto('/app/workouts');
  await expect(page.getByRole('heading', { name: 'No workouts yet' })).toBeVisible();
  await page.getByRole('button', { name: 'More classic workouts' }).click();
  await expectAccessibleEverywhere(page);
  await page.goto('/app/calendar');
  await expect(page.getByText(/^No workouts yet/)).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('the library, with several workouts selected, and without results', async ({ page }) => {
  await openInUse(page);
  await page.goto('/app/workouts');
  await page.getByRole('checkbox', { name: 'Select Easy 45' }).check();
  await page.getByRole('checkbox', { name: 'Select By heart' }).check();
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('swimming');
  await expect(page.getByRole('heading', { name: /^No workouts match/ })).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('a new workout with a mistake in it, and one of the library with its day', async ({
  page,
}) => {
  await openInUse(page);
  await page.goto('/app/workouts/new');
  await write(page, 'Mistaken', '15m E + 5x(400m I + 2m E) + 10m E');
  await expect(page.getByRole('button', { name: '400 metres' }).first()).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.goto('/app/workouts');
  await page.getByRole('link', { name: 'Five by three' }).click();
  await expect(page.getByRole('heading', { name: 'On your watch' })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: /^Add to calendar/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('today, the calendar by month and by week, and its dialogs', async ({ page }) => {
  await openInUse(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Five by three' })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.goto('/app/calendar?view=month');
  await expect(page.getByRole('link', { name: /^Five by three, 50 min/ })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.goto('/app/calendar');
  await expect(page.getByRole('link', { name: 'Five by three' })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Add workout to Wednesday 18 November' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(LIBRARY.length);
  await expectAccessibleEverywhere(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Five by three' }).press('m');
  await expect(page.getByRole('grid', { name: 'Days' })).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('a workout of a share link', async ({ page }) => {
  await page.goto(await linkTo({ title: 'Five by three', script: '15m E + 5x(3m I + 2m jog)' }));
  await expect(page.getByRole('heading', { name: 'On your watch' })).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('the paces, their method, the help and the settings', async ({ page }) => {
  await openApp(page, await registeredAthlete());
  for (const [path, title] of [
    ['/app/paces', 'Paces'],
    ['/app/paces/method', /./],
    ['/app/help/script', /./],
    ['/app/settings', 'Settings'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectAccessibleEverywhere(page);
  }
});
