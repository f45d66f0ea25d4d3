import { isEasyStep, isHardStep, isRestStep, isSame, stepsIn } from './coach-items.ts';
import type { Leaf } from './coach-leaf.ts';
import type { Lexer } from './coach-leaves.ts';
import { isScopeLost } from './coach-scope.ts';
import { valuesIn, type Values } from './coach-values.ts';
import type { Span } from './diagnostics.ts';
import type { Step, Target, Workout, WorkoutItem } from './workout.ts';

/**
 * Whether a text says something that its workout doesn't. Whoever reads it without a question must have found a place
 * for each figure: in an amount, a count, a pace, a sum of them, or in words that are no part of a workout.
 */
export function hasLost(text: string, { items }: Workout, lex: Lexer): boolean {
  const spared = asides(text, lex);
  return (
    hasLostFigure(text, items, spared) ||
    hasLostWord(text, stepsIn(items), lex, spared) ||
    isScopeLost(text, { items }, lex, spared)
  );
}

function hasLostFigure(
  text: string,
  items: readonly WorkoutItem[],
  spared: readonly Span[],
): boolean {
  const values = valuesIn(items);
  const notes = notesIn(items).join(' ');
  return Array.from(text.matchAll(FIGURE)).some(({ 0: written, index }) => {
    const behind = text.slice(index + written.length, index + written.length + 12);
    const isPart = PART_BEFORE.test(text.slice(Math.max(0, index - 14), index));
    const kinds = isPart ? ALL : (KINDS.find(([unit]) => unit.test(behind))?.[1] ?? ANY);
    const isFound = (value: number): boolean =>
      kinds.some((kind) => values[kind].some((one) => isNear(one, value)));
    const isSpared = spared.some(({ from, to }) => from <= index && index < to);
    const isListed = /,/.test(written) && written.split(',').map(Number).every(isFound);
    return !(
      isSpared ||
      isListed ||
      notes.includes(written) ||
      meaningsOf(written, behind).some(isFound)
    );
  });
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.max(0.011, Math.abs(one) * 0.006);
}

/** What a figure may be, by the unit behind it. */
const KINDS: readonly (readonly [RegExp, readonly (keyof Values)[]])[] = [
  [/^ ?[x×*] ?(?:\(|\d{3}|[\d.,:/½]+ ?(?:\p{L}|['’′"”″]))/iu, ['count']],
  [
    /^(?:[ -]?(?:h|hrs?|hours?|min|mins|minutes?|secs?|seconds?|m(?=[0-5]\d))| s)(?!\p{L})/iu,
    ['time', 'part', 'aim'],
  ],
  // "3mI" are minutes.
  [/^[ -]?(?:[Kk]m?s?|mi|[Mm]iles?|[Mm]et(?:re|er)s?)(?!\p{L})/u, ['length', 'aim']],
];
/** "1 hr 15", "1min 30". */
const PART_BEFORE = /\d ?(?:h|hrs?|hours?|m|min|mins|minutes?|['’′])(?: and)? ?$/iu;
const ANY: readonly (keyof Values)[] = ['count', 'time', 'length', 'aim'];
const ALL: readonly (keyof Values)[] = [...ANY, 'part'];

const FIGURE =
  /(?<![\p{L}\d])\.\d+|(?<!(?!x)\p{L}[\d.,/-]{0,4})(?:\d+[:'’′´][0-5]\d(?::[0-5]\d)?(?!\d)|\d+(?:\.\d+)? ?h ?[0-5]\d(?!\d)|\d+[.,]\d+|\d+ ?[½¼¾⅓⅔]|[½¼¾⅓⅔]|(?:\d+ )?[123]\/[234](?= ?-?mi)|\d+)/gu;

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
    if (text.charAt(at) === ' ') continue;
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

/** Words of a workout that left no trace in it: a pace, a recovery, how often. */
function hasLostWord(
  text: string,
  steps: readonly Step[],
  lex: Lexer,
  spared: readonly Span[],
): boolean {
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const isFigure = /^(?:[^\p{L}\d.:])?\d$/u.test(text.slice(Math.max(0, at - 1), at + 1));
    const isWord = isLetter(text.charAt(at)) && !isLetter(text.charAt(at - 1));
    if (at < end || !(isFigure || isWord)) continue;
    if (spared.some(({ from, to }) => from <= at && at < to)) continue;
    // Of what begins with a figure, "15k pace" is a word.
    const leaves = lex
      .leavesAt(at)
      .filter(({ cost, value }) => cost < 0.5 && (!isFigure || value === 'race'));
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

/** Whether a piece of a text, read so, is somewhere in its workout. */
function hasTrace({ kind, value, target }: Leaf, steps: readonly Step[]): boolean {
  return TRACES[kind]?.(steps, value, target) ?? true;
}

type Trace = (steps: readonly Step[], value: string, target: Target | undefined) => boolean;

const hasSeveral: Trace = (steps) => steps.length > 1;
const hasRecovery: Trace = (steps) =>
  steps.some(
    (step, index) =>
      step.isBetween ??
      (index > 0 && isEasyStep(step) && (index < steps.length - 1 || isRestStep(step))),
  );
const hasParts: Trace = (steps) =>
  steps.length > 1 &&
  !steps.some(
    ({ amount, target, note }, index) =>
      amount.kind === steps[index - 1]?.amount.kind &&
      isSame([target, note], [steps[index - 1]?.target, steps[index - 1]?.note]),
  );

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
  part: hasParts,
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
  return steps.some((step) => isSame(step.target, target));
}
