import { adviceOn } from './advice.ts';
import { isCoachWord } from './coach-leaves.ts';
import { meaningOf, opinionOn, otherThan } from './coach-opinion.ts';
import {
  applyFix,
  change,
  separateWords,
  type AdviceCode,
  type Ask,
  type Diagnostic,
  type Fix,
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
import { isPlainText, tokenize, type Token } from './tokens.ts';
import { parseTree } from './tree.ts';
import type { Node } from './tree-nodes.ts';
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
  { workout, places, diagnostics, headings }: Text,
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
    diagnostics: [...diagnostics, ...advice].sort((a, b) => a.from - b.from),
    totals: resolved.totals,
    headings,
  };
  return { reading, resolved };
}

/** F1, F2: the one spelling of what a script means. A script with mistakes is left alone. */
export function formatScript(text: string): string {
  const { workout, diagnostics } = readText(text);
  return diagnostics.length > 0 ? text : writeScript(workout);
}

type Text = Pick<ScriptReading, 'workout' | 'places' | 'diagnostics' | 'headings'> & {
  /** None of a text that is too long to read. */
  tokens?: readonly Token[];
  nodes?: readonly Node[];
};

/** Text to tokens, tokens to a tree, the tree to a workout. Each stage reports what it cannot read. */
export function readText(text: string, work: Work = { used: 0 }): Text {
  if (text.length > MAX_SCRIPT_LENGTH) {
    const [most, these] = [grouped(MAX_SCRIPT_LENGTH), grouped(text.length)];
    return unread(text, `Scripts can have up to ${most} characters. This one has ${these}`);
  }
  try {
    const spend = limitWork(work, MAX_WORK);
    const read = readWithin(text, spend);
    const isAsked = read.diagnostics.some(({ severity }) => severity === 'error');
    const isRefused = read.diagnostics.some(({ code }) => REFUSED.has(code));
    const isWritten = isPlainText(read.tokens ?? []) && !hasKnownWord(text, read.tokens ?? []);
    if (isWritten || isRefused) return read;
    return isAsked ? withOpinion(text, read, spend) : withDoubt(text, read, spend);
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

function unread(text: string, message: string): Text {
  const place = { from: 0, to: text.length };
  return {
    workout: { items: [] },
    places: [],
    diagnostics: [{ code: 'too-long', severity: 'error', ...place, message, fixes: [] }],
    headings: [],
  };
}

function readWithin(text: string, spend: Spend): Text {
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

/** Questions about words or figures without a meaning. Others ask which of two meanings a text has. */
const NOT_UNDERSTOOD: ReadonlySet<string> = new Set<MistakeCode>([
  'between-not-last',
  'missing-plus',
  'number-needs-unit',
  'pace-out-of-range',
  'unknown-word',
]);

/** Questions about what belongs to what, which the prices of the ways answer where one is far cheaper. */
const SETTLED: ReadonlySet<string> = new Set<MistakeCode>([
  'minutes-or-metres',
  'part-or-step',
  'recovery-or-step',
  'repeat-needs-count',
  'target-twice',
]);

/** What no other reading makes right: too much of something. */
const REFUSED: ReadonlySet<string> = new Set<MistakeCode>([
  'amount-out-of-range',
  'clock-out-of-range',
  'count-out-of-range',
  'heart-rate-out-of-range',
  'nested-too-deep',
  'too-long',
  'zero-amount',
  'zone-out-of-range',
]);

/** Whether a word that the short form lacks is one of coaches, and not one that is being typed. */
function hasKnownWord(text: string, tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ kind, from, to }) =>
      kind === 'unknown' &&
      text
        .slice(from, to)
        .split(/[^\p{L}\p{M}]+/u)
        .some((word) => word.length > 1 && isCoachWord(word.toLowerCase())),
  );
}

/**
 * A text with words that were not understood is read once more as coaches write. The one meaning that is found settles
 * all questions; of several, the likeliest is the best guess, and each is an answer to the first question.
 */
function withOpinion(text: string, read: Text, spend: Spend): Text {
  const { certain, likely } = opinionOn(text, spend, (script) => readWithin(script, spend));
  const { tokens = [], headings } = read;
  const [best] = likely;
  const [first, ...others] = read.diagnostics;
  if (!best || !first || read.diagnostics.every(({ code }) => code === 'invalid-character'))
    return read;
  const codes = read.diagnostics.map(({ code }) => code);
  const isLost = codes.some((code) => NOT_UNDERSTOOD.has(code));
  // What the answers of the rules lead to.
  const reached = first.fixes.map((fix) => meaningAfter(text, fix, spend));
  const isBesides = !likely.some(({ workout }) => reached.includes(meaningOf(workout.items)));
  if (certain && (isLost || isBesides || codes.every((code) => SETTLED.has(code)))) {
    const { workout, nodes } = certain;
    return { workout, places: certain.places, diagnostics: [], headings: [], tokens, nodes };
  }
  const everything = { from: 0, to: text.length };
  const fixes = likely
    .filter(({ workout }) => others.length > 0 || !reached.includes(meaningOf(workout.items)))
    .map(({ script }) => change(everything, script));
  // The answer that leads to the likeliest reading is one of the first two.
  const isBest = (fix: Fix): boolean =>
    first.code !== 'vague-effort' &&
    reached[first.fixes.indexOf(fix)] === meaningOf(best.workout.items);
  const withBest = (some: readonly Fix[]): Fix[] => {
    const sorted = some.toSorted((a, b) => Number(isBest(b)) - Number(isBest(a)));
    return sorted[0] && isBest(sorted[0]) ? [...sorted, ...fixes] : [...fixes, ...sorted];
  };
  const [likeliest, ...rest] = first.fixes;
  const answers = isLost || !likeliest ? withBest(first.fixes) : [likeliest, ...withBest(rest)];
  const diagnostics = [{ ...first, fixes: answers }, ...others];
  const places = best.places.map((place) => ({ ...place, isUnclear: true }));
  return { workout: best.workout, places, diagnostics, headings, tokens };
}

function meaningAfter(text: string, fix: Fix, spend: Spend): string {
  return meaningOf(readWithin(applyFix(text, fix), spend).workout.items);
}

/** Two ways of reading that find different workouts: which is meant is asked, with both. */
function withDoubt(text: string, read: Text, spend: Spend): Text {
  const other = otherThan(read.workout, text, spend, (script) => readWithin(script, spend));
  const script = other && writeScript(read.workout);
  if (!other || readWithin(script ?? '', spend).diagnostics.length > 0) return read;
  const everything = { from: 0, to: text.length };
  const diagnostic: Diagnostic = {
    code: 'one-of-several',
    severity: 'error',
    ...everything,
    message: 'Which of these is it?',
    fixes: [other.script, script ?? ''].map((one) => change(everything, one, one)),
  };
  const places = other.places.map((place) => ({ ...place, isUnclear: true }));
  return {
    ...read,
    workout: other.workout,
    places,
    diagnostics: [...read.diagnostics, diagnostic],
  };
}

/** 12345 as 12,345. */
function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
