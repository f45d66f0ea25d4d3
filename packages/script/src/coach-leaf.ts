import { METRES_PER_UNIT } from '@pacewright/pace';

import { round } from './amounts.ts';
import { LEXICON, type WordKind } from './coach-words.ts';
import { HALF_MARATHON_METRES, RACES, type Amount, type Target } from './workout.ts';

/** One reading of one piece of a text, with its price. Leaves may overlap: `R` is a pace, or a rest. */
export type Leaf = {
  kind: LeafKind;
  from: number;
  to: number;
  cost: number;
  value: string;
  /** As it is written, of a word. */
  word: string;
  /** A bare number, a count, or the seconds of a clock. */
  low: number;
  high: number;
  amounts: readonly Measure[];
  target: Target | undefined;
  /** A pace for each of several. */
  aims: readonly Aim[];
};

/** A pace, or a clock that is a pace or a time. */
export type Aim = { target: Target | undefined; seconds: number };

export type LeafKind =
  | Exclude<WordKind, 'around' | 'target'>
  | 'around'
  | 'target'
  | 'amount'
  | 'number'
  | 'count'
  | 'times'
  | 'clock'
  | 'series'
  | 'aims'
  | 'faster'
  | 'pair'
  | 'each'
  | 'open'
  | 'close'
  | 'colon'
  | 'skip'
  | 'unknown'
  | 'quote';

/** An amount as it is written: its unit is not known for a bare number. */
export type Measure = { amount: Amount | undefined; bare: number; unit: string };

export const MILE = METRES_PER_UNIT.imperial;
const SECONDS: Record<string, number> = { h: 3600, min: 60, s: 1 };
const METRES: Record<string, number> = { km: 1000, mi: MILE, mtr: 1, lap: 400 };

export function amountIn(value: number, unit: string): Amount {
  const seconds = SECONDS[unit];
  return seconds === undefined
    ? { kind: 'distance', metres: round(value * (METRES[unit] ?? 1), 4) }
    : { kind: 'time', seconds: round(value * seconds, 3) };
}

export type Push = (kind: LeafKind, to: number, rest?: Partial<Leaf>) => void;
export type Match = (pattern: RegExp) => RegExpExecArray | null;

export function sticky(source: string): RegExp {
  return new RegExp(source, 'iuy');
}

export function secondsOf(clock: string): number {
  return clock.split(/[:'’′´]/).reduce((sum, part) => sum * 60 + Number(part), 0);
}

export function stated(one: string, two: string | undefined, per: 'km' | 'mi'): Target {
  const ends = [one, two ?? one].map((clock) => secondsOf(clock.replace(/["”″]/, '')));
  return { kind: 'stated', slow: Math.max(...ends), fast: Math.min(...ends), per };
}

export function raceTarget(text: string): Target | undefined {
  const short = text.toLowerCase().replaceAll(/\s/g, '');
  if (/mile|^1600/.test(short)) return { kind: 'race', metres: RACES[1].metres };
  if (/half/.test(short)) return { kind: 'race', metres: HALF_MARATHON_METRES };
  const metres = parseFloat(short) * (/k/.test(short) ? 1000 : 1);
  const race = RACES.find((one) => one.metres === metres);
  return race && { kind: 'race', metres: race.metres };
}

/** The pace that a word names. */
export function namedTarget(word: string): Target | undefined {
  const found = LEXICON.get(word)?.find(({ kind }) => kind === 'target');
  return found ? targetOf(found.value) : raceTarget(word);
}

export function targetOf(value: string): Target {
  const race = { '5k': 5000, '10k': 10_000, '1mi': RACES[1].metres, HM: HALF_MARATHON_METRES }[
    value
  ];
  return race === undefined ? { kind: 'pace', pace: value as 'E' } : { kind: 'race', metres: race };
}

export function raceOf(amount: Amount | undefined): Target | undefined {
  const race =
    amount?.kind === 'distance'
      ? RACES.find(({ metres }) => Math.abs(metres - amount.metres) < 1)
      : undefined;
  return race && { kind: 'race', metres: race.metres };
}

const TRACK = /^(?:[1-9]00|[1-5]50|1[0-9]00|2[048]00|3[026]00|[45]000|60|80|3000|2000|1000)$/;

export function isTrack(value: number): boolean {
  return TRACK.test(String(value)) && value >= 60;
}

const SPEED = /\d\s?(?:(km\/h|kmh|kph)|mph)(?!\p{L})/iu;

/** The unit of the speeds of a text: kilometres or miles an hour. */
export function speedUnitOf(text: string): 'km' | 'mi' | undefined {
  const found = SPEED.exec(text);
  return found ? (found[1] === undefined ? 'mi' : 'km') : undefined;
}

export function speedTarget(one: number, per: 'km' | 'mi', two = one): Target {
  const paces = [one, two].map((value) => Math.round(3600 / value));
  return { kind: 'stated', slow: Math.max(...paces), fast: Math.min(...paces), per };
}
