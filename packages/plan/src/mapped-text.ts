import type { Edit, Span } from '@pacewright/script';

/** Text assembled from pieces of a source, each with its place there. */
export type MappedText = { text: string; pieces: readonly Piece[] };

/**
 * A piece of `source`, or of a `value` of a list, has the characters of its place. A `substitute` replaces them with
 * others.
 */
export type Piece = Span & { text: string; kind: 'source' | 'value' | 'substitute' };

export const EMPTY: MappedText = { text: '', pieces: [] };

export function mapSource(source: string, { from, to }: Span): MappedText {
  return assemble([{ kind: 'source', from, to, text: source.slice(from, to) }]);
}

export function substitute(text: string, { from, to }: Span): MappedText {
  return assemble([{ kind: 'substitute', from, to, text }]);
}

export function concat(...parts: readonly MappedText[]): MappedText {
  return assemble(parts.flatMap(({ pieces }) => pieces));
}

export function slice({ pieces }: MappedText, from: number, to: number): MappedText {
  const inside: Piece[] = [];
  const first = findPiece(pieces, from);
  let at = startsOf(pieces)[first] ?? 0;
  for (let index = first; index < pieces.length && at < to; index++) {
    const piece = pieces[index] as Piece;
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, piece.text.length)];
    if (start < end) inside.push(slicePiece(piece, start, end));
    at += piece.text.length;
  }
  return assemble(inside);
}

/** The first piece that ends behind an offset. */
function findPiece(pieces: readonly Piece[], offset: number): number {
  const starts = startsOf(pieces);
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle + 1] as number) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const starts = new WeakMap<readonly Piece[], Uint32Array>();

/** The offset of each piece, and of the end. */
function startsOf(pieces: readonly Piece[]): Uint32Array {
  const known = starts.get(pieces);
  if (known) return known;
  const offsets = new Uint32Array(pieces.length + 1);
  pieces.forEach(({ text }, index) => {
    offsets[index + 1] = (offsets[index] as number) + text.length;
  });
  starts.set(pieces, offsets);
  return offsets;
}

export function trim(mapped: MappedText): MappedText {
  const { text } = mapped;
  return slice(mapped, text.length - text.trimStart().length, text.trimEnd().length);
}

/** The same pieces as values of a list. */
export function asValue({ pieces }: MappedText): MappedText {
  return assemble(
    pieces.map((piece) => (piece.kind === 'source' ? { ...piece, kind: 'value' } : piece)),
  );
}

/** The place of a range in the source. A range within a substitute has the place of all of it. */
export function locate({ pieces }: MappedText, { from, to }: Span): Span {
  let index = findPiece(pieces, from);
  let at = startsOf(pieces)[index] ?? 0;
  let start: number | undefined;
  let end = pieces[index - 1]?.to ?? 0;
  for (; index < pieces.length; index++) {
    const piece = pieces[index] as Piece;
    const [first, last] = [from - at, Math.min(to - at, piece.text.length)];
    at += piece.text.length;
    if (last <= 0 && start !== undefined) break;
    if (first >= piece.text.length) {
      end = piece.to;
      continue;
    }
    const isExact = piece.kind !== 'substitute';
    start ??= isExact ? piece.from + Math.max(first, 0) : piece.from;
    if (last > 0) end = isExact ? piece.from + last : piece.to;
    if (to <= at) break;
  }
  return { from: start ?? end, to: Math.max(end, start ?? end) };
}

export function locateAll(mapped: MappedText): Span {
  return locate(mapped, { from: 0, to: mapped.text.length });
}

/** The same edit in the source, if it changes one piece only and that piece is no substitute. */
export function mapEdit(mapped: MappedText, edit: Edit): Edit | undefined {
  return findEdit(mapped, edit)?.edit;
}

/** The same edits in the source, if all of them change text that every week has, or all of them one value. */
export function mapEdits(mapped: MappedText, edits: readonly Edit[]): Edit[] | undefined {
  const found = edits.map((edit) => findEdit(mapped, edit));
  const owners = new Set(
    found.map((hit) => (hit?.piece.kind === 'value' ? hit.piece.from : hit?.piece.kind)),
  );
  const own = found.flatMap((hit) => (hit ? [hit.edit] : []));
  return own.length === edits.length && owners.size <= 1 ? own : undefined;
}

function findEdit(
  { pieces }: MappedText,
  { from, to, insert }: Edit,
): { edit: Edit; piece: Piece } | undefined {
  const hits: { edit: Edit; piece: Piece }[] = [];
  let at = 0;
  for (const piece of pieces) {
    const [start, end] = [from - at, to - at];
    at += piece.text.length;
    if (start < 0 || end > piece.text.length || piece.kind === 'substitute') continue;
    hits.push({ piece, edit: { from: piece.from + start, to: piece.from + end, insert } });
  }
  // An insertion between a list and the text beside it belongs to the text, which every week has.
  return hits.find(({ piece }) => piece.kind === 'source') ?? hits[0];
}

function assemble(pieces: readonly Piece[]): MappedText {
  const filled = pieces.filter(({ text }) => text !== '');
  return { text: filled.map(({ text }) => text).join(''), pieces: filled };
}

function slicePiece(piece: Piece, start: number, end: number): Piece {
  if (start === 0 && end === piece.text.length) return piece;
  const text = piece.text.slice(start, end);
  if (piece.kind === 'substitute') return { ...piece, text };
  return { ...piece, text, from: piece.from + start, to: piece.from + end };
}
