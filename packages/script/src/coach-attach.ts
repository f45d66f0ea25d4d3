import { round } from './amounts.ts';
import type { Amount, Target } from './workout.ts';
import { amountIn, raceOf, type Measure } from './coach-leaves.ts';
import type { Draft } from './coach-drafts.ts';
import {
  hasRest,
  isEasy,
  isRest,
  mapWork,
  workOf,
  type Node,
  type RepeatNode,
  type StepNode,
} from './coach-nodes.ts';
import { clockTargets, unitsOf, unlikely, type Context } from './coach-prices.ts';

/** The items of a text or of one parenthesis, as far as they are read. */
export type Frame = {
  nodes: readonly Node[];
  /** How often a group is run. */
  counts: readonly number[];
  /** "Two rounds of", to the end of its list. */
  isRound: boolean;
  /** A group without parentheses: "3 rounds:". */
  isImplicit: boolean;
  /** Where its count begins. */
  from: number | undefined;
  /** The pace of a title: "Tempo: 3 x 10 min". */
  head: Target | undefined;
  /** "16 miles: 2 easy, …": the sum of what follows, and the unit of its bare numbers. */
  total: Measure | undefined;
  /** Where what is run in turn begins, and how long all of it takes if that is not the step before. */
  turns: number | undefined;
  whole: Measure | undefined;
};

export const EMPTY_FRAME: Frame = {
  nodes: [],
  counts: [],
  isRound: false,
  isImplicit: false,
  from: undefined,
  head: undefined,
  total: undefined,
  turns: undefined,
  whole: undefined,
};

/** A way to go on, with its price. */
export type Attached = readonly [Frame, number];

/** Behind a plus, or a word such as then. */
function isNext({ sep }: Draft): boolean {
  return sep === '+' || sep === 'next';
}

/** Every way to put a phrase behind what was read before it. */
export function attach(frame: Frame, draft: Draft, context: Context): readonly Attached[] {
  const isNamed = draft.target?.kind === 'pace' || draft.target?.kind === 'race';
  const isTwice = draft.clock !== undefined && draft.target !== undefined && !isNamed;
  const dangling = (draft.pending === '' ? 0 : 2) + (draft.isFor ? 2.5 : 0) + (isTwice ? 2.4 : 0);
  const start = draft.isAlternate ? { ...frame, turns: frame.nodes.length } : frame;
  const ways = attachPhrase(start, draft, context);
  if (dangling === 0 && !draft.whole) return ways;
  return ways.map(([next, price]) => [
    draft.whole ? { ...next, turns: next.turns ?? firstWork(next), whole: draft.whole } : next,
    price + dangling,
  ]);
}

function firstWork({ nodes }: Frame): number {
  const at = nodes.findIndex((node) => node.kind === 'repeat' || node.role === undefined);
  return at === -1 ? nodes.length : at;
}

/** "40 min alternating 3 min steady, 2 min easy", "jog 60 s, walk 90 s for 20 min": as often as fits, or no such thing. */
export function inTurns(frame: Frame): Attached {
  const { turns, whole, nodes } = frame;
  if (turns === undefined) return [frame, 0];
  const before = whole ? undefined : nodes[turns - 1];
  const amount =
    whole?.amount ??
    (before?.kind === 'step' && !before.target ? before.measure?.amount : undefined);
  const rest = nodes.slice(turns);
  const end = rest.findIndex((node) => node.kind === 'repeat' || node.role !== undefined);
  const items = end === -1 ? rest : rest.slice(0, end);
  const rounds = amount ? timesIn(amount, items) : undefined;
  const settled = { ...frame, turns: undefined, whole: undefined };
  if (rounds === undefined || items.length < 2 || items[0] === undefined)
    return [settled, before?.kind === 'repeat' && rest.length === 0 ? 0 : 3];
  const repeat: RepeatNode = {
    kind: 'repeat',
    from: before?.from ?? items[0].from,
    to: items.at(-1)?.to ?? items[0].to,
    count: rounds,
    items,
  };
  const kept = nodes.slice(0, before ? turns - 1 : turns);
  return [{ ...settled, nodes: [...kept, repeat, ...rest.slice(items.length)] }, -0.3];
}

function timesIn(whole: Amount, items: readonly Node[]): number | undefined {
  const sizeOf = (amount: Amount | undefined): number =>
    amount?.kind !== whole.kind
      ? NaN
      : amount.kind === 'time'
        ? amount.seconds
        : amount.kind === 'distance'
          ? amount.metres
          : NaN;
  const sum = items.reduce(
    (all, item) => all + (item.kind === 'step' ? sizeOf(item.measure?.amount) : NaN),
    0,
  );
  const rounds = Math.round(sizeOf(whole) / sum);
  return rounds > 1 && rounds < 100 && Math.abs(rounds * sum - sizeOf(whole)) < 0.03 * sizeOf(whole)
    ? rounds
    : undefined;
}

function attachPhrase(frame: Frame, draft: Draft, context: Context): readonly Attached[] {
  if (draft.isTotal) return [[frame, 0.3]];
  if (draft.times !== undefined) return attachTimes(frame, draft.times, draft);
  const hasMeasure = draft.measures.length > 0;
  const isRecovery =
    draft.rec !== undefined ||
    draft.intro === 'off' ||
    draft.equal !== undefined ||
    (draft.between !== undefined && hasMeasure);
  if (
    !hasMeasure &&
    draft.counts.length === 0 &&
    !draft.isStrides &&
    draft.role === undefined &&
    !isRecovery
  )
    return attachPace(frame, draft, context);
  const isRestOfRepeat =
    draft.intro === 'with' &&
    draft.counts.length === 0 &&
    draft.target === undefined &&
    frame.nodes.at(-1)?.kind === 'repeat';
  return variants(frame, draft, isRecovery || isRestOfRepeat, context).flatMap(([exact, price]) => {
    const ways =
      exact.part !== undefined && !frame.total && exact.part !== 'next'
        ? attachPart(frame, exact, context)
        : exact.role !== undefined || (exact.around !== undefined && exact.counts.length === 0)
          ? attachRole(frame, exact)
          : isRecovery && exact.counts.length === 0
            ? attachRest(frame, exact)
            : attachWork(frame, exact, context);
    return ways.map(([next, more]): Attached => [next, price + more]);
  });
}

/** A phrase for each unit its bare numbers could have. */
function variants(
  frame: Frame,
  draft: Draft,
  isRecovery: boolean,
  context: Context,
): readonly (readonly [Draft, number])[] {
  if (!draft.measures.some(({ amount }) => amount === undefined)) return [[draft, 0]];
  return unitsOf(draft, isRecovery, frame.total?.unit, context).map(([unit, price]) => [
    {
      ...draft,
      hasBare: true,
      measures: draft.measures.map((measure) =>
        measure.amount ? measure : { ...measure, amount: amountIn(measure.bare, unit), unit },
      ),
    },
    price,
  ]);
}

function stepOf(draft: Draft, slots: Partial<StepNode> = {}): StepNode {
  const effort = [...draft.efforts, ...draft.notes].filter(Boolean).join(', ');
  const note = draft.isStrides ? 'strides' : effort === '' ? undefined : effort;
  const [measure] = draft.measures;
  return {
    kind: 'step',
    from: draft.bodyFrom !== undefined && draft.bodyFrom < draft.to ? draft.bodyFrom : draft.from,
    to: draft.to,
    measure,
    target: draft.target,
    rec: undefined,
    role: undefined,
    note,
    place: undefined,
    series: undefined,
    isBetween: false,
    ...slots,
  };
}

function restOf(draft: Draft, measure = draft.measures[0]): StepNode {
  const rec = draft.rec ?? (isEasy(draft.target) ? undefined : '');
  return stepOf(draft, {
    measure,
    rec: rec ?? 'easy',
    target: draft.target,
    note: rec === 'float' ? 'float' : undefined,
    isBetween: draft.between !== undefined && draft.between !== 'each',
  });
}

function add(frame: Frame, ...nodes: readonly Node[]): Frame {
  const isWork = nodes.some((node) => node.kind === 'repeat' || node.role === undefined);
  return { ...frame, nodes: [...frame.nodes, ...nodes], head: isWork ? undefined : frame.head };
}

function replaceLast(frame: Frame, ...nodes: readonly Node[]): Frame {
  return { ...frame, nodes: [...frame.nodes.slice(0, -1), ...nodes] };
}

function attachTimes(frame: Frame, count: number, { from, to }: Draft): readonly Attached[] {
  const start = frame.nodes.findIndex(
    (node) => node.kind === 'repeat' || (node.role === undefined && node.place === undefined),
  );
  const all = start === -1 ? [] : frame.nodes.slice(start);
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return [[frame, 3]];
  const repeat = (items: readonly Node[]): RepeatNode => ({
    kind: 'repeat',
    from: items[0]?.from ?? from,
    to,
    count,
    items,
  });
  const ways: Attached[] = [
    [
      { ...frame, nodes: [...frame.nodes.slice(0, start), repeat(all)] },
      all.length > 1 && all.some((node) => node.kind === 'repeat') ? 0.9 : 0.2,
    ],
  ];
  if (all.length > 1) ways.push([replaceLast(frame, repeat([last])), 1.3]);
  if (all.length > 2)
    ways.push([
      { ...frame, nodes: [...frame.nodes.slice(0, -2), repeat(frame.nodes.slice(-2))] },
      isRest(last) || (last.kind === 'step' && isEasy(last.target)) ? 0.5 : 1.2,
    ]);
  return ways;
}

/** A pace alone belongs to the work before it, or to what follows. */
function attachPace(frame: Frame, draft: Draft, context: Context): readonly Attached[] {
  const isNothing = draft.target === undefined && draft.clock === undefined;
  // "10 x 400m with, …": something is missing.
  if (isNothing && draft.intro !== '' && draft.notes.length === 0) return [[frame, 3]];
  if (isNothing && draft.part !== undefined && draft.part !== 'middle') return [[frame, 3]];
  if (isNothing && draft.drill === '') return [[noted(frame, draft), 0]];
  if (isNothing)
    return [[add(frame, stepOf(draft, { note: draft.drill })), frame.nodes.length > 0 ? 0 : 3]];
  const last = frame.nodes.findLastIndex(
    (node) => !isRest(node) && !(node.kind === 'step' && node.role !== undefined),
  );
  const node = frame.nodes[last];
  if (!node || (draft.sep === '\n' && draft.clock === undefined))
    return draft.target && !draft.clock
      ? [[{ ...frame, head: draft.target }, 0.1]]
      : [[{ ...frame, head: draft.target }, 2.5]];
  const series = node.kind === 'step' && node.series !== undefined ? node.series : undefined;
  const isOpen = (step: StepNode): boolean => step.target === undefined;
  const works = workOf(node);
  const isFree = works.every(isOpen);
  // "8 x 1k alternating HMP and 10k": each takes the pace that is still free.
  const isHalf = !isFree && works.some(isOpen);
  // "at threshold (relaxed)": how the pace feels.
  if (!isFree && !isHalf && draft.sep === '(' && isEasy(draft.target)) return [[frame, 0.3]];
  const more =
    isFree || isHalf
      ? 0
      : draft.clock !== undefined &&
          works.some(({ target: old }) => old?.kind === 'stated' || old?.kind === 'goal')
        ? 2.6
        : draft.clock !== undefined ||
            draft.target?.kind === 'stated' ||
            (draft.target?.kind === 'beats' && works.every((step) => isEasy(step.target)))
          ? 0.2
          : works.every(({ target }) => JSON.stringify(target) === JSON.stringify(draft.target))
            ? 0.1
            : 3.2;
  if (
    works.length > 0 &&
    works.every((step) => step.target?.kind === 'stated' || step.target?.kind === 'beats') &&
    draft.target?.kind === 'pace' &&
    draft.sep !== '+'
  )
    return [[frame, 0.3]];
  // "… + E": a step until the lap button is pressed.
  if (draft.sep === '+' && draft.target) return [[add(frame, stepOf(draft)), 0.3]];
  if (
    draft.isAlternate &&
    node.kind === 'repeat' &&
    node.count % 2 === 0 &&
    isFree &&
    works.length === 1
  ) {
    const [work] = works;
    const pair = work ? [{ ...work, target: draft.target }, work] : [];
    return [
      [
        {
          ...replaceLast(frame, { ...node, count: node.count / 2, items: pair }),
          turns: undefined,
        },
        0,
      ],
    ];
  }
  const choices: readonly (readonly [Target | undefined, number])[] = draft.target
    ? [[draft.target, 0]]
    : clockTargets(works[0]?.measure, draft.clock, context);
  return choices.map(([target, price]): Attached => {
    const change = (step: StepNode): StepNode =>
      isHalf && step.target ? step : { ...step, target };
    const isMeant = (one: Node, index: number): boolean =>
      index === last ||
      (series !== undefined && one.kind === 'step' && one.series === series) ||
      (draft.isAll && one.kind === 'step' && isOpen(one));
    const nodes = frame.nodes.map((one, index) =>
      isMeant(one, index) ? mapWork(one, change) : one,
    );
    const end = nodes.at(-1);
    const wide = end ? [...nodes.slice(0, -1), { ...end, to: draft.to }] : nodes;
    return [{ ...frame, nodes: wide }, price + more];
  });
}

/** "6 x 3 min, hard": the word belongs to the work before it. */
function noted(frame: Frame, { efforts, notes }: Draft): Frame {
  const last = frame.nodes.at(-1);
  const note = [...efforts, ...notes].filter(Boolean).join(', ');
  if (!last || note === '' || isRest(last)) return frame;
  const change = (step: StepNode): StepNode => (step.note !== undefined ? step : { ...step, note });
  return replaceLast(frame, mapWork(last, change));
}

function attachRole(frame: Frame, draft: Draft): readonly Attached[] {
  const { role, around } = draft;
  const easy = role === undefined && draft.target === undefined && draft.rec === undefined;
  const target = draft.target;
  const step = (place: StepNode['place'], own: 'WU' | 'CD' | undefined): StepNode =>
    stepOf(draft, {
      target: own && isEasy(target) ? undefined : target,
      rec: own ? undefined : draft.rec,
      role: own,
      place,
      note: undefined,
    });
  if (draft.measures.length > 1) return [[add(frame, stepOf(draft)), 4]];
  if (role === 'both' || around === 'both') {
    const isNamed = role !== undefined || easy;
    return [
      [
        add(
          frame,
          step('front', isNamed ? 'WU' : undefined),
          step('end', isNamed ? 'CD' : undefined),
        ),
        draft.measures.length > 0 ? 0 : 0.3,
      ],
    ];
  }
  if (role !== undefined) {
    const own = role === 'WU' ? 'WU' : 'CD';
    return [
      [
        add(frame, step(draft.sep === '+' && frame.nodes.length > 0 ? 'here' : undefined, own)),
        draft.measures.length > 0 ? 0 : 0.2,
      ],
    ];
  }
  const other = easy
    ? frame.nodes.find((node): node is StepNode => node.kind === 'step' && node.place === 'front')
    : undefined;
  if (other)
    return [[add(frame, { ...step('end', undefined), target: other.target, rec: other.rec }), 0.4]];
  const own = easy ? (around === 'before' ? 'WU' : 'CD') : undefined;
  return [[add(frame, step(around === 'before' ? 'front' : 'end', own)), easy ? 0.4 : 0.1]];
}

/** "last 3k at HM pace", "middle 10 at MP": a part of the run before it. */
function attachPart(frame: Frame, draft: Draft, context: Context): readonly Attached[] {
  const last = frame.nodes.at(-1);
  const [part] = draft.measures;
  if (last?.kind !== 'step' || !last.measure?.amount || !part?.amount || draft.counts.length > 0)
    return [[add(frame, stepOf(draft)), 4]];
  const whole = last.measure;
  if (part.amount.kind !== whole.amount?.kind && !draft.hasBare)
    return [[add(frame, stepOf(draft)), 4]];
  const exact =
    part.amount.kind === whole.amount?.kind
      ? part
      : {
          ...part,
          amount: amountIn(
            part.bare,
            whole.unit === 'clock' || whole.unit === 'hours' || whole.unit === 'h'
              ? 'min'
              : whole.unit,
          ),
          unit: whole.unit,
        };
  const left = minus(whole.amount, exact.amount);
  if (!left) return [[add(frame, stepOf(draft)), 4]];
  const choices =
    draft.target || !draft.clock
      ? [[draft.target, 0] as const]
      : clockTargets(exact, draft.clock, context);
  return choices.map(([target, price]): Attached => {
    const inner = stepOf(draft, { measure: exact, target });
    const isSame = JSON.stringify(last.target) === JSON.stringify(target);
    const isByFeel = last.target === undefined && last.note !== undefined;
    const easy: Target | undefined = isByFeel
      ? undefined
      : last.target && !isSame
        ? last.target
        : { kind: 'pace', pace: 'E' };
    const outer = (amount: Amount): StepNode => ({
      ...last,
      measure: { amount, bare: 0, unit: whole.unit },
      target: easy,
    });
    const half = halved(left);
    const nodes =
      draft.part === 'last'
        ? [outer(left), inner]
        : draft.part === 'first'
          ? [inner, outer(left)]
          : [outer(half), inner, outer(half)];
    const isOtherUnit =
      draft.hasBare && exact.unit !== whole.unit && isLength(exact) && isLength(whole);
    const unclear = target === undefined && draft.efforts.length === 0 ? 0.8 : 0;
    return [replaceLast(frame, ...nodes), price + unclear + (isOtherUnit ? 3 : 0)];
  });
}

function isLength({ unit }: Measure): boolean {
  return unit === 'mi' || unit === 'km' || unit === 'mtr' || unit === 'min';
}

function minus(whole: Amount | undefined, part: Amount | undefined): Amount | undefined {
  if (whole?.kind === 'time' && part?.kind === 'time' && whole.seconds > part.seconds)
    return { kind: 'time', seconds: whole.seconds - part.seconds };
  if (whole?.kind === 'distance' && part?.kind === 'distance' && whole.metres > part.metres)
    return { kind: 'distance', metres: round(whole.metres - part.metres, 4) };
  return undefined;
}

function halved(amount: Amount): Amount {
  if (amount.kind === 'time') return { kind: 'time', seconds: amount.seconds / 2 };
  return amount.kind === 'distance'
    ? { kind: 'distance', metres: round(amount.metres / 2, 4) }
    : amount;
}

const TIGHT: Record<string, number> = {
  ',': 0,
  '/': 0,
  '(': 0,
  ' ': 0,
  ')': 0,
  '-': 0.1,
  '- ': 0.3,
  '.': 0.1,
  ';': 0.6,
  '\n': 0.4,
  '\n\n': 1.5,
  next: 0.9,
  '+': 0.9,
};

/** A recovery belongs to the repeat or to the list before it, or it is a step. */
function attachRest(frame: Frame, draft: Draft): readonly Attached[] {
  const ways: Attached[] = [];
  const last = frame.nodes.at(-1);
  const price = draft.intro !== '' || draft.between !== undefined ? 0 : (TIGHT[draft.sep] ?? 0.3);
  const isSaid =
    draft.intro !== '' || draft.between !== undefined || draft.isAll || draft.equal !== undefined;
  const rest = restOf(draft);
  // Only the way back needs no length.
  const long =
    unlikely(rest, 'rest') +
    (draft.measures.length === 0 &&
    draft.equal === undefined &&
    !draft.isWay &&
    last?.kind === 'repeat'
      ? 3
      : 0);
  if (last?.kind === 'repeat')
    for (const [repeat, more] of restIn(last, draft))
      ways.push([replaceLast(frame, { ...repeat, to: draft.to }), price + more + long]);
  const group = openRepeats(frame);
  if (group.length > 1 && isSaid) {
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
        price + long + (draft.isAll || draft.equal !== undefined ? -0.9 : 0.9),
      ]);
  }
  const open = openList(frame);
  const isListed = open.length > 1 && (isSaid || open[0]?.series !== undefined);
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
        (open[0]?.series === undefined && draft.between === undefined && !draft.isAll ? 0.5 : 0),
    ]);
  const isPaced = draft.target !== undefined && !isEasy(draft.target);
  if (draft.equal === undefined && draft.measures.length < 2) {
    const alone =
      draft.intro === 'off' || draft.between !== undefined
        ? 2.5
        : last?.kind === 'repeat'
          ? !hasRest(last)
            ? price >= 0.9
              ? 0
              : long > 0
                ? 0.3
                : 1.6
            : (TIGHT[draft.sep] ?? 0) < 0.3
              ? 0.9
              : 0
          : 0;
    const isJogged =
      frame.nodes.length === 0 &&
      rest.rec === 'jog' &&
      rest.measure?.amount?.kind === 'time' &&
      rest.measure.amount.seconds >= 2400;
    if (isJogged)
      ways.push([add(frame, { ...rest, rec: undefined, target: { kind: 'pace', pace: 'E' } }), 0]);
    const isRun =
      frame.nodes.length === 0 &&
      rest.rec === '' &&
      rest.measure !== undefined &&
      draft.intro === '';
    const easy: StepNode = { ...rest, rec: undefined, target: { kind: 'pace', pace: 'E' } };
    ways.push([
      add(frame, isRun ? easy : { ...rest, rec: isPaced ? undefined : rest.rec, isBetween: false }),
      alone +
        (isJogged ? 0.2 : 0) +
        (long > 2 ? long : 0) +
        (draft.measures.length === 0 ? (last?.kind === 'repeat' ? 0.6 : 1.5) : 0) +
        (isListed ? 2 : 0),
    ]);
  }
  return ways.length > 0 ? ways : [[frame, 4]];
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
function restIn(repeat: RepeatNode, draft: Draft): readonly (readonly [RepeatNode, number])[] {
  const [only] = repeat.items;
  const nested = repeat.items.find((item): item is RepeatNode => item.kind === 'repeat');
  const [first, second] = draft.measures;
  if (draft.measures.length === 2 && second) {
    const inner = nested
      ? {
          ...repeat,
          items: repeat.items.map((item) =>
            item === nested ? (withRest(nested, restOf(draft, first)) ?? nested) : item,
          ),
        }
      : { ...repeat, items: spread(workOf(repeat), { ...draft, measures: first ? [first] : [] }) };
    return nested || repeat.items.length > 1
      ? [[{ ...inner, items: [...inner.items, restOf(draft, second)] }, 0]]
      : [];
  }
  const ways: (readonly [RepeatNode, number])[] = [];
  const repeated = nested?.items.at(-1);
  const kind =
    repeated?.kind === 'step' && (repeated.rec === 'walk' || repeated.rec === 'rest')
      ? repeated.rec
      : '';
  if (kind !== '' && (draft.rec === undefined || draft.rec === '') && !draft.target)
    return restIn(repeat, { ...draft, rec: kind });
  const isSet =
    draft.between === 'set' ||
    (draft.between === 'either' && nested !== undefined && hasRest(nested));
  if (nested && repeat.items.length === 1) {
    const inner = isSet
      ? undefined
      : hasRest(nested)
        ? undefined
        : restIn(nested, { ...draft, between: draft.between === 'either' ? 'rep' : draft.between });
    for (const [one, price] of inner ?? []) ways.push([{ ...repeat, items: [one] }, price]);
    const isEasyWay = isSet || (hasRest(nested) && draft.between !== 'rep');
    ways.push([
      { ...repeat, items: [...repeat.items, restFor(workOf(repeat)[0] ?? restOf(draft), draft)] },
      isEasyWay ? 0 : draft.between === 'rep' ? 3 : 1.6,
    ]);
    return ways;
  }
  // The recovery between sets takes the place of the last one between repetitions.
  if (hasRest(repeat) && isSet && repeat.items.length > 2)
    return [[{ ...repeat, items: [...repeat.items.slice(0, -1), restOf(draft)] }, 0]];
  if (hasRest(repeat) && !(isSet && repeat.items.length > 1)) return [];
  const works = repeat.items.filter((item) => !isRest(item));
  const isList =
    repeat.items.length > 1 &&
    works.length === repeat.items.length &&
    !works.some((item) => item.kind === 'repeat' || isEasy(item.target));
  if (isList && !isSet) {
    const steps = workOf(repeat);
    const lastStep = steps.at(-1);
    ways.push([
      {
        ...repeat,
        items: [
          ...spread(steps, draft),
          ...(lastStep ? [{ ...restFor(lastStep, draft), isBetween: false }] : []),
        ],
      },
      draft.between === undefined && !draft.isAll ? 0.3 : 0,
    ]);
    ways.push([
      { ...repeat, items: [...repeat.items, restOf(draft)] },
      draft.between === undefined && !draft.isAll ? 0.6 : 1.2,
    ]);
    return ways;
  }
  const worked = only?.kind === 'step' ? only : undefined;
  if (draft.equal !== undefined && !worked) return [];
  // Equal to a distance: as far, or as long?
  if (draft.equal !== undefined && worked?.measure?.amount?.kind === 'distance')
    ways.push([{ ...repeat, items: [...repeat.items, restOf(draft)] }, 0.6]);
  return [
    [
      { ...repeat, items: [...repeat.items, worked ? restFor(worked, draft) : restOf(draft)] },
      repeat.items.length > 1 && !isSet ? 0.4 : 0,
    ],
    ...ways,
  ];
}

function withRest(repeat: RepeatNode, rest: StepNode): RepeatNode | undefined {
  return hasRest(repeat) ? undefined : { ...repeat, items: [...repeat.items, rest] };
}

function attachWork(frame: Frame, draft: Draft, context: Context): readonly Attached[] {
  const last = frame.nodes.at(-1);
  const ways: Attached[] = [];
  const isPlain = draft.counts.length === 0 && draft.measures.length === 1 && !draft.isStrides;
  const target =
    draft.clock === undefined
      ? (draft.target ?? frame.head)
      : draft.target?.kind === 'pace' || draft.target?.kind === 'race'
        ? undefined
        : draft.target;
  // "(90 secs)", ", 3 mins", "/ 1 min easy", "with 2 min easy": the recovery of the repeat before it.
  if (
    isPlain &&
    last?.kind === 'repeat' &&
    (draft.target === undefined ||
      isEasy(draft.target) ||
      draft.target.kind === 'zone' ||
      draft.target.kind === 'stated') &&
    draft.clock === undefined &&
    draft.efforts.length === 0
  ) {
    const isTarget = draft.target !== undefined;
    const price =
      draft.intro === 'with'
        ? 0
        : draft.sep === '/'
          ? 0
          : draft.sep === '('
            ? 0.1
            : isTarget
              ? 0.5
              : draft.sep === ' '
                ? 0.9
                : 0.5;
    for (const [repeat, more] of restIn(last, draft))
      ways.push([
        replaceLast(frame, { ...repeat, to: draft.to }),
        price + more + (TIGHT[draft.sep] ?? 0) + unlikely(restOf(draft), 'rest'),
      ]);
  }
  // "400m x 10 (78 sec)": the time for it.
  const [time] = draft.measures;
  if (
    isPlain &&
    draft.target === undefined &&
    draft.sep === '(' &&
    !draft.hasBare &&
    last &&
    time?.amount?.kind === 'time'
  ) {
    const { seconds } = time.amount;
    const clock = { low: seconds, high: seconds, isGoal: true, isPace: false };
    for (const [next, more] of attachPace(frame, { ...draft, measures: [], clock }, context))
      if (workOf(last)[0]?.measure?.amount?.kind === 'distance' && !workOf(last)[0]?.target)
        ways.push([next, more + 0.4]);
  }
  if (draft.isPair && draft.counts.length === 0 && last?.kind === 'repeat' && !hasRest(last))
    for (const [repeat, more] of restIn(last, draft))
      ways.push([replaceLast(frame, { ...repeat, to: draft.to }), more]);
  // "1 mile repeats (5)".
  if (
    isPlain &&
    draft.hasBare &&
    draft.sep === '(' &&
    last?.kind === 'step' &&
    last.measure &&
    (draft.measures[0]?.bare ?? 99) <= 30
  )
    ways.push([
      replaceLast(frame, ...nest([draft.measures[0]?.bare ?? 1], [last], last.from, draft.to)),
      0.8,
    ]);
  // Strides without a length: as long as most run them, or as the runner likes.
  if (draft.isStrides && draft.measures.length === 0 && draft.counts.length > 0)
    for (const [amount, price] of STRIDES)
      ways.push([add(frame, ...workNode({ ...draft, measures: [amount] }, draft.target)), price]);
  if (draft.isStrides && draft.measures.length === 0 && draft.counts.length === 0)
    ways.push([frame, 0.5]);
  if (draft.intro === 'with' && last?.kind === 'step')
    ways.push(...insideOf(frame, last, draft, target, context));
  const choices =
    target || !draft.clock
      ? [[target, 0] as const]
      : clockTargets(draft.measures[0], draft.clock, context);
  const [only] = draft.measures;
  const race = isPlain && !target && draft.sep !== '\n' ? raceOf(only?.amount) : undefined;
  const isHalfFree =
    last?.kind === 'repeat' &&
    workOf(last).some((one) => !one.target) &&
    workOf(last).some((one) => one.target);
  if (race && isHalfFree)
    return attachPace(frame, { ...draft, measures: [], target: race }, context);
  // "15k, 3 x 3.2k at HMP": besides, or inside?
  const isWhole =
    frame.nodes.length === 1 &&
    last?.kind === 'step' &&
    last.measure?.amount?.kind === 'distance' &&
    last.measure.amount.metres >= 5000 &&
    !last.target &&
    last.note === undefined &&
    last.role === undefined &&
    draft.counts.length > 0 &&
    !draft.isStrides &&
    draft.intro !== 'with' &&
    !isNext(draft);
  if (isWhole) ways.push([replaceLast(frame, ...workNode(draft, target)), 0.9]);
  const isTurn = draft.isBehind && (draft.rec !== undefined || isEasy(draft.target));
  const pair = isTurn ? pairOf(frame) : 0;
  if (pair > 0) {
    const [count = 1] = draft.counts;
    const items = [...frame.nodes.slice(-pair), restOf(draft)];
    const from = items[0]?.from ?? draft.from;
    const repeat: RepeatNode = { kind: 'repeat', from, to: draft.to, count, items };
    ways.push([{ ...frame, nodes: [...frame.nodes.slice(0, -pair), repeat] }, 0]);
  }
  for (const [aim, price] of choices) {
    const node = workNode(draft, aim);
    const alone =
      draft.intro === 'with'
        ? draft.isStrides
          ? 0.2
          : last?.kind === 'step' && draft.counts.length > 0
            ? 0.7
            : 1.2
        : 0;
    const odd = draft.isPair && draft.counts.length === 0 ? 0.6 : 0;
    const isLoose =
      isPlain &&
      last?.kind === 'repeat' &&
      !hasRest(last) &&
      (aim === undefined || draft.sep === '/' || draft.sep === ' ') &&
      !isNext(draft) &&
      draft.sep !== '\n'
        ? 1.6
        : isPlain && draft.sep === '(' && frame.total === undefined
          ? 3
          : isPlain &&
              last?.kind === 'repeat' &&
              !hasRest(last) &&
              isEasy(aim) &&
              !isNext(draft) &&
              draft.sep !== '\n' &&
              unlikely(restOf(draft), 'rest') === 0
            ? 0.6
            : 0;
    const isBare =
      isPlain &&
      aim === undefined &&
      draft.measures[0]?.bare !== undefined &&
      frame.total === undefined &&
      draft.hasBare
        ? 1
        : 0;
    const empty = draft.measures.length > 0 ? 0 : draft.isStrides ? 0.4 : 3;
    // "6 x 1 mile @ T, 1' R": a rest, or a minute of fast running.
    const isLetterR =
      isPlain &&
      aim?.kind === 'pace' &&
      aim.pace === 'R' &&
      time?.amount?.kind === 'time' &&
      last?.kind === 'repeat' &&
      !hasRest(last);
    ways.push([
      add(frame, ...node),
      isBare +
        empty +
        price +
        alone +
        odd +
        (pair > 0 ? 1.5 : 0) +
        (draft.startsFor && aim === undefined && frame.nodes.length > 0 ? 1.5 : 0) +
        isLoose +
        (isLetterR ? 1 : 0) +
        node.reduce((sum, one) => sum + unlikely(one, 'work'), 0),
    ]);
  }
  return ways;
}

/** How many steps a count behind the last of them repeats with it: the work before, or works and recoveries in turn. */
function pairOf({ nodes }: Frame): number {
  let at = nodes.length;
  const isWork = (node: Node | undefined): boolean =>
    node?.kind === 'step' &&
    node.rec === undefined &&
    node.role === undefined &&
    !isEasy(node.target);
  if (!isWork(nodes[at - 1])) return 0;
  at -= 1;
  while (at > 1 && (isRest(nodes[at - 1]) || isEasyStep(nodes[at - 1])) && isWork(nodes[at - 2]))
    at -= 2;
  return nodes.length - at;
}

function isEasyStep(node: Node | undefined): boolean {
  return node?.kind === 'step' && node.role === undefined && isEasy(node.target);
}

const STRIDES: readonly (readonly [Measure, number])[] = [
  [{ amount: { kind: 'distance', metres: 100 }, bare: 100, unit: 'mtr' }, 0],
  [{ amount: { kind: 'time', seconds: 20 }, bare: 20, unit: 's' }, 0.6],
];

function workNode(draft: Draft, target: Target | undefined): readonly Node[] {
  const series = draft.measures.length > 1 && !draft.isPair ? draft.from : undefined;
  const steps: readonly Node[] =
    draft.measures.length === 0
      ? [stepOf(draft, { target })]
      : draft.measures.map((measure, index) =>
          draft.isPair && index === 1
            ? restOf({ ...draft, target: undefined, rec: draft.rec ?? '' }, measure)
            : stepOf(draft, { measure, target, series }),
        );
  return nest(draft.counts, steps, draft.from, draft.to);
}

export function nest(
  counts: readonly number[],
  items: readonly Node[],
  from: number,
  to: number,
): readonly Node[] {
  return counts
    .toReversed()
    .reduce<readonly Node[]>(
      (inner, count) => [{ kind: 'repeat', from, to, count, items: inner }],
      items,
    );
}

/** "16 miles with 10 at marathon pace": at the end, in the middle, or besides. */
function insideOf(
  frame: Frame,
  whole: StepNode,
  draft: Draft,
  target: Target | undefined,
  context: Context,
): readonly Attached[] {
  const [part] = draft.measures;
  if (
    draft.counts.length > 0 &&
    !draft.isStrides &&
    whole.measure?.amount &&
    whole.role === undefined
  )
    return [[{ ...replaceLast(frame, ...workNode(draft, target)) }, 1.4]];
  if (
    draft.counts.length > 0 ||
    draft.measures.length !== 1 ||
    !part ||
    whole.rec !== undefined ||
    whole.role !== undefined
  )
    return [];
  const choices =
    target || !draft.clock ? [[target, 0] as const] : clockTargets(part, draft.clock, context);
  return choices.flatMap(([aim, price]) =>
    aim === undefined || isEasy(aim)
      ? []
      : (['last', 'middle'] as const).flatMap((place, index) =>
          attachPart(frame, { ...draft, part: place, target: aim, clock: undefined }, context).map(
            ([next, more]): Attached => [next, price + more + 0.3 + index * 0.6],
          ),
        ),
  );
}
