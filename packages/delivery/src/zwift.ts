import { resolveWorkout, type AthleteSpeeds } from '@pacewright/script';

import { compileWorkout, type CompiledStep } from './compile.ts';
import type { WrittenWorkout } from './device-workout.ts';
import { ZWIFT } from './devices.ts';
import type { FlatItem } from './flatten-repeats.ts';
import { fileNameOf, plainLine } from './text.ts';

export type ZwiftFile =
  | { ok: true; fileName: string; text: string; notes: string[] }
  | { ok: false; reason: string };

/** Writes a run for Zwift. Its format is documented by its users, not by Zwift. */
export function writeZwift(written: WrittenWorkout, speeds: AthleteSpeeds): ZwiftFile {
  const compiled = compileWorkout(written, speeds, ZWIFT);
  if (!compiled.ok) return compiled;
  const raceSpeed = findRaceSpeed(speeds);
  if (raceSpeed === undefined)
    return {
      ok: false,
      reason:
        'Zwift uses percentages of your 10 km pace. Enter a race result or your threshold pace first.',
    };

  const { title, deviceTitle, items, notes } = compiled;
  const text = [
    '<workout_file>',
    '<author>Pacewright</author>',
    `<name>${escaped(deviceTitle)}</name>`,
    `<description>${escaped(plainLine(written.script))}. Reference: 10 km pace.</description>`,
    '<sportType>run</sportType>',
    `<durationType>${measureOf(items)}</durationType>`,
    '<tags/>',
    '<workout>',
    ...items.map((item) => element(item, raceSpeed)),
    '</workout>',
    '</workout_file>',
    '',
  ].join('\n');
  return {
    ok: true,
    fileName: `${fileNameOf(title, written.id)}.zwo`,
    text,
    notes: [
      'Paces are percentages of your 10 km pace. Enter the same 10 km time in Zwift.',
      ...notes,
    ],
  };
}

/** Zwift's number for the 10 km, of which a pace can be a share. */
const TEN_KILOMETRES = { metres: 10_000, number: 2 };

function findRaceSpeed(speeds: AthleteSpeeds): number | undefined {
  const race = {
    kind: 'step' as const,
    amount: { kind: 'open' as const },
    target: { kind: 'race' as const, metres: TEN_KILOMETRES.metres },
  };
  const [step] = resolveWorkout({ items: [race] }, speeds).items;
  return step?.kind === 'step' && step.speed ? (step.speed.from + step.speed.to) / 2 : undefined;
}

/** The compiler gives all steps the same measure. */
function measureOf(items: readonly FlatItem<CompiledStep>[]): 'time' | 'distance' {
  const steps = items.flatMap((item) => (item.kind === 'step' ? [item] : item.items));
  return steps.every(({ amount }) => amount.kind === 'distance') ? 'distance' : 'time';
}

function element(item: FlatItem<CompiledStep>, raceSpeed: number): string {
  const pace = `pace="${TEN_KILOMETRES.number}"`;
  if (item.kind === 'repeat') {
    const [on, off] = item.items.map((step) => ({
      duration: durationOf(step),
      power: powerOf(step, raceSpeed),
    }));
    return `<IntervalsT Repeat="${item.count}" OnDuration="${on?.duration}" OffDuration="${off?.duration}" OnPower="${on?.power}" OffPower="${off?.power}" ${pace}/>`;
  }
  const power = powerOf(item, raceSpeed);
  return power === undefined
    ? `<FreeRide Duration="${durationOf(item)}"/>`
    : `<SteadyState Duration="${durationOf(item)}" Power="${power}" ${pace}/>`;
}

/** The share of 10 km pace; a step without a target has none. */
function powerOf({ target }: CompiledStep, raceSpeed: number): string | undefined {
  return target.kind === 'speed' ? (target.from / raceSpeed).toFixed(3) : undefined;
}

function durationOf({ amount }: CompiledStep): number {
  switch (amount.kind) {
    case 'time':
      return amount.seconds;
    case 'distance':
      return amount.metres;
    case 'open':
      throw new RangeError('Zwift has no lap button');
  }
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
