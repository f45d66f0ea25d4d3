import { secondReader, secondReaderState } from '#second-reader';

import { adviceOn } from './advice.ts';
import {
  separateWords,
  type AdviceCode,
  type Ask,
  type Diagnostic,
  type MistakeCode,
  type Span,
} from './diagnostics.ts';
import { highlightTokens, type Highlight } from './highlight.ts';
import { readMeaning, type Place } from './meaning.ts';
import {
  resolveWorkout,
  type AthleteSpeeds,
  type ResolvedWorkout,
  type Totals,
} from './resolve.ts';
import { tokenize } from './tokenize.ts';
import { isPlainText, REPEATED_METRES, type Token } from './tokens.ts';
import { parseTree } from './tree.ts';
import type { TextReading } from './two-opinions.ts';
import {
  countUnrolledSteps,
  MAX_SCRIPT_LENGTH,
  MAX_UNROLLED_STEPS,
  type Workout,
} from './workout.ts';
import { limitWork, TooMuchWork, type Spend, type Work } from './work.ts';
import { writeScript } from './write.ts';

export type ReadOptions = {
  /** The paces for the totals and the advice; the default ranges if there are none. */
  speeds?: AthleteSpeeds | undefined;
  /** Kinds of advice not to give. */
  withoutAdvice?: readonly AdviceCode[] | undefined;
  /** Counts the work of this reading, too. */
  work?: Work | undefined;
};

/** A mistake never hides the parts that were understood. */
export type ScriptReading = {
  workout: Workout;
  /** One for every repeat and step, in the order they are written. */
  places: Place[];
  /** Mistakes and advice, in the order of their places. */
  diagnostics: Diagnostic[];
  totals: Totals;
  /** Words before a colon that name what follows. They are no part of the workout. */
  headings: Span[];
};

/** A reading with all that an editor shows of it. */
export type ScriptPreview = ScriptReading & { resolved: ResolvedWorkout; highlights: Highlight[] };

/** Reads a script. Never throws, never drops text without a diagnostic. */
export function readScript(text: string, options: ReadOptions = {}): ScriptReading {
  return readResolved(readText(text, options.work), text, options).reading;
}

/** Reads a script to show it: its tokens are coloured and its steps resolved in the same pass. */
export function previewScript(text: string, options: ReadOptions = {}): ScriptPreview {
  const read = readText(text, options.work);
  const { reading, resolved } = readResolved(read, text, options);
  return { ...reading, resolved, highlights: highlightTokens(read.tokens ?? tokenize(text)) };
}

function readResolved(
  { workout, places, diagnostics, headings }: TextReading,
  text: string,
  { speeds, withoutAdvice = [] }: ReadOptions,
): { reading: ScriptReading; resolved: ResolvedWorkout } {
  const resolved = resolveWorkout(workout, speeds);
  const advice = adviceOn(resolved, places, text).filter(
    ({ code }) => !withoutAdvice.some((muted) => muted === code),
  );
  const reading = {
    workout,
    places,
    diagnostics: eachOnce([...diagnostics, ...advice]).sort((a, b) => a.from - b.from),
    totals: resolved.totals,
    headings,
  };
  return { reading, resolved };
}

/** Two stages may ask the same, and steps of one place have the same advice. The first knows more answers. */
function eachOnce(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const places = new Map<string, Diagnostic>();
  for (const one of diagnostics.toReversed()) places.set(`${one.code} ${one.from} ${one.to}`, one);
  return [...places.values()].toReversed();
}

/** F1, F2: the one spelling of what a script means. A script with mistakes is left alone. */
export function formatScript(text: string): string {
  const { workout, diagnostics } = readText(text);
  return diagnostics.length > 0 ? text : writeScript(workout);
}

/** Text to tokens, tokens to a tree, the tree to a workout. Each stage reports what it cannot read. */
export function readText(text: string, work: Work = { used: 0 }): TextReading {
  if (text.length > MAX_SCRIPT_LENGTH) {
    const [most, these] = [grouped(MAX_SCRIPT_LENGTH), grouped(text.length)];
    return unread(text, `Scripts can have up to ${most} characters. This one has ${these}`);
  }
  try {
    const spend = limitWork(work, MAX_WORK);
    const read = readWithin(text, spend);
    const isRefused = !LISTED.test(text) && read.diagnostics.some(({ code }) => REFUSED.has(code));
    if (isRefused || isShortForm(text, read.tokens ?? [])) return read;
    const reader = secondReader();
    return reader
      ? reader.weighOpinions(text, read, spend, (script) => readWithin(script, spend))
      : unfinished(text, read);
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    return unread(text, 'This text is too complicated to read. Shorten it or split it up');
  }
}

/** Four times the work of an ordinary script of the greatest length. */
const MAX_WORK = 100_000;

/** Writing a mistake, and each edit of its fixes, takes about as long as this many looks at a token. */
const WORK_OF_MISTAKE = 10;
const WORK_OF_EDIT = 8;

function unread(text: string, message: string): TextReading {
  const place = { from: 0, to: text.length };
  return {
    workout: { items: [] },
    places: [],
    diagnostics: [{ code: 'too-long', severity: 'error', ...place, message, fixes: [] }],
    headings: [],
  };
}

/** Whether the text has no word but those of the short form. */
function isShortForm(text: string, tokens: readonly Token[]): boolean {
  return (
    isPlainText(tokens) &&
    !REPEATED_METRES.test(text) &&
    !tokens.some(({ kind, from, to }) => kind === 'unknown' && WORD.test(text.slice(from, to)))
  );
}

const WORD = /[\p{L}\p{M}]/u;

/** A text that waits for the second reader: what is found may change, so nothing of it is certain. */
function unfinished(text: string, read: TextReading): TextReading {
  const message =
    secondReaderState() === 'failed'
      ? 'Couldn’t load what reads this text. Go online and try again'
      : 'Reading…';
  const place = { from: 0, to: text.length };
  return {
    ...read,
    places: read.places.map((each) => ({ ...each, isUnclear: true })),
    diagnostics: [{ code: 'being-read', severity: 'error', ...place, message, fixes: [] }],
  };
}

function readWithin(text: string, spend: Spend): TextReading {
  const diagnostics: Diagnostic[] = [];
  const ask: Ask = (code, { from, to }, message, fixes) => {
    const edits = fixes.reduce((sum, fix) => sum + fix.edits.length, 0);
    spend(WORK_OF_MISTAKE + WORK_OF_EDIT * edits);
    const separated = fixes.map((fix) => separateWords(text, fix));
    diagnostics.push({ code, severity: 'error', from, to, message, fixes: separated });
  };
  const tokens: Token[] = tokenize(text);
  spend(tokens.length);
  const tree = parseTree(tokens, text, ask, spend);
  const { items, places } = readMeaning(tree.items, tokens, text, ask);
  const steps = countUnrolledSteps(items);
  if (steps > MAX_UNROLLED_STEPS) {
    const [most, these] = [grouped(MAX_UNROLLED_STEPS), grouped(steps)];
    ask(
      'too-long',
      { from: 0, to: text.length },
      `Workouts can have up to ${most} steps, counting every rep. This one has ${these}`,
      [],
    );
  }
  const { headings, items: nodes } = tree;
  return { workout: { items }, places, diagnostics, headings, tokens, nodes };
}

/** What no other reading makes right: too much of something. */
const REFUSED: ReadonlySet<string> = new Set<MistakeCode>([
  'amount-out-of-range',
  'clock-out-of-range',
  'heart-rate-out-of-range',
  'nested-too-deep',
  'too-long',
  'zero-amount',
  'zone-out-of-range',
]);

/** "2x(800,600,400)": no thousands. */
const LISTED = /\d00,\d00,\d00(?!\d)/;

/** 12345 as 12,345. */
function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
