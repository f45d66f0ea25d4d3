import {
  change,
  type Edit,
  edit,
  type Fix,
  keepAsNote,
  remove,
  removeItem,
  type Span,
} from './diagnostics.ts';
import { type Aims, chooseTarget, keepBeside, listAims } from './targets.ts';
import { COMPARED } from './spellings.ts';
import type { Token } from './tokens.ts';
import { suggestSpellings } from './typos.ts';
import { isAmountKind, isConnector, type Phrase, shortened } from './tree-nodes.ts';
import type { Reader } from './tree-reader.ts';

/** Targets that are offered. */
const MAX_KEPT = 3;

/** Offers each target. The words that contradict it go, also those that the others allow beside them. */
export function reportTwice(reader: Reader, aims: Aims): void {
  const { target, others } = chooseTarget(aims, reader.isPlain);
  const chosen = target ?? aims.label;
  const all = listAims(aims).filter((token) => token === chosen || others.includes(token));
  const [, second] = all;
  if (!second) return;
  reader.spend(MAX_KEPT * all.length);
  const keep = (token: Token): Fix => ({
    label: `Keep ${reader.textOf(token)}`,
    edits: keepOnly(reader, token, aims),
  });
  reader.question(
    'target-twice',
    second,
    'A step can only have one target',
    all.slice(0, MAX_KEPT).map(keep),
  );
}

/** The chosen target takes the place of the first that goes, so that the words around it are read as before. */
function keepOnly(reader: Reader, chosen: Token, aims: Aims): Edit[] {
  const staying = keepBeside(chosen, aims, reader.isPlain);
  const all = listAims(aims);
  const first = all.find((token) => !staying.includes(token));
  // In another order they could mean something else: "tempo at HMP" is not "HMP, tempo".
  const isPassed = ({ from }: Token) => first && from > first.from && from < chosen.from;
  const going = all.filter((token) => !staying.includes(token) || isPassed(token));
  const edits: Edit[] = [];
  if (first && first.from < chosen.from) {
    const starts = new Set(going.map(({ from }) => from));
    const between = reader.tokens.slice(
      reader.indexAt(first.from) + 1,
      reader.indexAt(chosen.from),
    );
    const isNextTo = between.every(
      (token) => isConnector(token) || token.kind === 'pace' || starts.has(token.from),
    );
    edits.push({
      from: first.from,
      to: isNextTo ? chosen.to : first.to,
      insert: reader.textOf(chosen),
    });
    if (!isNextTo) going.push(chosen);
  }
  for (const token of going.toSorted((a, b) => a.from - b.from)) {
    const end = edits.at(-1)?.to ?? 0;
    if (token.from >= end) edits.push(takeOut(reader, token, end));
  }
  return edits;
}

/** A target and the words that only tie it to the rest: "easy, at tempo pace". */
export function takeOut(reader: Reader, token: Token, end: number): Edit {
  let first = reader.indexAt(token.from);
  let last = first;
  // A role said twice, or the pace of "tempo pace".
  while (
    reader.tokens[last + 1]?.kind === 'pace' ||
    (token.kind === 'label' && reader.tokens[last + 1]?.kind === 'label')
  )
    last++;
  for (;;) {
    const before = reader.tokens[first - 1];
    if (!before || before.from < end || !isConnector(before)) break;
    first--;
  }
  const start = reader.text.slice(end, reader.tokens[first]?.from).trimEnd().length + end;
  return { from: start, to: reader.tokens[last]?.to ?? token.to, insert: '' };
}

/** The position of a word. A word where a pace is due may be one; words around a length behind a repeat may be its recovery. */
type WordPlace = 'pace' | 'behind-repeat' | 'elsewhere';

/** Most running is easy, so an unknown pace is. */
export function reportUnknown(
  reader: Reader,
  spans: readonly Span[],
  place: WordPlace = 'elsewhere',
): void {
  const span = { from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 };
  const words = shortened(reader.textOf(span));
  if (!/[\p{L}\d]/u.test(words)) {
    reader.question('invalid-character', span, `“${words}” doesn’t mean anything here`, [
      remove(span, `Remove ${words}`),
    ]);
    return;
  }
  const vague = reader.tokensIn(span).find(({ kind }) => kind === 'vague');
  const pace = vague?.value ?? 'E';
  const meant = suggestSpellings(reader.textOf(span));
  const isUnknownPace = place === 'pace' && meant.length === 0 && words.length > 2;
  const note = keepAsNote(reader.text, span);
  reader.question('unknown-word', span, `We don’t understand “${words}”`, [
    ...meant.map((word) => change(span, word)),
    note,
    ...(place === 'behind-repeat' ? recoveriesIn(reader, span) : []),
    ...(vague || isUnknownPace
      ? [change(span, `${pace} ${note.edits[0]?.insert}`, `At ${pace} pace`)]
      : []),
    remove(span, 'Remove it'),
  ]);
}

/** "6x800m @ 5k con 400m recupero": the one length among the words. */
function recoveriesIn(reader: Reader, span: Span): Fix[] {
  const figures = reader.tokensIn(span).filter(({ kind }) => isAmountKind(kind));
  const [length] = figures;
  if (!length || figures.length > 1 || COMPARED.test(reader.textOf(span))) return [];
  return [change(span, `w/ ${reader.textOf(length)} jog`, `${reader.textOf(length)} jog`)];
}

export function reportPlus(reader: Reader, pluses: readonly Token[], message: string): void {
  const span = { from: pluses[0]?.from ?? 0, to: pluses.at(-1)?.to ?? 0 };
  reader.question('missing-step', span, message, [remove(span, 'Remove the +')]);
}

/** A plus that joins nothing. Other marks may stand anywhere. */
export function reportJoins(reader: Reader, joins: readonly Token[], hasItem: boolean): void {
  const pluses = joins
    .filter(({ from }) => reader.text.charAt(from) === '+')
    .slice(hasItem ? 1 : 0);
  if (pluses.length > 0) reportPlus(reader, pluses, 'Something is missing before +');
}

export function reportEmpty(reader: Reader, span: Span): void {
  reader.question('empty-repeat', span, 'There’s nothing to repeat', [
    removeItem(reader.text, span),
  ]);
}

export function wrap(
  reader: Reader,
  label: string,
  from: number,
  to: number,
  count: number,
  token: Token,
): Fix {
  return {
    label,
    edits: [
      { from, to: from, insert: `${count}x(` },
      { from: reader.text.slice(0, to).trimEnd().length, to: token.to, insert: ')' },
    ],
  };
}

export function keepOpen(phrase: Phrase): Fix {
  return edit('Until you press lap', phrase.from, phrase.from, 'open ');
}
