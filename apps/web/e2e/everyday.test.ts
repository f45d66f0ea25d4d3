import { recordScript } from '@pacewright/activity/testing';
import { trainingPaces } from '@pacewright/pace';
import type { Locator, Page } from '@playwright/test';
import { apiOf, openApp, registeredAthlete } from './accounts.ts';
import { expect, expectAccessible, isFocused, tabTo, test } from './fixtures.ts';

// What runners do most, with the presses it takes: no more than these.

test.use({ locale: 'en-GB', timezoneId: 'Europe/Berlin', viewport: { width: 1440, height: 900 } });

const TEXT = `weeks 1-3
  Tue 15m E + 5x(3m I + 2m E) + 10m E
  Wed 45m E
  Thu 15m E + 4x(8m T + 2m jog) + 10m E
  Sun 90m E`;
const THURSDAY = '15m E + 4x(8m T + 2m jog) + 10m E';
const PACES = { trainingPaces: trainingPaces(50), vdot: 50, paceUnits: 'metric' };

/** The calendar of an athlete with a plan, on its first Wednesday. */
async function openWeek(page: Page): Promise<void> {
  await page.clock.setFixedTime('2026-11-18T20:00:00+01:00');
  const athlete = await registeredAthlete();
  const { call } = await apiOf(athlete);
  await call('PUT', '/api/user/paces', PACES);
  const asked = {
    text: TEXT,
    anchor: { kind: 'start', day: '2026-11-16' },
    today: '2026-11-16',
  };
  const { hash } = await call<{ hash: string }>('POST', '/api/season-preview', asked);
  await call('POST', '/api/seasons', { ...asked, hash });
  await openApp(page, athlete, '/app/calendar');
  await expect(page.getByRole('heading', { level: 1, name: '16 - 22 November' })).toBeVisible();
}

/** Counts presses. */
function presser() {
  let presses = 0;
  return {
    press: async (control: Locator) => {
      presses++;
      await control.click();
    },
    count: () => presses,
  };
}

function dayOf(page: Page, name: string): Locator {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name: new RegExp(name) }) });
}

test('a day of a plan opens by a press', async ({ page }) => {
  await openWeek(page);
  const { press, count } = presser();
  await press(dayOf(page, 'Thursday 19').getByRole('article'));
  await expect(page.getByRole('heading', { level: 1, name: '4 × 8 min T' })).toBeVisible();
  expect(count()).toBe(1);
});

test('an ill week is skipped by three presses, and brought back by one', async ({ page }) => {
  await openWeek(page);
  const { press, count } = presser();
  await press(page.getByRole('button', { name: 'More actions for this week' }));
  await press(page.getByRole('menuitem', { name: 'Ill or away…' }));
  await expect(page.getByRole('button', { name: 'Skip 3 runs' })).toBeEnabled();
  await expectAccessible(page);
  // From today to the end of the week, and to be skipped.
  await press(page.getByRole('dialog').getByRole('button', { name: 'Skip 3 runs' }));
  await expect(dayOf(page, 'Thursday 19')).toContainText('Skipped: 4 × 8 min T');
  expect(count()).toBe(3);
  await press(page.getByRole('button', { name: 'Undo' }));
  await expect(dayOf(page, 'Thursday 19')).not.toContainText('Skipped');
});

test('Thursday’s workout, run on Wednesday, changes places with Wednesday’s', async ({ page }) => {
  await openWeek(page);
  const { press, count } = presser();
  const startedAt = Date.UTC(2026, 10, 18, 17, 4, 12) / 1000;
  await press(page.getByRole('link', { name: 'Add runs' }));
  await page.getByLabel('Files').setInputFiles({
    name: 'run.fit',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(recordScript(THURSDAY, { kind: 'button', startedAt })),
  });
  // It can be saved before it is answered.
  await press(page.getByRole('button', { name: 'Save run' }));
  const question = page.getByRole('region', { name: 'Which workout this was' });
  await expect(question).toContainText('Was it Thursday’s 4 × 8 min T?');
  await expect(question).toContainText('If so, 45 min E moves to Thursday.');
  await expectAccessible(page);

  // Today asks the same.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Today' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '45 min E' })).toBeVisible();
  await expect(question).toContainText('Wednesday’s run of 1:05:09');
  await expect(question).toContainText('Was it Thursday’s 4 × 8 min T?');
  await expectAccessible(page);
  await press(question.getByRole('button', { name: 'Yes' }));
  await expect(page.getByRole('heading', { level: 1, name: '4 × 8 min T, done' })).toBeVisible();
  expect(count()).toBe(3);

  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Calendar' }).click();
  await expect(dayOf(page, 'Wednesday 18')).toContainText('4 × 8 min T');
  await expect(dayOf(page, 'Thursday 19')).toContainText('45 min E');
});

test('a day is changed in its plan, without a way through the plan', async ({ page }) => {
  await openWeek(page);
  const { press, count } = presser();
  await press(dayOf(page, 'Thursday 19').getByRole('article'));
  await press(page.getByRole('link', { name: 'Edit' }));
  await page.getByLabel('Notes').fill('Flat loop');
  await press(page.getByRole('button', { name: 'Save' }));
  const dialog = page.getByRole('dialog', { name: /^Change this \w+, or the plan\?$/ });
  await press(dialog.getByRole('radio', { name: /^The plan, week 1/ }));
  await expectAccessible(page);
  await press(dialog.getByRole('button', { name: 'Save in the plan' }));
  // As its note, and in the plan's line.
  await expect(page.getByText('Flat loop')).toHaveCount(2);
  expect(count()).toBe(5);
  await press(page.getByRole('button', { name: 'Undo' }));
  await expect(page.getByText('Flat loop')).toHaveCount(0);
});

test('by keyboard alone, an ill week comes back, and a day is opened, edited and sent', async ({
  page,
}) => {
  await openWeek(page);
  const dialog = page.getByRole('dialog');
  const week = page.getByRole('button', { name: 'More actions for this week' });
  await tabTo(page, week);
  await page.keyboard.press('Enter');
  for (let item = 0; item < 6; item++) {
    if (await isFocused(page.getByRole('menuitem', { name: 'Ill or away…' }))) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Skip 3 runs' }));
  await page.keyboard.press('Enter');
  await expect(dayOf(page, 'Thursday 19')).toContainText('Skipped: 4 × 8 min T');
  await tabTo(page, page.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await expect(dayOf(page, 'Thursday 19')).not.toContainText('Skipped');

  await tabTo(
    page,
    dayOf(page, 'Thursday 19').getByRole('link', { name: '4 × 8 min T', exact: true }),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '4 × 8 min T' })).toBeFocused();
  const send = page.getByRole('button', { name: 'Send or share…' });
  await tabTo(page, send);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(send).toBeFocused();

  await tabTo(page, page.getByRole('link', { name: 'Edit' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Notes'));
  await page.keyboard.type('Flat loop');
  await tabTo(page, page.getByRole('button', { name: 'Save' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole('radio', { checked: true }));
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: /^The plan, week 1/ })).toBeFocused();
  await tabTo(page, dialog.getByRole('button', { name: 'Save in the plan' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Flat loop')).toHaveCount(2);
});

test('without a network, an ill week says what it waits for, and a day can be read', async ({
  page,
  context,
}) => {
  await openWeek(page);
  const openIll = async () => {
    await page.getByRole('button', { name: 'More actions for this week' }).click();
    await page.getByRole('menuitem', { name: 'Ill or away…' }).click();
  };
  // As a service worker does, its parts are loaded before the network is gone.
  await openIll();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Skip 3 runs' })).toBeVisible();
  await page.keyboard.press('Escape');
  await dayOf(page, 'Thursday 19').getByRole('article').click();
  await expect(page.getByRole('heading', { level: 1, name: '4 × 8 min T' })).toBeVisible();
  await page.goBack();

  await context.setOffline(true);
  await dayOf(page, 'Thursday 19').getByRole('article').click();
  await expect(page.getByRole('heading', { level: 1, name: '4 × 8 min T' })).toBeVisible();
  await page.goBack();
  // Other days than those whose effect is known.
  await openIll();
  for (const day of [/^Thursday 19/, /^Sunday 22/])
    await dialog.getByRole('button', { name: day }).click();
  await expect(dialog.getByRole('alert')).toContainText('Can’t reach Pacewright.');
  await context.setOffline(false);
  // Without another press.
  await dialog.getByRole('button', { name: 'Skip 2 runs' }).click();
  await expect(page.getByText('2 runs skipped')).toBeVisible();
});
