import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './journey.ts';
import { registeredRunner, signIn } from './runner.ts';

const SCREENS = [
  { on: 'a wide screen', use: { viewport: { width: 1440, height: 900 } } },
  { on: 'a phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
];

for (const { on, use } of SCREENS) {
  test.describe(on, () => {
    test.use(use);

    test('a workout is written, mended, saved, found, copied, and deleted with a way back', async ({
      page,
    }) => {
      await signIn(page, await registeredRunner());
      await page.goto('/app/workouts');
      await expect(page.getByText('Nothing written yet.')).toBeVisible();
      await expectAccessible(page);

      // Write it, with a mistake, and mend that by its button.
      await page.goto('/app/workouts/new');
      await write(page, 'Five by three', '15m E + 5x(400m I + 2m E) + 10m E');
      await page
        .getByRole('button', { name: /400mtr/ })
        .first()
        .click();
      await expect(editor(page)).toContainText('400mtr');
      await expectAccessible(page);

      await page.keyboard.press('Control+s');
      await expect(page.getByText('Five by three saved')).toBeVisible();
      await expect(page).toHaveURL(/\/app\/workouts\/[0-9a-f-]{36}$/);
      await page.reload();
      await expect(page.getByLabel('Title')).toHaveValue('Five by three');
      await expect(editor(page)).toContainText('15m E + 5x(400mtr I + 2m E) + 10m E');

      // Copy it, and tell the copy apart.
      await page.getByRole('button', { name: 'More for this workout' }).click();
      const original = page.url();
      await page.getByRole('menuitem', { name: 'Make a copy' }).click();
      await expect(page).not.toHaveURL(original);
      await page.getByLabel('Title').fill('Hill day');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Hill day saved')).toBeVisible();

      // Find one of two.
      await page.goto('/app/workouts');
      await expect(rows(page)).toHaveCount(2);
      await page.getByRole('searchbox', { name: 'Search workouts' }).fill('hill');
      await expect(rows(page)).toHaveCount(1);
      await expect(page.getByRole('link', { name: /Hill day/ })).toBeVisible();
      await expectAccessible(page);

      // Delete it, and take that back.
      await page.getByRole('button', { name: 'More for Hill day' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByText('No workout matches.')).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await expect(page.getByRole('link', { name: /Hill day/ })).toBeVisible();
    });
  });
}

test('a draft outlives a closed tab and is offered again', async ({ page, context }) => {
  await signIn(page, await registeredRunner());
  await page.goto('/app/workouts/new');
  await write(page, 'Half-written', '10m E + 3x(');
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await page.close({ runBeforeUnload: false });

  const next = await context.newPage();
  await next.goto('/app/workouts/new');
  await next.getByRole('button', { name: 'Continue with them' }).click();
  await expect(next.getByLabel('Title')).toHaveValue('Half-written');
  await expect(editor(next)).toContainText('10m E + 3x(');
});

test('two tabs that change one workout lose nothing', async ({ page, context }) => {
  await signIn(page, await registeredRunner());
  await page.goto('/app/workouts/new');
  await write(page, 'Shared', '30m E');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/app\/workouts\/[0-9a-f-]{36}$/);

  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByLabel('Title').fill('From the second tab');
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText('From the second tab saved')).toBeVisible();

  await page.getByLabel('Title').fill('From the first tab');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('From the first tab');
  await expect(dialog).toContainText('From the second tab');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('From the first tab (mine)');

  await page.goto('/app/workouts');
  await expect(page.getByRole('link', { name: /From the second tab/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /From the first tab/ })).toBeVisible();
});

test('a save whose answer was lost and is tried again makes one workout', async ({ page }) => {
  await signIn(page, await registeredRunner());
  await page.goto('/app/workouts/new');
  await write(page, 'Only once', '40m E');
  let isCut = false;
  await page.route('**/api/auth/workouts', async (route) => {
    if (route.request().method() !== 'POST' || isCut) return route.continue();
    isCut = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('What you wrote is safe on this device.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Only once saved')).toBeVisible();

  await page.goto('/app/workouts');
  await expect(rows(page)).toHaveCount(1);
});

function rows(page: Page) {
  return page.getByRole('list', { name: 'Workouts' }).getByRole('listitem');
}

function editor(page: Page) {
  // The plain field is there as well until CodeMirror has taken over from it.
  return page.locator('.cm-content[aria-label="Workout script"]');
}

async function write(page: Page, title: string, script: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await editor(page).fill(script);
}
