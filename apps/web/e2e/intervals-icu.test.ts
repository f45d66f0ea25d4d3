import { randomBytes } from 'node:crypto';
import { openIntervalsIcuControl } from '@pacewright/intervals-icu-stand-in';
import type { Locator, Page } from '@playwright/test';
import { logOut, openApp, planWorkout, registeredAthlete, saveWorkout } from './accounts.ts';
import { expect, expectAccessible, setting, test } from './fixtures.ts';

// A Tuesday, in a week that begins on Monday.
test.use({ locale: 'en-GB', timezoneId: 'Europe/Berlin' });

const FIVE = { title: 'Five by three', script: '15m E + 5x(3m I + 2m E) + 10m E' };
const EASY = { title: 'Easy 45', script: '45m E' };

const icu = () => openIntervalsIcuControl(setting('PACEWRIGHT_INTERVALS_ICU'));

/** An athlete with two runs this week, and a key of their own. */
async function startAthlete(page: Page) {
  await page.clock.setFixedTime('2026-11-17T09:00:00+01:00');
  const athlete = await registeredAthlete();
  const key = `key-${randomBytes(6).toString('hex')}`;
  await icu().addAthlete(key);
  const id = await saveWorkout(athlete, FIVE);
  await planWorkout(athlete, id, '2026-11-19');
  await planWorkout(athlete, await saveWorkout(athlete, EASY), '2026-11-20');
  return { athlete, key, path: `/app/workouts/${id}` };
}

function card(page: Page): Locator {
  return page.getByRole('region', { name: 'intervals.icu calendar' });
}

async function enterKey(page: Page, key: string): Promise<void> {
  await card(page).getByLabel('API key').fill(key);
  await card(page).getByRole('button', { name: 'Connect', exact: true }).click();
}

async function expectEvents(key: string, expected: string[]): Promise<void> {
  await expect
    .poll(async () =>
      (await icu().eventsOf(key)).map(
        ({ name, start_date_local }) => `${start_date_local.slice(0, 10)} ${name}`,
      ),
    )
    .toEqual(expected);
}

test('a runner with a COROS watch connects intervals.icu, which follows their calendar', async ({
  page,
}) => {
  const { athlete, key, path } = await startAthlete(page);
  await openApp(page, athlete, path);
  await page.getByRole('combobox', { name: 'Your watch' }).selectOption('COROS');
  await page.getByRole('link', { name: 'Connect it in Settings' }).click();

  await expect(card(page)).toContainText('Not connected');
  await expect(page.getByLabel('API key')).toBeInViewport();
  await expectAccessible(page);
  await enterKey(page, 'a-wrong-key');
  await expect(card(page)).toContainText('intervals.icu doesn’t recognise this key');
  await enterKey(page, key);
  await expect(card(page)).toContainText('Sent to intervals.icu · 2 workouts');
  await expectEvents(key, ['2026-11-19 Five by three', '2026-11-20 Easy 45']);
  const [five] = await icu().eventsOf(key);
  expect(five?.steps).toEqual([
    'Easy, 15 min, 6:00 - 7:00 min/km',
    '5 times:',
    '  Interval, 3 min, 4:30 - 5:00 min/km',
    '  Easy, 2 min, 6:00 - 7:00 min/km',
    'Easy, 10 min, 6:00 - 7:00 min/km',
  ]);
  await expectAccessible(page);

  // Moved by keyboard; the response is lost, and the attempt after it is refused.
  await icu().planFault({ kind: 'cut-after', key });
  await icu().planFault({ kind: '429', key });
  await page.getByRole('link', { name: 'Calendar', exact: true }).first().click();
  await page.getByRole('link', { name: FIVE.title }).focus();
  await page.keyboard.press('m');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expectEvents(key, ['2026-11-20 Easy 45', '2026-11-21 Five by three']);

  await page.getByRole('button', { name: 'More actions for Easy 45' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expectEvents(key, ['2026-11-21 Five by three']);

  // The workout says what goes there, and a change of it goes there too.
  await page.goto(path);
  await expect(
    page.getByText('What intervals.icu will get, read back from the file.'),
  ).toBeVisible();
  await page.getByLabel('Title').fill('Six by three');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectEvents(key, ['2026-11-21 Six by three']);

  await page.goto('/app/settings#intervals-icu');
  await expect(card(page)).toContainText('Sent to intervals.icu · 1 workout');
  await card(page).getByRole('button', { name: 'Disconnect' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('checkbox')).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(card(page)).toContainText('Not connected');
  await expectEvents(key, []);
});

test('a replaced key is asked for again, and signing out removes it @variant', async ({ page }) => {
  const { athlete, key } = await startAthlete(page);
  await openApp(page, athlete, '/app/settings');
  await enterKey(page, key);
  await expect(card(page)).toContainText('Sent to intervals.icu · 2 workouts');

  await icu().revokeKey(key);
  await page.goto('/app/calendar');
  await page.getByRole('button', { name: 'More actions for Easy 45' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(page.getByText('intervals.icu doesn’t accept your key.')).toBeVisible();
  await page.goto('/app/settings');
  await expect(card(page)).toContainText('Needs a new key');
  await expectAccessible(page);

  const newKey = `${key}-2`;
  await icu().addAthlete(newKey);
  await enterKey(page, newKey);
  await expect(card(page)).toContainText('Sent to intervals.icu · 1 workout');
  await expectEvents(newKey, ['2026-11-19 Five by three']);

  await logOut(page);
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).not.toContain(key);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the calendar is connected, a run is moved, and the connection ends @variant', async ({
    page,
  }) => {
    const { athlete, key } = await startAthlete(page);
    await openApp(page, athlete, '/app/settings#intervals-icu');
    await expectAccessible(page);
    await enterKey(page, key);
    await expect(card(page)).toContainText('Sent to intervals.icu · 2 workouts');
    await expectAccessible(page);

    await page.goto('/app/calendar');
    await page.getByRole('button', { name: 'More actions for Easy 45' }).tap();
    await page.getByRole('menuitem', { name: 'Move or copy…' }).tap();
    await page.getByRole('button', { name: 'Sunday 22 November', exact: true }).tap();
    await page.getByRole('button', { name: 'Move to Sun 22 Nov' }).tap();
    await expectEvents(key, ['2026-11-19 Five by three', '2026-11-22 Easy 45']);

    await page.goto('/app/settings#intervals-icu');
    await card(page).getByRole('button', { name: 'Disconnect' }).tap();
    await page.getByRole('checkbox').uncheck();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).tap();
    await expect(card(page)).toContainText('Not connected');
    await expectEvents(key, ['2026-11-19 Five by three', '2026-11-22 Easy 45']);
  });
});
