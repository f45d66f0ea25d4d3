import { METRES_PER_UNIT } from '@pacewright/pace';

import type { Leaf, Lexer } from './coach-leaves.ts';
import type { Span } from './diagnostics.ts';
import {
  HALF_MARATHON_METRES,
  type Amount,
  type Step,
  type Target,
  type Workout,
  type WorkoutItem,
} from './workout.ts';

/**
 * Whether a text says something that its workout doesn't. Whoever reads it without a question must have found a place
 * for each figure: in an amount, a count, a pace, a sum of them, or in words that are no part of a workout.
 */
export function hasLost(text: string, { items }: Workout, lex: Lexer): boolean {
  const spared = asides(text, lex);
  return hasLostFigure(text, items, spared) || hasLostWord(text, stepsIn(items), lex, spared);
}

function hasLostFigure(
  text: string,
  items: readonly WorkoutItem[],
  spared: readonly Span[],
): boolean {
  const values = valuesIn(items);
  const notes = notesIn(items).join(' ');
  const isFound = (value: number): boolean =>
    values.some((one) => Math.abs(one - value) <= Math.max(0.011, Math.abs(one) * 0.006));
  return Array.from(text.matchAll(FIGURE)).some(({ 0: written, index }) => {
    const isSpared = spared.some(({ from, to }) => from <= index && index < to);
    const isListed = /,/.test(written) && written.split(',').map(Number).every(isFound);
    return !(
      isSpared ||
      isListed ||
      notes.includes(written) ||
      meaningsOf(written, text.slice(index + written.length)).some(isFound)
    );
  });
}

const FIGURE =
  /(?<![\p{L}\d])\.\d+|(?<!\p{L}[\d./-]{0,4})(?:\d+[:'’′´][0-5]\d(?::[0-5]\d)?(?!\d)|\d+(?:\.\d+)? ?h ?[0-5]\d(?!\d)|\d+[.,]\d+|\d+ ?[½¼¾⅓⅔]|[½¼¾⅓⅔]|(?:\d+ )?[123]\/[234](?= ?-?mi)|\d+)/gu;

const MARKS: Record<string, number> = { '½': 0.5, '¼': 0.25, '¾': 0.75, '⅓': 1 / 3, '⅔': 2 / 3 };

function meaningsOf(written: string, behind: string): number[] {
  const parts = written.split(/[:'’′´h]/).map((part) => Number(part.trim()));
  if (parts.length > 1) {
    const whole = parts.reduce((sum, part) => sum * 60 + part, 0);
    return [whole, whole * 60, whole * 24];
  }
  const slash = /^(?:(\d+) )?(\d)\/(\d)$/.exec(written);
  if (slash) return [Number(slash[1] ?? 0) + Number(slash[2]) / Number(slash[3])];
  const mark = MARKS[written.at(-1) ?? ''];
  if (mark !== undefined) return [Number(written.slice(0, -1).trim() || 0) + mark];
  const [whole = '0', rest = ''] = written.split(/[.,]/);
  const value = Number(`${whole}.${rest || '0'}`);
  const thousands = rest.length === 3 ? [Number(whole + rest)] : [];
  const clock = rest.length === 2 ? [Number(whole) * 60 + Number(rest)] : [];
  const half = behind.startsWith(' and a half') ? [value + 0.5] : [];
  return [value, ...thousands, ...clock, ...clock.map((one) => one * 60), ...half];
}

/** "12 km total", "miles 7-14". */
const TOTALS =
  /total:? ?~?\d+(?:\.\d+)?|~?\d+(?:\.\d+)? ?\p{L}* (?:in )?total|(?:mi|miles?|km|kms|k) \d+ ?(?:[-–]|to) ?\d+|100 ?%/giu;

/** What only says where, when, with whom or how it feels. */
function asides(text: string, lex: Lexer): readonly Span[] {
  const spans: Span[] = Array.from(text.matchAll(TOTALS), ({ 0: all, index }) => ({
    from: index,
    to: index + all.length,
  }));
  for (let at = lex.skip(0); at < text.length; at++) {
    const before = text.charAt(at - 1);
    if (/[\p{L}\d.]/u.test(before) && /[\p{L}\d]/u.test(text.charAt(at))) continue;
    for (const { kind, to, value } of lex.leavesAt(at)) {
      const isAside = kind === 'skip' || kind === 'quote' || (kind === 'vague' && /\d/.test(value));
      if (isAside && to > at) spans.push({ from: at, to });
    }
  }
  return spans;
}

function notesIn(items: readonly WorkoutItem[]): string[] {
  return items.flatMap((item) =>
    item.kind === 'repeat' ? notesIn(item.items) : (item.note ?? []),
  );
}

/** Every number that a writer of these steps could have written. */
function valuesIn(items: readonly WorkoutItem[], times = 1): number[] {
  const own = items.flatMap((item): number[] =>
    item.kind === 'repeat'
      ? [item.count, item.count * times, ...valuesIn(item.items, item.count * times)]
      : [...valuesOf(item.amount), ...aimsOf(item.target, item.amount)],
  );
  return [...own, ...sumsOf(items, times)];
}

/** A list that is longer has no sum that anybody writes. */
const MOST_SUMMED = 24;

function sumsOf(items: readonly WorkoutItem[], times: number): number[] {
  const sizes = items.map(sizeOf);
  return (['seconds', 'metres'] as const).flatMap((unit) =>
    sizes.flatMap((_, from) => {
      let sum = 0;
      return sizes.slice(from, from + MOST_SUMMED).flatMap((size) => {
        sum += size[unit];
        const amount: Amount =
          unit === 'seconds' ? { kind: 'time', seconds: sum } : { kind: 'distance', metres: sum };
        const all: Amount =
          unit === 'seconds'
            ? { kind: 'time', seconds: sum * times }
            : { kind: 'distance', metres: sum * times };
        return sum > 0 ? [...valuesOf(amount), ...valuesOf(all)] : [];
      });
    }),
  );
}

function sizeOf(item: WorkoutItem): { seconds: number; metres: number } {
  if (item.kind === 'step') {
    const { amount } = item;
    return {
      seconds: amount.kind === 'time' ? amount.seconds : 0,
      metres: amount.kind === 'distance' ? amount.metres : 0,
    };
  }
  const sizes = item.items.map(sizeOf);
  return {
    seconds: item.count * sizes.reduce((sum, { seconds }) => sum + seconds, 0),
    metres: item.count * sizes.reduce((sum, { metres }) => sum + metres, 0),
  };
}

function valuesOf(amount: Amount): number[] {
  if (amount.kind === 'time') return timesOf(amount.seconds);
  if (amount.kind === 'open') return [];
  const { metres } = amount;
  return [metres, metres / 1000, metres / METRES_PER_UNIT.imperial, metres / 400];
}

function timesOf(seconds: number): number[] {
  return [
    seconds,
    seconds / 60,
    seconds / 3600,
    Math.floor(seconds / 60),
    seconds % 60,
    Math.floor(seconds / 3600),
    Math.floor((seconds % 3600) / 60),
  ];
}

function aimsOf(target: Target, amount: Amount): number[] {
  if (target.kind === 'zone') return [target.zone];
  if (target.kind === 'beats') return [target.from, target.to];
  if (target.kind === 'race') {
    const { metres } = target;
    const miles = Math.round(metres / METRES_PER_UNIT.imperial);
    const half = Math.abs(metres - HALF_MARATHON_METRES) < 1 ? [21, 21.1] : [];
    return [metres, metres / 1000, miles, ...half];
  }
  if (target.kind === 'goal') {
    const metres = amount.kind === 'distance' ? amount.metres : undefined;
    const paces = metres === undefined ? [] : pacesOf((target.seconds / metres) * 1000);
    return [...timesOf(target.seconds), ...paces];
  }
  if (target.kind !== 'stated') return [];
  const metres = target.per === 'km' ? 1000 : METRES_PER_UNIT.imperial;
  const units = amount.kind === 'distance' ? amount.metres / metres : 0;
  return [target.slow, target.fast].flatMap((seconds) => [
    ...timesOf(seconds),
    ...pacesOf((seconds / metres) * 1000),
    ...timesOf(Math.round(seconds * units)),
  ]);
}

function pacesOf(seconds: number): number[] {
  const mile = (seconds * METRES_PER_UNIT.imperial) / 1000;
  return [
    ...timesOf(Math.round(seconds)),
    ...timesOf(Math.round(mile)),
    Math.round(seconds * 0.4),
    Math.round(seconds * 0.2),
    3600 / seconds,
    3600 / mile,
  ];
}

/** Words of a workout that left no trace in it: a pace, a recovery, how often. */
function hasLostWord(
  text: string,
  steps: readonly Step[],
  lex: Lexer,
  spared: readonly Span[],
): boolean {
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const isInside = at < end || isLetter(text.charAt(at - 1)) || !isLetter(text.charAt(at));
    if (isInside || spared.some(({ from, to }) => from <= at && at < to)) continue;
    const leaves = lex.leavesAt(at).filter(({ cost }) => cost < 0.5);
    if (leaves.length === 0 || isUnit(text, at)) continue;
    end = Math.max(...leaves.map(({ to }) => to));
    if (!leaves.some((leaf) => hasTrace(leaf, steps))) return true;
  }
  return false;
}

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character);
}

/** "10m", "5 M": a unit, and no pace. "AM", "PM": a time of the day. */
function isUnit(text: string, at: number): boolean {
  const isBehind = /\d ?$/.test(text.slice(Math.max(0, at - 2), at));
  return (isBehind ? /^mt?(?!\p{L})/iu : /^[ap]m(?!\p{L})/iu).test(text.slice(at, at + 3));
}

function stepsIn(items: readonly WorkoutItem[]): readonly Step[] {
  return items.flatMap((item) => (item.kind === 'repeat' ? stepsIn(item.items) : item));
}

/** Whether a piece of a text, read so, is somewhere in its workout. */
function hasTrace({ kind, value, target }: Leaf, steps: readonly Step[]): boolean {
  return TRACES[kind]?.(steps, value, target) ?? true;
}

type Trace = (steps: readonly Step[], value: string, target: Target | undefined) => boolean;

const hasSeveral: Trace = (steps) => steps.length > 1;
const hasRecovery: Trace = (steps) =>
  steps.length > 1 && steps.some((step) => step.isBetween ?? isEasyStep(step));

const TRACES: Partial<Record<Leaf['kind'], Trace>> = {
  target: (steps, _, target) => !target || hasAim(target, steps),
  recovery: (steps, value) =>
    value === 'walk' ? steps.some(({ target }) => target.kind === 'walk') : steps.some(isEasyStep),
  role: (steps, value) =>
    steps.some(
      ({ role }) => role !== undefined && role !== (value === 'WU' ? 'cool-down' : 'warm-up'),
    ),
  strides: (steps) => steps.some(({ note }) => note !== undefined),
  between: hasRecovery,
  setrest: hasRecovery,
  equal: hasRecovery,
  alternate: hasSeveral,
  part: hasSeveral,
  around: hasSeveral,
};

function hasAim(target: Target, steps: readonly Step[]): boolean {
  const kinds = new Set(steps.map((step) => step.target.kind));
  const isStated = kinds.has('stated') || kinds.has('goal') || kinds.has('beats');
  if (target.kind !== 'race' && target.kind !== 'pace') return kinds.has(target.kind) || isStated;
  if (isStated) return true;
  if (target.kind === 'pace' && target.pace === 'E')
    return kinds.has('zone') || steps.some(isEasyStep);
  // "Tempo 8 miles @ MP", "VO2: 5 x 1 km @ 5k": the name of a run, whose pace is another.
  if (target.kind === 'pace' && (target.pace === 'T' || target.pace === 'I'))
    return steps.some(isHardStep);
  return steps.some((step) => JSON.stringify(step.target) === JSON.stringify(target));
}

export function isRestStep({ target }: Step): boolean {
  return target.kind === 'jog' || target.kind === 'walk' || target.kind === 'rest';
}

export function isEasyStep(step: Step): boolean {
  const { role, target } = step;
  return isRestStep(step) || role !== undefined || (target.kind === 'pace' && target.pace === 'E');
}

export function isHardStep({ target }: Step): boolean {
  const { kind } = target;
  return kind === 'race' || kind === 'goal' || (kind === 'pace' && target.pace !== 'E');
}
