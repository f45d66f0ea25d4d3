import { decodeShare } from '@pacewright/delivery';
import type { Page } from '@playwright/test';
import { downloadSteps } from './fit-file.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import {
  linkTo,
  newAthlete,
  openApp,
  registeredAthlete,
  saveWorkout,
  scriptEditor,
  signUp,
  writeScript,
} from './accounts.ts';

const FIVE_BY_THREE = { title: 'Fünf × drei', script: '15m E + 5x(3m I + 2m jog) + 10m E' };

test('a link opens in the visitor’s own paces, and the file is made without a network', async ({
  page,
  context,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto(await linkTo(FIVE_BY_THREE));
  await expect(page.getByRole('heading', { level: 1, name: 'Fünf × drei' })).toBeVisible();
  await expectAccessible(page);

  await expect(page.getByRole('button', { name: 'Download FIT' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('radio', { name: 'min/km' }).check();
  await page.getByLabel('Finish time').fill('19:57');
  await expect(ownPaces(page)).toContainText('VDOT 50.0');
  expect(await downloadSteps(page)).toEqual([
    'Easy, 15 min, 4:57 - 5:34 min/km',
    '5 times:',
    '  Interval, 3 min, 3:51 - 4:00 min/km',
    '  Jog, 2 min',
    'Easy, 10 min, 4:57 - 5:34 min/km',
  ]);
  expect(scripts.filter((path) => /firebase|\/api\//.test(path))).toEqual([]);

  await context.setOffline(false);
  await page.reload();
  await expect(ownPaces(page)).toContainText('VDOT 50.0');
});

test("the copied and the reloaded link contain a visitor's changes @variant", async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(await linkTo(FIVE_BY_THREE));
  await page.getByLabel('Title').fill('Six by two');
  await writeScript(page, '6x(2m I + 1m jog)');
  // The link is encoded again when there is time.
  const link = page.getByLabel('Link', { exact: true });
  await expect
    .poll(async () => decodeShare(new URL(await link.inputValue()).hash))
    .toMatchObject({ workout: { title: 'Six by two', script: '6x(2m I + 1m jog)' } });
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied.')).toBeVisible();

  const other = await context.newPage();
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(scriptEditor(other)).toHaveText('6x(2m I + 1m jog)');
  await expect(other.getByRole('heading', { level: 1, name: 'Six by two' })).toBeVisible();

  await page.waitForURL(({ hash }) => hash === new URL(other.url()).hash);
  await page.reload();
  await expect(scriptEditor(page)).toHaveText('6x(2m I + 1m jog)');
});

test('a truncated link says so, and still shows an editor @variant', async ({ page }) => {
  const link = await linkTo(FIVE_BY_THREE);
  await page.goto(link.slice(0, -5));
  await expect(page.getByRole('alert')).toContainText('This link is incomplete');
  await expectAccessible(page);
  await writeScript(page, 'E');
  await expect(page.getByRole('button', { name: 'Download FIT' })).toBeVisible();
});

test('the keyboard alone enters a race, downloads the file and opens the code @variant', async ({
  page,
}) => {
  await page.goto(await linkTo(FIVE_BY_THREE));
  await page.getByLabel('Finish time').focus();
  await page.keyboard.type('40:00');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('10 km');
  await expect(ownPaces(page)).toContainText('VDOT 51.9');

  await page.getByRole('button', { name: 'Download FIT' }).focus();
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toBe('funf-drei.fit');
  await page.getByRole('button', { name: 'QR code' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('img', { name: 'QR code for Fünf × drei' })).toBeVisible();
});

test('a workout goes from one athlete to a visitor, and into the library of their new account', async ({
  page,
  browser,
}) => {
  // An athlete shares it from the editor.
  const athlete = await registeredAthlete();
  await saveWorkout(athlete, FIVE_BY_THREE);
  await openApp(page, athlete, '/app/workouts');
  await page.getByRole('link', { name: /Fünf × drei/ }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();

  // A visitor opens it, changes it and downloads the file.
  const otherBrowser = await browser.newContext();
  const visitor = await otherBrowser.newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Fünf × drei' })).toBeVisible();
  await visitor.getByRole('radio', { name: 'min/km' }).check();
  await visitor.getByLabel('Finish time').fill('19:57');
  await writeScript(visitor, '15m E + 6x(3m I + 2m jog) + 10m E');
  await visitor.getByLabel('Title').fill('Six by three');
  // The file follows the typed text.
  await expect(visitor.getByRole('region', { name: 'On your watch' })).toContainText(
    'Six by three',
  );
  expect(await downloadSteps(visitor)).toEqual([
    'Easy, 15 min, 4:57 - 5:34 min/km',
    '6 times:',
    '  Interval, 3 min, 3:51 - 4:00 min/km',
    '  Jog, 2 min',
    'Easy, 10 min, 4:57 - 5:34 min/km',
  ]);

  // They sign up, and it is imported with their paces.
  await visitor.getByRole('button', { name: 'Create account and save' }).click();
  await signUp(visitor, newAthlete());
  const dialog = visitor.getByRole('alertdialog', { name: 'Save this to your account?' });
  await expect(dialog).toContainText('Six by three');
  await expectAccessible(visitor);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await visitor.goto('/app/workouts');
  await expect(visitor.getByRole('link', { name: /Six by three/ })).toBeVisible();
  await expect(visitor.getByRole('region', { name: 'Your training paces' })).toContainText(
    'VDOT 50.0',
  );

  // Once they are signed in, the next link is saved at once.
  await visitor.goto(await linkTo({ title: 'Long run', script: '1h30m E' }));
  await visitor.getByRole('button', { name: 'Save to my library' }).click();
  await visitor.getByRole('link', { name: 'Open it' }).click();
  await expect(visitor.getByLabel('Title')).toHaveValue('Long run');

  // Opened and saved again, it is still one.
  await visitor.goto(await linkTo({ title: 'Long run', script: '1h30m E' }));
  await visitor.getByRole('button', { name: 'Save to my library' }).click();
  await visitor.getByRole('link', { name: 'Open it' }).click();
  await visitor
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Workouts' })
    .click();
  await expect(visitor.getByRole('main').getByRole('link', { name: /Long run/ })).toHaveCount(1);
  await otherBrowser.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a link shows the workout first: title, chart and totals on the first screen', async ({
    page,
  }) => {
    await page.goto(await linkTo({ ...FIVE_BY_THREE, notes: 'Meet at 18:30' }));
    await expect(page.getByRole('listbox', { name: 'Workout chart' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Distance', { exact: true }).last()).toBeInViewport();
    await expect(page.getByLabel('Finish time')).not.toBeInViewport();
    await expect(page.getByText('Meet at 18:30')).toBeVisible();
    await expectAccessible(page);
  });
});

function ownPaces(page: Page) {
  return page.getByRole('region', { name: 'Your paces' });
}
