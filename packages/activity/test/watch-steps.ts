import { encodeFit } from '@pacewright/delivery';
import type { AthleteSpeeds } from '@pacewright/script';

import { MESSAGE } from '../src/activity-profile.ts';
import { scanFit } from '../src/fit-scan.ts';
import type { WatchStep } from '../src/index.ts';
import { numbersOf, textOf, watchStepOf } from '../src/message-rows.ts';
import { unrollWatchSteps } from '../src/watch-workout.ts';

/** The steps of the workout file that a watch gets, and their indices in the order they are run. */
export function watchStepsOf(
  script: string,
  speeds: AthleteSpeeds,
): { steps: WatchStep[]; sequence: number[] } {
  const file = encodeFit({ id: script, title: 'Planned', script }, speeds);
  if (!file.ok) throw new Error(file.reason);
  const view = new DataView(file.bytes.buffer);
  const steps: WatchStep[] = [];
  scanFit(file.bytes, (layout, at, time) => {
    if (layout.message !== MESSAGE.workoutStep) return;
    const row = {
      time,
      name: textOf(file.bytes, layout, at, 0),
      numbers: numbersOf(view, layout, at),
      recordsBefore: 0,
    };
    steps.push(watchStepOf(row, steps.length));
  });
  return { steps, sequence: (unrollWatchSteps(steps) ?? []).map(({ index }) => index) };
}
