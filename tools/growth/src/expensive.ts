import { countRepetitions, measure } from './cpu-time.ts';
import { createRandom, type Random } from './random.ts';

/** An input may take this many times the CPU time of an ordinary one of its length. */
export const MAX_EXPENSE = 4;

/** Inputs that are measured again after the search, because they took longest in it. */
const MAX_SUSPECTS = 10;
/** Other load can only make a look longer. */
const LOOKS = 4;
const MIN_ROUNDS = 3;
const MAX_ROUNDS = 20;

type Search<Input> = {
  seed: number;
  shapes: number;
  /** An input as people make it, of the same length as the others. */
  ordinary: Input;
  /** Any input, by the random numbers given. */
  invent: (random: Random) => Input;
  work: (input: Input) => unknown;
};

export type Expense<Input> = {
  input: Input;
  /** Its CPU time, divided by that of the ordinary input. */
  expense: number;
};

/** The most expensive of many inputs, worst first. */
export async function findExpensive<Input>(search: Search<Input>): Promise<Expense<Input>[]> {
  const judged: Expense<Input>[] = [];
  for (const input of findSuspects(search))
    judged.push({ input, expense: await measureExpense(search, input) });
  return judged.sort((one, other) => other.expense - one.expense);
}

/** By the clock, which is exact for a short piece of work and never less than its CPU time. */
function findSuspects<Input>({ seed, shapes, invent, work }: Search<Input>): Input[] {
  const random = createRandom(seed);
  const suspects: { input: Input; elapsed: number }[] = [];
  for (let shape = 0; shape < shapes; shape++) {
    const input = invent(random);
    const least = suspects[MAX_SUSPECTS - 1]?.elapsed ?? 0;
    let elapsed = Infinity;
    for (let look = 0; look < LOOKS && elapsed > least; look++)
      elapsed = Math.min(
        elapsed,
        elapsedIn(() => work(input)),
      );
    if (elapsed <= least) continue;
    suspects.push({ input, elapsed });
    suspects.sort((one, other) => other.elapsed - one.elapsed);
    suspects.splice(MAX_SUSPECTS);
  }
  return suspects.map(({ input }) => input);
}

function elapsedIn(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Of the least of several rounds, so neither a slow nor a busy machine changes it. */
async function measureExpense<Input>(
  { ordinary, work }: Search<Input>,
  input: Input,
): Promise<number> {
  const usualTimes = await countRepetitions(() => work(ordinary));
  const ownTimes = await countRepetitions(() => work(input));
  let [usual, own] = [Infinity, Infinity];
  const isOver = () => own / usual > MAX_EXPENSE;
  for (let round = 0; round < MIN_ROUNDS || (isOver() && round < MAX_ROUNDS); round++) {
    usual = Math.min(usual, (await measure(() => work(ordinary), usualTimes)) / usualTimes);
    own = Math.min(own, (await measure(() => work(input), ownTimes)) / ownTimes);
  }
  return own / usual;
}
