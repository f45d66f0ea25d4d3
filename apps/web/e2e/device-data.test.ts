import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  deleteInSettings,
  planWorkout,
  registeredAthlete,
  saveWorkout,
  signIn,
  type Athlete,
} from './accounts.ts';
import { expectStoredDraft, write } from './editor.ts';

// Lists everything that a browser can store for a site, and looks for anything of the athlete's in it.

test.use({ serviceWorkers: 'allow' });

/** In every text of the athlete, to be found wherever it must not be. */
const MARK = 'zugspitze';

test('signing out leaves nothing of the athlete on the device', async ({ page, context }) => {
  const athlete = await useEverything(page, context);

  await page.getByRole('button', { name: /^Account, / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('/login');

  await expectNothingLeft(page, context, athlete);
});

test('deleting the account leaves nothing of the athlete on the device', async ({
  page,
  context,
}) => {
  const athlete = await useEverything(page, context);

  await page.getByRole('link', { name: 'Paces', exact: true }).first().click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await deleteInSettings(page, athlete);

  await expectNothingLeft(page, context, athlete);
});

/** Signs in and fills every storage: the sign-in, offline data, a draft, a consent and the copy of the app. */
async function useEverything(
  page: Page,
  context: BrowserContext,
): Promise<Athlete & { uid: string }> {
  const athlete = await registeredAthlete({ username: MARK });
  const workoutId = await saveWorkout(athlete, {
    title: `${MARK} hills`,
    script: '10m E',
    notes: MARK,
  });
  await planWorkout(athlete, workoutId, new Date().toISOString().slice(0, 10));
  await signIn(page, athlete);
  await page.getByRole('link', { name: 'Workouts', exact: true }).first().click();
  await expect(page.getByText(`${MARK} hills`).first()).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.evaluate(
    ([mark]) => {
      localStorage.setItem('pacewright.garmin-consent', JSON.stringify({ athlete: mark }));
      localStorage.setItem('pacewright.squad', JSON.stringify({ runners: [{ name: mark }] }));
      localStorage.setItem('pacewright.user.intervals-icu', JSON.stringify({ key: mark }));
    },
    [MARK],
  );
  await page.getByRole('link', { name: 'New workout' }).first().click();
  await write(page, `${MARK} draft`, '20m E');
  await expectStoredDraft(page, '20m E');
  // The listing finds what is there, or it would prove nothing afterwards.
  await expect
    .poll(async () => {
      const { localStorage, indexedDB, caches } = await listDevice(page, context);
      const hasMark = (part: object) => JSON.stringify(part).includes(MARK);
      return [localStorage, indexedDB['pacewright.draft'], indexedDB['pacewright.offline']]
        .map((part) => hasMark(part ?? {}))
        .concat(Object.keys(caches).length > 0);
    })
    .toEqual([true, true, true, true]);
  return athlete;
}

async function expectNothingLeft(
  page: Page,
  context: BrowserContext,
  athlete: Athlete & { uid: string },
): Promise<void> {
  // Databases are deleted in the background.
  await expect
    .poll(async () => {
      const {
        caches: _copyOfTheApp,
        indexedDB: { 'firebase-heartbeat-database': heartbeats = {}, ...databases },
        sessionStorage: { 'react-router-scroll-positions': scrolled = '{}', ...session },
        ...others
      } = await listDevice(page, context);
      return {
        ...others,
        session,
        rows: Object.values(databases).flatMap((stores) => Object.values(stores).flat()),
        // Days, the version of the library, and numbers.
        heartbeats: [...JSON.stringify(heartbeats).matchAll(/"([\w-]+)":/g)]
          .map(([, field = '']) => field)
          .filter((field) => !HEARTBEAT_FIELDS.has(field)),
        scrolled: Object.values(JSON.parse(scrolled) as object).filter(
          (y) => typeof y !== 'number',
        ),
      };
    })
    .toEqual({
      localStorage: {},
      session: {},
      cookies: [],
      files: [],
      rows: [],
      heartbeats: [],
      scrolled: [],
    });

  const { caches, ...others } = await listDevice(page, context);
  for (const personal of [MARK, athlete.email, athlete.uid]) {
    expect(JSON.stringify(others)).not.toContain(personal);
    expect(JSON.stringify(caches)).not.toContain(personal);
  }
  // The copy of the app has files of the build only, no response of the API.
  const cached = Object.values(caches).flatMap((files) => Object.keys(files));
  expect(cached.filter((url) => new URL(url).pathname.startsWith('/api/'))).toEqual([]);
}

/** Of Firebase's own database, which is the same for everybody. */
const HEARTBEAT_FIELDS = new Set([
  'firebase-heartbeat-store',
  'heartbeats',
  'lastSentHeartbeatDate',
  'agent',
  'date',
]);

async function listDevice(page: Page, context: BrowserContext) {
  return { ...(await page.evaluate(readStorages)), cookies: await context.cookies() };
}

/** In the page: the content of every storage that a site has. */
async function readStorages() {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('Not read')));
    });

  const databases: Record<string, Record<string, unknown[]>> = {};
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await resultOf(indexedDB.open(name));
    const stores: Record<string, unknown[]> = {};
    for (const store of database.objectStoreNames)
      stores[store] = await resultOf(database.transaction(store).objectStore(store).getAll());
    database.close();
    databases[name] = stores;
  }

  const cached: Record<string, Record<string, string>> = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const files: Record<string, string> = {};
    for (const request of await cache.keys())
      files[request.url] = (await (await cache.match(request))?.text()) ?? '';
    cached[name] = files;
  }

  const files: string[] = [];
  for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);

  return {
    localStorage: Object.fromEntries(Object.entries(localStorage)) as Record<string, string>,
    sessionStorage: Object.fromEntries(Object.entries(sessionStorage)) as Record<string, string>,
    indexedDB: databases,
    caches: cached,
    files,
  };
}
