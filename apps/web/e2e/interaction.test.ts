import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { throttle } from './machine-speed.ts';
import { openApp, planWorkout, registeredAthlete, saveWorkout, scriptEditor } from './accounts.ts';

/** From a press to the next frame, in ms, at a quarter of the reference machine's speed (decision 0111). */
const BUDGET = 100;
const SLOW_DOWN = 4;
const PRESSES = 20;
/** Other load on the machine can only slow a round down, so one good round is proof. */
const MAX_ROUNDS = 10;

// A trace would take its share of the time.
test.use({ viewport: { width: 1440, height: 900 }, trace: 'off' });
test.describe.configure({ timeout: 180_000 });

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

/** Presses repeatedly, and expects nearly every response within a frame. */
async function expectPrompt(
  page: Page,
  what: string,
  press: (index: number) => Promise<void>,
  startRound = async () => {},
): Promise<void> {
  await page.evaluate(recordInteractions);
  const session = await page.context().newCDPSession(page);
  const rounds: number[] = [];
  const speeds: string[] = [];
  do {
    const { speed } = await throttle(page, session, SLOW_DOWN);
    speeds.push(speed.toFixed(2));
    await startRound();
    await page.evaluate(untilPainted);
    await page.evaluate(slowestOfMost, 1);
    for (let index = 0; index < PRESSES; index++) {
      await press(index);
      await page.evaluate(untilPainted);
    }
    rounds.push(await page.evaluate(slowestOfMost, PRESSES));
  } while (Math.min(...rounds) >= BUDGET && rounds.length < MAX_ROUNDS);
  console.log(
    `${what}, press to paint, 95th percentile: ${rounds.join(', ')} ms (machine: ${speeds.join(', ')})`,
  );
  expect(Math.min(...rounds)).toBeLessThan(BUDGET);
}

/** In the page: records the duration of each press, as measured by the browser. */
function recordInteractions(): void {
  const longest = new Map<number, number>();
  Object.assign(window, { pressesToPaint: longest });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId)
        longest.set(
          entry.interactionId,
          Math.max(longest.get(entry.interactionId) ?? 0, entry.duration),
        );
    // The browser does not report events that are handled within a frame.
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** In the page: resolves once the changes are painted and measured. */
function untilPainted(): Promise<void> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
  );
}

/** In the page: the 95th percentile of the presses since the last call. */
function slowestOfMost(presses: number): number {
  const { pressesToPaint } = window as unknown as { pressesToPaint: Map<number, number> };
  const times = [...pressesToPaint.values()].sort((one, other) => other - one);
  pressesToPaint.clear();
  return times[Math.floor(presses * 0.05)] ?? 16;
}
