import { execFileSync } from 'node:child_process';
import { defineConfig } from '@playwright/test';

/** Tests that measure. They are run by themselves, one at a time, where it counts. */
const SPEED = /\/(typing|interaction|long-library)\.test\.ts$/;

/** Random walks, by `pnpm e2e --project=walk`. They take long, and every run is another. */
const WALK = /\/random-walk\.test\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'journeys', testIgnore: [SPEED, WALK] },
    { name: 'walk', testMatch: WALK, outputDir: '.cache/walk-results' },
    // A folder of its own: a run clears the one it writes to, and with it what failed before.
    { name: 'speed', testMatch: SPEED, outputDir: '.cache/speed-results' },
  ],
  globalSetup: './e2e/global-setup.ts',
  // Limits against what never comes, not against a machine that is busy.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 2,
  // A test that passes at the second attempt is a defect, of the test or of the product. Only .ci/run gives one.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  outputDir: '.cache/e2e-results',
  use: {
    // Set by the global set-up, before the workers read this file.
    baseURL: process.env['PACEWRIGHT_ORIGIN'],
    browserName: 'chromium',
    // What a service worker answers cannot be held back or refused by a test. offline.test.ts lets it in.
    serviceWorkers: 'block',
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      executablePath: installedChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

/** Playwright's own browsers are never downloaded. */
export function installedChromium(): string {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return named;
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser'];
  const find = names.map((name) => `command -v ${name}`).join(' || ');
  return execFileSync('sh', ['-c', find], { encoding: 'utf8' }).trim();
}
