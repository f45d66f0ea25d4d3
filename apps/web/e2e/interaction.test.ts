import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { slowestOfMost } from './drawing-times.ts';
import { throttle } from './machine-speed.ts';
import { openApp, planWorkout, registeredAthlete, saveWorkout, scriptEditor } from './accounts.ts';

/** From a press to the next frame, in ms, at a quarter of the reference machine's speed (decision 0161). */
const BUDGET = 100;
const SLOW_DOWN = 4;
const PRESSES = 20;
const MAX_ROUNDS = 10;
/** The browser does not report events that are handled within a frame. */
const MIN_REPORTED = 16;

// A trace would take its share of the time.
test.use({ viewport: { width: 1440, height: 900 }, trace: 'off' });

test('typing in the editor', async ({ page }) => {
  await openApp(page, await registeredAthlete(), '/app/workouts/new');
  await expectPrompt(
    page,
    'Typing',
    async (index) => {
      await page.keyboard.press(' + 10m E + 3km 5k + 90s jog'.at(index) ?? 'E');
    },
    // A longer text takes longer, so every round starts with the same.
    async () => {
      await scriptEditor(page).press('Control+A');
      await scriptEditor(page).press('Backspace');
      await page.keyboard.insertText('15m E + 5x(3m I + 2m E)');
    },
  );
});

test('navigating between screens', async ({ page }) => {
  await openApp(page, await busyAthlete());
  const links = ['Workouts', 'Calendar', 'Paces', 'Today'].map((name) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }),
  );
  // Once through all screens, so that every one has been loaded.
  for (const link of links) await goTo(link);
  await expectPrompt(page, 'Screens', (index) => goTo(links[index % links.length]));
});

test('changing the units', async ({ page }) => {
  await openApp(page, await registeredAthlete(), '/app/paces');
  const units = ['min/km', 'min/mile'].map((name) => page.getByRole('radio', { name }));
  await expect(units[0] as Locator).toBeVisible();
  await expectPrompt(page, 'Units', async (index) => {
    const unit = units[index % 2] as Locator;
    await unit.check({ force: true });
  });
});

test('navigating the calendar', async ({ page }) => {
  await openApp(page, await busyAthlete(), '/app/calendar');
  const [next, last] = ['Next week', 'Previous week'].map((name) =>
    page.getByRole('button', { name }),
  ) as [Locator, Locator];
  for (const button of [next, last]) {
    await button.click();
    await expect(page.getByRole('link', { name: 'Five by three' }).first()).toBeVisible();
  }
  await expectPrompt(page, 'Weeks', async (index) => {
    await (index % 2 === 0 ? next : last).click();
    await expect(page.getByRole('link', { name: 'Five by three' }).first()).toBeVisible();
  });
});

/** An athlete who runs every other day, this week and in the weeks around it. */
async function busyAthlete() {
  const athlete = await registeredAthlete();
  const id = await saveWorkout(athlete, {
    title: 'Five by three',
    script: '15m E + 5x(3m I + 2m E) + 10m E',
  });
  for (let day = -14; day <= 20; day += 2) {
    const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10);
    await planWorkout(athlete, id, date);
  }
  return athlete;
}

async function goTo(link: Locator | undefined): Promise<void> {
  await link?.click();
  await expect(link as Locator).toHaveAttribute('aria-current', 'page');
}

/** Presses repeatedly, and expects nearly every response within the budget. */
async function expectPrompt(
  page: Page,
  what: string,
  press: (index: number) => Promise<void>,
  startRound = async () => {},
): Promise<void> {
  await page.evaluate(recordInteractions, MIN_REPORTED);
  const session = await page.context().newCDPSession(page);
  // The least time of each press: the host's other guests delay now this press, now that one. A press that is slow
  // to paint is slow in every round.
  const least = new Map<number, number>();
  const rounds: number[] = [];
  const speeds: string[] = [];
  do {
    const { speed } = await throttle(page, session, SLOW_DOWN);
    speeds.push(speed.toFixed(2));
    await startRound();
    const starts: number[] = [];
    for (let index = 0; index < PRESSES; index++) {
      starts.push(await page.evaluate(untilPainted));
      await press(index);
    }
    await page.evaluate(untilPainted);
    const times = timesOf(starts, await page.evaluate(takeInteractions));
    for (const [index, time] of times.entries())
      least.set(index, Math.min(least.get(index) ?? Infinity, time));
    rounds.push(slowestOfMost(least));
  } while ((rounds.at(-1) ?? Infinity) >= BUDGET && rounds.length < MAX_ROUNDS);
  console.log(
    `figure: ${what}, press to paint, 95th percentile: ${rounds.join(', ')} ms (machine: ${speeds.join(', ')})`,
  );
  expect(rounds.at(-1)).toBeLessThan(BUDGET);
}

type Interaction = { start: number; duration: number };

/** The longest duration of each press, which may consist of several events. */
function timesOf(starts: readonly number[], interactions: readonly Interaction[]): number[] {
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? Infinity;
    const own = interactions.filter((each) => each.start >= start && each.start < end);
    return Math.max(MIN_REPORTED, ...own.map(({ duration }) => duration));
  });
}

/** In the page: records the duration of each press, as measured by the browser. */
function recordInteractions(durationThreshold: number): void {
  const interactions: Interaction[] = [];
  Object.assign(window, { interactions });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId)
        interactions.push({ start: entry.startTime, duration: entry.duration });
  }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
}

/** In the page: the time, once the changes are painted and measured. */
function untilPainted(): Promise<number> {
  return new Promise((resolve) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))),
    ),
  );
}

/** In the page: the interactions since the last call. */
function takeInteractions(): Interaction[] {
  const { interactions } = window as unknown as { interactions: Interaction[] };
  return interactions.splice(0);
}
