import { readScript, titleOf, writeScript } from '@pacewright/script';

import { judgeText } from './judge-text.ts';
import { oneLine } from './result.ts';

/** A workout on a day of a plan. Monday is 0, and the first week is 1. */
export type PlanItem = {
  title: string;
  script: string;
  notes: string;
  week: number;
  weekday: number;
};

const MAX_WEEKS = 53;
const MAX_RUNS = 2;
const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Workouts as the text of a plan. Undefined for a single week, and for days or weeks that a plan does not have. */
export function writePlanText(name: string, items: readonly PlanItem[]): string | undefined {
  const sorted = items.toSorted(
    (one, other) => one.week - other.week || one.weekday - other.weekday,
  );
  const [first, last] = [sorted[0]?.week ?? 0, sorted.at(-1)?.week ?? 0];
  if (first < 1 || first === last || last > MAX_WEEKS) return undefined;
  const lines = [`plan ${oneLine(name)}`];
  let runsOfDay = 0;
  for (const [index, run] of sorted.entries()) {
    const before = sorted[index - 1];
    const isNewWeek = run.week !== before?.week;
    if (isNewWeek) lines.push('', `week ${run.week}`);
    runsOfDay = isNewWeek || run.weekday !== before.weekday ? 1 : runsOfDay + 1;
    if (runsOfDay > MAX_RUNS) return undefined;
    lines.push(`  ${NAMES[run.weekday]}${runsOfDay > 1 ? ' pm' : ''} ${contentOf(run)}`);
  }
  return lines.join('\n');
}

/** A title that a plan would not read as words of its own. */
const PLAIN_TITLE = /^\p{L}{3}[\p{L}\p{N} ,.'’-]*$/u;
const PLAN_WORD =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun|week|wk|plan|rest|off|race|like|same|every)[a-z]*\b|day\b)|\bor\b/i;

function contentOf({ title, script, notes }: PlanItem): string {
  const isSuggested = title === titleOf({ title: '', script });
  const words = oneLine(title);
  const isTitle = PLAIN_TITLE.test(words) && !PLAN_WORD.test(words) && !judgeText(words).isSession;
  // Another title is kept in the note.
  const note = oneLine([isSuggested || isTitle ? '' : title, notes].filter(Boolean).join(' - '));
  const head = isTitle && !isSuggested ? `${words}: ` : '';
  return `${head}${inOneLine(script)}${note === '' ? '' : ` // ${note}`}`;
}

/** In its usual spelling; with mistakes, as it was written. */
function inOneLine(script: string): string {
  const { workout, diagnostics } = readScript(script);
  const isRight =
    workout.items.length > 0 && diagnostics.every(({ severity }) => severity !== 'error');
  return oneLine(isRight ? writeScript(workout) : script);
}
