import type { Span } from './diagnostics.ts';
import type { Part, Source } from './edit-source.ts';
import {
  flatten,
  type NumberedItem,
  type NumberedRepeat,
  type NumberedStep,
} from './operations.ts';
import { editSpan, type Piece } from './pieces.ts';
import { respellCount, respellStep } from './respell.ts';
import { firstFrom, type Token } from './tokens.ts';
import { writeScript, writeStep } from './write.ts';

/** How far a text may change around an operation, from its own words to the whole of it. */
export type Style = {
  /** Whether new joins are like those beside them. */
  isLocalJoin?: boolean;
  /** Repeats with other items or other neighbours than before: as they were, in parentheses, or in the short form. */
  repeats: 'as-before' | 'in-parentheses' | 'short';
};

/** The same steps and repeats as before, some of them changed. Undefined if there are others, or another order. */
export function renderInPlace(
  { text, tokens, parts }: Source,
  items: readonly NumberedItem[],
  written: ReadonlySet<number>,
): Piece[] | undefined {
  const all = flatten(items);
  if (all.length !== parts.length || all.some(({ node }, index) => node !== index))
    return undefined;
  const edits = all.flatMap((item, index) => {
    const part = parts[index];
    if (item === part?.item && !written.has(index)) return [];
    if (item.kind === 'step' && part?.item.kind === 'step' && part.node.kind === 'step') {
      const { from, to } = part.node;
      if (written.has(index)) return [{ from, to, insert: writeStep(item) }];
      return respellStep(text, tokens, part.node, part.item, item);
    }
    if (item.kind === 'step' || part?.node.kind !== 'repeat' || item.count === part.node.count)
      return [];
    return respellCount(text, tokens, part.node, item.count) ?? [];
  });
  return editSpan({ from: 0, to: text.length }, edits);
}

/** A workout as pieces of the script it was made from. The steps at some positions are written in the short form. */
export function renderItems(
  source: Source,
  items: readonly NumberedItem[],
  style: Style,
  written: ReadonlySet<number>,
): Piece[] {
  const { text, parts } = source;
  const draft: Draft = { ...source, ...style, items, written, position: 0 };
  const [first, last] = [parts[0], parts[parts[0]?.siblings.at(-1) ?? -1]];
  return [
    leadOf(draft, first),
    ...renderList(draft, items, undefined),
    { from: last?.node.to ?? text.length, to: text.length },
  ];
}

/** A source with the workout that it becomes, and the position of the next repeat or step. */
type Draft = Omit<Source, 'items'> &
  Style & { items: readonly NumberedItem[]; written: ReadonlySet<number>; position: number };

/** The text before everything. A heading goes with the only step under it. */
function leadOf(draft: Draft, first: Part | undefined): Piece {
  const { text, parts, items } = draft;
  const [item] = items;
  const lead = { from: 0, to: first?.node.from ?? text.length };
  const own = item?.node === undefined ? undefined : parts[item.node];
  const gap = own?.parent === undefined ? gapBefore(draft, own) : undefined;
  if (!gap || isJoin(draft, gap) || items.some(({ node }) => node === 0)) return lead;
  const heading = tokensIn(draft, gap).find(({ kind }) => kind !== 'join');
  return { from: heading?.from ?? gap.from, to: gap.to };
}

function renderList(
  draft: Draft,
  list: readonly NumberedItem[],
  parent: number | undefined,
): Piece[] {
  const gaps = list.slice(1).map((item, index) => gapBetween(draft, list[index], item, parent));
  return list.flatMap((item, index) => {
    const isMoved = [gaps[index - 1], gaps[index]].some((gap) => gap && !gap.isOriginal);
    const rendered =
      item.kind === 'step' ? renderStep(draft, item) : renderRepeat(draft, item, isMoved);
    return [gaps[index - 1]?.piece ?? '', ...rendered];
  });
}

function renderStep(draft: Draft, step: NumberedStep): Piece[] {
  const { text, tokens, written } = draft;
  const part = partOf(draft, step);
  if (written.has(draft.position++) || part?.node.kind !== 'step' || part.item.kind !== 'step')
    return [writeStep(step)];
  if (step === part.item) return [{ from: part.node.from, to: part.node.to }];
  return editSpan(part.node, respellStep(text, tokens, part.node, part.item, step));
}

function renderRepeat(draft: Draft, repeat: NumberedRepeat, isMoved: boolean): Piece[] {
  const { text, tokens, repeats } = draft;
  const { count, items: list } = repeat;
  const node = partOf(draft, repeat)?.node;
  const size = flatten([repeat]).length;
  if (node?.kind === 'repeat' && !(isMoved && repeats !== 'as-before') && isSame(draft, repeat)) {
    draft.position += size;
    return [{ from: node.from, to: node.to }];
  }
  if (repeats === 'short') {
    draft.position += size;
    return [writeScript({ items: [repeat] })];
  }
  draft.position++;
  if (node?.kind !== 'repeat' || repeats === 'in-parentheses')
    return [`${count}x(`, ...renderList(draft, list, NEW_LIST), ')'];
  const inner = renderList(draft, list, repeat.node);
  const head = { from: node.from, to: node.items[0]?.from ?? node.to };
  const tail = { from: node.items.at(-1)?.to ?? node.to, to: node.to };
  const edit = count === node.count ? undefined : respellCount(text, tokens, node, count);
  const edited = (span: Span) =>
    editSpan(span, edit && edit.from >= span.from && edit.to <= span.to ? [edit] : []);
  return [...edited(head), ...inner, ...edited(tail)];
}

/** Whether a repeat and all that is in it is as it was before, and none of it is to be written in the short form. */
function isSame(draft: Draft, repeat: NumberedRepeat): boolean {
  const { written } = draft;
  const part = partOf(draft, repeat);
  if (!part) return false;
  const [now, before] = [flatten([repeat]), flatten([part.item])];
  return (
    now.length === before.length &&
    writeScript({ items: [repeat] }) === writeScript({ items: [part.item] }) &&
    now.every(
      ({ node }, index) => node === before[index]?.node && !written.has(draft.position + index),
    )
  );
}

/** The text between two items. One that was there before stays, whatever it is. */
function gapBetween(
  draft: Draft,
  before: NumberedItem | undefined,
  after: NumberedItem,
  parent: number | undefined,
): { piece: Piece; isOriginal: boolean } {
  const { parts, isLocalJoin } = draft;
  const [left, right] = [partOf(draft, lastOf(before)), partOf(draft, firstOf(after))];
  if (left && right && left.siblings === right.siblings && left.index < right.index) {
    const between = right.siblings.slice(left.index + 1, right.index + 1);
    const gaps = between.flatMap((number) => gapBefore(draft, parts[number]) ?? []);
    const isHome = left.parent === parent;
    const gap = (isHome && gaps.findLast((one) => !isJoin(draft, one))) || gaps.at(-1);
    const isOriginal =
      between.length === 1 && (isHome || (gap !== undefined && isJoin(draft, gap)));
    if (gap && isOriginal) return { piece: gap, isOriginal };
    if (gap && isHome && isLocalJoin) return { piece: gap, isOriginal };
  }
  const near = [
    gapBefore(draft, right?.parent === parent ? right : outermost(draft, right)),
    gapAfter(draft, left),
    gapBefore(draft, left),
    gapAfter(draft, right),
  ].find((gap) => gap && isJoin(draft, gap));
  return { piece: (isLocalJoin && near) || ' + ', isOriginal: false };
}

/** Of an item at the beginning of a repeat, the repeat. */
function outermost(draft: Draft, part: Part | undefined): Part | undefined {
  const { parts } = draft;
  if (part?.index !== 0 || part.parent === undefined) return part;
  return outermost(draft, parts[part.parent]);
}

function gapBefore(draft: Draft, part: Part | undefined): Span | undefined {
  const { parts } = draft;
  const before = part && parts[part.siblings[part.index - 1] ?? -1];
  return before && { from: before.node.to, to: part.node.from };
}

function gapAfter(draft: Draft, part: Part | undefined): Span | undefined {
  const { parts } = draft;
  return part && gapBefore(draft, parts[part.siblings[part.index + 1] ?? -1]);
}

function isJoin(draft: Draft, gap: Span): boolean {
  const inside = tokensIn(draft, gap);
  return inside.length > 0 && inside.every(({ kind }) => kind === 'join');
}

function tokensIn(draft: Draft, { from, to }: Span): Token[] {
  const { tokens } = draft;
  const inside: Token[] = [];
  for (let at = firstFrom(tokens, from); at < tokens.length; at++) {
    const token = tokens[at];
    if (!token || token.to > to) break;
    inside.push(token);
  }
  return inside;
}

function partOf(draft: Draft, item: NumberedItem | undefined): Part | undefined {
  const { parts } = draft;
  return item?.node === undefined ? undefined : parts[item.node];
}

/** A new repeat begins with the first item in it that was there before. */
function firstOf(item: NumberedItem | undefined): NumberedItem | undefined {
  return item?.kind === 'repeat' && item.node === undefined ? firstOf(item.items[0]) : item;
}

function lastOf(item: NumberedItem | undefined): NumberedItem | undefined {
  return item?.kind === 'repeat' && item.node === undefined ? lastOf(item.items.at(-1)) : item;
}

/** The parent of items between parentheses that were not there before. */
const NEW_LIST = -1;
