import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { registeredRunner, signIn } from './runner.ts';

// What takes longer than a second shows that it is under way, and which part of the screen it concerns.

test('a screen whose data is slow shows that it is loading', async ({ page }) => {
  await openToday(page);
  const answered = await holdBack(page, '**/api/auth/workouts?*');
  await link(page, 'Workouts').click();
  await expect(page.getByText('Loading...')).toBeVisible();
  answered();
  await expect(page.getByRole('heading', { name: 'Nothing written yet' })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

test('a screen that itself is slow to come shows that it is on its way', async ({ page }) => {
  await openToday(page);
  const answered = await holdBack(page, '**/assets/paces-screen-*.js');
  await link(page, 'Paces').click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  answered();
  await expect(page.getByRole('heading', { level: 1, name: 'Paces' })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

test('a file that is slow to make, an export and the way out show that they are under way', async ({
  page,
}) => {
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

async function openToday(page: Page): Promise<void> {
  await signIn(page, await registeredRunner());
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
}

function link(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
}

/** Answers to an address wait until they are let through. */
async function holdBack(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}
