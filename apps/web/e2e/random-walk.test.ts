import { formatRange, type PaceUnits, type TrainingPaces } from '@pacewright/pace';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { apiOf, type RunnerApi, registeredRunner, signIn } from './runner.ts';
import { editor, rows, write } from './writing.ts';

/** `RANDOM_WALKS=10 RANDOM_ACTIONS=500 pnpm e2e --project=walk` for the long ones. */
const WALKS = Number(process.env['RANDOM_WALKS'] ?? 1);
const ACTIONS = Number(process.env['RANDOM_ACTIONS'] ?? 40);
const SEED = Number(process.env['RANDOM_SEED'] ?? 1);

/** The longest that the slow network keeps a call waiting. */
const MAX_DELAY_MS = 250;
/** Longer than an answer of the API counts as fresh, so that a tab that is looked at again asks. */
const AWAY_MS = 31_000;

type Stored = { id: string; title: string; script: string; version: number };
type Entry = { id: string; day: string; title: string; script: string; done: object | null };
type Random = () => number;

type Walk = {
  tabs: Page[];
  /** The tab that is looked at. */
  page: Page;
  api: RunnerApi;
  random: Random;
  log: string[];
};

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });

for (let walk = 0; walk < WALKS; walk += 1)
  test(`a random walk of ${ACTIONS} actions finds every screen as the API has it (seed ${SEED + walk})`, async ({
    page,
    context,
  }) => {
    test.setTimeout(120_000 + ACTIONS * 10_000);
    const random = randomFrom(SEED + walk);
    const walker = await startWalk(page, context, random);
    try {
      for (let count = 0; count < ACTIONS; count += 1) {
        const name = pick(random, ACTION_NAMES);
        walker.log.push(name);
        await ACTIONS_BY_NAME[name]?.(walker);
        await expectScreenIsTrue(walker);
      }
    } catch (error) {
      throw new Error(`After ${walker.log.slice(-12).join(' > ')}: ${String(error)}`, {
        cause: error,
      });
    }
  });

async function startWalk(page: Page, context: BrowserContext, random: Random): Promise<Walk> {
  const runner = await registeredRunner();
  const api = await apiOf(runner);
  for (const title of ['Alpha', 'Bravo', 'Charlie'])
    await api.call('POST', '/api/auth/workouts', {
      workout: { title, script: newScript(random) },
    });
  await context.route('**/api/**', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, random() * MAX_DELAY_MS);
    });
    // A page that was left takes its requests with it.
    await route.continue().catch(() => undefined);
  });
  await context.clock.install();
  await signIn(page, runner);
  const second = await context.newPage();
  await second.goto('/app');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  return { tabs: [page, second], page, api, random, log: [] };
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
    await page.getByRole('button', { name: `More for ${workout.title}`, exact: true }).click();
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
    const add = page.getByRole('button', { name: /^Add (a )?workout on / });
    await add.nth(Math.floor(random() * (await add.count()))).click();
    const choices = page.getByRole('dialog').getByRole('listitem').getByRole('button');
    await choices.first().click();
    await expect(page.getByRole('dialog')).toBeHidden();
  },
  'mark an entry as done, or not': async (walk) => {
    await chooseForEntry(walk, /^Mark as (not )?done$/);
  },
  'remove an entry': async (walk) => {
    if (!(await chooseForEntry(walk, 'Remove from calendar'))) return;
    // What is done asks first.
    const confirm = walk.page.getByRole('alertdialog').getByRole('button', { name: /^Remove/ });
    await Promise.race([
      confirm.click({ timeout: 1500 }).catch(() => undefined),
      walk.page.getByRole('button', { name: 'Undo' }).last().waitFor(),
    ]);
  },
  'move an entry by keyboard': async (walk) => {
    const { page, random } = walk;
    await goTo(page, 'Calendar');
    const cards = page.getByRole('article').filter({ hasNot: page.getByText('Done') });
    const count = await cards.count();
    if (count === 0) return;
    await cards
      .nth(Math.floor(random() * count))
      .getByRole('link')
      .first()
      .focus();
    await page.keyboard.press('m');
    await page.keyboard.press(random() < 0.5 ? 'ArrowRight' : 'ArrowLeft');
    await page.keyboard.press('Enter');
  },

  'edit from Today': async ({ page, random }) => {
    await goTo(page, 'Today');
    const edit = page.getByRole('main').getByRole('link', { name: 'Edit' });
    if ((await edit.count()) === 0) return;
    await edit.click();
    const title = await page.getByLabel('Title').inputValue();
    await rewrite(page, newScript(random));
    await save(page, title);
    await goTo(page, 'Today');
  },
  'do the workout of today': async ({ page, random }) => {
    await goTo(page, 'Today');
    const done = page.getByRole('main').getByRole('button', { name: 'Mark as done' });
    if ((await done.count()) === 0) return;
    await done.click();
    await expect(page.getByText('Marked as done').last()).toBeVisible();
    if (random() < 0.5) await undo(page, /Marked as done/);
  },

  'switch the units': async ({ page, random }) => {
    await page.getByRole('button', { name: /^Account, / }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const name = random() < 0.5 ? 'min/km' : 'min/mile';
    const unit = page.getByRole('radio', { name: new RegExp(name) });
    // Checked once the API has answered.
    await unit.click({ force: true });
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
    await lookAgain(walk.page);
  },
  'change a workout on another device': async ({ page, api, random }) => {
    const workout = pick(random, await listWorkouts(api));
    if (!workout) return;
    await api.call('PUT', `/api/auth/workouts/${workout.id}`, {
      workout: { title: workout.title, script: newScript(random) },
      version: workout.version,
    });
    await lookAgain(page);
  },
  'plan a workout on another device': async ({ page, api, random }) => {
    const workout = pick(random, await listWorkouts(api));
    const week = await listWeek(page, api);
    if (!workout || week.length >= 12) return;
    const today = await dayAhead(page, Math.floor(random() * 3));
    await api.call('POST', '/api/calendar', { workoutId: workout.id, day: today });
    await lookAgain(page);
  },
};

const ACTION_NAMES = Object.keys(ACTIONS_BY_NAME);

/** Compares what the screen shows with what the API has; a slow network may take a moment. */
async function expectScreenIsTrue({ page, api }: Walk): Promise<void> {
  const { pathname, search } = new URL(page.url());
  if (pathname === '/app') await expectToday(page, api);
  else if (pathname === '/app/workouts' && !search) await expectLibrary(page, api);
  else if (pathname === '/app/calendar' && !search) await expectWeek(page, api);
  else if (pathname === '/app/paces') await expectPaces(page, api);
  else if (/^\/app\/workouts\/[0-9a-f-]{36}$/.test(pathname))
    await expectWorkout(page, api, pathname.split('/').at(-1) ?? '');
}

async function expectToday(page: Page, api: RunnerApi): Promise<void> {
  await expect(async () => {
    const today = await dayAhead(page, 0);
    const entries = await listEntries(api, today, await dayAhead(page, 28));
    const next = entries.find(({ done }) => !done);
    const main = page.getByRole('main');
    if (!next) {
      await expect(main.getByRole('region', { name: 'The workout' })).toHaveCount(0, QUICK);
      return;
    }
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(next.title, QUICK);
    await expect(main.getByRole('region', { name: 'The workout' })).toContainText(
      clock(minutesOf(next.script)),
      QUICK,
    );
  }).toPass(SOON);
}

async function expectLibrary(page: Page, api: RunnerApi): Promise<void> {
  await expect(async () => {
    const stored = await listWorkouts(api);
    await expect(rows(page)).toHaveCount(stored.length, QUICK);
    for (const { title } of stored) await expect(row(page, title)).toHaveCount(1, QUICK);
  }).toPass(SOON);
}

async function expectWeek(page: Page, api: RunnerApi): Promise<void> {
  await expect(async () => {
    const stored = (await listWeek(page, api)).map(
      ({ day, title, done }) => `${Number(day.slice(8))} ${title}${done ? ' done' : ''}`,
    );
    const shown: string[] = [];
    for (const day of await page.getByRole('main').getByRole('listitem').all()) {
      const heading = day.getByRole('heading', { level: 2 });
      if ((await heading.count()) === 0) continue;
      const date = /\d+/.exec(await heading.innerText())?.[0] ?? '';
      for (const card of await day.getByRole('article').all()) {
        const title = await card.getByRole('link').first().innerText();
        const isDone = (await card.getByText('Done', { exact: true }).count()) > 0;
        shown.push(`${date} ${title.trim()}${isDone ? ' done' : ''}`);
      }
    }
    expect(shown.toSorted()).toEqual(stored.toSorted());
  }).toPass(SOON);
}

async function expectWorkout(page: Page, api: RunnerApi, id: string): Promise<void> {
  await expect(async () => {
    const stored = await api.call<Stored>('GET', `/api/auth/workouts/${id}`).catch(() => undefined);
    // Deleted meanwhile, and reached by going back.
    if (!stored) return expect(page.getByText('There is nothing here')).toBeVisible(QUICK);
    const { title, script } = stored;
    await expect(page.getByLabel('Title')).toHaveValue(title, QUICK);
    await expect(editor(page)).toHaveText(script, QUICK);
  }).toPass(SOON);
}

async function expectPaces(page: Page, api: RunnerApi): Promise<void> {
  await expect(async () => {
    const { trainingPaces, paceUnits } = await api.call<{
      trainingPaces: TrainingPaces;
      paceUnits: PaceUnits;
    }>('GET', '/api/user/paces');
    const [faster] = formatRange(trainingPaces.E, paceUnits).split(' - ');
    await expect(page.getByLabel('Easy from, faster')).toHaveValue(faster ?? '', QUICK);
  }).toPass(SOON);
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

/** As when the runner comes back to the tab after a while. */
async function lookAgain(page: Page): Promise<void> {
  await page.bringToFront();
  await page.clock.fastForward(AWAY_MS);
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
}

async function openWorkout({ page, api, random }: Walk): Promise<string | undefined> {
  const workout = pick(random, await listWorkouts(api));
  if (!workout) return undefined;
  await goTo(page, 'Workouts');
  await row(page, workout.title).getByRole('link').first().click();
  await expect(page.getByLabel('Title')).toHaveValue(workout.title);
  return workout.title;
}

/** Other toasts may have a button of the same name. */
async function undo(page: Page, words: RegExp): Promise<void> {
  await page
    .locator('[data-sonner-toast]')
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
  // The same script as before leaves nothing to save.
  if (await button.isDisabled()) return;
  // The words of an earlier save may still be there.
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
  const menus = page.getByRole('article').getByRole('button', { name: /^More for / });
  const count = await menus.count();
  if (count === 0) return false;
  await menus.nth(Math.floor(random() * count)).click();
  await page.getByRole('menuitem', { name: item }).click();
  return true;
}

function row(page: Page, title: string): Locator {
  return rows(page).filter({
    has: page.getByRole('button', { name: `More for ${title}`, exact: true }),
  });
}

async function listWorkouts(api: RunnerApi): Promise<Stored[]> {
  const { workouts } = await api.call<{ workouts: Stored[] }>('GET', '/api/auth/workouts?limit=50');
  return workouts;
}

async function listEntries(api: RunnerApi, from: string, to: string): Promise<Entry[]> {
  const { entries } = await api.call<{ entries: Entry[] }>(
    'GET',
    `/api/calendar?from=${from}&to=${to}`,
  );
  return entries;
}

async function listWeek(page: Page, api: RunnerApi): Promise<Entry[]> {
  const weekday = await page.evaluate(() => (new Date().getDay() + 6) % 7);
  return listEntries(api, await dayAhead(page, -weekday), await dayAhead(page, 6 - weekday));
}

/** A day by the page's clock, which runs ahead of the machine's. */
function dayAhead(page: Page, days: number): Promise<string> {
  return page.evaluate((ahead) => {
    const date = new Date();
    date.setDate(date.getDate() + ahead);
    return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
  }, days);
}

/** Whole minutes only, so that the total does not depend on anybody's paces. */
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
