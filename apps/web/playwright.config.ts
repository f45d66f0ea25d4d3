import { execFileSync } from 'node:child_process';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // Limits against what never comes, not against a machine that is busy.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 2,
  // A test that passes at the second attempt is a defect, of the test or of the product.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  outputDir: '.cache/e2e-results',
  use: {
    // Set by the global set-up, before the workers read this file.
    baseURL: process.env['PACEWRIGHT_ORIGIN'],
    browserName: 'chromium',
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? installedChromium(),
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
function installedChromium(): string {
  return execFileSync('sh', ['-c', 'command -v chromium || command -v chromium-browser'], {
    encoding: 'utf8',
  }).trim();
}
