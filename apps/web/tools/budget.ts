// Fails when a page loads more than its budget. Reads the output of `pnpm build`. Weights are in kB of 1000
// bytes, gzipped: scripts and styles with everything they import, without fonts and pictures.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path/posix';
import { gzipSync } from 'node:zlib';

/** The files that a visitor waits for before the first screen of the app can render. */
const START = 'app.html';
// Scripts and styles together. React and its router alone are 100, and the one sheet with the class names of
// every screen is 17. The parsers of the API's answers are loaded with the identity provider, see decision
// 0071.
const START_BUDGET = 133.1;

/** Pages that are plain HTML with their style sheet inside, and the scripts of the first of them. */
const PAGES = ['index.html', 'privacy/index.html', 'terms/index.html', 'developers/index.html'];
const PAGE_BUDGET = 15;
const ISLANDS = [
  'src/features/public-pages/theme-button.ts',
  'src/features/public-pages/islands.ts',
];
const ISLANDS_BUDGET = 55.7;
/** The landing page as a whole, with its fonts. */
const LANDING_BUDGET = 128.3;
const LANDING_FONTS = /^(archivo|martian-mono)-basic-.*\.woff2$/;

/** The shell around every screen of src/app/screens.ts, loaded with the first of them. */
const SHELL = [
  'src/platform/session/account-api.ts',
  'src/app/query-layout.tsx',
  'src/app/app-layout.tsx',
];

/** Each request costs a slow network as much time as 30 kB. */
const MAX_FILES = 30;
const SIGN_IN = 'src/platform/session/firebase.ts';
const TODAY = 'src/app/routes/today-page.tsx';

/** Modules that one of those screens, or the shell itself, loads on demand. */
const LATER_IN_SHELL = [
  'src/app/onboarding.tsx',
  'src/app/shortcuts-dialog.tsx',
  'src/app/logout-dialog.tsx',
  'src/features/onboarding/import-visitor-data-dialog.tsx',
];

/** Modules that are loaded later, each with all it imports, on top of all that. */
const HEAVY: Record<string, number> = {
  // Firebase Authentication, for signing in.
  'src/platform/session/firebase.ts': 32.1,
  // The shell: both bars, menus, toasts, and the athlete's paces in their strip, with their parsers; and whether
  // intervals.icu is connected on this device.
  'src/app/app-layout.tsx': 63.6,
  // Sends what was saved offline, if there is anything: the script language suggests titles.
  'src/app/send-drafts.ts': 86.6,
  // A workout without an account: the script language, the frame of the editor, the chart, the steps, and the
  // visitor store.
  'src/app/routes/try-page.tsx': 104.4,
  // The same, and the decoder of share links.
  'src/app/routes/shared-workout-page.tsx': 106.2,
  // A sheet for a squad: the script language, the small chart, and the decoder of share links.
  'src/features/squad/squad-screen.tsx': 113.2,
  // The script language, the frame of the editor and the chart.
  'src/app/routes/script-help-screen.tsx': 67.6,
  // The same, with the form and sending to Garmin around them.
  'src/app/routes/workout-page.tsx': 105.7,
  // A day of the calendar: the chart, the steps and sending to Garmin, without an editor.
  'src/app/routes/entry-page.tsx': 87.7,
  // The text of that day, with the editor.
  'src/app/routes/change-entry-page.tsx': 83.5,
  // The script language, the small chart, and the list.
  'src/app/routes/library-page.tsx': 60,
  // The script language; a worker reads the files, and recorded runs are compared once there are some.
  'src/app/routes/import-page.tsx': 52.5,
  // The script language, the plan language with its templates, and the small season.
  'src/app/routes/plans-page.tsx': 77.3,
  // Both languages, the frame of the editor, the season and the chart.
  'src/app/routes/plan-page.tsx': 124.2,
  // Both languages, beside the steps of a day once those are drawn.
  'src/features/plans/plan-line.tsx': 132.7,
  // Both languages and the small season, under the heading of Today once that is drawn.
  'src/features/plans/season-at-a-glance.tsx': 98.3,
  // Both languages and the small chart.
  'src/app/routes/season-changes-page.tsx': 81.9,
  // A plan without an account: both languages, the season and the chart, the decoder of share links, the visitor store,
  // and the frame that the shell has loaded for other pages.
  'src/features/plans/shared-plan-screen.tsx': 127.8,
  // The small chart and the script as text.
  'src/app/routes/trash-page.tsx': 49.4,
  'src/app/routes/plans-trash-page.tsx': 68.4,
  // The script language and the chart, with days around them.
  'src/app/routes/today-page.tsx': 85.5,
  'src/app/routes/calendar-page.tsx': 107.2,
  // The same, with the reader of recorded runs and their alignment.
  'src/app/routes/activity-page.tsx': 120,
  // The form of the paces without the shell around it, and the visitor store.
  'src/features/paces/visitor-paces-screen.tsx': 43.6,
  // Screens without the shell, with the query client and the parsers of the API's answers.
  'src/features/access/authorize-screen.tsx': 47.2,
  'src/features/garmin/callback-screen.tsx': 62.7,
  'src/features/auth/auth-action-screen.tsx': 45.2,
  'src/features/auth/verify-email-screen.tsx': 34.6,
  // The script language, which names workouts after their steps.
  'src/features/onboarding/import-visitor-data-dialog.tsx': 43,
  // The script language, which draws the ways to a first week. Today, around it, has loaded most of it.
  'src/app/onboarding.tsx': 52.2,
};

/**
 * Modules that a page loads after it has rendered, weighed alone: the page has loaded their shared imports. Those that
 * are not named have the budget of a dialog.
 */
const LARGE_PARTS: Record<string, number> = {
  // CodeMirror, for writing a workout.
  'src/workout/editor/code-mirror.ts': 111.3,
  // The builder of the chart, loaded when it is first touched.
  'src/workout/build/start-builder.tsx': 13.7,
  // Common passwords, loaded when a new one is typed.
  'src/features/auth/password-strength.ts': 233.6,
};
const PART_BUDGET = 10;

/** Other pages. */
const ANYTHING_ELSE = 40;

/** Loaded beside a page, with every file it names. */
const SERVICE_WORKER_BUDGET = 5;

type Chunk = {
  file: string;
  imports?: string[];
  css?: string[];
  isDynamicEntry?: boolean;
};

const dist = new URL('../dist/', import.meta.url);
const manifest = readManifest();
const start = withImports([START]);
const screens = listScreens();
const inShell = [...screens, ...LATER_IN_SHELL];
const isPage = (name: string) => name in HEAVY || screens.includes(name);

const weighed = [
  { name: START, size: weight(start), budget: START_BUDGET },
  ...PAGES.map((name) => ({ name, size: packed(name), budget: PAGE_BUDGET })),
  { name: 'islands of index.html', size: weight(withImports(ISLANDS)), budget: ISLANDS_BUDGET },
  { name: 'index.html with all it loads', size: landingWeight(), budget: LANDING_BUDGET },
  { name: 'sw.js', size: packed('sw.js'), budget: SERVICE_WORKER_BUDGET },
  ...Object.entries(manifest)
    .filter(([, chunk]) => chunk.isDynamicEntry)
    .map(([name]) => {
      const before = inShell.includes(name) ? withImports([START, ...SHELL]) : start;
      const later = withImports([name]).filter((chunk) => !before.includes(chunk));
      return {
        name,
        size: weight(isPage(name) ? later : [name]),
        budget: HEAVY[name] ?? LARGE_PARTS[name] ?? (isPage(name) ? ANYTHING_ELSE : PART_BUDGET),
      };
    })
    .toSorted((one, other) => other.size - one.size),
];

for (const { name, size, budget } of weighed) {
  const verdict = size > budget ? 'OVER' : 'ok';
  // In the table of .ci/run.
  if (name === START || size > budget)
    console.log(`figure: ${size.toFixed(1)} of ${budget} kB ${name}`);
  console.log(`${verdict.padEnd(4)} ${size.toFixed(1).padStart(6)} of ${budget} kB  ${name}`);
}
const missing = Object.keys({ ...HEAVY, ...LARGE_PARTS }).filter((name) => !manifest[name]);
for (const name of missing) console.log(`GONE ${name}: take it out of the budgets`);
const uncompressed = listUncompressed();
for (const file of uncompressed)
  console.log(`RAW  ${file} has no .br and .gz beside it, so every request compresses it again`);
const circle = findCircle();
if (circle)
  console.log(`LOOP ${circle.join(' > ')}: these files import each other, see tools/chunks.ts`);
const filesOfToday = listScripts([START, ...SHELL, SIGN_IN, TODAY]).length;
console.log(
  `${filesOfToday > MAX_FILES ? 'OVER' : 'ok  '} ${String(filesOfToday).padStart(6)} of ${MAX_FILES} scripts  /app`,
);
if (
  missing.length > 0 ||
  uncompressed.length > 0 ||
  circle ||
  filesOfToday > MAX_FILES ||
  weighed.some(({ size, budget }) => size > budget)
)
  process.exitCode = 1;

function readManifest(): Record<string, Chunk> {
  const file = new URL('.vite/manifest.json', dist);
  if (!existsSync(file)) throw new Error('There is nothing to weigh. Run "pnpm build" first');
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>;
}

/** The modules that src/app/screens.ts loads, by their names in the manifest. */
function listScreens(): string[] {
  const table = readFileSync(new URL('../src/app/screens.ts', import.meta.url), 'utf8');
  return Array.from(table.matchAll(/import\('(.+?)'\)/g), ([, path = '']) => join('src/app', path));
}

function listScripts(names: string[]): string[] {
  return [...new Set(withImports(names).flatMap((name) => manifest[name]?.file ?? []))];
}

/**
 * Files that import each other in a circle may run in the wrong order. React's router and the start always have
 * one.
 */
function findCircle(): string[] | undefined {
  const done = new Set<string>();
  function visit(name: string, path: string[]): string[] | undefined {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const next of manifest[name]?.imports ?? []) {
      if (name.startsWith('_router-') && next.startsWith('_start-')) continue;
      const found = visit(next, [...path, name]);
      if (found) return found;
    }
    done.add(name);
    return undefined;
  }
  for (const name of Object.keys(manifest)) {
    const found = visit(name, []);
    if (found) return found;
  }
  return undefined;
}

function withImports(names: string[]): string[] {
  const found = new Set(names);
  for (const each of found) for (const next of manifest[each]?.imports ?? []) found.add(next);
  return [...found];
}

/** Scripts and styles that tools/finish-build.ts should have compressed. */
function listUncompressed(): string[] {
  return readdirSync(new URL('assets/', dist))
    .filter((file) => /\.(css|js)$/.test(file))
    .map((file) => `assets/${file}`)
    .filter((file) => packed(file) * 1000 < statSync(new URL(file, dist)).size)
    .filter((file) => ['.br', '.gz'].some((end) => !existsSync(new URL(`${file}${end}`, dist))));
}

function landingWeight(): number {
  const fonts = readdirSync(new URL('assets/', dist)).filter((file) => LANDING_FONTS.test(file));
  // Fonts are compressed already.
  const bytes = fonts.map((file) => readFileSync(new URL(`assets/${file}`, dist)).length);
  return packed('index.html') + weight(withImports(ISLANDS)) + sum(bytes) / 1000;
}

function weight(names: string[]): number {
  const files = names.flatMap((name) =>
    [manifest[name]?.file ?? [], manifest[name]?.css ?? []].flat(),
  );
  // To a tenth, because the hashes in the names of files change a page by some twenty bytes.
  return Number(sum([...new Set(files)].map(packed)).toFixed(1));
}

/** In kB. */
function packed(file: string): number {
  return gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length / 1000;
}

function sum(sizes: number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}
