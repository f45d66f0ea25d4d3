// D11: sessions that contradict a pace. A remark to the athlete, with its evidence: nothing changes because of it.

import { isSameRange, type PaceKey, type TrainingPaces } from '@pacewright/pace';

import { type Plan, unrollPlan } from './judge-run.ts';
import { A_BIT, type Verdict } from './verdict.ts';

/** A run with its stored comparison. */
export type Session = {
  id: string;
  day: string;
  comparison:
    | (Pick<Plan, 'script' | 'paces'> & {
        result:
          | { kind: 'unclear' }
          | {
              kind: 'compared';
              steps: readonly { verdict: Verdict; isSure: boolean; speed?: number | undefined }[];
            };
      })
    | null;
};

export type Contradiction = {
  pace: PaceKey;
  direction: 'fast' | 'slow';
  /** The newest first, with how many of their steps at this pace were beyond the range. */
  sessions: { id: string; day: string; beyond: number; of: number }[];
};

/** One session is a good or a bad day, and two are no pattern yet. */
const MIN_SESSIONS = 3;
const MIN_SHARE = 2 / 3;
/** Easy running is as slow as anyone likes. */
const JUDGED_PACES: readonly PaceKey[] = ['M', 'T', 'I', 'R'];

/** A pace that the newest session and the two before it at this pace contradict in the same direction. */
export function findContradiction(
  newestFirst: readonly Session[],
  paces: TrainingPaces,
): Contradiction | undefined {
  const [newest] = newestFirst;
  if (!newest) return undefined;
  for (const { pace, direction } of listContradicted(newest, paces)) {
    const last = newestFirst
      .flatMap((session) => ({ ...session, ...count(session, pace, paces) }))
      .filter(({ of }) => of > 0)
      .slice(0, MIN_SESSIONS);
    if (last.length === MIN_SESSIONS && last.every((counts) => isBeyond(counts, direction)))
      return {
        pace,
        direction,
        sessions: last.map(({ id, day, of, ...counts }) => ({
          id,
          day,
          beyond: counts[direction],
          of,
        })),
      };
  }
  return undefined;
}

/** The paces that one session contradicts. Without any, the sessions before it need not be read. */
export function listContradicted(
  session: Session,
  paces: TrainingPaces,
): Pick<Contradiction, 'pace' | 'direction'>[] {
  return JUDGED_PACES.flatMap((pace) => {
    const counts = count(session, pace, paces);
    return (['fast', 'slow'] as const)
      .filter((direction) => isBeyond(counts, direction))
      .map((direction) => ({ pace, direction }));
  });
}

type Counts = { fast: number; slow: number; of: number };

function isBeyond(counts: Counts, direction: 'fast' | 'slow'): boolean {
  const opposite = direction === 'fast' ? counts.slow : counts.fast;
  return counts.of > 0 && opposite === 0 && counts[direction] >= MIN_SHARE * counts.of;
}

/** Steps at a pace that were run in full and are surely the planned ones. None if the range was another then. */
function count({ comparison }: Session, pace: PaceKey, paces: TrainingPaces): Counts {
  const counts = { fast: 0, slow: 0, of: 0 };
  if (comparison?.result.kind !== 'compared') return counts;
  if (!isSameRange(comparison.paces.trainingPaces[pace], paces[pace])) return counts;
  const { steps } = comparison.result;
  for (const [index, { step }] of unrollPlan(comparison).entries()) {
    const result = steps[index];
    const isAtPace = step.target.kind === 'pace' && step.target.pace === pace;
    if (!isAtPace || step.role !== 'work' || !result?.isSure) continue;
    const { verdict } = result;
    if (verdict !== 'hit' && verdict !== 'fast' && verdict !== 'slow') continue;
    counts.of++;
    if (verdict !== 'hit' && isClearly(verdict, paces[pace], result.speed)) counts[verdict]++;
  }
  return counts;
}

/** A bit outside of a range is no contradiction. */
function isClearly(
  verdict: 'fast' | 'slow',
  { from, to }: TrainingPaces[PaceKey],
  speed: number | undefined,
): boolean {
  if (speed === undefined) return true;
  return verdict === 'fast' ? speed > to * (1 + A_BIT) : speed < from * (1 - A_BIT);
}
