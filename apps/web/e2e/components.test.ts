import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build, preview, type PreviewServer } from 'vite';
import { expect, expectAccessible, test } from './fixtures.ts';

// The gallery of all components, which is not part of the product, built like the product.
const root = fileURLToPath(new URL('..', import.meta.url));
const outDir = '.cache/components';
let server: PreviewServer;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const input = `${root}dev/ui.html`;
  await build({ root, logLevel: 'error', build: { outDir, rolldownOptions: { input } } });
  server = await preview({ root, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
});

test.afterAll(() => server.close());

test('every component and page has no accessibility violations, and fits a narrow phone', async ({
  page,
}) => {
  for (const screen of ['shell', 'sign-in', 'not-found', 'crash', undefined]) {
    await open(page, screen);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('a dialog does not shift the page behind it, traps the focus, and returns it @variant', async ({
  page,
}) => {
  await open(page);
  // The dialog has a button of the same name.
  const opener = page.getByRole('button', { name: 'Delete account' }).first();
  const before = (await opener.boundingBox())?.x;
  await opener.click();

  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(dialog).toBeVisible();
  expect((await opener.boundingBox())?.x).toBe(before);
  await expect(dialog.getByRole('button', { name: 'Keep account' })).toBeFocused();
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
  await open(page);
  const opener = page.getByRole('button', { name: 'Tempo 20' });
  const menu = page.getByRole('menu', { name: 'Workout' });

  for (const block of ['start', 'end'] as const) {
    await opener.evaluate((button, place) => button.scrollIntoView({ block: place }), block);
    await opener.press('ArrowDown');
    await expect(menu.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
    for (const item of await menu.getByRole('menuitem').all()) await expect(item).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  }

  await opener.press('ArrowDown');
  await expectAccessible(page);
});

test('toasts are 356 px wide in the corner, and above the tab bar on a phone @variant', async ({
  page,
}) => {
  await open(page, 'shell');
  await logOutOfTheShell(page);
  const toast = page.getByRole('listitem').filter({ hasText: 'Logged out' });
  const wide = await settledBox(toast);
  expect(wide.width).toBe(356);
  expect(wide.x + wide.width).toBe(1280 - 24);

  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, 'shell');
  await logOutOfTheShell(page);
  const narrow = await settledBox(toast);
  const tabBar = await page.getByRole('navigation').boundingBox();
  expect(narrow.width).toBe(390 - 32);
  expect(narrow.y + narrow.height).toBeLessThan(tabBar?.y ?? 0);
});

async function open(page: Page, screen?: string): Promise<void> {
  const origin = server.resolvedUrls?.local[0] ?? '';
  await page.goto(`${origin}dev/ui.html${screen ? `?screen=${screen}` : ''}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => document.fonts.ready);
}

async function logOutOfTheShell(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account, Alex Kim' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
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
