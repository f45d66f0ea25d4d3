import { trainingPaces } from '@pacewright/pace';
import type { Browser, Page } from '@playwright/test';
import { apiOf, saveWorkout } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { openScreen, type Screen, SCREENS } from './screens.ts';
import { createUsers, openAs, type TestUser, type TestUsers } from './users.ts';

// Every screen is opened, everything on it is changed by another device, and it is opened again. It first shows the
// copy on this device. A moment later it must be as on a device that has no copy: with the new values in every text
// and field, and nothing to save.

/** Screens where something is written or sent, or a run is compared with the calendar. The others follow every night. */
const WRITTEN =
  /^(calendar-change|calendar-send|plan-editor|workout|paces|settings|activity|activity-import-read)$/;

/**
 * Screens without the athlete's data, with made-up replies of the API, or whose steps look for the text that is changed
 * here. Not tried yet: the trash, track mode, the dialogs of a plan and those of the shell.
 */
const LEFT_OUT =
  /^(.*-(new|help|mistakes|question)|authorize.*|calendar-(day|edit-asks|.*menu)|garmin-.*|.*-did-not-load|.*not-found|plan-(editor-live|changed|share|files)|season-move|trash|plans-trash|paces-method|settings-delete|track|palette|shortcuts)$/;

// A soft assertion: a failure on one screen does not hide the next.
const eventually = expect.configure({ soft: true }).poll;

for (const [user, change] of [
  ['athlete', changeAthlete],
  ['runner', changeRunner],
] as const) {
  const screens = SCREENS.filter(({ as, name }) => as === user && !LEFT_OUT.test(name));

  test(`what another device wrote replaces the copy on this one, for the ${user}`, ({ browser }) =>
    changeElsewhere(
      browser,
      user,
      change,
      screens.filter(({ name }) => WRITTEN.test(name)),
    ));

  test(`what another device changed is on every screen of the ${user} @variant`, ({ browser }) =>
    changeElsewhere(
      browser,
      user,
      change,
      screens.filter(({ name }) => !WRITTEN.test(name)),
    ));
}

async function changeElsewhere(
  browser: Browser,
  user: TestUser,
  change: (users: TestUsers) => Promise<void>,
  screens: Screen[],
): Promise<void> {
  const users = await createUsers([user]);
  const device = await openAs(browser, users[user]);
  const page = await device.newPage();
  const before = new Map<Screen, string[]>();
  for (const screen of screens) {
    await openScreen(page, screen, users);
    await page.waitForLoadState('networkidle');
    before.set(screen, await page.evaluate(readScreen));
    await page.evaluate(storeNow);
  }
  const state = await device.storageState({ indexedDB: true });
  await device.close();
  await change(users);

  const newDevice = await openAs(browser, users[user]);
  const expected = await newDevice.newPage();
  for (const screen of screens) {
    await openScreen(expected, screen, users);
    const sameDevice = await openAs(browser, { state });
    const reopened = await sameDevice.newPage();
    await openStoredCopy(reopened, screen, users);
    await eventually(() => difference(reopened, expected), { message: screen.name }).toEqual({
      missing: [],
      outdated: [],
    });
    const now = await reopened.evaluate(readScreen);
    expect.soft(now, `${screen.name}, changed`).not.toEqual(before.get(screen));
    // A request of a page that is closed can't be continued.
    await reopened.unrouteAll({ behavior: 'ignoreErrors' });
    await sameDevice.close();
  }
  await newDevice.close();
}

/**
 * In the page: stores what it has loaded, as when it is hidden, instead of a moment later. That moment may be longer than
 * the network is idle.
 */
async function storeNow(): Promise<void> {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  Reflect.deleteProperty(document, 'visibilityState');
  // Transactions of one store run one after the other, so this one ends after the page's.
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('pacewright.offline');
    opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')));
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction('queries', 'readwrite');
      transaction.addEventListener('complete', () => {
        opening.result.close();
        resolve();
      });
    });
  });
}

/** Opens a screen while the API does not answer, and lets it answer when the screen is there. */
async function openStoredCopy(page: Page, screen: Screen, users: TestUsers): Promise<void> {
  const path = typeof screen.path === 'string' ? screen.path : await screen.path(users);
  const isShown = Promise.withResolvers<void>();
  await page.route('**/api/**', (route) => isShown.promise.then(() => route.continue()));
  await page.goto(path);
  await expect(page.locator('h1').first()).toBeAttached();
  isShown.resolve();
  await screen.after?.(page);
}

async function difference(page: Page, expected: Page) {
  const [shown, right] = await Promise.all([
    page.evaluate(readScreen),
    expected.evaluate(readScreen),
  ]);
  return {
    missing: right.filter((line) => !shown.includes(line)),
    outdated: shown.filter((line) => !right.includes(line)),
  };
}

/** In the page: everything it says, with the values of its fields and the buttons that can be pressed. */
function readScreen(): string[] {
  const values = [...document.querySelectorAll('input, textarea, select')].map((field) => {
    const { value, type, checked, labels } = field as HTMLInputElement;
    const isChoice = type === 'checkbox' || type === 'radio';
    const label = field.getAttribute('aria-label') ?? labels?.[0]?.innerText ?? '';
    return `${label}: ${isChoice ? checked : value}`;
  });
  const labels = [...document.querySelectorAll('[aria-label]')].map(
    (element) => element.getAttribute('aria-label') ?? '',
  );
  const lines = document.body.innerText.split('\n').map((line) => line.trim());
  const buttons = [...document.querySelectorAll('button')]
    .filter(({ ariaDisabled, disabled }) => !disabled && ariaDisabled !== 'true')
    .map(({ innerText }) => `offers ${innerText}`);
  return [...lines.filter((line) => line !== ''), ...values, ...labels, ...buttons];
}

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function changeAthlete({ athlete }: TestUsers): Promise<void> {
  const { call } = await apiOf(athlete);
  await call('PUT', '/api/auth/profile', {
    username: 'Alexandra',
    avatar: PICTURE,
    weekStart: 'sunday',
  });
  await call('PUT', '/api/user/paces', {
    trainingPaces: trainingPaces(44),
    vdot: 44,
    paceUnits: 'imperial',
  });
  await call('POST', '/api/user/races', {
    distance: 3000,
    timeInSeconds: 700,
    racedOn: '2026-11-01',
  });

  type Versioned = { version: number };
  const workoutPath = `/api/auth/workouts/${athlete.workoutId}`;
  const { version } = await call<Versioned>('GET', workoutPath);
  await call('PUT', workoutPath, {
    workout: {
      title: 'Six by two',
      script: '12m E + 6x(2m R + 3m E) + 8m E',
      notes: 'In the park.',
      tags: ['speed'],
    },
    version,
  });

  for (const [id, text] of [
    [athlete.planId, 'plan Inland Half\n\nweeks 1-7\n  Tue 50m E\n  Sat Hills: 1h E'],
    [athlete.changedPlan.planId, 'plan Summer 10 km\n\nweeks 1-4\n  Tue 35m E\n  Sun 50m E'],
  ] as const) {
    const plan = await call<Versioned>('GET', `/api/plans/${id}`);
    await call('PUT', `/api/plans/${id}`, { text, version: plan.version });
  }

  const entryId = athlete.changedPlan.editedPath.split('/').at(-2);
  await call('PUT', `/api/calendar/${entryId}/content`, {
    content: {
      kind: 'run',
      title: 'Twos',
      script: '9m E + 2x(2m T + 1m E)',
      notes: 'By the canal.',
    },
  });
  await call('POST', '/api/calendar', {
    content: { kind: 'run', title: 'Before breakfast', script: '25m E', notes: '' },
    day: '2026-11-17',
    position: 0,
  });
  const removed = await saveWorkout(athlete, { title: 'Not this one', script: '20m E' });
  await call('DELETE', `/api/auth/workouts/${removed}`);
  const { id } = await call<{ id: string }>('POST', '/api/plans', { text: 'plan Not this one' });
  await call('DELETE', `/api/plans/${id}`);
}

async function changeRunner({ runner }: TestUsers): Promise<void> {
  const { call } = await apiOf(runner);
  await call('PUT', '/api/user/units', { paceUnits: 'imperial' });
  for (const id of runner.activityIds)
    await call('PUT', `/api/activities/${id}/notes`, {
      notes: 'Windy on the way back.',
      effort: 7,
    });
  // The run of this day is in the files that are read.
  await call('POST', '/api/calendar', {
    content: { kind: 'run', title: 'Tempo', script: '15m E + 20m T + 10m E', notes: '' },
    day: '2026-11-19',
  });
}
