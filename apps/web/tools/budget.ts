// Fails when a page loads more than its budget. Reads what `pnpm build` wrote. Weights are in kB of
// 1000 bytes, gzipped: scripts and styles with everything they import, without fonts and pictures.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { gzipSync } from 'node:zlib';

/** What a visitor waits for before the first screen of the app can be drawn. */
const START = 'app.html';
const START_SCRIPTS = 125;
// One sheet holds the class names of every screen, so it grows with them, though ever more slowly.
const START_STYLES = 20;

/** What every screen of src/app/screens.ts stands in, loaded with the first of them. */
const SHELL = ['src/app/query-layout.tsx', 'src/app/app-layout.tsx'];

/** What is loaded later, on top of all that, and may weigh more than other things loaded later. */
const HEAVY: Record<string, number> = {
  // Firebase Authentication, for whoever signs in.
  'src/session/firebase.ts': 40,
  // The shell: both bars, menus, toasts, and the athlete's paces in their strip.
  'src/app/app-layout.tsx': 55,
  // A shared workout: the script language, and the makers of files and links.
  'src/features/sharing/shared-workout-screen.tsx': 70,
  // The script language, the frame of the editor and the drawing.
  'src/app/script-help-screen.tsx': 70,
  // The same, with the library and the form around them.
  'src/app/workout-pages.tsx': 80,
  // The same, with days around them.
  'src/app/calendar-pages.tsx': 80,
};

/** What a page loads once it stands, weighed alone: the page has brought what they share. */
const ADDED: Record<string, number> = {
  // CodeMirror, for whoever writes a workout.
  'src/script-editor/code-mirror.ts': 125,
  // The makers of the watch's file and of links, under a workout.
  'src/features/workouts/delivery-cards.tsx': 30,
};
const ANYTHING_ELSE = 40;

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

const weighed = [
  { name: `${START}, scripts`, size: weight(start, '.js'), budget: START_SCRIPTS },
  { name: `${START}, styles`, size: weight(start, '.css'), budget: START_STYLES },
  ...Object.entries(manifest)
    .filter(([, chunk]) => chunk.isDynamicEntry)
    .map(([name]) => {
      const before = screens.includes(name) ? withImports([START, ...SHELL]) : start;
      const later = withImports([name]).filter((chunk) => !before.includes(chunk));
      return {
        name,
        size: weight(name in ADDED ? [name] : later),
        budget: ADDED[name] ?? HEAVY[name] ?? ANYTHING_ELSE,
      };
    })
    .toSorted((one, other) => other.size - one.size),
];

for (const { name, size, budget } of weighed) {
  const verdict = size > budget ? 'OVER' : 'ok';
  console.log(`${verdict.padEnd(4)} ${size.toFixed(1).padStart(6)} of ${budget} kB  ${name}`);
}
const missing = Object.keys({ ...HEAVY, ...ADDED }).filter((name) => !manifest[name]);
for (const name of missing) console.log(`GONE ${name}: take it out of the budgets`);
if (missing.length > 0 || weighed.some(({ size, budget }) => size > budget)) process.exitCode = 1;

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

function weight(names: string[], kind = ''): number {
  const files = names.flatMap((name) =>
    [manifest[name]?.file ?? [], manifest[name]?.css ?? []].flat(),
  );
  const bytes = [...new Set(files)]
    .filter((file) => file.endsWith(kind))
    .map((file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}
