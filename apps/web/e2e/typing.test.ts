import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openApp, registeredAthlete } from './accounts.ts';
import { markDrawings, slowestOfMost, timeDrawings } from './drawing-times.ts';
import { measureSpeed } from './machine-speed.ts';
import { PLAN, SCRIPT, type Typing } from './typing-texts.ts';

// Letters typed into a long script, and into a plan of 24 weeks.
//
// In ms of the page's own CPU time on the reference machine (decision 0161), so that other load does not count.
// The goal is one frame, 16 ms; two are the limit. Half of it is Chromium laying out the edited line and painting
// the chart, the other half is reading the script and rendering 680 blocks.
const BUDGET = 32;
const MAX_ROUNDS = 10;

// A trace would take its share of the time.
test.use({ viewport: { width: 1440, height: 900 }, trace: 'off' });

for (const [name, typing] of [
  ['2,000 others', SCRIPT],
  ['a plan of 24 weeks', PLAN],
] as const)
  test(`nearly every letter typed after ${name} is drawn within the budget`, async ({
    page,
    browser,
  }) => {
    await openApp(page, await registeredAthlete(), typing.path);
    await page.locator('.cm-content').waitFor();
    // The drawing of a plan appears with its first week.
    await replaceText(page, typing.text);
    await page.locator(typing.drawing).first().waitFor();
    await page.evaluate(markDrawings, { input: 'keydown', selector: typing.drawing });

    const tracing = await browser.newBrowserCDPSession();
    const session = await page.context().newCDPSession(page);
    // The least time of each letter: other processes use the same CPU caches, and delay now this letter, now that
    // one. A letter that is slow to draw is slow in every round.
    const least = new Map<number, number>();
    const rounds: number[] = [];
    const speeds = [await measureSpeed(page, session)];
    do {
      const times = await typeRound(page, tracing, typing, 60 / Math.min(1, speeds.at(-1) ?? 1));
      speeds.push(await measureSpeed(page, session));
      // The mean of before and after, because the host's other guests come and go within seconds.
      const [before = 1, after = 1] = speeds.slice(-2);
      const speed = (before + after) / 2;
      for (const [letter, time] of times)
        least.set(letter, Math.min(least.get(letter) ?? Infinity, time * speed));
      // Most letters change the drawing; white space and pluses need not.
      const isMeasured = least.size > typing.typed.length * 0.5;
      rounds.push(isMeasured ? slowestOfMost(least) : Infinity);
    } while ((rounds.at(-1) ?? Infinity) >= BUDGET && rounds.length < MAX_ROUNDS);
    const list = (values: number[], digits: number) =>
      values.map((value) => value.toFixed(digits)).join(', ');
    console.log(
      `figure: key to drawing, after ${name}, 95th percentile: ${list(rounds, 1)} ms (machine: ${list(speeds, 2)})`,
    );
    expect(rounds.at(-1)).toBeLessThan(BUDGET);
  });

async function replaceText(page: Page, text: string): Promise<void> {
  const editor = page.locator('.cm-content');
  await editor.press('Control+A');
  await editor.press('Backspace');
  await page.keyboard.insertText(text);
}

/** The time of each letter in one round of typing. */
async function typeRound(
  page: Page,
  tracing: CDPSession,
  { text, typed }: Typing,
  delay: number,
): Promise<Map<number, number>> {
  const editor = page.locator('.cm-content');
  await replaceText(page, text);

  return timeDrawings(tracing, async () => {
    await page.keyboard.type(typed, { delay });
    await expect(editor).toContainText(typed.slice(-10));
  });
}
