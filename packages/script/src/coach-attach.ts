import type { Draft } from './coach-drafts.ts';
import { asParts, attachAims, attachFaster, attachOdd } from './coach-each.ts';
import { add, type Attached, type Frame, replaceLast, stepOf } from './coach-frame.ts';
import { amountIn } from './coach-leaf.ts';
import { attachRemainder } from './coach-inside.ts';
import { isEasy, isRest, type Node, type RepeatNode, type StepNode } from './coach-nodes.ts';
import { attachPace } from './coach-pace.ts';
import { attachPart } from './coach-part.ts';
import { clockTargets, type Context, unitsOf } from './coach-prices.ts';
import { attachRest } from './coach-rest.ts';
import { PRICES } from './coach-table.ts';
import { attachWork } from './coach-work.ts';

/** Every way to put a phrase behind what was read before it. */
export function attach(frame: Frame, phrase: Draft, context: Context): readonly Attached[] {
  const draft = phrase.sep === ':' ? { ...phrase, sep: ',' } : phrase;
  // "4 x 1 mile: 7:10, 7:05, …": what stands behind the colon is of what stands before it.
  const isOfTwo = draft.part === 'odd' || draft.part === 'even';
  const isOfEach = phrase.sep === ':' && (draft.aims.length > 0 || isOfTwo);
  const said = isOfEach ? -PRICES.lengthBeforeColon : 0;
  const isNamed = draft.target?.kind === 'pace' || draft.target?.kind === 'race';
  const isTwice = draft.clock !== undefined && draft.target !== undefined && !isNamed;
  const dangling =
    said + (draft.pending === '' ? 0 : 2) + (draft.isFor ? 2.5 : 0) + (isTwice ? 2.4 : 0);
  const start = draft.isAlternate ? { ...frame, turns: frame.nodes.length } : frame;
  const ways = attachEach(start, counted(start, draft), context);
  if (dangling === 0 && !draft.whole) return ways;
  return ways.map(([next, price]) => [
    draft.whole ? { ...next, turns: next.turns ?? firstWork(next), whole: draft.whole } : next,
    price + dangling,
  ]);
}

/** A phrase, and then what it says of each of what was read. */
function attachEach(frame: Frame, draft: Draft, context: Context): readonly Attached[] {
  if (draft.aims.length === 0 && draft.faster === undefined)
    return attachPhrase(frame, draft, context);
  const { measures, counts, clock, target } = draft;
  const isMore = measures.length + counts.length > 0 || clock || (draft.faster && target);
  const alone = { ...draft, isAlternate: false };
  const one: readonly Attached[] = isMore ? attachPhrase(frame, alone, context) : [[frame, 0]];
  const ways = [...one, ...asParts(frame, draft)];
  return ways.flatMap(([next, price]) =>
    (draft.faster === undefined ? attachAims(next, draft, context) : attachFaster(next, draft)).map(
      ([each, more]): Attached => [each, price + more],
    ),
  );
}

/** "Jog 2 min, walk 2 min, total 24 min": as often as it fits. */
function attachTotal(frame: Frame, { measures: [total] }: Draft): readonly Attached[] {
  const ways: Attached[] = [[frame, 0.3]];
  if (total && frame.nodes.length > 0)
    ways.push([{ ...frame, turns: firstWork(frame), whole: total }, -1]);
  return ways;
}

function firstWork({ nodes }: Frame): number {
  const at = nodes.findIndex((node) => node.kind === 'repeat' || node.role === undefined);
  return at === -1 ? nodes.length : at;
}

/** What is only counted has the length of the title: "400s: 10 x 92 secs", "Mile reps. 4 of them". */
function counted({ each }: Frame, draft: Draft): Draft {
  const [measure, ...more] = draft.measures;
  const isWork = draft.rec === undefined && draft.role === undefined && draft.intro === '';
  if (!each || !isWork || more.length > 0) return draft;
  const measures = [each];
  if (!measure) return draft.counts.length > 0 ? { ...draft, measures } : draft;
  const isCount =
    measure.amount === undefined && measure.bare <= 30 && Number.isInteger(measure.bare);
  if (isCount && (draft.counts.length === 0 || draft.hasSets))
    return { ...draft, counts: [...draft.counts, measure.bare], measures };
  const seconds = measure.amount?.kind === 'time' ? measure.amount.seconds : undefined;
  if (draft.counts.length === 0 || seconds === undefined || draft.clock) return draft;
  return {
    ...draft,
    measures,
    clock: { low: seconds, high: seconds, isGoal: true, isPace: false },
  };
}

function attachPhrase(frame: Frame, draft: Draft, context: Context): readonly Attached[] {
  if (draft.each) return [[{ ...frame, each: draft.each, head: draft.target ?? frame.head }, 0]];
  if (draft.isRemainder && draft.measures.length === 0) return attachRemainder(frame, draft);
  if (draft.isTotal) return attachTotal(frame, draft);
  if (draft.times !== undefined) return attachTimes(frame, draft.times, draft);
  const hasMeasure = draft.measures.length > 0;
  const isRecovery =
    draft.rec !== undefined ||
    draft.intro === 'off' ||
    draft.equal !== undefined ||
    (draft.between !== undefined && hasMeasure);
  const isOfTwo = draft.part === 'odd' || draft.part === 'even';
  if (isOfTwo && !hasMeasure) return attachOdd(frame, draft, context);
  if (
    !hasMeasure &&
    draft.counts.length === 0 &&
    !draft.isStrides &&
    draft.role === undefined &&
    !isRecovery
  )
    return attachPace(frame, draft, context);
  // "Recovery tomorrow. 40 min": a title.
  if (isRecovery && !hasMeasure && frame.nodes.length === 0 && isTitle(draft))
    return [[{ ...frame, head: { kind: 'pace', pace: 'E' } }, 0.4]];
  const isRestOfRepeat =
    draft.intro === 'with' &&
    draft.counts.length === 0 &&
    draft.target === undefined &&
    frame.nodes.at(-1)?.kind === 'repeat';
  return variants(frame, draft, isRecovery || isRestOfRepeat, context).flatMap(([exact, price]) => {
    const ways = isOfTwo
      ? attachOdd(frame, exact, context)
      : exact.part !== undefined && !frame.total && exact.part !== 'next'
        ? attachPart(frame, exact, context)
        : exact.role !== undefined || (exact.around !== undefined && exact.counts.length === 0)
          ? attachRole(frame, exact)
          : isRecovery && exact.counts.length === 0
            ? pacesOf(exact, context).flatMap(([paced, more]) =>
                attachRest(frame, paced).map(([next, own]): Attached => [next, more + own]),
              )
            : attachWork(frame, exact, context);
    return ways.map(([next, more]): Attached => [next, price + more]);
  });
}

function isTitle({ rec, intro, counts, between, equal, target }: Draft): boolean {
  const isPlain = intro === '' && counts.length === 0 && between === undefined;
  return isPlain && equal === undefined && target === undefined && (rec === '' || rec === 'jog');
}

/** "With 1k @ 4:30 between": the pace of a recovery. */
function pacesOf(draft: Draft, context: Context): readonly (readonly [Draft, number])[] {
  if (draft.target || !draft.clock || draft.clock.isGoal) return [[draft, 0]];
  return clockTargets(draft.measures[0], draft.clock, context).map(([target, price]) => [
    { ...draft, target, clock: undefined },
    price,
  ]);
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
  // Nobody repeats a recovery alone.
  if (all.length > 1) ways.push([replaceLast(frame, repeat([last])), isRest(last) ? 3 : 1.3]);
  if (all.length > 2)
    ways.push([
      { ...frame, nodes: [...frame.nodes.slice(0, -2), repeat(frame.nodes.slice(-2))] },
      isRest(last) || (last.kind === 'step' && isEasy(last.target)) ? 0.5 : 1.2,
    ]);
  return ways;
}

function attachRole(frame: Frame, draft: Draft): readonly Attached[] {
  const { role, around } = draft;
  // "3m warm up": few warm up for three minutes.
  const short =
    role !== undefined && draft.measures[0]?.unit === 'min' && draft.measures[0].bare < 5 ? 2 : 0;
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
  // "1.0 mi - Warmup"
  const last = frame.nodes.at(-1);
  const isSaidBehind =
    (role === 'WU' || role === 'CD') &&
    draft.sep.startsWith('-') &&
    draft.measures.length === 0 &&
    last?.kind === 'step' &&
    !(last.role ?? last.rec ?? last.target);
  if (isSaidBehind && last) return [[replaceLast(frame, { ...last, role, to: draft.to }), 0]];
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
    // "4 x 6 min T + 2 km warm up": named last, and run first.
    const isNamedLast = own === 'WU' && frame.nodes.some(({ kind }) => kind === 'repeat');
    const place = draft.sep === '+' && frame.nodes.length > 0 && !isNamedLast ? 'here' : undefined;
    return [[add(frame, step(place, own)), draft.measures.length > 0 ? short : 0.2]];
  }
  const other = easy
    ? frame.nodes.find((node): node is StepNode => node.kind === 'step' && node.place === 'front')
    : undefined;
  if (other)
    return [
      [
        add(
          frame,
          other.role === 'WU'
            ? step('end', 'CD')
            : { ...step('end', undefined), target: other.target, rec: other.rec },
        ),
        0.4,
      ],
    ];
  const own = easy ? (around === 'before' ? 'WU' : 'CD') : undefined;
  return [[add(frame, step(around === 'before' ? 'front' : 'end', own)), easy ? 0.4 : 0.1]];
}
