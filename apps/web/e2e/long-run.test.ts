import { recordScript } from '@pacewright/activity/testing';
import type { Page } from '@playwright/test';
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
test.describe.configure({ timeout: 180_000 });

test('a run of three hours is drawn', async ({ page }) => {
  await page.addInitScript(timeWorkers);
  await page.goto('/try');
  await writeScript(page, SCRIPT);
  const session = await page.context().newCDPSession(page);
  const file = Buffer.from(recordScript(SCRIPT, { hasPositions: true }));
  // Once before, so that the code is loaded.
  await timeRun(page, file);
  const times: string[] = [];
  let best = Infinity;
  for (let round = 0; round < MAX_ROUNDS && best >= BUDGET; round++) {
    await page.getByRole('button', { name: 'Close this run' }).click();
    const { speed } = await throttle(page, session, SLOW_DOWN);
    const { page: inPage, worker } = await timeRun(page, file);
    // The browser slows only the page down, and not its workers.
    const slowed = inPage + worker * Math.max(1, SLOW_DOWN * speed);
    times.push(`${slowed.toFixed(0)} ms (page ${inPage.toFixed(0)}, worker ${worker.toFixed(0)})`);
    best = Math.min(best, inPage);
  }
  console.log(`A run of three hours: ${times.join(', ')}`);
  expect(best).toBeLessThan(BUDGET);
});

async function timeRun(page: Page, buffer: Buffer): Promise<{ page: number; worker: number }> {
  await page.evaluate(() => {
    Object.assign(window, { workerMilliseconds: 0 });
    const input = document.querySelector('input[aria-label="FIT file of a run"]');
    input?.addEventListener('change', () => performance.mark('chosen'), { once: true });
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('.run-line')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => performance.mark('drawn')));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page
    .getByLabel('FIT file of a run')
    .setInputFiles({ name: 'long.fit', mimeType: 'application/octet-stream', buffer });
  await expect(page.locator('.run-line')).toBeVisible();
  return page.evaluate(async () => {
    while (performance.getEntriesByName('drawn').length === 0)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    const { duration } = performance.measure('run', 'chosen', 'drawn');
    performance.clearMarks();
    const worker = Number(Reflect.get(window, 'workerMilliseconds'));
    return { page: duration - worker, worker };
  });
}

/** In the page: adds up the time between a message to a worker and its answer. */
function timeWorkers(): void {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, ...message: [unknown]) {
    const start = performance.now();
    const onAnswer = () => {
      const before = Number(Reflect.get(window, 'workerMilliseconds') ?? 0);
      Reflect.set(window, 'workerMilliseconds', before + performance.now() - start);
    };
    this.addEventListener('message', onAnswer, { once: true });
    post.apply(this, message);
  } as typeof post;
}
