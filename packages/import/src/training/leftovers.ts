import type { Leftover } from './cells.ts';
import type { Line } from './clean.ts';
import { hasAmount } from './evidence.ts';
import type { Grid } from './grid.ts';
import { readRun, type Reader } from './run.ts';
import { SUMMARY } from './words.ts';

type Span = { from: number; to: number };

/** Lines with an amount that no part of the reading covers. */
export function findMissed(
  lines: readonly Line[],
  grids: ReadonlyMap<number, Grid>,
  covering: readonly Span[],
): Leftover[] {
  const covered = new Set<number>();
  for (const { first, last } of grids.values())
    for (let line = first; line <= last; line++) covered.add(line);
  const spans = covering.toSorted((a, b) => a.from - b.from);
  let at = 0;
  let reach = -1;
  return lines.flatMap(({ body, bodyFrom, from, text }, index) => {
    const to = from + text.length;
    for (let span = spans[at]; span && span.from <= to; span = spans[++at])
      reach = Math.max(reach, span.to);
    const isCovered = covered.has(index) || reach >= bodyFrom || !hasAmount(body);
    return isCovered ? [] : [{ text: body, from: bodyFrom, to: bodyFrom + body.length }];
  });
}

const MIN_SECONDS = 20 * 60;
const MAX_WORDS = 20;

/** A line that is on no day, but reads as a run without any question. */
export function isLostSession({ text, from, to }: Leftover, reader: Reader): boolean {
  const isLine = to > from && text.split(/\s+/, MAX_WORDS + 1).length <= MAX_WORDS;
  if (!isLine || !hasAmount(text) || /=/.test(text) || NO_SESSION.test(text) || SUMMARY.test(text))
    return false;
  const { questions, noted, notes, seconds } = readRun(text, reader);
  return questions.length === 0 && noted === 0 && notes.length === 0 && seconds >= MIN_SECONDS;
}

const NO_SESSION = /^(?:all |every |other |week|\d+\s+weeks)|\btotal\b/i;
