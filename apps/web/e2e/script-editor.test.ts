import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openApp, registeredAthlete } from './accounts.ts';

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test.describe('by keyboard', () => {
  test.use(DESKTOP);

  test('a workout is written, fixed, completed, formatted and undone', async ({ page }) => {
    const editor = await openEditor(page);
    await page.keyboard.type('15m E + 3x(400m R + 2m jog');
    // The closing bracket is there already; typing it steps over.
    await page.keyboard.type(') + 10m E');
    await expectText(editor, '15m E + 3x(400m R + 2m jog) + 10m E');

    // See the mistake, go to it, see its fixes, go back to the text, and apply the first.
    await expect(problem(page)).toContainText('400m means 400 minutes. Did you mean metres?');
    await expect(editor).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.press('F8');
    await page.keyboard.press('Control+.');
    await expect(page.getByRole('button', { name: '400 metres' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(editor).toBeFocused();
    await page.keyboard.press('Control+.');
    await page.keyboard.press('Enter');
    await expectText(editor, '15m E + 3x(400mtr R + 2m jog) + 10m E');
    await expect(problem(page)).toBeHidden();
    await expect(editor).toBeFocused();
    await expect(editor).toHaveAttribute('aria-invalid', 'false');

    // Complete a word, with the athlete's own pace beside it.
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' + 20m ');
    await page.keyboard.press('Control+Space');
    const threshold = page.getByRole('option', { name: 'T Threshold' });
    await expect(threshold).toContainText('8:03 - 8:51 min/mile');
    for (const _ of 'EMT') await page.keyboard.press('ArrowDown');
    await expect(threshold).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expectText(editor, '15m E + 3x(400mtr R + 2m jog) + 10m E + 20m T');

    // See its short form, take it, and undo that.
    await page.keyboard.type('+5 km easy');
    await page.keyboard.press('Shift+Alt+F');
    await expect(page.getByRole('dialog', { name: 'Tidy up the script?' })).toContainText(
      '+ 20m T + 5km E',
    );
    await page.keyboard.press('Enter');
    await expectText(editor, '15m E + 3x(400mtr R + 2m jog) + 10m E + 20m T + 5km E');
    await page.keyboard.press('Control+z');
    await expectText(editor, '15m E + 3x(400mtr R + 2m jog) + 10m E + 20m T+5 km easy');
    await page.keyboard.press('Control+y');
    await expectText(editor, '15m E + 3x(400mtr R + 2m jog) + 10m E + 20m T + 5km E');

    // Write another over it. The browser copies no style from the old one, which would violate the content policy.
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('30m M');
    await expectText(editor, '30m M');
  });

  test('Escape closes the completions, and Tab leaves the text @variant', async ({ page }) => {
    const editor = await openEditor(page);
    await page.keyboard.type('15m ');
    await page.keyboard.press('Control+Space');
    const words = page.getByRole('listbox', { name: 'Completions' });
    await expect(words).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(words).toBeHidden();
    await expect(editor).toBeFocused();

    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Insert E', exact: true })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expectText(editor, '15m M');
    await expect(editor).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(editor).not.toBeFocused();
  });

  test('text, chart and table highlight the same step', async ({ page }) => {
    const editor = await openEditor(page);
    await page.keyboard.type('15m E + 20m T + 10m E');
    // The chart follows the typing when there is time.
    await expect(page.getByText(/^3 steps, /)).toBeAttached();
    const chart = page.getByRole('listbox', { name: 'Workout chart' });
    await chart.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(chart.getByRole('option', { name: /^20 minutes, threshold/ })).toBeAttached();
    await expect(editor.locator('.cm-highlighted')).toHaveText('20m T');
    await expect(page.getByRole('row', { name: /^20 min Threshold/ })).toHaveClass(/is-linked/);

    // Enter goes to the text of the step, and the chart follows the edit.
    await page.keyboard.press('Enter');
    await expect(editor).toBeFocused();
    await page.keyboard.type('1');
    await expectText(editor, '15m E + 120m T + 10m E');
    await expect(chart.getByRole('option', { name: /^120 metres, threshold/ })).toBeAttached();
  });
});

// The text of the editor in the design.
const BROKEN_400S = ['2km Z1', '+ 3x(2x(400mtr R + 400m E) + 3m E)', '+ 2km E'];

for (const [on, use] of [
  ['a wide screen', DESKTOP],
  ['a phone @variant', PHONE],
] as const)
  test.describe(`on ${on}`, () => {
    test.use(use);

    test('a mistake is shown below its line, with a pointer, and fixed by its button', async ({
      page,
    }) => {
      const editor = await openEditor(page);
      await rewrite(page, BROKEN_400S.join('\n'));
      const note = page.getByRole('group', { name: 'Problem on line 2' });
      await expect(note).toContainText('400m means 400 minutes. Did you mean metres?');
      await expect(note.getByRole('button', { name: '400 minutes' })).toBeVisible();

      // Between the lines, with its pointer below the word.
      const [second, third] = [
        editor.locator('.cm-line').nth(1),
        editor.locator('.cm-line').nth(2),
      ];
      await expect(async () => {
        const mistake = await boxOf(editor.locator('.cm-mistake'));
        const [above, own, below] = await Promise.all([second, note, third].map(boxOf));
        expect(own?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1);
        expect((own?.y ?? 0) + (own?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1);
        expect(own?.y).toBeLessThan(mistake.y + 3 * mistake.height);
        const pointer = await note.evaluate((element) => {
          const { left, width } = getComputedStyle(element, '::before');
          return element.getBoundingClientRect().left + parseFloat(left) + parseFloat(width) / 2;
        });
        expect(pointer).toBeGreaterThan(mistake.x);
        expect(pointer).toBeLessThan(mistake.x + mistake.width);
      }).toPass();

      // An unclear step is dashed, with a question mark where there is room, and the total says so.
      await expect(page.locator('.profile-blocks.is-unclear')).toBeVisible();
      if (use === DESKTOP)
        await expect(page.locator('.profile-words.is-unclear').first()).toHaveText('?');
      await expect(page.getByText('Total, most likely reading')).toBeAttached();
      await expect(page.getByText('to send this to a watch')).toBeVisible();
      await expectAccessible(page);

      // The text keeps the focus, so that nothing moves between pressing and releasing the button.
      await note.getByRole('button', { name: '400 metres' }).hover();
      await page.mouse.down();
      await expect(editor).toBeFocused();
      await page.mouse.up();
      await expect(editor).toContainText('400mtr R + 400mtr E');
      await expect(note).toBeHidden();
      await expect(page.locator('.is-unclear')).toHaveCount(0);
      await expectAccessible(page);
    });

    test('a question shows its readings with their results, and what is certain is fixed at once', async ({
      page,
    }) => {
      const editor = await openEditor(page);
      await rewrite(page, '10m E 20m T 6x(400m R + 90s jog) + 10m E');
      const answers = page.getByRole('group', { name: 'Problem on line 1' }).getByRole('button');
      await answers.filter({ hasText: 'Fix all 2' }).click();
      await expectText(editor, '10m E + 20m T + 6x(400m R + 90s jog) + 10m E');
      await expect(editor).toBeFocused();
      await expect(answers).toHaveText([/^400 metres, 1:\d\d$/, /^400 minutes, 6:40:00$/]);
      if (use === PHONE)
        for (const answer of await answers.all())
          expect((await boxOf(answer)).height).toBeGreaterThanOrEqual(44);
      await expectAccessible(page);

      // The caret was at the end, and typing goes on there.
      await answers.first().click();
      await page.keyboard.type(' + 5m E');
      await expectText(editor, '10m E + 20m T + 6x(400mtr R + 90s jog) + 10m E + 5m E');
      await expect(answers).toHaveCount(0);
    });

    test('a phone shows three of many answers, and the others when asked', async ({ page }) => {
      const editor = await openEditor(page);
      await page.keyboard.type('10m race pace + 5m E');
      const answers = problem(page).getByRole('button');
      if (use === PHONE) {
        await expect(answers).toHaveCount(4);
        await expectAccessible(page);
        await answers.filter({ hasText: 'More options' }).tap();
        await expect(editor).toBeFocused();
      }
      await expect(answers).toHaveCount(6);
      await answers.last().click();
      await expectText(editor, '10m R + 5m E');
    });

    test('advice differs from mistakes, and completions have no accessibility violations @variant', async ({
      page,
    }) => {
      const editor = await openEditor(page);
      await page.keyboard.type('10m E + 8m I #');
      await expect(editor.locator('.tk-invalid')).toHaveText('#');
      await page.keyboard.press('Backspace');
      const advice = page.getByRole('group', { name: 'Suggestion on line 1' });
      await expect(advice).toContainText('8 min at I is long.');
      await expectAccessible(page);
      await editor.press('Control+Space');
      await expect(page.getByRole('listbox', { name: 'Completions' })).toBeVisible();
      await expectAccessible(page);
    });
  });

test.describe('the value of a word', () => {
  const SCRIPT = '15m E + 5x(3m I + 2m E) + 10m Z2';
  const EASY = 'Easy9:39 - 11:16 min/mile';
  const FIVE_TIMES = /^5 times25:00, \d\.\d mi$/;

  test.describe('under a pointer', () => {
    test.use(DESKTOP);

    test("a word shows the athlete's pace, a repeat its total", async ({ page }) => {
      const editor = await openEditor(page);
      await rewrite(page, SCRIPT);
      await editor.locator('.tk-e').first().hover();
      await expect(page.locator('.cm-hint')).toHaveText(EASY);
      await editor.locator('.tk-repeat').first().hover();
      await expect(page.locator('.cm-hint')).toHaveText(FIVE_TIMES);
      await editor.locator('.tk-zone').hover();
      await expect(page.locator('.cm-hint')).toHaveText(/^Zone 210:24 min\/mile, estimated$/);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.locator('.cm-hint')).toBeHidden();
    });
  });

  test.describe('under a finger', () => {
    test.use(PHONE);

    test('a tap shows the pace of a step above the chart, and nothing floats over the page @variant', async ({
      page,
    }) => {
      const editor = await openEditor(page);
      await rewrite(page, SCRIPT);
      await editor.locator('.tk-e').first().tap();
      await expect(page.locator('.profile-details')).toContainText(/Pace\s*\d+:\d\d - \d+:\d\d/);
      await expect(page.locator('.cm-tooltip')).toHaveCount(0);
    });
  });
});

test.describe('the bar of tokens', () => {
  test.use(PHONE);

  test('the caret stays visible above it, above the bar with Save, and above a keyboard @variant', async ({
    page,
  }) => {
    const editor = await openEditor(page);
    await rewrite(page, `${'5m E\n+ '.repeat(14)}5m E`);
    await page.evaluate(() => window.scrollTo(0, 0));
    await editor.locator('.cm-line').nth(3).tap();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('asy');
    const line = editor.locator('.cm-line').last();
    await expect(line).toHaveText('+ 5m Easy');
    await expectAbove(line, page.locator('.save-bar'));

    await raiseKeyboard(page, 500);
    await expectAbove(line, bar(page));
    await page.keyboard.type(' + 5m E');
    await expectAbove(line, bar(page));
  });

  test('writes a workout with taps, and is above the keyboard of a phone', async ({ page }) => {
    const editor = await openEditor(page);
    await editor.tap();
    // As on a phone. Without a keyboard the bar is in the page, and moves when a question appears above it.
    const keyboardTop = 500;
    await raiseKeyboard(page, keyboardTop);
    await page.keyboard.type('10');
    await tap(page, 'min', 'E', '+');
    await page.keyboard.type('5');
    await tap(page, 'x( )');
    await page.keyboard.type('400');
    await tap(page, 'mtr', 'R', '+');
    await page.keyboard.type('90');
    await tap(page, 's', 'Z1');
    await expectText(editor, '10min E + 5x(400mtr R + 90s Z1)');
    await expect(editor).toBeFocused();

    for (const key of await bar(page).getByRole('button').all()) {
      const { width, height } = await boxOf(key);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }

    await expect(async () => {
      const { y, height } = await boxOf(bar(page));
      expect(y + height).toBeCloseTo(keyboardTop, 0);
    }).toPass();
    await expectAccessible(page);
  });
});

for (const [on, use] of [
  ['a wide screen', DESKTOP],
  ['a phone @variant', PHONE],
] as const)
  test.describe(`letter by letter on ${on}`, () => {
    test.use(use);

    test('nothing on the page moves while a correct line is typed', async ({ page }) => {
      await openEditor(page);
      await expect(page.getByRole('button', { name: 'Insert E', exact: true })).toBeVisible();
      // Loads later, below the steps.
      await expect(page.getByRole('region', { name: 'On your watch' })).toBeAttached();
      await page.evaluate(recordShifts);
      for (const letter of '15m E + 5x(3m I + 2m jog) + 10m E') await page.keyboard.type(letter);
      await expect(page.locator('.totals-figures')).toContainText('50:00');
      await expect(page.getByRole('row', { name: /^10 min Easy/ })).toBeAttached();
      expect(await page.evaluate(listShifts)).toEqual([]);
    });
  });

/** In the page: records what moves, whether or not a key was pressed just before. */
function recordShifts(): void {
  const moved: string[] = [];
  Object.assign(window, { moved });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      sources: { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    })[])
      for (const { node, previousRect, currentRect } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        // The script, the chart and the rows of the totals and steps are what is being written; a figure may
        // grow, and a word may come and go in its place.
        if (
          element?.closest(
            '.cm-editor, .profile-frame, .profile-legend span, .totals-mix li, .steps',
          )
        )
          continue;
        if (previousRect.y === currentRect.y || !previousRect.height || !currentRect.height)
          continue;
        moved.push(
          `${element?.className || element?.tagName}: ${previousRect.y} to ${currentRect.y}`,
        );
      }
  }).observe({ type: 'layout-shift', buffered: false });
}

/** In the page: what has moved, once the last frame is painted. */
function listShifts(): Promise<string[]> {
  return new Promise((resolve) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => resolve((window as unknown as { moved: string[] }).moved)),
    ),
  );
}

test('a long script leaves the chart visible @variant', async ({ page }) => {
  await page.setViewportSize(DESKTOP.viewport);
  const editor = await openEditor(page);
  await rewrite(page, `${'5m E\n+ '.repeat(60)}400m R`);
  const chart = page.getByRole('listbox', { name: 'Workout chart' });
  await chart.scrollIntoViewIfNeeded();
  await expect(editor.locator('.cm-mistake')).toBeInViewport();
  await expect(problem(page, 61)).toBeInViewport();
});

test('pages without an editor do not load one @variant', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const editors = () => loaded.filter((path) => path.includes('code-mirror'));
  await openApp(page, await registeredAthlete());
  for (const path of [
    '/',
    '/app',
    '/app/workouts',
    '/app/calendar',
    '/app/paces',
    '/app/settings',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  expect(editors()).toEqual([]);
  await page.goto('/app/workouts/new');
  await page.locator('.cm-content').waitFor();
  expect(editors()).not.toEqual([]);
});

/** A new workout, with the caret in its text. */
async function openEditor(page: Page): Promise<Locator> {
  await openApp(page, await registeredAthlete(), '/app/workouts/new');
  // The plain field is there as well until CodeMirror has replaced it.
  const editor = page.locator('.cm-content[aria-label="Workout script"]');
  await editor.focus();
  // The button loads later, and moves the rest of the page on a phone: a tap at that moment would miss.
  await expect(page.getByRole('button', { name: 'Send to Garmin' })).toBeVisible();
  return editor;
}

/**
 * Replaces the text. Emptied first: where letters replace others, Chromium would copy their looks into a style
 * attribute, which the content security policy reports.
 */
async function rewrite(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Backspace');
  await page.keyboard.insertText(text);
}

function problem(page: Page, line = 1): Locator {
  return page.getByRole('group', { name: `Problem on line ${line}` });
}

function bar(page: Page): Locator {
  return page.getByRole('toolbar', { name: 'Insert' });
}

async function tap(page: Page, ...tokens: string[]): Promise<void> {
  for (const token of tokens)
    await bar(page)
      .getByRole('button', { name: `Insert ${token}`, exact: true })
      .tap();
}

/** Chromium has no on-screen keyboard, so the page gets a simulated one. */
async function raiseKeyboard(page: Page, top: number): Promise<void> {
  await page.evaluate((height) => {
    const viewport = window.visualViewport;
    Object.defineProperty(viewport, 'height', { configurable: true, value: height });
    viewport?.dispatchEvent(new Event('resize'));
  }, top);
}

async function expectAbove(upper: Locator, lower: Locator): Promise<void> {
  await expect(async () => {
    const { y, height } = await boxOf(upper);
    expect(y + height).toBeLessThanOrEqual((await boxOf(lower)).y + 1);
  }).toPass();
}

async function expectText(editor: Locator, text: string): Promise<void> {
  await expect(editor.locator('.cm-line')).toHaveText([text]);
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not on the page');
  return box;
}
