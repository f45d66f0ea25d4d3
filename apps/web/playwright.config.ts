import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { defineConfig, type LaunchOptions } from '@playwright/test';
import { MAX_JOURNEY_MS, MAX_WAIT_MS, MAX_WALK_MS } from './e2e/limits.ts';

/** Tests that measure. They run one at a time, without any other load. */
const SPEED = /\/(typing|interaction|long-run|long-library|stored-data)\.test\.ts$/;

/** Random walks. They take long, and every run differs. */
const WALK = /\/random-walk\.test\.ts$/;

/** Frames of a drag. */
const FRAMES = /\/dragging\.test\.ts$/;

/**
 * Variants of a path that another journey or a test of a component covers have this word in their title, or in that of
 * their group. `.ci/run` leaves them to `.ci/nightly`.
 */
const VARIANT = /@variant/;

/** Pages live for seconds: optimizing their code, and collecting their garbage in threads, takes longer than it saves. */
const SHORT_LIVED = {
  launchOptions: launchChromium('--js-flags=--no-opt,--no-maglev,--single-threaded-gc'),
};

export default defineConfig({
  testDir: 'e2e',
  projects: [
    {
      name: 'journeys',
      testIgnore: [SPEED, WALK, FRAMES],
      grepInvert: VARIANT,
      use: SHORT_LIVED,
    },
    {
      name: 'variants',
      testIgnore: [SPEED, WALK, FRAMES],
      grep: VARIANT,
      use: SHORT_LIVED,
      outputDir: '.cache/variants-results',
    },
    {
      name: 'walk',
      testMatch: WALK,
      timeout: MAX_WALK_MS,
      outputDir: '.cache/walk-results',
    },
    { name: 'frames', testMatch: FRAMES, outputDir: '.cache/frames-results' },
    // A separate folder: a run clears its folder, and with it earlier failures.
    { name: 'speed', testMatch: SPEED, outputDir: '.cache/speed-results' },
  ],
  globalSetup: './e2e/global-setup.ts',
  timeout: MAX_JOURNEY_MS,
  expect: { timeout: MAX_WAIT_MS },
  fullyParallel: true,
  // One more than there are cores, because a journey also waits: for timers, and for other processes.
  workers: availableParallelism() + 1,
  // A journey that passes at the second attempt only is a defect, of the journey or of the product (decision 0161).
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  outputDir: '.cache/e2e-results',
  use: {
    // Set by the global set-up, before the workers read this file.
    baseURL: process.env['PACEWRIGHT_ORIGIN'],
    browserName: 'chromium',
    // A test cannot hold back or refuse responses of a service worker. Only offline.test.ts allows it.
    serviceWorkers: 'block',
    // Recording takes CPU time, so .ci/run records none.
    trace: { mode: process.env['CI'] ? 'off' : 'retain-on-failure', screenshots: false },
    launchOptions: launchChromium(),
  },
});

function launchChromium(...more: string[]): LaunchOptions {
  return {
    executablePath: installedChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // No other machine can be reached. A request is not intercepted for it: that takes time, and turns the cache off.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ...more,
    ],
  };
}

/** Playwright's own browsers are never downloaded. */
export function installedChromium(): string {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return named;
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser'];
  const find = names.map((name) => `command -v ${name}`).join(' || ');
  return execFileSync('sh', ['-c', find], { encoding: 'utf8' }).trim();
}
