// Takes a strip of pictures of each gesture on the chart, by mouse and by touch, into .cache/strips. `pnpm strips pace place`
// takes only those.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type CDPSession, chromium, expect, type Page } from '@playwright/test';
import { editor } from '../e2e/editor.ts';
import globalSetup from '../e2e/global-setup.ts';
import { createUsers, openAs, type TestUsers } from '../e2e/users.ts';
import config from '../playwright.config.ts';

const FOLDER = fileURLToPath(new URL('../.cache/strips', import.meta.url));
const SCRIPT = '15m E + 5x(3m I + 2m E) + 10m E';
const MINUTES = 50;

/** A place in the chart: minutes from the start, and lanes from the baseline. */
type Spot = [minute: number, lanes: number];

/** One finger or the mouse on the chart. Each method ends with a picture. */
type Hand = {
  tap: (spot: Spot) => Promise<void>;
  /** On a phone only a chosen block can be dragged, by its knobs. */
  drag: (from: Spot, to: Spot, knob: 'edge' | 'cap' | undefined) => Promise<void>;
  /** Chooses from one block to another. */
  span: (from: Spot, to: Spot) => Promise<void>;
  press: (name: string) => Promise<void>;
};

const INTERVAL: Spot = [16.5, 2];
const WARM_UP: Spot = [5, 0.5];

const GESTURES: Record<string, (hand: Hand) => Promise<void>> = {
  add: (hand) => hand.tap([49, 2.5]),
  choose: (hand) => hand.tap(INTERVAL),
  length: (hand) => hand.drag([15, 0.5], [20, 0.5], 'edge'),
  pace: (hand) => hand.drag(WARM_UP, [5, 2.5], 'cap'),
  place: (hand) => hand.drag(WARM_UP, [38, 0.5], undefined),
  repeat: async (hand) => {
    await hand.tap(WARM_UP);
    await hand.press('More rounds');
  },
  several: (hand) => hand.span(INTERVAL, [19, 0.5]),
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
    const chart = page.getByRole('listbox', { name: 'Profile' });
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
async function locate(page: Page, [minute, lanes]: Spot) {
  const chart = page.getByRole('listbox', { name: 'Profile' });
  const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const lines = await chart.locator('.profile-lanes').boundingBox();
  if (!lines) throw new Error('There are no lanes');
  const lane = lines.height / 5;
  return {
    x: lines.x + (lines.width * minute) / MINUTES,
    y: lines.y + lines.height - lane * lanes,
    lane,
    right: box.x + box.width,
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
      await tap([from[0] - 1, 0.5]);
      const [start, end] = [await locate(page, from), await locate(page, to)];
      const down = await locate(page, [from[0], 0]);
      const top = await locate(page, [7.5, 1]);
      const [x, y] =
        knob === 'edge'
          ? [start.x, down.y + 18]
          : knob === 'cap'
            ? [top.x, top.y - 18]
            : [start.x, start.y];
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
      await expect(page.getByText('Now tap the last one').first()).toBeVisible();
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
