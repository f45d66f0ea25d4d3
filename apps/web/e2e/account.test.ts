import { expect, test } from './fixtures.ts';
import { fillRegistration, fillSignIn, logOut, mailedLink, newAthlete } from './accounts.ts';

test('an athlete registers, verifies their email, logs out and signs in again', async ({
  page,
}) => {
  const athlete = newAthlete();
  await page.clock.install();

  await page.goto('/register');
  await fillRegistration(page, athlete);

  await expect(page.getByRole('status')).toContainText('Account created.');
  await page.clock.fastForward(3_000);
  await expect(page).toHaveURL('/verify-email');
  await expect(page.getByText(athlete.email)).toBeVisible();

  const otherTab = await page.context().newPage();
  await otherTab.goto(await mailedLink(athlete.email, 'VERIFY_EMAIL'));
  await expect(otherTab.getByRole('status')).toContainText('Email verified.');
  await otherTab.close();

  await expect(page).toHaveURL('/app');
  await logOut(page);

  await fillSignIn(page, athlete);
  await expect(page).toHaveURL('/app');
});
