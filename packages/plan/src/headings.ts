import { change, type Span } from '@pacewright/script';

import type { Report } from './diagnostics.ts';
import { matchAt } from './match-at.ts';

export const MAX_WEEKS = 53;

export type Weeks = { weeks: number[]; place: Span; end: number };

/** P5. "1-4, 6": the weeks after the word, in the order written, behind those that are already named. */
export function readWeeks(
  text: string,
  { from: at, to }: Span,
  report: Report,
  weeks: number[] = [],
): Weeks {
  let end = at;
  let start: number | undefined;
  for (;;) {
    const match = matchAt(start === undefined ? FIRST_WEEK : NEXT_WEEK, text, end, to);
    if (!match) break;
    const [all, first = '', last = first] = match;
    const from = end + all.length - all.trimStart().replace(/^[,;&/+]\s*|^and\s+/i, '').length;
    start ??= from;
    end += all.length;
    addWeeks({ from, to: end }, Number(first), Number(last));
  }
  return { weeks, place: { from: start ?? at, to: end }, end };

  function addWeeks(place: Span, first: number, last: number): void {
    if (first > last) {
      const swapped = `${last}-${first}`;
      report('weeks-unclear', place, 'Put the earlier week first', [change(place, swapped)]);
      return addWeeks(place, last, first);
    }
    if (first < 1 || last > MAX_WEEKS)
      report('weeks-unclear', place, `Weeks go from 1 to ${MAX_WEEKS}`);
    for (let week = Math.max(1, first); week <= Math.min(last, MAX_WEEKS); week++) {
      if (!weeks.includes(week)) weeks.push(week);
      else report('weeks-unclear', place, `Week ${week} is listed twice`);
    }
  }
}

/** Whether a text begins with weeks in order, and none of those that a heading already names. */
export function areOtherWeeks(text: string, place: Span, named: readonly number[]): boolean {
  let isClear = true;
  const { weeks } = readWeeks(text, place, () => (isClear = false), [...named]);
  return isClear && weeks.length > named.length;
}

const WEEK_RANGE = '(\\d+)(?:\\s*(?:-|–|—|to|through|thru|until|till)\\s*(\\d+))?(?![\\w%])';
const FIRST_WEEK = new RegExp(`\\s*${WEEK_RANGE}`, 'iy');
const NEXT_WEEK = new RegExp(`\\s*(?:,|;|&|/|\\+|and\\s)\\s*${WEEK_RANGE}`, 'iy');

/** The end of "like week" after the weeks of a heading. */
export function findLike(text: string, { from, to }: Span): number | undefined {
  const match = matchAt(LIKE, text, from, to);
  return match && from + match[0].length;
}

const LIKE = /\s*[:–—-]?\s*(?:same\s+as|like|as)\s+(?:weeks?|wks?)(?![a-z])/iy;

/** P15. "Easy like week 1" after the weeks of a heading: where its title and "like week" end. */
export function findTitledLike(
  text: string,
  { from, to }: Span,
): { titleEnd: number; likeEnd: number } | undefined {
  const match = to - from > MAX_TITLED_LIKE ? null : TITLED_LIKE.exec(text.slice(from, to));
  if (!match) return undefined;
  const [all, title = ''] = match;
  return { titleEnd: from + title.length, likeEnd: from + all.length };
}

/** A longer title is prose, and searching it would take long. */
const MAX_TITLED_LIKE = 200;
const TITLED_LIKE =
  /^(\s*[:–—-]\s*\S.*?)[\s,;(]+(?:same\s+as|like)\s+(?:weeks?|wks?)(?=[\s\d,;&/+and–—-]*\d\)?\s*$)/i;
