// Measures how soon /app shows its heading to a signed-in athlete with a cold cache, on a slow phone: 150 ms of
// latency, 1.6 Mbit/s, a quarter of the reference machine's speed (decision 0161).
// `node apps/web/tools/first-paint.ts [--runs 9] [--requests]`
import { parseArgs } from 'node:util';
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import globalSetup from '../e2e/global-setup.ts';
import { planWorkout, registeredAthlete, saveWorkout, signIn } from '../e2e/accounts.ts';
import { throttle } from '../e2e/machine-speed.ts';
import playwright from '../playwright.config.ts';

const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOW_DOWN = 4;
/** The median of the runs, from the start of the navigation. */
const MAX_HEADING_MS = 3_500;

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    requests: { type: 'boolean', default: false },
  },
});

const stop = await globalSetup();
const browser = await chromium.launch(playwright.use?.launchOptions);
try {
  const context = await browser.newContext({
    baseURL: process.env['PACEWRIGHT_ORIGIN'],
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  });
  await signInWithWorkout(context);
  for (const hasStoredData of [false, true]) {
    const loads: Load[] = [];
    for (let run = 0; run < Number(options.runs); run++)
      loads.push(await measure(context, { hasStoredData }));
    report(hasStoredData ? 'with stored data' : 'without stored data', loads);
  }
} finally {
  await browser.close();
  await stop();
}

type Load = {
  /** In ms from the start of the navigation. */
  firstPaint: number;
  heading: number;
  requests: Request[];
  /** Of the machine, before. */
  speed: number;
};

type Request = { url: string; type: string; start: number; end: number; bytes: number };

async function signInWithWorkout(context: BrowserContext): Promise<void> {
  const athlete = await registeredAthlete();
  const id = await saveWorkout(athlete, { title: 'Threes', script: '15m E + 5x(3m I + 2m E)' });
  await planWorkout(athlete, id, new Date().toLocaleDateString('sv-SE'));
  const page = await context.newPage();
  await signIn(page, athlete);
  await page.waitForLoadState('networkidle');
  await page.close();
}

async function measure(
  context: BrowserContext,
  { hasStoredData }: { hasStoredData: boolean },
): Promise<Load> {
  const page = await context.newPage();
  if (!hasStoredData) await deleteStoredData(page);
  await page.addInitScript(timeHeading);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.clearBrowserCache');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  const { speed } = await throttle(page, devtools, SLOW_DOWN);
  const requests = recordRequests(devtools);

  await page.goto('/app', { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1, name: 'Threes' }).waitFor();
  await page.waitForLoadState('networkidle');
  const paints = await page.evaluate(() => ({
    heading: (window as { headingAt?: number }).headingAt ?? NaN,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  }));
  await page.close();
  return { ...paints, requests: requests(), speed };
}

/** From a page of the same origin that does not open the database itself. */
async function deleteStoredData(page: Page): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const deletion = indexedDB.deleteDatabase('pacewright.offline');
        deletion.addEventListener('success', () => resolve());
      }),
  );
}

/** In the page. */
function timeHeading(): void {
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('main h1')?.textContent) return;
    observer.disconnect();
    // After the frame that paints it.
    requestAnimationFrame(() =>
      setTimeout(() => Object.assign(window, { headingAt: performance.now() })),
    );
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

function recordRequests(devtools: CDPSession): () => Request[] {
  const byId = new Map<string, Request>();
  let begin: number | undefined;
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type = '', timestamp }) => {
    begin ??= timestamp;
    const start = (timestamp - begin) * 1000;
    byId.set(requestId, { url: request.url, type, start, end: Infinity, bytes: 0 });
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const request = byId.get(requestId);
    if (request)
      Object.assign(request, { bytes: encodedDataLength, end: (timestamp - (begin ?? 0)) * 1000 });
  });
  return () => [...byId.values()];
}

function report(name: string, loads: Load[]): void {
  const median = (figure: (load: Load) => number) =>
    loads.map(figure).sort((one, other) => one - other)[Math.floor(loads.length / 2)] ?? NaN;
  const beforeHeading = ({ requests, heading }: Load) =>
    requests.filter(({ start }) => start < heading);
  const scripts = (requests: Request[]) => requests.filter(({ type }) => type === 'Script').length;
  const kilobytes = (requests: Request[]) =>
    requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

  const shown = median(({ heading }) => heading);
  console.log(`figure: /app ${name}, heading after ${shown.toFixed(0)} of ${MAX_HEADING_MS} ms`);
  if (shown > MAX_HEADING_MS) process.exitCode = 1;
  console.log(`/app ${name}, median of ${loads.length}:`);
  console.log(`  first paint         ${median(({ firstPaint }) => firstPaint).toFixed(0)} ms`);
  console.log(
    `  heading             ${shown.toFixed(0)} ms (${loads.map(({ heading }) => heading.toFixed(0)).join(', ')}; machine: ${loads.map(({ speed }) => speed.toFixed(2)).join(', ')})`,
  );
  for (const [when, find] of [
    ['before the heading', beforeHeading],
    ['altogether', ({ requests }: Load) => requests],
  ] as const)
    console.log(
      `  ${when.padEnd(18)}  ${median((load) => scripts(find(load)))} scripts, ${median((load) => find(load).length)} requests, ${median((load) => kilobytes(find(load))).toFixed(0)} kB`,
    );
  if (options.requests)
    for (const { url, start, end, bytes } of loads[0]?.requests ?? [])
      console.log(
        `  ${start.toFixed(0).padStart(6)} – ${end.toFixed(0).padStart(6)} ${String(bytes).padStart(7)} ${new URL(url).pathname}`,
      );
}
