import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openApp, registeredAthlete, saveWorkout } from './accounts.ts';

test('an athlete finds a workout by a few letters with the keyboard alone', async ({ page }) => {
  const athlete = await registeredAthlete();
  await saveWorkout(athlete, { title: 'Five by three', script: '15m E + 5x(3m I + 2m E) + 10m E' });
  await saveWorkout(athlete, { title: 'Easy 45', script: '45m E' });
  await openApp(page, athlete);
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  const field = paletteDialog(page).getByRole('combobox', {
    name: 'Search workouts, screens and actions',
  });
  await expect(field).toBeFocused();
  await expect(paletteDialog(page).getByRole('option', { name: /Easy 45/ })).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.type('five');
  await expect(paletteDialog(page).getByRole('option')).toHaveCount(1);
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await paletteDialog(page)
      .getByRole('option', { name: /Five by three/ })
      .getAttribute('id')) ?? '',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Five by three');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // The next time it is the first of all.
  await page.keyboard.press('ControlOrMeta+k');
  await expect(paletteDialog(page).getByRole('option').first()).toHaveText(/^Five by three/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('without a network the palette opens and works, and says what it cannot do @variant', async ({
  page,
  context,
}) => {
  await openApp(page, await registeredAthlete());
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  // Loaded when the browser was idle, with everything it needs.
  await page.waitForFunction(() => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
    const preloads = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
    const asked = Array.from(preloads, ({ href }) => href);
    return (
      fetched.some((name) => name.includes('command-palette')) &&
      asked.every((href) => fetched.includes(href))
    );
  });
  await context.setOffline(true);

  await page.getByRole('button', { name: 'Search workouts, screens and actions' }).click();
  await expect(paletteDialog(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('dark');
  await expect(page.getByText('Can’t search workouts right now.')).toBeVisible();
  await paletteDialog(page).getByRole('option', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await context.setOffline(false);
});

test('a search is cancelled by another letter @variant', async ({ page }) => {
  await openApp(page, await registeredAthlete());
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const field = paletteDialog(page).getByRole('combobox');
  await expect(field).toBeFocused();

  const held = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === '/api/auth/workouts' && url.searchParams.get('q') === 't',
    async (route) => {
      await held.promise;
      await route.abort();
    },
  );
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('q=t'));
  const asked = page.waitForRequest((request) => request.url().endsWith('q=t'));
  await field.fill('t');
  await asked;
  await field.fill('te');
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
  held.resolve();
});

test('on a phone the palette is a button and fits the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openApp(page, await registeredAthlete());
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await page.getByRole('button', { name: 'Search workouts, screens and actions' }).click();
  await expect(paletteDialog(page).getByRole('combobox')).toBeFocused();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await paletteDialog(page).getByRole('option', { name: 'Paces', exact: true }).click();
  await expect(page).toHaveURL('/app/paces');
});

test('the list of shortcuts has no accessibility violations, and N opens a new workout @variant', async ({
  page,
}) => {
  await openApp(page, await registeredAthlete());
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/app\/workouts\/[0-9a-f-]{36}\?new$/);

  // In the editor, letters are text.
  await page.locator('.cm-content').click();
  await page.keyboard.type('20m E n?');
  await expect(page.locator('.cm-content')).toContainText('20m E n?');
  await expect(page).toHaveURL(/\/app\/workouts\/[0-9a-f-]{36}\?new$/);
});

/** The screen behind it may have options of its own. */
function paletteDialog(page: Page) {
  return page.getByRole('dialog');
}
