import { expect, expectAccessible, test } from './fixtures.ts';
import { openApp, registeredAthlete } from './accounts.ts';

test('a template becomes a plan, goes on the calendar, and off again with one undo', async ({
  page,
}) => {
  await openApp(page, await registeredAthlete(), '/app/plans');
  await page.getByRole('link', { name: '5 km on three runs a week' }).click();
  const editor = page.locator('.cm-content');
  await expect(editor).toContainText('plan 5 km on three runs a week');
  await editor.press('Control+End');
  await page.keyboard.type('// My first season.');
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await expectAccessible(page);

  // The season and its days by keyboard alone.
  const season = page.getByRole('listbox', { name: 'Season, week by week' });
  await season.focus();
  await season.press('End');
  await expect(page.getByRole('heading', { name: 'Week 8' })).toBeVisible();
  await season.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Open as a workout' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(season).toBeFocused();

  await page.getByRole('button', { name: 'Put on calendar' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^Week 1 starts/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Put \d+ days on the calendar$/ }).click();
  await expect(page.getByText('5 km on three runs a week is on the calendar')).toBeVisible();
  await expect(page).toHaveURL(/\/app\/calendar\?day=/);
  const entries = page.getByRole('main').getByRole('article');
  await expect(entries.first()).toBeVisible();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(entries).toHaveCount(0);
  await page.goto('/app/plans');
  await expect(page.getByRole('link', { name: '5 km on three runs a week' }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'On your calendar' })).toHaveCount(0);
});
