import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openApp, registeredAthlete } from './accounts.ts';
import { markDrawings, slowestOfMost, timeDrawings } from './drawing-times.ts';
import { measureSpeed } from './machine-speed.ts';

// Drags in a chart of sixty blocks, at a quarter of the reference machine's speed, in ms of the page's own CPU time
// (decision 0161). The goal is one frame at 60 a second, 16.7 ms; two are the limit. Most of it is Chromium laying out
// and painting the words of sixty blocks.
const SLOW_DOWN = 4;
const BUDGET = 33.3;
const MAX_ROUNDS = 5;
const MOVES = 40;

const SCRIPT = '10m E + 29x(1m I + 1m E) + 10m E';

test.use({ viewport: { width: 1440, height: 900 }, trace: 'off' });

type Drag = { from: [x: number, y: number]; to: [x: number, y: number] };

/** In shares of the first block's width, and in lanes from the baseline. */
const DRAGS: Record<string, Drag> = {
  length: { from: [1, 0.5], to: [3, 0.5] },
  pace: { from: [0.5, 0.5], to: [0.5, 4.5] },
  place: { from: [0.5, 0.5], to: [6, 0.5] },
};

for (const [name, drag] of Object.entries(DRAGS))
  test(`a dragged ${name} is drawn within two frames`, async ({ page, browser }) => {
    await openApp(page, await registeredAthlete(), '/app/workouts/new');
    await page.locator('.cm-content').press('Control+A');
    await page.keyboard.insertText(SCRIPT);
    await expect(page.getByText(/^60 steps, /)).toBeAttached();
    const chart = page.getByRole('listbox', { name: 'Workout chart' });
    const first = chart.getByRole('option').first();
    await first.hover();
    await first.click();
    await expect(chart.getByRole('option', { selected: true })).toHaveCount(1);

    await page.evaluate(markDrawings, { input: 'pointermove', selector: '.profile' });
    const tracing = await browser.newBrowserCDPSession();
    const session = await page.context().newCDPSession(page);
    const rounds: number[] = [];
    const speeds: number[] = [];
    do {
      const speed = await measureSpeed(page, session);
      const times = await timeDrawings(tracing, () => dragAlong(page, chart, drag));
      speeds.push(speed);
      expect(times.size).toBeGreaterThan(3);
      rounds.push(slowestOfMost(times) * speed * SLOW_DOWN);
    } while (Math.min(...rounds) >= BUDGET && rounds.length < MAX_ROUNDS);
    console.log(
      `figure: dragging (${name}), 95th percentile of frames: ${rounds.map((time) => time.toFixed(1)).join(', ')} ms (machine: ${speeds.map((speed) => speed.toFixed(2)).join(', ')})`,
    );
    expect(Math.min(...rounds)).toBeLessThan(BUDGET);
  });

/** There and back, so that every round begins with the same script. */
async function dragAlong(page: Page, chart: Locator, { from, to }: Drag): Promise<void> {
  const block = (await chart.getByRole('option').first().boundingBox()) ?? Promise.reject();
  const { x, y, width, height } = await block;
  // The first block is one lane high.
  const at = ([shareX, lanes]: [number, number]) => [x + width * shareX, y + height * (1 - lanes)];
  const [startX = 0, startY = 0] = at(from);
  const [endX = 0, endY = 0] = at(to);
  await page.mouse.move(startX - 1, startY);
  await page.mouse.down();
  for (let move = 0; move <= 2 * MOVES; move++) {
    const share = 1 - Math.abs(1 - move / MOVES);
    await page.mouse.move(startX - 1 + (endX - startX) * share, startY + (endY - startY) * share);
    await page.evaluate(nextFrame);
  }
  await page.keyboard.press('Escape');
  await page.mouse.up();
}

/** In the page: resolves once the frame is painted. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
