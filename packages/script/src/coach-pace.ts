import type { Draft } from './coach-drafts.ts';
import { add, type Attached, type Frame, isNext, replaceLast, stepOf } from './coach-frame.ts';
import {
  isEasy,
  isOfRole,
  isRest,
  mapWork,
  type Node,
  type StepNode,
  workOf,
} from './coach-nodes.ts';
import { clockTargets, type Context } from './coach-prices.ts';
import type { Target } from './workout.ts';
import { PRICES } from './coach-table.ts';

/** Words without a length or a pace. */
function attachWords(frame: Frame, draft: Draft): readonly Attached[] {
  // "10 x 400m with, …": something is missing.
  if (draft.intro !== '' && draft.notes.length === 0) return [[frame, 3]];
  if (draft.part !== undefined && draft.part !== 'middle') return [[frame, 3]];
  if (draft.around === 'both') return [[frame, 2]];
  if (draft.drill === '') return [[noted(frame, draft), 0]];
  return [[add(frame, stepOf(draft, { note: draft.drill })), frame.nodes.length > 0 ? 0 : 3]];
}

/** A pace alone belongs to the work before it, or to what follows. */
export function attachPace(frame: Frame, draft: Draft, context: Context): readonly Attached[] {
  if (draft.target === undefined && draft.clock === undefined) return attachWords(frame, draft);
  // "First and last at 5k": of how many is not said.
  if (draft.part === 'first' || draft.part === 'last') return [[frame, 4]];
  const last = frame.nodes.findLastIndex((node) => !isRest(node) && !isOfRole(node));
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
  const more = isFree || isHalf ? 0 : secondPrice(draft, works);
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
    draft.target &&
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
  // "…, finish easy": as long as one likes.
  if (isNext(draft) && isEasy(draft.target) && !draft.clock)
    return [[add(frame, stepOf(draft)), 0.6]];
  const choices: readonly (readonly [Target | undefined, number])[] = draft.clock
    ? timesFirst(draft, clockTargets(works[0]?.measure, draft.clock, context))
    : [[draft.target, 0]];
  return choices.map(([target, price]): Attached => {
    const change = (step: StepNode): StepNode =>
      isHalf && step.target ? step : { ...step, target };
    const isMeant = (one: Node, index: number): boolean =>
      index === last ||
      (series !== undefined && one.kind === 'step' && one.series === series) ||
      (draft.isAll && !isRest(one) && !isOfRole(one) && workOf(one).every(isOpen));
    const nodes = frame.nodes.map((one, index) =>
      isMeant(one, index) ? mapWork(one, change) : one,
    );
    const end = nodes.at(-1);
    const wide = end ? [...nodes.slice(0, -1), { ...end, to: draft.to }] : nodes;
    return [{ ...frame, nodes: wide }, price + more];
  });
}

/** "6 x 800 (3:05)": the time for it, rather than a pace. */
function timesFirst({ sep }: Draft, choices: ReturnType<typeof clockTargets>): typeof choices {
  const isTimed = sep === '(' && choices.some(([target]) => target?.kind === 'goal');
  if (!isTimed) return choices;
  return choices.map(([target, price]) => [target, price + (target?.kind === 'stated' ? 0.4 : 0)]);
}

/** The price of a pace for work that has one. */
function secondPrice(draft: Draft, works: readonly StepNode[]): number {
  const { target, clock, isAt } = draft;
  const isOf = (...kinds: Target['kind'][]): boolean =>
    works.some(({ target: old }) => old !== undefined && kinds.includes(old.kind));
  if (clock !== undefined) return isOf('stated', 'goal') ? PRICES.clockTwice : 0.2;
  if (target?.kind === 'stated') return 0.2;
  const isOfHeart = target?.kind === 'beats' || target?.kind === 'zone';
  if (isOfHeart && works.every((step) => isEasy(step.target))) return 0.2;
  const isNamed = works.every((step) => step.target?.kind === 'pace');
  if (isAt && !isNext(draft) && !isEasy(target) && isNamed) return 0.3;
  const isSame = works.every((step) => JSON.stringify(step.target) === JSON.stringify(target));
  return isSame ? 0.1 : PRICES.paceTwice;
}

/** "6 x 3 min, hard": the word belongs to the work before it. */
function noted(frame: Frame, { efforts, notes }: Draft): Frame {
  const last = frame.nodes.at(-1);
  const note = [...efforts, ...notes].filter(Boolean).join(', ');
  if (!last || note === '' || isRest(last)) return frame;
  const change = (step: StepNode): StepNode => (step.note !== undefined ? step : { ...step, note });
  return replaceLast(frame, mapWork(last, change));
}
