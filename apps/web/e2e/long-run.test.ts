import { recordScript } from '@pacewright/activity/testing';
import type { CDPSession, Page } from '@playwright/test';
import { writeScript } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { throttle } from './machine-speed.ts';

/**
 * The page's part from the choice of a file to its drawing, in ms, at a quarter of the reference machine's speed (decision
 * 0111). The worker's part is printed; docs/performance.md says what it takes.
 */
const BUDGET = 300;
const SLOW_DOWN = 4;
/** Other load on the machine can only slow a round down, so one good round is proof. */
const MAX_ROUNDS = 10;
const SCRIPT = '20m E + 4x(30m M + 5m E) + 20m E';

// A trace would take its share of the time.
test.use({ viewport: { width: 390, height: 844 }, trace: 'off' });
test.describe.configure({ timeout: 300_000 });

test('a run of three hours is drawn', async ({ page }) => {
  await page.addInitScript(timeWorkers);
  const session = await page.context().newCDPSession(page);
  const file = {
    name: 'long.fit',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(recordScript(SCRIPT, { hasPositions: true })),
  };
  await page.goto('/try');
  await writeScript(page, SCRIPT);
  const [chooser, reader] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.waitForEvent('worker'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  // Nobody finds a file faster than that.
  await expect
    .poll(() => reader.evaluate(() => performance.getEntriesByName('ready').length))
    .toBe(1);
  const first = await timeRun(page, session, () => chooser.setFiles(file));
  const times = [`${first.text} at first`];
  let best = Infinity;
  // The first run also loads and compiles the code of the chart, which varies the most.
  for (let round = 0; round < MAX_ROUNDS && best >= BUDGET; round++) {
    await page.getByRole('button', { name: 'Close this run' }).click();
    const { inPage, text } = await timeRun(page, session, () =>
      page.getByLabel('FIT file of a run').setInputFiles(file),
    );
    times.push(text);
    best = Math.min(best, inPage);
  }
  console.log(`A run of three hours: ${times.join(', ')}`);
  expect(best).toBeLessThan(BUDGET);
});

async function timeRun(
  page: Page,
  session: CDPSession,
  choose: () => Promise<void>,
): Promise<{ inPage: number; text: string }> {
  const { speed } = await throttle(page, session, SLOW_DOWN);
  await page.evaluate(() => {
    performance.clearMarks();
    Reflect.set(window, 'workerMilliseconds', 0);
    const input = document.querySelector('input[aria-label="FIT file of a run"]');
    input?.addEventListener('change', () => performance.mark('chosen'), { once: true });
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('.run-line')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => performance.mark('drawn')));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await choose();
  await expect(page.locator('.run-line')).toBeVisible();
  const { duration, worker } = await page.evaluate(async () => {
    while (performance.getEntriesByName('drawn').length === 0)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return {
      duration: performance.measure('run', 'chosen', 'drawn').duration,
      worker: Number(Reflect.get(window, 'workerMilliseconds')),
    };
  });
  const inPage = duration - worker;
  // The browser slows only the page down, and not its workers.
  const total = inPage + worker * Math.max(1, SLOW_DOWN * speed);
  const text = `${total.toFixed(0)} ms (page ${inPage.toFixed(0)}, worker ${worker.toFixed(0)})`;
  return { inPage, text };
}

/** In the page: adds up the time in which a worker has something to answer. */
function timeWorkers(): void {
  const post = Worker.prototype.postMessage;
  let [waiting, since] = [0, 0];
  const known = new Set<Worker>();
  Worker.prototype.postMessage = function (this: Worker, ...message: [unknown]) {
    if (waiting++ === 0) since = performance.now();
    if (!known.has(this))
      this.addEventListener('message', () => {
        if (--waiting > 0) return;
        const before = Number(Reflect.get(window, 'workerMilliseconds') ?? 0);
        Reflect.set(window, 'workerMilliseconds', before + performance.now() - since);
      });
    known.add(this);
    post.apply(this, message);
  } as typeof post;
}
