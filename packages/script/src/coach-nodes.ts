import type { Amount, Step, Target, WorkoutItem } from './workout.ts';
import type { Place } from './meaning.ts';
import type * as Tree from './tree-nodes.ts';
import type { Measure } from './coach-leaf.ts';

/** The parts of a reading. Nodes are never changed, so readings may share them. */
export type StepNode = {
  kind: 'step';
  from: number;
  to: number;
  measure: Measure | undefined;
  target: Target | undefined;
  /** How a recovery is spent, or undefined for work. */
  rec: string | undefined;
  role: 'WU' | 'CD' | undefined;
  note: string | undefined;
  /** Where it goes whatever its place in the text. */
  place: 'front' | 'end' | 'here' | undefined;
  /** Steps of one list, as in 400-800-1200. */
  series: number | undefined;
  /** Left out in the last round. */
  isBetween: boolean;
  /** "First 3 miles …, next 3 …": one of the parts of a run. */
  isPart: boolean;
};

export type RepeatNode = {
  kind: 'repeat';
  from: number;
  to: number;
  count: number;
  items: readonly Node[];
};

export type Node = StepNode | RepeatNode;

/** A warm-up or a cool-down. */
export function isOfRole(node: Node): boolean {
  return node.kind === 'step' && node.role !== undefined;
}

export function isRest(node: Node | undefined): boolean {
  return node?.kind === 'step' && node.rec !== undefined;
}

export function hasRest({ items }: RepeatNode): boolean {
  return isRest(items.at(-1));
}

export function isEasy(target: Target | undefined): boolean {
  return target?.kind === 'pace' && target.pace === 'E';
}

/** Every working step, changed. */
export function mapWork(node: Node, change: (step: StepNode) => StepNode): Node {
  if (node.kind === 'repeat')
    return { ...node, items: node.items.map((item) => mapWork(item, change)) };
  return node.rec === undefined && node.role === undefined ? change(node) : node;
}

export function workOf(node: Node): readonly StepNode[] {
  if (node.kind === 'repeat') return node.items.flatMap(workOf);
  return node.rec === undefined && node.role === undefined ? [node] : [];
}

/** Steps in the order they are run: what warms up first, what cools down last. */
export function inOrder(nodes: readonly Node[]): readonly Node[] {
  const at = (node: Node): number =>
    node.kind === 'repeat' || node.place === 'here'
      ? 0
      : node.place === 'front' || node.role === 'WU'
        ? -1
        : node.place === 'end' || node.role === 'CD'
          ? 1
          : 0;
  return nodes.toSorted((a, b) => at(a) - at(b));
}

export function toItems(
  nodes: readonly Node[],
  places: Place[],
  isRepeated = false,
): WorkoutItem[] {
  return nodes.map((node, index): WorkoutItem => {
    places.push({ from: node.from, to: node.to, isUnclear: false });
    if (node.kind === 'repeat')
      return { kind: 'repeat', count: node.count, items: toItems(node.items, places, true) };
    return toStep(node, isRepeated && node.isBetween && index > 0 && index === nodes.length - 1);
  });
}

function toStep({ measure, target, rec, role, note }: StepNode, isBetween: boolean): Step {
  const amount: Amount = measure?.amount ?? { kind: 'open' };
  return {
    kind: 'step',
    amount,
    target: targetOf(target ?? raceIn(measure), rec, role),
    ...(role ? { role: role === 'WU' ? ('warm-up' as const) : ('cool-down' as const) } : {}),
    ...(note !== undefined && note !== '' ? { note } : {}),
    ...(isBetween ? { isBetween } : {}),
  };
}

/** A parkrun is a race, unless it is said how it is run. */
function raceIn(measure: Measure | undefined): Target | undefined {
  return measure?.unit === 'parkrun' ? { kind: 'race', metres: 5000 } : undefined;
}

function targetOf(
  target: Target | undefined,
  rec: string | undefined,
  role: string | undefined,
): Target {
  if (target && !(rec !== undefined && rec !== 'easy' && isEasy(target))) return target;
  if (rec === 'walk' || rec === 'rest' || rec === 'jog') return { kind: rec };
  if (rec === 'float') return { kind: 'none' };
  if (rec !== undefined) return { kind: 'jog' };
  return role ? { kind: 'pace', pace: 'E' } : { kind: 'none' };
}

/** The places of steps and repeats with the text around them, so that every word belongs to one. */
export function covering(places: readonly Place[], length: number): Place[] {
  const wide = places.map((place) => ({ ...place }));
  const ends = [...new Set(places.map(({ to }) => to))].toSorted((a, b) => a - b);
  for (const end of ends) {
    const isInside = places.some(({ from, to }) => from <= end && to > end);
    const next = Math.min(
      length,
      ...places.filter(({ from }) => from >= end).map(({ from }) => from),
    );
    if (!isInside) for (const place of wide) if (place.to === end) place.to = next;
  }
  const start = Math.min(...places.map(({ from }) => from));
  for (const place of wide) if (place.from === start) place.from = 0;
  return wide;
}

/** The same as the nodes of a script, to be edited in place. None if the text says things in another order. */
export function toTree(nodes: readonly Node[]): Tree.Node[] | undefined {
  const tree: Tree.Node[] = [];
  let end = 0;
  for (const node of nodes) {
    const { from, to } = node;
    if (from < end || to < from) return undefined;
    end = to;
    if (node.kind === 'repeat') {
      const items = toTree(node.items);
      if (!items || items.some((item) => item.from < from || item.to > to)) return undefined;
      tree.push({ kind: 'repeat', from, to, count: node.count, items, isUnclear: false });
    } else tree.push({ ...PLAIN_STEP, from, to });
  }
  return tree;
}

const PLAIN_STEP: Omit<Tree.StepNode, 'from' | 'to'> = {
  kind: 'step',
  amount: undefined,
  target: undefined,
  label: undefined,
  aims: { targets: [], recoveries: [], label: undefined },
  notes: [],
  isBetween: false,
  use: 'step',
  isUnclear: false,
  isRepeated: false,
};
