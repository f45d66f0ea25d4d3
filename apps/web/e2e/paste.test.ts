import type { Locator, Page } from '@playwright/test';
import { openApp, registeredAthlete } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { connectByApi, watchOf } from './garmin.ts';

/** As a coach of a club writes it, for two groups. */
const CLUB_MAIL = `Hi all,

Hope everybody has dried out after Sunday's cross country! Well done to the B team, 4th on the day.

Here's what we have for the coming week:

Monday - 30 mins easy or rest if you raced
Tuesday - Track, 7pm, the stadium. 15 mins warm up, then
   Group 1: 6 x 1000m at 10k pace, 90 secs jog
   Group 2: 5 x 800m at 10k pace, 90 secs jog
   10 mins cool down. Please wear something bright.
Wednesday - 45 mins easy
Thursday - Clubhouse 6.45pm for a 7pm start. 2 miles warm up, 20 mins tempo, 1 mile cool down
Friday - Rest day
Saturday - 40 mins easy, or parkrun if you fancy it
Sunday - Long run, 8.30am from the square. 12 miles easy

Subs are due by the end of the month (see Jan).

See you out there,
Derek
`;

/** As a coach of a team writes it. */
const TEAM_MAIL = `Guys,

Reminder that forms need to be in by Friday or you don't practice Monday. No exceptions.

MON: 6 miles easy + 4 strides. Meet at the field house 6:30 AM.
TUE: Threshold day. Flats, not spikes.
   - 2 mi warm-up + drills
   - 4 x 1 mile @ threshold, 1 min rest
   - 2 mi cool-down
WED: 5 miles easy. Weights after.
THU: 7 miles easy
FRI: 2 mi WU, 8 x 200m at mile pace (200m jog), 2 mi CD
SAT: Long run, 10 miles. Buses leave for the park at 7:00.
SUN: OFF. Sleep in, eat, hydrate.

Coach
`;

/** Presses of a pointer, and pasting, which is one too. */
function countPresses() {
  let presses = 0;
  return {
    press: async (target: Locator) => {
      presses++;
      await target.click();
    },
    paste: async (page: Page, text: string) => {
      presses++;
      await pasteInto(box(page), text);
    },
    get count() {
      return presses;
    },
  };
}

function box(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Write a run, or paste your week' });
}

async function pasteInto(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SCREENS = [
  { on: 'a wide screen', use: { viewport: { width: 1440, height: 900 } } },
  { on: 'a phone @variant', use: PHONE },
];
const MAX_PRESSES = 5;
const MAX_QUESTIONS = 2;

for (const { on, use } of SCREENS) {
  test.describe(on, () => {
    test.use(use);

    for (const { name, mail, workouts } of [
      { name: 'for two groups', mail: CLUB_MAIL, workouts: 6 },
      { name: 'of a team', mail: TEAM_MAIL, workouts: 6 },
    ])
      test(`a mail ${name} is on the calendar in a few presses`, async ({ page }) => {
        await openApp(page, await registeredAthlete(), '/app/calendar');
        const hand = countPresses();
        await hand.press(box(page));
        await hand.paste(page, mail);
        await expect(page.getByRole('heading', { name: 'Check what we read' })).toBeVisible();
        await expect(
          page.getByRole('heading', { name: `${workouts} workouts found` }),
        ).toBeFocused();
        expect(await page.locator('fieldset').count()).toBeLessThanOrEqual(MAX_QUESTIONS);
        await expectNoOverflow(page);
        await expectAccessible(page);
        await hand.press(
          page.getByRole('button', { name: `Add ${workouts} workouts to calendar` }),
        );
        await expect(page).toHaveURL(/\/app\/calendar\?day=/);
        await expect(page.getByText(`${workouts} workouts added`)).toBeVisible();
        expect(hand.count).toBeLessThanOrEqual(MAX_PRESSES);
      });

    test('a session of a mail is moved and noted, and a reload keeps it', async ({ page }) => {
      await openApp(page, await registeredAthlete(), '/app/calendar');
      await pasteInto(box(page), 'This week\nTue: 8 km easy\nSun: 16 km easy');
      await page.getByRole('button', { name: 'More actions for 8 km E' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await page.getByLabel('Day', { exact: true }).fill('2026-12-09');
      await page.getByLabel('Notes').fill('With Ana');
      await expectNoOverflow(page);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('checkbox', { name: 'Add 16 km E' }).uncheck();
      await page.reload();
      await expect(page.getByText('Notes: With Ana')).toBeVisible();
      await expect(page.getByText('Wed 9 Dec')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Add 1 workout to calendar' })).toBeVisible();
    });

    test('twenty sessions in a numbered list are twenty workouts', async ({ page }) => {
      const list = Array.from({ length: 20 }, (_, n) => `${n + 1}. ${30 + n} min easy`).join('\n');
      await openApp(page, await registeredAthlete(), '/app/calendar');
      await pasteInto(box(page), list);
      await expect(page.getByRole('heading', { name: '20 workouts found' })).toBeVisible();
      await expectNoOverflow(page);
      await page.getByRole('button', { name: 'Add 20 workouts' }).click();
      await expect(page.getByText('20 workouts added')).toBeVisible();
    });

    test('a table of twelve weeks opens as a plan', async ({ page }) => {
      const days = 'Week\tMon\tTue\tWed\tThu\tFri\tSat\tSun';
      const weeks = Array.from(
        { length: 12 },
        (_, n) =>
          `${n + 1}\tRest\t${4 + (n % 3)} m easy\t3 m\t4 m easy\tRest\t3 m easy\t${6 + n} m long`,
      );
      await openApp(page, await registeredAthlete(), '/app/calendar');
      await pasteInto(box(page), [days, ...weeks].join('\n'));
      await expect(page.getByText('Does “m” mean miles or minutes?')).toBeVisible();
      await expectNoOverflow(page);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Open as plan' }).click();
      await expect(page).toHaveURL(/\/app\/plans\//);
      // The text itself is drawn only as far as it is in view.
      await expect(page.getByRole('option', { name: /^Week \d+ of 12/ })).toBeVisible();
    });

    test('a line is written on its day, by keyboard alone', async ({ page }) => {
      await openApp(page, await registeredAthlete(), '/app/calendar');
      await expect(box(page)).toBeVisible();
      await page.keyboard.press('/');
      await expect(box(page)).toBeFocused();
      await page.keyboard.type('today 15m E + 4x(6m T + 1m jog) + 10m E');
      await expect(page.getByRole('button', { name: 'Add to today' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await expect(page.getByText('4 × 6 min T').first()).toBeVisible();
      await expect(box(page)).toHaveValue('');
    });
  });
}

test('the workouts of a mail are on the watch in seven presses', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-16T09:00:00+01:00');
  const athlete = await registeredAthlete();
  await connectByApi(athlete);
  await openApp(page, athlete, '/app/calendar');
  const hand = countPresses();
  const pressButton = (name: string) => hand.press(page.getByRole('button', { name }));
  await hand.press(box(page));
  await hand.paste(page, TEAM_MAIL);
  await pressButton('Add 6 workouts to calendar');
  await pressButton('More actions for this week');
  await hand.press(page.getByRole('menuitem', { name: 'Send or share the week…' }));
  await pressButton('Send this week to Garmin');
  await pressButton('Send 6 workouts');
  await expect
    .poll(async () => (await watchOf(athlete.email)).days.toSorted())
    .toEqual([16, 17, 18, 19, 20, 21].map((day) => `2026-11-${day}`));
  expect(hand.count).toBe(7);
});

async function expectNoOverflow(page: Page): Promise<void> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBeLessThanOrEqual(0);
}
