import { recordScript } from '@pacewright/activity/testing';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { newAthlete, registeredAthlete, signIn, signUp, writeScript } from './accounts.ts';

const SCREENS = [
  { on: 'a wide screen', use: { viewport: { width: 1440, height: 900 } } },
  {
    on: 'a phone @variant',
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
];

for (const { on, use } of SCREENS)
  test.describe(on, () => {
    test.use(use);

    test('a visitor tries everything, signs up, and finds it all in the account', async ({
      page,
    }) => {
      await page.goto('/login');
      await page.getByRole('link', { name: 'Try it without an account' }).click();
      await expect(page.getByText('An example. Edit or replace it.')).toBeVisible();

      // The full paces screen.
      await page.getByRole('link', { name: 'Paces', exact: true }).click();
      await page.getByRole('radio', { name: 'min/km' }).check();
      await page.getByRole('textbox', { name: 'Minutes' }).fill('19');
      await page.getByRole('textbox', { name: 'Seconds' }).fill('57');
      await expect(page.getByRole('region', { name: 'Your race' })).toContainText('50.0');

      // Two workouts in these paces.
      await page.getByRole('link', { name: 'Write a workout at these paces' }).click();
      await write(page, 'Six by two', '15m E + 6x(2m I + 1m jog) + 10m E');
      await page.getByRole('button', { name: 'New workout' }).click();
      await write(page, 'Tempo', '15m E + 20m T + 10m E');
      await expect(page.getByText('Saved on this device')).toBeVisible();
      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download FIT' }).click();
      expect((await file).suggestedFilename()).toBe('tempo.fit');

      // A run of it, which is read here and sent nowhere.
      const sent: string[] = [];
      page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
      await page.getByLabel('FIT file of your run').setInputFiles({
        name: 'tempo-run.fit',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(recordScript('15m E + 20m T + 10m E', { hasPositions: true })),
      });
      const run = page.getByRole('region', { name: 'Ran it? Compare it with this workout' });
      await expect(run.getByRole('row').filter({ hasText: '20 min' })).toContainText(
        /On pace|A bit|Too/,
      );
      await expectAccessible(page);
      expect(sent).toEqual([]);

      // A reload, and everything is still there.
      await page.reload();
      await expect(page.getByLabel('Title')).toHaveValue('Tempo');
      await expect(list(page)).toContainText('Six by two');
      await expect(page.getByRole('region', { name: 'Your paces' })).toContainText('VDOT 50.0');

      await page.getByRole('button', { name: 'Create account and save' }).click();
      await signUp(page, newAthlete());
      await expect(question(page)).toContainText('2 workouts');
      await question(page).getByRole('button', { name: 'Save' }).click();
      await expect(question(page)).toBeHidden();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

      await page.goto('/app/workouts');
      await expect(page.getByRole('link', { name: /Six by two/ })).toBeVisible();
      await expect(page.getByRole('link', { name: /Tempo/ })).toBeVisible();
      await page.goto('/app/paces');
      await expect(page.getByRole('region', { name: 'Your race' })).toContainText('5 km');
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paces');
      await expect(question(page)).toBeHidden();
    });

    test('/try and /try/paces have no accessibility violations', async ({ page }) => {
      await page.goto('/try');
      await write(page, 'Half-written', '10m E + 400m R');
      await expect(page.getByRole('group', { name: 'Problem on line 1' })).toBeVisible();
      await expectAccessible(page);
      await page.goto('/try/paces');
      await page.getByRole('textbox', { name: 'Minutes' }).fill('19');
      await expectAccessible(page);
    });

    test('the import dialog has no accessibility violations', async ({ page }) => {
      await page.goto('/try');
      await page.getByLabel('Finish time').fill('19:57');
      await write(page, 'A title that goes on for longer than a phone is wide', '45m E');
      await signIn(page, await registeredAthlete());
      await expect(question(page)).toContainText('A title that goes on');
      await expectAccessible(page);
    });
  });

test('a connection that is cut during the import loses nothing and creates nothing twice', async ({
  page,
  context,
}) => {
  const athlete = await registeredAthlete();
  await saveTwo(page);
  await signIn(page, athlete);
  await expect(question(page)).toContainText('2 workouts');

  // The first arrives without its answer, then there is no network at all.
  let isCut = false;
  await page.route('**/api/auth/workouts', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    if (!isCut) {
      isCut = true;
      await route.fetch();
      await context.setOffline(true);
    }
    return route.abort('connectionreset');
  });
  await question(page).getByRole('button', { name: 'Save' }).click();
  await expect(question(page)).toContainText('Everything listed here is still on this device');
  await expect(question(page)).toContainText('2 workouts');
  await expectAccessible(page);

  await page.unrouteAll({ behavior: 'wait' });
  await context.setOffline(false);
  await page.reload();
  await question(page).getByRole('button', { name: 'Save' }).click();
  await expect(question(page)).toBeHidden();
  await page.goto('/app/workouts');
  await expect(
    page.getByRole('list', { name: 'Workouts', exact: true }).getByRole('listitem'),
  ).toHaveCount(2);
});

test('two tabs show the same dialog, and one answer is enough @variant', async ({
  page,
  context,
}) => {
  const athlete = await registeredAthlete();
  await saveTwo(page);
  await signIn(page, athlete);
  await expect(question(page)).toBeVisible();
  const second = await context.newPage();
  await second.goto('/app');
  await expect(question(second)).toBeVisible();

  await question(page).getByRole('button', { name: 'Save' }).click();
  await expect(question(page)).toBeHidden();
  await expect(question(second)).toBeHidden();
  await second.goto('/app/workouts');
  await expect(
    second.getByRole('list', { name: 'Workouts', exact: true }).getByRole('listitem'),
  ).toHaveCount(2);
});

test('workouts written in two tabs are saved from both @variant', async ({ page, context }) => {
  await page.goto('/try');
  await write(page, 'First', '20m E');
  const second = await context.newPage();
  await second.goto('/try');
  await expect(second.getByLabel('Title')).toHaveValue('First');
  await second.getByLabel('Title').fill('Second');
  // A tab is notified a moment later of what another has saved.
  await expect(list(page)).toContainText('Second');
  await page.getByLabel('Title').fill('First again');
  for (const title of ['Second', 'First again']) {
    await expect(list(page)).toContainText(title);
    await expect(list(second)).toContainText(title);
  }
});

test('a broken or forbidden storage breaks nothing else @variant', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('pacewright.visitor.1', '{"workouts": [7'));
  await page.goto('/try');
  await write(page, 'Mine', '20m E');
  await expect(page.getByText('Saved on this device')).toBeVisible();

  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('forbidden', 'QuotaExceededError');
    };
  });
  await page.goto('/try');
  await write(page, 'Fleeting', '20m E');
  await expect(page.getByText('Your browser is blocking storage.')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Download FIT' })).toBeVisible();
});

test('the keyboard alone writes, opens another and deletes with undo @variant', async ({
  page,
}) => {
  await page.goto('/try');
  await page.getByLabel('Title').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Mine');
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await list(page).getByRole('button', { name: 'Delete Mine' }).press('Enter');
  await list(page).getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(list(page).getByRole('button', { name: /^Mine/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title')).toHaveValue('Mine');

  // The focus never goes back to the top of the page.
  await list(page).getByRole('button', { name: 'New workout' }).press('Enter');
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Other');
  await writeScript(page, '30m E');
  await list(page).getByRole('button', { name: 'Delete Mine' }).press('Enter');
  await expect(list(page).getByRole('button', { name: /^Other/ })).toBeFocused();
});

async function saveTwo(page: Page): Promise<void> {
  await page.goto('/try');
  await write(page, 'Easy', '45m E');
  await page.getByRole('button', { name: 'New workout' }).click();
  await write(page, 'Tempo', '15m E + 20m T + 10m E');
  await expect(list(page)).toContainText('Tempo');
}

async function write(page: Page, title: string, script: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await writeScript(page, script);
}

function list(page: Page) {
  return page.getByRole('region', { name: 'On this device' });
}

function question(page: Page) {
  return page.getByRole('alertdialog', { name: 'Save this to your account?' });
}
