import { recordScript } from '@pacewright/activity/testing';
import { type GarminStatus, SCOPES } from '@pacewright/contract';
import { encodeSharedPlan } from '@pacewright/delivery';
import { openIntervalsIcuControl } from '@pacewright/intervals-icu-stand-in';
import { expect as expectSoon, type Page } from '@playwright/test';
import { ENDLESS, type TestUsers, type TestUser } from './users.ts';
import { linkTo, mailedLink } from './accounts.ts';
import { setting } from './fixtures.ts';
import { MAX_WAIT_MS } from './limits.ts';
import { MESSAGE } from './squad-runners.ts';

// Screenshots are taken without the test runner, and so without its configuration.
const expect = expectSoon.configure({ timeout: MAX_WAIT_MS });

/** One screen or state, how to open it, and as which user. */
export type Screen = {
  name: string;
  as: TestUser;
  path: string | ((users: TestUsers) => string | Promise<string>);
  /** Steps before its URL is opened. */
  before?: (page: Page, users: TestUsers) => Promise<unknown>;
  /** Steps that lead to the state. */
  after?: (page: Page) => Promise<unknown>;
};

/** Opens a screen and waits until it is complete. */
export async function openScreen(page: Page, screen: Screen, users: TestUsers): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await screen.before?.(page, users);
  const path = typeof screen.path === 'string' ? screen.path : await screen.path(users);
  // From another page, so that a URL that differs only in its fragment is opened as well.
  await page.goto('about:blank');
  await page.goto(path);
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await screen.after?.(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Every screen, and its states that look different. */
export const SCREENS: Screen[] = [
  ...by('visitor', [
    { name: 'landing', path: '/' },
    { name: 'privacy', path: '/privacy' },
    { name: 'terms', path: '/terms' },
    { name: 'developers', path: '/developers' },
    { name: 'login', path: '/login' },
    { name: 'login-failed', path: '/login?error=oauth_failed' },
    { name: 'register', path: '/register' },
    {
      name: 'register-mistakes',
      path: '/register',
      after: async (page) => {
        await page.getByRole('button', { name: 'Create account' }).click();
        await expect(page.getByText('Username is required')).toBeVisible();
      },
    },
    { name: 'password-reset', path: '/password-reset' },
    {
      name: 'auth-new-password',
      before: async (page, { newcomer }) => {
        await page.goto('/password-reset');
        await page.getByLabel('Email').fill(newcomer.email);
        await page.getByRole('button', { name: 'Send Password Reset Email' }).click();
        await expect(page.getByText('Check your inbox.')).toBeVisible();
      },
      path: ({ newcomer }) => mailedLink(newcomer.email, 'PASSWORD_RESET'),
      after: (page) => expect(page.getByLabel('New password', { exact: true })).toBeVisible(),
    },
    {
      name: 'auth-refused',
      path: '/auth?mode=verifyEmail&oobCode=made-up',
      after: (page) => expect(page.getByRole('alert')).toBeVisible(),
    },
    {
      name: 'shared-workout',
      path: () => linkTo({ title: 'Five by three', script: '15m E + 5x(3m I + 2m jog) + 10m E' }),
    },
    { name: 'shared-long', path: () => linkTo(ENDLESS), after: editor },
    {
      name: 'shared-damaged',
      path: '/w#1.made-up',
      after: (page) => expect(page.getByRole('alert')).toBeVisible(),
    },
    {
      name: 'shared-plan',
      path: async () => {
        const link = await encodeSharedPlan(SHARED_PLAN);
        return link.ok ? `/p#${link.fragment}` : '/p';
      },
      after: async (page) => {
        await page.getByRole('listbox', { name: 'Plan, week by week' }).press('End');
        await page.getByRole('button', { name: /^Tuesday/ }).click();
      },
    },
    { name: 'squad', path: squadLink, after: squadAdded },
    {
      name: 'squad-add',
      path: squadLink,
      after: async (page) => {
        await page.getByRole('button', { name: 'Add runners' }).first().click();
        await page.getByLabel('Paste or type').fill(MESSAGE);
        await expect(page.getByText('Which race of Felix Braun?')).toBeVisible();
      },
    },
    {
      name: 'squad-stopwatch',
      path: squadLink,
      after: async (page) => {
        await squadAdded(page);
        await page.getByRole('button', { name: 'Stopwatch' }).click();
        await page.getByRole('button', { name: /^Start rep \d of group 1/ }).click();
      },
    },
    { name: 'try', path: '/try', after: editor },
    { name: 'try-paces', path: '/try/paces' },
    { name: 'not-found', path: '/nowhere' },
  ]),
  ...by('unverified', [{ name: 'verify-email', path: '/verify-email' }]),
  ...by('athlete', [
    { name: 'today', path: '/app' },
    { name: 'calendar-week', path: '/app/calendar' },
    { name: 'calendar-month', path: '/app/calendar?view=month' },
    {
      name: 'calendar-move',
      path: '/app/calendar',
      after: async (page) => {
        await page.getByRole('link', { name: 'Tempo 20' }).first().press('m');
        await expect(page.locator('dialog[open]')).toBeVisible();
      },
    },
    {
      name: 'calendar-entry',
      path: ({ athlete }) => athlete.changedPlan.editedPath.replace(/\/edit$/, ''),
    },
    {
      name: 'calendar-change',
      path: ({ athlete }) => athlete.changedPlan.editedPath,
      after: async (page) => {
        await editor(page);
        await expect(page.getByText('You edited this workout.')).toBeVisible();
      },
    },
    {
      name: 'calendar-edit-asks',
      path: ({ athlete }) => athlete.changedPlan.editedPath,
      after: async (page) => {
        await editor(page);
        await page.getByLabel('Notes').fill('Flat loop');
        await page.getByRole('button', { name: 'Save' }).click();
        await expect(page.locator('dialog[open]')).toBeVisible();
      },
    },
    {
      name: 'calendar-send',
      path: ({ athlete }) => athlete.changedPlan.editedPath.replace(/\/edit$/, ''),
      after: press('Send or share…'),
    },
    {
      name: 'calendar-send-watches',
      path: ({ athlete }) => athlete.changedPlan.editedPath.replace(/\/edit$/, ''),
      after: async (page) => {
        await press('Send or share…')(page);
        await page.getByRole('button', { name: 'A file or another watch' }).click();
        await expect(page.getByRole('button', { name: 'Apple Watch' })).toBeVisible();
      },
    },
    {
      name: 'calendar-send-garmin',
      ...garmin({}),
      path: ({ athlete }) => athlete.changedPlan.editedPath.replace(/\/edit$/, ''),
      after: async (page) => {
        await press('Send or share…')(page);
        await expect(page.getByRole('button', { name: /^Send for/ })).toBeVisible();
      },
    },
    {
      name: 'calendar-day',
      path: '/app/calendar',
      after: async (page) => {
        await page
          .getByRole('button', { name: /^Add workout to/ })
          .first()
          .click();
        await expect(page.locator('dialog[open]')).toBeVisible();
      },
    },
    { name: 'calendar-week-menu', path: '/app/calendar', after: openMenu(/for this week$/) },
    { name: 'calendar-card-menu', path: '/app/calendar', after: openMenu(/for Five by three$/) },
    { name: 'library', path: '/app/workouts' },
    { name: 'import', path: '/app/workouts/import' },
    {
      name: 'import-read',
      path: '/app/workouts/import',
      after: async (page) => {
        await page.getByLabel('Text or table').fill(MAIL);
        await page.getByRole('button', { name: 'Find workouts' }).click();
        await expect(page.getByRole('button', { name: /to calendar$/ })).toBeVisible();
      },
    },
    {
      name: 'import-question',
      path: '/app/workouts/import',
      after: async (page) => {
        await page
          .getByLabel('Text or table')
          .fill('Wed - 8 km easy\nSat - 8-10 x 20s strides after 40 easy');
        await page.getByRole('button', { name: 'Find workouts' }).click();
        // The longest answer, which has to wrap.
        await expect(page.getByText(/40m E \+ 10x/).first()).toBeVisible();
      },
    },
    {
      name: 'import-table',
      path: '/app/workouts/import',
      after: async (page) => {
        await page
          .getByLabel('Files')
          .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) });
        await expect(page.getByText('Already in your library')).toBeVisible();
      },
    },
    { name: 'plans', path: '/app/plans' },
    { name: 'plan-editor-new', path: '/app/plans/new', after: editor },
    {
      name: 'plan-editor',
      path: ({ athlete }) => `/app/plans/${athlete.planId}`,
      after: editor,
    },
    {
      name: 'plan-editor-days',
      path: ({ athlete }) => `/app/plans/${athlete.planId}`,
      after: async (page) => {
        await editor(page);
        const days = page.getByRole('radio', { name: 'Days' });
        if (await days.isVisible()) await days.check({ force: true });
        await page.getByRole('listbox', { name: 'Plan, week by week' }).press('End');
        await page.getByRole('button', { name: /^Tuesday/ }).click();
      },
    },
    {
      name: 'plan-editor-live',
      path: ({ athlete }) => `/app/plans/${athlete.changedPlan.planId}`,
      after: async (page) => {
        await editor(page);
        await expect(page.getByText(/differ from your calendar/)).toBeVisible();
      },
    },
    {
      name: 'plan-changed',
      path: ({ athlete: { changedPlan } }) =>
        `/app/plans/${changedPlan.planId}/calendar/${changedPlan.seasonId}`,
      after: (page) => expect(page.getByRole('heading', { name: 'Week 2' })).toBeVisible(),
    },
    {
      name: 'plan-files',
      path: ({ athlete }) => `/app/plans/${athlete.changedPlan.planId}`,
      after: openFromPlanMenu('Share or print…'),
    },
    {
      name: 'season-move',
      path: '/app/plans',
      after: async (page) => {
        await page.getByRole('button', { name: 'More actions for Spring 10 km' }).first().click();
        await page.getByRole('menuitem', { name: 'Move…' }).click();
        await page.getByLabel('Move upcoming days').selectOption('One day later');
        await expect(page.getByText(/days will move 1 day later/)).toBeVisible();
      },
    },
    { name: 'plan-help', path: '/app/plans/new', after: press('Plan help') },
    { name: 'trash', path: '/app/workouts/trash' },
    { name: 'plans-trash', path: '/app/plans/trash' },
    { name: 'workout', path: ({ athlete }) => `/app/workouts/${athlete.workoutId}`, after: editor },
    { name: 'workout-new', path: '/app/workouts/new', after: editor },
    {
      name: 'workout-mistakes',
      path: '/app/workouts/new',
      after: async (page) => {
        await editor(page);
        await page
          .locator('.cm-content')
          .fill('2km Z1\n+ 3x(2x(400mtr R + 400m E) + 3m E)\n+ 2km E');
        await expect(page.locator('.script-problem')).toBeVisible();
      },
    },
    {
      name: 'workout-question',
      path: '/app/workouts/new',
      after: async (page) => {
        await editor(page);
        await page.locator('.cm-content').fill('10m race pace + 5m E');
        await expect(page.locator('.script-problem')).toBeVisible();
      },
    },
    { name: 'paces', path: '/app/paces' },
    {
      name: 'paces-mistakes',
      path: '/app/paces',
      after: async (page) => {
        await page.getByLabel('Easy from, faster').fill('5:55');
        await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
      },
    },
    { name: 'paces-method', path: '/app/paces/method' },
    { name: 'script-help', path: '/app/help/script' },
    { name: 'settings', path: '/app/settings', after: garminAnswered },
    { name: 'settings-delete', path: '/app/settings', after: press('Delete') },
    { name: 'garmin-connected', ...garmin({}) },
    {
      name: 'garmin-ended',
      ...garmin({ connected: false, needsReconnect: true, waitingCount: 2 }),
    },
    { name: 'garmin-workouts-off', ...garmin({ permissions: [], canSendWorkouts: false }) },
    { name: 'garmin-unavailable', ...garmin({ available: false, connected: false }) },
    {
      name: 'garmin-unknown',
      path: '/app/settings#garmin',
      before: (page) => refuseOnNewDevice(page, '**/api/garmin/status'),
      after: offersRetry,
    },
    {
      name: 'garmin-connecting',
      path: '/app/settings#garmin',
      before: (page) => page.route('**/api/garmin/callback', () => new Promise(() => {})),
      after: comeBackFromGarmin,
    },
    {
      name: 'garmin-failed',
      path: '/app/settings#garmin',
      before: (page) => refuse(page, '**/api/garmin/callback'),
      after: async (page) => {
        await comeBackFromGarmin(page);
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
    {
      name: 'authorize',
      path: '/authorize?client_id=https%3A%2F%2Fclaude.ai%2Fclient',
      before: (page) =>
        page.route('**/api/oauth/requests', (route) =>
          route.fulfill({
            json: {
              kind: 'asks',
              name: 'Claude',
              host: 'claude.ai',
              redirectHost: 'claude.ai',
              scopes: SCOPES,
            },
          }),
        ),
      after: async (page) => {
        await expect(page.getByRole('button', { name: 'Connect' })).toBeVisible();
      },
    },
    {
      name: 'authorize-unknown',
      path: '/authorize?client_id=unknown',
      after: async (page) => {
        await expect(page.getByRole('alert')).toBeVisible();
      },
    },
    { name: 'garmin-refused', path: '/garmin/callback?error=access_denied' },
    {
      name: 'track',
      path: ({ athlete }) => `/app/workouts/${athlete.workoutId}?track=workout`,
      after: async (page) => {
        await page.getByRole('button', { name: 'Start' }).click();
        await page.getByRole('button', { name: 'Next step' }).click();
        await page.getByRole('button', { name: 'Next step' }).click();
      },
    },
    { name: 'palette', path: '/app', after: press('Search workouts, screens and actions') },
    {
      name: 'shortcuts',
      path: '/app',
      after: async (page) => {
        await page.keyboard.press('?');
        await expect(page.locator('dialog[open]')).toBeVisible();
      },
    },
    { name: 'app-not-found', path: '/app/nowhere' },
    {
      name: 'app-did-not-load',
      path: '/app',
      before: (page) => refuse(page, '**/api/calendar?*'),
    },
    {
      name: 'library-did-not-load',
      path: '/app/workouts',
      before: (page) => refuseOnNewDevice(page, '**/api/auth/workouts?*'),
      after: offersRetry,
    },
  ]),
  ...by('runner', [
    {
      name: 'today-after-run',
      path: '/app',
      after: (page) => expect(page.getByRole('heading', { name: /, done$/ })).toBeVisible(),
    },
    {
      name: 'calendar-week-done',
      path: '/app/calendar',
      after: (page) =>
        expect(page.getByRole('region', { name: 'Week totals' })).toContainText('Done'),
    },
    {
      name: 'calendar-month-done',
      path: '/app/calendar?view=month',
      after: (page) => expect(page.getByRole('link', { name: /Unplanned run/ })).toBeVisible(),
    },
    {
      name: 'activity',
      path: ({ runner }) => `/app/activities/${runner.activityIds[0]}`,
      after: (page) => expect(page.getByRole('table', { name: 'Step by step' })).toBeVisible(),
    },
    {
      name: 'activity-own',
      path: ({ runner }) => `/app/activities/${runner.activityIds[1]}`,
      after: (page) =>
        expect(page.getByRole('heading', { level: 1, name: 'Unplanned run' })).toBeVisible(),
    },
    {
      name: 'activity-correct',
      path: ({ runner }) => `/app/activities/${runner.activityIds[0]}`,
      after: press('Correct rep 4, 3 min'),
    },
    {
      name: 'activity-import-read',
      path: '/app/workouts/import',
      after: async (page) => {
        await page
          .getByLabel('Files')
          .setInputFiles([
            fitFile('2026-11-18-070102.fit', '45m E', '2026-11-18T07:01:02+01:00'),
            fitFile('2026-11-19-180412.fit', '15m E + 20m T + 10m E', '2026-11-19T18:04:12+01:00'),
            fitFile('2026-11-13-173001.fit', '40m E', '2026-11-13T17:30:01+01:00'),
            { name: 'photo.fit', mimeType: 'application/octet-stream', buffer: Buffer.from('no') },
          ]);
        await expect(page.getByText('3 of 3 read')).toBeVisible();
      },
    },
    {
      name: 'import-of-all-kinds',
      path: '/app/workouts/import',
      after: async (page) => {
        await page
          .getByLabel('Files')
          .setInputFiles([
            fitFile('2026-11-18-070102.fit', '45m E', '2026-11-18T07:01:02+01:00'),
            fitFile('2026-11-19-180412.fit', '15m E + 20m T + 10m E', '2026-11-19T18:04:12+01:00'),
            { name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) },
            { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([255, 216, 255, 0]) },
          ]);
        await expect(page.getByText('2 of 2 read')).toBeVisible();
        await expect(page.getByRole('button', { name: /^Add / })).toBeVisible();
      },
    },
  ]),
  ...by('fasterRunner', [
    {
      name: 'activity-remark',
      path: ({ fasterRunner }) => `/app/activities/${fasterRunner.activityIds[0]}`,
      after: (page) => expect(page.getByRole('region', { name: 'Your paces' })).toBeVisible(),
    },
  ]),
  ...by('newcomer', [
    {
      name: 'empty-today',
      path: '/app',
      after: (page) =>
        expect(page.getByRole('heading', { name: 'What have you raced lately?' })).toBeVisible(),
    },
    { name: 'empty-calendar', path: '/app/calendar' },
    { name: 'empty-library', path: '/app/workouts' },
    { name: 'empty-paces', path: '/app/paces' },
  ]),
  ...by('planner', [
    {
      name: 'today-plan',
      path: '/app',
      after: (page) => expect(page.getByText('Intervals, first of four weeks')).toBeVisible(),
    },
    { name: 'calendar-plan', path: '/app/calendar' },
    {
      name: 'calendar-ill',
      path: '/app/calendar',
      after: async (page) => {
        await page.getByRole('button', { name: 'More actions for this week' }).click();
        await page.getByRole('menuitem', { name: 'Ill or away…' }).click();
        await expect(page.getByRole('button', { name: /^Skip \d/ })).toBeEnabled();
      },
    },
    { name: 'plans-season', path: '/app/plans' },
    { name: 'intervals-icu', path: '/app/settings#intervals-icu', after: garminAnswered },
    {
      name: 'intervals-icu-connected',
      path: '/app/settings#intervals-icu',
      before: () =>
        openIntervalsIcuControl(setting('PACEWRIGHT_INTERVALS_ICU')).addAthlete(ICU_KEY),
      after: async (page) => {
        const card = page.getByRole('region', { name: 'intervals.icu calendar' });
        await card.getByLabel('API key').fill(ICU_KEY);
        await card.getByRole('button', { name: 'Connect', exact: true }).click();
        await expect(card.getByText(/^Sent to intervals.icu/)).toBeVisible();
      },
    },
    {
      name: 'garmin-week',
      ...garmin({}),
      path: '/app/calendar',
      after: async (page) => {
        await page.getByRole('button', { name: 'More actions for this week' }).click();
        await page.getByRole('menuitem', { name: 'Send or share the week…' }).click();
        await page.getByRole('button', { name: 'Send this week to Garmin' }).click();
        await expect(page.locator('dialog[open]')).toBeVisible();
      },
    },
    {
      name: 'plan-on-calendar',
      path: ({ planner }) => `/app/plans/${planner.planId}`,
      after: async (page) => {
        await editor(page);
        await page
          .getByRole('button', { name: /calendar$/ })
          .first()
          .click();
        await page.getByRole('textbox', { name: 'Race day' }).fill('2026-12-27');
        await expect(page.getByText(/days already have something/)).toBeVisible();
      },
    },
  ]),
  ...by('longNames', [
    { name: 'long-today', path: '/app' },
    { name: 'long-calendar-week', path: '/app/calendar' },
    { name: 'long-calendar-month', path: '/app/calendar?view=month' },
    { name: 'long-library', path: '/app/workouts' },
    {
      name: 'long-workout',
      path: ({ longNames }) => `/app/workouts/${longNames.workoutId}`,
      after: editor,
    },
    { name: 'long-settings', path: '/app/settings' },
    { name: 'long-palette', path: '/app', after: press('Search workouts, screens and actions') },
  ]),
];

const ICU_KEY = 'key-of-the-screens';

async function squadLink(): Promise<string> {
  const path = await linkTo({
    title: '6 × 800',
    script: '2km E + 6x(800mtr I + 400mtr jog) + 2km E',
  });
  return path.replace('/w', '/squad');
}

/** Adds the runners of a message, once for all screens of the visitor. */
async function squadAdded(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(Add runners|Stopwatch)$/ })
    .first()
    .waitFor();
  if (await page.getByRole('button', { name: 'Stopwatch' }).isVisible()) return;
  await page.getByRole('button', { name: 'Add runners' }).first().click();
  await page.getByLabel('Paste or type').fill(MESSAGE);
  await page.getByRole('button', { name: 'Add 20 runners' }).click();
  await expect(page.getByRole('row', { name: /^Sam Whitlock/ })).toBeVisible();
}

const SHARED_PLAN = `plan Five weeks to a 10 km

weeks 1-4: Build
  Tue Threes: 15m E + {4, 5, 6, 4}x(3m I + 2m jog) + 10m E // on the track
  Thu {45m, 50m, 55m, 40m} E or rest
  Sun Long run: {1h20m, 1h30m, 1h35m, 1h10m} E

week 5
  Tue Sharpen: 15m E + 4x(2m T + 2m jog) + 10m E
  Sun race 10km`;

/** A simulated run as the file of a watch. */
function fitFile(name: string, script: string, time: string) {
  const startedAt = Date.parse(time) / 1000;
  const buffer = Buffer.from(recordScript(script, { kind: 'kilometres', startedAt, vdot: 50 }));
  return { name, mimeType: 'application/octet-stream', buffer };
}

function by(user: TestUser, screens: Omit<Screen, 'as'>[]): Screen[] {
  return screens.map((screen) => ({ ...screen, as: user }));
}

/** Statuses that the fake Garmin has only after a journey of their own. */
function garmin(changes: Partial<GarminStatus>): Pick<Screen, 'path' | 'before' | 'after'> {
  // Typed, so that the page can read every answer.
  const linked: GarminStatus = {
    available: true,
    connected: true,
    needsReconnect: false,
    permissions: ['WORKOUT_IMPORT'],
    canSendWorkouts: true,
    canReceiveActivities: false,
    connectedAt: '2026-09-03T08:00:00.000Z',
    lastSent: { title: 'Five by three', at: '2026-11-17T05:42:00.000Z' },
    waitingCount: 0,
    consentUrl: 'https://garmin.test/oauth2Confirm',
  };
  return {
    path: '/app/settings#garmin',
    before: (page) =>
      page.route('**/api/garmin/status', (route) =>
        route.fulfill({ json: { ...linked, ...changes } }),
      ),
    after: garminAnswered,
  };
}

/** Waits until Garmin's card has its status. */
function garminAnswered(page: Page): Promise<void> {
  return expect(page.getByText('Checking…', { exact: true })).toHaveCount(0);
}

/** Leaves for Garmin, and comes back with its consent. */
async function comeBackFromGarmin(page: Page): Promise<void> {
  const consent = page.waitForRequest(/oauth2Confirm/i);
  await page.getByRole('button', { name: 'Connect Garmin' }).click();
  const { searchParams } = new URL((await consent).url());
  await page.goto(`/garmin/callback?code=granted&state=${searchParams.get('state')}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Connect Garmin' })).toBeVisible();
}

function offersRetry(page: Page): Promise<void> {
  return expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
}

/** Without stored data, which the screen would show instead of the failure. */
async function refuseOnNewDevice(page: Page, address: string): Promise<void> {
  // A page that stores nothing: the app would write again after the deletion.
  await page.goto('/privacy');
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deletion = indexedDB.deleteDatabase('pacewright.offline');
        deletion.addEventListener('success', () => resolve());
        deletion.addEventListener('error', () => reject(new Error('Not deleted')));
      }),
  );
  await refuse(page, address);
}

function refuse(page: Page, address: string): Promise<unknown> {
  return page.route(address, (route) => route.fulfill({ status: 503, body: '' }));
}

function press(name: string) {
  return async (page: Page) => {
    await page.getByRole('button', { name, exact: true }).first().click();
    await expect(page.locator('dialog[open]')).toBeVisible();
  };
}

function openMenu(name: RegExp) {
  return async (page: Page) => {
    await page.getByRole('button', { name }).first().click();
    await expect(page.getByRole('menu')).toBeVisible();
  };
}

function openFromPlanMenu(item: string) {
  return async (page: Page) => {
    await page.getByRole('button', { name: 'More actions for this plan' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.locator('dialog[open] button').nth(1)).toBeVisible();
  };
}

/** Waits for CodeMirror, which loads after the screen. */
function editor(page: Page): Promise<void> {
  return expect(page.locator('.cm-content')).toBeVisible();
}

/** A coach's mail with a week, as people write them. */
const MAIL = `Hi Alex,
good work on Sunday. Here is the week:

Mon - easy 45
Tue - 3k w/u, 6 x 800 @ 5k pace w/ 90s jog, 2k c/d
Wed - off, or 30 min swim
Thu - 15 easy, 20 tempo, 10 easy
Fri - rest
Sat - 8-10 x 20s strides after 40 easy
Sun - long one, 18-20k easy, last 3k at MP if it feels good

Keep the easy days honest. See you at the track,
Petra`;

/** A table with a workout that the athlete has, a new one, and two cells that may be no run. */
const TABLE = `Title,Workout
Tempo 20,"15 min easy, 20 min T, 10 min easy"
Track,2km E + 8x(400mtr R + 400mtr jog) + 2km E
,book club
,hills by feel
`;
