import { isDoubtful, isUnsaid } from './coach-doubt.ts';
import { isCoachWord, lexer, type Lexer } from './coach-leaves.ts';
import { hasLost } from './coach-lost.ts';
import { isOdd } from './coach-odd.ts';
import { MAX_LENGTH, readCoach, type CoachReading } from './coach-read.ts';
import { meaningOf, opinionOn, otherThan } from './coach-opinion.ts';
import {
  applyFix,
  change,
  type Diagnostic,
  type Fix,
  type MistakeCode,
  type Span,
} from './diagnostics.ts';
import type { Place } from './meaning.ts';
import { isPlainText, REPEATED_METRES, type Token } from './tokens.ts';
import type { Node } from './tree-nodes.ts';
import type { Workout, WorkoutItem } from './workout.ts';
import type { Spend } from './work.ts';
import { writeScript } from './write.ts';

/** What is found in a text, before advice. */
export type TextReading = {
  workout: Workout;
  places: Place[];
  diagnostics: Diagnostic[];
  headings: Span[];
  /** None of a text that is too long to read. */
  tokens?: readonly Token[];
  nodes?: readonly Node[] | undefined;
};

type Reread = (script: string) => TextReading;

/**
 * What a text means by its rules, `read`, and by the prices of its readings. Where both agree, or one is far likelier, that
 * is it; else it is asked.
 */
export function weighOpinions(
  text: string,
  read: TextReading,
  spend: Spend,
  reread: Reread,
): TextReading {
  const { tokens = [] } = read;
  const isPlain = isPlainText(tokens) && !REPEATED_METRES.test(text);
  if (isPlain && !hasKnownWord(text, tokens)) return read;
  const isAsked = read.diagnostics.some(({ severity }) => severity === 'error');
  const lex = lexer(text);
  const readings = readCoach(text, lex, spend);
  const weighed = isAsked
    ? withOpinion(text, read, readings, reread)
    : withDoubt(text, read, readings, reread);
  if (text.length > MAX_LENGTH || weighed.diagnostics.some(({ severity }) => severity === 'error'))
    return weighed;
  return isMisread(text, weighed.workout, lex)
    ? misread(text, weighed, readings, lex, reread)
    : weighed;
}

/** Whether a workout lacks something of its text, or is none that people run. */
function isMisread(text: string, workout: Workout, lex: Lexer): boolean {
  return isOdd(text, workout) || hasLost(text, workout, lex);
}

/** Asks about a workout that was found without a question, and is hardly meant. */
function misread(
  text: string,
  read: TextReading,
  readings: readonly CoachReading[],
  lex: Lexer,
  reread: Reread,
): TextReading {
  const found = meaningOf(read.workout.items);
  const better = opinionOn(text, read.workout, readings, reread).likely.find(
    ({ workout }) => meaningOf(workout.items) !== found && !isMisread(text, workout, lex),
  );
  return whichOf(text, read, better, reread);
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
  'time-or-pace',
]);

/** Whether a word that the short form lacks is one of coaches, and not one that is being typed. */
function hasKnownWord(text: string, tokens: readonly Token[]): boolean {
  const unknown = tokens.filter(({ kind }) => kind === 'unknown');
  return Array.from(text.matchAll(/(\d?)([\p{L}\p{M}]+)/gu)).some(
    ({ 0: all, 1: digit = '', 2: word = '', index }) => {
      const isUnknown = unknown.some(({ from, to }) => from < index + all.length && index < to);
      // "400j" is a jog, and "j" alone the beginning of a word.
      return isUnknown && (word.length > 1 || digit !== '') && isCoachWord(word.toLowerCase());
    },
  );
}

/**
 * A text with words that were not understood is read once more as coaches write. The one meaning that is found settles
 * all questions; of several, the likeliest is the best guess, and each is an answer to the first question.
 */
function withOpinion(
  text: string,
  read: TextReading,
  readings: readonly CoachReading[],
  reread: Reread,
): TextReading {
  const { certain, likely } = opinionOn(text, read.workout, readings, reread);
  const { tokens = [], headings } = read;
  const [best] = likely;
  const [first, ...others] = read.diagnostics;
  if (!best || !first) return read;
  const codes = read.diagnostics.map(({ code }) => code);
  if (codes.every((code) => code === 'invalid-character')) {
    const isDoubled = read.diagnostics.every(({ from }) =>
      text.slice(from - 1, from + 2).includes('//'),
    );
    return certain && isDoubled ? settled(certain, tokens) : read;
  }
  const isLost = codes.some((code) => NOT_UNDERSTOOD.has(code));
  if (certain && (isLost || codes.every((code) => SETTLED.has(code))))
    return settled(certain, tokens);
  // What the answers of the rules lead to.
  const reached = first.fixes.map((fix) => meaningAfter(text, fix, reread));
  const isBesides = !likely.some(({ workout }) => reached.includes(meaningOf(workout.items)));
  if (certain && isBesides) return settled(certain, tokens);
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

function settled(
  { workout, places, nodes }: CoachReading,
  tokens: readonly Token[] | undefined,
): TextReading {
  return { workout, places, diagnostics: [], headings: [], tokens: tokens ?? [], nodes };
}

function meaningAfter(text: string, fix: Fix, reread: Reread): string {
  return meaningOf(reread(applyFix(text, fix)).workout.items);
}

/** Two ways of reading that find different workouts: which is meant is asked, with both. */
function withDoubt(
  text: string,
  read: TextReading,
  readings: readonly CoachReading[],
  reread: Reread,
): TextReading {
  if (isDoubtful(text) || isUnsaid(text))
    return whichOf(text, read, opinionOn(text, read.workout, readings, reread).likely[0], reread);
  const other = otherThan(read.workout, readings, reread);
  if (!other) return withPaces(read, readings);
  const { certain } = opinionOn(text, read.workout, readings, reread);
  // What the rules found costs too much to be meant.
  if (certain?.script === other.script) return settled(certain, read.tokens);
  return whichOf(text, read, other, reread);
}

/** Asks whether what the rules found is meant, or another reading. */
function whichOf(
  text: string,
  read: TextReading,
  other: (CoachReading & { script: string }) | undefined,
  reread: Reread,
): TextReading {
  const script = writeScript(read.workout);
  const isWritten = reread(script).diagnostics.length === 0;
  const scripts = [...new Set([...(other ? [other.script] : []), ...(isWritten ? [script] : [])])];
  if (scripts.length === 0) return read;
  const everything = { from: 0, to: text.length };
  const diagnostic: Diagnostic = {
    code: 'one-of-several',
    severity: 'error',
    ...everything,
    message: scripts.length > 1 ? 'Which of these is it?' : 'Is this what it means?',
    fixes: scripts.map((one) => change(everything, one, one)),
  };
  const { workout, places } = other ?? read;
  return {
    ...read,
    workout,
    places: places.map((place) => ({ ...place, isUnclear: true })),
    diagnostics: [...read.diagnostics, diagnostic],
  };
}

/** "5 x (2k @ 4:20, 1k @ 4:00)": in a change of paces, a time for a kilometre is one of them. The runner runs the same. */
function withPaces(read: TextReading, [best]: readonly CoachReading[]): TextReading {
  if (!best || meaningOf(best.workout.items) !== meaningOf(read.workout.items)) return read;
  return { ...read, workout: { items: pacesOf(read.workout.items, best.workout.items) } };
}

function pacesOf(items: readonly WorkoutItem[], others: readonly WorkoutItem[]): WorkoutItem[] {
  return items.map((item, index) => {
    const other = others[index];
    if (item.kind === 'repeat')
      return other?.kind === 'repeat' ? { ...item, items: pacesOf(item.items, other.items) } : item;
    const isChange = items.length > 1 && items.every(isTimed);
    if (other?.kind !== 'step') return item;
    const isPace = isChange && other.target.kind === 'stated';
    // "8 x 400 (200 jog), 4 min, 8 x 200": what stands between two repeats.
    const isRest =
      item.target.kind === 'none' && item.note === undefined && other.target.kind === 'rest';
    return isPace || isRest ? { ...item, target: other.target } : item;
  });
}

function isTimed(item: WorkoutItem): boolean {
  return item.kind === 'step' && (item.target.kind === 'goal' || item.target.kind === 'stated');
}
