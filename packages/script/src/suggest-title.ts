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
  return finish(joinParts(merge(parts)));
}

/** One part of a title. A group is already written out and has no amount of its own. */
type Part = { count: number; amount: string; target: string; seconds: number };

/** Longest title in characters; a library row has no room for more. */
const MAX_LENGTH = 80;

/** Parts of a title that can still be read at a glance. */
const MAX_PARTS = 3;

/** The hard parts in order; without any, the longest of the easy ones. */
function mainParts(items: readonly WorkoutItem[]): Part[] {
  const hard = items.flatMap((item) => hardParts(item));
  if (hard.length > 0) return hard;
  const moving = merge(
    stepsOf(items)
      .filter(({ target }) => target.kind !== 'rest')
      .map(partOf),
  );
  const all = moving.length > 0 ? moving : merge(stepsOf(items).map(partOf));
  const longest = all.toSorted((a, b) => b.count * b.seconds - a.count * a.seconds)[0];
  return longest ? [longest] : [];
}

function hardParts(item: WorkoutItem): Part[] {
  if (item.kind === 'step') return isHard(item.target) ? [partOf(item)] : [];
  const inner = merge(item.items.flatMap((each) => hardParts(each)));
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
