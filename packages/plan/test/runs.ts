/** How many random plans or histories a run makes in all. */
const RUNS = Number(process.env['PLAN_RUNS'] ?? 250);

/** A change is judged by the same plans before and after it. `PLAN_SEED=random` makes new ones. */
const SEED = readSeed(process.env['PLAN_SEED'] ?? '20261116');

/** The settings of a property that is tried on a part of all runs. */
export function runs(part: number): { numRuns: number; seed: number } {
  return { numRuns: Math.ceil(RUNS * part), seed: SEED };
}

function readSeed(text: string): number {
  return text === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(text);
}
