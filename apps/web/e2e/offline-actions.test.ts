import { expect, expectAccessible, test } from './fixtures.ts';
import { openApp, planWorkout, registeredAthlete, saveWorkout, scriptEditor } from './accounts.ts';
import { rows } from './editor.ts';

// Without a network every action reports its failure, and nothing is lost.

const UNREACHABLE = /Can’t reach Pacewright/;

test('in the library and on a workout @variant', async ({ page, context }) => {
  const athlete = await registeredAthlete();
  await saveWorkout(athlete, { title: 'Easy 45', script: '45m E' });
  await openApp(page, athlete, '/app/workouts');
  await expect(rows(page)).toHaveCount(1);
  const alertOf = (title: string) =>
    page.getByRole('alert').filter({ hasText: title }).filter({ hasText: UNREACHABLE });

  await context.setOffline(true);
  for (const [item, title] of [
    ['Make a copy', 'Couldn’t copy Easy 45'],
    ['Delete', 'Couldn’t delete Easy 45'],
  ] as const) {
    await page.getByRole('button', { name: 'More actions for Easy 45' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(alertOf(title)).toBeVisible();
    await alertOf(title).getByRole('button', { name: 'Dismiss' }).click();
  }
  await page.getByRole('button', { name: 'More actions for Easy 45' }).click();
  await page.getByRole('menuitem', { name: 'Add to calendar' }).click();
  await page.getByRole('grid', { name: 'Days' }).locator('[aria-current=date]').click();
  await expect(alertOf('Couldn’t add Easy 45 to the calendar')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Easy 45' }).check();
  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByLabel('Tags').fill('steady');
  await page.getByRole('button', { name: 'Save tags' }).click();
  await expect(alertOf('Couldn’t tag Easy 45')).toBeVisible();
  await page.getByRole('searchbox').fill('easy');
  await expect(page.getByText('Your workouts didn’t load')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('searchbox').fill('');
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('link', { name: 'Easy 45' }).click();
  // The parts of the screen that load later.
  await expect(scriptEditor(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'On your watch' })).toBeVisible();
  await page.getByLabel('Title').fill('Easy 50');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your changes are safe on this device')).toBeVisible();
  await context.setOffline(false);
  // Without another press of the button.
  await expect(page.getByText('Easy 50 saved')).toBeVisible();
  await expect(page.getByText('Not saved yet.')).toBeHidden();
});

test('a line that is added offline waits on the device, can be changed, and is sent when the network is back', async ({
  page,
  context,
}) => {
  const athlete = await registeredAthlete();
  await openApp(page, athlete);
  const box = page.getByRole('textbox', { name: 'Write a run, or paste your week' });
  // Both screens are loaded before the network is gone.
  const open = async (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  await open('Calendar');
  await expect(box).toBeVisible();
  await open('Today');
  await box.fill('44m E');
  await expect(page.getByRole('button', { name: 'Add to today' })).toBeVisible();
  await context.setOffline(true);
  await box.press('Enter');
  await expect(page.getByText(/^Can’t reach Pacewright right now. Saved on this/)).toBeVisible();
  await expect(box).toHaveValue('');
  await page.getByRole('button', { name: 'Edit 44 min E' }).click();
  await expect(box).toHaveValue('44m E');
  await box.fill('45m E');
  await box.press('Enter');
  // After another screen, and without another press of the button.
  await open('Calendar');
  await expect(page.getByRole('button', { name: 'Edit 45 min E' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('45 min E saved')).toBeVisible();
  await expect(page.getByRole('link', { name: '45 min E' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Edit 45 min E' })).toHaveCount(0);
});

test('what was saved offline is sent when the network is back, after its screen was left', async ({
  page,
  context,
}) => {
  const athlete = await registeredAthlete();
  const id = await saveWorkout(athlete, { title: 'Easy 45', script: '45m E' });
  await openApp(page, athlete);
  // Both screens are loaded before the network is gone.
  const open = async (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  await open('Workouts');
  await page.getByRole('link', { name: 'Easy 45' }).click();
  await expect(scriptEditor(page)).toBeVisible();
  await page.getByLabel('Title').fill('Easy 50');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  // Without a question: nothing is left behind.
  await open('Workouts');
  await expect(page.getByRole('heading', { level: 1, name: 'Workouts' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Easy 50 saved')).toBeVisible();
  await expect(rows(page)).toContainText('Easy 50');

  await page.goto(`/app/workouts/${id}`);
  await expect(page.getByLabel('Title')).toHaveValue('Easy 50');
  await expect(page.getByText(/^You have unsaved changes/)).toBeHidden();
});

test('in the calendar', async ({ page, context }) => {
  await page.clock.setFixedTime('2026-11-17T09:00:00+01:00');
  const athlete = await registeredAthlete();
  const id = await saveWorkout(athlete, { title: 'Easy 45', script: '45m E' });
  await planWorkout(athlete, id, '2026-11-17');
  await openApp(page, athlete, '/app/calendar');
  const entry = page.getByRole('link', { name: 'Easy 45' });
  await expect(entry).toBeVisible();
  const alertOf = (title: string) =>
    page.getByRole('alert').filter({ hasText: title }).filter({ hasText: UNREACHABLE });

  const openSending = async () => {
    await page.getByRole('button', { name: 'More actions for this week' }).click();
    await page.getByRole('menuitem', { name: 'Send or share the week…' }).click();
  };
  // The dialog is loaded before the network is gone, as a service worker does.
  await openSending();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await context.setOffline(true);
  await entry.press('m');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(alertOf('Couldn’t move Easy 45')).toBeVisible();
  await page.getByRole('button', { name: 'More actions for Easy 45' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(alertOf('Couldn’t remove Easy 45')).toBeVisible();
  await openSending();
  await page.getByRole('button', { name: 'Download all workouts as .ics' }).click();
  await expect(alertOf('Couldn’t create the file')).toBeVisible();

  await context.setOffline(false);
  await page.reload();
  const tuesday = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name: /Tuesday 17/ }) });
  await expect(tuesday.getByRole('link', { name: 'Easy 45' })).toBeVisible();
  await expect(page.getByText('Done', { exact: true })).toBeHidden();
});

test('a screen that was not open before loads automatically when the network is back @variant', async ({
  page,
  context,
}) => {
  await openApp(page, await registeredAthlete(), '/app/paces');
  await expect(page.getByRole('heading', { level: 1, name: 'Paces' })).toBeVisible();
  const calendar = page.getByRole('link', { name: 'Calendar' });

  await context.setOffline(true);
  await calendar.click();
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Paces' })).toBeVisible();

  await calendar.click();
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: / - / })).toBeVisible();
});

test('the editor that was still loading appears when the network is back @variant', async ({
  page,
  context,
}) => {
  await page.route('**/assets/code-mirror-*.js', (route) => route.abort('internetdisconnected'));
  const refused = page.waitForEvent('requestfailed');
  await page.goto('/try');
  await refused;
  const plain = page.getByRole('textbox', { name: 'Workout script' });
  await plain.fill('45m E');
  await expect(page.getByText('45 min').first()).toBeVisible();

  await page.unrouteAll();
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(scriptEditor(page)).toHaveText('45m E');
  await expect(scriptEditor(page)).toBeFocused();
});
