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
      await expect(
        page.getByRole('heading', { name: 'What are you running this week?' }),
      ).toBeFocused();
      await expectAccessible(page);
    });
  });

test('a new athlete gets from a race to a first run by keyboard, once, on every device', async ({
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
  await expect(page.getByRole('heading', { name: 'Your paces are saved' })).toBeFocused();
  await expect(page.getByText('From 5 km in 19:57. What are you running this week?')).toBeVisible();
  await stored;

  // Another device continues where this one is.
  const otherDevice = await browser.newContext();
  const other = await otherDevice.newPage();
  await signIn(other, athlete);
  await expect(other.getByRole('heading', { name: 'Your paces are saved' })).toBeVisible();
  await otherDevice.close();

  await page.getByRole('button', { name: 'Write a line' }).press('Enter');
  await page.keyboard.type('45m E');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '45 min E' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your paces are saved' })).toBeHidden();
});

test('paces of a visitor are saved without a question', async ({ page }) => {
  await page.goto('/try');
  await page.getByLabel('Finish time').fill('19:57');
  await page.getByRole('link', { name: 'Create account', exact: true }).click();
  await signUp(page, newAthlete());
  await expect(page.getByRole('heading', { name: 'Your paces are saved' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your training paces' })).toContainText(
    'VDOT 50.0',
  );
  const stored = stepStored(page);
  await page.getByRole('button', { name: 'Show me the empty calendar' }).click();
  await expect(page).toHaveURL('/app/calendar');
  await stored;
  await page.goto('/app');
  await expect(page.getByText('Nothing planned yet.')).toBeVisible();
});

/** Resolves once the account has stored a step. The page shows the next one without waiting for that. */
function stepStored(page: Page): Promise<unknown> {
  return page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/auth/profile') && response.request().method() === 'PUT',
  );
}
