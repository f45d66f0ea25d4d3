import { isHardStep, isRestStep, isSame, repeatsIn, sizeOf, stepsIn } from './coach-items.ts';
import { amountIn } from './coach-leaf.ts';
import type { Lexer } from './coach-leaves.ts';
import { UNIT_SPELLINGS } from './coach-words.ts';
import type { Span } from './diagnostics.ts';
import type { Step, Workout, WorkoutItem } from './workout.ts';

/**
 * Whether words say whose a recovery or a pace is, of how many, or except when, and the workout has no sign of it. Prices
 * weigh where a phrase may stand, and not what such a word changes: who reads it without a question must have its shape.
 */
export function isScopeLost(
  text: string,
  { items }: Workout,
  lex: Lexer,
  spared: readonly Span[],
): boolean {
  const isSaid = (pattern: RegExp): boolean =>
    Array.from(text.matchAll(pattern)).some(
      ({ index }) => !spared.some(({ from, to }) => from <= index && index < to),
    );
  const steps = stepsIn(items);
  return (
    isSaid(BOUND) ||
    (isSaid(SAME) && RECOVERY_BEFORE.test(text)) ||
    isExcepted(text, lex, spared) ||
    (isSaid(SOME) && (!isSplit(items) || isCounted(text, items))) ||
    (isSaid(MIDDLE) && !hasMiddle(steps)) ||
    (isSaid(NO_REST) && steps.some(isRestStep)) ||
    (isSaid(ALL) && isUneven(items)) ||
    (isSaid(IN_TURN) && !isInTurn(steps)) ||
    (isSaid(AS_LONG) && steps.some(isFarRest)) ||
    isSpanLost(text, items) ||
    isOtherTotal(text, items) ||
    isTail(text, items)
  );
}

/** "Faster than threshold": a bound, and no pace. */
const BOUND =
  /(?<!\p{L})(?:than|schneller als|langsamer als|plus vite que|plus lent que)(?!\p{L})/giu;
/** "3 x 1k w/ 90s, 4 x 400 with the same": as long as the work, or as before? */
const SAME =
  /(?<!\p{L})same(?!\p{L}| (?:effort|pace|distance|time|again|place|warm|cool|amount|duration))/giu;
const RECOVERY_BEFORE =
  /(?<!\p{L})(?:off|rest|jog|walk|rec|recovery|w\/|with)(?!\p{L})[^.;]{0,99}(?<!\p{L})same(?!\p{L})/iu;
const EXCEPT =
  /(?<!\p{L})(?:no|not|never|don['’]?t|without|except|unless|until|but|kein|keine|ohne|nicht|außer|sans|sauf|sin|salvo|senza|tranne|zonder|behalve)(?!\p{L})/giu;
/** "Last two", "the odd ones", "third": some of the repetitions. */
const SOME =
  /(?<!\p{L})(?:(?:first|last|final|second|third|fourth|fifth|2nd|3rd|4th|5th|other) (?:one|two|three|four|five|few|couple|rep|set|interval|half)s?|(?:odd|even)s?(?! ?-?(?:pac|effort|split))|(?<!\d[ -]?|\p{L}-)(?:second|third|fourth|fifth))(?!\p{L})/giu;
const MIDDLE = /(?<!\p{L})(?:middle|halfway|half way)(?!\p{L})/giu;
const NO_REST =
  /(?<!\p{L})(?:no|without|zero) (?:rest|recovery|recoveries|breaks?|jog)(?!\p{L})/giu;
/** "All off 60s", and not "all at 10k". */
const ALL =
  /(?<!\p{L})(?:(?:all|everything|both)(?: of them)?,? (?:off|w\/|with)|(?:between|after) (?:all|everything|both)|(?:jog|rest|rec\p{L}*) throughout)(?!\p{L})/giu;
const IN_TURN =
  /(?<!\p{L})(?:alternat\p{L}*|abwechselnd|im wechsel|en alternant|alternando|afwisselend)(?![^.;]{0,99}(?:jog|walk|trab|trot|march|camin))/giu;
/** No recovery of a distance. */
const AS_LONG =
  /(?<!\p{L})(?:(?:half|same|equal|double|twice)(?: the| as much)? (?:time|duration)|as long)(?!\p{L})/giu;
/** "Km 3 to 6": from the one to the other, of a whole. */
const FROM =
  /(?<![\p{L}\d] ?)(?<unit>miles?|mi|km|kms) (?<first>\d{1,2}) ?(?:[-–]|to|bis|à|and) ?(?<last>\d{1,2})(?![:\p{L}\d])/iu;

/** Whether something is left out: "no strides", and not "no heroics". */
function isExcepted(text: string, lex: Lexer, spared: readonly Span[]): boolean {
  return Array.from(text.matchAll(EXCEPT)).some(({ index, 0: word }) => {
    const at = index + word.length;
    const end = text.slice(at).search(/[.,;:!?()\n"”–—]|$/u) + at;
    if (spared.some(({ from, to }) => from < at && to >= end)) return false;
    return /\d/.test(text.slice(at, end)) || hasRunning(text, at, end, lex);
  });
}

function hasRunning(text: string, from: number, to: number, lex: Lexer): boolean {
  for (let at = lex.skip(from); at < to; at++) {
    if (/\p{L}/u.test(text.charAt(at - 1))) continue;
    if (lex.leavesAt(at).some(({ kind, cost }) => RUNNING.has(kind) && cost < 0.5)) return true;
  }
  return false;
}

const RUNNING: ReadonlySet<string> = new Set(['target', 'recovery', 'strides', 'role', 'part']);

function isWork(step: Step): boolean {
  return !isRestStep(step) && step.role === undefined;
}

function isAlike(step: Step, other: Step): boolean {
  return isSame([step.target, step.note], [other.target, other.note]);
}

function isFarRest(step: Step): boolean {
  return isRestStep(step) && step.amount.kind === 'distance';
}

/** Whether work of one length, or of one kind in a list, has two paces or notes. */
function isSplit(items: readonly WorkoutItem[]): boolean {
  const isList = items.every(({ kind }) => kind === 'step');
  const works = stepsIn(items).filter(isWork);
  return works.some((step, index) =>
    works
      .slice(0, index)
      .some(
        (other) =>
          (isList ? other.amount.kind === step.amount.kind : isSame(other.amount, step.amount)) &&
          !isAlike(step, other),
      ),
  );
}

/** Whether the repetitions, of which some are others, are still as many as is written. */
function isCounted(text: string, items: readonly WorkoutItem[]): boolean {
  const counts = Array.from(text.matchAll(/(\d+) ?[x×]/gu), ([, count]) => Number(count));
  return repeatsIn(items).some(
    (repeat) => counts.includes(repeat.count) && repeat.items.filter(isPlainWork).length === 1,
  );
}

function isPlainWork(item: WorkoutItem): boolean {
  return item.kind === 'step' && isWork(item);
}

function hasMiddle(steps: readonly Step[]): boolean {
  return steps.length > 2 && isSame(steps[0]?.target, steps.at(-1)?.target);
}

/** Whether not all of the work has a recovery, or not the same. */
function isUneven(items: readonly WorkoutItem[]): boolean {
  const isHard = (item: WorkoutItem | undefined): boolean =>
    item !== undefined && stepsIn([item]).some(isHardStep);
  const isTorn = items.some(
    (item, index) => isHard(item) && isHard(items[index + 1]) && !isRested(item),
  );
  const rests = repeatsIn(items).flatMap((repeat) => repeat.items.filter(isRest));
  const isOfTwo = rests.some((rest) => !isSame(rest, rests[0]));
  return (isTorn && stepsIn(items).some(isRestStep)) || isOfTwo;
}

function isRested(item: WorkoutItem): boolean {
  const last = item.kind === 'repeat' ? item.items.at(-1) : item;
  return last !== undefined && isRest(last);
}

function isRest(item: WorkoutItem): boolean {
  return item.kind === 'step' && isRestStep(item);
}

/** Whether two kinds of work are behind each other. */
function isInTurn(steps: readonly Step[]): boolean {
  return steps.some((step, index) => {
    const before = steps[index - 1];
    return before && isWork(before) && isWork(step) && !isAlike(step, before);
  });
}

/** Whether a text has a part from one mile to another, and no step begins and ends there. */
function isSpanLost(text: string, items: readonly WorkoutItem[]): boolean {
  const { unit = '', first, last } = FROM.exec(text)?.groups ?? {};
  const one = amountIn(1, unit.startsWith('m') ? 'mi' : 'km');
  if (Number(first ?? 1) < 2 || one.kind !== 'distance') return false;
  const ends = items.map((_, index) => sizeOf(items.slice(0, index)).metres / one.metres);
  const whole = sizeOf(items).metres / one.metres;
  const isEnd = (mile: number): boolean =>
    [...ends, whole].some((end) => Math.abs(end - mile) < 0.02);
  return !isEnd(Number(first) - 1) || !isEnd(Number(last));
}

const TOTAL =
  /total:? ?(?:of )?~?(?<first>\d+(?:[.,]\d+)?) ?(?<firstUnit>\p{L}+)|~?(?<last>\d+(?:[.,]\d+)?) ?(?<lastUnit>\p{L}+) (?:in )?total(?!\p{L})/iu;
/** Metres a second, of a walk and of a sprint; and by how much people round. */
const SLOWEST = 1.2;
const FASTEST = 6.5;
const ROUNDED = 0.15;

/** Whether a text says how much it is in all, and the workout is clearly more or less. */
function isOtherTotal(text: string, items: readonly WorkoutItem[]): boolean {
  const { first, firstUnit, last, lastUnit } = TOTAL.exec(text)?.groups ?? {};
  const unit = UNIT_SPELLINGS[(firstUnit ?? lastUnit ?? '').toLowerCase()];
  const value = Number((first ?? last ?? '').replace(',', '.'));
  const isRecovered = repeatsIn(items).every((repeat) => repeat.items.some(isRest));
  const isEnded = stepsIn(items).every(({ amount }) => amount.kind !== 'open');
  if (unit === undefined || unit === 'm' || !value || !isRecovered || !isEnded) return false;
  const whole = amountIn(value, unit);
  if (whole.kind === 'open') return false;
  const { seconds, metres } = sizeOf(items);
  const [least, most, size] =
    whole.kind === 'time'
      ? [seconds + metres / FASTEST, seconds + metres / SLOWEST, whole.seconds]
      : [metres + seconds * SLOWEST, metres + seconds * FASTEST, whole.metres];
  return size < least * (1 - ROUNDED) || size > most * (1 + ROUNDED);
}

/** "3 min hard, 1 min easy, 2 min hard x 3": all of it, or the last? */
function isTail(text: string, items: readonly WorkoutItem[]): boolean {
  const [, count] = /[x×] ?(\d{1,2})[\s.!]{0,3}$/u.exec(text) ?? [];
  const [before, last] = items.slice(-2);
  return (
    last?.kind === 'repeat' &&
    last.count === Number(count) &&
    last.items.length === 1 &&
    before !== undefined &&
    isRest(before)
  );
}
