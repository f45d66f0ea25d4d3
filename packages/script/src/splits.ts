import { METRES_PER_UNIT, type PaceUnits, type SpeedRange } from '@pacewright/pace';

import { formatDuration } from './describe.ts';
import type { ResolvedStep } from './resolve.ts';
import type { Target } from './workout.ts';

/** A point of a step, and the time to be there, from the start of the step. In seconds. */
export type Split = { metres: number; fastest: number; slowest: number };

export type Splits = {
  /** For each of the equal parts of a step; undefined if it has only one. */
  each: Split | undefined;
  /** From the first part to the end of a step with a distance. The last is the whole step. */
  marks: Split[];
};

/** S12: the times to meet within a step. None for a step without a speed to meet. */
export function findSplits(step: ResolvedStep, units: PaceUnits): Splits | undefined {
  const { amount, target, speed } = step;
  if (!speed || !hasSpeedToMeet(target)) return undefined;
  if (amount.kind !== 'distance') return { each: splitAt(LAP, speed), marks: [] };

  const part = partOf(amount.metres, units);
  const count = Math.ceil(amount.metres / part);
  return {
    each: count > 1 ? splitAt(part, speed) : undefined,
    marks: Array.from({ length: count }, (_, index) =>
      splitAt(Math.min(part * (index + 1), amount.metres), speed),
    ),
  };
}

/** "3:05 - 3:12", or one time where both ends are the same. */
export function formatSplit(split: Split): string {
  return joinTimes(split, ' - ');
}

/** The same for a screen reader: "3:05 to 3:12". */
export function saySplit(split: Split): string {
  return joinTimes(split, ' to ');
}

function joinTimes({ fastest, slowest }: Split, joint: string): string {
  const [first, last] = [formatDuration(fastest), formatDuration(slowest)];
  return first === last ? first : `${first}${joint}${last}`;
}

function splitAt(metres: number, { from, to }: SpeedRange): Split {
  return { metres, fastest: metres / to, slowest: metres / from };
}

/** Once around the track, in metres. */
const LAP = 400;

/** Short enough to correct the pace, and few enough to be read while running. */
function partOf(metres: number, units: PaceUnits): number {
  if (metres <= 1000) return LAP / 2;
  if (metres <= 3200) return LAP;
  const unit = METRES_PER_UNIT[units];
  return [unit, 5 * unit].find((part) => metres <= 10 * part) ?? 50 * unit;
}

function hasSpeedToMeet({ kind }: Target): boolean {
  return kind === 'pace' || kind === 'race' || kind === 'goal' || kind === 'stated';
}
