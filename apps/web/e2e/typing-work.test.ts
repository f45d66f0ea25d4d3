import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openApp, registeredAthlete } from './accounts.ts';
import { PLAN, SCRIPT } from './typing-texts.ts';

// The work of a letter typed into a long text, counted: nodes added to the page, and commits of React. On a busy machine
// letters share a commit, so there are fewer, never more. typing.test.ts measures the time.

test.use({ viewport: { width: 1440, height: 900 } });

/** Of a letter, on average. */
type Work = { nodes: number; commits: number };

/** Enough for every kind of letter. */
const LETTERS = 24;

const CASES: [string, typeof SCRIPT, Work][] = [
  ['2,000 letters', SCRIPT, { nodes: 220, commits: 8 }],
  ['a plan of 24 weeks', PLAN, { nodes: 150, commits: 8 }],
];

for (const [name, { path, text, typed, drawing }, most] of CASES)
  test(`a letter typed after ${name} draws few nodes, in few commits`, async ({ page }) => {
    await page.addInitScript(countWork);
    await openApp(page, await registeredAthlete(), path);
    const editor = page.locator('.cm-content');
    await editor.press('Control+A');
    await editor.press('Backspace');
    await page.keyboard.insertText(text);
    await page.locator(drawing).first().waitFor();
    await settle(page);
    const before = await readWork(page);
    for (const letter of typed.slice(0, LETTERS)) {
      await page.keyboard.type(letter);
      await settle(page);
    }
    const after = await readWork(page);
    const work = {
      nodes: Math.round((after.nodes - before.nodes) / LETTERS),
      commits: Math.round((10 * (after.commits - before.commits)) / LETTERS) / 10,
    };
    console.log(`figure: a letter after ${name}: ${work.nodes} nodes, ${work.commits} commits`);
    expect(work.commits).toBeGreaterThan(0);
    expect(work.nodes).toBeLessThanOrEqual(most.nodes);
    expect(work.commits).toBeLessThanOrEqual(most.commits);
  });

/** In the page: counts nodes that are added, and commits, which React reports to its developer tools. */
function countWork(): void {
  const work = { nodes: 0, commits: 0 };
  const hook = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: () => void work.commits++,
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
    checkDCE: () => {},
  };
  Object.assign(window, { work, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        work.nodes += node instanceof Element ? 1 + node.querySelectorAll('*').length : 1;
  }).observe(document, { childList: true, subtree: true });
}

function readWork(page: Page): Promise<Work> {
  return page.evaluate(() => ({ ...(window as unknown as { work: Work }).work }));
}

/** Waits for frames until one changes nothing. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { work } = window as unknown as { work: Work };
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await frame();
    for (let seen = -1; seen !== work.nodes + work.commits; await frame())
      seen = work.nodes + work.commits;
  });
}
