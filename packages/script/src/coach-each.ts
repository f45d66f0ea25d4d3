import type { Draft } from './coach-drafts.ts';
import { add, type Attached, type Frame, replaceLast, stepOf } from './coach-frame.ts';
import { amountIn, type Aim, type Measure } from './coach-leaf.ts';
import {
  isEasy,
  isOfRole,
  isRest,
  type Node,
  type RepeatNode,
  type StepNode,
  workOf,
} from './coach-nodes.ts';
import { clockTargets, type Context } from './coach-prices.ts';
import { PRICES } from './coach-table.ts';
import type { Amount, Target } from './workout.ts';

// Repetitions that are not alike: a pace for each, each faster than the one before, odd and even ones.

/** What is said of each fits nothing that was read. */
const NOT_FOUND = 4;

type Works = { at: number; nodes: readonly Node[]; until: number; isList?: boolean };

/** "4 x 1 mile: 7:10, 7:05, 7:00, 6:55": a pace for each repetition, step of a list, or mile of a run. */
export function attachAims(frame: Frame, draft: Draft, context: Context): readonly Attached[] {
  const { aims, isAlternate, to } = draft;
  const { total } = frame;
  const works = worksOf(frame.nodes, aims.length, isAlternate) ?? (total && ofTotal(draft, total));
  if (!works) return [[frame, NOT_FOUND]];
  const steps = works.nodes.flatMap(workOf);
  const isFree = steps.every(({ target }) => target === undefined || target.kind === 'pace');
  // "800 at 3k, mile steady": of two steps that stand alone, two paces are hardly meant.
  const fit = aims.length > 2 ? -PRICES.aimsFit : works.isList ? 1.5 : 0;
  return targetsOf(steps, aims, context).map(([targets, price]): Attached => {
    let index = 0;
    const nodes = works.nodes.map((node) =>
      mapWorks(node, (step) => ({ ...step, target: targets[index++] })),
    );
    return [replaced(frame, works, nodes, to), price + fit + (isFree ? 0 : PRICES.clockTwice)];
  });
}

/** "6 miles: 8:20, 8:10, …" */
function ofTotal(draft: Draft, total: Measure): Works | undefined {
  const nodes = inUnits(stepOf(draft, { measure: total }), draft.aims.length);
  return nodes && { at: 0, nodes, until: 0 };
}

/** "15 km: je 5 km in 5:40 / 5:20 / 5:00": as many parts as there are paces. */
export function asParts(frame: Frame, draft: Draft): readonly Attached[] {
  const { aims, measures, counts, isAll, from } = draft;
  const [part, ...more] = measures;
  if (!part?.amount || more.length + counts.length > 0 || aims.length < 2) return [];
  const size = sizeOf(part.amount) * aims.length;
  const title = frame.nodes.at(-1);
  const isTitle =
    title?.kind === 'step' &&
    title.measure?.amount?.kind === part.amount.kind &&
    Math.abs(sizeOf(title.measure.amount) - size) < 1;
  const isWhole = isTitle || Math.abs(sizeOf(frame.total?.amount) - size) < 1;
  if (!isWhole && !isAll && aims.length < 3) return [];
  const steps = aims.map(() => stepOf(draft, { series: from }));
  const price = isWhole || isAll ? 0 : 0.6;
  return [[isTitle ? replaceLast(frame, ...steps) : add(frame, ...steps), price]];
}

function sizeOf(amount: Amount | undefined): number {
  if (amount?.kind === 'time') return amount.seconds;
  return amount?.kind === 'distance' ? amount.metres : NaN;
}

function replaced(frame: Frame, { at, until }: Works, nodes: readonly Node[], to: number): Frame {
  const end = nodes.at(-1);
  const wide = end ? [...nodes.slice(0, -1), { ...end, to }] : nodes;
  return {
    ...frame,
    head: undefined,
    turns: undefined,
    nodes: [...frame.nodes.slice(0, at), ...wide, ...frame.nodes.slice(until)],
  };
}

/** Every working step in its order. */
function mapWorks(node: Node, change: (step: StepNode) => StepNode): Node {
  if (node.kind === 'repeat')
    return { ...node, items: node.items.map((item) => mapWorks(item, change)) };
  return node.rec === undefined && node.role === undefined ? change(node) : node;
}

/** The last work that was read, as so many steps. */
function worksOf(nodes: readonly Node[], count: number, isInTurn: boolean): Works | undefined {
  const at = nodes.findLastIndex((node) => !isRest(node) && !isOfRole(node));
  const node = nodes[at];
  if (!node) return undefined;
  const own = isInTurn ? inTurn(node) : asMany(node, count);
  if (own) return { at, nodes: own, until: at + 1 };
  let [from, left] = [at + 1, count];
  while (left > 0 && from > 0) {
    const before = nodes[from - 1];
    if (!before || isOfRole(before) || isEasyStep(before) || workOf(before).length > 1) break;
    if (!isRest(before)) left--;
    from--;
  }
  return left === 0
    ? { at: from, nodes: nodes.slice(from, at + 1), until: at + 1, isList: true }
    : undefined;
}

function isEasyStep(node: Node): boolean {
  return node.kind === 'step' && isEasy(node.target);
}

function inTurn(node: Node): readonly Node[] | undefined {
  const pair = node.kind === 'repeat' ? paired(node) : undefined;
  return pair && [pair];
}

/** A repeat of so many, the rounds of a list, or a run of so many miles. */
function asMany(node: Node, count: number): readonly Node[] | undefined {
  if (node.kind === 'step') return count > 2 ? inUnits(node, count) : undefined;
  const [work, rest] = node.items;
  // "20 x 1 min / 1 min at 3:30 / 5:00"
  if (count === 2 && work && rest?.kind === 'step' && isRest(rest) && work.from === rest.from)
    return [{ ...node, items: [work, { ...rest, rec: undefined }] }];
  const list = unrolled(node);
  if (list && node.count === count) return list;
  if (workOf(node).length === count && node.items.every(({ kind }) => kind === 'step'))
    return [node];
  const [inner, ...others] = node.items;
  const own = inner?.kind === 'repeat' && others.every(isRest) ? asMany(inner, count) : undefined;
  return own && [{ ...node, items: [...own, ...others] }];
}

/** A run of so many kilometres, each a step. */
function inUnits(step: StepNode, count: number): readonly StepNode[] | undefined {
  const { amount, unit } = step.measure ?? {};
  if (amount?.kind !== 'distance' || (unit !== 'km' && unit !== 'mi')) return undefined;
  const one = amountIn(1, unit);
  const isWhole = one.kind === 'distance' && Math.abs(amount.metres - count * one.metres) < 1;
  const part: StepNode = { ...step, measure: { amount: one, bare: 1, unit }, series: step.from };
  return isWhole ? Array.from({ length: count }, () => part) : undefined;
}

/** The repetitions of one step as a list, with their recoveries in between. */
function unrolled({ items, count, from }: RepeatNode): readonly StepNode[] | undefined {
  const [work, rest, ...more] = items;
  if (work?.kind !== 'step' || isRest(work) || more.length > 0) return undefined;
  if (rest && (rest.kind === 'repeat' || !isRest(rest))) return undefined;
  const step = { ...work, series: from };
  return Array.from({ length: count }, (_, index) =>
    rest && index < count - 1 ? [step, { ...rest, isBetween: false }] : [step],
  ).flat();
}

/** Two in turn, each with the recovery. */
function paired(repeat: RepeatNode): RepeatNode | undefined {
  const [work, rest, ...more] = repeat.items;
  if (work?.kind !== 'step' || isRest(work) || more.length > 0 || repeat.count % 2 > 0)
    return undefined;
  if (rest && (rest.kind === 'repeat' || !isRest(rest))) return undefined;
  const one: readonly Node[] = rest ? [work, { ...rest, isBetween: false }] : [work];
  return { ...repeat, count: repeat.count / 2, items: [...one, ...one] };
}

/** The paces of so many steps, all of one kind. */
function targetsOf(
  steps: readonly StepNode[],
  aims: readonly Aim[],
  context: Context,
): readonly (readonly [readonly Target[], number])[] {
  // Paces are round, and times are not.
  const isGoal = steps[0]?.series !== undefined && aims.some(({ seconds }) => seconds % 5 > 0);
  const choices = steps.map(({ measure }, index) => {
    const { target, seconds } = aims[index] ?? { target: undefined, seconds: 0 };
    if (target) return [[target, 0] as const];
    const clock = { low: seconds, high: seconds, isGoal, isPace: false };
    return clockTargets(measure, clock, context);
  });
  return (choices[0] ?? []).flatMap(([first]) => {
    const same = choices.map((ways) =>
      ways.find(([target]) => target !== undefined && isAlike(target, first)),
    );
    const targets = same.flatMap((way) => way?.[0] ?? []);
    const price = Math.max(...same.map((way) => way?.[1] ?? 0));
    return targets.length === steps.length && first ? [[targets, price] as const] : [];
  });
}

function isAlike(one: Target, other: Target | undefined): boolean {
  if (one.kind === 'stated') return other?.kind === 'stated' && one.per === other.per;
  return (one.kind === 'goal') === (other?.kind === 'goal');
}

/** "5 x 1 mile @ 7:00, then 5 s faster each": each by so much from the one before. */
export function attachFaster(frame: Frame, { faster = 0, to }: Draft): readonly Attached[] {
  const at = frame.nodes.findLastIndex((node) => !isRest(node) && !isOfRole(node));
  const node = frame.nodes[at];
  const before = frame.nodes[at - 1];
  if (!node) return [[frame, NOT_FOUND]];
  // "6 miles, first mile @ 9:00, then 10 s faster each"
  const isLeft =
    node.kind === 'step' &&
    !isTimed(node.target) &&
    before?.kind === 'step' &&
    isTimed(before.target);
  const start = isLeft ? before : workOf(node)[0];
  const left = restOfTotal(frame, node);
  const list = left ?? (node.kind === 'repeat' ? unrolled(node) : unitsOf(node));
  const target = start?.target;
  if (!list || !target || !isTimed(target)) return [[frame, NOT_FOUND]];
  let count = isLeft || left ? 1 : 0;
  const steps = list.map((step) =>
    isRest(step) ? step : { ...step, target: quicker(target, faster * count++) },
  );
  const works = left ? { at: at + 1, nodes: [], until: at + 1 } : { at, nodes: [], until: at + 1 };
  return [[replaced(frame, works, steps, to), 0]];
}

function isTimed(target: Target | undefined): boolean {
  return target?.kind === 'goal' || (target?.kind === 'stated' && target.slow === target.fast);
}

function quicker(target: Target, seconds: number): Target {
  if (target.kind === 'goal') return { ...target, seconds: target.seconds - seconds };
  if (target.kind !== 'stated') return target;
  return { ...target, slow: target.slow - seconds, fast: target.fast - seconds };
}

/** "5 miles: mile 1 @ 9:00, then …": the miles behind it. */
function restOfTotal({ total, nodes }: Frame, node: Node): readonly StepNode[] | undefined {
  if (!total || node.kind !== 'step' || node.measure?.amount?.kind !== 'distance') return undefined;
  const { amount, unit } = total;
  if (amount?.kind !== 'distance' || nodes.some(({ kind }) => kind === 'repeat')) return undefined;
  const metres = nodes.reduce(
    (sum, one) =>
      sum +
      (one.kind === 'step' && one.measure?.amount?.kind === 'distance'
        ? one.measure.amount.metres
        : 0),
    0,
  );
  const own = node.measure.amount.metres;
  const count = (amount.metres - metres) / own;
  if (count < 0.99 || Math.abs(count - Math.round(count)) > 0.01) return undefined;
  return Array.from({ length: Math.round(count) }, () => ({
    ...node,
    series: node.from,
    measure: { ...node.measure, amount: { kind: 'distance', metres: own }, bare: 1, unit },
  }));
}

/** A run of several kilometres or miles, by these. */
function unitsOf(step: StepNode): readonly StepNode[] | undefined {
  const { amount, unit = '' } = step.measure ?? {};
  const one = amountIn(1, unit);
  if (amount?.kind !== 'distance' || one.kind !== 'distance') return undefined;
  return inUnits(step, Math.round(amount.metres / one.metres));
}

/** "8 x 400, odd ones in 90, even ones in 84", "12 reps: odd 400 m, even 200 m". */
export function attachOdd(frame: Frame, draft: Draft, context: Context): readonly Attached[] {
  const at = frame.nodes.findLastIndex((node) => node.kind === 'repeat');
  const node = frame.nodes[at];
  const isBehind = frame.nodes.slice(at + 1).some((one) => !isRest(one) && !isOfRole(one));
  const pair =
    node?.kind === 'repeat' && !isBehind ? (isPair(node) ? node : paired(node)) : undefined;
  if (!pair || draft.measures.length > 1 || draft.counts.length > 0) return [[frame, NOT_FOUND]];
  const place = draft.part === 'odd' ? 0 : pair.items.findLastIndex((item) => !isRest(item));
  const work = pair.items[place];
  if (work?.kind !== 'step') return [[frame, NOT_FOUND]];
  const measure = draft.measures[0] ?? work.measure;
  const own = stepOf(draft).note;
  const choices =
    draft.target || !draft.clock
      ? ([[draft.target, 0]] as const)
      : clockTargets(measure, draft.clock, context);
  const isOther = work.measure && measure?.amount?.kind !== work.measure.amount?.kind;
  // "12 reps: odd ones 400 m": the length that was missing.
  const length = work.measure ? (isOther ? 1.5 : 0) : -PRICES.stepWithoutLength / 2;
  const nothing =
    draft.target || draft.clock || own !== undefined || draft.measures.length > 0 ? 0 : NOT_FOUND;
  return choices.map(([target, price]): Attached => {
    const step = {
      ...work,
      measure,
      target: target ?? (own === undefined ? work.target : undefined),
      note: own ?? work.note,
    };
    const items = pair.items.map((item, index) => (index === place ? step : item));
    const nodes = frame.nodes.map((one, index) =>
      index === at ? { ...pair, items, to: draft.to } : one,
    );
    return [{ ...frame, nodes }, price + nothing + length];
  });
}

/** Whether a repeat is of two in turn that were one. */
function isPair({ items }: RepeatNode): boolean {
  const works = items.filter((item) => !isRest(item));
  return works.length === 2 && works[0]?.from === works[1]?.from;
}
