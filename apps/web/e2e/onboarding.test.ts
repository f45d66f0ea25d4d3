import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { newAthlete, registeredAthlete, signIn, signUp } from './accounts.ts';

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

    test('the onboarding has no accessibility violations', async ({ page }) => {
      await signIn(page, await registeredAthlete());
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

test('a new athlete is guided from a race to a first workout by keyboard, once, on every device', async ({
  page,
  browser,
}) => {
  const athlete = newAthlete();
  await page.goto('/register');
  await signUp(page, athlete);
  await page.getByLabel('Finish time').focus();
  await page.keyboard.type('19:57');
  await page.getByLabel('Race date').fill('2026-10-18');
  const stored = stepStored(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Kilometres or miles?' })).toBeFocused();
  await stored;

  // Another device continues where this one is.
  const otherDevice = await browser.newContext();
  const other = await otherDevice.newPage();
  await signIn(other, athlete);
  await expect(other.getByText('Step 2 of 3')).toBeVisible();
  await otherDevice.close();

  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Pick your first workout' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title')).toHaveValue('Intervals');
  await expect(page.getByRole('region', { name: 'Your training paces' })).toContainText(
    'VDOT 50.0',
  );
  await page.goto('/app');
  await expect(page.getByText('Nothing planned yet.')).toBeVisible();
});

test('onboarding skips imported data', async ({ page }) => {
  await page.goto('/try');
  await page.getByLabel('Finish time').fill('19:57');
  await page.getByRole('link', { name: 'Create account', exact: true }).click();
  await signUp(page, newAthlete());
  // The onboarding step behind the dialog has such a field too.
  const question = page.getByRole('alertdialog', { name: 'Save this to your account?' });
  await question.getByLabel('Race date').fill('2026-10-18');
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Pick your first workout' })).toBeVisible();
  const stored = stepStored(page);
  await page.getByRole('button', { name: 'Skip', exact: true }).click();
  await expect(page.getByText('Nothing planned yet.')).toBeVisible();
  await stored;
  await page.reload();
  await expect(page.getByText('Nothing planned yet.')).toBeVisible();
});

/** Resolves once the account has stored a step. The page shows the next one without waiting for that. */
function stepStored(page: Page): Promise<unknown> {
  return page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/auth/profile') && response.request().method() === 'PUT',
  );
}
