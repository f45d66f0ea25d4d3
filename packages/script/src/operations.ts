import { MAX_METRES, MAX_SECONDS, round } from './amounts.ts';
import { noteText } from './diagnostics.ts';
import {
  MAX_COUNT,
  MAX_DEPTH,
  type Amount,
  type Step,
  type Target,
  type Workout,
  type WorkoutItem,
} from './workout.ts';
import { writeScript } from './write.ts';

/** A change to a workout. Repeats and steps are numbered in the order they are written, as places are. */
export type Operation =
  | { kind: 'insert'; at: Gap; items: readonly WorkoutItem[] }
  | { kind: 'remove'; nodes: Siblings }
  | { kind: 'move'; nodes: Siblings; to: Gap }
  | { kind: 'duplicate'; nodes: Siblings }
  | { kind: 'amount'; node: number; amount: Amount }
  | { kind: 'target'; node: number; target: Target }
  /** An empty note removes it. */
  | { kind: 'note'; node: number; note: string }
  | { kind: 'wrap'; nodes: Siblings; count: number }
  | { kind: 'unwrap'; node: number }
  /** A count of 1 unwraps the repeat. */
  | { kind: 'count'; node: number; count: number }
  /** Takes one round out of a repeat, from 1, so that it can be changed alone. */
  | { kind: 'split'; node: number; round: number }
  /** Makes one repeat of equal rounds: the inverse of a split. */
  | { kind: 'merge'; nodes: Siblings };

/** Repeats and steps side by side, of one repeat or of the workout itself. */
export type Siblings = { first: number; last: number };

/** A place between the items of a repeat, or of the workout itself, before the operation. */
export type Gap = { repeat: number | undefined; index: number };

type Mark = {
  /** Its number before the operation. A copy has the number of the original. */
  node?: number;
  /** The first item that the operation made, moved or changed. */
  isChosen?: boolean;
};

export type NumberedStep = Step & Mark;
export type NumberedRepeat = { kind: 'repeat'; count: number; items: NumberedItem[] } & Mark;
export type NumberedItem = NumberedStep | NumberedRepeat;

/** The workout after an operation. Undefined if there is no such part, or if the result would not be a workout. */
export function operate({ items }: Workout, operation: Operation): Workout | undefined {
  const changed = operateOn(numberItems(items), operation);
  return changed && { items: changed.map(withoutMarks) };
}

export function numberItems(items: readonly WorkoutItem[]): NumberedItem[] {
  let next = 0;
  const numbered = (item: WorkoutItem): NumberedItem => {
    const node = next++;
    return item.kind === 'step'
      ? { ...item, node }
      : { ...item, node, items: item.items.map(numbered) };
  };
  return items.map(numbered);
}

/** The same, with every item that was there before still numbered. */
export function operateOn(
  items: readonly NumberedItem[],
  operation: Operation,
): NumberedItem[] | undefined {
  const changed = apply(items, operation);
  return changed && depthOf(changed) <= MAX_DEPTH ? changed : undefined;
}

function apply(items: readonly NumberedItem[], operation: Operation): NumberedItem[] | undefined {
  switch (operation.kind) {
    case 'insert': {
      const added = operation.items.map(withoutMarks);
      if (added.length === 0 || !listSteps(added).every(isStep)) return undefined;
      const marked = markGap(items, operation.at);
      return marked && replace(marked, AT_GAP, () => choose(added));
    }
    case 'remove':
      return replace(items, operation.nodes, () => []);
    case 'duplicate':
      return replace(items, operation.nodes, (range) => [...range, ...choose(range)]);
    case 'move':
      return move(items, operation.nodes, operation.to);
    case 'amount':
      return changeStep(items, operation.node, (step) => withAmount(step, operation.amount));
    case 'target':
      return changeStep(items, operation.node, (step) => withTarget(step, operation.target));
    case 'note':
      return changeStep(items, operation.node, (step) => withNote(step, noteText(operation.note)));
    case 'wrap': {
      const { nodes, count } = operation;
      if (!isCount(count) || count === 1) return undefined;
      return replace(items, nodes, (range) => choose([{ kind: 'repeat', count, items: range }]));
    }
    case 'unwrap':
      return changeRepeat(items, operation.node, (repeat) => choose(repeat.items));
    case 'count': {
      const { count, node } = operation;
      if (!isCount(count)) return undefined;
      return changeRepeat(items, node, (repeat) => choose(rounds(repeat, count)));
    }
    case 'split':
      return changeRepeat(items, operation.node, (repeat) => split(repeat, operation.round));
    case 'merge':
      return replace(items, operation.nodes, merge);
  }
}

// Lists of items

/** Replaces siblings. A repeat that is left empty goes with them. */
function replace(
  items: readonly NumberedItem[],
  nodes: Siblings,
  change: (range: NumberedItem[]) => NumberedItem[] | undefined,
  isInRepeat = false,
): NumberedItem[] | undefined {
  const start = items.findIndex(({ node }) => node === nodes.first);
  if (start !== -1) {
    const end = items.findIndex(({ node }) => node === nodes.last) + 1;
    const range = end > start ? change(items.slice(start, end)) : undefined;
    return range && settleBetween(items.toSpliced(start, end - start, ...range), isInRepeat);
  }
  for (const [index, item] of items.entries()) {
    const inner = item.kind === 'repeat' && replace(item.items, nodes, change, true);
    if (inner)
      return items.toSpliced(index, 1, ...(inner.length > 0 ? [{ ...item, items: inner }] : []));
  }
  return undefined;
}

/** Stands in a gap until the items come that belong there. */
const PLACEHOLDER: NumberedStep = {
  kind: 'step',
  amount: { kind: 'open' },
  target: { kind: 'none' },
  node: -1,
};

const AT_GAP: Siblings = { first: -1, last: -1 };

function markGap(
  items: readonly NumberedItem[],
  gap: Gap,
  repeat?: number,
): NumberedItem[] | undefined {
  if (gap.repeat === repeat) {
    const isThere = Number.isInteger(gap.index) && gap.index >= 0 && gap.index <= items.length;
    return isThere ? items.toSpliced(gap.index, 0, PLACEHOLDER) : undefined;
  }
  for (const [index, item] of items.entries()) {
    const inner = item.kind === 'repeat' && markGap(item.items, gap, item.node);
    if (inner) return items.toSpliced(index, 1, { ...item, items: inner });
  }
  return undefined;
}

/** Undefined for a gap inside of the items that are moved. */
function move(items: readonly NumberedItem[], nodes: Siblings, to: Gap) {
  let moved: NumberedItem[] = [];
  const marked = markGap(items, to);
  const taken =
    marked &&
    replace(marked, nodes, (range) => {
      moved = range.filter((item) => item !== PLACEHOLDER);
      return range.filter((item) => item === PLACEHOLDER);
    });
  return taken && replace(taken, AT_GAP, () => choose(moved));
}

/** G10: only the last step of a repeat can be left out in the last round. */
function settleBetween(items: NumberedItem[], isInRepeat: boolean): NumberedItem[] {
  return items.map((item, index) =>
    isInRepeat && index === items.length - 1 ? item : everyRound(item),
  );
}

function everyRound(item: NumberedItem): NumberedItem {
  if (item.kind === 'repeat' || !item.isBetween) return item;
  const { isBetween: _, ...step } = item;
  return step;
}

function betweenRounds(item: NumberedItem): NumberedItem {
  return item.kind === 'repeat' ? item : { ...item, isBetween: true };
}

/** Marks the first of several items as the result of an operation. */
function choose(items: readonly NumberedItem[]): NumberedItem[] {
  return items.map((item, index) => (index === 0 ? { ...item, isChosen: true } : item));
}

function depthOf(items: readonly NumberedItem[]): number {
  return Math.max(0, ...items.map((item) => (item.kind === 'step' ? 0 : 1 + depthOf(item.items))));
}

/** All repeats and steps, in the order they are written. */
export function flatten(items: readonly NumberedItem[]): NumberedItem[] {
  return items.flatMap((item) => (item.kind === 'step' ? [item] : [item, ...flatten(item.items)]));
}

function listSteps(items: readonly WorkoutItem[]): Step[] {
  return items.flatMap((item) => (item.kind === 'step' ? [item] : listSteps(item.items)));
}

function withoutMarks(item: NumberedItem): WorkoutItem {
  if (item.kind === 'repeat')
    return { kind: 'repeat', count: item.count, items: item.items.map(withoutMarks) };
  const { node: _, isChosen: __, ...step } = item;
  return step;
}

// Steps

function changeStep(
  items: readonly NumberedItem[],
  node: number,
  change: (step: NumberedStep) => NumberedStep,
) {
  return replace(items, { first: node, last: node }, ([item]) => {
    const step = item?.kind === 'step' ? change(item) : undefined;
    return step && isStep(step) ? choose([step]) : undefined;
  });
}

/** The time for a distance changes with it, so that the pace stays. */
function withAmount(step: NumberedStep, amount: Amount): NumberedStep {
  const next = rounded(amount);
  if (step.target.kind !== 'goal' || step.amount.kind !== 'distance' || next.kind !== 'distance')
    return { ...step, amount: next };
  const seconds = Math.round((step.target.seconds * next.metres) / step.amount.metres);
  return { ...step, amount: next, target: { kind: 'goal', seconds: Math.max(1, seconds) } };
}

/** As exact as an amount is read (L2, L3). */
function rounded(amount: Amount): Amount {
  if (amount.kind === 'time') return { kind: 'time', seconds: round(amount.seconds, 3) };
  return amount.kind === 'open' ? amount : { kind: 'distance', metres: round(amount.metres, 4) };
}

/** A warm-up that gets a pace of its own is no longer one (S11). */
function withTarget(step: NumberedStep, target: Target): NumberedStep {
  if (!step.role || isOfRole(target)) return { ...step, target };
  const { role: _, ...other } = step;
  return { ...other, target };
}

function isOfRole(target: Target): boolean {
  return target.kind === 'pace'
    ? target.pace === 'E'
    : ['zone', 'stated', 'beats'].includes(target.kind);
}

function withNote(step: NumberedStep, note: string): NumberedStep {
  if (note !== '') return { ...step, note };
  const { note: _, ...other } = step;
  return other;
}

function isStep({ amount, target, role }: Step): boolean {
  const isLength =
    amount.kind === 'open' ||
    (amount.kind === 'time'
      ? amount.seconds > 0 && amount.seconds <= MAX_SECONDS
      : amount.metres > 0 && amount.metres <= MAX_METRES);
  const isGoal =
    target.kind !== 'goal' ||
    (amount.kind === 'distance' && target.seconds > 0 && target.seconds <= MAX_SECONDS && !role);
  return isLength && isGoal && (!role || isOfRole(target));
}

// Repeats

function changeRepeat(
  items: readonly NumberedItem[],
  node: number,
  change: (repeat: NumberedRepeat) => NumberedItem[] | undefined,
) {
  return replace(items, { first: node, last: node }, ([item]) =>
    item?.kind === 'repeat' ? change(item) : undefined,
  );
}

function isCount(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= MAX_COUNT;
}

/** A repeat that runs once is only its items. */
function rounds(repeat: NumberedRepeat, count: number): NumberedItem[] {
  if (count < 2) return count === 1 ? repeat.items : [];
  return [{ ...repeat, count }];
}

/** The steps are run as before: one that is only between the rounds is left out after the last of them. */
function split(repeat: NumberedRepeat, which: number): NumberedItem[] | undefined {
  const { count, items } = repeat;
  if (!isCount(which) || which > count) return undefined;
  const full = items.map(everyRound);
  const last = endsBetween(items) ? full.slice(0, -1) : full;
  return [
    ...rounds({ ...repeat, items: full }, which - 1),
    ...choose(which === count ? last : full),
    ...(count - which === 1 ? last : rounds(repeat, count - which)),
  ];
}

function endsBetween(items: readonly NumberedItem[]): boolean {
  const last = items.at(-1);
  return last?.kind === 'step' && last.isBetween === true;
}

/** Undefined unless the items are rounds of one repeat. */
function merge(range: NumberedItem[]): NumberedItem[] | undefined {
  const repeat = range.find((item) => item.kind === 'repeat');
  const bodies = [
    ...(repeat ? [repeat.items] : []),
    ...range.slice(0, Math.ceil(range.length / 2)).map((_, index) => range.slice(0, index + 1)),
  ];
  for (const body of bodies) {
    const counted = countRounds(range, body.map(everyRound));
    if (!counted || !isCount(counted.count) || counted.count === 1) continue;
    const { count, isBetween } = counted;
    const items = body.map((item, index) =>
      isBetween && index === body.length - 1 ? betweenRounds(item) : everyRound(item),
    );
    return choose([{ ...(repeat?.items === body ? repeat : {}), kind: 'repeat', count, items }]);
  }
  return undefined;
}

/** How often items run a body, and whether the last round leaves its last step out. */
function countRounds(
  range: readonly NumberedItem[],
  body: readonly NumberedItem[],
): { count: number; isBetween: boolean } | undefined {
  let [count, at, isBetween] = [0, 0, false];
  const isSame = (some: readonly NumberedItem[], other: readonly NumberedItem[]) =>
    textOf(some) === textOf(other);
  while (at < range.length) {
    const item = range[at];
    // Rounds after one that is cut short would not be the same.
    if (isBetween) return undefined;
    if (item?.kind === 'repeat' && isSame(item.items.map(everyRound), body)) {
      isBetween = endsBetween(item.items);
      count += item.count;
      at++;
    } else if (isSame(range.slice(at, at + body.length), body)) {
      count++;
      at += body.length;
    } else {
      const rest = range.slice(at);
      isBetween = body.at(-1)?.kind === 'step' && isSame(rest, body.slice(0, -1));
      if (!isBetween) return undefined;
      count++;
      at = range.length;
    }
  }
  return { count, isBetween };
}

function textOf(items: readonly NumberedItem[]): string {
  return writeScript({ items: items.map(withoutMarks) });
}
