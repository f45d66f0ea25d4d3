import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import {
  apiOf,
  callApi,
  fillSignIn,
  openApp,
  registeredAthlete,
  saveWorkout,
  writeScript,
} from './accounts.ts';
import { editor, expectStoredDraft, rows, write } from './editor.ts';

// Typed text is never lost: not with the tab, the browser or the network.

/** Writes a draft, closes its tab, and opens another. */
async function leaveDraft(page: Page, context: BrowserContext): Promise<Page> {
  await openApp(page, await registeredAthlete(), '/app/workouts/new');
  await write(page, 'Half-written', '10m E + 3x(');
  await expectStoredDraft(page, '10m E + 3x(');
  await page.close({ runBeforeUnload: false });

  const next = await context.newPage();
  await next.goto('/app/workouts/new');
  return next;
}

test('a draft outlives a closed tab and is offered again', async ({ page, context }) => {
  const next = await leaveDraft(page, context);
  await next.getByRole('button', { name: 'Restore' }).click();
  await expect(next.getByLabel('Title')).toHaveValue('Half-written');
  await expect(editor(next)).toContainText('10m E + 3x(');
});

test('letters typed while a draft is restored are offered again @variant', async ({
  page,
  context,
}) => {
  const next = await leaveDraft(page, context);
  const restore = next.getByRole('button', { name: 'Restore' });
  await expect(restore).toBeVisible();
  // A device that takes its time to say which drafts are open in other tabs.
  await next.evaluate(() => {
    const query = navigator.locks.query.bind(navigator.locks);
    const { promise, resolve } = Promise.withResolvers<void>();
    navigator.locks.query = () => promise.then(query);
    Object.assign(window, { answerLocks: resolve });
  });
  await restore.click();
  await editor(next).focus();
  await next.keyboard.type('20m T');
  await next.evaluate(() => (window as unknown as { answerLocks: () => void }).answerLocks());
  await expect(editor(next)).toHaveText('10m E + 3x(');

  await restore.click();
  await expect(editor(next)).toHaveText('20m T');
  await restore.click();
  await expect(editor(next)).toHaveText('10m E + 3x(');
  await expect(next.getByLabel('Title')).toHaveValue('Half-written');
});

test('two tabs that each write a new workout keep both drafts, and no other athlete sees them', async ({
  page,
  context,
}) => {
  const athlete = await registeredAthlete();
  await openApp(page, athlete);
  const second = await context.newPage();
  for (const [tab, title, script] of [
    [page, 'First', '30m E'],
    [second, 'Second', '40m E'],
  ] as const) {
    await tab.goto('/app/workouts/new');
    await write(tab, title, script);
    await expectStoredDraft(tab, script);
  }
  await second.close({ runBeforeUnload: false });
  await page.close({ runBeforeUnload: false });

  const next = await context.newPage();
  await next.goto('/app/workouts/new');
  await next.getByRole('button', { name: 'Restore' }).click();
  await expect(next.getByLabel('Title')).toHaveValue('Second');
  await next.getByRole('button', { name: 'Restore' }).click();
  await expect(next.getByLabel('Title')).toHaveValue('First');
  await next.close({ runBeforeUnload: false });

  const other = await context.newPage();
  await other.goto('/app');
  await other.getByRole('button', { name: /^Account, / }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.getByRole('button', { name: 'Sign out', exact: true }).click();
  await other.waitForURL('/login');
  await fillSignIn(other, await registeredAthlete());
  await other.waitForURL('/app');
  await other.goto('/app/workouts/new');
  await expect(editor(other)).toBeVisible();
  await expect(other.getByText(/^You have unsaved changes/)).toBeHidden();
});

test('a draft is not offered while the tab that writes it is open @variant', async ({
  page,
  context,
}) => {
  await openApp(page, await registeredAthlete(), '/app/workouts/new');
  await write(page, 'Being written', '30m E');
  await expectStoredDraft(page, '30m E');

  const second = await context.newPage();
  await second.goto('/app/workouts/new');
  await write(second, 'Beside it', '40m E');
  await expectStoredDraft(second, '40m E');
  await expect(second.getByRole('button', { name: 'Restore' })).toBeHidden();

  await page.close({ runBeforeUnload: false });
  await second.close({ runBeforeUnload: false });
  const third = await context.newPage();
  await third.goto('/app/workouts/new');
  await third.getByRole('button', { name: 'Restore' }).click();
  await expect(third.getByLabel('Title')).toHaveValue('Beside it');
});

test('New workout while a new one is written asks first, and offers it afterwards', async ({
  page,
}) => {
  await openApp(page, await registeredAthlete(), '/app/workouts/new');
  await write(page, 'Half-written', '15m E + 5x(3m I + 2m E)');
  const again = page.getByRole('banner').getByRole('link', { name: 'New workout' });
  await again.click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Half-written');
  await expect(editor(page)).toHaveText('15m E + 5x(3m I + 2m E)');
});

test('a workout left open follows a second device, and shows a conflict where both changed it', async ({
  page,
}) => {
  const athlete = await registeredAthlete();
  const id = await saveWorkout(athlete, { title: 'Easy', script: '30m E' });
  await openApp(page, athlete);
  await page.getByRole('link', { name: 'Workouts' }).first().click();
  await page.getByRole('link', { name: 'Easy' }).click();
  await expect(editor(page)).toHaveText('30m E');

  await saveOnSecondDevice({ title: 'Tempo', script: '20m T' }, 1);
  await expect(page.getByLabel('Title')).toHaveValue('Tempo');
  await expect(editor(page)).toHaveText('20m T');
  await expect(page.locator('.totals-figures')).toContainText('20:00');

  await page.getByLabel('Title').fill('Tempo, mine');
  await saveOnSecondDevice({ title: 'Tempo, theirs', script: '25m T' }, 2);
  await expect(
    page.getByText('This workout was changed in another tab or on another device.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Compare versions' }).click();
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(page.getByText('Tempo, mine saved')).toBeVisible();
  await expect(
    page.getByText('This workout was changed in another tab or on another device.'),
  ).toBeHidden();

  async function saveOnSecondDevice(workout: object, version: number): Promise<void> {
    await callApi(athlete, [['PUT', `/api/auth/workouts/${id}`, { workout, version }]]);
    // The event of returning to the tab.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  }
});

test('drafts are stored again after the browser has closed their database @variant', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = (...request) => {
      const opening = open(...request);
      opening.addEventListener('success', () => {
        if (request[0] === 'pacewright.draft') Object.assign(window, { drafts: opening.result });
      });
      return opening;
    };
  });
  await openApp(page, await registeredAthlete(), '/app/workouts/new');
  await write(page, 'Before', '30m E');
  await expectStoredDraft(page, '30m E');

  // Like Safari with a page in the background.
  await page.evaluate(() => (window as unknown as { drafts: IDBDatabase }).drafts.close());
  await page.getByLabel('Title').fill('After');
  await page.getByRole('button', { name: 'Insert +' }).click();
  await expectStoredDraft(page, '30m E + ');
  await expect(page.getByText('Your browser is blocking storage.')).toBeHidden();

  // Like "clear site data", which waits for every connection to close.
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('pacewright.draft');
        deleting.addEventListener('success', resolve);
        deleting.addEventListener('blocked', () => reject(new Error('blocked')));
      }),
  );
  await page.getByRole('button', { name: 'Insert E' }).click();
  await expectStoredDraft(page, '30m E + E');
});

test('two tabs that change one workout lose nothing @variant', async ({ page, context }) => {
  await openApp(page, await registeredAthlete(), '/app/workouts/new');
  await write(page, 'Shared', '30m E');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/app\/workouts\/[0-9a-f-]{36}$/);

  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByLabel('Title').fill('From the second tab');
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText('From the second tab saved')).toBeVisible();

  await page.getByLabel('Title').fill('From the first tab');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('From the first tab');
  await expect(dialog).toContainText('From the second tab');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('From the first tab (mine)');

  await page.goto('/app/workouts');
  await expect(page.getByRole('link', { name: /From the second tab/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /From the first tab/ })).toBeVisible();
});

test('what is written for a day that another device removes is added again', async ({ page }) => {
  const athlete = await registeredAthlete();
  const content = { kind: 'run', title: 'Easy', script: '45m E', notes: '' };
  const [id = ''] = await callApi(athlete, [
    ['POST', '/api/calendar', { content, day: '2026-11-18' }],
  ]);
  await openApp(page, athlete, `/app/calendar/2026-11-18/${id}/edit`);
  await page.getByLabel('Title').fill('Tired legs');
  await writeScript(page, '30m E');
  await (await apiOf(athlete)).call('DELETE', `/api/calendar/${id}`);
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();

  await expect(page.getByText('This workout is no longer on this day.')).toBeVisible();
  await expect(page.getByText('30m E')).toBeVisible();
  await page.getByRole('button', { name: 'Add it to Wednesday 18 November' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tired legs' })).toBeVisible();
});

test('a save whose answer was lost is sent again once the API answers, and makes one workout', async ({
  page,
}) => {
  // What sends the drafts of screens that were left finds this one, and gets its lock once this screen has saved it.
  await page.addInitScript(() => {
    const request = navigator.locks.request.bind(navigator.locks);
    const requestLate = async (
      name: string,
      options: LockOptions,
      callback: LockGrantedCallback<unknown>,
    ) => {
      if (options.ifAvailable) {
        document.body.dataset['sender'] = 'waiting';
        const isSaved = () => document.body.textContent.includes('Only once saved');
        while (!isSaved()) await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      await request(name, options, callback);
      if (options.ifAvailable) document.body.dataset['sender'] = 'done';
    };
    Object.assign(navigator.locks, { request: requestLate });
  });
  await openApp(page, await registeredAthlete(), '/app/workouts/new');
  await write(page, 'Only once', '40m E');
  let sent = 1;
  await page.route('**/api/auth/workouts', async (route) => {
    if (route.request().method() === 'POST') {
      sent++;
      await page.waitForSelector('body[data-sender]');
    }
    return route.fallback();
  });
  const lost = await loseNextAnswer(page, 'POST');
  await page.getByRole('button', { name: 'Save' }).click();
  await lost();
  await page.waitForSelector('body[data-sender=done]');
  expect(sent).toBe(2);

  await page.goto('/app/workouts');
  await expect(rows(page)).toHaveCount(1);
});

test('changes after a lost answer go into the same workout @variant', async ({ page }) => {
  await openApp(page, await registeredAthlete(), '/app/workouts/new');
  await write(page, '', '40m E');
  for (const [method, title] of [
    ['POST', 'First try'],
    ['PUT', 'Third try'],
  ] as const) {
    await page.getByLabel('Title').fill(title);
    const lost = await loseNextAnswer(page, method);
    await page.getByRole('button', { name: 'Save' }).click();
    await lost();
    await page.getByLabel('Title').fill(`${title}, and on`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`${title}, and on saved`)).toBeVisible();
    await expectStored(page);
  }

  await page.goto('/app/workouts');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Third try, and on' })).toBeVisible();
});

test('the first save does not interrupt typing @variant', async ({ page }) => {
  await openApp(page, await registeredAthlete(), '/app/workouts/new');
  await page.getByLabel('Title').fill('Going on');
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/auth/workouts', async (route) => {
    if (route.request().method() === 'POST') await answer.promise;
    await route.continue();
  });
  await editor(page).focus();
  await page.keyboard.type('15m E');
  await page.keyboard.press('Control+s');
  await page.keyboard.type(' + o');
  answer.resolve();
  await page.keyboard.type('pe');
  await expect(page).toHaveURL(/\/app\/workouts\/[0-9a-f-]{36}$/);
  await page.keyboard.type('n');

  await expect(editor(page)).toBeFocused();
  await expect(editor(page)).toHaveText('15m E + open');
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  await expect(page.getByText(/^You have unsaved changes/)).toBeHidden();

  // The text typed since can be saved, and Back skips the empty page.
  const save = page.getByRole('button', { name: 'Save' });
  await save.press('Enter');
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await expect(save).toBeFocused();
  await page.reload();
  await expect(editor(page)).toHaveText('15m E + open');
});

test('text typed during a save stays', async ({ page }) => {
  await openApp(page, await registeredAthlete(), '/app/workouts/new');
  await write(page, 'Slow', '40m E');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Slow saved')).toBeVisible();
  await expectStored(page);

  const answer = Promise.withResolvers<void>();
  await page.route('**/api/auth/workouts/*', async (route) => {
    if (route.request().method() === 'PUT') await answer.promise;
    await route.continue();
  });
  await page.getByLabel('Title').fill('Slower');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Title').fill('Slower still');
  answer.resolve();
  await expect(page.getByText('Slower saved')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Slower still');
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
});

/** A new workout gets its own URL when it is saved; text typed before that is only a draft. */
async function expectStored(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'More actions for this workout' })).toBeVisible();
}

/** Lets the next save arrive, and cuts the connection before its answer does. */
async function loseNextAnswer(page: Page, method: 'POST' | 'PUT'): Promise<() => Promise<unknown>> {
  const isSave = ({ pathname }: URL) => pathname.startsWith('/api/auth/workouts');
  let isCut = false;
  const failing = page.waitForEvent('requestfailed', (request) => request.method() === method);
  await page.route(isSave, async (route) => {
    if (route.request().method() !== method || isCut) return route.fallback();
    isCut = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  return () => failing;
}
