import {
  compileWorkout,
  devices,
  encodeApple,
  encodeFit,
  writeCalendar,
  writeGarmin,
  writeIntervalsIcu,
  writeZwift,
  type Device,
  type DeviceStep,
  type FlatItem,
  type GarminWorkout,
} from '@pacewright/delivery';
import { trainingPaces } from '@pacewright/pace';
import {
  readScript,
  resolveWorkout,
  titleOf,
  type Amount,
  type AthleteSpeeds,
} from '@pacewright/script';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyScript } from '../../delivery/test/any-workout.ts';
import { readImport, readPasted, type ImportedWorkout, type ImportReading } from '../src/index.ts';
import { IMPORT_RUNS, SEED } from './runs.ts';

const SPEEDS: AthleteSpeeds = { vdot: 50, trainingPaces: trainingPaces(50) };
const TRACK = { id: 'x', title: 'Track' };
const OPTIONS = { units: 'metric', speeds: SPEEDS } as const;
const RUNS = { numRuns: IMPORT_RUNS, seed: SEED, endOnFailure: true };

type Written = { ok: true; bytes?: Uint8Array; text?: string } | { ok: false };

/** Each of our writers, and the device that its compiler writes for. */
const WRITERS: [name: string, device: Device, write: (script: string) => Written][] = [
  ['FIT', devices.FIT_FILE, (script) => encodeFit({ ...TRACK, script }, SPEEDS)],
  ['.workout', devices.APPLE_WATCH, (script) => encodeApple({ ...TRACK, script }, SPEEDS)],
  [
    'intervals.icu',
    devices.INTERVALS_ICU,
    (script) => writeIntervalsIcu({ ...TRACK, script }, SPEEDS, 'metric'),
  ],
  ['Garmin JSON', devices.GARMIN, (script) => asText(writeGarmin({ ...TRACK, script }, SPEEDS))],
  ['Zwift', devices.ZWIFT, (script) => writeZwift({ ...TRACK, script }, SPEEDS)],
];

function asText(written: GarminWorkout): Written {
  return written.ok ? { ok: true, text: JSON.stringify(written.body) } : written;
}

test.each(WRITERS)(
  '%s: the run that was written is the run that is read',
  (name, device, write) => {
    let read = 0;
    fc.assert(
      fc.property(anyScript, (script) => {
        const written = write(script);
        const compiled = compileWorkout({ ...TRACK, script }, SPEEDS, device);
        if (!written.ok || !compiled.ok) return;
        const workout = onlyWorkout(readBack(written));
        if (!workout) return;
        read++;
        const all = [linesOf(workout.script), expectedLines(compiled.items)];
        // Zwift has steps with a pace and steps without one.
        const [lines = [], expected = []] = name === 'Zwift' ? all.map(withoutRecoveries) : all;
        const place = findDifference(lines, expected);
        if (place >= 0)
          throw new Error(
            `${JSON.stringify(lines[place])} for ${JSON.stringify(expected[place])}\n${workout.script}\nfor\n${script}`,
          );
        // The text of intervals.icu has no title.
        if (name !== 'intervals.icu' && workout.title !== 'Track') throw new Error(workout.title);
      }),
      RUNS,
    );
    expect(read).toBeGreaterThan(IMPORT_RUNS / 10);
  },
);

test('a calendar of ours comes back exactly, with its days', () => {
  fc.assert(
    fc.property(fc.array(anyScript, { minLength: 1, maxLength: 3 }), (scripts) => {
      const entries = scripts.map((script, index) => ({
        id: `e${index}`,
        day: `2026-11-1${index}`,
        timeOfDay: index === 2 ? ('pm' as const) : undefined,
        title: index === 0 ? '' : `Day, ${index}; "x"`,
        script,
      }));
      const text = writeCalendar(entries, {
        name: 'x',
        writtenAt: '2026-11-14T08:00:00Z',
        speeds: SPEEDS,
        units: 'metric',
      });
      const reading = readPasted(text, OPTIONS);
      if (!reading.ok) throw new Error(reading.reason);
      expect(reading.skipped).toEqual([]);
      expect(reading.workouts.map(({ day, title, script }) => ({ day, title, script }))).toEqual(
        entries.map(({ day, title, script }) => ({
          day,
          title: titleOf({ title, script }),
          script,
        })),
      );
    }),
    RUNS,
  );
});

test('an export of ours comes back exactly, with notes and tags', () => {
  fc.assert(
    fc.property(fc.array(anyScript, { minLength: 1, maxLength: 3 }), (scripts) => {
      const workouts = scripts.map((script, index) => ({
        title: `Workout ${index}`,
        script,
        notes: 'Bring water\nand a hat',
        tags: ['track'],
      }));
      const text = JSON.stringify({ format: 'pacewright-export', version: 1, workouts });
      const reading = readPasted(text, OPTIONS);
      expect(reading).toMatchObject({ ok: true, workouts, skipped: [], questions: [] });
    }),
    RUNS,
  );
});

function readBack({ bytes, text }: { bytes?: Uint8Array; text?: string }): ImportReading {
  return bytes ? readImport(bytes, OPTIONS) : readPasted(text ?? '', OPTIONS);
}

/** Undefined for a workout that is skipped, with its reason. */
function onlyWorkout(reading: ImportReading): ImportedWorkout | undefined {
  if (!reading.ok) throw new Error(reading.reason);
  const { workouts, skipped } = reading;
  if (workouts.length === 0 && skipped[0]?.why.includes('too many')) return undefined;
  expect(workouts).toHaveLength(1);
  const { diagnostics } = readScript(workouts[0]?.script ?? '', { speeds: SPEEDS });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return workouts[0];
}

/** A step as it is run: its end, its target, and seconds for a kilometre. */
type Line = { end: string; target: string; slow: number; fast: number };

function linesOf(script: string): Line[] {
  const { workout } = readScript(script, { speeds: SPEEDS });
  return resolveWorkout(workout, SPEEDS).unrolled.map(({ step }) => {
    const { amount, target, speed } = step;
    const isPace = ['pace', 'race', 'goal', 'stated'].includes(target.kind);
    if (isPace && speed) return paceLine(amount, speed);
    if (target.kind === 'zone') return line(amount, `Z${target.zone}`);
    return line(amount, target.kind === 'beats' ? `${target.from}-${target.to}` : target.kind);
  });
}

/** The compiler's result, run from the first step to the last. */
function expectedLines(items: readonly FlatItem[]): Line[] {
  return items.flatMap((item) => {
    if (item.kind === 'step') return [expectedLine(item)];
    const round = item.items.map(expectedLine);
    const all = Array.from({ length: item.count }, () => round).flat();
    return item.skipsLast ? all.slice(0, -1) : all;
  });
}

function expectedLine({ amount, target, name, role }: DeviceStep): Line {
  if (target.kind === 'speed') {
    const [slow, fast] = [1000 / target.from, 1000 / target.to];
    // Above 1, a limit is exceeded.
    const shares = [slow / MAX_PACE, MIN_PACE / fast];
    if (shares.some((share) => Math.abs(share - 1) < AT_LIMIT)) return line(amount, 'either');
    // A pace that no script may have becomes a note, and a loss.
    const isPossible = shares.every((share) => share < 1);
    return isPossible ? paceLine(amount, target) : line(amount, 'none');
  }
  if (target.kind === 'zone') return line(amount, `Z${target.zone}`);
  if (target.kind === 'heart-rate') return line(amount, `${target.from}-${target.to}`);
  const word = ['Jog', 'Rest', 'Walk'].find((one) => one === name)?.toLowerCase();
  return line(
    amount,
    word ?? ({ rest: 'rest', recovery: 'jog' } as Record<string, string>)[role] ?? 'none',
  );
}

/** The limits of a pace in a script, in seconds for a kilometre (L11). */
const [MIN_PACE, MAX_PACE] = [90, 1800];
/** So near to a limit, the step of a format's speeds decides whether there is a pace. */
const AT_LIMIT = 0.025;

function line(amount: Amount, target: string): Line {
  const end =
    // A step of more than a day goes until the lap button, which is a loss.
    amount.kind === 'time' && amount.seconds <= 86_400
      ? `${amount.seconds.toFixed(2)} s`
      : amount.kind === 'distance'
        ? `${amount.metres.toFixed(1)} m`
        : 'lap';
  return { end, target, slow: 0, fast: 0 };
}

function paceLine(amount: Amount, { from, to }: { from: number; to: number }): Line {
  return { ...line(amount, 'pace'), slow: 1000 / from, fast: 1000 / to };
}

function withoutRecoveries(lines: readonly Line[]): Line[] {
  return lines.map((one) => (RECOVERIES.includes(one.target) ? { ...one, target: 'none' } : one));
}

const RECOVERIES = ['jog', 'rest', 'walk'];

/** In m/s. FIT has millimetres per second, and Zwift tenths of a percent of a race pace. */
const SPEED_STEP = 0.0025;

/** Paces are written in whole seconds, and a single one has a tolerance of 1.5 % (S7). */
function findDifference(lines: readonly Line[], others: readonly Line[]): number {
  if (lines.length !== others.length) return Math.min(lines.length, others.length);
  return lines.findIndex((one, index) => {
    const other = others[index];
    if (!other) return true;
    if (other.target === 'either') return one.end !== other.end;
    const isSingle = Math.abs(other.slow - other.fast) <= 1;
    const most = 1 + (other.slow ** 2 / 1000) * SPEED_STEP + (isSingle ? other.slow * 0.016 : 0);
    return (
      one.end !== other.end ||
      one.target !== other.target ||
      Math.abs(one.slow - other.slow) > most ||
      Math.abs(one.fast - other.fast) > most
    );
  });
}
