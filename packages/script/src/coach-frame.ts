import type { Draft } from './coach-drafts.ts';
import type { Measure } from './coach-leaf.ts';
import { isEasy, type Node, type StepNode } from './coach-nodes.ts';
import type { Target } from './workout.ts';

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
  /** The run that the work is inside of, and whether it says that the rest of it is easy. */
  inside: StepNode | undefined;
  isRestSaid: boolean;
  /** The length of what is only counted: "400s: 10 in 92". */
  each: Measure | undefined;
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
  inside: undefined,
  isRestSaid: false,
  each: undefined,
};

/** A way to go on, with its price. */
export type Attached = readonly [Frame, number];

/** Behind a plus, an arrow, or a word such as then. */
export function isNext({ sep }: Draft): boolean {
  return sep === '+' || sep === '->' || sep === 'next';
}

export function add(frame: Frame, ...nodes: readonly Node[]): Frame {
  const isWork = nodes.some((node) => node.kind === 'repeat' || node.role === undefined);
  return { ...frame, nodes: [...frame.nodes, ...nodes], head: isWork ? undefined : frame.head };
}

export function replaceLast(frame: Frame, ...nodes: readonly Node[]): Frame {
  return { ...frame, nodes: [...frame.nodes.slice(0, -1), ...nodes] };
}

export function stepOf(draft: Draft, slots: Partial<StepNode> = {}): StepNode {
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
    isPart: draft.part !== undefined,
    ...slots,
  };
}

export function restOf(draft: Draft, measure = draft.measures[0]): StepNode {
  const rec = draft.rec ?? (isEasy(draft.target) ? undefined : '');
  return stepOf(draft, {
    measure,
    rec: rec ?? 'easy',
    target: draft.target,
    note: rec === 'float' ? 'float' : undefined,
    isBetween: draft.between !== undefined && draft.between !== 'each',
  });
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

export const TIGHT: Record<string, number> = {
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
  '->': 0.9,
};
