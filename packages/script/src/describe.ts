import {
  formatEnds,
  formatPace,
  formatRange,
  METRES_PER_UNIT,
  PACE_NAMES,
  type PaceUnits,
  type SpeedRange,
  plural,
  pluralWord,
} from '@pacewright/pace';

import { formatDistance, writePace } from './amounts.ts';
import type { Totals, UnrolledStep } from './resolve.ts';
import { RACES, type Amount, type Target } from './workout.ts';
import { writeStep } from './write.ts';

// A workout in words and figures, the same in every view of it.

/** "50:00", "1:31:35". */
export function formatDuration(seconds: number): string {
  // Round before splitting, or 59.6 s prints as "0:60".
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const tail = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** A distance in the athlete's units, without its unit: "10.5". */
export function formatLength(metres: number, units: PaceUnits, decimals = 1): string {
  return (metres / METRES_PER_UNIT[units]).toFixed(decimals);
}

export const LENGTH_UNITS = { imperial: 'mi', metric: 'km' } as const satisfies Record<
  PaceUnits,
  string
>;

/** "400 m", "3 min", "1:30", "1 h 30", or "open". */
export function nameAmount(amount: Amount): string {
  if (amount.kind === 'open') return 'open';
  if (amount.kind === 'distance') return formatDistance(amount.metres);

  const { seconds } = amount;
  if (seconds < 60) return `${seconds} s`;
  if (seconds % 60 !== 0) return formatDuration(seconds);
  const [hours, minutes] = [Math.floor(seconds / 3600), (seconds % 3600) / 60];
  if (hours === 0) return `${minutes} min`;
  return minutes === 0 ? `${hours} h` : `${hours} h ${String(minutes).padStart(2, '0')}`;
}

/** "Repetition", "Zone 1", "5 km race pace". */
export function nameTarget(target: Target): string {
  switch (target.kind) {
    case 'pace':
      return PACE_NAMES[target.pace];
    case 'zone':
      return `Zone ${target.zone}`;
    case 'jog':
      return 'Jog';
    case 'rest':
      return 'Rest';
    case 'walk':
      return 'Walk';
    case 'race':
      return `${RACE_NAMES[target.metres] ?? formatDistance(target.metres)} race pace`;
    case 'goal':
      return `Goal ${formatDuration(target.seconds)}`;
    case 'stated':
      return `Pace ${writePace(target)}`;
    case 'beats':
      return target.from === target.to
        ? `${target.from} bpm`
        : `${target.from} to ${target.to} bpm`;
    case 'none':
      return 'No target';
  }
}

/** A short name for a target where there is little room: "R", "Z1", "5k". Nothing for no target. */
export function abbreviateTarget(target: Target): string {
  if (target.kind === 'none') return '';
  if (target.kind === 'goal') return formatDuration(target.seconds);
  const open: Amount = { kind: 'open' };
  return writeStep({ kind: 'step', amount: open, target }).replace('open ', '');
}

/** "3:36 - 3:44", or one pace where both ends are the same. */
export function formatSpeed(speed: SpeedRange, units: PaceUnits): string {
  return speed.from === speed.to ? formatPace(speed.from, units) : formatRange(speed, units);
}

/** A speed as a treadmill shows it: "16.0 - 16.7". */
export function formatTreadmill({ from, to }: SpeedRange, units: PaceUnits): string {
  const [slow, fast] = [from, to].map((speed) =>
    ((speed * 3600) / METRES_PER_UNIT[units]).toFixed(1),
  );
  return slow === fast ? `${slow}` : `${slow} - ${fast}`;
}

export const TREADMILL_UNITS = { imperial: 'mph', metric: 'km/h' } as const satisfies Record<
  PaceUnits,
  string
>;

/** "set 2 of 3, rep 1 of 2": which round of which repeat, the innermost last. */
export function nameRounds(rounds: UnrolledStep['rounds']): string {
  return rounds
    .map(
      ({ round, of }, depth) => `${depth === rounds.length - 1 ? 'rep' : 'set'} ${round} of ${of}`,
    )
    .join(', ');
}

/** Said for a block: "Set 2 of 3, rep 1 of 2, 400 metres, repetition, 3:36 to 3:44 per kilometre". */
export function sayStep({ step, rounds }: UnrolledStep, units: PaceUnits): string {
  const pace = step.speed && sayPace(step.speed, units);
  const words = [
    nameRounds(rounds),
    sayAmount(step.amount),
    nameTarget(step.target).toLowerCase(),
    pace && (step.isSpeedEstimated ? `about ${pace}` : pace),
  ];
  const sentence = words.filter(Boolean).join(', ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** "at least 51:18, 10.5 km"; "open time" of steps that all end with the lap button. */
export function nameTotals(totals: Totals, units: PaceUnits): string {
  return listTotals(totals, units).join(', ');
}

/** The time and the distance of `nameTotals`. */
export function listTotals({ time, distance }: Totals, units: PaceUnits): string[] {
  const length = `${formatLength(distance.metres, units)} ${LENGTH_UNITS[units]}`;
  return [
    nameTotal(formatDuration(time.seconds), time.isAtLeast, time.seconds ? '' : 'open time'),
    nameTotal(length, distance.isAtLeast, distance.metres ? '' : 'open distance'),
  ];
}

function nameTotal(total: string, isAtLeast: boolean, open: string): string {
  return isAtLeast ? open || `at least ${total}` : total;
}

const RACE_NAMES: Record<number, string> = Object.fromEntries(
  RACES.map(({ metres, text }) => [
    metres,
    text === 'HM' ? 'Half-marathon' : formatDistance(metres),
  ]),
);

function sayAmount(amount: Amount): string {
  if (amount.kind === 'open') return 'until you press lap';
  if (amount.kind === 'distance') return sayDistance(amount.metres);

  const { seconds } = amount;
  const parts = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor((seconds % 3600) / 60), 'minute'],
    [Math.round((seconds % 60) * 1000) / 1000, 'second'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => plural(count, unit))
    .join(' ');
}

/** By how they are written where "m" could be minutes or metres. */
export const UNIT_NAMES = {
  s: 'second',
  min: 'minute',
  mtr: 'metre',
  km: 'kilometre',
  mi: 'mile',
} as const;

function sayDistance(metres: number): string {
  const [figure, unit] = formatDistance(metres).split(' ');
  return `${figure} ${pluralWord(Number(figure), UNIT_NAMES[unit === 'km' || unit === 'mi' ? unit : 'mtr'])}`;
}

function sayPace(speed: SpeedRange, units: PaceUnits): string {
  const { faster, slower } = formatEnds(speed, units);
  const per = units === 'metric' ? 'per kilometre' : 'per mile';
  return faster === slower ? `${faster} ${per}` : `${faster} to ${slower} ${per}`;
}
