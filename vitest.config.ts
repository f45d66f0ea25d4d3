import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Limits against a test that hangs, one for each kind of waiting. No test sets its own: it would be a guess about the
 * machine.
 */
const MAX_TEST_MS = 300_000;
const MAX_SLOW_TEST_MS = 6 * 3_600_000;
const MAX_POLL_MS = 60_000;

const SHARED = {
  testTimeout: MAX_TEST_MS,
  hookTimeout: MAX_TEST_MS,
  expect: { poll: { timeout: MAX_POLL_MS, interval: 20 } },
  // The default leaves one core of two idle.
  maxWorkers: availableParallelism(),
};

const SLOWLY = { testTimeout: MAX_SLOW_TEST_MS, hookTimeout: MAX_SLOW_TEST_MS };

/** Node runs the sources itself, as in production. Vite would transform them, and make every import slower. */
const NATIVE = { experimental: { viteModuleRunner: false } };

/** Tests that kill processes, measure, or run thousands of cases or requests: `pnpm test:slow`, and `.ci/nightly`. */
const SLOW = ['**/*.slow.test.ts'];
/**
 * Properties of random texts and files: some of them in `pnpm test`, and many more in `pnpm test:slow`, most with the
 * same seeds.
 */
const RANDOM = [
  'packages/script/test/{properties,operations,coach-lines}.test.ts',
  'packages/plan/test/{properties,history}.test.ts',
  'packages/activity/test/{mutations,weeks}.test.ts',
  'packages/import/test/{mutations,round-trips}.test.ts',
  'packages/delivery/src/share.test.ts',
  'apps/web/src/workout/editor/reading.test.ts',
];
/** Random requests to the API, likewise. */
const RANDOM_REQUESTS = [
  'src/deletion-races.test.ts',
  'src/features/calendar/history.test.ts',
  'src/features/garmin/reconciler.test.ts',
  'src/features/plans/season-history.test.ts',
];
/** Tests of the container image, which build it as root: `pnpm exec vitest run --project image`. */
const IMAGE = ['**/*.image.test.ts'];
/** Tests that need two PostgreSQL servers: `pnpm exec vitest run --project shards`. */
const SHARDS = '**/*.shards.test.ts';
const NODE_MODULES = '**/node_modules/**';

const API = {
  ...SHARED,
  root: 'apps/api',
  globalSetup: ['src/testing/global-setup.ts'],
};

export default defineConfig({
  test: {
    passWithNoTests: true,
    // `pnpm test` starts with what is fastest: packages, then the web app, then the API.
    projects: [
      {
        test: {
          ...SHARED,
          name: 'packages',
          sequence: { groupOrder: 0 },
          // Pure code keeps nothing that one file could leave to the next.
          isolate: false,
          ...NATIVE,
          include: [
            'packages/*/{src,test,cli}/**/*.test.ts',
            'tools/*/src/**/*.test.ts',
            'apps/web/tools/**/*.test.ts',
          ],
          exclude: [NODE_MODULES, ...SLOW, ...IMAGE],
        },
      },
      {
        test: {
          ...API,
          name: 'api',
          sequence: { groupOrder: 2 },
          ...NATIVE,
          // Each file has a database of its own.
          isolate: false,
          include: ['src/**/*.test.ts'],
          exclude: [NODE_MODULES, ...SLOW, SHARDS],
        },
      },
      {
        test: {
          ...API,
          ...NATIVE,
          name: 'slow-api',
          ...SLOWLY,
          include: [...SLOW, ...RANDOM_REQUESTS],
          env: {
            SEASON_HISTORIES: '12',
            CALENDAR_HISTORIES: '500',
            RECONCILED_GROUPS: '150',
            DELETION_RACES: '300',
          },
        },
      },
      { test: { ...SHARED, name: 'image', root: 'tools/image', include: IMAGE } },
      {
        test: {
          ...API,
          name: 'shards',
          globalSetup: ['src/testing/shards/global-setup.ts'],
          setupFiles: ['src/testing/shards/setup.ts'],
          include: ['src/**/*.test.ts'],
          // The tests of the database module, of its catalogue, of plans and of a restore are about one server.
          exclude: [
            NODE_MODULES,
            ...SLOW,
            'src/db/**',
            'src/access-matrix.test.ts',
            'src/deletion-races.test.ts',
            'src/list-costs.test.ts',
            'src/features/account/data-map.test.ts',
            'src/features/garmin/after-restore.test.ts',
          ],
        },
      },
      {
        test: {
          ...SHARED,
          ...SLOWLY,
          name: 'slow-packages',
          include: [
            '{packages,tools}/**/*.slow.test.ts',
            'apps/web/src/**/*.slow.test.ts',
            ...RANDOM,
          ],
          env: {
            SCRIPT_RUNS: '8000',
            OPERATION_RUNS: '2000',
            LINE_RUNS: '20000',
            PLAN_RUNS: '2000',
            ACTIVITY_RUNS: '8000',
            MATCHED_WEEKS: '500',
            IMPORT_RUNS: '500',
            DELIVERY_RUNS: '2000',
            EDITED_TEXTS: '50',
          },
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          ...SHARED,
          name: 'web',
          sequence: { groupOrder: 1 },
          root: 'apps/web',
          environment: 'jsdom',
          // Each file gets a page of its own without a process of its own: a third of the work.
          pool: 'vmThreads',
          setupFiles: ['src/testing/setup.ts'],
          // Other style sheets are empty in tests; this one is read for its contrasts.
          css: { include: /tokens\.css/ },
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [NODE_MODULES, ...SLOW],
        },
      },
    ],
  },
});
