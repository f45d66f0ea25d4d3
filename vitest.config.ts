import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const SHARED = {
  // Limits against a test that hangs, not against a machine that is busy.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
  // The default leaves one core of two idle.
  maxWorkers: availableParallelism(),
};

/** Node runs the sources itself, as in production. Vite would transform them, and make every import slower. */
const NATIVE = { experimental: { viteModuleRunner: false } };

/** Tests that kill processes, measure, or run thousands of cases or requests: `pnpm test:slow`, and `.ci/run`. */
const SLOW = ['**/*.slow.test.ts'];
/**
 * Properties of random texts and files: some of them in `pnpm test`, and many more in `pnpm test:slow`, most with the
 * same seeds.
 */
const RANDOM = [
  'packages/script/test/{properties,operations}.test.ts',
  'packages/plan/test/{properties,history}.test.ts',
  'packages/activity/test/mutations.test.ts',
  'packages/import/test/{mutations,round-trips}.test.ts',
  'packages/delivery/src/share.test.ts',
  'apps/web/src/workout/editor/reading.test.ts',
];
/** Random requests to the API, likewise. */
const RANDOM_REQUESTS = [
  'src/features/garmin/reconciler.test.ts',
  'src/features/plans/season-history.test.ts',
];
/** Tests of the container image, which build it as root: `pnpm test:image`. */
const IMAGE = ['**/*.image.test.ts'];
/** Tests that need two PostgreSQL servers: `pnpm test:shards`. */
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
    projects: [
      {
        test: {
          ...SHARED,
          name: 'packages',
          // Pure code keeps nothing that one file could leave to the next.
          isolate: false,
          ...NATIVE,
          include: ['packages/*/{src,test,cli}/**/*.test.ts', 'tools/*/src/**/*.test.ts'],
          exclude: [NODE_MODULES, ...SLOW, ...IMAGE],
        },
      },
      {
        test: {
          ...API,
          name: 'api',
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
          include: [...SLOW, ...RANDOM_REQUESTS],
          env: { SEASON_HISTORIES: '12', RECONCILED_GROUPS: '150' },
        },
      },
      { test: { ...SHARED, name: 'image', root: 'tools/image', include: IMAGE } },
      {
        test: {
          ...API,
          name: 'shards',
          testTimeout: 120_000,
          globalSetup: ['src/testing/shards/global-setup.ts'],
          setupFiles: ['src/testing/shards/setup.ts'],
          include: ['src/**/*.test.ts'],
          // The tests of the database module, of its catalogue and of a restore are about one server.
          exclude: [
            NODE_MODULES,
            ...SLOW,
            'src/db/**',
            'src/features/account/data-map.test.ts',
            'src/features/garmin/after-restore.test.ts',
          ],
        },
      },
      {
        test: {
          ...SHARED,
          name: 'slow-packages',
          include: [
            '{packages,tools}/**/*.slow.test.ts',
            'apps/web/src/**/*.slow.test.ts',
            ...RANDOM,
          ],
          env: {
            SCRIPT_RUNS: '8000',
            OPERATION_RUNS: '2000',
            PLAN_RUNS: '2000',
            ACTIVITY_RUNS: '8000',
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
