// The export "@pacewright/activity/testing": files of simulated runs for the tests of apps.

import { createRandom } from '@pacewright/growth';
import { trainingPaces } from '@pacewright/pace';
import { readScript, resolveWorkout } from '@pacewright/script';

import type { Scenario } from './run-parts.ts';
import { simulate } from './simulate.ts';
import { watchStepsOf } from './watch-steps.ts';
import { type FileOptions, writeActivity } from './write-activity.ts';

export type RecordedFileOptions = Partial<Scenario> &
  FileOptions & {
    /** Of the runner. */
    vdot?: number;
    seed?: number;
    /** Unix seconds. */
    startedAt?: number;
    utcOffsetSeconds?: number;
  };

/** A script as somebody runs it, as the file of their watch. */
export function recordScript(
  script: string,
  {
    kind = 'steps',
    deviations = [],
    isTreadmill = false,
    vdot = 50,
    seed = 1,
    startedAt = Date.UTC(2026, 10, 17, 17, 4, 12) / 1000,
    utcOffsetSeconds = 3600,
    ...options
  }: RecordedFileOptions = {},
): Uint8Array<ArrayBuffer> {
  const speeds = { vdot, trainingPaces: trainingPaces(vdot) };
  const { unrolled } = resolveWorkout(readScript(script).workout, speeds);
  const scenario = { kind, deviations, isTreadmill };
  const { recording } = simulate(
    unrolled,
    watchStepsOf(script, speeds),
    scenario,
    createRandom(seed),
  );
  return writeActivity({ ...recording, startedAt, utcOffsetSeconds }, options);
}

export { type Recording, writeActivity } from './write-activity.ts';
