import { formatDuration, listTotals } from './describe.ts';
import { applyFix, type Diagnostic, type Fix } from './diagnostics.ts';
import type { PaceUnits } from '@pacewright/pace';
import { readScript } from './read.ts';
import { resolveWorkout, type AthleteSpeeds, type ResolvedItem } from './resolve.ts';

/** An answer to a question, and what comes of it: "1:32" for a step, "42:10" and "8.4 km" for the whole workout. */
export type Answer = Fix & { result: readonly string[] };

/** The readings of a question, the likeliest first, each with its result for an athlete. */
export function listAnswers(
  text: string,
  { from, fixes }: Pick<Diagnostic, 'from' | 'fixes'>,
  { speeds, units = 'metric' }: { speeds?: AthleteSpeeds | undefined; units?: PaceUnits } = {},
): Answer[] {
  const answers = fixes.map((fix) => {
    const { workout, places, totals } = readScript(applyFix(text, fix), { speeds });
    const node = places.findLastIndex((place) => place.from <= from && from <= place.to);
    const step = findStep(resolveWorkout(workout, speeds).items, node);
    return { fix, seconds: step?.seconds, total: listTotals(totals, units) };
  });
  const times = answers.flatMap(({ seconds }) => seconds ?? []);
  // A question about the order or the target of steps changes no time, so the totals tell its readings apart.
  const isOfStep = new Set(times).size === answers.length;
  return answers.map(({ fix, seconds, total }) => ({
    ...fix,
    result: isOfStep && seconds !== undefined ? [formatDuration(seconds)] : total,
  }));
}

/** Makes every fix that has no alternative, and says how many there were. */
export function fixAll(text: string): { text: string; count: number } {
  let [current, count] = [text, 0];
  // A fix may bring another mistake to light, but never without end.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const certain = listCertain(current);
    if (certain.length === 0) break;
    current = certain.toReversed().reduce((fixed, fix) => applyFix(fixed, fix), current);
    count += certain.length;
  }
  return { text: current, count };
}

const MAX_ROUNDS = 20;

/** Mistakes whose one fix neither adds nor drops a step, nor changes one. */
const CERTAIN: readonly string[] = [
  'clock-out-of-range',
  'missing-plus',
  'missing-step',
  'unclosed-parenthesis',
  'unknown-amount',
  'unopened-parenthesis',
];

/** In the order of the text, none within another. */
function listCertain(text: string): Fix[] {
  const certain: Fix[] = [];
  let end = -1;
  for (const { code, fixes } of readScript(text).diagnostics) {
    const [fix] = fixes;
    const [start, last] = [fix?.edits[0]?.from ?? -1, fix?.edits.at(-1)?.to ?? -1];
    if (!fix || fixes.length > 1 || !CERTAIN.includes(code) || start <= end) continue;
    certain.push(fix);
    end = last;
  }
  return certain;
}

function findStep(
  items: readonly ResolvedItem[],
  node: number,
): (ResolvedItem & { kind: 'step' }) | undefined {
  for (const item of items) {
    if (item.kind === 'step' && item.node === node) return item;
    const inner = item.kind === 'repeat' ? findStep(item.items, node) : undefined;
    if (inner) return inner;
  }
  return undefined;
}
