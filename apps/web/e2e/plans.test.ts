import { encodeSharedPlan } from '@pacewright/delivery';
import { expect, expectAccessible, test } from './fixtures.ts';
import { newAthlete, openApp, registeredAthlete, signUp } from './accounts.ts';

test('a template becomes a plan, goes on the calendar, and off again with one undo', async ({
  page,
}) => {
  await openApp(page, await registeredAthlete(), '/app/plans');
  await page.getByRole('link', { name: '5 km on three runs a week' }).click();
  const editor = page.locator('.cm-content');
  await expect(editor).toContainText('plan 5 km on three runs a week');
  await editor.press('Control+End');
  await page.keyboard.type('// My first season.');
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  await expectAccessible(page);

  // The season and its days by keyboard alone.
  const season = page.getByRole('listbox', { name: 'Plan, week by week' });
  await season.focus();
  await season.press('End');
  await expect(page.getByRole('heading', { name: 'Week 8' })).toBeVisible();
  await season.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Open as workout' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(season).toBeFocused();

  await page.getByRole('button', { name: 'Add to calendar' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^Week 1 starts/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Add \d+ days to calendar$/ }).click();
  await expect(page.getByText('5 km on three runs a week added to the calendar')).toBeVisible();
  await expect(page).toHaveURL(/\/app\/calendar\?day=/);
  const entries = page.getByRole('main').getByRole('article');
  await expect(entries.first()).toBeVisible();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(entries).toHaveCount(0);
  await page.goto('/app/plans');
  await expect(page.getByRole('link', { name: '5 km on three runs a week' }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'On your calendar' })).toHaveCount(0);
});

test('a visitor saves a shared plan by registering, and finds it among their plans', async ({
  page,
}) => {
  const link = await encodeSharedPlan('plan Spring\n\nweek 1\n  Tue 40m E\n  Sun race 10km');
  if (!link.ok) throw new Error(link.reason);
  await page.goto(`/p#${link.fragment}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Spring' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create account and save' }).click();
  await expect(page).toHaveURL('/register');
  await signUp(page, newAthlete('sam'));
  const question = page.getByRole('alertdialog', { name: 'Save this to your account?' });
  await expect(question).toContainText('Spring');
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved to your account: 1 plan')).toBeVisible();
  await page.goto('/app/plans');
  await page
    .getByRole('list', { name: 'Your plans' })
    .getByRole('link', { name: 'Spring' })
    .click();
  await expect(page.locator('.cm-content')).toContainText('Sun race 10km');
});

test('a changed plan shows its changes first, keeps what was moved, and is undone as one', async ({
  page,
}) => {
  await openApp(page, await registeredAthlete(), '/app/plans/new');
  const editor = page.locator('.cm-content');
  await editor.fill('plan Spring\n\nweeks 1-2\n  Tue 40m E\n  Sun race 10km');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add 4 days to calendar' }).click();
  await expect(page.getByText('Spring added to the calendar')).toBeVisible();

  await page.goto('/app/plans');
  await page
    .getByRole('list', { name: 'Your plans' })
    .getByRole('link', { name: 'Spring' })
    .click();
  await expect(editor).toContainText('Tue 40m E');
  // Replaced text would leave a style attribute, which the CSP forbids.
  await editor.press('ControlOrMeta+a');
  await editor.press('Delete');
  await editor.fill('plan Spring\n\nweeks 1-2\n  Tue {45m, 50m} E\n  Sun race 10km');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Review changes' }).click();
  await expect(page.getByRole('heading', { name: 'Week 2' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('with a new workout');
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Update 2 days' })).toBeVisible();
  // The second Tuesday stays as it is.
  await page.getByRole('checkbox', { name: /50 min E$/ }).uncheck();
  await page.getByRole('button', { name: 'Update 1 day' }).click();
  // The message stays while the pointer is on it, so that comes before anything else is looked at.
  await page.getByRole('button', { name: 'Undo' }).hover();
  await expect(page.getByText('1 day updated')).toBeVisible();
  await expect(page.getByRole('main').getByText('Easy 45')).toBeVisible();
  await page.getByRole('button', { name: 'Next week' }).press('Enter');
  await expect(page.getByRole('main').getByText('Easy 40')).toBeVisible();
  await page.getByRole('button', { name: 'Previous week' }).press('Enter');
  await expect(page.getByRole('main').getByText('Easy 45')).toBeVisible();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('main').getByText('Easy 40')).toBeVisible();

  // The whole season a week later, and back.
  await page.goto('/app/plans');
  await page.getByRole('button', { name: 'More actions for Spring' }).click();
  await page.getByRole('menuitem', { name: 'Move…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Move upcoming days').selectOption('One week later');
  await expect(dialog.getByText('4 days will move 7 days later')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Move 4 days' }).click();
  await expect(page.getByText('Spring moved')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Spring moved')).toHaveCount(0);
});
