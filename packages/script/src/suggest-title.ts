import { abbreviateTarget, formatDuration, nameAmount } from './describe.ts';
import { readScript } from './read.ts';
import { isHard } from './resolve.ts';
import type { Step, Target, Workout, WorkoutItem } from './workout.ts';

/** The title someone gave a workout, or the suggested one. */
export function titleOf({ title, script }: { title: string; script: string }): string {
  return title.trim() || suggestTitle(readScript(script).workout);
}

/**
 * The title of a workout whose script has changed: a suggested one, also behind a label such as "Tue: ", follows the
 * steps, any other stays.
 */
export function followScript(
  { title, script }: { title: string; script: string },
  changed: string,
): string {
  const before = titleOf({ title: '', script });
  const isSuggested = title === before || title.endsWith(`: ${before}`);
  return isSuggested
    ? title.slice(0, title.length - before.length) + titleOf({ title: '', script: changed })
    : title;
}

/** A title from the steps themselves, such as "6 × 800 m I". "Workout" where there are no steps. */
export function suggestTitle(workout: Workout): string {
  const parts = mainParts(workout.items);
  if (parts.length === 0) return 'Workout';
  return finish(titleOfRun(workout) ?? joinParts(merge(parts)));
}

/** Of a run that is mostly easy: "14 mi long, 3 mi M", "8 mi E + strides". None where the hard parts are what it is. */
function titleOfRun({ items }: Workout): string | undefined {
  const steps = items.filter((item) => item.kind === 'step');
  const easy = steps.filter(({ target, role }) => isEasyRun(target) && role === undefined);
  const hard = merge(items.flatMap((item) => hardParts(item)));
  const length = sumOf(easy);
  if (!length || hard.length === 0 || roughSeconds(length) < MIN_RUN) return undefined;
  const hardSeconds = hard.reduce((sum, { count, seconds }) => sum + count * seconds, 0);
  if (items.some((item) => item.kind === 'repeat'))
    return hard.every(isStrides) && hardSeconds * MIN_TIMES < roughSeconds(length)
      ? `${nameAmount(length)} E + strides`
      : undefined;
  const whole = sumOf(steps);
  if (!whole || roughSeconds(length) < MIN_SHARE * roughSeconds(whole)) return undefined;
  const isLong = roughSeconds(whole) >= MIN_LONG;
  return `${nameAmount(whole)}${isLong ? ' long' : ''}, ${joinParts(hard)}`;
}

const MIN_RUN = 20 * 60;
const MIN_LONG = 75 * 60;
/** Of the whole run, for its easy part. */
const MIN_SHARE = 0.65;
/** How often strides go into their run. */
const MIN_TIMES = 5;
const MAX_STRIDE = 40;

function isEasyRun(target: Target): boolean {
  return !isHard(target) && target.kind !== 'rest' && target.kind !== 'walk';
}

function isStrides({ target, seconds }: Part): boolean {
  return target === 'R' && seconds <= MAX_STRIDE;
}

/** Together, if all are distances or all are times. */
function sumOf(steps: readonly Step[]): Step['amount'] | undefined {
  const metres = steps.flatMap(({ amount }) => (amount.kind === 'distance' ? amount.metres : []));
  const seconds = steps.flatMap(({ amount }) => (amount.kind === 'time' ? amount.seconds : []));
  const add = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0);
  if (steps.length > 0 && metres.length === steps.length)
    return { kind: 'distance', metres: Math.round(add(metres) * 1000) / 1000 };
  return steps.length > 0 && seconds.length === steps.length
    ? { kind: 'time', seconds: add(seconds) }
    : undefined;
}

/** One part of a title. A group is already written out and has no amount of its own. */
type Part = { count: number; amount: string; target: string; seconds: number };

/** Longest title in characters; a library row has no room for more. */
const MAX_LENGTH = 80;

/** Parts of a title that can still be read at a glance. */
const MAX_PARTS = 3;

/** The hard parts in order, or the reps; without any, the longest of the easy ones. */
function mainParts(items: readonly WorkoutItem[]): Part[] {
  const hard = items.flatMap((item) => hardParts(item));
  if (hard.length > 0) return hard;
  const reps = items.flatMap((item) => (item.kind === 'repeat' ? hardParts(item, isRep) : []));
  if (reps.length > 0) return reps;
  const moving = merge(
    stepsOf(items)
      .filter(({ target }) => target.kind !== 'rest')
      .map(partOf),
  );
  const all = moving.length > 0 ? moving : merge(stepsOf(items).map(partOf));
  const longest = all.toSorted((a, b) => b.count * b.seconds - a.count * a.seconds)[0];
  return longest ? [longest] : [];
}

/** In a repeat, also what has a length and no pace. */
function isRep({ target, amount }: Step): boolean {
  return target.kind === 'none' && amount.kind !== 'open';
}

function hardParts(item: WorkoutItem, isPart = ({ target }: Step) => isHard(target)): Part[] {
  if (item.kind === 'step') return isPart(item) ? [partOf(item)] : [];
  const inner = merge(item.items.flatMap((each) => hardParts(each, isPart)));
  const [only] = inner;
  if (!only) return [];
  if (inner.length === 1 && only.count === 1) return [{ ...only, count: item.count }];
  const seconds = inner.reduce((sum, part) => sum + part.count * part.seconds, 0);
  const written = joinParts(inner);
  // "3 × 2 × 400 m R" can be read without parentheses.
  const amount = inner.length === 1 ? written : `(${written})`;
  return [{ count: item.count, amount, target: '', seconds }];
}

function stepsOf(items: readonly WorkoutItem[]): Step[] {
  return items.flatMap((item) => (item.kind === 'step' ? item : stepsOf(item.items)));
}

function partOf({ amount, target }: Step): Part {
  return {
    count: 1,
    amount: amount.kind === 'open' ? 'open' : nameAmount(amount),
    target: nameTarget(target),
    seconds: roughSeconds(amount),
  };
}

function nameTarget(target: Target): string {
  return target.kind === 'goal' ? `in ${formatDuration(target.seconds)}` : abbreviateTarget(target);
}

/** Good enough to tell the longer part from the shorter: everybody runs about 3 m/s. */
function roughSeconds(amount: Step['amount']): number {
  if (amount.kind === 'time') return amount.seconds;
  return amount.kind === 'distance' ? amount.metres / 3 : 0;
}

/** Adds up equal parts that follow each other: 1 km T, 1 km T is 2 × 1 km T. */
function merge(parts: readonly Part[]): Part[] {
  const merged: Part[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    const isSame = last?.amount === part.amount && last.target === part.target;
    if (last && isSame && last.amount !== 'open')
      merged[merged.length - 1] = { ...last, count: last.count + part.count };
    else if (!last || !isSame) merged.push(part);
  }
  return merged;
}

function joinParts(parts: readonly Part[]): string {
  if (parts.length <= MAX_PARTS) return writeParts(parts);
  const [first] = parts;
  const isLadder = parts.every(({ count, target }) => count === 1 && target === first?.target);
  if (first && isLadder) {
    const byLength = parts.toSorted((a, b) => a.seconds - b.seconds);
    const ends = [byLength[0], byLength.at(-1)].map((part) => part?.amount);
    return `${parts.length} × ${ends.join(' to ')} ${first.target}`.trim();
  }
  const longest = parts
    .toSorted((a, b) => b.count * b.seconds - a.count * a.seconds)
    .slice(0, MAX_PARTS - 1);
  return `${writeParts(parts.filter((part) => longest.includes(part)))} + more`;
}

/** A target that several parts share is written once, after the last: "400 m + 800 m I". */
function writeParts(parts: readonly Part[]): string {
  return parts
    .map(({ count, amount, target }, index) => {
      const isShared = target !== '' && parts[index + 1]?.target === target;
      const words = [count > 1 ? `${count} ×` : '', amount, isShared ? '' : target];
      return words.filter((word) => word !== '').join(' ');
    })
    .join(' + ');
}

function finish(title: string): string {
  const capital = title.charAt(0).toUpperCase() + title.slice(1);
  return capital.length <= MAX_LENGTH ? capital : `${capital.slice(0, MAX_LENGTH - 1).trimEnd()}…`;
}
