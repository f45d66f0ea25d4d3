import { EXPENSIVE_SEED, findExpensive, pick, shapesOf, type Random } from '@pacewright/growth';
import { expect, test } from 'vitest';

import { compareActivity } from './compare.ts';
import type { PlannedStep, RecordedActivity } from '../src/index.ts';
import { makeRun, type MadePart } from './made-run.ts';
import { plannedOf } from './simulated-run.ts';

const SHAPES = shapesOf(0.01);
/**
 * The ordinary run has 0.8 million pairs of places, of which most are left out at once. The search has at most four million
 * (`align-by-signal.ts`), and a workout that nobody would plan leaves none out.
 */
const MAX_EXPENSE = 12;
const STEPS = 60;
const SECONDS = 3 * 3600;

type Compared = { activity: RecordedActivity; planned: PlannedStep[]; shape: string };

/** A run of an hour for every twenty steps, as planned, without laps. */
const ORDINARY = ((): Compared => {
  const parts = Array.from({ length: STEPS }, (_, step) => ({
    seconds: SECONDS / STEPS,
    speed: step % 2 === 0 ? 4.5 : 2.5,
  }));
  const shape = `${STEPS / 2}x(3m I + 3m jog)`;
  return { activity: makeRun(parts, { hasLaps: false }), planned: plannedOf(shape), shape };
})();

test(`none of ${SHAPES} runs is expensive to compare; seed ${EXPENSIVE_SEED}`, async () => {
  const found = await findExpensive({
    seed: EXPENSIVE_SEED,
    shapes: SHAPES,
    ordinary: ORDINARY,
    invent,
    work: ({ activity, planned }) => compareActivity(activity, planned),
  });
  const worst = found.map(({ expense, input: { shape } }) => ({ expense, shape }));
  expect(worst.filter(({ expense }) => expense > MAX_EXPENSE)).toEqual([]);
});

/** As many steps and seconds, of any kind and speed. */
function invent(random: Random): Compared {
  const script = inventScript(random);
  const partSeconds = pick(random, [5, 20, 60, 180, 600, SECONDS]);
  const parts = Array.from({ length: SECONDS / partSeconds }, (): MadePart => ({
    seconds: partSeconds,
    speed: pick(random, [0, 1, 2.5, 3, 4.5, 6]),
  }));
  const options = { hasLaps: random() < 0.5, isTreadmill: random() < 0.1 };
  const shape = `${script}, ${partSeconds} s each, ${JSON.stringify(options)}`;
  return { activity: makeRun(parts, options), planned: plannedOf(script), shape };
}

function inventScript(random: Random): string {
  const amounts = ['', '5s', '20s', '1m', '3m', '30m', '3h', '100mtr', '1km', '20km'];
  const targets = ['E', 'M', 'T', 'I', 'R', 'Z2', 'jog', 'rest', '5k', '4:00/km'];
  const step = () => `${pick(random, amounts)} ${pick(random, targets)}`;
  const round = Array.from({ length: pick(random, [1, 2, 3, 6]) }, step);
  return pick(random, [
    () => `${STEPS / round.length}x(${round.join(' + ')})`,
    () => Array.from({ length: STEPS }, step).join(' + '),
    () => `${step()} + ${STEPS - 1}x(${step()})`,
  ])();
}
