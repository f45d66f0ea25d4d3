import type { AthleteSpeeds } from '@pacewright/script';

import { compileWorkout, type CompiledStep } from './compile.ts';
import type { WrittenWorkout } from './device-workout.ts';
import { WAHOO } from './devices.ts';
import type { FlatItem } from './flatten-repeats.ts';
import { plainLine, truncate } from './text.ts';

/** `plan.json` of Wahoo, version 1.0.0. Fields that it does not know are refused. */
export type WahooPlan = {
  header: {
    name: string;
    version: '1.0.0';
    description: string;
    workout_type_family: 1;
    workout_type_location: 0 | 1;
    duration_s: number;
  };
  intervals: WahooInterval[];
};

export type WahooInterval = {
  name: string;
  exit_trigger_type: 'time' | 'distance' | 'repeat';
  exit_trigger_value: number;
  intensity_type?: 'wu' | 'active' | 'recover' | 'rest' | 'cd';
  targets?: { type: 'speed' | 'hr'; low: number; high: number }[];
  intervals?: WahooInterval[];
};

export type WahooOutput =
  | { ok: true; plan: WahooPlan; notes: string[] }
  | { ok: false; reason: string };

const OUTDOORS = 1;
const MAX_DESCRIPTION = 5000;

/** Writes a plan as Wahoo documents it. Not yet tested on a watch. */
export function writeWahooPlan(written: WrittenWorkout, speeds: AthleteSpeeds): WahooOutput {
  const compiled = compileWorkout(written, speeds, WAHOO);
  if (!compiled.ok) return compiled;
  const { deviceTitle, items, notes, totals } = compiled;
  const plan: WahooPlan = {
    header: {
      name: deviceTitle,
      version: '1.0.0',
      description: truncate(plainLine(written.script), MAX_DESCRIPTION),
      workout_type_family: 1,
      workout_type_location: OUTDOORS,
      duration_s: Math.round(totals.seconds),
    },
    intervals: items.map(intervalOf),
  };
  return { ok: true, plan, notes };
}

/** A repeat counts the rounds after the first one, and has no targets. */
function intervalOf(item: FlatItem<CompiledStep>): WahooInterval {
  if (item.kind === 'step') return stepOf(item);
  return {
    name: `${item.count} times`,
    exit_trigger_type: 'repeat',
    exit_trigger_value: item.count - 1,
    intervals: item.items.map(stepOf),
  };
}

const INTENSITIES = {
  'warm-up': 'wu',
  work: 'active',
  recovery: 'recover',
  rest: 'rest',
  'cool-down': 'cd',
} as const;

function stepOf({ name, role, amount, target }: CompiledStep): WahooInterval {
  return {
    name,
    ...endOf(amount),
    intensity_type: INTENSITIES[role],
    ...(target.kind === 'speed' && {
      targets: [{ type: 'speed', low: rounded(target.from), high: rounded(target.to) }],
    }),
    ...(target.kind === 'heart-rate' && {
      targets: [{ type: 'hr', low: Math.round(target.from), high: Math.round(target.to) }],
    }),
  };
}

function endOf(amount: CompiledStep['amount']) {
  switch (amount.kind) {
    case 'time':
      return { exit_trigger_type: 'time', exit_trigger_value: amount.seconds } as const;
    case 'distance':
      return { exit_trigger_type: 'distance', exit_trigger_value: amount.metres } as const;
    case 'open':
      throw new RangeError('Wahoo has no lap button');
  }
}

/** To millimetres per second. */
function rounded(speed: number): number {
  return Math.round(speed * 1000) / 1000;
}
