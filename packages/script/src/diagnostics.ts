/** Something to say about a script, at a range of its characters, and the edits that would mend it. */
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
  'clock-out-of-range',
  'count-out-of-range',
  'empty-repeat',
  'invalid-character',
  'minutes-or-metres',
  'missing-plus',
  'missing-step',
  'nested-too-deep',
  'number-needs-unit',
  'repeat-needs-count',
  'repeat-needs-parentheses',
  'target-not-a-race',
  'target-twice',
  'too-long',
  'unclosed-parenthesis',
  'unknown-amount',
  'unknown-word',
  'unopened-parenthesis',
  'zero-amount',
  'zone-out-of-range',
] as const;

export type MistakeCode = (typeof MISTAKE_CODES)[number];

export const ADVICE_CODES = [
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

/** The text with a fix made. */
export function applyFix(text: string, fix: Fix): string {
  let mended = '';
  let end = 0;
  for (const { from, to, insert } of fix.edits) {
    mended += text.slice(end, from) + insert;
    end = to;
  }
  return mended + text.slice(end);
}

export function change({ from, to }: Span, insert: string): Fix {
  return { label: `Change to ${insert}`, edits: [{ from, to, insert }] };
}

/** A fix that lets no two words grow together. Only a count and its x do. */
export function keptApart(text: string, { label, edits }: Fix): Fix {
  const spaced = edits.map(({ from, to, insert }) => {
    const [isWordBefore, isWordAfter] = [isInWord(text, from - 1), isInWord(text, to)];
    if (insert === '') return { from, to, insert: isWordBefore && isWordAfter ? ' ' : '' };
    const isCount = /^\d+$/.test(insert) && /x/i.test(text.charAt(to));
    const before = /^(?!x)\w/i.test(insert) && isWordBefore ? ' ' : '';
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

/** Puts a plus between two items, into the white space if that is all there is. */
export function insertPlus(text: string, from: number, to: number): Fix {
  const start = text.slice(from, to).trim() === '' ? from : to;
  return { label: 'Insert +', edits: [{ from: start, to, insert: ' + ' }] };
}

/** Letters and digits grow together, and so do numbers at a point or colon. */
export function isInWord(text: string, at: number): boolean {
  return /[\w.:]/.test(text.charAt(at));
}
