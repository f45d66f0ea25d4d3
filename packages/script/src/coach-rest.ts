import { round } from './amounts.ts';
import type { Draft } from './coach-drafts.ts';
import { add, type Attached, type Frame, replaceLast, restOf, TIGHT } from './coach-frame.ts';
import {
  hasRest,
  isEasy,
  isRest,
  type Node,
  type RepeatNode,
  type StepNode,
  workOf,
} from './coach-nodes.ts';
import { unlikely } from './coach-prices.ts';
import type { Amount } from './workout.ts';
import { PRICES } from './coach-table.ts';

/** A recovery belongs to the repeat or to the list before it, or it is a step. */
export function attachRest(frame: Frame, draft: Draft): readonly Attached[] {
  const ways: Attached[] = [];
  const last = frame.nodes.at(-1);
  const price = draft.intro !== '' || draft.between !== undefined ? 0 : (TIGHT[draft.sep] ?? 0.3);
  const isSaid =
    draft.intro !== '' || draft.between !== undefined || draft.isAll || draft.equal !== undefined;
  const rest = restOf(draft);
  const long = unlikely(rest, 'rest') + missingLength(last, draft);
  const group = openRepeats(frame);
  const mixed = mixedRests(frame, draft);
  const isShared = draft.isSaidOfAll && (group.length > 1 || mixed.length > 0);
  const ofSeveral = draft.isAll || draft.equal !== undefined ? -0.9 : PRICES.recoveryOfSeveral;
  if (last?.kind === 'repeat')
    for (const [repeat, more] of restIn(last, draft))
      ways.push([
        replaceLast(frame, { ...repeat, to: draft.to }),
        price + more + long + (isShared ? PRICES.saidOfAll : 0),
      ]);
  // "8 x 1k, first 4 at 10k, last 4 at 5k, 90s jog": they are one repeat.
  const isOne = group.length > 1 && group.every(({ from }) => from === group[0]?.from);
  if (isOne) ways.length = 0;
  if (group.length > 1 && (isSaid || isOne)) {
    const rested = group.flatMap((one) =>
      restIn(one, draft)
        .slice(0, 1)
        .map(([repeat]) => repeat),
    );
    if (rested.length === group.length)
      ways.push([
        {
          ...frame,
          nodes: [...frame.nodes.slice(0, frame.nodes.length - group.length), ...rested],
        },
        price + long + (isOne ? 0 : ofSeveral),
      ]);
  }
  if (isSaid || draft.intro === '')
    for (const nodes of mixed)
      ways.push([{ ...frame, nodes }, price + long + (isShared ? -0.9 : PRICES.recoveryOfSeveral)]);
  const open = openList(frame);
  const isListed = open.length > 1 && (isSaid || open[0]?.series !== undefined);
  // "mile, 1200, 800, 400 w/ 400 jog after each": the mile is of the list.
  const before = frame.nodes[frame.nodes.length - open.length - 1];
  const isTorn =
    before?.kind === 'step' &&
    before.rec === undefined &&
    before.role === undefined &&
    before.target === undefined &&
    before.measure?.amount?.kind === 'distance';
  if (isListed)
    ways.push([
      {
        ...frame,
        nodes: [
          ...frame.nodes.slice(0, frame.nodes.length - open.length),
          ...spread(open, draft),
          ...(draft.between === 'each' ? [restOf(draft)] : []),
        ],
      },
      price +
        long +
        (isTorn ? 2.4 : 0) +
        (open[0]?.series === undefined && draft.between === undefined && !draft.isAll ? 0.5 : 0),
    ]);
  if (draft.equal === undefined && draft.measures.length < 2)
    ways.push(...restAlone(frame, draft, price, long, isListed));
  return ways.length > 0 ? ways : [[frame, 4]];
}

/** Only the way back needs no length, and what follows strides. */
function missingLength(last: Node | undefined, draft: Draft): number {
  const isMissing = draft.measures.length === 0 && draft.equal === undefined && !draft.isWay;
  if (isMissing && draft.intro === 'off' && !draft.rec) return PRICES.offWithoutLength;
  if (!isMissing || last?.kind !== 'repeat') return 0;
  return workOf(last).some(({ note }) => note === 'strides')
    ? PRICES.stridesRecoveryWithoutLength
    : 3;
}

/** A recovery that is a step, with the price of being one: `price` and `long` are those of the recovery. */
function restAlone(
  frame: Frame,
  draft: Draft,
  price: number,
  long: number,
  isListed: boolean,
): readonly Attached[] {
  const last = frame.nodes.at(-1);
  const rest = restOf(draft);
  const isPaced = draft.target !== undefined && !isEasy(draft.target);
  const easy: StepNode = { ...rest, rec: undefined, target: { kind: 'pace', pace: 'E' } };
  const isFirst = frame.nodes.length === 0;
  const amount = rest.measure?.amount;
  // A run of its own is easy.
  const isJogged =
    isFirst && rest.rec === 'jog' && amount?.kind === 'time' && amount.seconds >= 2400;
  const isRun = isFirst && rest.rec === '' && rest.measure !== undefined && draft.intro === '';
  const step = isRun ? easy : { ...rest, rec: isPaced ? undefined : rest.rec, isBetween: false };
  const behind = !last || last.kind !== 'repeat' ? 0 : behindRepeat(last, draft, price, long);
  const missing =
    draft.measures.length > 0 ? 0 : last?.kind === 'repeat' ? PRICES.lengthlessBehindRepeat : 1.5;
  const own =
    (draft.intro === 'off' || draft.between !== undefined || (isFirst && draft.intro === 'with')
      ? PRICES.saidRecoveryAlone
      : behind) +
    (isJogged ? PRICES.longJogIsRecovery : 0) +
    (long > 2 ? long : 0) +
    missing +
    (isListed ? PRICES.aloneBehindList : 0);
  const way: Attached = [add(frame, step), own];
  return isJogged ? [[add(frame, easy), 0], way] : [way];
}

/** The price of not being the recovery of the repeat before it. */
function behindRepeat(last: RepeatNode, draft: Draft, price: number, long: number): number {
  const isNear = (TIGHT[draft.sep] ?? 0) < 0.3;
  // "w/ 3 min (400 jog)": the same once more, in another unit.
  if (hasRest(last) && draft.sep === '(') return PRICES.secondRecoveryInBrackets;
  if (hasRest(last) && draft.intro === 'with') return PRICES.secondRecoveryWith;
  if (hasRest(last))
    return !isNear ? 0 : isLong(draft.measures[0]?.amount) ? PRICES.longSecondRecovery : 0.9;
  if (draft.sep === '->') return PRICES.recoveryBehindArrow;
  return price >= 0.9 ? 0 : long > 0 ? 0.3 : PRICES.recoveryAlone;
}

/** Longer than most recoveries between repetitions. */
function isLong(amount: Amount | undefined): boolean {
  return (
    (amount?.kind === 'time' && amount.seconds >= 180) ||
    (amount?.kind === 'distance' && amount.metres >= 800)
  );
}

/** Repeats without recoveries at the end of what was read. */
function openRepeats({ nodes }: Frame): readonly RepeatNode[] {
  const open: RepeatNode[] = [];
  for (const node of nodes.toReversed()) {
    if (node.kind !== 'repeat' || hasRest(node)) break;
    open.unshift(node);
  }
  return open;
}

/** "1600, 3 x 800, 1600, 2 min jog": steps and repeats, each with the recovery behind it. */
function mixedRests({ nodes }: Frame, draft: Draft): readonly (readonly Node[])[] {
  let at = nodes.length;
  while (at > 0 && isOpenWork(nodes[at - 1])) at--;
  const works = nodes.slice(at);
  const hasBoth = new Set(works.map(({ kind }) => kind)).size > 1;
  if (!hasBoth || draft.measures.length > 1) return [];
  const rested = works.map((node, index): readonly Node[] => {
    if (node.kind === 'repeat')
      return restIn(node, draft)
        .slice(0, 1)
        .map(([repeat]) => repeat);
    return index < works.length - 1
      ? [node, { ...restFor(node, draft), isBetween: false }]
      : [node];
  });
  return rested.every((list) => list.length > 0) ? [[...nodes.slice(0, at), ...rested.flat()]] : [];
}

function isOpenWork(node: Node | undefined): boolean {
  if (node?.kind === 'repeat') return !hasRest(node);
  const isWork = node !== undefined && node.rec === undefined && node.role === undefined;
  if (!isWork || node.place !== undefined || isEasy(node.target)) return false;
  const { target, measure } = node;
  const isEasyZone = target?.kind === 'zone' && target.zone < 3;
  const amount = measure?.amount;
  return amount !== undefined && !isEasyZone && !(amount.kind === 'time' && amount.seconds > 1200);
}

/** The steps of a list without recoveries at the end of what was read. */
function openList({ nodes }: Frame): readonly StepNode[] {
  const open: StepNode[] = [];
  for (const node of nodes.toReversed()) {
    if (
      node.kind !== 'step' ||
      node.rec !== undefined ||
      node.role !== undefined ||
      isEasy(node.target)
    )
      break;
    if (open[0]?.series !== undefined && node.series !== open[0].series) break;
    open.unshift(node);
  }
  return open;
}

function spread(steps: readonly StepNode[], draft: Draft): Node[] {
  return steps.flatMap((step, index): Node[] =>
    index === steps.length - 1 ? [step] : [step, { ...restFor(step, draft), isBetween: false }],
  );
}

function restFor(step: StepNode, draft: Draft): StepNode {
  if (draft.equal === undefined) return restOf(draft);
  return restOf(draft, { amount: scaled(step.measure?.amount, draft.equal), bare: 0, unit: '' });
}

function scaled(amount: Amount | undefined, factor: number): Amount | undefined {
  if (amount?.kind === 'time') return { kind: 'time', seconds: round(amount.seconds * factor, 1) };
  return amount?.kind === 'distance'
    ? { kind: 'distance', metres: round(amount.metres * factor, 1) }
    : amount;
}

/** A repeat with its recovery, in each place it could have. */
export function restIn(repeat: RepeatNode, draft: Draft): readonly RestWay[] {
  const nested = repeat.items.find((item): item is RepeatNode => item.kind === 'repeat');
  if (draft.measures.length === 2) return twoRestsIn(repeat, nested, draft);
  const repeated = nested?.items.at(-1);
  const kind = repeated?.kind === 'step' && repeated.rec === 'rest' ? repeated.rec : '';
  if (kind !== '' && (draft.rec === undefined || draft.rec === '') && !draft.target)
    return restIn(repeat, { ...draft, rec: kind });
  const isSet =
    draft.between === 'set' ||
    (draft.between === 'either' && nested !== undefined && hasRest(nested));
  if (nested && repeat.items.length === 1) return restInSets(repeat, nested, draft, isSet);
  // The recovery between sets takes the place of the last one between repetitions.
  if (isSet && repeat.items.length > 2 && repeat.items.filter(isRest).length > 1)
    return [[{ ...repeat, items: [...repeat.items.slice(0, -1), restOf(draft)] }, 0]];
  if (hasRest(repeat) && !(isSet && repeat.items.length > 1)) return [];
  const isList =
    repeat.items.length > 1 &&
    !repeat.items.some((item) => isRest(item) || item.kind === 'repeat' || isEasy(item.target));
  if (isList && !isSet) return restInList(repeat, draft);
  const [only] = repeat.items;
  const worked = only?.kind === 'step' ? only : undefined;
  if (draft.equal !== undefined && !worked) return [];
  const price = repeat.items.length > 1 && !isSet ? 0.4 : 0;
  const way: RestWay = [withRest(repeat, worked ? restFor(worked, draft) : restOf(draft)), price];
  // Equal to a distance: as far, or as long?
  return draft.equal !== undefined && worked?.measure?.amount?.kind === 'distance'
    ? [way, [withRest(repeat, restOf(draft)), 0.6]]
    : [way];
}

type RestWay = readonly [RepeatNode, number];

/** "1 min / 3 min": between the repetitions, and between the sets. */
function twoRestsIn(
  repeat: RepeatNode,
  nested: RepeatNode | undefined,
  draft: Draft,
): readonly RestWay[] {
  const [first, second] = draft.measures;
  if (!nested && repeat.items.length < 2) return [];
  const inner = nested
    ? repeat.items.map((item) =>
        item === nested && !hasRest(nested) ? withRest(nested, restOf(draft, first)) : item,
      )
    : spread(workOf(repeat), { ...draft, measures: first ? [first] : [] });
  return [[{ ...repeat, items: [...inner, restOf(draft, second)] }, 0]];
}

/** Between the repetitions of a set, or between the sets. */
function restInSets(
  repeat: RepeatNode,
  nested: RepeatNode,
  draft: Draft,
  isSet: boolean,
): readonly RestWay[] {
  const between = draft.between === 'either' ? 'rep' : draft.between;
  const inner = isSet || hasRest(nested) ? [] : restIn(nested, { ...draft, between });
  const isEasyWay = isSet || (hasRest(nested) && draft.between !== 'rep');
  return [
    ...inner.map(([one, price]): RestWay => [{ ...repeat, items: [one] }, price]),
    [
      withRest(repeat, restFor(workOf(repeat)[0] ?? restOf(draft), draft)),
      isEasyWay ? 0 : draft.between === 'rep' ? 3 : PRICES.recoveryOfSets,
    ],
  ];
}

/** Between the steps of a round, or behind it. */
function restInList(repeat: RepeatNode, draft: Draft): readonly RestWay[] {
  const steps = workOf(repeat);
  const last = steps.at(-1);
  // "8 x 1k alternating HMP and 10k, 60s jog": the recovery is that of each kilometre.
  const isOne =
    steps.length > 1 &&
    steps.every(({ from, series }) => series === undefined && from === steps[0]?.from);
  const isSaid = draft.between !== undefined || draft.isAll || isOne;
  // "5 x (3 min @ 10k, 1 min @ 5k), 2 min jog between reps": a rep is a round.
  const isRound = draft.between === 'rep' && isMixed(steps) && steps[0]?.series === undefined;
  const items = [
    ...spread(steps, draft),
    ...(last ? [{ ...restFor(last, draft), isBetween: false }] : []),
  ];
  return [
    [{ ...repeat, items }, isRound ? 0.5 : isSaid ? 0 : PRICES.recoveryOfEach],
    [withRest(repeat, restOf(draft)), isRound ? 0 : isSaid ? 1.2 : PRICES.recoveryOfRound],
  ];
}

/** Whether each has a pace, and not the same. */
function isMixed(steps: readonly StepNode[]): boolean {
  const paces = steps.map(({ target }) => JSON.stringify(target));
  return paces.every(Boolean) && new Set(paces).size > 1;
}

function withRest(repeat: RepeatNode, rest: StepNode): RepeatNode {
  return { ...repeat, items: [...repeat.items, rest] };
}
