/** How many scripts a run makes in all. A million of them take half an hour or so. */
const RUNS = Number(process.env['SCRIPT_RUNS'] ?? 1_000);
/** How many scripts are operated on, up to ten times each. One takes fifty times as long as reading a script. */
const OPERATION_RUNS = Number(process.env['OPERATION_RUNS'] ?? 500);
/** How many lines as coaches write them. */
const LINE_RUNS = Number(process.env['LINE_RUNS'] ?? 1_000);
/**
 * A change is judged by the same scripts before and after it. `SCRIPT_SEED=random` makes new ones, and a failure prints
 * their seed.
 */
const SEED = readSeed(process.env['SCRIPT_SEED'] ?? '20261117');

/** For a property that takes a part of all scripts. */
export const share = (part: number) => ({ numRuns: Math.ceil(RUNS * part), seed: SEED });

/** For a property of operations that takes a part of their scripts. */
export const shareOfOperations = (part: number) => ({
  numRuns: Math.ceil(OPERATION_RUNS * part),
  seed: SEED,
});

/** For a property that takes a part of the lines of coaches. */
export const shareOfLines = (part: number) => ({
  numRuns: Math.ceil(LINE_RUNS * part),
  seed: SEED,
});

function readSeed(text: string): number {
  return text === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(text);
}
