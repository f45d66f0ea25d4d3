import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { READERS } from '../../../packages/delivery/test/fit-readers.ts';
import { expect, test } from './fixtures.ts';
import { openApp, planWorkout, registeredAthlete, saveWorkout } from './accounts.ts';
import { write } from './editor.ts';

test.use({ locale: 'en-GB', timezoneId: 'Europe/Berlin' });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a workout is written, put on a day, and exported for the watch', async ({ page }) => {
    await page.clock.setFixedTime('2026-11-17T09:00:00+01:00');
    await openApp(page, await registeredAthlete());
    await page.getByRole('link', { name: 'New workout' }).last().tap();
    await write(page, 'Fünf × drei', '15m E + 5x(3m I + 2m jog) + Z2');

    await page.getByRole('button', { name: 'Add to calendar' }).tap();
    await page.getByRole('button', { name: 'Wednesday 18 November' }).tap();
    await expect(page.getByText('Fünf × drei added to Wednesday 18 November')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Wed 18 Nov' })).toBeVisible();

    const file = await download(page, () =>
      page.getByRole('button', { name: 'Download FIT' }).first().tap(),
    );
    expect(file.suggestedFilename()).toBe('funf-drei.fit');
    const bytes = await readFile(await file.path());
    for (const { name, read } of READERS) {
      const { title, rows } = await read(bytes);
      expect(title, name).toBe('Fünf × drei');
      expect(
        rows.map(({ durationType, durationValue }) => [durationType, durationValue]),
        name,
      ).toEqual([
        [0, 900_000],
        [0, 180_000],
        [0, 120_000],
        [6, 1],
        [5, 0],
      ]);
      expect(rows[1], name).toMatchObject({ targetType: 0, low: 3330, high: 3700 });
      expect(rows[4], name).toMatchObject({ targetType: 1, targetValue: 2 });
    }
  });
});

/** The file or the sentence that a runner with each watch gets. */
const WATCHES: [watch: string, file: string | undefined, text: RegExp][] = [
  ['Garmin', 'tempo-20.fit', /Without a computer, use intervals\.icu/],
  ['Apple Watch', 'tempo-20.workout', /tap Add to Workouts/],
  ['Suunto', undefined, /choose intervals\.icu/],
  ['COROS', undefined, /choose intervals\.icu/],
  ['Wahoo', undefined, /choose intervals\.icu/],
  ['Polar', undefined, /You can print this workout/],
  ['Amazfit', 'tempo-20.fit', /import our FIT file there/],
  ['Huawei', undefined, /You can print this workout/],
  ['Another watch', 'tempo-20.fit', /import FIT workouts/],
];

test('every watch leads to its file or to the best other way, on desktop and phone', async ({
  page,
}) => {
  const athlete = await registeredAthlete();
  const id = await saveWorkout(athlete, { title: 'Tempo 20', script: '15m E + 20m T + 10m E' });
  await openApp(page, athlete, `/app/workouts/${id}`);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    for (const [watch, fileName, text] of WATCHES) {
      await page.getByLabel('Your watch', { exact: true }).selectOption(watch);
      const panel = page.getByRole('region', { name: 'On your watch' });
      await expect(panel.getByText(text)).toBeVisible();
      if (fileName === undefined) {
        await expect(panel.getByRole('button', { name: /^Download/ })).toHaveCount(0);
        continue;
      }
      const name = fileName.endsWith('fit') ? 'Download FIT' : 'Download .workout';
      const file = await download(page, () => page.getByRole('button', { name }).first().click());
      expect(file.suggestedFilename(), watch).toBe(fileName);
      expect((await readFile(await file.path())).length, watch).toBeGreaterThan(50);
    }
  }
});

test('a week, and the whole calendar, are exported as files that other calendars read @variant', async ({
  page,
}) => {
  await page.clock.setFixedTime('2026-11-17T09:00:00+01:00');
  const athlete = await registeredAthlete();
  const id = await saveWorkout(athlete, { title: 'Tempo; 20', script: '15m E + 20m T + 10m E' });
  for (const day of ['2019-02-28', '2026-11-17', '2026-11-22', '2026-11-23', '2031-01-01'])
    await planWorkout(athlete, id, day);
  await openApp(page, athlete, '/app/calendar');

  expect(await daysIn(page, 'Download week as .ics')).toEqual(['20261117', '20261122']);
  expect(await daysIn(page, 'Download all workouts as .ics')).toEqual([
    '20190228',
    '20261117',
    '20261122',
    '20261123',
    '20310101',
  ]);
});

async function daysIn(page: Page, item: string): Promise<string[]> {
  await page.getByRole('button', { name: 'More actions for this week' }).click();
  await page.getByRole('menuitem', { name: 'Send or share the week…' }).click();
  const file = await download(page, () => page.getByRole('button', { name: item }).click());
  await page.keyboard.press('Escape');
  expect(file.suggestedFilename()).toMatch(/\.ics$/);
  const text = (await readFile(await file.path(), 'utf8')).replaceAll('\r\n ', '');
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR\r\n$/);
  expect(text).toContain(String.raw`SUMMARY:Tempo\; 20`);
  return Array.from(text.matchAll(/DTSTART;VALUE=DATE:(\d+)/g), ([, day = '']) => day);
}

async function download(page: Page, ask: () => Promise<void>): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download'), ask()]);
  return file;
}
