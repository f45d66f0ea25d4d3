import { createRandom, type Random } from '@pacewright/growth';
import { trainingPaces } from '@pacewright/pace';
import { readScript, resolveWorkout } from '@pacewright/script';

import {
  plannedSteps,
  readActivity,
  type PlannedStep,
  type RecordedActivity,
} from '../src/index.ts';
import type { Scenario } from './run-parts.ts';
import { simulate, type Truth } from './simulate.ts';
import { watchStepsOf } from './watch-steps.ts';
import { writeActivity, type FileOptions } from './write-activity.ts';

export type SimulatedRun = { activity: RecordedActivity; planned: PlannedStep[]; truth: Truth };

/** A script as somebody with this VDOT runs it, written to a file and read back. */
export function simulateRun(
  script: string,
  vdot: number,
  scenario: Scenario,
  random: Random,
  options: FileOptions = {},
): SimulatedRun {
  const speeds = { vdot, trainingPaces: trainingPaces(vdot) };
  const { unrolled } = resolveWorkout(readScript(script).workout, speeds);
  const { recording, truth } = simulate(unrolled, watchStepsOf(script, speeds), scenario, random);
  const reading = readActivity(writeActivity(recording, options));
  if (!reading.ok) throw new Error(reading.reason);
  return { activity: reading.activity, planned: plannedSteps(unrolled), truth };
}

/** With a VDOT by the seed. */
export function simulateSeed(script: string, scenario: Scenario, seed: number): SimulatedRun {
  const random = createRandom(seed);
  return simulateRun(script, 35 + random() * 27, scenario, random);
}

export function plannedOf(script: string, vdot = 50): PlannedStep[] {
  const speeds = { vdot, trainingPaces: trainingPaces(vdot) };
  return plannedSteps(resolveWorkout(readScript(script).workout, speeds).unrolled);
}
