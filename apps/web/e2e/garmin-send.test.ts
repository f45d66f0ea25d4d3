import type { Page } from '@playwright/test';
import { card, connect, consent, garmin, openSettings, watchOf, WORKOUTS } from './garmin.ts';
import { expect, expectAccessible, test } from './journey.ts';
import { planWorkout, registeredRunner, saveWorkout, signIn } from './runner.ts';
import { editor, write } from './writing.ts';

// A Tuesday, in a week that begins on Monday.
test.use({ locale: 'en-GB', timezoneId: 'Europe/Berlin' });

const FIVE = { title: 'Five by three', script: '15m E + 5x(3m I + 2m E) + 10m E' };
const EASY = { title: 'Easy 45', script: '45m E' };
const TUESDAY = '2026-11-17';
const THURSDAY = '2026-11-19';

test.beforeAll(async () => {
  // Many runners are one partner here.
  await garmin().changeLimits({ perMinute: 100_000 });
});

/** A day that is the same whenever this is run. */
async function makeItTuesday(page: Page): Promise<void> {
  await page.clock.setFixedTime(`${TUESDAY}T09:00:00+01:00`);
}

/** A runner with a workout, who is connected. Where the workout is, and the account at Garmin. */
async function connectedRunner(page: Page, workout = FIVE) {
  const { account, runner } = await openSettings(page);
  const id = await saveWorkout(runner, workout);
  await connect(page, account);
  return { account, runner, id, path: `/app/workouts/${id}` };
}

function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name, exact: typeof name === 'string' });
}

/** The steps of a workout as Garmin has them, in a few characters. */
async function stepsAtGarmin(account: string): Promise<string[]> {
  const { workouts } = await watchOf(account);
  return workouts.map(({ name, body }) => `${String(name)}: ${String(body['description'])}`);
}

async function expectAtGarmin(account: string, expected: string[]): Promise<void> {
  await expect.poll(() => stepsAtGarmin(account)).toEqual(expected);
}

async function expectDays(account: string, expected: string[]): Promise<void> {
  await expect.poll(async () => (await watchOf(account)).days).toEqual(expected);
}

test('a runner without Garmin sends a workout: to Garmin, back, and onto the watch', async ({
  page,
}) => {
  const runner = await registeredRunner();
  await signIn(page, runner);
  await page.goto('/app/workouts/new');
  await write(page, FIVE.title, FIVE.script);
  await button(page, 'Send to Garmin').click();
  const dialog = page.getByRole('dialog', { name: 'Connect Garmin first' });
  await expect(dialog).toContainText('Your workout is saved before you go.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Connect Garmin' }).click();

  await consent(page, runner.email);
  await expect(page).toHaveURL('/app/settings');
  await expect(card(page)).toContainText('Connected since');
  await page.getByRole('link', { name: 'Back to Five by three' }).click();
  await expect(page.getByLabel('Title')).toHaveValue(FIVE.title);

  await button(page, 'Send to Garmin').click();
  await expect(page.getByText('It will be on the watch after the next sync.')).toBeVisible();
  await expect(button(page, 'Sent to Garmin')).toBeVisible();
  await expectAtGarmin(runner.email, [`${FIVE.title}: ${FIVE.script}`]);
  await expectAccessible(page);

  await button(page, 'Sent to Garmin').click();
  await expect(page.getByRole('dialog')).toContainText('Up to date on Garmin since');
  await expectAccessible(page);
});

test('what Garmin already has follows every change, a removal and a deletion', async ({ page }) => {
  const { account, path } = await connectedRunner(page, EASY);
  await page.goto(path);
  await button(page, 'Send to Garmin').click();
  await expect(button(page, 'Sent to Garmin')).toBeVisible();
  const [first] = (await watchOf(account)).workouts;

  // Changed here, it is changed there, and is the same workout.
  await page.getByLabel('Title').fill('Easy 50');
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' + 5m T');
  await button(page, 'Save').click();
  await expectAtGarmin(account, ['Easy 50: 45m E + 5m T']);
  expect((await watchOf(account)).workouts[0]?.workoutId).toBe(first?.workoutId);
  await expect(button(page, 'Sent to Garmin')).toBeVisible();

  // Taken off, and sent again.
  await button(page, 'Sent to Garmin').click();
  await button(page, 'Remove from Garmin').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectAtGarmin(account, []);
  await button(page, 'Send to Garmin').click();
  await expectAtGarmin(account, ['Easy 50: 45m E + 5m T']);

  // Deleted here, it goes there too, and comes back with it.
  await expect(button(page, 'Sent to Garmin')).toBeVisible();
  await button(page, 'More for this workout').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Workouts', exact: true })).toBeFocused();
  // The way back stays as long as it has the focus, however long Garmin takes.
  await page.getByRole('button', { name: 'Undo' }).focus();
  await expectAtGarmin(account, []);
  await page.keyboard.press('Enter');
  await expectAtGarmin(account, ['Easy 50: 45m E + 5m T']);
});

test('a day of the calendar is sent, moved and taken off, and Garmin follows', async ({ page }) => {
  await makeItTuesday(page);
  const { account, runner, id } = await connectedRunner(page);
  await planWorkout(runner, id, THURSDAY);
  await page.goto('/app/calendar');
  await button(page, 'Send to Garmin: Five by three, Thursday 19 November').click();
  await expect(button(page, 'Sent to Garmin: Five by three, Thursday 19 November')).toBeVisible();
  await expectDays(account, [THURSDAY]);
  await expectAccessible(page);

  // By keyboard to the day after.
  await page.getByRole('link', { name: FIVE.title }).focus();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expectDays(account, ['2026-11-20']);
  await expect(button(page, 'Sent to Garmin: Five by three, Friday 20 November')).toBeVisible();

  // A month has room for the sign only.
  await page.goto('/app/calendar?view=month');
  await expect(button(page, /Five by three, 50 min\s*, Sent to Garmin/)).toBeVisible();
  await expectAccessible(page);

  // Off the calendar, off the day there.
  await page.getByRole('button', { name: /Five by three, 50 min/ }).click();
  await page.getByRole('menuitem', { name: 'Remove from calendar' }).click();
  await expectDays(account, []);
  await expectAtGarmin(account, []);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('today’s workout goes to Garmin with the main button', async ({ page }) => {
    await makeItTuesday(page);
    const { account, runner, id } = await connectedRunner(page);
    await planWorkout(runner, id, TUESDAY);
    await page.goto('/app');
    await button(page, 'Send to Garmin').click();
    await expect(button(page, 'Sent to Garmin')).toBeVisible();
    await expectDays(account, [TUESDAY]);
    await expectAccessible(page);

    await button(page, 'Sent to Garmin').click();
    await expect(page.getByRole('dialog', { name: 'Five by three on Garmin' })).toBeVisible();
    await expectAccessible(page);
    await button(page, 'Close').click();

    await page.goto('/app/calendar');
    await expect(button(page, /^Sent to Garmin: Five by three/)).toBeVisible();
    await expectAccessible(page);
  });
});

test('paces that have changed since are said, and sent again', async ({ page }) => {
  const { account, path } = await connectedRunner(page, EASY);
  await page.goto(path);
  await button(page, 'Send to Garmin').click();
  await expect(button(page, 'Sent to Garmin')).toBeVisible();
  const before = JSON.stringify((await watchOf(account)).workouts);

  await page.goto('/app/paces');
  await page.getByLabel('Minutes').fill('19');
  await page.getByLabel('Seconds').fill('57');
  await page.getByLabel('Date').fill('2026-10-18');
  await button(page, 'Save paces').filter({ visible: true }).click();
  await expect(page.getByText('Paces saved')).toBeVisible();
  await page.goto(path);
  await expect(button(page, 'Send new paces')).toBeVisible();
  await expect(page.getByText('Send it again to use your new ones.')).toBeVisible();
  expect(JSON.stringify((await watchOf(account)).workouts), 'frozen as sent').toBe(before);
  await expectAccessible(page);
  await button(page, 'Send new paces').click();
  await expect(page.getByRole('columnheader', { name: 'As sent' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(button(page, 'Sent to Garmin')).toBeVisible();
  expect(JSON.stringify((await watchOf(account)).workouts)).not.toBe(before);
});

test('what Garmin cannot hold is said before it is sent', async ({ page }) => {
  const nested = { title: 'Ladders', script: '10m E + 2x(3x(1m I + 1m E) + 3m E)' };
  const { account, path } = await connectedRunner(page, nested);
  await page.goto(path);
  await button(page, 'Send to Garmin').click();
  const dialog = page.getByRole('dialog', { name: 'What Garmin changes' });
  await expect(dialog).toContainText('Repeats inside repeats are written out');
  expect((await watchOf(account)).workouts).toEqual([]);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send to Garmin' }).click();
  await expectAtGarmin(account, [`Ladders: ${nested.script}`]);
});

test.describe('an answer that was lost', () => {
  /** Garmin takes the workout, and nobody hears of it. */
  async function loseAnswer(page: Page) {
    const runner = await connectedRunner(page, EASY);
    const { account, path } = runner;
    await garmin().planFault({
      kind: 'cut-after',
      method: 'POST',
      path: '/workoutportal/workout/v2',
      account,
    });
    await page.goto(path);
    await button(page, 'Send to Garmin').click();
    await expect(button(page, 'Couldn’t confirm it was sent')).toBeVisible();
    await expectAtGarmin(account, ['Easy 45: 45m E']);
    return runner;
  }

  test('is shown so, and settled as being there', async ({ page }) => {
    const { account } = await loseAnswer(page);
    await page.reload();
    await expect(button(page, 'Couldn’t confirm it was sent')).toBeVisible();
    await expect(page.getByText('Check on Garmin before you send it again.')).toBeVisible();
    await expectAccessible(page);
    await button(page, 'It’s on my watch').click();
    await expect(button(page, 'On Garmin, no longer updated')).toBeVisible();
    await expectAtGarmin(account, ['Easy 45: 45m E']);
  });

  test('is sent again only by the runner’s choice', async ({ page }) => {
    const { account } = await loseAnswer(page);
    await button(page, 'Couldn’t confirm it was sent').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await expect(button(page, 'Sent to Garmin')).toBeVisible();
    await expectAtGarmin(account, ['Easy 45: 45m E', 'Easy 45: 45m E']);
  });

  test('is forgotten', async ({ page }) => {
    const { account } = await loseAnswer(page);
    await button(page, 'Stop tracking').click();
    await expect(button(page, 'Send to Garmin')).toBeVisible();
    await expectAtGarmin(account, ['Easy 45: 45m E']);
  });
});

test('what was deleted at Garmin is said, and not brought back by itself', async ({ page }) => {
  const { account, path } = await connectedRunner(page, EASY);
  await page.goto(path);
  await button(page, 'Send to Garmin').click();
  await expect(button(page, 'Sent to Garmin')).toBeVisible();
  const [there] = (await watchOf(account)).workouts;
  await garmin().deleteWorkout({ workoutId: String(there?.workoutId) });
  await page.getByLabel('Title').fill('Easy 46');
  await button(page, 'Save').click();
  await expect(button(page, 'Deleted on Garmin')).toBeVisible();
  await expectAccessible(page);
  await expectAtGarmin(account, []);
  await button(page, 'Send again').click();
  await expectAtGarmin(account, ['Easy 46: 45m E']);
});

test('a runner who granted half allows workouts at Garmin, and comes back to the workout', async ({
  page,
}) => {
  const { account, runner } = await openSettings(page);
  const id = await saveWorkout(runner, EASY);
  await card(page).getByRole('button', { name: 'Connect Garmin' }).click();
  await consent(page, account, { without: [WORKOUTS] });
  await expect(card(page)).toContainText('Connected, but workouts are off');

  await page.goto(`/app/workouts/${id}`);
  await button(page, 'Send to Garmin').click();
  await expect(
    page.getByRole('dialog', { name: 'Garmin doesn’t let us add workouts' }),
  ).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Change on Garmin').click();
  await consent(page, account);
  await page.getByRole('link', { name: 'Back to Easy 45' }).click();
  await button(page, 'Send to Garmin').click();
  await expectAtGarmin(account, ['Easy 45: 45m E']);
});

test('what a link that has ended holds up goes on once Garmin is connected again', async ({
  page,
}) => {
  const { account, path } = await connectedRunner(page, EASY);
  await page.goto(path);
  await button(page, 'Send to Garmin').click();
  await expect(button(page, 'Sent to Garmin')).toBeVisible();

  await garmin().deregister({ account });
  await page.getByLabel('Title').fill('Easy 46');
  await button(page, 'Save').click();
  await expect(button(page, 'Not updated')).toBeVisible();
  await expect(page.getByText('Reconnect Garmin in your settings, and it goes on.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(path);
  await button(page, 'Reconnect Garmin').click();
  await button(page, 'Reconnect').click();
  await consent(page, account);
  await page.getByRole('link', { name: 'Back to Easy 46' }).click();
  await expect(button(page, 'Sent to Garmin')).toBeVisible();
  await expectAtGarmin(account, ['Easy 46: 45m E']);
});

test('a runner who disconnects is no longer told of Garmin on the workout', async ({ page }) => {
  const { path } = await connectedRunner(page, EASY);
  await page.goto(path);
  await button(page, 'Send to Garmin').click();
  await expect(button(page, 'Sent to Garmin')).toBeVisible();
  await page.goto('/app/settings');
  await card(page).getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('button', { name: 'Disconnect Garmin' }).click();
  await expect(card(page)).toContainText('Not connected');
  await page.goto(path);
  await button(page, 'Send to Garmin').click();
  await expect(page.getByRole('dialog', { name: 'Connect Garmin first' })).toBeVisible();
});
