// Reads every file of a folder as the app does and prints a table: pnpm try:recordings FOLDER. Nothing is stored.
// Where the folder has an index.json with totals of another reader, differences to those are listed, and fail it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { references, type RecordingRow, rowOf } from './recording-row.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Usage: pnpm try:recordings FOLDER\n');
  process.exit(2);
}

const index = join(folder, 'index.json');
const known = existsSync(index)
  ? references.parse(JSON.parse(readFileSync(index, 'utf8')) as unknown)
  : [];
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:fit|tcx|gpx)$/i.test(path))
  .toSorted();

const rows: RecordingRow[] = [];
for (const file of files) {
  const bytes = new Uint8Array(readFileSync(join(folder, file)));
  const reference = known.find((each) => each.file === file);
  rows.push(await rowOf(file, bytes, reference));
}

const COLUMNS = ['file', 'timer', 'elapsed', 'distance', 'laps', 'heartRate', 'outcome'] as const;
const head = { ...Object.fromEntries(COLUMNS.map((name) => [name, name])), differences: [] };
const widths = COLUMNS.map((name) => Math.max(name.length, ...rows.map((row) => row[name].length)));
for (const row of [{ ...(head as unknown as RecordingRow), heartRate: 'heart rate' }, ...rows]) {
  const cells = COLUMNS.map((name, place) => row[name].padEnd(widths[place] ?? 0));
  process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  for (const difference of row.differences) process.stdout.write(`  differs: ${difference}\n`);
}
const differing = rows.filter(({ differences }) => differences.length > 0).length;
const runs = rows.filter(({ timer }) => timer !== '').length;
process.stdout.write(
  `${rows.length} files, ${runs} runs, ${differing} different from the reference\n`,
);
process.exitCode = differing > 0 ? 1 : 0;
