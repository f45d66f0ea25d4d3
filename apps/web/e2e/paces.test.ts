import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openApp, registeredAthlete } from './accounts.ts';

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

    test('one race gives five ranges; one is edited, broken, fixed, saved and undone', async ({
      page,
    }) => {
      await openApp(page, await registeredAthlete());
      await openPaces(page);
      await expectAccessible(page);

      // The first result.
      await page.getByRole('radio', { name: 'min/km' }).check();
      await page.getByRole('textbox', { name: 'Minutes' }).fill('19');
      await page.getByRole('textbox', { name: 'Seconds' }).fill('57');
      await page.getByLabel('Date').fill(await localToday(page));
      await expect(page.getByText('50.0', { exact: true })).toBeVisible();
      await expect(page.getByLabel('Easy from, faster')).toHaveValue('4:57');
      await expect(page.getByRole('row', { name: /^Half marathon/ })).toContainText('1:31:40');

      // Edit a range, break it, fix it.
      const from = page.getByLabel('Threshold from, faster');
      const message =
        'Threshold pace range is invalid: "from" pace must be faster than or equal to "to" pace';
      await from.fill('4:05');
      await expect(
        page.getByRole('button', { name: /^Edited · Reset to 4:12 - 4:19/ }),
      ).toBeVisible();
      await from.fill('4:55');
      await expect(page.getByText(message)).toBeVisible();
      await expectAccessible(page);
      await saveButton(page).click();
      await expect(from).toBeFocused();
      await from.fill('4:06');
      await expect(page.getByText(message)).toBeHidden();

      // Save, and reload.
      await saveButton(page).click();
      await expect(page.getByText('Paces saved')).toBeVisible();
      await page.reload();
      await expect(page.getByText('50.0', { exact: true }).first()).toBeVisible();
      await expect(from).toHaveValue('4:06');
      await expect(page.getByText(/5 km.*19:57.*today/)).toBeVisible();

      // Switch to miles, save that, and undo it.
      await page.getByRole('radio', { name: 'min/mile' }).check();
      await expect(from).toHaveValue('6:36');
      await saveButton(page).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText('Undone')).toBeVisible();
      await expect(from).toHaveValue('4:06');
      await page.reload();
      await expect(from).toHaveValue('4:06');
      await expect(page.getByRole('radio', { name: 'min/km' })).toBeChecked();
    });

    test('older races are charted, and any of them can set the paces', async ({ page }) => {
      await openApp(page, await registeredAthlete());
      await openPaces(page);
      await addRace(page, { distance: '10 km', minutes: '44', date: '2025-03-02' });
      await addRace(page, { distance: 'Half marathon', minutes: '95', date: '2025-09-14' });
      await expect(page.getByRole('figure')).toContainText('VDOT over time: 46.5 on 2 Mar 2025');
      await expectAccessible(page);

      await page
        .getByRole('button', { name: 'Use the 10 km on 2 Mar 2025 for your paces' })
        .click();
      await expect(page.getByLabel('Distance')).toHaveValue('10000');
      await saveButton(page).click();
      await expect(page.getByText('used for your paces')).toBeVisible();

      // By key: on a phone the toast covers the list, and stays while a pointer is on it.
      await page.getByRole('button', { name: 'Remove the 10 km on 2 Mar 2025' }).press('Enter');
      await page
        .getByRole('listitem')
        .filter({ hasText: '10 km on 2 Mar 2025 removed' })
        .getByRole('button', { name: 'Undo' })
        .click();
      await expect(page.getByText('used for your paces')).toBeVisible();
    });

    test('the method is explained with the athlete’s own race @variant', async ({ page }) => {
      await openApp(page, await registeredAthlete());
      await openPaces(page);
      await page.getByRole('textbox', { name: 'Minutes' }).fill('19');
      await page.getByRole('textbox', { name: 'Seconds' }).fill('57');
      await page.getByLabel('Date').fill('2026-10-18');
      await saveButton(page).click();
      await expect(page.getByText('Paces saved')).toBeVisible();
      await page.getByRole('link', { name: 'The formulae, and where others differ' }).click();
      await expect(page.getByText(/Yours: 5 km in 19:57/)).toContainText('49.95');
      await expectAccessible(page);
    });
  });
}

test('everything can be done with the keyboard', async ({ page }) => {
  await openApp(page, await registeredAthlete());
  await openPaces(page);

  await tabTo(page, page.getByLabel('Date'));
  // The format of an American date field.
  await page.keyboard.type('10182026');
  await tabTo(page, page.getByRole('textbox', { name: 'Hours' }));
  await page.keyboard.type('19:57');
  await expect(page.getByText('50.0', { exact: true })).toBeVisible();
  await tabTo(page, page.getByLabel('Easy from, faster'));
  await page.keyboard.type('4:50');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Paces saved')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edited · Reset to/ })).toHaveCount(1);
});

test('the printed page has the paces and nothing else @variant', async ({ page }) => {
  await openApp(page, await registeredAthlete());
  await openPaces(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Paces', exact: true })).toBeHidden();
  await expect(page.getByText('Wristband: cut along the dashed line.')).toBeVisible();
  await expect(page.getByText('9:39 - 11:16')).toHaveCount(3);
});

function localToday(page: Page): Promise<string> {
  return page.evaluate(() => new Date().toLocaleDateString('sv'));
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    if (await place.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('Tab does not lead there');
}

async function openPaces(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Paces' }).filter({ visible: true }).click();
  await expect(page.getByRole('heading', { name: 'Paces', exact: true })).toBeVisible();
}

function saveButton(page: Page) {
  return page.getByRole('button', { name: 'Save paces' }).filter({ visible: true });
}

type Typed = { distance: string; minutes: string; date: string };

async function addRace(page: Page, { distance, minutes, date }: Typed): Promise<void> {
  await page.getByRole('button', { name: 'Add a race' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a race' });
  await dialog.getByLabel('Distance').selectOption(distance);
  await dialog.getByRole('textbox', { name: 'Minutes' }).fill(minutes);
  await dialog.getByLabel('Date').fill(date);
  await dialog.getByRole('button', { name: 'Add race' }).click();
  await expect(dialog).toBeHidden();
}
