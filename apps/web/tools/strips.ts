// Takes a strip of pictures of each gesture on the chart, by mouse and by touch, into .cache/strips. `pnpm strips pace place`
// takes only those.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PACE_KEYS } from '@pacewright/pace';
import { type Browser, type CDPSession, chromium, expect, type Page } from '@playwright/test';
import { editor } from '../e2e/editor.ts';
import globalSetup from '../e2e/global-setup.ts';
import { createUsers, openAs, type TestUsers } from '../e2e/users.ts';
import config from '../playwright.config.ts';

const FOLDER = fileURLToPath(new URL('../.cache/strips', import.meta.url));
const SCRIPT = '15m E + 5x(3m I + 2m E) + 10m E';

/** A place in the chart: a block in the order of running, a share of its width, and lanes from the baseline. */
type Spot = [block: number, share: number, lanes: number];

/** One finger or the mouse on the chart. Each method ends with a picture. */
type Hand = {
  tap: (spot: Spot) => Promise<void>;
  /** On a phone only a chosen block can be dragged, by its knobs. */
  drag: (from: Spot, to: Spot, knob: 'edge' | 'cap' | undefined) => Promise<void>;
  /** Chooses from one block to another. */
  span: (from: Spot, to: Spot) => Promise<void>;
  press: (name: string) => Promise<void>;
};

const WARM_UP: Spot = [0, 0.5, 0.5];
const INTERVAL: Spot = [1, 0.5, 2];

const GESTURES: Record<string, (hand: Hand) => Promise<void>> = {
  add: (hand) => hand.tap([11, 1.1, 2.5]),
  choose: (hand) => hand.tap(INTERVAL),
  length: (hand) => hand.drag([0, 1, 0.5], [0, 1.4, 0.5], 'edge'),
  pace: (hand) => hand.drag(WARM_UP, [0, 0.5, 2.5], 'cap'),
  place: (hand) => hand.drag(WARM_UP, [11, 0.1, 0.5], undefined),
  repeat: async (hand) => {
    await hand.tap(WARM_UP);
    await hand.press('More reps');
  },
  several: (hand) => hand.span(INTERVAL, [2, 0.5, 0.5]),
  duplicate: async (hand) => {
    await hand.tap(INTERVAL);
    await hand.press('Duplicate');
  },
  delete: async (hand) => {
    await hand.tap(INTERVAL);
    await hand.press('Delete');
  },
};

await mkdir(FOLDER, { recursive: true });
const stop = await globalSetup();
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const users = await createUsers(['newcomer']);
  const asked = process.argv.slice(2);
  const gestures = Object.keys(GESTURES).filter(
    (name) => asked.length === 0 || asked.includes(name),
  );
  for (const theme of ['light', 'dark'] as const)
    for (const isPhone of [false, true])
      for (const gesture of gestures) await takeStrip(users, gesture, theme, isPhone);
} finally {
  await browser.close();
  await stop();
}

async function takeStrip(
  users: TestUsers,
  gesture: string,
  theme: 'light' | 'dark',
  isPhone: boolean,
): Promise<void> {
  const context = await openAs(browser, users.newcomer, {
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    hasTouch: isPhone,
    isMobile: isPhone,
    colorScheme: theme,
    deviceScaleFactor: 1,
  });
  try {
    const page = await context.newPage();
    await page.goto('/app/workouts/new');
    await editor(page).fill(SCRIPT);
    await expect(page.getByText(/^12 steps, /)).toBeAttached();
    const pictures: Buffer[] = [];
    const shoot = async () => {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      const part = isPhone ? page : page.locator('.profile');
      pictures.push(await part.screenshot({ caret: 'hide' }));
    };
    // The chart, and not the bar over the foot of the screen, is under the finger.
    const chart = page.getByRole('listbox', { name: 'Workout chart' });
    if (isPhone) await chart.evaluate((svg) => svg.scrollIntoView({ block: 'center' }));
    await shoot();
    const touch = await context.newCDPSession(page);
    await GESTURES[gesture]?.(isPhone ? finger(page, touch, shoot) : mouse(page, shoot));
    const file = [gesture, isPhone ? 'phone' : 'desktop', theme].join('-');
    await join(browser, pictures, `${FOLDER}/${file}.png`);
    console.log(`${file}.png`);
  } finally {
    await context.close();
  }
}

/** Side by side, in the order of the gesture. */
async function join(shared: Browser, pictures: readonly Buffer[], path: string): Promise<void> {
  // The size of a PNG is in its first bytes.
  const width = pictures.reduce((sum, picture) => sum + picture.readUInt32BE(16) + 8, 8);
  const height = Math.max(...pictures.map((picture) => picture.readUInt32BE(20))) + 16;
  const page = await shared.newPage({ viewport: { width, height } });
  const images = pictures.map(
    (picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`,
  );
  await page.setContent(
    `<body style="margin:8px;display:flex;gap:8px;align-items:start;background:#888">${images.join('')}`,
  );
  await page.screenshot({ path });
  await page.close();
}

/** From a place in the chart to one on the screen. */
async function locate(page: Page, [index, share, lanes]: Spot): Promise<{ x: number; y: number }> {
  const chart = page.getByRole('listbox', { name: 'Workout chart' });
  const block = await chart.getByRole('option').nth(index).boundingBox();
  const ground = await chart.locator('.profile-lanes').boundingBox();
  if (!block || !ground) throw new Error('There is no such block');
  return {
    x: block.x + block.width * share,
    y: ground.y + ground.height * (1 - lanes / PACE_KEYS.length),
  };
}

function mouse(page: Page, shoot: () => Promise<void>): Hand {
  const tap = async (spot: Spot, isShift = false) => {
    const { x, y } = await locate(page, spot);
    await page.mouse.move(x, y);
    await shoot();
    if (isShift) await page.keyboard.down('Shift');
    await page.mouse.click(x, y);
    if (isShift) await page.keyboard.up('Shift');
    await shoot();
  };
  return {
    tap,
    drag: async (from, to) => {
      const [start, end] = [await locate(page, from), await locate(page, to)];
      await page.mouse.move(start.x - 2, start.y);
      await page.mouse.down();
      for (const share of [0.3, 0.6, 1]) {
        await page.mouse.move(
          start.x + (end.x - start.x) * share,
          start.y + (end.y - start.y) * share,
          { steps: 4 },
        );
        await shoot();
      }
      await page.mouse.up();
      await shoot();
    },
    span: async (from, to) => {
      await tap(from);
      await tap(to, true);
    },
    press: async (name) => {
      await page.getByRole('button', { name, exact: true }).click();
      await shoot();
    },
  };
}

function finger(page: Page, touch: CDPSession, shoot: () => Promise<void>): Hand {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  const tap = async (spot: Spot) => {
    const { x, y } = await locate(page, spot);
    await page.touchscreen.tap(x, y);
    await shoot();
  };
  return {
    tap,
    drag: async (from, to, knob) => {
      await tap([from[0], 0.5, 0.5]);
      const [start, end] = [await locate(page, from), await locate(page, to)];
      // A knob is 18 px above its block, or below the baseline.
      const beside = await locate(page, [from[0], from[1], knob === 'cap' ? 1 : 0]);
      const [x, y] = [start.x, knob ? beside.y + (knob === 'cap' ? -18 : 18) : start.y];
      await send('touchStart', x, y);
      for (const share of [0.3, 0.6, 1]) {
        const [dx, dy] = [(end.x - start.x) * share, (end.y - start.y) * share];
        await send('touchMove', x + (knob === 'cap' ? 0 : dx), y + (knob === 'edge' ? 0 : dy));
        await shoot();
      }
      await send('touchEnd');
      await shoot();
    },
    span: async (from, to) => {
      // The first touch loads the builder.
      await tap(from);
      const { x, y } = await locate(page, from);
      await send('touchStart', x, y);
      await expect(page.getByText('Now tap the last step').first()).toBeVisible();
      await shoot();
      await send('touchEnd');
      await tap(to);
    },
    press: async (name) => {
      await page.getByRole('button', { name, exact: true }).tap();
      await shoot();
    },
  };
}
