// Renders the icons and the preview picture of the site, into public/. Run it when the landing page or the logo
// has changed, and look at them: `node apps/web/tools/pictures.ts`.
import { readFile } from 'node:fs/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { createServer } from 'vite';
import playwright from '../playwright.config.ts';

const PUBLIC = new URL('../public/', import.meta.url);

/** The landing page, without its controls. */
const CARD_STYLE = `
  nav, .icon-btn, .bar .btn, .hero p, .box .btn, .race { display: none !important }
  .bar .wrap { min-height: 104px }
  .logo { font-size: 26px }
  .logo .mark { width: 38px; height: 38px }
  .hero { padding-block: 4px 34px }
  .hero h1 { font-size: 76px }
`;

const ICONS = [
  // The logo takes two thirds; a phone that crops a maskable icon to a circle leaves it whole.
  { file: 'icon-180.png', side: 180, share: 0.62 },
  { file: 'icon-192.png', side: 192, share: 0.72 },
  { file: 'icon-512.png', side: 512, share: 0.72 },
  { file: 'icon-512-maskable.png', side: 512, share: 0.46 },
];

const vite = await createServer({ server: { host: '127.0.0.1' }, logLevel: 'warn' });
const browser = await chromium.launch(playwright.use?.launchOptions);
try {
  await vite.listen();
  await drawCard(browser, vite.resolvedUrls?.local[0] ?? '');
  const mark = await readFile(new URL('icon.svg', PUBLIC), 'utf8');
  for (const icon of ICONS) await drawIcon(browser, mark, icon);
} finally {
  await browser.close();
  await vite.close();
}

async function drawCard(by: Browser, address: string): Promise<void> {
  const page = await by.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.addStyleTag({ content: CARD_STYLE });
  await page.evaluate(() => document.fonts.ready);
  await save(page, 'card.png');
}

async function drawIcon(
  by: Browser,
  mark: string,
  { file, side, share }: (typeof ICONS)[number],
): Promise<void> {
  const page = await by.newPage({ viewport: { width: side, height: side }, colorScheme: 'light' });
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:#fff}svg{width:${share * 100}vw}</style>${mark}`,
  );
  await save(page, file);
}

async function save(page: Page, file: string): Promise<void> {
  await page.screenshot({ path: new URL(file, PUBLIC).pathname });
  await page.close();
}
