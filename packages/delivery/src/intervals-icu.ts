import { formatPace, type PaceUnits } from '@pacewright/pace';
import { formatDistance, type Amount, type AthleteSpeeds } from '@pacewright/script';

import { isNested, flattenRepeats, withoutSkips, type FlatItem } from './flatten-repeats.ts';
import {
  prepareWorkout,
  type DeviceStep,
  type DeviceTarget,
  type WrittenWorkout,
} from './device-workout.ts';

export type TextOutput =
  | { ok: true; text: string; notes: string[] }
  | { ok: false; reason: string };

/** Writes a workout as text for intervals.icu, to paste into its workout builder. */
export function writeIntervalsIcu(
  written: Pick<WrittenWorkout, 'title' | 'script'>,
  speeds: AthleteSpeeds,
  units: PaceUnits,
): TextOutput {
  const prepared = prepareWorkout(written, speeds);
  if (!prepared.ok) return prepared;

  const { items } = prepared.workout;
  const flat = withoutSkips(flattenRepeats(items));
  const notes = [...prepared.notes];
  if (isNested(items))
    notes.push('Repeats inside repeats are written out, because intervals.icu takes one level.');
  if (steps(flat).some(({ amount }) => amount.kind === 'open'))
    notes.push(
      `Steps that end with the lap button are given ${OPEN_MINUTES} minutes, because intervals.icu counts them. The button still ends them.`,
    );
  if (steps(flat).some(({ target }) => target.kind === 'zone'))
    notes.push('Heart-rate zones are the zones of your intervals.icu settings.');
  if (steps(flat).some(({ target }) => target.kind === 'heart-rate'))
    notes.push('intervals.icu takes no heart rate in beats, so those steps have no target.');
  if (steps(flat).some(({ note }) => note !== undefined && noteCue(note) === ''))
    notes.push(
      'intervals.icu would read figures in a note as a length, so those notes are left out.',
    );
  return { ok: true, text: blocks(flat, units).join('\n\n'), notes };
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
      return timeWord(Math.max(1, Math.round(amount.seconds)));
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
