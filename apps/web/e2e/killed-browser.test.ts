import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';
import { installedChromium } from '../playwright.config.ts';
import { expect, setting, test } from './fixtures.ts';
import { fillSignIn, registeredAthlete } from './accounts.ts';
import { editor, expectStoredDraft, write } from './editor.ts';

// A killed browser has no trace. In a file of its own, because a worker traces everything or nothing.
test.use({ trace: 'off' });

test('a draft outlives a browser that is killed while the athlete writes', async () => {
  const athlete = await registeredAthlete();
  const profile = await mkdtemp(join(tmpdir(), 'pacewright-profile-'));
  const newWorkout = `${setting('PACEWRIGHT_ORIGIN')}/app/workouts/new`;
  try {
    const first = await startBrowser(profile);
    await first.page.goto(newWorkout);
    await fillSignIn(first.page, athlete);
    await write(first.page, 'Cut off', '10m E + 5x(3m I');
    await expectStoredDraft(first.page, '10m E + 5x(3m I');
    first.kill();

    const second = await startBrowser(profile);
    await second.page.goto(newWorkout);
    await second.page.getByRole('button', { name: 'Restore' }).click();
    await expect(second.page.getByLabel('Title')).toHaveValue('Cut off');
    await expect(editor(second.page)).toContainText('10m E + 5x(3m I');
    second.kill();
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});

/** A separate browser, which can be killed like in a power cut. */
async function startBrowser(profile: string): Promise<{ page: Page; kill: () => void }> {
  const browser = spawn(
    installedChromium(),
    [
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    // Its processes are a group, so that they are killed together.
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  for await (const line of createInterface(browser.stderr)) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (!address) continue;
    browser.stderr.resume();
    const connection = await chromium.connectOverCDP(address);
    const [context = await connection.newContext()] = connection.contexts();
    return {
      page: await context.newPage(),
      kill: () => process.kill(-(browser.pid ?? 0), 'SIGKILL'),
    };
  }
  throw new Error('The browser did not start');
}
