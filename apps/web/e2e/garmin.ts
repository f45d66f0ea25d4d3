import type { GarminStatus } from '@pacewright/contract';
import { askForConsent, type GarminControl, openControl } from '@pacewright/garmin-stand-in';
import type { Locator, Page } from '@playwright/test';
import { expect, setting } from './fixtures.ts';
import { apiOf, type Athlete, openApp, registeredAthlete } from './accounts.ts';

/** The fake Garmin, with the controls for tests. */
export const garmin = (): GarminControl => openControl(setting('PACEWRIGHT_GARMIN'));

/** The name of our permission on Garmin's consent page. */
export const WORKOUTS = 'Add workouts to your account and calendar';

/** An athlete in their settings, with a Garmin account of their own. */
export async function openSettings(page: Page): Promise<{ account: string; athlete: Athlete }> {
  const athlete = await registeredAthlete();
  await openApp(page, athlete, '/app/settings');
  return { account: athlete.email, athlete };
}

/** The card about Garmin in the settings. */
export function card(page: Page): Locator {
  return page.getByRole('region', { name: 'Garmin Connect' });
}

/** Answers Garmin's consent page, without some of its permissions. */
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

/** Connects an athlete to an account with their address, which the journeys of connecting do on the screen. */
export async function connectByApi(athlete: Athlete): Promise<void> {
  const api = await apiOf(athlete);
  const { consentUrl } = await api.call<GarminStatus>('GET', '/api/garmin/status');
  const { code, verifier } = await askForConsent(String(consentUrl), { account: athlete.email });
  await api.call('POST', '/api/garmin/callback', { code, code_verifier: verifier });
}

/** The contents of an account's watch: its workouts, and their days. */
export async function watchOf(account: string) {
  const { users, workouts, schedules } = await garmin().snapshot();
  const userId = users.find(({ name }) => name === account)?.userId;
  return {
    workouts: workouts
      .filter((workout) => workout.userId === userId)
      .map(({ workoutId, body }) => ({ workoutId, name: body['workoutName'], body })),
    days: schedules.filter((schedule) => schedule.userId === userId).map(({ date }) => date),
  };
}
