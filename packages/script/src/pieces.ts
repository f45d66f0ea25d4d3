import type { Edit, Span } from './diagnostics.ts';

/** A part of a text that is made from another one: characters of that one, or new ones. */
export type Piece = Span | string;

/** The edits that turn a text into its pieces. Characters that keep their order are not touched. */
export function editsOf(text: string, pieces: readonly Piece[]): Edit[] {
  const edits: Edit[] = [];
  let [end, insert] = [0, ''];
  const push = (to: number) => {
    const edit = trimmed(text, { from: end, to, insert });
    if (edit.to > edit.from || edit.insert !== '') edits.push(edit);
  };
  const untouched = longestInOrder(pieces);
  for (const piece of pieces) {
    if (typeof piece === 'string') insert += piece;
    else if (!untouched.has(piece)) insert += text.slice(piece.from, piece.to);
    else {
      push(piece.from);
      [end, insert] = [piece.to, ''];
    }
  }
  push(text.length);
  return edits;
}

/** The characters of a span, with edits made to them. */
export function editSpan({ from, to }: Span, edits: readonly Edit[]): Piece[] {
  const pieces: Piece[] = [];
  let end = from;
  for (const edit of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    pieces.push({ from: end, to: edit.from }, edit.insert);
    end = edit.to;
  }
  return [...pieces, { from: end, to }];
}

/** The spans with the most characters that follow each other as they did before. */
function longestInOrder(pieces: readonly Piece[]): Set<Piece> {
  const chains: Chain[] = [];
  let longest: Chain | undefined;
  for (const span of pieces) {
    if (typeof span === 'string') continue;
    let before: Chain | undefined;
    for (const chain of chains)
      if (chain.span.to <= span.from && chain.length > (before?.length ?? 0)) before = chain;
    const chain = { span, before, length: (before?.length ?? 0) + span.to - span.from };
    chains.push(chain);
    if (chain.length > (longest?.length ?? 0)) longest = chain;
  }
  const spans = new Set<Piece>();
  for (let chain = longest; chain; chain = chain.before) spans.add(chain.span);
  return spans;
}

type Chain = { span: Span; before: Chain | undefined; length: number };

/** Without the characters that are the same before and after it. */
function trimmed(text: string, { from, to, insert }: Edit): Edit {
  let [start, end] = [0, 0];
  const most = Math.min(to - from, insert.length);
  while (start < most && text[from + start] === insert[start]) start++;
  while (end < most - start && text[to - 1 - end] === insert[insert.length - 1 - end]) end++;
  return {
    from: from + start,
    to: to - end,
    insert: insert.slice(start, insert.length - end),
  };
}
