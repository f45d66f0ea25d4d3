import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const SHARED = {
  // Limits against a test that hangs, not against a machine that is busy.
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // The default leaves one core of two idle.
  maxWorkers: availableParallelism(),
};

/** Tests that kill processes, measure, or run thousands of cases or requests: `pnpm test:slow`, and `.ci/run`. */
const SLOW = ['**/*.slow.test.ts'];
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
          include: ['packages/*/{src,test,cli}/**/*.test.ts', 'tools/*/src/**/*.test.ts'],
          exclude: [NODE_MODULES, ...SLOW],
        },
      },
      {
        test: {
          ...API,
          name: 'api',
          include: ['src/**/*.test.ts'],
          exclude: [NODE_MODULES, ...SLOW],
        },
      },
      { test: { ...API, name: 'slow-api', include: SLOW } },
      {
        test: {
          ...SHARED,
          name: 'slow-packages',
          include: ['packages/**/*.slow.test.ts', 'apps/web/src/**/*.slow.test.ts'],
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
