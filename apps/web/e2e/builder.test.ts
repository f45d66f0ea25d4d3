import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openApp, registeredAthlete } from './accounts.ts';
import { editor } from './editor.ts';
import { downloadSteps } from './fit-file.ts';

const SCRIPT = '15m E + 5x(3m I + 2m E) + 10m E';

/** The steps of the watch, where the same script is typed. */
async function typedSteps(page: Page): Promise<string[]> {
  await page.goto('/app/workouts/new');
  await editor(page).fill(SCRIPT);
  await expect(page.getByText(/^12 steps, /)).toBeAttached();
  return downloadSteps(page);
}

async function openEmpty(page: Page): Promise<Locator> {
  await openApp(page, await registeredAthlete(), '/app/workouts/new');
  await editor(page).waitFor();
  await expect(page.getByRole('list', { name: 'Start with' })).toBeVisible();
  return page.getByRole('listbox', { name: 'Workout chart' });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a workout is drawn by touch alone', async ({ page }) => {
    const chart = await openEmpty(page);
    const sheet = page.getByRole('region', { name: 'Selected steps' });
    const tap = (name: string) => sheet.getByRole('button', { name, exact: true }).tap();
    /** In the free room behind the last block, in a lane from 1 for E to 5 for R. */
    const tapLane = async (lane: number) => {
      await chart.scrollIntoViewIfNeeded();
      const { width = 0 } = (await chart.boundingBox()) ?? {};
      await chart.tap({ position: { x: width - 8, y: 34 + 200 - lane * 40 + 10 } });
    };

    await tapLane(1);
    await expect(editor(page)).toHaveText('10m E');
    await expect(sheet).toBeInViewport({ ratio: 1 });
    for (let minute = 11; minute <= 15; minute++) await tap('Longer');
    await expect(editor(page)).toHaveText('15m E');
    await expectAccessible(page);
    await tapLane(4);
    await expect(editor(page)).toHaveText('15m E + 3m I');
    await tapLane(1);
    await sheet.getByRole('button', { name: /^Length 10:00/ }).tap();
    await page.getByRole('textbox', { name: 'Length' }).fill('2');
    await page.getByRole('textbox', { name: 'Length' }).press('Enter');
    await expect(editor(page)).toHaveText('15m E + 3m I + 2m E');

    // Held, and then tapped: both are chosen. The blocks are 15, 3 and 2 of 22 minutes.
    const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const at = (minute: number) => 23 + ((box.width - 24) * minute) / 22;
    const touch = await page.context().newCDPSession(page);
    const held = { x: box.x + at(16.5), y: box.y + 34 + 190 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [held] });
    await expect(page.getByText('Now tap the last step').first()).toBeVisible();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await chart.tap({ position: { x: at(19), y: 34 + 190 } });
    await expect(sheet).toContainText('2 steps');
    for (let count = 2; count <= 5; count++) await tap('More reps');
    await expect(editor(page)).toHaveText('15m E + 5x(3m I + 2m E)');
    await tapLane(1);
    await expect(editor(page)).toHaveText(SCRIPT);
    await tap('Close');
    const drawn = await downloadSteps(page);
    expect(drawn).toEqual(await typedSteps(page));
  });
});

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('a workout is drawn by keyboard alone, and every change is said', async ({ page }) => {
    const chart = await openEmpty(page);
    const said = page.locator('.profile [aria-live]');
    await editor(page).focus();
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(chart).toBeFocused({ timeout: 100 });
    }).toPass();
    await page.keyboard.press('e');
    await expect(said).toHaveText('Easy, 10 min, added. Total 10 min');
    await page.keyboard.type('15');
    await page.keyboard.press('Enter');
    await expect(said).toHaveText('Easy changed from 10 min to 15 min. Total 15 min');
    await expect(chart).toBeFocused();
    for (const key of ['Escape', 'i', 'Escape', 'e', '2', 'Enter']) await page.keyboard.press(key);
    await expect(editor(page)).toHaveText('15m E + 3m I + 2m E');
    for (const key of ['Shift+ArrowLeft', 'x', 'x', 'x', 'x']) await page.keyboard.press(key);
    await expect(said).toHaveText('Repeated 5 times. Total 40 min');
    await expect(chart.getByRole('option', { selected: true })).toHaveCount(10);
    for (const key of ['Escape', 'e']) await page.keyboard.press(key);
    await expect(editor(page)).toHaveText(SCRIPT);
    await expect(chart.getByRole('option', { selected: true })).toHaveAccessibleName(
      /^10 minutes, easy/,
    );
    await expectAccessible(page);

    // One history with the text: the drawn steps are undone there, one by one.
    await page.keyboard.press('Enter');
    await expect(editor(page)).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(editor(page)).toHaveText('15m E + 5x(3m I + 2m E)');
    await page.keyboard.press('Control+y');
    await expect(editor(page)).toHaveText(SCRIPT);
    const drawn = await downloadSteps(page);
    expect(drawn).toEqual(await typedSteps(page));
  });

  test('a workout is drawn by the names of its controls alone, as voice control does', async ({
    page,
  }) => {
    const chart = await openEmpty(page);
    const tools = page.getByRole('toolbar', { name: 'Selected steps' });
    const click = (name: string) => tools.getByRole('button', { name, exact: true }).click();
    const choose = (name: RegExp) => chart.getByRole('option', { name }).first().click();
    const pace = (name: string) => tools.getByRole('radio', { name, exact: true }).click();
    const setLength = async (minutes: string) => {
      await tools.getByRole('button', { name: /^Length .*, edit$/ }).click();
      await page.getByRole('textbox', { name: 'Length', exact: true }).fill(minutes);
      await page.getByRole('textbox', { name: 'Length', exact: true }).press('Enter');
    };

    await page.getByRole('button', { name: /^Easy run/ }).click();
    await choose(/^40 minutes, easy/);
    await setLength('15');
    await click('Duplicate');
    await setLength('10');
    await expect(editor(page)).toHaveText('15m E + 10m E');
    await choose(/^15 minutes, easy/);
    await click('Duplicate');
    await setLength('3');
    await pace('I, interval');
    await click('Duplicate');
    await setLength('2');
    await pace('E, easy');
    await choose(/^3 minutes, interval/);
    for (let count = 2; count <= 5; count++) await click('More reps');
    await choose(/^2 minutes, easy/);
    await click('Earlier');
    await expect(editor(page)).toHaveText(SCRIPT);
    const drawn = await downloadSteps(page);
    expect(drawn).toEqual(await typedSteps(page));
  });
});
