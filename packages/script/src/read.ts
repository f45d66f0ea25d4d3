import type { Tree } from '@lezer/common';

import { adviceOn } from './advice.ts';
import { keptApart, type AdviceCode, type Diagnostic } from './diagnostics.ts';
import { parser } from './parser.ts';
import { partsOf } from './parts.ts';
import type { Place, Report } from './reader.ts';
import { resolveWorkout, type AthleteSpeeds, type Totals } from './resolve.ts';
import { readItems } from './sequence.ts';
import {
  countUnrolledSteps,
  MAX_SCRIPT_LENGTH,
  MAX_UNROLLED_STEPS,
  type Workout,
} from './workout.ts';
import { writeScript } from './write.ts';

export type ReadOptions = {
  /** Whose paces the totals and the advice are in; the default ranges if nobody's. */
  speeds?: AthleteSpeeds | undefined;
  /** Kinds of advice not to give. */
  withoutAdvice?: readonly AdviceCode[] | undefined;
  /** What the parser made of the text, if it has parsed it already. */
  tree?: Tree | undefined;
};

/** What was understood is always there; a mistake never hides the rest. */
export type ScriptReading = {
  workout: Workout;
  /** One for every repeat and step, in the order they are written. */
  places: Place[];
  /** Mistakes and advice, in the order of their places. */
  diagnostics: Diagnostic[];
  totals: Totals;
};

/** Reads a script. Never throws, never drops text without a diagnostic. */
export function readScript(
  text: string,
  { speeds, withoutAdvice = [], tree }: ReadOptions = {},
): ScriptReading {
  const { workout, places, diagnostics } = readMeaning(text, tree);
  const resolved = resolveWorkout(workout, speeds);
  const advice = adviceOn(resolved, places, text).filter(
    ({ code }) => !withoutAdvice.some((muted) => muted === code),
  );
  return {
    workout,
    places,
    diagnostics: [...diagnostics, ...advice].sort((a, b) => a.from - b.from),
    totals: resolved.totals,
  };
}

/** F1, F2: the one spelling of what a script means. A script with mistakes is left alone. */
export function formatScript(text: string): string {
  const { workout, diagnostics } = readMeaning(text);
  return diagnostics.length > 0 ? text : writeScript(workout);
}

type Meaning = Pick<ScriptReading, 'workout' | 'places' | 'diagnostics'>;

function readMeaning(text: string, tree?: Tree): Meaning {
  const places: Place[] = [];
  const diagnostics: Diagnostic[] = [];
  const report: Report = (code, { from, to }, message, fixes) => {
    const mends = fixes.map((fix) => keptApart(text, fix));
    diagnostics.push({ code, severity: 'error', from, to, message, fixes: mends });
  };
  const everything = { from: 0, to: text.length };

  if (text.length > MAX_SCRIPT_LENGTH) {
    const [most, these] = [grouped(MAX_SCRIPT_LENGTH), grouped(text.length)];
    report('too-long', everything, `A script has up to ${most} characters, this one ${these}`, []);
    return { workout: { items: [] }, places, diagnostics };
  }

  const parts = partsOf((tree ?? parser.parse(text)).topNode, text, report);
  const items = readItems(parts, { text, places, diagnostics, report, depth: 0 });
  const steps = countUnrolledSteps(items);
  if (steps > MAX_UNROLLED_STEPS) {
    const [most, these] = [grouped(MAX_UNROLLED_STEPS), grouped(steps)];
    report(
      'too-long',
      everything,
      `A workout unrolls to ${most} steps at most, this one to ${these}`,
      [],
    );
  }
  return { workout: { items }, places, diagnostics };
}

/** 12345 as 12,345. */
function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
