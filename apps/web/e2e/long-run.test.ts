import { recordScript } from '@pacewright/activity/testing';
import type { CDPSession, Page, Worker } from '@playwright/test';
import { writeScript } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { throttle } from './machine-speed.ts';

/** From the choice of a file to its drawing, in ms, at a quarter of the reference machine's speed (decision 0161). */
const BUDGET = 300;
const SLOW_DOWN = 4;
/** Other load on the machine can only slow a round down, so one good round is proof. */
const MAX_ROUNDS = 10;
const SCRIPT = '20m E + 4x(30m M + 5m E) + 20m E';

// A trace would take its share of the time.
test.use({ viewport: { width: 390, height: 844 }, trace: 'off' });

test('a run of three hours is drawn', async ({ page }) => {
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
  await reader.evaluate(timeAnswers);
  const first = await timeRun(page, reader, session, () => chooser.setFiles(file));
  const times = [`${first.text} at first`];
  let best = Infinity;
  // The first run also loads and compiles the code of the chart, which varies the most.
  for (let round = 0; round < MAX_ROUNDS && best >= BUDGET; round++) {
    await page.getByRole('button', { name: 'Close run' }).click();
    const { total, text } = await timeRun(page, reader, session, () =>
      page.getByLabel('FIT file of your run').setInputFiles(file),
    );
    times.push(text);
    best = Math.min(best, total);
  }
  console.log(`figure: a run of three hours: ${times.join(', ')}`);
  expect(best).toBeLessThan(BUDGET);
});

async function timeRun(
  page: Page,
  reader: Worker,
  session: CDPSession,
  choose: () => Promise<void>,
): Promise<{ total: number; text: string }> {
  const { speed } = await throttle(page, session, SLOW_DOWN);
  await page.evaluate(() => {
    performance.clearMarks();
    const input = document.querySelector('input[aria-label="FIT file of your run"]');
    input?.addEventListener('change', () => performance.mark('chosen'), { once: true });
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('.run-line')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => performance.mark('drawn')));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await choose();
  await expect(page.locator('.run-line')).toBeVisible();
  const duration = await page.evaluate(async () => {
    while (performance.getEntriesByName('drawn').length === 0)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.measure('run', 'chosen', 'drawn').duration;
  });
  const worker = await reader.evaluate(() =>
    Number(Reflect.get(globalThis, 'answeringMilliseconds')),
  );
  const inPage = duration - worker;
  // The browser slows only the page down, and not its workers.
  const total = inPage + worker * Math.max(1, SLOW_DOWN * speed);
  const text = `${total.toFixed(0)} ms (page ${inPage.toFixed(0)}, worker ${worker.toFixed(0)})`;
  return { total, text };
}

/** In the worker: the time from the first question of a file to the last answer, which the page may take much later. */
function timeAnswers(): void {
  const post = globalThis.postMessage.bind(globalThis);
  let [waiting, since] = [0, 0];
  addEventListener('message', () => {
    if (waiting++ === 0) since = performance.now();
  });
  globalThis.postMessage = (message: unknown) => {
    if (--waiting === 0)
      Reflect.set(globalThis, 'answeringMilliseconds', performance.now() - since);
    post(message);
  };
}
