// D7: corrections by hand. They hold whatever the run suggests, and everything else is aligned around them.

import type { Stretch } from './run.ts';

/** The athlete says where a step was run, or that it was left out. */
export type Correction = { step: number; stretch: Stretch | undefined };

/** Adds a correction, and removes those that contradict it: of the same step, or out of order with it. */
export function addCorrection(
  corrections: readonly Correction[],
  correction: Correction,
): Correction[] {
  return [...corrections.filter((each) => !contradicts(each, correction)), correction];
}

function contradicts(one: Correction, other: Correction): boolean {
  if (one.step === other.step) return true;
  if (!one.stretch || !other.stretch) return false;
  const [first, second] =
    one.step < other.step ? [one.stretch, other.stretch] : [other.stretch, one.stretch];
  return first.to > second.from;
}

/** Those that fit the run and the workout, in whole seconds. Of two that contradict each other the later one. */
export function usableCorrections(
  corrections: readonly Correction[],
  steps: number,
  seconds: number,
): Correction[] {
  const clamp = (time: number) => Math.min(seconds, Math.max(0, Math.round(time)));
  return corrections
    .map(({ step, stretch }) => ({
      step,
      stretch: stretch && { from: clamp(stretch.from), to: clamp(stretch.to) },
    }))
    .filter(
      ({ step, stretch }) =>
        Number.isInteger(step) &&
        step >= 0 &&
        step < steps &&
        (!stretch || stretch.to > stretch.from),
    )
    .reduce<Correction[]>(addCorrection, []);
}

/** For steps that laps name: the others give way. */
export function correctStretches(
  stretches: readonly (Stretch | undefined)[],
  corrections: readonly Correction[],
): (Stretch | undefined)[] {
  const corrected = new Map(corrections.map(({ step, stretch }) => [step, stretch]));
  return stretches.map((stretch, step) => {
    if (corrected.has(step)) return corrected.get(step);
    if (!stretch) return undefined;
    let { from, to } = stretch;
    for (const [other, taken] of corrected) {
      if (!taken) continue;
      if (other < step) from = Math.max(from, taken.to);
      else to = Math.min(to, taken.from);
    }
    return to - from >= 1 ? { from, to } : undefined;
  });
}
