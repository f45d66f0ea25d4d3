import { readFile } from 'node:fs/promises';
import { describeFit, encodeShare, stepLines } from '@pacewright/delivery';
import type { Download, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './journey.ts';
import { mailedLink, newRunner } from './runner.ts';

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

  await context.setOffline(true);
  await page.getByRole('radio', { name: 'min/km' }).check();
  await page.getByLabel('Finish time').fill('19:57');
  await expect(page.getByText('VDOT 50.0')).toBeVisible();
  expect(await stepsOf(await download(page))).toEqual([
    'Easy, 15 min, 4:57 - 5:34 min/km',
    '5 times:',
    '  Interval, 3 min, 3:51 - 4:00 min/km',
    '  Jog, 2 min',
    'Easy, 10 min, 4:57 - 5:34 min/km',
  ]);
  expect(scripts.filter((path) => /firebase|\/api\//.test(path))).toEqual([]);

  await context.setOffline(false);
  await page.reload();
  await expect(page.getByText('VDOT 50.0')).toBeVisible();
});

test('what a visitor changes is in the link they copy, and in the one they reload', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(await linkTo(FIVE_BY_THREE));
  await page.getByLabel('Title').fill('Six by two');
  await page.getByLabel('Script').fill('6x(2m I + 1m jog)');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied.')).toBeVisible();

  const other = await context.newPage();
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(other.getByLabel('Script')).toHaveValue('6x(2m I + 1m jog)');
  await expect(other.getByRole('heading', { level: 1, name: 'Six by two' })).toBeVisible();

  await page.waitForURL(({ hash }) => hash === new URL(other.url()).hash);
  await page.reload();
  await expect(page.getByLabel('Script')).toHaveValue('6x(2m I + 1m jog)');
});

test('a link that was cut short says so, and still leaves a page to write on', async ({ page }) => {
  const link = await linkTo(FIVE_BY_THREE);
  await page.goto(link.slice(0, -5));
  await expect(page.getByRole('alert')).toContainText('This link is damaged');
  await expectAccessible(page);
  await page.getByLabel('Script').fill('E');
  await expect(page.getByRole('button', { name: 'Download FIT' })).toBeVisible();
});

test('the keyboard alone enters a race, takes the file and opens the code', async ({ page }) => {
  await page.goto(await linkTo(FIVE_BY_THREE));
  await page.getByLabel('Finish time').focus();
  await page.keyboard.type('40:00');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('10 km');
  await expect(page.getByText('VDOT 51.9')).toBeVisible();

  await page.getByRole('button', { name: 'Download FIT' }).focus();
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toBe('funf-drei.fit');
  await page.getByRole('button', { name: 'QR code' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('img', { name: 'QR code of the link to Fünf × drei' })).toBeVisible();
});

test('a visitor saves a shared workout by creating an account', async ({ page }) => {
  const runner = newRunner();
  await page.goto(await linkTo(FIVE_BY_THREE));
  await page.getByRole('button', { name: 'Create account and save' }).click();
  await page.getByLabel('Username').fill(runner.username);
  await page.getByLabel('Email').fill(runner.email);
  await page.getByLabel('Password', { exact: true }).fill(runner.password);
  await page.getByLabel('Confirm password').fill(runner.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Open the app now' }).click();
  await expect(page).toHaveURL('/verify-email');

  await page.goto(await mailedLink(runner.email, 'VERIFY_EMAIL'));
  await expect(page).toHaveURL('/app');
  await expect(page.getByText('Fünf × drei saved')).toBeVisible();

  await page.goto(await linkTo({ title: 'Long run', script: '1h30m E' }));
  await page.getByRole('button', { name: 'Save to my library' }).click();
  await expect(page.getByText('Long run saved')).toBeVisible();
});

async function linkTo(workout: { title: string; script: string }): Promise<string> {
  const link = await encodeShare(workout);
  if (!link.ok) throw new Error(link.reason);
  return `/w#${link.fragment}`;
}

async function download(page: Page): Promise<Download> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download FIT' }).click(),
  ]);
  return file;
}

async function stepsOf(file: Download): Promise<string[]> {
  const reading = describeFit(await readFile(await file.path()));
  if (!reading.ok) throw new Error(reading.reason);
  return stepLines(reading.workout.items, 'metric');
}
