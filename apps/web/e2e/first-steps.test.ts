import { expect, test } from './journey.ts';
import { fillRegistration, fillSignIn, logOut, mailedLink, newRunner } from './runner.ts';

test('a runner registers, verifies their email, logs out and signs in again', async ({ page }) => {
  const runner = newRunner();
  await page.clock.install();

  await page.goto('/register');
  await fillRegistration(page, runner);

  await expect(page.getByRole('status')).toContainText('Account created.');
  await page.clock.fastForward(3_000);
  await expect(page).toHaveURL('/verify-email');
  await expect(page.getByText(runner.email)).toBeVisible();

  const elsewhere = await page.context().newPage();
  await elsewhere.goto(await mailedLink(runner.email, 'VERIFY_EMAIL'));
  await expect(elsewhere.getByRole('status')).toContainText('Email verified.');
  await elsewhere.close();

  await expect(page).toHaveURL('/app');
  await logOut(page);

  await fillSignIn(page, runner);
  await expect(page).toHaveURL('/app');
});
