import { change, remove } from './diagnostics.ts';
import type { Token } from './tokens.ts';
import type { Reader } from './tree-reader.ts';

/** L7, L9: marks that join nothing, and brackets of another kind than the one they close. */
export function checkMarks(reader: Reader): void {
  const open: Token[] = [];
  /** Nothing to join yet, something, or a mark on this line already. */
  let state: 'start' | 'joinable' | 'marked' = 'start';
  let unread = 0;
  /** A mark that still has to join something. */
  let pending: Token | undefined;
  for (const token of reader.tokens) {
    if (token.kind === ')') reportTrailing(reader, pending);
    if (token.kind !== 'join' || !isMark(reader, token)) pending = undefined;
    else if (state === 'joinable') pending = token;
    if (state === 'marked' && hasBreak(reader.text.slice(unread, token.from))) state = 'joinable';
    unread = token.from;
    if (token.kind !== 'join') state = token.kind === '(' ? 'start' : 'joinable';
    else if (!isMark(reader, token)) state = state === 'start' ? 'joinable' : state;
    // A plus has its own mistakes.
    else if (state !== 'joinable' && reader.textOf(token) !== '+') reportStray(reader, token);
    else {
      state = 'marked';
      unread = token.to;
    }
    if (token.kind === '(') open.push(token);
    if (token.kind === ')') checkBracket(reader, open.pop(), token);
  }
  reportTrailing(reader, pending);
}

/** The punctuation of a sentence may end a script or a group; another mark joins, so something is missing behind it. */
function reportTrailing(reader: Reader, mark: Token | undefined): void {
  if (mark && !/^[+.,;]$/.test(reader.textOf(mark))) reportStray(reader, mark);
}

/** Not a word such as "then", nor a line break with its bullet. */
function isMark(reader: Reader, { from, to, value }: Token): boolean {
  return value !== '\n' && !/\p{L}/u.test(reader.text.slice(from, to));
}

function hasBreak(text: string): boolean {
  return /[\r\n]/.test(text);
}

function reportStray(reader: Reader, token: Token): void {
  const mark = reader.textOf(token);
  reader.ask('invalid-character', token, `“${mark}” doesn’t mean anything here`, [
    remove(token, `Remove ${mark}`),
  ]);
}

const CLOSING: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

function checkBracket(reader: Reader, open: Token | undefined, close: Token): void {
  const due = open && CLOSING[reader.textOf(open)];
  if (!open || !due || reader.textOf(close) === due) return;
  reader.ask(
    'invalid-character',
    close,
    `“${reader.textOf(close)}” doesn’t close “${reader.textOf(open)}”`,
    [change(close, due)],
  );
}
