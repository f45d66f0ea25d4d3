// Measures the first pages with Lighthouse as on a phone with a slow network, simulated, at a quarter of the
// reference machine's speed (decision 0161), on a stack of their own. Fails when a result is worse than its limit. `node apps/web/tools/lighthouse.ts`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import globalSetup from '../e2e/global-setup.ts';
import { registeredAthlete, signIn } from '../e2e/accounts.ts';
import { measureSpeed } from '../e2e/machine-speed.ts';
import playwright from '../playwright.config.ts';

/** Scores are of 100; LCP is the largest contentful paint, in ms; weight is of everything loaded, in kB. */
const LIMITS: { path: string; least: Record<string, number>; most: Record<string, number> }[] = [
  {
    path: '/',
    least: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
    most: { LCP: 1200, weight: 150 },
  },
  { path: '/login', least: { performance: 95 }, most: {} },
  { path: '/try', least: { performance: 75 }, most: {} },
  { path: '/app', least: { performance: 95 }, most: {} },
];

/** The median of these is the result: a busy machine spoils one. */
const RUNS = 3;
const SLOW_DOWN = 4;
const PORT = 9444;

const stop = await globalSetup();
const profile = await mkdtemp(join(tmpdir(), 'lighthouse-'));
const browser = await chromium.launchPersistentContext(profile, {
  ...playwright.use?.launchOptions,
  args: [...(playwright.use?.launchOptions?.args ?? []), `--remote-debugging-port=${PORT}`],
  baseURL: process.env['PACEWRIGHT_ORIGIN'],
});
try {
  for (const { path, least, most } of LIMITS) {
    if (path === '/app') await signIn(await browser.newPage(), await registeredAthlete());
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measure(path));
    for (const [name, bound] of Object.entries({ ...least, ...most })) {
      const figure = middle(runs.map((figures) => figures[name] ?? NaN));
      const isMet = name in least ? figure >= bound : figure <= bound;
      if (!isMet) process.exitCode = 1;
      console.log(
        `figure: ${isMet ? 'ok' : 'NOT'} ${path} ${name} ${figure} (${name in least ? 'at least' : 'at most'} ${bound})`,
      );
    }
    console.log(`  machine: ${runs.map(({ speed = NaN }) => speed.toFixed(2)).join(', ')}`);
  }
} finally {
  await browser.close();
  await stop();
  await rm(profile, { recursive: true });
}

async function measure(path: string): Promise<Record<string, number>> {
  const speed = await speedNow();
  const result = await lighthouse(`${process.env['PACEWRIGHT_ORIGIN']}${path}`, {
    port: PORT,
    logLevel: 'error',
    // Keeps the athlete signed in.
    disableStorageReset: path === '/app',
    // Lighthouse multiplies the CPU times of this machine.
    throttling: { cpuSlowdownMultiplier: SLOW_DOWN * speed },
  });
  if (!result) throw new Error(`Lighthouse has nothing to say about ${path}`);
  const { categories, audits } = result.lhr;
  return {
    speed,
    ...Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    LCP: Math.round(audits['largest-contentful-paint']?.numericValue ?? NaN),
    weight: Math.round(audits['total-byte-weight']?.numericValue ?? NaN) / 1000,
  };
}

async function speedNow(): Promise<number> {
  const page = await browser.newPage();
  const speed = await measureSpeed(page, await browser.newCDPSession(page));
  await page.close();
  return speed;
}

function middle(figures: number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? NaN;
}
