import type { PaceUnits } from '@pacewright/pace';
import {
  applyFix,
  type AthleteSpeeds,
  type Diagnostic,
  listAnswers,
  type Span,
} from '@pacewright/script';
import type { PlanDiagnostic } from './diagnostics.ts';

// Mistakes for programs and assistants: a fix is text that can be sent back as it is, because they do not count characters well.

type Place = Span & { code: string; quote: string; message: string };

export type ScriptMistake = Place & {
  /** The whole script after each fix, and its total. */
  fixes: { label: string; script: string; total: string }[];
};

export type PlanMistake = Place & {
  /** From 1. */
  line: number;
  /** A plan is long, so a fix of one is the lines to replace. */
  fixes: { label: string; replace: string; with: string }[];
};

/** More of them help nobody: the first are fixed, then the text is read again. */
export const MAX_LISTED_MISTAKES = 10;
const MAX_FIXES = 5;
const MAX_QUOTE = 80;

/** The first mistakes of a script. Each of their fixes is tried, which takes most of the time. */
export function listScriptMistakes(
  text: string,
  diagnostics: readonly Diagnostic[],
  athlete: { speeds?: AthleteSpeeds; units?: PaceUnits } = {},
  maxFixes = MAX_FIXES,
): ScriptMistake[] {
  return firstErrors(diagnostics).map(({ fixes, ...diagnostic }) => ({
    ...placeOf(text, diagnostic),
    fixes: listAnswers(
      text,
      { from: diagnostic.from, fixes: fixes.slice(0, maxFixes) },
      athlete,
    ).map((fix) => ({
      label: fix.label,
      script: applyFix(text, fix),
      total: fix.result.join(', '),
    })),
  }));
}

/** The first mistakes of a plan, those of its scripts included. */
export function listPlanMistakes(
  text: string,
  diagnostics: readonly PlanDiagnostic[],
): PlanMistake[] {
  return firstErrors(diagnostics).map((diagnostic) => ({
    ...placeOf(text, diagnostic),
    line: text.slice(0, diagnostic.from).split('\n').length,
    fixes: diagnostic.fixes
      .slice(0, MAX_FIXES)
      .map((fix) => ({ label: fix.label, ...changedLines(text, applyFix(text, fix)) })),
  }));
}

function firstErrors<Found extends { severity: string }>(diagnostics: readonly Found[]): Found[] {
  return diagnostics.filter(({ severity }) => severity === 'error').slice(0, MAX_LISTED_MISTAKES);
}

function placeOf(
  text: string,
  { code, from, to, message }: Span & { code: string; message: string },
): Place {
  return {
    code,
    from,
    to,
    quote: text.slice(from, to).slice(0, MAX_QUOTE).toWellFormed(),
    message,
  };
}

/** The lines that differ, without those that both texts begin or end with. */
function changedLines(before: string, after: string): { replace: string; with: string } {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start++;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return {
    replace: old.slice(start, old.length - end).join('\n'),
    with: now.slice(start, now.length - end).join('\n'),
  };
}
