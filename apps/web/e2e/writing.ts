import type { Locator, Page } from '@playwright/test';

/** The script of a workout as CodeMirror shows it. */
export function editor(page: Page): Locator {
  // The plain field is there as well until CodeMirror has taken over from it.
  return page.locator('.cm-content[aria-label="Workout script"]');
}

/** Into an empty editor: what is written over leaves its style behind, which the page forbids. */
export async function write(page: Page, title: string, script: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await editor(page).fill(script);
}

/** The rows of the library. */
export function rows(page: Page): Locator {
  return page.getByRole('list', { name: 'Workouts' }).getByRole('listitem');
}
