import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { apiOf, openApp, registeredAthlete, saveWorkout } from './accounts.ts';
import { editor, rows, write } from './editor.ts';

const SCREENS = [
  { on: 'a wide screen', use: { viewport: { width: 1440, height: 900 } } },
  {
    on: 'a phone @variant',
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
];

for (const { on, use } of SCREENS) {
  test.describe(on, () => {
    test.use(use);

    test('a workout is written, fixed, saved, found, copied, deleted and restored', async ({
      page,
    }) => {
      await openApp(page, await registeredAthlete(), '/app/workouts');
      await expect(page.getByRole('heading', { name: 'No workouts yet' })).toBeVisible();

      // Write it, with a mistake, and fix that with its button.
      await page.goto('/app/workouts/new');
      await write(page, 'Five by three', '15m E + 5x(400m I + 2m E) + 10m E + 4x(20s R + 40s jog)');
      await page.getByRole('button', { name: '400 metres' }).first().click();
      await expect(editor(page)).toContainText('400mtr');

      await page.keyboard.press('Control+s');
      await expect(page.getByText('Five by three saved')).toBeVisible();
      await expect(page).toHaveURL(/\/app\/workouts\/[0-9a-f-]{36}$/);
      await page.reload();
      await expect(page.getByLabel('Title')).toHaveValue('Five by three');
      await expect(editor(page)).toContainText('15m E + 5x(400mtr I + 2m E) + 10m E');

      // Copy it, and change the copy.
      await page.getByRole('button', { name: 'More actions for this workout' }).click();
      await page.getByRole('menuitem', { name: 'Make a copy' }).click();
      await expect(page.getByLabel('Title')).toHaveValue('Five by three (copy)');
      await page.getByLabel('Title').fill('Hill day');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Hill day saved')).toBeVisible();

      // Find one of two.
      await page.goto('/app/workouts');
      await expect(rows(page)).toHaveCount(2);
      await page.getByRole('searchbox', { name: 'Search workouts' }).fill('hill');
      await expect(rows(page)).toHaveCount(1);
      await expect(page.getByRole('link', { name: /Hill day/ })).toBeVisible();
      const length = rows(page).getByText(/^[\d.]+ (km|mi)$/);
      await expect(length.filter({ visible: true })).toBeInViewport({ ratio: 1 });

      // Returning from a workout shows the search again, also by the link.
      await expect(page).toHaveURL('/app/workouts?q=hill');
      for (const goBack of [() => page.goBack(), () => linkBack(page).click()]) {
        await page.getByRole('link', { name: /Hill day/ }).click();
        await expect(page.getByLabel('Title')).toHaveValue('Hill day');
        await goBack();
        await expect(page.getByRole('searchbox', { name: 'Search workouts' })).toHaveValue('hill');
        await expect(rows(page)).toHaveCount(1);
      }

      // Delete it, and undo that.
      await page.getByRole('button', { name: 'More actions for Hill day' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByRole('heading', { name: 'No workouts match “hill”' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await expect(page.getByRole('link', { name: /Hill day/ })).toBeVisible();

      // Delete one of two, then the other by its checkbox: the focus stays near.
      await page.getByRole('searchbox', { name: 'Search workouts' }).fill('');
      await expect(rows(page)).toHaveCount(2);
      await page.getByRole('button', { name: 'More actions for Hill day' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      // The menu has first returned the focus to the row that is about to go.
      await expect(rows(page)).toHaveCount(1);
      await expect(rows(page).locator(':focus')).toHaveCount(1);
      if (on.startsWith('a phone')) await page.getByRole('button', { name: 'Select' }).click();
      await page.getByRole('checkbox', { name: 'Select Five by three' }).check();
      await page
        .getByRole('region', { name: 'Selected workouts' })
        .getByRole('button', { name: 'Delete' })
        .press('Enter');
      await expect(page.getByRole('heading', { name: 'No workouts yet' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

      // A deleted workout is in the trash, and can be restored.
      await page.getByRole('link', { name: 'Trash' }).click();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Restore Five by three' }).click();
      await expect(page.getByText('Five by three restored')).toBeVisible();
      await linkBack(page).click();
      await expect(rows(page)).toHaveCount(1);

      // A classic is opened and left again: nothing was typed, so there is no prompt.
      await page.getByRole('button', { name: 'Classics' }).click();
      await expectAccessible(page);
      await page.getByRole('link', { name: /Four by four/ }).click();
      await expect(page.getByLabel('Title')).toHaveValue('Four by four');
      await expect(page.getByText('Draft saved on this device')).toBeHidden();
      await page.goBack();
      await expect(rows(page)).toHaveCount(1);
      await expect(page.getByRole('alertdialog')).toBeHidden();
    });
  });
}

/** At the top of a workout, to the library. */
function linkBack(page: Page) {
  return page.getByRole('main').getByRole('link', { name: 'Workouts' });
}

test('an open menu stays, and stays that of its workout, when the list gets another order @variant', async ({
  page,
}) => {
  const athlete = await registeredAthlete();
  const older = await saveWorkout(athlete, { title: 'Older', script: '45m E' });
  await saveWorkout(athlete, { title: 'Newer', script: '30m E' });
  await page.clock.install();
  await openApp(page, athlete);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Workouts' })
    .click();
  await expect(rows(page).first()).toContainText('Newer');
  await page.getByRole('button', { name: 'More actions for Newer' }).click();

  const api = await apiOf(athlete);
  const workout = { title: 'Older', script: '50m E' };
  await api.call('PUT', `/api/auth/workouts/${older}`, { workout, version: 1 });
  await page.clock.fastForward(31_000);
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await expect(rows(page).first()).toContainText('Older');

  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Newer deleted')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test('a pasted e-mail with several sessions becomes several workouts @variant', async ({
  page,
}) => {
  await openApp(page, await registeredAthlete(), '/app/workouts/new');
  await editor(page).focus();
  await editor(page).evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, WEEK);
  const dialog = page.getByRole('dialog', { name: '3 workouts found' });
  await expect(dialog.getByText('Keep the first two relaxed')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^400 metres, / }).click();
  await expect(dialog.getByRole('button', { name: /^400 / })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Add 3 workouts' }).click();
  // Its name counts down while they are added.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(editor(page)).toHaveText(/^For example/);

  await page.goto('/app/workouts');
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('link', { name: /^Tuesday: / }).click();
  await expect(editor(page)).toContainText('6x(400mtr R + 90s jog)');
  await expect(page.getByLabel('Notes')).toHaveValue(/Keep the first two relaxed/);
});

test('a pasted plan is read beside its text, and becomes runs on the calendar', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openApp(page, await registeredAthlete(), '/app/workouts');
  await page.getByRole('link', { name: 'Import' }).click();
  await page.getByLabel('Text or table').focus();
  await expectAccessible(page);
  await page.evaluate((text) => navigator.clipboard.writeText(text), MAIL);
  await page.keyboard.press('Control+v');

  await expect(page.getByRole('heading', { name: '3 workouts found' })).toBeFocused();
  await expect(page.getByText('Question:')).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add 3 workouts to calendar' }).click();
  await expect(page).toHaveURL(/\/app\/calendar\?day=/);
  await expect(page.getByText('3 workouts added')).toBeVisible();
});

test('files are read in a worker, become workouts, and leave with one undo', async ({ page }) => {
  await openApp(page, await registeredAthlete(), '/app/workouts');
  await page.getByRole('link', { name: 'Import' }).click();
  await expectAccessible(page);
  await page.getByLabel('Files').setInputFiles([
    { name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) },
    { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([255, 216, 255, 0]) },
  ]);
  await expect(page.getByRole('heading', { name: '2 workouts found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add 2 workouts' }).click();
  await expect(page.getByText('2 workouts added')).toBeVisible();
  await expect(rows(page)).toHaveText([/Tempo/, /Easy/]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Import undone. The workouts are in Trash')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});

test('the same file once more adds nothing that is there already @variant', async ({ page }) => {
  await openApp(page, await registeredAthlete(), '/app/workouts');
  const importTable = async () => {
    await page.getByRole('link', { name: 'Import' }).click();
    await page
      .getByLabel('Files')
      .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) });
  };
  await importTable();
  await page.getByRole('button', { name: 'Add 2 workouts' }).click();
  await expect(rows(page)).toHaveCount(2);
  // The editor would write the text of a dropped file into the script.
  await page.getByRole('link', { name: 'New workout' }).click();
  await editor(page).evaluate((element, table) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([table], 'plan.csv', { type: 'text/csv' }));
    for (const type of ['dragover', 'drop'])
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, TABLE);
  await expect(page.getByText('Already in your library')).toHaveCount(2);
  await expectAccessible(page);
  await expect(page.getByText('Tick a workout to add it.')).toBeVisible();
});

const TABLE = 'Title,Workout\nTempo,15m E + 20m T + 10m E\nEasy,45m E\n';

const WEEK = `Hi all,

Tuesday: 2km E + 6x(400m R + 90s jog) + 2km E
Keep the first two relaxed
Thursday: 15 min easy, 20 min tempo, 10 min easy
Sunday 90 min easy

Cheers, Tom`;

/** With one session that has two meanings. */
const MAIL = WEEK.replace(/^Thursday.*$/m, 'Thursday: 8 mi w/ 5x600m @ 5k');
