import type { Gap, ResolvedItem, ResolvedStep, Siblings, UnrolledStep } from '@pacewright/script';

/** A repeat or step and its place in the tree. */
export type Part = {
  item: ResolvedItem;
  parent: number | undefined;
  /** Its position among the items of its repeat, or of the workout. */
  index: number;
  /** The numbers of all items of that list. */
  siblings: readonly number[];
  /** The number of the last step inside of it, or its own. */
  end: number;
};

/** All repeats and steps by their numbers, in the order they are written. */
export function listParts(items: readonly ResolvedItem[]): Part[] {
  const parts: Part[] = [];
  function add(list: readonly ResolvedItem[], parent: number | undefined): void {
    const siblings = list.map(({ node }) => node);
    for (const [index, item] of list.entries()) {
      const part = { item, parent, index, siblings, end: item.node };
      parts[item.node] = part;
      if (item.kind === 'repeat') add(item.items, item.node);
      part.end = parts.length - 1;
    }
  }
  add(items, undefined);
  return parts;
}

/** The smallest run of siblings that contains two steps: the steps, or the repeats around them. */
export function siblingsBetween(one: UnrolledStep, other: UnrolledStep): Siblings {
  const [path, otherPath] = [pathOf(one), pathOf(other)];
  const depth = path.findIndex((node, index) => node !== otherPath[index]);
  const [from, to] = depth === -1 ? [path.at(-1), path.at(-1)] : [path[depth], otherPath[depth]];
  return { first: Math.min(from ?? 0, to ?? 0), last: Math.max(from ?? 0, to ?? 0) };
}

function pathOf({ step, rounds }: UnrolledStep): number[] {
  return [...rounds.map(({ node }) => node), step.node];
}

export function isWithin(node: number, { first, last }: Siblings, parts: readonly Part[]): boolean {
  return node >= first && node <= (parts[last]?.end ?? last);
}

/** The steps inside of siblings, those of repeats included. */
export function stepsOf({ first, last }: Siblings, parts: readonly Part[]): ResolvedStep[] {
  return parts
    .slice(first, (parts[last]?.end ?? last) + 1)
    .flatMap(({ item }) => (item.kind === 'step' ? [item] : []));
}

/** All of a repeat is the repeat itself: it moves as one, and none is left empty. */
export function widen(nodes: Siblings, parts: readonly Part[]): Siblings {
  const { parent, siblings } = parts[nodes.first] ?? {};
  if (parent === undefined || siblings?.[0] !== nodes.first || siblings.at(-1) !== nodes.last)
    return nodes;
  return widen({ first: parent, last: parent }, parts);
}

/** The repeat whose count changes with these: around one step, or around all of its steps. */
export function repeatOf(nodes: Siblings, parts: readonly Part[]): number | undefined {
  const part = parts[nodes.first];
  if (!part) return undefined;
  if (nodes.first === nodes.last && part.item.kind === 'repeat') return nodes.first;
  const isAll = part.siblings[0] === nodes.first && part.siblings.at(-1) === nodes.last;
  return nodes.first === nodes.last || isAll ? part.parent : undefined;
}

/** A number of siblings from one on. */
export function siblingsFrom(first: number, count: number, parts: readonly Part[]): Siblings {
  const part = parts[first];
  return { first, last: part?.siblings[part.index + count - 1] ?? first };
}

export function countSiblings({ first, last }: Siblings, parts: readonly Part[]): number {
  return (parts[last]?.index ?? 0) - (parts[first]?.index ?? 0) + 1;
}

/** The next place earlier or later in the text, into repeats and out of them. */
export function nextGap(
  nodes: Siblings,
  direction: 1 | -1,
  parts: readonly Part[],
): Gap | undefined {
  const part = parts[nodes.first];
  if (!part) return undefined;
  const { parent, siblings } = part;
  const beside = direction === 1 ? (parts[nodes.last]?.index ?? 0) + 1 : part.index - 1;
  const neighbour = siblings[beside];
  if (neighbour === undefined) {
    const outer = parent === undefined ? undefined : parts[parent];
    return outer && { repeat: outer.parent, index: outer.index + (direction === 1 ? 1 : 0) };
  }
  const { item } = parts[neighbour] ?? {};
  if (item?.kind === 'repeat')
    return { repeat: neighbour, index: direction === 1 ? 0 : item.items.length };
  return { repeat: parent, index: direction === 1 ? beside + 1 : beside };
}

/**
 * The place before a step as it is run. Before the first step of a repeat it is outside; between two rounds it is at
 * the end of the repeat.
 */
export function gapBefore({ step, rounds }: UnrolledStep, parts: readonly Part[]): Gap {
  let part = parts[step.node];
  for (const { node, round } of rounds.toReversed()) {
    if (!part || part.index > 0) break;
    const repeat = parts[node];
    if (round > 1 && repeat?.item.kind === 'repeat')
      return { repeat: node, index: repeat.item.items.length };
    part = repeat;
  }
  return { repeat: part?.parent, index: part?.index ?? 0 };
}

/** Whether siblings that are moved to a gap stay where they are. */
export function isSamePlace(nodes: Siblings, gap: Gap, parts: readonly Part[]): boolean {
  const [first, last] = [parts[nodes.first], parts[nodes.last]];
  if (!first || !last) return true;
  // Nothing can be moved into itself.
  if (gap.repeat !== undefined && isWithin(gap.repeat, nodes, parts)) return true;
  return gap.repeat === first.parent && gap.index >= first.index && gap.index <= last.index + 1;
}
