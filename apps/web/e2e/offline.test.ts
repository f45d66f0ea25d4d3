import type { Page } from '@playwright/test';
import { downloadSteps } from './fit-file.ts';
import { expect, test } from './journey.ts';
import { registeredRunner, scriptEditor, signIn, writeScript } from './runner.ts';

// Everything that needs no account works without a network, from the first page on.

test.use({ serviceWorkers: 'allow' });

test('a visitor opens pages, calculates, writes and takes the file along without a network', async ({
  page,
  context,
}) => {
  await page.goto('/try');
  await untilKept(page);
  await context.setOffline(true);

  await page.reload();
  await expect(scriptEditor(page)).toBeVisible();
  await page.getByLabel('Finish time').fill('19:57');
  await expect(page.getByRole('region', { name: 'Your paces' })).toContainText('50.0');
  await writeScript(page, '15m E + 5x(3m I + 2m E) + 10m E');
  await expect(page.getByText('50 min').first()).toBeVisible();
  expect(await downloadSteps(page)).toHaveLength(5);

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('whoever is signed in stays so, and goes on writing', async ({ page, context }) => {
  await signIn(page, await registeredRunner());
  await expect(page.getByRole('region', { name: 'Your training paces' })).toContainText('Easy');
  await untilKept(page);
  await context.setOffline(true);

  await page.goto('/app/workouts/new');
  await writeScript(page, '45m E');
  await expect(page.getByText('45 min').first()).toBeVisible();
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(scriptEditor(page)).toHaveText('45m E');
});

/** Waits until the browser has everything, which it fetches once the page has stood for a while. */
async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}
