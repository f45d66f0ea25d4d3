import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listFiles, ROOT } from './repository.ts';

// Section 3 of docs/conventions.md. A lint rule that no longer works is not noticed, so each rule is
// tested with violations that it must report and imports that it must accept, in a copy of the repository's layout
// and with its settings.

/** Lines of code, planted together in one file. */
type Rule = { rule: string; file: string; refused: string[]; accepted: string[] };

const LINTED: Rule[] = [
  {
    rule: 'pace imports nothing',
    file: 'packages/pace/src/planted.ts',
    refused: from('zod', 'papaparse', '@pacewright/script', '../../script/src/index.ts', 'node:fs'),
    accepted: from('./vdot.ts', './tables/daniels.ts'),
  },
  {
    rule: 'script imports pace only',
    file: 'packages/script/src/planted.ts',
    refused: from('zod', '@pacewright/contract', '../../pace/src/vdot.ts', 'node:fs', 'react'),
    accepted: from('@pacewright/pace', './workout.ts'),
  },
  {
    rule: 'plan imports pace and script only',
    file: 'packages/plan/src/planted.ts',
    refused: from('zod', '@pacewright/contract', '../../script/src/tokens.ts', 'node:fs'),
    accepted: from('@pacewright/pace', '@pacewright/script', './read.ts'),
  },
  {
    rule: 'contract imports zod, pace and script only',
    file: 'packages/contract/src/planted.ts',
    refused: from('fastify', 'papaparse', '@pacewright/api', '@pacewright/web', 'node:fs'),
    accepted: from('zod', 'zod/mini', '@pacewright/pace', '@pacewright/script', './endpoint.ts'),
  },
  {
    rule: 'delivery imports pace, script and two doors of fit-file-parser only',
    file: 'packages/delivery/src/planted.ts',
    refused: from(
      '@garmin/fitsdk',
      'fit-decoder',
      'fit-file-parser',
      '@pacewright/contract',
      'papaparse',
      'node:fs',
    ),
    accepted: from(
      'fit-file-parser/encoder',
      'fit-file-parser/raw',
      '@pacewright/pace',
      '@pacewright/script',
      './share.ts',
    ),
  },
  {
    rule: 'activity imports pace, script and the FIT profile only',
    file: 'packages/activity/src/planted.ts',
    refused: from(
      '@garmin/fitsdk',
      'fit-file-parser',
      '@pacewright/delivery',
      '@pacewright/contract',
      'node:fs',
    ),
    accepted: from(
      '@pacewright/delivery/fit-profile',
      '@pacewright/pace',
      '@pacewright/script',
      './read-activity.ts',
    ),
  },
  {
    rule: 'import imports pace, script, delivery and what reads FIT only',
    file: 'packages/import/src/planted.ts',
    refused: from(
      '@garmin/fitsdk',
      'fit-file-parser',
      '@pacewright/contract',
      'papaparse',
      'node:fs',
    ),
    accepted: from(
      'fit-file-parser/raw',
      '@pacewright/delivery',
      '@pacewright/delivery/fit-fields',
      '@pacewright/delivery/fit-profile',
      '@pacewright/pace',
      '@pacewright/script',
      './steps.ts',
    ),
  },
  {
    rule: 'the tests of a pure package may use more',
    file: 'packages/pace/src/planted.test.ts',
    refused: [],
    accepted: from('vitest', 'fast-check', 'node:fs', './vdot.ts'),
  },
  {
    rule: 'features of the API do not import each other',
    file: 'apps/api/src/features/paces/routes.ts',
    refused: from('../workouts/store.ts', '../../features/workouts/store.ts'),
    accepted: from('./store.ts', '../../http/serve.ts', '../../db/sql.ts', '@pacewright/contract'),
  },
  {
    rule: 'features of the web app do not import each other',
    file: 'apps/web/src/features/paces/paces-screen.tsx',
    refused: from('../workouts/workouts-queries.ts', '../../features/workouts/workouts-queries.ts'),
    accepted: from(
      './paces-queries.ts',
      '../../ui/button.tsx',
      '../../platform/api/client.ts',
      'react',
    ),
  },
  ...['app/logout.tsx', 'features/calendar/today-screen.tsx', 'workout/view/profile.tsx'].map(
    (file) => {
      const days = `${'../'.repeat(file.split('/').length - 1)}platform/days`;
      return {
        rule: `${file} asks useToday which day it is`,
        file: `apps/web/src/${file}`,
        refused: [`import { localToday } from '${days}/days.ts'; export const day = localToday();`],
        accepted: [
          `import { formatLongDay } from '${days}/days.ts'; export const name = formatLongDay;`,
          `export { useToday } from '${days}/use-today.ts';`,
        ],
      };
    },
  ),
  {
    rule: 'a feature of the API does not compose',
    file: 'apps/api/src/features/paces/store.ts',
    refused: from('../../app.ts', '../../main.ts'),
    accepted: from('../../db/database.ts', '../../config.ts'),
  },
  {
    rule: 'a feature of the web app does not compose',
    file: 'apps/web/src/features/paces/paces-queries.ts',
    refused: from('../../app/router.tsx', '../../main.tsx'),
    accepted: from('../../platform/session/session.ts', '../../workout/view/profile.tsx'),
  },
  ...['http', 'db', 'jobs', 'calendar'].map((folder) => ({
    rule: `${folder} imports no feature`,
    file: `apps/api/src/${folder}/planted.ts`,
    refused: from('../features/paces/store.ts', '../app.ts', '../main.ts'),
    accepted: from('./problem.ts', '../config.ts', 'fastify', '@pacewright/contract'),
  })),
  ...['platform', 'platform/api', 'workout', 'workout/view', 'visitor'].map((folder) => {
    const src = '../'.repeat(folder.split('/').length);
    return {
      rule: `${folder} imports no feature`,
      file: `apps/web/src/${folder}/planted.ts`,
      refused: from(
        `${src}features/paces/paces-queries.ts`,
        `${src}app/router.tsx`,
        `${src}main.tsx`,
        `${src}../src/features/paces/paces-queries.ts`,
      ),
      accepted: from(
        './near.ts',
        `${src}ui/button.tsx`,
        `${src}platform/session/session.ts`,
        '@pacewright/script',
      ),
    };
  }),
  {
    rule: 'a new folder is shared too',
    file: 'apps/web/src/weather/forecast.ts',
    refused: from('../features/paces/paces-queries.ts', '../app/router.tsx'),
    accepted: from('../platform/api/client.ts', '../ui/button.tsx'),
  },
  {
    rule: 'a folder inside a shared folder imports no feature either',
    file: 'apps/web/src/visitor/themes/dark.ts',
    refused: from(
      '../../features/paces/paces-queries.ts',
      '../../app/router.tsx',
      '../../main.tsx',
    ),
    accepted: from('../highlight.ts', '../../ui/theme.ts'),
  },
  {
    rule: 'ui imports nothing of the product',
    file: 'apps/web/src/ui/button.tsx',
    refused: from(
      '../features/paces/paces-queries.ts',
      '../platform/session/session.ts',
      '../workout/pace-context.ts',
      '../app/router.tsx',
      '@pacewright/pace',
      '@pacewright/contract',
    ),
    accepted: from('./spinner.tsx', 'react', 'lucide-react'),
  },
  {
    rule: 'app composes what the web app shows',
    file: 'apps/web/src/app/router.tsx',
    refused: from('firebase/auth', '@pacewright/api'),
    accepted: from(
      '../features/paces/paces-screen.tsx',
      '../features/workouts/workouts-queries.ts',
    ),
  },
  {
    rule: 'app composes what the API serves',
    file: 'apps/api/src/app.ts',
    refused: from('firebase-admin/auth', '@pacewright/web'),
    accepted: from(
      './features/paces/routes.ts',
      './features/workouts/routes.ts',
      './http/serve.ts',
    ),
  },
  {
    rule: 'the API does not import the web app',
    file: 'apps/api/src/http/serve.ts',
    refused: from(
      '@pacewright/web',
      '../../web/src/platform/api/client.ts',
      '../../../apps/web/src/main.tsx',
    ),
    accepted: from('@pacewright/contract', 'zod'),
  },
  {
    rule: 'the web app does not import the API',
    file: 'apps/web/src/platform/api/client.ts',
    refused: from(
      '@pacewright/api',
      '../../../../api/src/app.ts',
      '../../../../../apps/api/src/app.ts',
    ),
    accepted: from('@pacewright/contract', './problem.ts'),
  },
  {
    rule: 'an app takes a package by its name, not by its files',
    file: 'apps/web/src/app/planted.ts',
    refused: from('../../../../packages/pace/src/vdot.ts', '@pacewright/pace/src/vdot.ts'),
    accepted: from('@pacewright/pace'),
  },
  {
    rule: 'Firebase has one door in the API',
    file: 'apps/api/src/http/identity.ts',
    refused: from('firebase-admin', 'firebase-admin/auth', 'firebase/auth'),
    accepted: from('./firebase.ts'),
  },
  {
    rule: 'and that door is http/firebase.ts',
    file: 'apps/api/src/http/firebase.ts',
    refused: from('../features/users/store.ts', '@pacewright/web', 'firebase/auth'),
    accepted: from('firebase-admin/app', 'firebase-admin/auth'),
  },
  {
    rule: 'Garmin has one door',
    file: 'apps/api/src/features/garmin/links.ts',
    refused: [`export const answer = await fetch('https://apis.garmin.com/');`],
    accepted: from('./client.ts'),
  },
  {
    rule: 'Firebase has one door in the web app',
    file: 'apps/web/src/platform/session/session.ts',
    refused: from('firebase/app', 'firebase/auth', '@firebase/auth', 'firebase-admin/auth'),
    accepted: from('./firebase.ts'),
  },
  {
    rule: 'and that door is platform/session/firebase.ts',
    file: 'apps/web/src/platform/session/firebase.ts',
    refused: from('../features/auth/login-screen.tsx', 'node:fs', 'firebase-admin/auth'),
    accepted: from('firebase/app', 'firebase/auth'),
  },
  {
    rule: 'features go to neither door themselves',
    file: 'apps/web/src/features/auth/login-screen.tsx',
    refused: from('firebase/auth', 'node:crypto', '@pacewright/api'),
    accepted: from('../../platform/session/session.ts'),
  },
  {
    rule: 'the web app runs in a browser',
    file: 'apps/web/src/main.tsx',
    refused: from('node:fs', 'node:path/posix'),
    accepted: from('./app/router.tsx', 'react-dom/client'),
  },
  {
    rule: 'an import is an import in every form it can take',
    file: 'apps/web/src/features/landing/landing-screen.tsx',
    refused: [
      `import { one } from '../paces/one.ts'; export const first = one();`,
      `import type { Two } from '../paces/two.ts'; export type Second = Two;`,
      `export { three } from '../paces/three.ts';`,
      `export * from '../paces/four.ts';`,
      `export const fifth = async () => import('../paces/five.ts');`,
    ],
    accepted: [`export const sixth = async () => import('./six.ts');`],
  },
  ...['pace', 'script', 'plan', 'contract', 'delivery', 'activity', 'import'].map((name) => ({
    rule: `${name} reads neither the clock nor chance`,
    file: `packages/${name}/src/chance.ts`,
    refused: [
      `export const now = Date.now();`,
      `export const today = new Date();`,
      `export const hidden = globalThis.Date.now();`,
      `export const dice = Math.random();`,
      `const { random } = Math; export const twice = random();`,
      `export const ticks = performance.now();`,
      `export const id = crypto.randomUUID();`,
    ],
    accepted: [
      `export const rounded = Math.round(2.5);`,
      `export const later = (now: number): number => now + 1000;`,
    ],
  })),
  {
    rule: 'only the configuration reads the environment: a feature does not',
    file: 'apps/api/src/features/garmin/client.ts',
    refused: [
      `export const url = process.env.GARMIN_URL;`,
      `export const key = process.env['GARMIN_KEY'];`,
      `export const { GARMIN_ID } = process.env;`,
    ],
    // This feature's is the one door to Garmin, too.
    accepted: [
      `export const pid = process.pid;`,
      `export const answer = await fetch('https://apis.garmin.com/');`,
    ],
  },
  {
    rule: 'only the configuration reads the environment: main does not',
    file: 'apps/api/src/main.ts',
    refused: [`export const port = process.env['PORT'];`],
    accepted: [`export const argv = process.argv.length;`],
  },
  {
    rule: 'only the configuration reads the environment: config does',
    file: 'apps/api/src/config.ts',
    refused: [],
    accepted: [`export const readPort = () => process.env['PORT'];`],
  },
];

const CYCLES: Rule[] = [
  {
    rule: 'a module does not import what imports it',
    file: 'apps/api/src/db/hen.ts',
    refused: from('./egg.ts'),
    accepted: from('./straw.ts'),
  },
  {
    rule: 'nor by way of another module',
    file: 'apps/api/src/db/egg.ts',
    refused: from('./chick.ts'),
    accepted: from('./straw.ts'),
  },
  {
    rule: 'nor for a type alone',
    file: 'apps/api/src/db/chick.ts',
    refused: [`import type { Hen } from './hen.ts'; export type Mother = Hen;`],
    accepted: from('./straw.ts'),
  },
  {
    rule: 'a module at the end of a path is no cycle',
    file: 'apps/api/src/db/straw.ts',
    refused: [],
    accepted: [`export const straw = 1;`],
  },
];

/** Lines that the workspace's own tsconfig.json must refuse or accept. */
const COMPILED: Rule[] = [
  ...[
    { name: 'pace', uses: '' },
    { name: 'script', uses: '@pacewright/pace' },
    { name: 'plan', uses: '@pacewright/script' },
    { name: 'contract', uses: 'zod/mini' },
    { name: 'delivery', uses: 'fit-file-parser/raw' },
    { name: 'activity', uses: '@pacewright/delivery/fit-profile' },
    { name: 'import', uses: '@pacewright/delivery/fit-profile' },
  ].map(({ name, uses }) => ({
    rule: `${name} cannot reach the network, the disk or the page`,
    file: `packages/${name}/src/world.ts`,
    refused: [
      `export const page = fetch('https://example.com');`,
      `export const disk = import('node:fs');`,
      `export const folder = process.cwd();`,
      `export const title = document.title;`,
      `export const width = window.innerWidth;`,
      `export const stored = localStorage.length;`,
      `export const timer = setTimeout(() => {}, 1);`,
      `export const said = console.log('x');`,
    ],
    accepted: [
      `export const rounded = Math.round(2.5);`,
      ...(uses ? [`export const used = import('${uses}');`] : []),
    ],
  })),
  {
    rule: 'the API declares what it imports',
    file: 'apps/api/src/planted.ts',
    refused: [
      `export const view = import('react');`,
      `export const engine = import('@codemirror/view');`,
      `export const inner = import('@pacewright/pace/src/index.ts');`,
    ],
    accepted: [
      `export const server = import('fastify');`,
      `export const pace = import('@pacewright/pace');`,
    ],
  },
  {
    rule: 'the web app declares what it imports',
    file: 'apps/web/src/planted.ts',
    refused: [
      `export const server = import('fastify');`,
      `export const database = import('pg');`,
      `export const inner = import('@pacewright/script/src/index.ts');`,
    ],
    accepted: [
      `export const view = import('react');`,
      `export const pace = import('@pacewright/pace');`,
    ],
  },
];

const copy = mkdtempSync(join(tmpdir(), 'pacewright-'));
afterAll(() => rmSync(copy, { recursive: true }));

layOut();
const lintReport = lint();

test.each(LINTED)('lint: $rule', ({ file, refused }) => {
  const complaints = lintReport.filter(({ by }) => /no-restricted|no-process-env/.test(by));
  expect(complainedLines(complaints, file)).toEqual(refused);
});

test.each(CYCLES)('lint: $rule', ({ file, refused }) => {
  const complaints = lintReport.filter(({ by }) => by.includes('no-cycle'));
  expect(complainedLines(complaints, file)).toEqual(refused);
});

test.each(COMPILED)('compiler: $rule', ({ file, refused }) => {
  expect(complainedLines(compile(file), file)).toEqual(refused);
});

test('a feature is one folder deep, which the patterns of the import rules count on', () => {
  const deeper = listFiles().filter((file) =>
    /^apps\/[^/]+\/src\/features\/[^/]+\/.+\//.test(file),
  );
  expect(deeper).toEqual([]);
});

type Complaint = { file: string; line: number; by: string };

function complainedLines(complaints: Complaint[], file: string): string[] {
  const lines = new Set(complaints.filter((found) => found.file === file).map(({ line }) => line));
  return plantedLines(file).filter((_, index) => lines.has(index + 1));
}

function plantedLines(file: string): string[] {
  const [planted, another] = [...LINTED, ...CYCLES, ...COMPILED].filter(
    (rule) => rule.file === file,
  );
  if (!planted || another) throw new Error(`${file} is planted by one rule`);
  return [...planted.refused, ...planted.accepted];
}

/** The repository's folders, settings and installed packages, without its code. */
function layOut(): void {
  for (const path of listFiles()) {
    if (!/(?:^|\/)(?:package|tsconfig[^/]*)\.json$/.test(path)) continue;
    cpSync(join(ROOT, path), join(copy, path));
    const installed = join(dirname(path), 'node_modules');
    if (path.endsWith('package.json') && existsSync(join(ROOT, installed)))
      symlinkSync(join(ROOT, installed), join(copy, installed), 'junction');
  }
  for (const { file } of [...LINTED, ...CYCLES, ...COMPILED]) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), plantedLines(file).join('\n'));
  }
  // The planted code has no types to speak of, so the rules that need types are left out.
  cpSync(join(ROOT, 'oxlint.config.ts'), join(copy, 'rules.config.ts'));
  writeFileSync(
    join(copy, 'oxlint.config.ts'),
    `import config from './rules.config.ts';
     export default { ...config, options: { ...config.options, typeAware: false } };`,
  );
}

function lint(): Complaint[] {
  type Found = { code: string; filename: string; labels: { span: { line: number } }[] };
  const report = run('oxlint/bin/oxlint', [
    '--format=json',
    ...[...LINTED, ...CYCLES].map(({ file }) => file),
  ]);
  const { diagnostics } = JSON.parse(report) as { diagnostics: Found[] };
  return diagnostics.map(({ code, filename, labels }) => ({
    file: filename,
    line: labels[0]?.span.line ?? 0,
    by: code,
  }));
}

function compile(file: string): Complaint[] {
  const workspace = file.split('/').slice(0, 2).join('/');
  const report = run('typescript/bin/tsc', ['--pretty', 'false', '-p', workspace]);
  return [...report.matchAll(/^(.+)\((\d+),\d+\): error (TS\d+)/gm)].map(
    ([, path = '', line, code = '']) => ({
      file: path,
      line: Number(line),
      by: code,
    }),
  );
}

function run(program: string, args: string[]): string {
  const path = join(ROOT, 'node_modules', program);
  const { stdout, stderr, error } = spawnSync(process.execPath, [path, ...args], {
    cwd: copy,
    encoding: 'utf8',
  });
  if (error || stderr) throw error ?? new Error(stderr);
  return stdout;
}

function from(...modules: string[]): string[] {
  return modules.map((name) => `export * as ${name.replace(/\W/g, '_')} from '${name}';`);
}
