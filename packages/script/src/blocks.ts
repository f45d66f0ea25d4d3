import type { PaceKey } from '@pacewright/pace';

import { MAX_METRES, MAX_SECONDS } from './amounts.ts';
import type { Amount, Step } from './workout.ts';

/** The nearest amount that people write: 90 s, 3:15, 12 min, 1.2 km. Typing is for the others. */
export function snapAmount(amount: Amount): Amount {
  switch (amount.kind) {
    case 'time':
      return { kind: 'time', seconds: snap(amount.seconds, secondsBetween, MAX_SECONDS) };
    case 'distance':
      return { kind: 'distance', metres: snap(amount.metres, metresBetween, MAX_METRES) };
    case 'open':
      return amount;
  }
}

/** The next amount of those, longer or shorter. The same at the ends of what a step can be. */
export function nudgeAmount(amount: Amount, direction: 1 | -1): Amount {
  switch (amount.kind) {
    case 'time':
      return {
        kind: 'time',
        seconds: nudge(amount.seconds, secondsBetween, direction, MAX_SECONDS),
      };
    case 'distance':
      return {
        kind: 'distance',
        metres: nudge(amount.metres, metresBetween, direction, MAX_METRES),
      };
    case 'open':
      return amount;
  }
}

/** The step that a tap in a lane of the chart adds. */
export function newBlock(pace: PaceKey): Step {
  const seconds = NEW_MINUTES[pace] * 60;
  return { kind: 'step', amount: { kind: 'time', seconds }, target: { kind: 'pace', pace } };
}

const NEW_MINUTES = { E: 10, M: 10, T: 5, I: 3, R: 1 } as const satisfies Record<PaceKey, number>;

function snap(value: number, between: (value: number) => number, most: number): number {
  const gap = between(value);
  return Math.min(most, Math.max(gap, Math.round(value / gap) * gap));
}

function nudge(
  value: number,
  between: (value: number) => number,
  direction: 1 | -1,
  most: number,
): number {
  // Downwards from 2:00 the gaps are those below it.
  const gap = between(direction === 1 ? value : value - 1e-6);
  const next = direction === 1 ? Math.floor(value / gap) + 1 : Math.ceil(value / gap) - 1;
  return Math.min(most, Math.max(gap, next * gap));
}

function secondsBetween(seconds: number): number {
  if (seconds < 120) return 5;
  if (seconds < 600) return 15;
  return seconds < 3600 ? 60 : 300;
}

function metresBetween(metres: number): number {
  return metres < 2000 ? 100 : 500;
}
