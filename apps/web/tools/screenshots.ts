// Takes pictures of every screen of the real product, with an athlete who has races, paces, workouts and a full
// week. `pnpm screenshots --help` lists the options.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import globalSetup from '../e2e/global-setup.ts';
import { createUsers, openAs, type TestUsers } from '../e2e/users.ts';
import { openScreen, type Screen, SCREENS } from '../e2e/screens.ts';
import config from '../playwright.config.ts';

const HELP = `pnpm screenshots [options]
  --width 390,1440       how wide the windows are, in px
  --theme light,dark     in which themes
  --zoom 2               as if the page were zoomed in
  --forced-colors        with the colours of the system
  --reduced-motion       for those who want nothing to move
  --only today,paces     screens whose name begins so
  --out FOLDER           instead of apps/web/.cache/screenshots
  --readme               the pictures of the README instead, into docs/pictures`;

const { values: options } = parseArgs({
  options: {
    width: { type: 'string', default: '390,1440' },
    theme: { type: 'string', default: 'light,dark' },
    zoom: { type: 'string', default: '1' },
    'forced-colors': { type: 'boolean', default: false },
    'reduced-motion': { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    out: {
      type: 'string',
      default: fileURLToPath(new URL('../.cache/screenshots', import.meta.url)),
    },
    readme: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

type Theme = 'light' | 'dark';
type Picture = { screen: string; width: number; theme: Theme; file: string; isWhole: boolean };

const README: Picture[] = [
  { screen: 'today', width: 1280, theme: 'light', file: 'today' },
  { screen: 'workout', width: 1280, theme: 'dark', file: 'workout-dark' },
  { screen: 'paces', width: 390, theme: 'light', file: 'paces-phone' },
  { screen: 'calendar-week', width: 390, theme: 'dark', file: 'calendar-phone-dark' },
].map((picture) => ({ ...picture, theme: picture.theme as Theme, isWhole: false }));

if (options.help) console.log(HELP);
else await takeAll();

async function takeAll(): Promise<void> {
  const folder = options.readme
    ? fileURLToPath(new URL('../../../docs/pictures', import.meta.url))
    : options.out;
  const pictures = options.readme ? README : listPictures();
  const asked = SCREENS.filter(({ name }) => pictures.some(({ screen }) => screen === name));
  await mkdir(folder, { recursive: true });

  const stop = await globalSetup();
  const { args = [], ...launch } = config.use?.launchOptions ?? {};
  // Letters at parts of a pixel, as on phones and most desks: at whole pixels the spaces between words are too narrow.
  const browser = await chromium.launch({
    ...launch,
    args: [...args, '--font-render-hinting=none'],
  });
  try {
    const testUsers = new Set(['newcomer' as const, ...asked.map((screen) => screen.as)]);
    const users = await createUsers([...testUsers]);
    for (const picture of pictures)
      for (const screen of asked.filter(({ name }) => name === picture.screen))
        await take(browser, users, screen, picture, folder);
  } finally {
    await browser.close();
    await stop();
  }
}

function listPictures(): Picture[] {
  const only = options.only.split(',');
  return SCREENS.filter(({ name }) => only.some((start) => name.startsWith(start))).flatMap(
    ({ name }) =>
      options.width.split(',').flatMap((width) =>
        options.theme.split(',').map((theme) => ({
          screen: name,
          width: Number(width),
          theme: theme === 'dark' ? ('dark' as const) : ('light' as const),
          file: [name, width, theme].join('-'),
          isWhole: true,
        })),
      ),
  );
}

async function take(
  browser: Browser,
  users: TestUsers,
  screen: Screen,
  { width, theme, file, isWhole }: Picture,
  folder: string,
): Promise<void> {
  const context = await openAs(browser, users[screen.as], windowOf(width, theme));
  try {
    const page = await context.newPage();
    await openScreen(page, screen, users);
    if (isWhole) await showAll(page);
    await page.screenshot({ path: `${folder}/${file}.png`, animations: 'disabled', caret: 'hide' });
    console.log(`${file}.png`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await context.close();
  }
}

/** A window as high as the page, so that sticky parts are at its edges in the picture too. */
async function showAll(page: Page): Promise<void> {
  // Overlays are as large as the window.
  if ((await page.locator('dialog[open]').count()) > 0) return;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const size = page.viewportSize();
  if (size && height > size.height) await page.setViewportSize({ ...size, height });
}

function windowOf(width: number, theme: Theme): BrowserContextOptions {
  const zoom = Number(options.zoom);
  const isPhone = width < 720;
  return {
    // Zooming makes every px of the page larger, so that fewer of them fit.
    viewport: { width: width / zoom, height: (isPhone ? 844 : 900) / zoom },
    deviceScaleFactor: options.readme && isPhone ? 2 : zoom,
    hasTouch: isPhone,
    colorScheme: theme,
    reducedMotion: options['reduced-motion'] ? 'reduce' : 'no-preference',
    forcedColors: options['forced-colors'] ? 'active' : 'none',
  };
}
