import { applyFix, type Fix } from '@pacewright/script';

import { readPlan } from './read.ts';

/** A fix may bring another mistake to light, but never without end. */
const MAX_ROUNDS = 20;

/** Mistakes whose one fix loses no word and adds nothing that is not written. */
const CERTAIN: ReadonlySet<string> = new Set([
  'clock-out-of-range',
  'day-in-line',
  'day-outside-week',
  'missing-plus',
  'missing-step',
  'other-sport',
  'unclosed-list',
  'unclosed-parenthesis',
  'unknown-amount',
  'unopened-list',
  'unopened-parenthesis',
]);

/** Makes every fix that has no alternative, and says how many there were. */
export function fixPlan(text: string): { text: string; count: number } {
  let [current, count] = [text, 0];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const certain = listCertain(current);
    if (certain.length === 0) break;
    current = certain.toReversed().reduce((fixed, fix) => applyFix(fixed, fix), current);
    count += certain.length;
  }
  return { text: current, count };
}

/** In the order of the text, none within another. */
function listCertain(text: string): Fix[] {
  const certain: Fix[] = [];
  let end = -1;
  for (const { code, fixes } of readPlan(text).diagnostics) {
    const [fix] = fixes;
    const [start, last] = [fix?.edits[0]?.from ?? -1, fix?.edits.at(-1)?.to ?? -1];
    if (!fix || fixes.length > 1 || !CERTAIN.has(code) || start <= end) continue;
    certain.push(fix);
    end = last;
  }
  return certain;
}
