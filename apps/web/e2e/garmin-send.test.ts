import type { Page } from '@playwright/test';
import { card, connectByApi, consent, garmin, openSettings, watchOf, WORKOUTS } from './garmin.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { apiOf, openApp, planWorkout, registeredAthlete, saveWorkout } from './accounts.ts';
import { editor, write } from './editor.ts';

// A Tuesday, in a week that begins on Monday.
test.use({ locale: 'en-GB', timezoneId: 'Europe/Berlin' });

const FIVE = { title: 'Five by three', script: '15m E + 5x(3m I + 2m E) + 10m E' };
const EASY = { title: 'Easy 45', script: '45m E' };
const TUESDAY = '2026-11-17';
const THURSDAY = '2026-11-19';

test.beforeAll(async () => {
  // All tests share one partner limit.
  await garmin().changeLimits({ perMinute: 100_000 });
});

/** A fixed day. */
async function setTuesday(page: Page): Promise<void> {
  await page.clock.setFixedTime(`${TUESDAY}T09:00:00+01:00`);
}

/** A connected athlete with a workout: its path, and the account at Garmin. */
async function connectedAthlete(workout = FIVE) {
  const athlete = await registeredAthlete();
  const { email: account } = athlete;
  const id = await saveWorkout(athlete, workout);
  await connectByApi(athlete);
  return { account, athlete, id, path: `/app/workouts/${id}` };
}

function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name, exact: typeof name === 'string' });
}

/** The steps of a workout at Garmin, in a few characters. */
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

test('an athlete without Garmin sends a workout: to Garmin, back, onto the watch, and sees the run', async ({
  page,
}) => {
  const athlete = await registeredAthlete();
  await openApp(page, athlete, '/app/workouts/new');
  await write(page, FIVE.title, FIVE.script);
  await button(page, 'Send to Garmin').click();
  const dialog = page.getByRole('dialog', { name: 'Connect Garmin first' });
  await expect(dialog).toContainText('We’ll save your workout first, and send it');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Connect and send' }).click();

  await consent(page, athlete.email);
  await expect(page.getByLabel('Title')).toHaveValue(FIVE.title);
  await expect(page.getByText('It’ll be on your watch after the next sync.')).toBeVisible();
  await expect(button(page, 'Sent to Garmin')).toBeVisible();
  await expectAtGarmin(athlete.email, [`${FIVE.title}: ${FIVE.script}`]);
  await expectAccessible(page);

  await button(page, 'Sent to Garmin').click();
  await expect(page.getByRole('dialog')).toContainText('Up to date on Garmin since');
  await expectAccessible(page);

  // The watch follows it on Tuesday, and uploads the recording.
  const id = String(new URL(page.url()).pathname.split('/').at(-1));
  await planWorkout(athlete, id, TUESDAY);
  const [sent] = (await watchOf(athlete.email)).workouts;
  await garmin().runWorkout({
    account: athlete.email,
    workoutId: String(sent?.workoutId),
    startedAt: Date.parse(`${TUESDAY}T06:30:00Z`) / 1000,
  });
  await setTuesday(page);
  const done = page.getByRole('heading', { level: 1, name: `${FIVE.title}, done` });
  await expect(async () => {
    await page.goto('/app');
    await expect(done).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(page.getByText(/^All five reps on pace/).first()).toBeVisible();
  await page.getByRole('link', { name: 'See all steps' }).click();
  const fifth = page.getByRole('rowheader', { name: 'Rep 5, 3 min' });
  await expect(page.getByRole('row').filter({ has: fifth })).toContainText('On pace');
});

test('Garmin follows every change, a removal and a deletion of a sent workout', async ({
  page,
}) => {
  const { account, athlete, path } = await connectedAthlete(EASY);
  await openApp(page, athlete, path);
  await button(page, 'Send to Garmin').click();
  await expect(button(page, 'Sent to Garmin')).toBeVisible();
  const [first] = (await watchOf(account)).workouts;

  // A change here is a change of the same workout there.
  await page.getByLabel('Title').fill('Easy 50');
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' + 5m T');
  await button(page, 'Save').click();
  await expectAtGarmin(account, ['Easy 50: 45m E + 5m T']);
  expect((await watchOf(account)).workouts[0]?.workoutId).toBe(first?.workoutId);
  await expect(button(page, 'Sent to Garmin')).toBeVisible();

  // Removed, and sent again.
  await button(page, 'Sent to Garmin').click();
  await button(page, 'Remove from Garmin').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectAtGarmin(account, []);
  await button(page, 'Send to Garmin').click();
  await expectAtGarmin(account, ['Easy 50: 45m E + 5m T']);

  // Deleted here, it is deleted there too, and restored with it.
  await expect(button(page, 'Sent to Garmin')).toBeVisible();
  await button(page, 'More actions for this workout').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Workouts', exact: true })).toBeFocused();
  // The toast with Undo stays as long as it has the focus, however long Garmin takes.
  await page.getByRole('button', { name: 'Undo' }).focus();
  await expectAtGarmin(account, []);
  await page.keyboard.press('Enter');
  await expectAtGarmin(account, ['Easy 50: 45m E + 5m T']);
});

test('a day of the calendar is sent, moved and removed, and Garmin follows', async ({ page }) => {
  await setTuesday(page);
  const { account, athlete, id } = await connectedAthlete();
  await planWorkout(athlete, id, THURSDAY);
  await openApp(page, athlete, '/app/calendar');
  await button(page, 'Send to Garmin: Five by three, Thursday 19 November').click();
  await expect(button(page, 'Sent to Garmin: Five by three, Thursday 19 November')).toBeVisible();
  await expectDays(account, [THURSDAY]);
  await expectAccessible(page);

  // By keyboard to the next day.
  await page.getByRole('link', { name: FIVE.title }).focus();
  await page.keyboard.press('m');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expectDays(account, ['2026-11-20']);
  await expect(button(page, 'Sent to Garmin: Five by three, Friday 20 November')).toBeVisible();

  // A month has room for the icon only.
  await page.goto('/app/calendar?view=month');
  const entry = page.getByRole('link', { name: /Five by three, 50 min\s*, Sent to Garmin/ });
  await expect(entry).toBeVisible();
  await expectAccessible(page);

  // Removed from the calendar, it is removed from the day there.
  await entry.click();
  await button(page, 'Remove').click();
  await expectDays(account, []);
  await expectAtGarmin(account, []);
});

test('a session that was changed for one day is on the watch as it was changed @variant', async ({
  page,
}) => {
  await setTuesday(page);
  const { account, athlete } = await connectedAthlete();
  const api = await apiOf(athlete);
  const own = (title: string, script: string) => ({ content: { kind: 'run', title, script } });
  const { id } = await api.call<{ id: string }>('POST', '/api/calendar', {
    ...own('Club night', '15m E + 4x(4m T + 1m jog) + 10m E'),
    day: THURSDAY,
  });
  await openApp(page, athlete, '/app/calendar');
  await button(page, 'Send to Garmin: Club night, Thursday 19 November').click();
  await expect(button(page, 'Sent to Garmin: Club night, Thursday 19 November')).toBeVisible();
  await expectAtGarmin(account, ['Club night: 15m E + 4x(4m T + 1m jog) + 10m E']);
  await expectDays(account, [THURSDAY]);
  await expectAccessible(page);

  await api.call('PUT', `/api/calendar/${id}/content`, own('Club night', '40m E'));
  await expectAtGarmin(account, ['Club night: 40m E']);
  await page.reload();
  await button(page, 'More actions for Club night').click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expectDays(account, []);
  await expectAtGarmin(account, []);
});

test('a week is sent in one action, again without change, and says what cannot be sent', async ({
  page,
}) => {
  await setTuesday(page);
  const { account, athlete, id } = await connectedAthlete();
  const api = await apiOf(athlete);
  const addRun = (title: string, script: string, day: string) =>
    api.call('POST', '/api/calendar', { content: { kind: 'run', title, script }, day });
  await planWorkout(athlete, id, '2026-11-16');
  await planWorkout(athlete, id, THURSDAY);
  await addRun('Club night', '15m E + 4x(4m T + 1m jog) + 10m E', TUESDAY);
  await addRun('Fartlek', `${'1m E + '.repeat(120)}1m E`, '2026-11-21');
  await openApp(page, athlete, '/app/calendar');
  await button(page, 'More actions for this week').click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Send or share the week…' }).click();
  await button(page, 'Send this week to Garmin').click();
  const dialog = page.getByRole('dialog', { name: 'Send this week to Garmin' });
  await expect(dialog).toContainText('1 workout can’t be sent:Fartlek, Saturday 21 November');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send 2 workouts' }).click();
  await expect(page.getByText('Sending 2 workouts to Garmin')).toBeVisible();
  await expect
    .poll(async () => (await watchOf(account)).days.toSorted())
    .toEqual([TUESDAY, THURSDAY]);
  await expect(button(page, /^Sent to Garmin: Club night/)).toBeVisible();

  await button(page, 'More actions for this week').click();
  await page.getByRole('menuitem', { name: 'Send or share the week…' }).click();
  await button(page, 'Send this week to Garmin').click();
  await button(page, 'Send 2 workouts').click();
  await expect(page.getByText('2 were already there.')).toBeVisible();
  expect((await watchOf(account)).workouts).toHaveLength(2);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('an editor stays where it is when the button for Garmin loads @variant', async ({
    page,
  }) => {
    const status = Promise.withResolvers<void>();
    await page.route('**/api/garmin/status', async (route) => {
      await status.promise;
      await route.continue();
    });
    await openApp(page, await registeredAthlete(), '/app/workouts/new');
    await expect(editor(page)).toBeVisible();
    const place = await editor(page).boundingBox();
    status.resolve();
    await expect(button(page, 'Send to Garmin')).toBeVisible();
    expect(await editor(page).boundingBox()).toEqual(place);
  });

  test('today’s workout is sent to Garmin with the primary button', async ({ page }) => {
    await setTuesday(page);
    const { account, athlete, id } = await connectedAthlete();
    await planWorkout(athlete, id, TUESDAY);
    await openApp(page, athlete);
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

test('changed paces are shown, and sent again', async ({ page }) => {
  const { account, athlete, path } = await connectedAthlete(EASY);
  await openApp(page, athlete, path);
  await button(page, 'Send to Garmin').click();
  await expect(button(page, 'Sent to Garmin')).toBeVisible();
  const before = JSON.stringify((await watchOf(account)).workouts);

  await page.goto('/app/paces');
  await page.getByRole('textbox', { name: 'Minutes' }).fill('19');
  await page.getByRole('textbox', { name: 'Seconds' }).fill('57');
  await page.getByLabel('Date').fill('2026-10-18');
  await button(page, 'Save paces').filter({ visible: true }).click();
  await expect(page.getByText('Paces saved')).toBeVisible();
  await expect(page.getByText('1 workout on Garmin has your old paces.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(path);
  await expect(button(page, 'Send new paces')).toBeVisible();
  await expect(page.getByText('Send it again to use your new ones.')).toBeVisible();
  expect(JSON.stringify((await watchOf(account)).workouts), 'unchanged since it was sent').toBe(
    before,
  );
  await expectAccessible(page);
  await button(page, 'Send new paces').click();
  await expect(page.getByRole('columnheader', { name: 'As sent' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(button(page, 'Sent to Garmin')).toBeVisible();
  expect(JSON.stringify((await watchOf(account)).workouts)).not.toBe(before);
});

test('all workouts ahead get new paces in one action where the paces are saved @variant', async ({
  page,
}) => {
  await setTuesday(page);
  const { account, athlete, id } = await connectedAthlete(EASY);
  const api = await apiOf(athlete);
  const content = { kind: 'run', title: 'Club night', script: '10m E + 20m T' };
  const { id: own } = await api.call<{ id: string }>('POST', '/api/calendar', {
    content,
    day: THURSDAY,
  });
  await api.call('PUT', `/api/garmin/calendar/${own}`);
  await api.call('PUT', `/api/garmin/workouts/${id}`);
  await expect.poll(async () => (await watchOf(account)).workouts.length).toBe(2);
  await expectDays(account, [THURSDAY]);
  const paces = async () =>
    (await watchOf(account)).workouts.map(({ body }) => JSON.stringify(body));
  const before = await paces();

  await openApp(page, athlete, '/app/paces');
  await page.getByRole('textbox', { name: 'Minutes' }).fill('19');
  await page.getByRole('textbox', { name: 'Seconds' }).fill('57');
  await page.getByLabel('Date').fill('2026-10-18');
  await button(page, 'Save paces').filter({ visible: true }).click();
  await expect(page.getByText('2 workouts on Garmin have your old paces.')).toBeVisible();
  await button(page, 'Send new paces').click();
  await expect(page.getByText('Sending new paces for 2 workouts to Garmin')).toBeVisible();
  await expect(page.getByText(/have your old paces/)).toBeHidden();
  await expect.poll(async () => (await paces()).every((body) => !before.includes(body))).toBe(true);
  expect(await paces()).toHaveLength(2);
});

test('limits of Garmin are shown before sending @variant', async ({ page }) => {
  const nested = { title: 'Ladders', script: '10m E + 2x(3x(1m I + 1m E) + 3m E)' };
  const { account, athlete, path } = await connectedAthlete(nested);
  await openApp(page, athlete, path);
  await button(page, 'Send to Garmin').click();
  const dialog = page.getByRole('dialog', { name: 'What Garmin changes' });
  await expect(dialog).toContainText('inner repeats are written out');
  expect((await watchOf(account)).workouts).toEqual([]);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send to Garmin' }).click();
  await expectAtGarmin(account, [`Ladders: ${nested.script}`]);
});

test.describe('a lost answer', () => {
  /** Garmin creates the workout, but the response is lost. */
  async function loseAnswer(page: Page) {
    const { account, athlete, path } = await connectedAthlete(EASY);
    await garmin().planFault({
      kind: 'cut-after',
      method: 'POST',
      path: '/workoutportal/workout/v2',
      account,
    });
    await openApp(page, athlete, path);
    await button(page, 'Send to Garmin').click();
    await expect(button(page, 'Couldn’t confirm it was sent')).toBeVisible();
    await expectAtGarmin(account, ['Easy 45: 45m E']);
    return { account };
  }

  test('is shown, and can be marked as sent', async ({ page }) => {
    const { account } = await loseAnswer(page);
    await page.reload();
    await expect(button(page, 'Couldn’t confirm it was sent')).toBeVisible();
    await expect(page.getByText('Check Garmin before you send it again.')).toBeVisible();
    await expectAccessible(page);
    await button(page, 'It’s on my watch').click();
    await expect(button(page, 'On Garmin, no longer updated')).toBeVisible();
    await expectAtGarmin(account, ['Easy 45: 45m E']);
  });

  test('is sent again only by the athlete’s choice @variant', async ({ page }) => {
    const { account } = await loseAnswer(page);
    await button(page, 'Couldn’t confirm it was sent').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await expect(button(page, 'Sent to Garmin')).toBeVisible();
    await expectAtGarmin(account, ['Easy 45: 45m E', 'Easy 45: 45m E']);
  });

  test('can be dismissed @variant', async ({ page }) => {
    const { account } = await loseAnswer(page);
    await button(page, 'Stop tracking').click();
    await expect(button(page, 'Send to Garmin')).toBeVisible();
    await expectAtGarmin(account, ['Easy 45: 45m E']);
  });
});

test('a workout deleted at Garmin is reported, and not restored automatically @variant', async ({
  page,
}) => {
  const { account, athlete, path } = await connectedAthlete(EASY);
  await openApp(page, athlete, path);
  await button(page, 'Send to Garmin').click();
  await expect(button(page, 'Sent to Garmin')).toBeVisible();
  const [remote] = (await watchOf(account)).workouts;
  await garmin().deleteWorkout({ workoutId: String(remote?.workoutId) });
  await page.getByLabel('Title').fill('Easy 46');
  await button(page, 'Save').click();
  await expect(button(page, 'Deleted on Garmin')).toBeVisible();
  await expectAccessible(page);
  await expectAtGarmin(account, []);
  await button(page, 'Send again').click();
  await expectAtGarmin(account, ['Easy 46: 45m E']);
});

test('an athlete who granted half allows workouts at Garmin, and comes back to the workout @variant', async ({
  page,
}) => {
  const { account, athlete } = await openSettings(page);
  const id = await saveWorkout(athlete, EASY);
  await card(page).getByRole('button', { name: 'Connect Garmin' }).click();
  await consent(page, account, { without: [WORKOUTS] });
  await expect(card(page)).toContainText('Connected, but we can’t add workouts');

  await page.goto(`/app/workouts/${id}`);
  await button(page, 'Send to Garmin').click();
  await expect(page.getByRole('dialog', { name: 'We can’t add workouts to Garmin' })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Change permissions').click();
  await consent(page, account);
  // It is sent without another press.
  await expect(button(page, 'Sent to Garmin')).toBeVisible();
  await expect(page).toHaveURL(`/app/workouts/${id}`);
  await expectAtGarmin(account, ['Easy 45: 45m E']);
});

test('a delivery that an ended connection stalled continues once Garmin is connected again @variant', async ({
  page,
}) => {
  const { account, athlete, path } = await connectedAthlete(EASY);
  await openApp(page, athlete, path);
  await button(page, 'Send to Garmin').click();
  await expect(button(page, 'Sent to Garmin')).toBeVisible();

  await garmin().deregister({ account });
  await page.getByLabel('Title').fill('Easy 46');
  await button(page, 'Save').click();
  await expect(button(page, 'Not updated')).toBeVisible();
  await expect(page.getByText('Reconnect it in Settings, and we’ll send this.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(path);
  await button(page, 'Reconnect Garmin').click();
  await button(page, 'Reconnect').click();
  await consent(page, account);
  await expect(button(page, 'Sent to Garmin')).toBeVisible();
  await expectAtGarmin(account, ['Easy 46: 45m E']);
});

test('after disconnecting, the workout no longer mentions its delivery @variant', async ({
  page,
}) => {
  const { athlete, path } = await connectedAthlete(EASY);
  await openApp(page, athlete, path);
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
