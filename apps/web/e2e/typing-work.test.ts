import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openApp, registeredAthlete } from './accounts.ts';
import { PLAN, SCRIPT } from './typing-texts.ts';

// The work of a letter typed into a long text, and of a move while a block is dragged, counted: nodes added to the page, and
// commits of React. On a busy machine letters share a commit, so there are fewer, never more. typing.test.ts and
// dragging.test.ts measure the time.

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

/** How far each move drags the first of sixty blocks, in px, and its work on average. */
const DRAGS: [string, [right: number, up: number], Work][] = [
  ['length', [3, 0], { nodes: 2, commits: 1 }],
  ['pace', [0, 6], { nodes: 2, commits: 0.5 }],
  ['place', [6, 0], { nodes: 2, commits: 1.5 }],
];
const MOVES = 24;

for (const [name, [right, up], most] of DRAGS)
  test(`a move that drags a ${name} in a chart of sixty blocks draws few nodes, at once`, async ({
    page,
  }) => {
    await page.addInitScript(countWork);
    await openApp(page, await registeredAthlete(), '/app/workouts/new');
    await page.locator('.cm-content').press('Control+A');
    await page.keyboard.insertText('10m E + 29x(1m I + 1m E) + 10m E');
    const chart = page.getByRole('listbox', { name: 'Workout chart' });
    const first = chart.getByRole('option').first();
    await first.click();
    await expect(chart.getByRole('option', { selected: true })).toHaveCount(1);
    const box = await first.boundingBox();
    if (!box) throw new Error('The first block is not drawn');
    const [x, y] = [box.x + box.width * (name === 'length' ? 1 : 0.5) - 1, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    // The first pixels decide what is dragged.
    await page.mouse.move(x + 3 * right, y - 3 * up);
    await settle(page);
    const before = await readWork(page);
    for (let move = 1; move <= MOVES; move++) {
      await page.mouse.move(x + (3 + move) * right, y - (3 + move) * up);
      await settle(page);
    }
    const after = await readWork(page);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    const [nodes, commits] = [after.nodes - before.nodes, after.commits - before.commits];
    console.log(
      `figure: a move that drags a ${name}: ${nodes / MOVES} nodes, ${commits / MOVES} commits`,
    );
    expect(commits).toBeGreaterThan(0);
    expect(nodes / MOVES).toBeLessThanOrEqual(most.nodes);
    expect(commits / MOVES).toBeLessThanOrEqual(most.commits);
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
