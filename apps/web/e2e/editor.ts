import { expect, type Locator, type Page } from '@playwright/test';

/** The script of a workout as CodeMirror shows it. */
export function editor(page: Page): Locator {
  // The plain field is there as well until CodeMirror has replaced it.
  return page.locator('.cm-content[aria-label="Workout script"]');
}

/** Into an empty editor: replaced text would leave a style attribute, which the CSP forbids. */
export async function write(page: Page, title: string, script: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await editor(page).fill(script);
}

/** Waits until a script is stored on this device. The page shows that from the first letter on. */
export async function expectStoredDraft(page: Page, script: string): Promise<void> {
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  await expect.poll(() => page.evaluate(listStoredScripts)).toContain(script);
}

/** In the page: the scripts of all drafts. */
export function listStoredScripts(): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('pacewright.draft');
    opening.addEventListener('error', () => reject(opening.error ?? new Error('Not opened')));
    opening.addEventListener('success', () => {
      const database = opening.result;
      const asking = database.transaction('drafts').objectStore('drafts').getAll();
      asking.addEventListener('success', () => {
        database.close();
        resolve((asking.result as { script: string }[]).map(({ script }) => script));
      });
    });
  });
}

/** The rows of the library. */
export function rows(page: Page): Locator {
  return page.getByRole('list', { name: 'Workouts', exact: true }).getByRole('listitem');
}
