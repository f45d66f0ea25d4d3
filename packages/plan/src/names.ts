import { MAX_SCRIPT_LENGTH, tokenize, type DiagnosticCode } from '@pacewright/script';

import { concat, locate, slice, substitute, type MappedText } from './mapped-text.ts';
import { maskQuotes } from './quotes.ts';
import { asWeekday } from './weekdays.ts';

/** P12. A name and its workout. */
export type NamedWorkout = {
  name: string;
  /** How many names are defined above it. */
  order: number;
  /** The text that replaces the name. */
  body: string;
  title: string;
  notes: string;
  /** Everything the script reader reports at the definition. */
  codes: ReadonlySet<DiagnosticCode>;
};

export type FindName = (word: string) => NamedWorkout | undefined;

/** The content with each name that is used as a step replaced by its workout. */
export function expandNames(
  content: MappedText,
  findName: FindName,
): { expanded: MappedText; names: NamedWorkout[] } {
  const parts: MappedText[] = [];
  const names: NamedWorkout[] = [];
  let from = 0;
  let length = 0;
  for (const match of maskQuotes(content.text).matchAll(WHOLE_STEP)) {
    const [all, before = '', word = ''] = match;
    const named = findName(word);
    if (!named) continue;
    // The script reader refuses a longer text, and names that double each other grow without end.
    length += named.body.length;
    if (length > 2 * MAX_SCRIPT_LENGTH) break;
    names.push(named);
    const span = { from: match.index + before.length, to: match.index + all.length };
    parts.push(slice(content, from, span.from), substitute(named.body, locate(content, span)));
    from = span.to;
  }
  if (names.length === 0) return { expanded: content, names };
  return { expanded: concat(...parts, slice(content, from, content.text.length)), names };
}

/** A word between two joins, with the white space before it apart. */
export const WHOLE_STEP =
  /((?:^|(?<=[+(,;\n])|(?<=\s(?:and|then)\s))\s*)([a-z][\w-]*)(?=\s*(?:$|[+),;\n])|\s+(?:and|then)\s)/gi;

/** Whether a word has a meaning in a plan, or in the short form of a script. */
export function isTakenName(name: string): boolean {
  const tokens = tokenize(name);
  const isScriptWord = tokens.some(
    ({ kind, isPlain }) => kind === 'join' || kind === 'or' || isPlain,
  );
  const isWhole = tokens.length === 1;
  return PLAN_WORDS.test(name) || asWeekday(name) !== undefined || (isWhole && isScriptWord);
}

const PLAN_WORDS = /^(?:rest|off|race|or|am|pm|like|plan|weeks?|wks?|x)$/i;
