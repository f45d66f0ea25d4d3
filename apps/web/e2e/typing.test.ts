import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openApp, registeredAthlete } from './accounts.ts';
import { measureSpeed } from './machine-speed.ts';

// In ms of the page's own CPU time on the reference machine (decision 0111), so that other load does not count.
// The goal is one frame, 16 ms; two are the limit. Half of it is Chromium laying out the edited line and painting
// the chart, the other half is reading the script and rendering 680 blocks.
const BUDGET = 32;
/** CPU caches are shared with other processes; a slow page stays slow. */
const MAX_ROUNDS = 10;

const SCRIPT = `${'15m E\n+ 5x(3m I + 2m E)\n+ 2km 5k\n+ '.repeat(57)}5m E`;
const TYPED = ' + 10m T + 5x(400mtr R + 90s jog) + 20m Z2 + 3km 5k + 1h30m E';

// A trace would take its share of the time.
test.use({ viewport: { width: 1440, height: 900 }, trace: 'off' });

test('nearly every letter typed after 2,000 others is drawn within the budget', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  expect(SCRIPT.length).toBeGreaterThanOrEqual(1990);
  await openApp(page, await registeredAthlete(), '/app/workouts/new');
  await page.locator('.cm-content').waitFor();
  await page.evaluate(markChart);

  const tracing = await browser.newBrowserCDPSession();
  const session = await page.context().newCDPSession(page);
  const rounds: number[] = [];
  const speeds = [await measureSpeed(page, session)];
  do {
    const slowest = await slowestOfMost(page, tracing);
    speeds.push(await measureSpeed(page, session));
    // The mean of before and after, because the host's other guests come and go within seconds.
    const [before = 1, after = 1] = speeds.slice(-2);
    rounds.push((slowest * (before + after)) / 2);
  } while (Math.min(...rounds) >= BUDGET && rounds.length < MAX_ROUNDS);
  const list = (values: number[], digits: number) =>
    values.map((value) => value.toFixed(digits)).join(', ');
  console.log(`Key to chart, 95th percentile: ${list(rounds, 1)} ms (machine: ${list(speeds, 2)})`);
  expect(Math.min(...rounds)).toBeLessThan(BUDGET);
});

/** The 95th percentile of one round of typing. */
async function slowestOfMost(page: Page, tracing: CDPSession): Promise<number> {
  const editor = page.locator('.cm-content');
  await editor.press('Control+A');
  await editor.press('Backspace');
  await page.keyboard.insertText(SCRIPT);

  const marks: Mark[] = [];
  const collect = ({ value }: { value: object[] }) => marks.push(...(value as Mark[]));
  tracing.on('Tracing.dataCollected', collect);
  const traceConfig = { includedCategories: ['blink.user_timing'] };
  await tracing.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await page.keyboard.type(TYPED, { delay: 60 });
  await expect(editor).toContainText(TYPED.slice(-10));
  const isComplete = new Promise((resolve) => tracing.once('Tracing.tracingComplete', resolve));
  await tracing.send('Tracing.end');
  await isComplete;
  tracing.off('Tracing.dataCollected', collect);

  const taken = timesOf(marks);
  // Most letters change the chart; white space and pluses need not.
  expect(taken.length).toBeGreaterThan(TYPED.length * 0.5);
  return taken[Math.ceil(taken.length * 0.95) - 1] ?? Infinity;
}

/** The time, and the CPU time of the page's thread until then. In µs. */
type Mark = { name: string; cat: string; ts: number; tts: number };

/** From each key to its chart in the page, and the frame that painted it. In ms, sorted. */
function timesOf(marks: readonly Mark[]): number[] {
  const times: number[] = [];
  const last: Record<string, Mark | undefined> = {};
  for (const mark of marks.toSorted((one, other) => one.ts - other.ts)) {
    last[mark.name] = mark;
    const { key, drawn, frame } = last;
    if (mark.name !== 'painted' || !key || !drawn || !frame) continue;
    times.push((drawn.tts - key.tts + mark.tts - frame.tts) / 1000);
  }
  return times.sort((one, other) => one - other);
}

/** In the page: marks every key, its chart, and the frame that paints it. */
function markChart(): void {
  let isWaiting = false;
  window.addEventListener(
    'keydown',
    () => {
      performance.mark('key');
      isWaiting = true;
    },
    true,
  );
  const chart = document.querySelector('.profile');
  if (!chart) throw new Error('There is no chart');
  new MutationObserver(() => {
    if (!isWaiting) return;
    isWaiting = false;
    performance.mark('drawn');
    requestAnimationFrame(() => {
      performance.mark('frame');
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => performance.mark('painted'));
      port1.start();
      port2.postMessage('painted');
    });
  }).observe(chart, { subtree: true, childList: true, attributes: true, characterData: true });
}
