// Fails when a page loads more than its budget. Reads what `pnpm build` wrote. Weights are in kB of
// 1000 bytes, gzipped: scripts and styles with everything they import, without fonts and pictures.
import react from '@vitejs/plugin-react';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { COMPILER } from './compiler.ts';

/** What a visitor waits for before the first screen of the app can be drawn. */
const START = 'app.html';
// Of scripts and styles together. React and its router alone are 100, and the one sheet that holds the class
// names of every screen is 16. What reads the API's answers comes beside the identity provider, see decision 0071.
const START_BUDGET = 130;

/** Pages that are plain HTML with their style sheet inside, and what comes alive on the first of them. */
const PAGES = ['index.html', 'privacy/index.html', 'terms/index.html'];
const PAGE_BUDGET = 15;
const ISLANDS = [
  'src/features/public-pages/theme-button.ts',
  'src/features/public-pages/islands.ts',
];
const ISLANDS_BUDGET = 60;
/** The landing page as a whole, with its fonts. */
const LANDING_BUDGET = 150;
const LANDING_FONTS = /^(archivo|martian-mono)-basic-.*\.woff2$/;

/** What every screen of src/app/screens.ts stands in, loaded with the first of them. */
const SHELL = ['src/session/connection.ts', 'src/app/query-layout.tsx', 'src/app/app-layout.tsx'];

/** What one of those screens, or the shell itself, loads when it turns out to be needed. */
const LATER_IN_SHELL = ['src/app/welcome.tsx', 'src/features/arrival/take-over-dialog.tsx'];

/** What is loaded later, on top of all that, and may weigh more than other things loaded later. */
const HEAVY: Record<string, number> = {
  // Firebase Authentication, for whoever signs in.
  'src/session/firebase.ts': 40,
  // The shell: both bars, menus, toasts, and the athlete's paces in their strip, with what reads them.
  'src/app/app-layout.tsx': 60,
  // A workout without an account: the script language, the frame of the editor, the drawing, the steps, and
  // what reads the visitor's things back.
  'src/features/sharing/try-screen.tsx': 95,
  // The same, and the reader of links.
  'src/features/sharing/shared-workout-screen.tsx': 103,
  // The script language, the frame of the editor and the drawing.
  'src/app/script-help-screen.tsx': 70,
  // The same, with the form and the way to Garmin around them.
  'src/app/workout-page.tsx': 98,
  // The script language, the small drawing, and the list.
  'src/app/library-page.tsx': 80,
  // The small drawing and the script as text.
  'src/app/trash-page.tsx': 45,
  // The script language and the drawing, with days around them.
  'src/app/today-page.tsx': 90,
  'src/app/calendar-page.tsx': 90,
  // The form of the paces without the shell around it, and what reads the visitor's things back.
  'src/features/paces/visitor-paces-screen.tsx': 45,
  // A screen without the shell, with what reads the API's answers.
  'src/features/garmin/callback-screen.tsx': 45,
  // The script language, which names workouts after their steps.
  'src/features/arrival/take-over-dialog.tsx': 45,
  // The script language, which draws the first workouts to choose from.
  'src/app/welcome.tsx': 55,
};

/** What a page loads once it stands, weighed alone: the page has brought what they share. */
const ADDED: Record<string, number> = {
  // CodeMirror, for whoever writes a workout.
  'src/script-editor/code-mirror.ts': 125,
  // The makers of the watch's file, of links and of other programs' files, under a workout.
  'src/delivery/ways-out.tsx': 30,
  // The examples of the script help, over a workout.
  'src/app/script-help-dialog.tsx': 5,
  // Saving a visitor's workout, or a shared one, and a day for it.
  'src/visitor/save-once.ts': 5,
  'src/features/sharing/add-to-calendar.tsx': 5,
  // Dialogs and notes about Garmin, when there is something to ask or to say.
  'src/features/garmin/desk-dialog.tsx': 10,
  'src/features/garmin/delivery-note.tsx': 5,
  // The palette over everything, for whoever opens it.
  'src/app/command-palette.tsx': 10,
};
const ANYTHING_ELSE = 40;

/** What is written here instead of taken from a library, weighed without what it stands on. */
const OWN: Record<string, number> = {
  // The drawing of a workout.
  'src/workout-view/profile-chart.tsx': 10,
};

/** Fetched beside a page, with every file it names. */
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
const inShell = [...listScreens(), ...LATER_IN_SHELL];

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
        size: weight(name in ADDED ? [name] : later),
        budget: ADDED[name] ?? HEAVY[name] ?? ANYTHING_ELSE,
      };
    })
    .toSorted((one, other) => other.size - one.size),
  ...(await Promise.all(
    Object.entries(OWN).map(async ([name, budget]) => ({
      name: `${name}, alone`,
      size: await weighAlone(name),
      budget,
    })),
  )),
];

for (const { name, size, budget } of weighed) {
  const verdict = size > budget ? 'OVER' : 'ok';
  console.log(`${verdict.padEnd(4)} ${size.toFixed(1).padStart(6)} of ${budget} kB  ${name}`);
}
const missing = Object.keys({ ...HEAVY, ...ADDED }).filter((name) => !manifest[name]);
for (const name of missing) console.log(`GONE ${name}: take it out of the budgets`);
const uncompressed = listUncompressed();
for (const file of uncompressed)
  console.log(`RAW  ${file} has no .br and .gz beside it, so every request compresses it again`);
if (
  missing.length > 0 ||
  uncompressed.length > 0 ||
  weighed.some(({ size, budget }) => size > budget)
)
  process.exitCode = 1;

function readManifest(): Record<string, Chunk> {
  const file = new URL('.vite/manifest.json', dist);
  if (!existsSync(file)) throw new Error('There is nothing to weigh. Run "pnpm build" first');
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>;
}

/** The modules that src/app/screens.ts loads, as the manifest names them. */
function listScreens(): string[] {
  const table = readFileSync(new URL('../src/app/screens.ts', import.meta.url), 'utf8');
  return Array.from(table.matchAll(/import\('(.+?)'\)/g), ([, path = '']) => join('src/app', path));
}

function withImports(names: string[]): string[] {
  const found = new Set(names);
  for (const each of found) for (const next of manifest[each]?.imports ?? []) found.add(next);
  return [...found];
}

/** A module with those beside it: no packages, no controls of ours, no styles. */
async function weighAlone(entry: string): Promise<number> {
  const built = await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [react({ compiler: COMPILER })],
    build: {
      write: false,
      lib: { entry, formats: ['es'] },
      rolldownOptions: { external: [/^[@a-z]/, /\/ui\//, /\.css$/] },
    },
  });
  const chunks = ([built].flat() as Rolldown.RolldownOutput[]).flatMap(({ output }) => output);
  const code = chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('');
  return gzipSync(code, { level: 9 }).length / 1000;
}

/** Scripts and styles that tools/finish-build.ts should have compressed, and did not. */
function listUncompressed(): string[] {
  return readdirSync(new URL('assets/', dist))
    .filter((file) => /\.(css|js)$/.test(file))
    .map((file) => `assets/${file}`)
    .filter((file) => packed(file) * 1000 < statSync(new URL(file, dist)).size)
    .filter((file) => ['.br', '.gz'].some((end) => !existsSync(new URL(`${file}${end}`, dist))));
}

function landingWeight(): number {
  const fonts = readdirSync(new URL('assets/', dist)).filter((file) => LANDING_FONTS.test(file));
  // Fonts are packed already.
  const bytes = fonts.map((file) => readFileSync(new URL(`assets/${file}`, dist)).length);
  return packed('index.html') + weight(withImports(ISLANDS)) + sum(bytes) / 1000;
}

function weight(names: string[]): number {
  const files = names.flatMap((name) =>
    [manifest[name]?.file ?? [], manifest[name]?.css ?? []].flat(),
  );
  return sum([...new Set(files)].map(packed));
}

/** In kB. */
function packed(file: string): number {
  return gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length / 1000;
}

function sum(sizes: number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}
