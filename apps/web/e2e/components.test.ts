import type { Page } from '@playwright/test';
import { openApp, registeredAthlete, saveWorkout } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

// A dialog, a menu and toasts where only a real browser shows them; their tests in src/ui have the rest.

test('a dialog does not shift the page behind it, traps the focus, and returns it @variant', async ({
  page,
}) => {
  await openApp(page, await registeredAthlete(), '/app/settings');
  const opener = page.getByRole('button', { name: 'Delete', exact: true });
  await opener.scrollIntoViewIfNeeded();
  const before = (await opener.boundingBox())?.x;
  await opener.click();

  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(dialog).toBeVisible();
  expect((await opener.boundingBox())?.x).toBe(before);
  await expectAccessible(page);
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
    );
    expect(outside).toBe(false);
  }

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a menu is visible wherever its button is, and above everything @variant', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await openLibrary(page, 5);
  for (const title of ['Workout 4', 'Workout 0']) {
    const opener = page.getByRole('button', { name: `More actions for ${title}` });
    const menu = page.getByRole('menu', { name: title });
    await opener.scrollIntoViewIfNeeded();
    await opener.press('ArrowDown');
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    for (const item of await menu.getByRole('menuitem').all()) await expect(item).toBeInViewport();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  }
});

test('toasts are 356 px wide in the corner, and above the tab bar on a phone @variant', async ({
  page,
}) => {
  await openLibrary(page, 2);
  const wide = await settledBox(await deleteWorkout(page, 'Workout 0'));
  expect(wide.width).toBe(356);
  expect(wide.x + wide.width).toBe(1280 - 24);

  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = await settledBox(await deleteWorkout(page, 'Workout 1'));
  const tabBar = await page.getByRole('navigation').last().boundingBox();
  expect(narrow.width).toBe(390 - 32);
  expect(narrow.y + narrow.height).toBeLessThan(tabBar?.y ?? 0);
});

async function openLibrary(page: Page, count: number): Promise<void> {
  const athlete = await registeredAthlete();
  for (let n = 0; n < count; n++)
    await saveWorkout(athlete, { title: `Workout ${n}`, script: '20m T' });
  await openApp(page, athlete, '/app/workouts');
}

async function deleteWorkout(page: Page, title: string) {
  await page.getByRole('button', { name: `More actions for ${title}` }).press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  return page
    .getByRole('listitem')
    .filter({ hasText: `${title} ` })
    .last();
}

/** The position of a toast once it has stopped moving. It stays while the pointer is on it. */
async function settledBox(element: ReturnType<Page['getByRole']>) {
  await element.hover();
  let last = '';
  await expect(async () => {
    const before = last;
    last = JSON.stringify(await element.boundingBox());
    expect(last).toBe(before);
  }).toPass();
  return JSON.parse(last) as { x: number; y: number; width: number; height: number };
}
