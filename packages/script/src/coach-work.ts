import { round } from './amounts.ts';
import type { Draft } from './coach-drafts.ts';
import {
  add,
  type Attached,
  type Frame,
  isNext,
  nest,
  replaceLast,
  restOf,
  stepOf,
  TIGHT,
} from './coach-frame.ts';
import { amountIn, type Measure, raceOf } from './coach-leaf.ts';
import {
  hasRest,
  isEasy,
  isRest,
  type Node,
  type RepeatNode,
  type StepNode,
  workOf,
} from './coach-nodes.ts';
import { attachPace } from './coach-pace.ts';
import { attachPart } from './coach-part.ts';
import { clockTargets, type Context, unlikely } from './coach-prices.ts';
import { restIn } from './coach-rest.ts';
import type { Target } from './workout.ts';
import { PRICES } from './coach-table.ts';

/** Every way in which work goes on with what was read before it: as a part of that, or as a step. */
export function attachWork(frame: Frame, draft: Draft, context: Context): readonly Attached[] {
  const last = frame.nodes.at(-1);
  const isNamed = draft.target?.kind === 'pace' || draft.target?.kind === 'race';
  const target =
    draft.clock === undefined
      ? (draft.target ?? headOf(frame, draft) ?? paceOfList(frame, draft))
      : isNamed
        ? undefined
        : draft.target;
  const race =
    isPlain(draft) && !target && draft.sep !== '\n' ? raceOf(draft.measures[0]?.amount) : undefined;
  const isHalfFree =
    last?.kind === 'repeat' &&
    workOf(last).some((one) => !one.target) &&
    workOf(last).some((one) => one.target);
  if (race && isHalfFree)
    return attachPace(frame, { ...draft, measures: [], target: race }, context);
  return [
    ...asRestated(frame, draft),
    ...asNamed(frame, draft, context),
    ...asSpan(frame, draft, target, context),
    ...asRecovery(frame, draft),
    ...asTime(frame, draft, context),
    ...asPairOfRests(frame, draft),
    ...asCount(frame, draft),
    ...asStrides(frame, draft),
    ...(draft.intro === 'with' && last?.kind === 'step'
      ? insideOf(frame, last, draft, target, context)
      : []),
    ...asInside(frame, draft, target),
    ...asTurns(frame, draft),
    ...asStep(frame, draft, target, context),
  ];
}

/** The pace of a title, and not that of a long run for hard work in it. */
function headOf({ head }: Frame, { counts, efforts }: Draft): Target | undefined {
  return isEasy(head) && (counts.length > 0 || efforts.length > 0) ? undefined : head;
}

/** "VMA 30"-1'-1'30-1'": a list has the pace of its first. */
function paceOfList({ nodes }: Frame, draft: Draft): Target | undefined {
  const last = nodes.at(-1);
  const isListed = draft.sep === '-' && isPlain(draft) && last?.kind === 'step' && !isRest(last);
  return isListed && !isEasy(last.target) ? last.target : undefined;
}

/** A length, and nothing that repeats it or has a pace for each of several. */
function isPlain({ counts, measures, isStrides, aims }: Draft): boolean {
  return counts.length === 0 && measures.length === 1 && !isStrides && aims.length === 0;
}

/** "1 lap jog (400 m)": the same once more. */
function asRestated(frame: Frame, draft: Draft): readonly Attached[] {
  if (draft.sep !== '(' || !isPlain(draft) || draft.target || draft.clock) return [];
  const last = frame.nodes.at(-1);
  const end = last?.kind === 'repeat' && hasRest(last) ? last.items.at(-1) : last;
  const amount = end?.kind === 'step' ? end.measure?.amount : undefined;
  const isSame = JSON.stringify(amount) === JSON.stringify(draft.measures[0]?.amount);
  return amount && isSame ? [[frame, 0]] : [];
}

/** "800/400 x 5, the 800s @ T, the 400s @ 5k": the pace of all that is as long. */
function asNamed(frame: Frame, draft: Draft, context: Context): readonly Attached[] {
  const { target, clock, measures, isNamed } = draft;
  if (!isNamed || !isPlain(draft) || draft.rec !== undefined || !(target ?? clock)) return [];
  const [measure] = measures;
  // The second of a pair was taken for a recovery.
  const isMeant = ({ target: old, rec = '', role, measure: own }: StepNode): boolean =>
    !old && rec === '' && !role && JSON.stringify(own?.amount) === JSON.stringify(measure?.amount);
  const withAim = (node: Node, aim: Target | undefined): Node =>
    node.kind === 'repeat'
      ? { ...node, items: node.items.map((item) => withAim(item, aim)) }
      : isMeant(node)
        ? { ...node, rec: undefined, target: aim }
        : node;
  const choices = target ? [[target, 0] as const] : clockTargets(measure, clock, context);
  return choices.flatMap(([aim, price]) => {
    const nodes = frame.nodes.map((node) => withAim(node, aim));
    const isFound = JSON.stringify(nodes) !== JSON.stringify(frame.nodes);
    return isFound ? [[{ ...frame, nodes }, price - 0.6] as const] : [];
  });
}

/** "12 miles, miles 4-9 at MP": a part of the run before it, from one mile to another. */
function asSpan(
  frame: Frame,
  draft: Draft,
  target: Target | undefined,
  context: Context,
): readonly Attached[] {
  const whole = frame.nodes.at(-1);
  const [part] = draft.measures;
  if (draft.start < 1 || whole?.kind !== 'step' || isRest(whole) || whole.role) return [];
  const [all, some] = [whole.measure?.amount, part?.amount];
  const one = amountIn(1, part?.unit ?? '');
  if (all?.kind !== 'distance' || some?.kind !== 'distance' || one.kind !== 'distance') return [];
  const before = (draft.start - 1) * one.metres;
  const after = all.metres - before - some.metres;
  if (after < -1 || (whole.target && !isEasy(whole.target))) return [];
  const easy = (metres: number): readonly StepNode[] =>
    metres < 1
      ? []
      : [
          {
            ...whole,
            measure: { amount: { kind: 'distance', metres: round(metres, 4) }, bare: 0, unit: '' },
            target: { kind: 'pace', pace: 'E' },
          },
        ];
  const choices =
    target || !draft.clock ? [[target, 0] as const] : clockTargets(part, draft.clock, context);
  return choices.map(([aim, price]) => [
    replaceLast(frame, ...easy(before), stepOf(draft, { target: aim }), ...easy(after)),
    price + (aim ? 0 : 1.5) + (frame.nodes.length > 1 ? 1.5 : 0),
  ]);
}

/** "(90 secs)", ", 3 mins", "/ 1 min easy", "with 2 min easy": the recovery of the repeat before it. */
function asRecovery(frame: Frame, draft: Draft): readonly Attached[] {
  const last = frame.nodes.at(-1);
  const { target, sep } = draft;
  const isAim =
    target === undefined || isEasy(target) || target.kind === 'zone' || target.kind === 'stated';
  if (
    !isPlain(draft) ||
    last?.kind !== 'repeat' ||
    !isAim ||
    draft.clock !== undefined ||
    draft.efforts.length > 0
  )
    return [];
  const price =
    draft.intro === 'with' || sep === '/'
      ? 0
      : sep === '('
        ? PRICES.recoveryInBrackets
        : target === undefined && sep === ' '
          ? PRICES.bareRecovery
          : 0.5;
  return restIn(last, draft).map(([repeat, more]): Attached => [
    replaceLast(frame, { ...repeat, to: draft.to }),
    price + more + (TIGHT[sep] ?? 0) + unlikely(restOf(draft), 'rest'),
  ]);
}

/** "400m x 10 (78 sec)": the time for it. */
function asTime(frame: Frame, draft: Draft, context: Context): readonly Attached[] {
  const last = frame.nodes.at(-1);
  const [time] = draft.measures;
  const isTime =
    isPlain(draft) && draft.target === undefined && TIMED.has(draft.sep) && !draft.hasBare;
  if (!isTime || !last || time?.amount?.kind !== 'time') return [];
  const [work] = workOf(last);
  if (work?.measure?.amount?.kind !== 'distance' || work.target) return [];
  const { seconds } = time.amount;
  // "3 x (4 x 400) 64s off 60"
  const isNear = draft.sep !== '(';
  if (
    isNear &&
    (draft.intro !== '' || time.unit !== 's' || seconds / work.measure.amount.metres > 0.2)
  )
    return [];
  const clock = { low: seconds, high: seconds, isGoal: true, isPace: false };
  // "6 x 1000 w/ 400 jog (3 min)": that of the jog?
  const isTimed = last.kind === 'repeat' && hasRest(last);
  return attachPace(frame, { ...draft, measures: [], clock }, context).map(
    ([next, more]): Attached => [
      next,
      more + (isTimed ? PRICES.timeBehindRecovery : isNear ? 0.3 : 0.4),
    ],
  );
}

const TIMED: ReadonlySet<string> = new Set(['(', ' ', ')']);

function asPairOfRests(frame: Frame, draft: Draft): readonly Attached[] {
  const last = frame.nodes.at(-1);
  if (!draft.isPair || draft.counts.length > 0 || last?.kind !== 'repeat' || hasRest(last))
    return [];
  return restIn(last, draft).map(([repeat, more]): Attached => [
    replaceLast(frame, { ...repeat, to: draft.to }),
    more,
  ]);
}

/** "1 mile repeats (5)". */
function asCount(frame: Frame, draft: Draft): readonly Attached[] {
  const last = frame.nodes.at(-1);
  const [measure] = draft.measures;
  const isCount =
    isPlain(draft) && draft.hasBare && draft.sep === '(' && measure && measure.bare <= 30;
  return isCount && last?.kind === 'step' && last.measure
    ? [[replaceLast(frame, ...nest([measure.bare], [last], last.from, draft.to)), 0.8]]
    : [];
}

/** Strides without a length: as long as most run them, or as the runner likes. */
function asStrides(frame: Frame, draft: Draft): readonly Attached[] {
  if (!draft.isStrides || draft.measures.length > 0) return [];
  if (draft.counts.length === 0) return [[frame, PRICES.stridesUncounted]];
  return STRIDES.map(([amount, price]): Attached => [
    add(frame, ...workNode({ ...draft, measures: [amount] }, draft.target)),
    price,
  ]);
}

/** "15k, 3 x 3.2k at HMP": besides, or inside? */
function asInside(frame: Frame, draft: Draft, target: Target | undefined): readonly Attached[] {
  const [whole, ...others] = frame.nodes;
  const isInside =
    others.length === 0 &&
    whole?.kind === 'step' &&
    whole.measure?.amount?.kind === 'distance' &&
    whole.measure.amount.metres >= 5000 &&
    !whole.target &&
    whole.note === undefined &&
    whole.role === undefined &&
    draft.counts.length > 0 &&
    !draft.isStrides &&
    draft.intro !== 'with' &&
    !isNext(draft);
  return isInside ? [[replaceLast(frame, ...workNode(draft, target)), PRICES.insideOfRun]] : [];
}

/** "3 min hard, 1 min easy x 7": the count behind the last of them is that of all. */
function asTurns(frame: Frame, draft: Draft): readonly Attached[] {
  const pair = turnsOf(frame, draft);
  if (pair === 0) return [];
  const [count = 1] = draft.counts;
  const isRecovery = draft.rec !== undefined || isEasy(draft.target);
  const items = [...frame.nodes.slice(-pair), isRecovery ? restOf(draft) : stepOf(draft)];
  const from = items[0]?.from ?? draft.from;
  const repeat: RepeatNode = { kind: 'repeat', from, to: draft.to, count, items };
  // "… x 6 in a 50 min run"
  const price = draft.clock ? PRICES.turnsWithClock : 0;
  return [[{ ...frame, nodes: [...frame.nodes.slice(0, -pair), repeat] }, price]];
}

function turnsOf(frame: Frame, draft: Draft): number {
  if (!draft.isBehind) return 0;
  if (draft.rec !== undefined || isEasy(draft.target)) return pairOf(frame);
  // "5 min easy/5 min at MP x 5".
  const last = frame.nodes.at(-1);
  const isPair = draft.sep === '/' && isPlain({ ...draft, counts: [] }) && !draft.clock;
  return isPair && last?.kind === 'step' && last.role === undefined ? 1 : 0;
}

/** A step, or a repeat of steps, behind the others. */
function asStep(
  frame: Frame,
  draft: Draft,
  target: Target | undefined,
  context: Context,
): readonly Attached[] {
  const choices =
    target || !draft.clock
      ? [[target, 0] as const]
      : clockTargets(draft.measures[0], draft.clock, context);
  const [before, more] = restBefore(frame, draft);
  return choices.map(([aim, price]): Attached => {
    const nodes = workNode(draft, aim);
    return [
      add(before, ...nodes),
      price +
        more +
        slotPrice(frame, draft, aim) +
        loosePrice(frame, draft, aim) +
        nodes.reduce((sum, one) => sum + unlikely(one, 'work'), 0),
    ];
  });
}

/** "8 x 400 (200 jog), 4 min, 8 x 200": a bare length between two repeats is a rest, and then each needs its own. */
function restBefore(frame: Frame, draft: Draft): Attached {
  const [last, repeat] = [frame.nodes.at(-1), frame.nodes.at(-2)];
  const isBetween =
    last?.kind === 'step' &&
    repeat?.kind === 'repeat' &&
    !(last.target ?? last.rec ?? last.role ?? last.note ?? draft.role) &&
    (draft.counts.length > 0 || draft.efforts.length > 0 || draft.target) &&
    last.measure?.amount?.kind === 'time' &&
    unlikely({ ...last, rec: '' }, 'rest') < 1;
  return isBetween ? [replaceLast(frame, { ...last, rec: 'rest' }), 0] : [frame, 0];
}

/** The price of what is missing or odd in a step of its own. */
function slotPrice(frame: Frame, draft: Draft, aim: Target | undefined): number {
  const last = frame.nodes.at(-1);
  const isBare = isPlain(draft) && aim === undefined && frame.total === undefined && draft.hasBare;
  const alone = draft.isStrides
    ? 0.2
    : last?.kind === 'step' && draft.counts.length > 0
      ? PRICES.repeatWithStep
      : 1.2;
  const empty = !draft.isStrides ? PRICES.stepWithoutLength : draft.counts.length > 0 ? 0 : 0.4;
  return (
    (isBare ? PRICES.bareLength : 0) +
    (draft.measures.length > 0 ? 0 : empty) +
    (draft.intro === 'with' ? alone + (draft.isWithin ? 1.2 : 0) : 0) +
    (draft.isPair && draft.counts.length === 0 ? pairPrice(draft) : 0) +
    (draft.hasBare && draft.measures.length > 1 && isPacedRepeat(last) ? PRICES.bareList : 0) +
    (draft.start > 1 && !isAt(frame, draft) ? 1.5 : 0) +
    (turnsOf(frame, draft) > 0 ? PRICES.notInTurns : 0) +
    (draft.startsFor && aim === undefined && frame.nodes.length > 0 ? 1.5 : 0)
  );
}

/** "Miles 1-6 easy, miles 7-14 at MP": it begins where the one before it ends. */
function isAt({ nodes }: Frame, { start, measures: [part] }: Draft): boolean {
  const one = amountIn(start - 1, part?.unit ?? '');
  const metres = nodes.reduce((sum, node) => {
    const amount = node.kind === 'step' ? node.measure?.amount : undefined;
    return sum + (amount?.kind === 'distance' ? amount.metres : 0);
  }, 0);
  return one.kind === 'distance' && Math.abs(one.metres - metres) < 10;
}

/** "5 x 300 @ 58, 57, 56": no list of lengths. */
function isPacedRepeat(node: Node | undefined): boolean {
  return node?.kind === 'repeat' && workOf(node).every(({ target }) => target?.kind === 'goal');
}

function pairPrice({ intro, sep }: Draft): number {
  if (intro === 'with') return PRICES.pairBehindWith;
  return sep === '(' ? PRICES.pairInBrackets : 0.6;
}

/** The price of a step behind a repeat that lacks its recovery, or in parentheses. */
function loosePrice(frame: Frame, draft: Draft, aim: Target | undefined): number {
  const last = frame.nodes.at(-1);
  const [measure] = draft.measures;
  if (!isPlain(draft)) return 0;
  const isRestless = last?.kind === 'repeat' && !hasRest(last);
  // "6 x 1 mile @ T, 1' R": a rest, or a minute of fast running.
  const isLetterR = aim?.kind === 'pace' && aim.pace === 'R' && measure?.amount?.kind === 'time';
  const letter = isRestless && isLetterR ? PRICES.letterRIsPace : 0;
  // "20 x 1 min / 1 min at 3:30 / 5:00"
  if (last?.kind === 'repeat' && draft.sep === '/' && aim === undefined)
    return letter + PRICES.stepBehindSlash;
  // "(100m jog 30 sec)": how long the jog takes?
  if (last?.kind === 'repeat' && !isRestless && draft.sep === ' ' && aim === undefined) return 2.4;
  const isSame = isRestless && !isNext(draft) && draft.sep !== '\n';
  if (isSame && (aim === undefined || draft.sep === '/' || draft.sep === ' '))
    return letter + PRICES.stepWhereRecovery;
  if (draft.sep === '(' && (!frame.total || (frame.total.amount && frame.nodes.length > 0)))
    return letter + 3;
  const couldRest = isSame && isEasy(aim) && unlikely(restOf(draft), 'rest') === 0;
  return letter + (couldRest ? PRICES.easyStepWhereRecovery : 0);
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
  [{ amount: { kind: 'distance', metres: 100 }, bare: 100, unit: 'mtr' }, 0.1],
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
    return [
      [
        { ...replaceLast(frame, ...workNode(draft, target)), inside: whole },
        frame.nodes.length > 1 ? 1.4 : 0.8,
      ],
    ];
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
