import { expect, refuseIdentity, test } from './fixtures.ts';
import { changeAccount, fillSignIn, mailedLink, registeredAthlete } from './accounts.ts';

const INVALID = 'The action code is invalid or has expired. Please request a new one.';
const EXPIRED = 'The action code has expired. Please request a new one.';

test('the link in the verification mail verifies, and opened again says the same', async ({
  page,
}) => {
  await page.clock.install();
  const athlete = await registeredAthlete({ verified: false });
  await page.goto('/login');
  await fillSignIn(page, athlete);
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByText('Sent.')).toBeVisible();
  const link = await mailedLink(athlete.email, 'VERIFY_EMAIL');

  await page.goto(link);
  await expect(page.getByText('Email verified.')).toBeVisible();
  await page.clock.fastForward(3_000);
  await expect(page).toHaveURL('/app');

  await page.goto(link);
  await expect(page.getByText('Email verified.')).toBeVisible();
});

test('a link opened on another device is noticed within 5 seconds @variant', async ({
  page,
  browser,
}) => {
  const athlete = await registeredAthlete({ verified: false });
  await page.clock.install();
  await page.goto('/login');
  await fillSignIn(page, athlete);
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByText('Sent.')).toBeVisible();

  const phone = await browser.newPage();
  await phone.goto(await mailedLink(athlete.email, 'VERIFY_EMAIL'));
  await expect(phone.getByText('Email verified.')).toBeVisible();
  await phone.close();

  await page.clock.fastForward(5_000);
  await expect(page).toHaveURL('/app');
});

test('an email verified on another device while the tab is closed opens the app @variant', async ({
  page,
  context,
}) => {
  const athlete = await registeredAthlete({ verified: false });
  await page.goto('/login');
  await fillSignIn(page, athlete);
  await expect(page).toHaveURL('/verify-email');
  await page.close();

  await changeAccount(athlete.uid, { emailVerified: true });

  const next = await context.newPage();
  const refusals: string[] = [];
  next.on('response', (response) => {
    if (response.status() === 403) refusals.push(response.url());
  });
  await next.goto('/app');
  await expect(next.getByRole('heading', { level: 1 })).toBeVisible();
  await next.getByRole('link', { name: 'Paces', exact: true }).first().click();
  await expect(next.getByRole('heading', { level: 1 })).toHaveText('Paces');
  await expect(next.getByLabel('Easy from, faster')).toBeVisible();
  expect(refusals).toEqual([]);
});

test('a hidden tab notices the verification and continues @variant', async ({ page }) => {
  const athlete = await registeredAthlete({ verified: false });
  await page.clock.install();
  await page.goto('/login');
  await fillSignIn(page, athlete);
  await expect(page).toHaveURL('/verify-email');
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

  await changeAccount(athlete.uid, { emailVerified: true });
  await page.clock.fastForward(5_000);
  await expect(page).toHaveURL('/app');
});

test('a forgotten password is reset by the link in the mail, once', async ({ page }) => {
  const athlete = await registeredAthlete();
  await page.clock.install();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset your password');
  await page.getByLabel('Email').fill(athlete.email);
  await page.getByRole('button', { name: 'Send Password Reset Email' }).click();
  await expect(page.getByText('Check your inbox.')).toBeVisible();
  const link = await mailedLink(athlete.email, 'PASSWORD_RESET');

  await page.goto(link);
  await expect(page.getByText(athlete.email)).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('lapcount');
  await page.getByLabel('Confirm new password').fill('lapcount');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await page.clock.fastForward(3_000);
  await expect(page).toHaveURL('/login');

  await fillSignIn(page, athlete);
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await fillSignIn(page, { ...athlete, password: 'lapcount' });
  await expect(page).toHaveURL('/app');

  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText(INVALID);
});

test('an unknown email gets the same answer and no mail @variant', async ({ page }) => {
  await page.goto('/password-reset');
  await page.getByLabel('Email').fill('nobody.at.all@example.test');
  await page.getByRole('button', { name: 'Send Password Reset Email' }).click();
  await expect(page.getByText('Check your inbox.')).toBeVisible();
  await expect(mailedLink('nobody.at.all@example.test', 'PASSWORD_RESET')).rejects.toThrow(
    'No mail',
  );
});

test('the code of a verification mail does not open the form for a new password', async ({
  page,
}) => {
  const athlete = await registeredAthlete({ verified: false });
  await page.goto('/login');
  await fillSignIn(page, athlete);
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByText('Sent.')).toBeVisible();

  const link = new URL(await mailedLink(athlete.email, 'VERIFY_EMAIL'));
  link.searchParams.set('mode', 'resetPassword');
  await page.goto(link.href);
  await expect(page.getByRole('alert')).toHaveText(INVALID);
});

test('a foreign code is refused, and an expired one says so and offers a new one', async ({
  page,
}) => {
  for (const mode of ['verifyEmail', 'resetPassword']) {
    await page.goto(`/auth?mode=${mode}&oobCode=made-up`);
    await expect(page.getByRole('alert')).toHaveText(INVALID);
  }
  await refuseIdentity(page, 'resetPassword', 'EXPIRED_OOB_CODE');
  for (const [mode, address] of [
    ['verifyEmail', '/verify-email'],
    ['resetPassword', '/password-reset'],
  ] as const) {
    await page.goto(`/auth?mode=${mode}&oobCode=old`);
    await expect(page.getByRole('alert')).toHaveText(EXPIRED);
    await expect(page.getByRole('link', { name: 'Send a new link' })).toHaveAttribute(
      'href',
      address,
    );
  }
});

test('an incomplete link and an unknown mode are refused without a request @variant', async ({
  page,
}) => {
  await page.goto('/auth?mode=verifyEmail');
  await expect(page.getByRole('alert')).toHaveText('Invalid or missing action parameters');
  await page.goto('/auth?mode=dance&oobCode=code');
  await expect(page.getByRole('alert')).toHaveText('Unknown action mode');
});

test('a code that expires while the new password is typed says so @variant', async ({ page }) => {
  const athlete = await registeredAthlete();
  await page.goto('/password-reset');
  await page.getByLabel('Email').fill(athlete.email);
  await page.getByRole('button', { name: 'Send Password Reset Email' }).click();
  await expect(page.getByText('Check your inbox.')).toBeVisible();
  await page.goto(await mailedLink(athlete.email, 'PASSWORD_RESET'));
  await page.getByLabel('New password', { exact: true }).fill('lapcount');
  await page.getByLabel('Confirm new password').fill('lapcount');

  await refuseIdentity(page, 'resetPassword', 'EXPIRED_OOB_CODE');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByRole('alert')).toHaveText('The reset code is invalid or has expired');
});
