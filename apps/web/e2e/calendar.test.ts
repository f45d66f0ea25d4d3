import { readFile } from 'node:fs/promises';
import type { Locator, Page, Response } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openApp, planWorkout, registeredAthlete, saveWorkout } from './accounts.ts';
import { editor } from './editor.ts';

const WORKOUTS = [
  { title: 'Easy 45', script: '45m E' },
  { title: 'Five by three', script: '15m E + 5x(3m I + 2m E) + 10m E' },
];

// A Tuesday, in a week that begins on Monday.
test.use({ locale: 'en-GB', timezoneId: 'Europe/Berlin' });

async function openCalendar(page: Page, plannedDays: string[] = []): Promise<void> {
  await page.clock.setFixedTime('2026-11-17T09:00:00+01:00');
  const athlete = await registeredAthlete();
  const ids: string[] = [];
  for (const workout of WORKOUTS) ids.push(await saveWorkout(athlete, workout));
  for (const [index, day] of plannedDays.entries())
    await planWorkout(athlete, ids[index % ids.length] ?? '', day);
  await openApp(page, athlete);
  await goTo(page, 'Calendar');
  await expect(page.getByRole('heading', { level: 1, name: '16 - 22 November' })).toBeVisible();
}

/** By its link, so that cached data is shown. */
async function goTo(page: Page, section: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: section }).click();
}

/** Adds to the end of the open workout's script and saves it. */
async function extendScript(page: Page, more: string): Promise<void> {
  await editor(page).press('Control+End');
  await page.keyboard.type(more);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('radio', { name: /^The workout/ }).press('Space');
  await page.getByRole('button', { name: /^Save on/ }).click();
  await expect(page.getByText('Easy 45 saved')).toBeVisible();
}

function dayOf(page: Page, name: string): Locator {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name: new RegExp(name) }) });
}

function workoutOn(page: Page, day: string, title: string): Locator {
  return dayOf(page, day).getByRole('link', { name: title });
}

/** The API's answer to a change of the calendar, which shows earlier. */
function answerTo(page: Page, change: RegExp): Promise<Response> {
  return page.waitForResponse((response) => {
    const request = response.request();
    const { pathname } = new URL(request.url());
    return change.test(`${request.method()} ${pathname} ${request.postData() ?? ''}`);
  });
}

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('a workout is planned by keyboard, moved by dragging, done, and still there after a reload', async ({
    page,
  }) => {
    await openCalendar(page);

    // Plan: the day first, then the workout.
    await page.getByRole('button', { name: 'Add workout to Tuesday 17 November' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Search your workouts').last()).toBeFocused();
    await page.keyboard.type('five');
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(workoutOn(page, 'Tuesday 17', 'Five by three')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Week totals' })).toContainText('50 min');

    // Move it by keyboard: the arrows pick the day, and the focus follows.
    await workoutOn(page, 'Tuesday 17', 'Five by three').focus();
    await page.keyboard.press('m');
    await expect(page.getByRole('dialog', { name: 'Move or copy Five by three' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(workoutOn(page, 'Wednesday 18', 'Five by three')).toBeFocused();

    // Drag it to Friday, and one from the library onto Thursday.
    const moved = answerTo(page, /^PUT .*2026-11-20/);
    await drag(page, workoutOn(page, 'Wednesday 18', 'Five by three'), dayOf(page, 'Friday 20'));
    await expect(workoutOn(page, 'Friday 20', 'Five by three')).toBeFocused();
    await moved;
    const library = page.getByRole('region', { name: 'From your library' });
    await drag(page, library.getByRole('button', { name: /^Easy 45/ }), dayOf(page, 'Thursday 19'));
    await expect(workoutOn(page, 'Thursday 19', 'Easy 45')).toBeVisible();

    // Its page is one press away.
    await workoutOn(page, 'Thursday 19', 'Easy 45').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Easy 45' })).toBeVisible();
    await page.getByRole('button', { name: 'Move or copy…' }).click();
    await page.getByRole('button', { name: /^Tuesday 17 November/ }).click();
    await page.getByRole('button', { name: 'Move to Tue 17 Nov' }).click();
    await expect(page).toHaveURL(/\/app\/calendar\/2026-11-17\//);
    const done = answerTo(page, /^PUT .*\/done/);
    await page.getByRole('button', { name: 'Mark as done' }).click();
    await expect(page.getByRole('button', { name: /^Done/ })).toBeVisible();
    await goTo(page, 'Calendar');
    await expect(dayOf(page, 'Tuesday 17').getByText('Done', { exact: true })).toBeVisible();
    await done;
    await page.reload();
    await expect(dayOf(page, 'Tuesday 17').getByText('Done', { exact: true })).toBeVisible();
    await expect(workoutOn(page, 'Friday 20', 'Five by three')).toBeVisible();

    // Repeat it by keyboard, undo that, and shift the rest of the week. The done workout stays.
    await page.getByRole('button', { name: 'More actions for Five by three' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move or copy…' }).press('Enter');
    await page.getByRole('radio', { name: 'Repeat weekly' }).press('Space');
    await expect(page.getByText('Adds 4 workouts, every Friday until 18 Dec 2026.')).toBeVisible();
    await page.getByRole('button', { name: 'Add 4 workouts' }).press('Enter');
    await expect(page.getByText('4 workouts added')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone')).toBeVisible();
    await page.getByRole('button', { name: 'More actions for this week' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Copy or move the week…' }).press('Enter');
    await page.getByRole('radio', { name: 'Move', exact: true }).press('Space');
    await page.getByRole('button', { name: 'Move 1 workout' }).press('Enter');
    await expect(workoutOn(page, 'Saturday 21', 'Five by three')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(workoutOn(page, 'Friday 20', 'Five by three')).toBeVisible();

    await page.getByRole('radio', { name: 'Month' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'November 2026' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Easy 45, 45 min, done/ })).toBeVisible();

    await page.getByRole('link', { name: 'Today', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Five by three' })).toBeVisible();
    await expect(page.getByText('Next: Friday 20 November')).toBeVisible();
  });

  test('a second session is added as PM, the first set to AM, and Today and the file say so', async ({
    page,
  }) => {
    await openCalendar(page, ['2026-11-17']);
    await page.getByRole('button', { name: 'Add workout to Tuesday 17 November' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'PM' }).click();
    await dialog.getByRole('button', { name: /^Five by three/ }).click();
    const cards = dayOf(page, 'Tuesday 17').getByRole('heading', { level: 3 });
    await expect(cards).toHaveText(['Easy 45', 'Five by threePM']);

    await page.getByRole('button', { name: 'More actions for Easy 45' }).press('Enter');
    const labelled = answerTo(page, /^PUT .*"am"/);
    await page.getByRole('menuitem', { name: 'Move or copy…' }).press('Enter');
    await page.getByRole('radio', { name: 'Morning' }).press('Space');
    await page.getByRole('button', { name: /^Move to/ }).press('Enter');
    await expect(cards).toHaveText(['Easy 45AM', 'Five by threePM']);
    await labelled;
    await page.reload();
    await expect(cards).toHaveText(['Easy 45AM', 'Five by threePM']);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More actions for this week' }).click();
    await page.getByRole('menuitem', { name: 'Send or share the week…' }).click();
    await page.getByRole('button', { name: 'Download week as .ics' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.match(/^SUMMARY:.*$/gm)?.map((line) => line.trim())).toEqual([
      'SUMMARY:AM: Easy 45',
      'SUMMARY:PM: Five by three',
    ]);

    await page.keyboard.press('Escape');
    await goTo(page, 'Today');
    await expect(page.getByText('Tuesday 17 November, AM')).toBeVisible();
  });

  test('a race is added with a doubtful goal, counted above the week, and edited @variant', async ({
    page,
  }) => {
    await openCalendar(page);
    await page.getByRole('button', { name: 'Add workout to Sunday 22 November' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Race' }).click();
    await page.getByLabel('Distance').selectOption('20 km');
    await page.getByLabel('Goal time').fill('42:30');
    await page.keyboard.press('Enter');
    await expect(page.getByText('That’s faster than the world record.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('20 km in 5 days')).toBeVisible();

    await page.getByRole('button', { name: 'More actions for 20 km' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
    await page.getByLabel('Name').fill('Canal 20');
    await page.getByLabel('Goal time').fill('1:42:30');
    await page.getByRole('dialog').getByLabel('Day').fill('2026-11-21');
    await page.keyboard.press('Enter');
    await expect(dayOf(page, 'Saturday 21').getByRole('heading', { level: 3 })).toHaveText(
      'Canal 20Race',
    );
    await expect(page.getByText('Canal 20 in 4 days')).toBeVisible();
    await page.reload();
    await expect(dayOf(page, 'Saturday 21')).toContainText('1 h 43');
  });

  test('Today shows the current workout, edited here or in another tab', async ({
    page,
    context,
  }) => {
    await openCalendar(page, ['2026-11-17']);
    await goTo(page, 'Today');
    const workout = page.getByRole('region', { name: 'Workout' });
    const steps = page.getByRole('table', { name: 'Steps of this workout' });
    await expect(workout).toContainText('45:00');

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await extendScript(page, ' + 20m T');
    await goTo(page, 'Today');
    await expect(workout).toContainText('1:05:00');
    await expect(workout.getByText(/^2 steps, /)).toBeAttached();
    await expect(steps.getByRole('row', { name: /20 min.*Threshold/ })).toBeVisible();

    const other = await context.newPage();
    await other.clock.setFixedTime('2026-11-17T09:00:00+01:00');
    await other.goto('/app');
    await other.getByRole('link', { name: 'Edit', exact: true }).click();
    await extendScript(other, ' + 10m I');
    await other.close();
    // Data is fresh for half a minute.
    await page.clock.setFixedTime('2026-11-17T09:01:00+01:00');
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await expect(workout).toContainText('1:15:00');
    await expect(steps.getByRole('row', { name: /10 min.*Interval/ })).toBeVisible();
  });

  test('a busy day does not stretch the cards of other days, and removing an entry keeps the focus near it @variant', async ({
    page,
  }) => {
    const tuesday = '2026-11-17';
    await openCalendar(page, ['2026-11-16', ...Array<string>(4).fill(tuesday), '2026-11-18']);
    await expect(dayOf(page, 'Tuesday 17').getByRole('article')).toHaveCount(4);
    for (const card of await page.getByRole('article').all())
      expect((await card.boundingBox())?.height).toBeLessThan(320);

    await removeEntry(page, dayOf(page, 'Tuesday 17').getByRole('article').first());
    await expect(dayOf(page, 'Tuesday 17').getByRole('article')).toHaveCount(3);
    await expect(dayOf(page, 'Tuesday 17').getByRole('link').first()).toBeFocused();

    await removeEntry(page, dayOf(page, 'Wednesday 18').getByRole('article'));
    await expect(dayOf(page, 'Wednesday 18').getByRole('article')).toHaveCount(0);
    await expect(dayOf(page, 'Wednesday 18').getByRole('button')).toBeFocused();
  });

  test('a workout that is deleted in the library is no longer offered @variant', async ({
    page,
  }) => {
    await openCalendar(page);
    const offered = page.getByRole('list', { name: 'Workouts', exact: true }).getByRole('listitem');
    await expect(offered).toHaveCount(2);
    await goTo(page, 'Workouts');
    await page.getByRole('button', { name: 'More actions for Easy 45', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByText('Easy 45 deleted')).toBeVisible();
    await goTo(page, 'Calendar');
    await expect(offered).toHaveCount(1);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a workout is planned for today by tapping, and Today shows it', async ({ page }) => {
    await openCalendar(page);
    await page.getByRole('button', { name: 'Add workout to Tuesday 17 November' }).tap();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Five by three/ })
      .tap();
    await expect(workoutOn(page, 'Tuesday 17', 'Five by three')).toBeVisible();
    // The same button adds a second one, and keeps the focus.
    await expect(
      page.getByRole('button', { name: 'Add workout to Tuesday 17 November' }),
    ).toBeFocused();

    await page.getByRole('link', { name: 'Today', exact: true }).last().tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Five by three' })).toBeVisible();
    const chart = await page.getByRole('listbox', { name: 'Workout chart' }).boundingBox();
    expect(chart?.y).toBeLessThan(340);
    await page.getByRole('button', { name: 'Mark as done' }).tap();
    const message = page.getByRole('listitem').filter({ hasText: 'Marked as done' });
    await message.getByRole('button', { name: 'Undo' }).tap();
    await expect(page.getByRole('button', { name: 'Mark as done' })).toBeVisible();
  });

  test('a workout is moved by touch, and undo puts it back in its place', async ({ page }) => {
    await openCalendar(page, ['2026-11-18', '2026-11-18']);
    const easy = workoutOn(page, 'Wednesday 18', 'Easy 45');
    const saved = answerTo(page, /PUT \/api\/calendar/);
    await dragByTouch(page, easy, dayOf(page, 'Thursday 19'), 'Drop on Thursday');
    await expect(workoutOn(page, 'Thursday 19', 'Easy 45')).toBeVisible();
    await saved;
    const message = page.getByRole('listitem').filter({ hasText: 'Easy 45 moved to Thursday' });
    await message.getByRole('button', { name: 'Undo' }).tap();
    const wednesday = dayOf(page, 'Wednesday 18').getByRole('heading', { level: 3 });
    await expect(wednesday).toContainText(['Easy 45', 'Five by three']);
  });
});

/** Holds a card until it is dragged, moves it onto a day, and lets go. */
async function dragByTouch(page: Page, from: Locator, to: Locator, dropping: string) {
  const touch = await page.context().newCDPSession(page);
  const [start, end] = [await centreOf(from), await centreOf(to)];
  const send = (type: string, touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints });
  await send('touchStart', [start]);
  await expect(page.getByText(/^Drop on /)).toBeVisible();
  for (const share of [0.25, 0.5, 0.75, 1])
    await send('touchMove', [
      { x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y) },
    ]);
  await expect(page.getByText(dropping)).toBeVisible();
  await send('touchEnd', []);
}

async function centreOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the page');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

async function removeEntry(page: Page, card: Locator): Promise<void> {
  await card.getByRole('button', { name: /^More actions for/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  await to.hover();
  await page.mouse.up();
}
