import { MAX_NOTE_LENGTH } from './workout.ts';

/** Something to say about a script, at a range of its characters, and the edits that would fix it. */
export type Diagnostic = {
  code: DiagnosticCode;
  /** An error keeps the workout from a watch; advice keeps it from nothing. */
  severity: 'error' | 'advice';
  from: number;
  to: number;
  message: string;
  fixes: Fix[];
};

export type DiagnosticCode = MistakeCode | AdviceCode;

/** Edits of the original text, in its order; they never overlap. */
export type Fix = { label: string; edits: Edit[] };

export type Edit = { from: number; to: number; insert: string };

export const MISTAKE_CODES = [
  'amount-out-of-range',
  'being-read',
  'between-not-last',
  'clock-out-of-range',
  'count-out-of-range',
  'empty-repeat',
  'heart-rate-out-of-range',
  'invalid-character',
  'minutes-or-metres',
  'missing-plus',
  'missing-step',
  'nested-too-deep',
  'number-needs-unit',
  'one-of-several',
  'pace-out-of-range',
  'part-or-step',
  'recovery-or-step',
  'repeat-needs-count',
  'target-not-a-race',
  'target-twice',
  'time-or-pace',
  'too-long',
  'unclosed-parenthesis',
  'unknown-amount',
  'unknown-word',
  'unopened-parenthesis',
  'vague-effort',
  'zero-amount',
  'zone-out-of-range',
] as const;

export type MistakeCode = (typeof MISTAKE_CODES)[number];

export const ADVICE_CODES = [
  'effort-without-pace',
  'faster-than-record',
  'hard-without-recovery',
  'long-interval',
  'long-repetition',
  'long-threshold',
  'long-workout',
  'too-many-steps',
  'zone-on-short-recovery',
] as const;

export type AdviceCode = (typeof ADVICE_CODES)[number];

/** A range of characters. */
export type Span = { from: number; to: number };

/** Reports a mistake, or asks which of several readings is meant; the first is the likeliest. */
export type Ask = (code: MistakeCode, span: Span, message: string, fixes: Fix[]) => void;

/** The text with a fix or another list of edits made. */
export function applyFix(text: string, { edits }: Pick<Fix, 'edits'>): string {
  let fixed = '';
  let end = 0;
  for (const { from, to, insert } of edits) {
    fixed += text.slice(end, from) + insert;
    end = to;
  }
  return fixed + text.slice(end);
}

export function change({ from, to }: Span, insert: string, label = `Change to ${insert}`): Fix {
  return edit(label, from, to, insert);
}

export function edit(label: string, from: number, to: number, insert: string): Fix {
  return { label, edits: [{ from, to, insert }] };
}

/** Puts words in quotation marks, which makes them a note (L10). */
export function keepAsNote(text: string, { from, to }: Span, before = ''): Fix {
  return edit(KEEP_AS_NOTE, from, to, `${before}"${noteText(text.slice(from, to))}"`);
}

export const KEEP_AS_NOTE = 'Keep it as a note';

/** A text as a note can hold it. */
export function noteText(text: string): string {
  return text
    .replaceAll(/["\u201c\u201d]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_NOTE_LENGTH)
    .trim();
}

/** A fix that lets no two words grow together. Only a count and its x do. */
export function separateWords(text: string, { label, edits }: Fix): Fix {
  const spaced = edits.map(({ from, to, insert }) => {
    const [isWordBefore, isWordAfter] = [isInWord(text, from - 1), isInWord(text, to)];
    if (insert === '') return { from, to, insert: isWordBefore && isWordAfter ? ' ' : '' };
    const isCount = /^\d+$/.test(insert) && /x/i.test(text.charAt(to));
    // The hyphen of M-pace ties two words together, and one between steps does not.
    const isHyphenBefore =
      /^[a-z]/i.test(insert) && /[a-z]-$/i.test(text.slice(Math.max(0, from - 2), from));
    // A comma between digits, or a hyphen, would make one number of two.
    const isNumberBefore =
      /^\d/.test(insert) && /\d[,.:-]$/.test(text.slice(Math.max(0, from - 2), from));
    const isTied = isHyphenBefore || isNumberBefore || (/^(?!x)\w/i.test(insert) && isWordBefore);
    const before = isTied ? ' ' : '';
    const after = /\w$/.test(insert) && isWordAfter && !isCount ? ' ' : '';
    return { from, to, insert: before + insert + after };
  });
  return { label, edits: spaced };
}

export function remove({ from, to }: Span, label: string): Fix {
  return { label, edits: [{ from, to, insert: '' }] };
}

/** Takes a step or repeat out, and the plus that joined it. */
export function removeItem(text: string, { from, to }: Span): Fix {
  const before = text.slice(0, from).trimEnd();
  const after = text.slice(to);
  const label = 'Remove it';
  if (before.endsWith('+'))
    return remove({ from: before.slice(0, -1).trimEnd().length, to }, label);
  const plus = /^\s*\+\s*/.exec(after)?.[0].length ?? 0;
  return remove({ from, to: to + plus }, label);
}

/** Letters and digits grow together, and so do numbers at a point or colon. */
function isInWord(text: string, at: number): boolean {
  return /[\p{L}\p{M}\p{N}_.:\ud800-\udfff]/u.test(text.charAt(at));
}
