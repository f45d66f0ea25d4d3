import { card, connect, consent, garmin, openSettings, WORKOUTS } from './garmin.ts';
import { expect, expectAccessible, setting, test } from './fixtures.ts';

test('an athlete connects Garmin, and disconnects it here and there', async ({ page }) => {
  const { account } = await openSettings(page);
  await expect(card(page)).toContainText('Not connected');
  await expectAccessible(page);
  await connect(page, account);
  await expect(card(page)).toContainText('Workouts are sent to your Garmin calendar');
  await expect(page.getByRole('link', { name: 'Garmin', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expectAccessible(page);

  await card(page).getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('button', { name: 'Disconnect Garmin' }).click();
  await expect(card(page)).toContainText('Not connected');
  await expect(card(page).getByRole('button', { name: 'Connect Garmin' })).toBeFocused();
  await expect
    .poll(async () => {
      const { users } = await garmin().snapshot();
      return users.find(({ name }) => name === account)?.isRegistered;
    })
    .toBe(false);
});

test('an athlete who refuses at Garmin gets a message, and can agree after all', async ({
  page,
}) => {
  const { account } = await openSettings(page);
  await card(page).getByRole('button', { name: 'Connect Garmin' }).click();
  await consent(page, account, { answer: 'Refuse' });

  await expect(page).toHaveURL(/\/garmin\/callback/);
  await expect(page.getByRole('alert')).toContainText('Authorization code not found.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await consent(page, account);
  await expect(page).toHaveURL('/app/settings');
  await expect(card(page)).toContainText('Connected since');
});

test('an athlete who leaves workouts out gets a message, and allows them at Garmin @variant', async ({
  page,
}) => {
  const { account } = await openSettings(page);
  await card(page).getByRole('button', { name: 'Connect Garmin' }).click();
  await consent(page, account, { without: [WORKOUTS] });
  await expect(card(page)).toContainText('Connected, but we can’t add workouts');
  await expectAccessible(page);

  await card(page).getByRole('button', { name: 'Change permissions' }).click();
  await consent(page, account);
  await expect(card(page)).toContainText('Connected since');
});

test('an athlete who ends the connection at Garmin is asked to reconnect @variant', async ({
  page,
}) => {
  const { account } = await openSettings(page);
  await connect(page, account);
  await garmin().deregister({ account });
  await expect(async () => {
    await page.reload();
    await expect(card(page)).toContainText(/Connected since|Reconnect needed/);
    expect(await card(page).textContent()).toContain('Reconnect needed');
  }).toPass();
  await expectAccessible(page);

  await card(page).getByRole('button', { name: 'Reconnect' }).click();
  await consent(page, account);
  await expect(card(page)).toContainText('Connected since');
});

test('a Garmin account that another athlete has connected is refused @variant', async ({
  page,
  browser,
}) => {
  const { account } = await openSettings(page);
  await connect(page, account);

  const other = await (
    await browser.newContext({ baseURL: setting('PACEWRIGHT_ORIGIN') })
  ).newPage();
  await openSettings(other);
  await card(other).getByRole('button', { name: 'Connect Garmin' }).click();
  await consent(other, account);
  await expect(other.getByRole('alert')).toContainText(
    'Failed to connect with Garmin. Please try again.',
  );
  await expect(other.getByRole('alert')).toContainText('connected to another Pacewright account');
  await other.close();
});

test('a return that was reloaded, or that was not started here, cannot be resumed @variant', async ({
  page,
}) => {
  await openSettings(page);
  await page.goto('/garmin/callback?code=stolen&state=made-up');
  await expect(page.getByRole('alert')).toContainText(
    'We couldn’t finish the Garmin sign-in. Connect again.',
  );
  await page.getByRole('link', { name: 'Back to Settings' }).click();
  await expect(page).toHaveURL('/app/settings');
  await expect(card(page)).toContainText('Not connected');
});
