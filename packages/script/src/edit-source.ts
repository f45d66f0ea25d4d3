import type { Place } from './meaning.ts';
import { numberItems, type NumberedItem } from './operations.ts';
import { readText } from './read.ts';
import type { Token } from './tokens.ts';
import type { Node } from './tree-nodes.ts';

/** A script with the place of every part, to be edited. */
export type Source = {
  text: string;
  tokens: readonly Token[];
  places: readonly Place[];
  items: NumberedItem[];
  mistakes: readonly string[];
  /** Of every repeat and step, by its number. */
  parts: Part[];
};

export type Part = {
  node: Node;
  item: NumberedItem;
  parent: number | undefined;
  /** The numbers of all that are in the same list, and its position among them. */
  siblings: number[];
  index: number;
};

export function readSource(text: string): Source {
  const { workout, nodes = [], places, diagnostics, tokens = [] } = readText(text);
  const items = numberItems(workout.items);
  const parts: Part[] = [];
  const list = (inner: NumberedItem[], tree: readonly Node[], parent: number | undefined) => {
    const siblings: number[] = [];
    for (const [index, item] of inner.entries()) {
      const node = tree[index];
      if (!node) continue;
      const number = parts.length;
      siblings.push(number);
      parts.push({ node, item, parent, siblings, index });
      if (item.kind === 'repeat' && node.kind === 'repeat') list(item.items, node.items, number);
    }
  };
  list(items, nodes, undefined);
  const mistakes = diagnostics.map(({ code }) => code);
  return { text, items, mistakes, parts, tokens, places };
}
