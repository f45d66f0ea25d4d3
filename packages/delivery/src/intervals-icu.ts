import { formatPace, type PaceUnits } from '@pacewright/pace';
import { formatDistance, type Amount, type AthleteSpeeds } from '@pacewright/script';

import { compileWorkout } from './compile.ts';
import type { DeviceStep, DeviceTarget, WrittenWorkout } from './device-workout.ts';
import { INTERVALS_ICU } from './devices.ts';
import type { FlatItem } from './flatten-repeats.ts';

export type TextOutput =
  | { ok: true; text: string; notes: string[] }
  | { ok: false; reason: string };

/** Writes a workout as text for intervals.icu, to paste into its workout builder. */
export function writeIntervalsIcu(
  written: Pick<WrittenWorkout, 'title' | 'script'>,
  speeds: AthleteSpeeds,
  units: PaceUnits,
): TextOutput {
  const compiled = compileWorkout(written, speeds, INTERVALS_ICU);
  if (!compiled.ok) return compiled;

  const { items } = compiled;
  const notes = [...compiled.notes];
  if (steps(items).some(({ target }) => target.kind === 'zone'))
    notes.push('Heart-rate zones use your intervals.icu settings.');
  if (steps(items).some(({ note }) => note !== undefined && noteCue(note) === ''))
    notes.push(
      'intervals.icu would read numbers in a note as a duration, so those notes are skipped.',
    );
  return { ok: true, text: blocks(items, units).join('\n\n'), notes };
}

/** The minutes of a step without an end. */
const OPEN_MINUTES = 10;

function steps(items: readonly FlatItem[]): DeviceStep[] {
  return items.flatMap((item) => (item.kind === 'step' ? [item] : item.items));
}

/** A repeat is a block of its own, and so are the steps between repeats. */
function blocks(items: readonly FlatItem[], units: PaceUnits): string[] {
  const written: string[][] = [];
  let open: string[] | undefined;
  for (const item of items) {
    if (item.kind === 'repeat') {
      open = undefined;
      written.push([`${item.count}x`, ...item.items.map((step) => line(step, units))]);
      continue;
    }
    if (!open) written.push((open = []));
    open.push(line(item, units));
  }
  return written.map((lines) => lines.join('\n'));
}

function line({ name, amount, target, note = '' }: DeviceStep, units: PaceUnits): string {
  return ['-', noteCue(note) || cue(name), amountWords(amount), targetWords(target, units)]
    .filter(Boolean)
    .join(' ');
}

/** A cue ends where a duration begins, and "5k pace" would begin with one. */
function cue(name: string): string {
  return /^[a-z]+$/i.test(name) ? name : '';
}

/** The same for a note, which may have several words. */
function noteCue(note: string): string {
  return /^[a-z][a-z ,'-]*$/i.test(note) ? note : '';
}

function amountWords(amount: Amount): string {
  switch (amount.kind) {
    case 'time':
      return timeWord(amount.seconds);
    case 'distance':
      return distanceWord(amount.metres);
    case 'open':
      return `Press lap ${OPEN_MINUTES}m`;
  }
}

function timeWord(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = seconds % 60;
  return `${hours ? `${hours}h` : ''}${minutes ? `${minutes}m` : ''}${rest ? `${rest}s` : ''}`;
}

/** `m` means minutes there, too. */
function distanceWord(metres: number): string {
  return formatDistance(metres).replace(/ m$/, 'mtr').replace(' ', '');
}

function targetWords(target: DeviceTarget, units: PaceUnits): string {
  switch (target.kind) {
    case 'speed': {
      const [slow, fast] = [formatPace(target.from, units), formatPace(target.to, units)];
      const range = slow === fast ? slow : `${slow}-${fast}`;
      return `${range}${units === 'metric' ? '/km' : '/mi'} Pace`;
    }
    case 'zone':
      return `Z${target.zone} HR`;
    case 'heart-rate':
    case 'none':
      return '';
  }
}
