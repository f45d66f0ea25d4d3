import { countRepetitions, measure } from './cpu-time.ts';

export { findExpensive, MAX_EXPENSE, type Expense } from './expensive.ts';
export { createRandom, pick, type Random } from './random.ts';
export { inventPlan, inventScript, ORDINARY_PLAN, ORDINARY_SCRIPT } from './texts.ts';

/** Other inputs every night. `EXPENSIVE_SEED` repeats those of a search, whose tests print it. */
export const EXPENSIVE_SEED = Number(process.env['EXPENSIVE_SEED'] ?? Date.now() % 1_000_000_000);

/** How many inputs one of the searches tries, of those that all of them try: `EXPENSIVE_SHAPES=100000`. */
export function shapesOf(part: number): number {
  return Math.ceil(Number(process.env['EXPENSIVE_SHAPES'] ?? 1000) * part);
}

/** Above this, an input of twice the size takes more than in proportion, with room for caches and the collector. */
export const MAX_GROWTH = 3;

const MIN_ROUNDS = 3;
const MAX_ROUNDS = 12;

type Growth<Input> = {
  size: number;
  write: (size: number) => Input;
  work: (input: Input) => unknown;
};

/**
 * The CPU time of work on an input of twice the size, divided by that of the size: 2 if it is proportional, 4 if it is
 * quadratic. Of the sums of several rounds in turn, so neither a slow nor a busy machine changes it, nor time that is counted
 * in the next round. More rounds follow while it is above the limit.
 */
export async function measureGrowth<Input>({ size, write, work }: Growth<Input>): Promise<number> {
  const [input, twice] = [write(size), write(2 * size)];
  const times = await countRepetitions(() => work(input));
  let [single, double] = [0, 0];
  const isOver = () => double / single > MAX_GROWTH;
  for (let round = 0; round < MIN_ROUNDS || (isOver() && round < MAX_ROUNDS); round++) {
    single += await measure(() => work(input), times);
    double += await measure(() => work(twice), times);
  }
  return double / single;
}
