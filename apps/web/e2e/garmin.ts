import { type GarminControl, openControl } from '@pacewright/garmin-stand-in';
import type { Locator, Page } from '@playwright/test';
import { expect, setting } from './journey.ts';
import { registeredRunner, type Runner, signIn } from './runner.ts';

/** The stand-in for Garmin, as only a test can see and change it. */
export const garmin = (): GarminControl => openControl(setting('PACEWRIGHT_GARMIN'));

/** What Garmin's consent page calls the permission we need. */
export const WORKOUTS = 'Add workouts to your account and calendar';

/** A runner in their settings, and the name of the Garmin account that is theirs alone. */
export async function openSettings(page: Page): Promise<{ account: string; runner: Runner }> {
  const runner = await registeredRunner();
  await signIn(page, runner);
  await page.goto('/app/settings');
  return { account: runner.email, runner };
}

/** The card about Garmin in the settings. */
export function card(page: Page): Locator {
  return page.getByRole('region', { name: 'Garmin Connect' });
}

/** Answers Garmin's consent page, without some of what it offers. */
export async function consent(
  page: Page,
  account: string,
  { answer = 'Agree', without = [] }: { answer?: 'Agree' | 'Refuse'; without?: string[] } = {},
): Promise<void> {
  await expect(page).toHaveURL(/\/oauth2Confirm\?/);
  await page.getByLabel('Garmin account').fill(account);
  for (const permission of without) await page.getByLabel(permission).uncheck();
  await page.getByRole('button', { name: answer }).click();
}

/** From the settings, through Garmin's consent page, and back. */
export async function connect(page: Page, account: string): Promise<void> {
  await card(page).getByRole('button', { name: 'Connect Garmin' }).click();
  await consent(page, account);
  await expect(page).toHaveURL('/app/settings');
  await expect(card(page)).toContainText('Connected since');
}

/** What has arrived on the watch of an account: its workouts, and the days they stand on. */
export async function watchOf(account: string) {
  const { users, workouts, schedules } = await garmin().look();
  const userId = users.find(({ name }) => name === account)?.userId;
  return {
    workouts: workouts
      .filter((workout) => workout.userId === userId)
      .map(({ workoutId, body }) => ({ workoutId, name: body['workoutName'], body })),
    days: schedules.filter((schedule) => schedule.userId === userId).map(({ date }) => date),
  };
}
