import { adviceOn } from './advice.ts';
import {
  separateWords,
  type AdviceCode,
  type Ask,
  type Diagnostic,
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
import { tokenize, type Token } from './tokens.ts';
import { parseTree } from './tree.ts';
import type { Node } from './tree-nodes.ts';
import {
  countUnrolledSteps,
  MAX_SCRIPT_LENGTH,
  MAX_UNROLLED_STEPS,
  type Workout,
} from './workout.ts';
import { writeScript } from './write.ts';

export type ReadOptions = {
  /** The paces for the totals and the advice; the default ranges if there are none. */
  speeds?: AthleteSpeeds | undefined;
  /** Kinds of advice not to give. */
  withoutAdvice?: readonly AdviceCode[] | undefined;
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
  return readResolved(readText(text), text, options).reading;
}

/** Reads a script to show it: its tokens are coloured and its steps resolved in the same pass. */
export function previewScript(text: string, options: ReadOptions = {}): ScriptPreview {
  const read = readText(text);
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
export function readText(text: string): Text {
  const diagnostics: Diagnostic[] = [];
  const ask: Ask = (code, { from, to }, message, fixes) => {
    const separated = fixes.map((fix) => separateWords(text, fix));
    diagnostics.push({ code, severity: 'error', from, to, message, fixes: separated });
  };
  const everything = { from: 0, to: text.length };
  if (text.length > MAX_SCRIPT_LENGTH) {
    const [most, these] = [grouped(MAX_SCRIPT_LENGTH), grouped(text.length)];
    ask('too-long', everything, `A script has up to ${most} characters, this one ${these}`, []);
    return { workout: { items: [] }, places: [], diagnostics, headings: [] };
  }

  const tokens: Token[] = tokenize(text);
  const tree = parseTree(tokens, text, ask);
  const { items, places } = readMeaning(tree.items, tokens, text, ask);
  const steps = countUnrolledSteps(items);
  if (steps > MAX_UNROLLED_STEPS) {
    const [most, these] = [grouped(MAX_UNROLLED_STEPS), grouped(steps)];
    ask(
      'too-long',
      everything,
      `A workout unrolls to ${most} steps at most, this one to ${these}`,
      [],
    );
  }
  const { headings, items: nodes } = tree;
  return { workout: { items }, places, diagnostics, headings, tokens, nodes };
}

/** 12345 as 12,345. */
function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
