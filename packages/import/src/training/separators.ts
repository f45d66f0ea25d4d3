import { CELL_BREAK, type Line } from './clean.ts';

/** A cell of a row, and where it is in the source. */
export type Piece = {
  text: string;
  from: number;
  to: number;
  /** Its column of characters. */ at: number;
};

export type Separator = {
  name: string;
  split: (line: Line) => Piece[];
  /** Cells belong to the heading above them, not to the one with their number. */
  isAligned: boolean;
  /** Also common in sentences, so its rows must have as many cells as their head. */
  isWeak: boolean;
};

const MAX_PIECES = 60;

function pieceOf({ text, from }: Line, start: number, end: number): Piece {
  const raw = text.slice(start, end);
  const lead = raw.length - raw.trimStart().length;
  const bare = raw.trim();
  const isQuoted = bare.length > 1 && bare.startsWith('"') && bare.endsWith('"');
  return {
    text: (isQuoted ? bare.slice(1, -1).replaceAll('""', '"') : bare)
      .replaceAll(CELL_BREAK, '\n')
      .trim(),
    from: from + start + lead,
    to: from + start + lead + bare.length,
    at: start + lead,
  };
}

/** Between marks, unless they are in a quoted cell. */
function splitAt(mark: string, isTrimmed: boolean): Separator['split'] {
  return (line) => {
    const pieces: Piece[] = [];
    let start = 0;
    let isQuoted = false;
    for (let at = 0; at < line.text.length && pieces.length < MAX_PIECES; at++) {
      if (line.text[at] === '"' && (isQuoted || line.text.slice(start, at).trim() === ''))
        isQuoted = !isQuoted;
      else if (!isQuoted && line.text.startsWith(mark, at)) {
        pieces.push(pieceOf(line, start, at));
        start = at + mark.length;
        at = start - 1;
      }
    }
    pieces.push(pieceOf(line, start, line.text.length));
    if (isTrimmed && pieces[0]?.text === '') pieces.shift();
    if (isTrimmed && pieces.at(-1)?.text === '') pieces.pop();
    return pieces;
  };
}

function splitBlanks(pattern: RegExp): Separator['split'] {
  return (line) =>
    Array.from(line.text.matchAll(pattern), ({ index, 0: { length } }) =>
      pieceOf(line, index, index + length),
    ).slice(0, MAX_PIECES);
}

const COMMAS: Separator = {
  name: ',',
  split: splitAt(',', false),
  isAligned: false,
  isWeak: true,
};

export const SEPARATORS: readonly Separator[] = [
  { name: 'tab', split: splitAt('\t', false), isAligned: false, isWeak: false },
  { name: '|', split: splitAt('|', true), isAligned: false, isWeak: false },
  { name: ';', split: splitAt(';', false), isAligned: false, isWeak: false },
  { name: 'blanks', split: splitBlanks(/\S+(?: \S+)*/g), isAligned: true, isWeak: false },
  { name: ' / ', split: splitAt(' / ', false), isAligned: false, isWeak: true },
  { name: '/', split: splitAt('/', false), isAligned: false, isWeak: true },
  COMMAS,
  // Without a border, a first cell may be empty.
  { name: '|', split: splitAt('|', false), isAligned: false, isWeak: false },
  { name: 'blank', split: splitBlanks(/\S+/g), isAligned: false, isWeak: true },
];

/** The cells of a row in a table without a head of weekdays. */
export function cellsOf(line: Line, isCommas: boolean): Piece[] | undefined {
  if (isCommas && line.text.includes(',')) return COMMAS.split(line);
  const found = SEPARATORS.slice(0, 3).find(({ name }) =>
    line.text.trim().includes(name === 'tab' ? '\t' : name),
  );
  if (found) return found.split(line);
  return /^(?:date|day|datum|\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}\/\d{4})\s*,/i.test(line.body)
    ? COMMAS.split(line)
    : undefined;
}

/** Whether a line has its cells between commas. */
export function splitCommas(line: Line): Piece[] {
  return COMMAS.split(line);
}

export function isRule(text: string): boolean {
  return /^[\s|:;,+=_-]+$/.test(text) && /[-=_]/.test(text);
}
