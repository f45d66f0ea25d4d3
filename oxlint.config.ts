import { defineConfig } from 'oxlint';

// The import rules of docs/conventions.md, section 3. tools/repository/src/import-rules.test.ts plants
// a violation of each. Of several overrides of one rule the last one that matches a file wins,
// so each row lists all rules of its folder.

type Pattern = ({ group: string[] } | { regex: string }) & {
  /** Only these names of the module; all of them if left out. */
  importNames?: string[];
  message: string;
};

const TESTS = ['**/*.test.ts', '**/*.test.tsx'];

const FIREBASE_ADMIN: Pattern = {
  regex: '^firebase-admin(/|$)',
  message: 'Only http/firebase.ts imports Firebase.',
};
const FIREBASE: Pattern = {
  regex: '^(firebase|@firebase)(/|$)',
  message: 'Only platform/session/firebase.ts imports Firebase.',
};
const OTHER_WORKSPACE: Pattern = {
  regex: '^@pacewright/((api|web)$|[^/]+/src/)|/(apps|packages)/|/(api|web)/src/',
  message: 'One app does not import the other, and a package is imported by its name.',
};
const NODE: Pattern = { regex: '^node:', message: 'The web app runs in a browser.' };
const LOCAL_TODAY: Pattern = {
  // Imports inside the folder have no days/ in their path.
  regex: '/days/days\\.ts$',
  importNames: ['localToday'],
  message: 'The day changes while a screen is open. Use useToday().',
};
const OTHER_FEATURES: Pattern = {
  // A feature is one folder deep, so a single ../ lands among the other features.
  regex: '^\\.\\./[^.]|/features/',
  message: 'Features do not import each other. Compose them in app.',
};
const COMPOSITION: Pattern = {
  regex: '^(\\.\\./)+(app|main|worker)(\\.tsx?$|/)',
  message: 'Only app and main compose.',
};
const FEATURES: Pattern = {
  regex: '/features/',
  message: 'Shared folders do not import features.',
};

const API = [OTHER_WORKSPACE, FIREBASE_ADMIN, FIREBASE];
const WEB = [...API, NODE, LOCAL_TODAY];

function only(message: string, allowed: string[]): Pattern {
  return { group: ['*', '!./**', ...allowed.map((name) => `!${name}`)], message };
}

function imports(files: string[], patterns: Pattern[], excludeFiles: string[] = []) {
  return {
    files,
    excludeFiles,
    rules: { 'no-restricted-imports': ['error', { patterns }] as ['error', object] },
  };
}

export default defineConfig({
  plugins: [
    'eslint',
    'typescript',
    'unicorn',
    'oxc',
    'import',
    'react',
    'jsx-a11y',
    'node',
    'vitest',
    'promise',
  ],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['**/dist/**', '**/parser.ts', '**/parser.terms.ts'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-unassigned-import': [
      'error',
      { allow: ['**/*.css', '@fontsource-variable/**', './lazy.cjs'] },
    ],
    'no-console': 'error',
    'node/no-process-env': 'error',
    // For Express, which ignores rejections of an async handler. Fastify awaits it.
    'oxc/no-async-endpoint-handlers': 'off',
    'promise/always-return': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    // noImplicitReturns checks the same, and recognizes exhaustive switches.
    'typescript/consistent-return': 'off',
    'typescript/consistent-type-definitions': ['error', 'type'],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    // External data is parsed by a schema; other assertions have a comment.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/switch-exhaustiveness-check': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    // Sorting a local array in place is fine.
    'unicorn/no-array-sort': 'off',
    // A function may be declared next to its only caller.
    'unicorn/consistent-function-scoping': 'off',
  },
  overrides: [
    {
      files: ['packages/*/src/**'],
      excludeFiles: TESTS,
      rules: {
        'no-restricted-globals': [
          'error',
          { name: 'globalThis', message: 'Pure code uses no globals.' },
          { name: 'Date', message: 'Pass the time to pure code.' },
          { name: 'performance', message: 'Pass the time to pure code.' },
          { name: 'crypto', message: 'Pass ids to pure code.' },
        ],
        'no-restricted-properties': [
          'error',
          { object: 'Math', property: 'random', message: 'Pure code is deterministic.' },
        ],
      },
    },
    imports(['packages/pace/src/**'], [only('pace imports nothing.', [])], TESTS),
    imports(
      ['packages/script/src/**'],
      [only('script imports pace.', ['@pacewright/pace', '#second-reader'])],
      TESTS,
    ),
    imports(
      ['packages/plan/src/**'],
      [only('plan imports pace and script.', ['@pacewright/pace', '@pacewright/script'])],
      TESTS,
    ),
    imports(
      ['packages/contract/src/**'],
      [
        only('contract imports zod, pace and script.', [
          'zod',
          'zod/mini',
          '@pacewright/pace',
          '@pacewright/script',
        ]),
      ],
      TESTS,
    ),
    imports(
      ['packages/delivery/src/**'],
      [
        only('delivery imports pace, script, and what writes and reads FIT.', [
          'fit-file-parser/encoder',
          'fit-file-parser/raw',
          '@pacewright/pace',
          '@pacewright/script',
        ]),
      ],
      TESTS,
    ),
    imports(
      ['packages/activity/src/**'],
      [
        only('activity imports pace, script and the numbers of the FIT profile.', [
          '@pacewright/delivery/fit-profile',
          '@pacewright/pace',
          '@pacewright/script',
        ]),
      ],
      TESTS,
    ),

    imports(
      ['packages/import/src/**'],
      [
        only('import imports pace, script, delivery, and what reads FIT.', [
          // From training/, which is a folder of its own.
          '../days.ts',
          'fit-file-parser/raw',
          '@pacewright/delivery',
          '@pacewright/delivery/fit-fields',
          '@pacewright/delivery/fit-profile',
          '@pacewright/pace',
          '@pacewright/script',
        ]),
      ],
      TESTS,
    ),

    // Every folder besides features and app is shared.
    imports(['apps/api/src/**'], API),
    imports(
      ['apps/api/src/*/**'],
      [...API, FEATURES, COMPOSITION],
      ['apps/api/src/features/**', 'apps/api/src/testing/**'],
    ),
    imports(
      ['apps/api/src/http/firebase.ts', 'apps/api/src/http/firebase.test.ts'],
      [OTHER_WORKSPACE, FIREBASE, FEATURES, COMPOSITION],
    ),
    imports(['apps/api/src/features/**'], [...API, OTHER_FEATURES, COMPOSITION]),
    {
      files: ['apps/api/src/**'],
      excludeFiles: [...TESTS, 'apps/api/src/features/garmin/client.ts', 'apps/api/src/testing/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          {
            name: 'fetch',
            message: 'The API calls Garmin only, and only features/garmin/client.ts does.',
          },
        ],
      },
    },

    imports(['apps/web/src/**'], WEB),
    imports(
      ['apps/web/src/*/**'],
      [...WEB, FEATURES, COMPOSITION],
      ['apps/web/src/features/**', 'apps/web/src/app/**', 'apps/web/src/testing/**'],
    ),
    imports(
      ['apps/web/src/ui/**'],
      [
        ...WEB,
        { group: ['../**', '@pacewright/*'], message: 'ui imports nothing of the product.' },
      ],
      TESTS,
    ),
    imports(
      ['apps/web/src/platform/session/firebase.ts'],
      [OTHER_WORKSPACE, FIREBASE_ADMIN, NODE, FEATURES, COMPOSITION],
    ),
    imports(['apps/web/src/features/**'], [...WEB, OTHER_FEATURES, COMPOSITION]),

    {
      // Only the configuration reads the environment; tools and end-to-end tests have no configuration.
      files: [
        'apps/api/src/config.ts',
        'apps/api/src/testing/**',
        'apps/api/benchmark/**',
        'apps/web/e2e/**',
        'apps/web/tools/**',
        'tools/**',
        'packages/script/cli/**',
        'packages/plan/test/**',
        'packages/script/test/**',
        'packages/activity/test/**',
        'packages/import/test/**',
        '*.config.ts',
        'apps/web/*.config.ts',
      ],
      rules: { 'node/no-process-env': 'off', 'no-console': 'off' },
    },
    {
      files: ['*.config.ts', 'apps/web/*.config.ts', 'apps/web/e2e/global-setup.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    { files: TESTS, rules: { 'typescript/unbound-method': 'off' } },
  ],
});
