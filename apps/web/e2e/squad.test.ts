import { encodeSquad } from '@pacewright/delivery';
import type { Locator, Page, Request } from '@playwright/test';
import { fillSignIn, registeredAthlete, writeScript } from './accounts.ts';
import { downloadSteps } from './fit-file.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { MESSAGE } from './squad-runners.ts';

const SESSION = '2km E + 6x(800mtr I + 400mtr jog) + 2km E';

test.use({ locale: 'en-GB', timezoneId: 'Europe/Berlin', serviceWorkers: 'allow' });

test('a message with twenty runners becomes a printed sheet and a link in seven presses, and a runner opens it, saves it and downloads the file', async ({
  page,
  browser,
}) => {
  const sent: string[] = [];
  const note = (request: Request) => sent.push(`${request.url()} ${request.postData() ?? ''}`);
  page.on('request', note);
  await page.goto('/try');
  await writeScript(page, SESSION);
  await page.evaluate(() => Object.assign(window, { print: () => undefined }));
  let presses = 0;
  const press = async (target: Locator) => {
    presses++;
    await target.click();
  };

  await press(page.getByRole('link', { name: 'Squad sheet' }));
  await press(page.getByRole('button', { name: 'Add runners' }).first());
  presses++;
  await page.getByLabel('Paste or type').fill(MESSAGE);
  await expect(page.getByText('Which race of Felix Braun?')).toBeVisible();
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Add 20 runners' }));
  await expect(row(page, 'Amara Okafor')).toContainText('2:40 - 2:47');
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Print' }));
  await press(page.getByRole('button', { name: 'Share link' }));
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await press(page.getByRole('button', { name: 'Copy link' }));
  expect(presses).toBe(7);
  expect(link.length).toBeLessThan(2000);

  await page.emulateMedia({ media: 'print' });
  await expect(row(page.locator('.print-sheet'), 'Sam Whitlock')).toContainText('3:53 - 4:03');
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

  // One of the runners, without an account on this device.
  const athlete = await registeredAthlete();
  const context = await browser.newContext();
  const runner = await context.newPage();
  runner.on('request', note);
  await runner.goto(link);
  await runner.getByRole('button', { name: 'Alex Kim' }).click();
  await runner.getByRole('button', { name: 'This is me, open my workout' }).click();
  expect(await downloadSteps(runner)).toEqual([
    'Easy, 2 km, 4:57 - 5:34 min/km',
    '6 times:',
    '  Interval, 800 m, 3:51 - 4:00 min/km',
    '  Jog, 400 m',
    'Easy, 2 km, 4:57 - 5:34 min/km',
  ]);
  await runner.getByRole('button', { name: 'Sign in and save' }).click();
  await fillSignIn(runner, athlete);
  const dialog = runner.getByRole('alertdialog', { name: 'Save this to your account?' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(runner.getByText('Saved to your account: 1 workout')).toBeVisible();
  await runner.goto('/app/workouts');
  await expect(runner.getByRole('main').getByRole('link', { name: /800/ })).toHaveCount(1);
  // No name of a squad reached a server.
  expect(sent.filter((request) => /Amara|Okafor/.test(request))).toEqual([]);
  await context.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('two groups are timed by touch without a network, through a lock and a reload, and no split is lost', async ({
    page,
    context,
  }) => {
    const start = Date.parse('2026-11-17T18:00:00+01:00');
    const at = (seconds: number) => page.clock.setFixedTime(start + seconds * 1000);
    // The sheet below has buttons with the names, too.
    const stopwatch = page.getByRole('dialog', { name: '6 × 800' });
    const tap = (name: string | RegExp) => stopwatch.getByRole('button', { name }).tap();
    await at(0);
    await page.goto(await sheetOfFour());
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await context.setOffline(true);
    await page.reload();

    await page.getByRole('button', { name: 'Stopwatch' }).tap();
    await tap('Start rep 1 of group 1');
    await at(20);
    await tap('Start rep 1 of group 2');
    await at(81.4);
    await tap(/^Amara 1/);
    await at(84);
    await tap(/^Ben 1/);
    await expectAccessible(page);

    // As a phone does in a pocket.
    const device = await context.newCDPSession(page);
    await device.send('Page.setWebLifecycleState', { state: 'frozen' });
    await device.send('Page.setWebLifecycleState', { state: 'active' });
    await at(120.5);
    await tap(/^Elif 1/);
    await page.reload();
    await expect(stopwatch.getByRole('button', { name: /^Elif/ })).toContainText('1:40.5');
    await at(121);
    await tap(/^Felix 1/);
    await tap('Undo Felix');
    await at(122.2);
    await tap(/^Felix 1/);
    for (const [seconds, name] of [
      [164.1, /^Amara 1/],
      [170, /^Ben 1/],
      [221, /^Elif 1/],
    ] as const) {
      await at(seconds);
      await tap(name);
    }
    await page.reload();
    await tap('Start rep 2 of group 1');
    await at(302.5);
    await tap(/^Amara 1/);

    await tap('Times');
    await expect(row(stopwatch, 'Amara')).toContainText('Rep 1 2:44.1 1:21.4, on pace');
    await expect(row(stopwatch, 'Amara')).toContainText('Rep 2 400 m 1:21.5');
    await expect(row(stopwatch, 'Ben')).toContainText('Rep 1 2:50.0 1:24.0, on pace');
    await expect(row(stopwatch, 'Elif')).toContainText('Rep 1 3:21.0 1:40.5, 1 s slow');
    await expect(row(stopwatch, 'Felix')).toContainText('Rep 1 400 m 1:42.2');
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print' });
    await expect(row(page.locator('.print-sheet'), 'Amara')).toContainText('2:44.1');
  });
});

async function sheetOfFour(): Promise<string> {
  const times = { Amara: 1032, Ben: 1058, Elif: 1250, Felix: 1262 };
  const runners = Object.entries(times).map(([name, timeInSeconds]) => ({
    name,
    race: { distance: 5000, timeInSeconds },
  }));
  const workout = { title: '6 × 800', script: SESSION };
  const link = await encodeSquad({ workout, runners, groups: 2 });
  if (!link.ok) throw new Error(link.reason);
  return `/squad#${link.fragment}`;
}

function row(within: Page | Locator, name: string): Locator {
  return within.getByRole('row', { name: new RegExp(`^${name}`) });
}
