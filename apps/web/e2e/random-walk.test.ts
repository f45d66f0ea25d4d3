import {
  formatRange,
  PACE_UNIT_LABELS,
  type PaceUnits,
  type TrainingPaces,
} from '@pacewright/pace';
import type { BrowserContext, Locator, Page, Request } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { apiOf, type AthleteApi, registeredAthlete, signIn } from './accounts.ts';
import { editor, rows, write } from './editor.ts';

/** `RANDOM_WALKS=10 RANDOM_ACTIONS=500 pnpm e2e --project=walk` for the long ones. */
const WALKS = Number(process.env['RANDOM_WALKS'] ?? 1);
const ACTIONS = Number(process.env['RANDOM_ACTIONS'] ?? 40);
const SEED = Number(process.env['RANDOM_SEED'] ?? 1);

/** The longest delay of a call on the slow network. */
const MAX_DELAY_MS = 250;
/** Longer than data stays fresh, so that returning to a tab refetches. */
const AWAY_MS = 31_000;

type Stored = { id: string; title: string; script: string; version: number };
type Entry = { id: string; day: string; title: string; script: string; done: object | null };
type Random = () => number;

type Walk = {
  tabs: Page[];
  /** The active tab. */
  page: Page;
  api: AthleteApi;
  random: Random;
  log: string[];
  /** The calls of each tab that are not answered yet. */
  pending: Map<Page, Set<Request>>;
};

test.use({
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  contextOptions: { reducedMotion: 'reduce' },
  // Playwright would wait for a missing button until the test ends.
  actionTimeout: 20_000,
  // A trace of hundreds of actions slows each of them down. The error names the last ones.
  trace: 'off',
  screenshot: 'only-on-failure',
});

for (let walk = 0; walk < WALKS; walk += 1)
  test(`a random walk of ${ACTIONS} actions finds every screen in agreement with the API (seed ${SEED + walk})`, async ({
    page,
    context,
  }) => {
    const seed = SEED + walk;
    const random = randomFrom(seed);
    const walker = await startWalk(page, context, seed, random);
    let count = 0;
    try {
      for (; count < ACTIONS; count += 1) {
        const name = pick(random, ACTION_NAMES);
        walker.log.push(name);
        await ACTIONS_BY_NAME[name]?.(walker);
        await expectScreenMatchesApi(walker);
      }
    } catch (error) {
      const screen = await walker.page.getByRole('main').ariaSnapshot().catch(String);
      const steps = walker.log.slice(-30).join(' > ');
      const report = `Seed ${seed}, action ${count}, ${walker.page.url()}, after ${steps}: ${String(error)}\n${screen}`;
      // Printed at once: the reporter waits for the last of the walks.
      console.error(report);
      throw new Error(report, { cause: error });
    }
  });

async function startWalk(
  page: Page,
  context: BrowserContext,
  seed: number,
  random: Random,
): Promise<Walk> {
  const athlete = await whenAvailable(() => registeredAthlete());
  const api = patient(await apiOf(athlete));
  for (const title of ['Alpha', 'Bravo', 'Charlie'])
    await api.call('POST', '/api/auth/workouts', {
      workout: { title, script: newScript(random) },
    });
  // Not the generator of the actions: the number of calls depends on the machine.
  const delay = randomFrom(-seed);
  await context.route('**/api/**', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, delay() * MAX_DELAY_MS);
    });
    // Leaving a page cancels its requests.
    await route.continue().catch(() => undefined);
  });
  await context.clock.install();
  await signIn(page, athlete);
  const second = await context.newPage();
  await second.goto('/app');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  const tabs = [page, second];
  const log: string[] = [];
  const pending = new Map(tabs.map((tab) => [tab, new Set<Request>()]));
  for (const [index, tab] of tabs.entries()) {
    tab.on('request', (request) => {
      if (request.url().includes('/api/')) pending.get(tab)?.add(request);
      if (isChange(request)) log.push(`(${request.method()} ${new URL(request.url()).pathname})`);
    });
    tab.on('requestfinished', (request) => pending.get(tab)?.delete(request));
    tab.on('requestfailed', (request) => pending.get(tab)?.delete(request));
    tab.on('response', (response) => {
      if (isChange(response.request())) log.push(`(answered ${response.status()})`);
    });
    // An action that is lost is often one on a page that is replaced.
    tab.on('domcontentloaded', () => log.push(`(tab ${index + 1} loads)`));
    await tab.exposeFunction('logEvent', (text: string) => log.push(`(${text})`));
    await tab.addInitScript(logClicks);
    await tab.evaluate(logClicks);
  }
  return { tabs, page, api, random, log, pending };
}

function isChange(request: Request): boolean {
  return request.url().includes('/api/') && request.method() !== 'GET';
}

/** In the page: reports where clicks arrive and whether they were prevented, for the report of a failure. */
function logClicks(): void {
  addEventListener(
    'click',
    (event) => {
      const target = event.target as Element;
      const name = `${target.tagName} ${target.textContent.slice(0, 20)}`;
      // After every listener of the page.
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', () => {
        channel.port1.close();
        const checked = target instanceof HTMLInputElement ? `, checked: ${target.checked}` : '';
        const prevented = event.defaultPrevented ? ', prevented' : '';
        const gone = target.isConnected ? '' : ', gone';
        const { logEvent } = globalThis as { logEvent?: (text: string) => void };
        logEvent?.(`click on ${name}${prevented}${checked}${gone}`);
      });
      channel.port1.start();
      channel.port2.postMessage(undefined);
    },
    { capture: true },
  );
}

/** On a busy machine the API may have no time for a call, and says so. */
async function whenAvailable<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (attempt === 10 || !String(error).includes('answered 503')) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, 1000);
      });
    }
}

function patient(api: AthleteApi): AthleteApi {
  return { call: (...request) => whenAvailable(() => api.call(...request)) };
}

const ACTIONS_BY_NAME: Record<string, (walk: Walk) => Promise<void>> = {
  'open Today': ({ page }) => goTo(page, 'Today'),
  'open the library': ({ page }) => goTo(page, 'Workouts'),
  'open the calendar': ({ page }) => goTo(page, 'Calendar'),
  'open the paces': ({ page }) => goTo(page, 'Paces'),

  'write a workout': async ({ page, api, random }) => {
    if ((await listWorkouts(api)).length >= 9) return;
    await goTo(page, 'Workouts');
    await page.getByRole('link', { name: 'New workout' }).first().click();
    const title = `Session ${Math.floor(random() * 1e6)}`;
    await write(page, title, newScript(random));
    await save(page, title);
  },
  'change a script': async (walk) => {
    const title = await openWorkout(walk);
    if (!title) return;
    await rewrite(walk.page, newScript(walk.random));
    await save(walk.page, title);
  },
  'open a workout': async (walk) => {
    await openWorkout(walk);
  },
  'delete a workout': async ({ page, api, random }) => {
    const workout = pick(random, await listWorkouts(api));
    if (!workout) return;
    await goTo(page, 'Workouts');
    await expectLibrary(page, api);
    await page
      .getByRole('button', { name: `More actions for ${workout.title}`, exact: true })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(row(page, workout.title)).toHaveCount(0);
    if (random() < 0.5) {
      await undo(page, new RegExp(`${workout.title} deleted`));
      await expect(row(page, workout.title)).toHaveCount(1);
    }
  },

  'plan a workout': async ({ page, api, random }) => {
    if ((await listWeek(page, api)).length >= 12 || (await listWorkouts(api)).length === 0) return;
    await goTo(page, 'Calendar');
    const add = page.getByRole('button', { name: /Add workout to / });
    await expect(add.first()).toBeVisible();
    await add.nth(Math.floor(random() * (await add.count()))).click();
    const choices = page.getByRole('dialog').getByRole('listitem').getByRole('button');
    await choices.first().click();
    await expect(page.getByRole('dialog')).toBeHidden();
  },
  'mark an entry as done, or not': async (walk) => {
    const { page, api, random } = walk;
    await goTo(page, 'Calendar');
    await expectWeek(page, api);
    const links = page.getByRole('article').getByRole('link');
    const count = await links.count();
    if (count === 0) return;
    await links.nth(Math.floor(random() * count)).click();
    const mark = page.getByRole('main').getByRole('button', { name: /^(Mark as done|Done)/ });
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    if ((await mark.count()) > 0) await mark.click();
  },
  'remove an entry': async (walk) => {
    if (!(await chooseForEntry(walk, 'Remove'))) return;
    // Removing a done entry asks first.
    const confirm = walk.page.getByRole('alertdialog').getByRole('button', { name: /^Remove/ });
    await Promise.race([
      confirm.click({ timeout: 1500 }).catch(() => undefined),
      walk.page.getByRole('button', { name: 'Undo' }).last().waitFor(),
    ]);
  },
  'move an entry by keyboard': async (walk) => {
    const { page, api, random } = walk;
    await goTo(page, 'Calendar');
    await expectWeek(page, api);
    const cards = page.getByRole('article').filter({ hasNot: page.getByText('Done') });
    const count = await cards.count();
    if (count === 0) return;
    await cards
      .nth(Math.floor(random() * count))
      .getByRole('link')
      .first()
      .focus();
    await page.keyboard.press('m');
    await page.getByRole('grid', { name: 'Days' }).waitFor();
    await page.keyboard.press(random() < 0.5 ? 'ArrowRight' : 'ArrowLeft');
    await page.keyboard.press('Enter');
  },

  'edit from Today': async ({ page, api, random }) => {
    await goTo(page, 'Today');
    await expectToday(page, api);
    const edit = page.getByRole('main').getByRole('link', { name: 'Edit' });
    if ((await edit.count()) === 0) return;
    await edit.click();
    await rewrite(page, newScript(random));
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByRole('radio', { name: /^The workout/ }).press('Space');
    await page.getByRole('button', { name: /^Save on/ }).click();
    // The other tab may have changed it meanwhile.
    const overwrite = page.getByRole('button', { name: 'Overwrite with mine' });
    const again = page.getByRole('main').getByRole('link', { name: 'Edit' });
    await expect(overwrite.or(again)).toBeVisible();
    if (await overwrite.isVisible()) await overwrite.click();
    await expect(again).toBeVisible();
    await goTo(page, 'Today');
  },
  'do the workout of today': async ({ page, api, random }) => {
    await goTo(page, 'Today');
    await expectToday(page, api);
    const done = page.getByRole('main').getByRole('button', { name: 'Mark as done' });
    if ((await done.count()) === 0) return;
    await done.click();
    await expect(page.getByText('Marked as done').last()).toBeVisible();
    if (random() < 0.5) await undo(page, /Marked as done/);
  },

  'switch the units': async ({ page, api, random }) => {
    await page.getByRole('button', { name: /^Account, / }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    // The paces have the same choice, as a change that is not saved yet.
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    // The other tab may have switched them: a press on units that only seem chosen changes nothing.
    await expectUnits(page, api);
    const unit = unitsOption(page, random() < 0.5 ? 'metric' : 'imperial');
    // Its label, because a forced click doesn't wait until the page has stopped moving.
    await page.locator('label').filter({ has: unit }).click();
    await expect(unit).toBeChecked();
    await goTo(page, 'Paces');
  },
  'go back': async ({ page }) => {
    if (await page.evaluate(() => history.length > 4)) await page.goBack();
    if (!new URL(page.url()).pathname.startsWith('/app')) await page.goForward();
  },
  reload: async ({ page }) => {
    await page.reload();
  },

  'look at the other tab': async (walk) => {
    walk.page = walk.tabs.find((tab) => tab !== walk.page) ?? walk.page;
    await returnToTab(walk);
  },
  'change a workout on another device': async (walk) => {
    const { api, random } = walk;
    const workout = pick(random, await listWorkouts(api));
    if (!workout) return;
    await api.call('PUT', `/api/auth/workouts/${workout.id}`, {
      workout: { title: workout.title, script: newScript(random) },
      version: workout.version,
    });
    await returnToTab(walk);
  },
  'plan a workout on another device': async (walk) => {
    const { page, api, random } = walk;
    const workout = pick(random, await listWorkouts(api));
    const week = await listWeek(page, api);
    if (!workout || week.length >= 12) return;
    const day = addDays(await todayOf(page), Math.floor(random() * 3));
    await api.call('POST', '/api/calendar', { workoutId: workout.id, day });
    await returnToTab(walk);
  },
};

const ACTION_NAMES = Object.keys(ACTIONS_BY_NAME);

/** Compares the screen with the API; a slow network may take a moment. */
async function expectScreenMatchesApi({ page, api }: Walk): Promise<void> {
  const { pathname, search } = new URL(page.url());
  if (pathname === '/app') await expectToday(page, api);
  else if (pathname === '/app/workouts' && !search) await expectLibrary(page, api);
  else if (pathname === '/app/calendar' && !search) await expectWeek(page, api);
  else if (pathname === '/app/paces') await expectPaces(page, api);
  else if (/^\/app\/workouts\/[0-9a-f-]{36}$/.test(pathname))
    await expectWorkout(page, api, pathname.split('/').at(-1) ?? '');
}

async function expectToday(page: Page, api: AthleteApi): Promise<void> {
  await expect(async () => {
    const today = await todayOf(page);
    const entries = await listEntries(api, today, addDays(today, 28));
    // Once all is done, what was done today.
    const next = entries.find(({ done }) => !done) ?? entries.findLast(({ day }) => day === today);
    const main = page.getByRole('main');
    if (!next) {
      await expect(main.getByRole('region', { name: 'Workout' })).toHaveCount(0, QUICK);
      return;
    }
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(next.title, QUICK);
    await expect(main.getByRole('region', { name: 'Workout' })).toContainText(
      clock(minutesOf(next.script)),
      QUICK,
    );
  }).toPass(SOON);
}

async function expectLibrary(page: Page, api: AthleteApi): Promise<void> {
  await expect(async () => {
    const stored = await listWorkouts(api);
    await expect(rows(page)).toHaveCount(stored.length, QUICK);
    for (const { title } of stored) await expect(row(page, title)).toHaveCount(1, QUICK);
  }).toPass(SOON);
}

async function expectWeek(page: Page, api: AthleteApi): Promise<void> {
  await expect(async () => {
    const stored = (await listWeek(page, api)).map(
      ({ day, title, done }) => `${Number(day.slice(8))} ${title}${done ? ' done' : ''}`,
    );
    const shown = await page.getByRole('main').locator('li').evaluateAll(listShownEntries);
    expect(shown.toSorted()).toEqual(stored.toSorted());
    const library = (await listWorkouts(api)).map(({ title }) => title);
    const choices = page.getByRole('list', { name: 'Workouts', exact: true });
    const offered = await choices.getByRole('listitem').allInnerTexts();
    expect(offered.map((text) => text.split('\n')[0] ?? '').toSorted()).toEqual(library.toSorted());
  }).toPass(SOON);
}

/** In the page, in one call: a locator for each part of each card would take most of the walk's time. */
function listShownEntries(days: Element[]): string[] {
  return days.flatMap((day) => {
    const date = /\d+/.exec(day.querySelector('h2')?.textContent ?? '')?.[0];
    if (!date) return [];
    return [...day.querySelectorAll('article')].map((card) => {
      const title = card.querySelector('h3')?.textContent.trim();
      const isDone = [...card.querySelectorAll('*')].some(
        ({ childNodes }) =>
          childNodes.length === 1 &&
          childNodes[0]?.nodeType === Node.TEXT_NODE &&
          childNodes[0].textContent === 'Done',
      );
      return `${date} ${title}${isDone ? ' done' : ''}`;
    });
  });
}

async function expectWorkout(page: Page, api: AthleteApi, id: string): Promise<void> {
  await expect(async () => {
    const stored = await api.call<Stored>('GET', `/api/auth/workouts/${id}`).catch(() => undefined);
    // Reached by going back, or open when it was deleted in the other tab.
    if (!stored)
      return expect(
        page.getByText(/^Not found|^This workout was deleted in another tab/),
      ).toBeVisible(QUICK);
    const { title, script } = stored;
    await expect(page.getByLabel('Title')).toHaveValue(title, QUICK);
    await expect(editor(page)).toHaveText(script, QUICK);
  }).toPass(SOON);
}

async function expectPaces(page: Page, api: AthleteApi): Promise<void> {
  await expect(async () => {
    const { trainingPaces, paceUnits } = await api.call<{
      trainingPaces: TrainingPaces;
      paceUnits: PaceUnits;
    }>('GET', '/api/user/paces');
    const [faster] = formatRange(trainingPaces.E, paceUnits).split(' - ');
    await expect(page.getByLabel('Easy from, faster')).toHaveValue(faster ?? '', QUICK);
  }).toPass(SOON);
}

async function expectUnits(page: Page, api: AthleteApi): Promise<void> {
  await expect(async () => {
    const { paceUnits } = await api.call<{ paceUnits: PaceUnits }>('GET', '/api/user/paces');
    await expect(unitsOption(page, paceUnits)).toBeChecked(QUICK);
  }).toPass(SOON);
}

function unitsOption(page: Page, units: PaceUnits): Locator {
  return page.getByRole('radio', { name: new RegExp(PACE_UNIT_LABELS[units]) });
}

const QUICK = { timeout: 200 };
const SOON = { timeout: 20_000, intervals: [50, 100, 200, 400] };

const PATHS = {
  Today: '/app',
  Workouts: '/app/workouts',
  Calendar: '/app/calendar',
  Paces: '/app/paces',
};

async function goTo(page: Page, section: keyof typeof PATHS): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: section, exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(PATHS[section]);
}

/** Like returning to the tab after a while, in which all calls were answered. */
async function returnToTab({ page, pending }: Walk): Promise<void> {
  await page.bringToFront();
  await expect.poll(() => pending.get(page)?.size, SOON).toBe(0);
  await page.clock.fastForward(AWAY_MS);
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
}

async function openWorkout({ page, api, random }: Walk): Promise<string | undefined> {
  const workout = pick(random, await listWorkouts(api));
  if (!workout) return undefined;
  await goTo(page, 'Workouts');
  // A list that is still being refetched may move under the pointer.
  await expectLibrary(page, api);
  await row(page, workout.title).getByRole('link').first().click();
  // The copy of this device is there first. Whoever changes it before the newer one arrives has to compare the two.
  await expectWorkout(page, api, workout.id);
  return workout.title;
}

/** Other toasts may have a button with the same name. */
async function undo(page: Page, words: RegExp): Promise<void> {
  await page
    .locator('.toast')
    .filter({ hasText: words })
    .first()
    .getByRole('button', { name: 'Undo' })
    .click();
}

async function rewrite(page: Page, script: string): Promise<void> {
  await editor(page).press('ControlOrMeta+a');
  await editor(page).press('Delete');
  await editor(page).fill(script);
}

async function save(page: Page, title: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Save', exact: true });
  // An unchanged script has nothing to save.
  if (await button.isDisabled()) return;
  // The status of an earlier save may still be there.
  const saved = page.waitForResponse(
    (response) =>
      response.url().includes('/api/auth/workouts') && response.request().method() !== 'GET',
  );
  await button.click();
  await saved;
  await expect(page.getByText(`${title} saved`).last()).toBeVisible();
}

async function chooseForEntry(walk: Walk, item: string | RegExp): Promise<boolean> {
  const { page, api, random } = walk;
  await goTo(page, 'Calendar');
  await expectWeek(page, api);
  const menus = page.getByRole('article').getByRole('button', { name: /^More actions for / });
  const count = await menus.count();
  if (count === 0) return false;
  await menus.nth(Math.floor(random() * count)).click();
  const choice = page.getByRole('menu').getByRole('menuitem', { name: item });
  await page.getByRole('menu').waitFor();
  if ((await choice.count()) === 0) {
    // Done entries stay when their workout is deleted.
    await page.keyboard.press('Escape');
    return false;
  }
  await choice.click();
  return true;
}

function row(page: Page, title: string): Locator {
  return rows(page).filter({
    has: page.getByRole('button', { name: `More actions for ${title}`, exact: true }),
  });
}

async function listWorkouts(api: AthleteApi): Promise<Stored[]> {
  const { workouts } = await api.call<{ workouts: Stored[] }>('GET', '/api/auth/workouts?limit=50');
  return workouts;
}

async function listEntries(api: AthleteApi, from: string, to: string): Promise<Entry[]> {
  const { entries } = await api.call<{ entries: Entry[] }>(
    'GET',
    `/api/calendar?from=${from}&to=${to}`,
  );
  return entries;
}

async function listWeek(page: Page, api: AthleteApi): Promise<Entry[]> {
  const today = await todayOf(page);
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  return listEntries(api, addDays(today, -weekday), addDays(today, 6 - weekday));
}

/** By the page's clock, which runs ahead of the machine's. */
function todayOf(page: Page): Promise<string> {
  return page.evaluate(() => new Date().toLocaleDateString('sv'));
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Whole minutes only, so that the total does not depend on paces. */
function newScript(random: Random): string {
  const minutes = () => 2 + Math.floor(random() * 20);
  return `${minutes()}m E + ${minutes()}x(${minutes()}m I + 2m E) + ${minutes()}m E`;
}

function minutesOf(script: string): number {
  const [warmUp = 0, count = 0, hard = 0, easy = 0, coolDown = 0] = [
    ...script.matchAll(/\d+/g),
  ].map(Number);
  return warmUp + count * (hard + easy) + coolDown;
}

function clock(minutes: number): string {
  const rest = `${String(minutes % 60).padStart(2, '0')}:00`;
  return minutes < 60 ? `${minutes}:00` : `${Math.floor(minutes / 60)}:${rest}`;
}

function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
