// Fails when a page loads more than its budget. Reads what `pnpm build` wrote. Weights are in kB of
// 1000 bytes, gzipped: scripts and styles with everything they import, without fonts and pictures.
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** What a visitor waits for before the first screen of the app can be drawn. */
const APP = { page: 'app.html', budget: 130 };

/** What is loaded later, on top of the app, and may weigh more than other things loaded later. */
const HEAVY: Record<string, number> = {
  // Firebase Authentication, for whoever signs in.
  'src/session/firebase.ts': 40,
  // A shared workout: the script language, and the makers of files and links.
  'src/features/sharing/shared-workout-screen.tsx': 60,
  // The script language, the frame of the editor and the drawing.
  'src/app/script-help-screen.tsx': 70,
};

/** What a page loads once it stands, weighed alone: the page has brought what they share. */
const ADDED: Record<string, number> = {
  // CodeMirror, for whoever writes a workout.
  'src/script-editor/code-mirror.ts': 125,
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
const startOfApp = withImports(APP.page);

const weighed = [
  { name: APP.page, size: weight(startOfApp), budget: APP.budget },
  ...Object.entries(manifest)
    .filter(([, chunk]) => chunk.isDynamicEntry)
    .map(([name]) => ({
      name,
      size: weight(
        name in ADDED ? [name] : withImports(name).filter((chunk) => !startOfApp.includes(chunk)),
      ),
      budget: ADDED[name] ?? HEAVY[name] ?? ANYTHING_ELSE,
    }))
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

function withImports(name: string): string[] {
  const found = new Set([name]);
  for (const each of found) for (const next of manifest[each]?.imports ?? []) found.add(next);
  return [...found];
}

function weight(names: string[]): number {
  const files = names.flatMap((name) =>
    [manifest[name]?.file ?? [], manifest[name]?.css ?? []].flat(),
  );
  const bytes = [...new Set(files)].map(
    (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length,
  );
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}
