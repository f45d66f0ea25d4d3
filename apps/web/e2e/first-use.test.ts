import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './journey.ts';
import { newRunner, registeredRunner, signIn, signUp } from './runner.ts';

const SCREENS = [
  { on: 'a wide screen', use: { viewport: { width: 1440, height: 900 } } },
  { on: 'a phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
];

for (const { on, use } of SCREENS)
  test.describe(on, () => {
    test.use(use);

    test('the first steps can be used by everyone', async ({ page }) => {
      await signIn(page, await registeredRunner());
      await expect(
        page.getByRole('heading', { name: 'What have you raced lately?' }),
      ).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'I haven’t raced' }).click();
      await expect(page.getByRole('heading', { name: 'Kilometres or miles?' })).toBeFocused();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Skip', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Pick your first workout' })).toBeFocused();
      await expectAccessible(page);
    });
  });

test('a new runner is led from a race to a first workout by the keyboard, once, on every device', async ({
  page,
  browser,
}) => {
  const runner = newRunner();
  await page.goto('/register');
  await signUp(page, runner);
  await page.getByLabel('Finish time').focus();
  await page.keyboard.type('19:57');
  await page.keyboard.press('Enter');
  const day = page.getByLabel('Day of the race');
  await expect(day).toBeFocused();
  await day.fill('2026-10-18');
  const kept = stepKept(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Kilometres or miles?' })).toBeFocused();
  await kept;

  // Another device goes on where this one is.
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signIn(other, runner);
  await expect(other.getByText('Step 2 of 3')).toBeVisible();
  await elsewhere.close();

  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Pick your first workout' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title')).toHaveValue('Easy with strides');
  await expect(page.getByRole('region', { name: 'Your training paces' })).toContainText(
    'VDOT 50.0',
  );
  await page.goto('/app');
  await expect(page.getByText('Nothing planned yet.')).toBeVisible();
});

test('what came along is not asked for again', async ({ page }) => {
  await page.goto('/try');
  await page.getByLabel('Finish time').fill('19:57');
  await page.getByRole('link', { name: 'Create account', exact: true }).click();
  await signUp(page, newRunner());
  await page.getByLabel('Day of the race').fill('2026-10-18');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Pick your first workout' })).toBeVisible();
  const kept = stepKept(page);
  await page.getByRole('button', { name: 'Skip', exact: true }).click();
  await expect(page.getByText('Nothing planned yet.')).toBeVisible();
  await kept;
  await page.reload();
  await expect(page.getByText('Nothing planned yet.')).toBeVisible();
});

/** Resolves once the account knows of a step. The page shows the next one without waiting for that. */
function stepKept(page: Page): Promise<unknown> {
  return page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/auth/profile') && response.request().method() === 'PUT',
  );
}
