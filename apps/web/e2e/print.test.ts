import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { createUsers, openAs, type TestUsers } from './users.ts';

let users: TestUsers;
test.beforeAll(async () => {
  users = await createUsers(['athlete', 'longNames']);
});

test('a workout is printed on one page, step by step', async ({ browser }) => {
  const context = await openAs(browser, users.athlete);
  const page = await context.newPage();
  await page.goto(`/app/workouts/${users.athlete.workoutId}`);
  await expect(page.locator('.cm-content')).toBeVisible();
  const sheet = await printed(page);

  await expect(sheet.getByText('Five by three')).toBeVisible();
  await expect(sheet.getByText('50:00, 10.5 km')).toBeVisible();
  await expect(sheet.getByText('On the track, flat shoes.')).toBeVisible();
  await expect(sheet.getByRole('row', { name: /^3 min .*Interval 3:51 - 4:00/ })).toBeVisible();
  expect(await pagesOf(page)).toBe(1);
  await context.close();
});

test('a week is printed on one page: the workouts of each day, and the paces', async ({
  browser,
}) => {
  const context = await openAs(browser, users.athlete);
  const page = await context.newPage();
  await page.goto('/app/calendar');
  await expect(page.getByRole('heading', { level: 1, name: '16 - 22 November' })).toBeVisible();
  const sheet = await printed(page);

  await expect(sheet.getByText('16 - 22 November')).toBeVisible();
  await expect(
    sheet.getByRole('row', { name: /^Tuesday 17 November Five by three/ }),
  ).toBeVisible();
  await expect(
    sheet.getByRole('row', { name: /^Thursday 19 November Nothing planned/ }),
  ).toBeVisible();
  await expect(sheet.getByText('E 4:57 - 5:34')).toBeVisible();
  expect(await pagesOf(page)).toBe(1);
  await context.close();
});

test('Today and the month are printed on one page each, without their buttons @variant', async ({
  browser,
}) => {
  const context = await openAs(browser, users.athlete);
  const page = await context.newPage();
  for (const [path, title] of [
    ['/app', 'Five by three'],
    ['/app/calendar?view=month', 'November 2026'],
  ] as const) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const sheet = await printed(page);
    await expect(sheet.getByText(title).first()).toBeVisible();
    await expect(sheet.getByRole('button')).toHaveCount(0);
    expect(await pagesOf(page)).toBe(1);
  }
  await context.close();
});

test('a season is printed as a list across pages, and for the wall on one page across @variant', async ({
  browser,
}) => {
  const context = await openAs(browser, users.athlete);
  const page = await context.newPage();
  await page.goto(`/app/plans/${users.athlete.changedPlan.planId}`);
  await page.getByRole('button', { name: 'More actions for this plan' }).click();
  await page.getByRole('menuitem', { name: 'Share or print…' }).click();
  // The browser's own dialog would wait for an answer.
  await page.evaluate(() => Object.assign(window, { print: () => undefined }));
  for (const name of ['Print as a list', 'Print as a wall chart']) {
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name }).click();
    const sheet = await printed(page);
    await expect(sheet.getByText('Spring 10 km').first()).toBeVisible();
    await expect(sheet.getByText(/^Week 2, 15 - 21 March/)).toBeVisible();
    expect(await pagesOf(page)).toBe(1);
  }
  await context.close();
});

test("long content continues over pages, within the paper's width @variant", async ({
  browser,
}) => {
  const context = await openAs(browser, users.longNames);
  const page = await context.newPage();
  await page.goto(`/app/workouts/${users.longNames.workoutId}`);
  await expect(page.locator('.cm-content')).toBeVisible();
  // The width between the margins of A4.
  await page.setViewportSize({ width: 680, height: 1000 });
  await printed(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(680);
  expect(await pagesOf(page)).toBeGreaterThan(1);
  await context.close();
});

/** The printed part of the page, after checking that nothing else is printed. */
async function printed(page: Page) {
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#root')).toBeHidden();
  return page.locator('.print-sheet');
}

async function pagesOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}
