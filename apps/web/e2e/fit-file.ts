import { readFile } from 'node:fs/promises';
import { describeFit, stepLines } from '@pacewright/delivery';
import type { Page } from '@playwright/test';

/** Downloads the file for the watch and returns the watch's steps. */
export async function downloadSteps(page: Page): Promise<string[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download FIT' }).first().click(),
  ]);
  const reading = describeFit(await readFile(await file.path()));
  if (!reading.ok) throw new Error(reading.reason);
  return stepLines(reading.workout.items, 'metric');
}
