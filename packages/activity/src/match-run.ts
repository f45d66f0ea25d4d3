// D12, D21: the planned workout that a run belongs to.

import { PACE_KEYS } from '@pacewright/pace';
import type { UnrolledStep } from '@pacewright/script';

import { type Judged, type Plan, type StoredWatch, unrollPlan } from './judge-run.ts';
import type { SecondsByPace } from './lanes.ts';
import { plannedSteps } from './planned-step.ts';

/** Days before and after a run on which its workout may be planned. */
export const MATCH_DAYS = 2;

export type TimeOfDay = 'am' | 'pm';

/** The half of the day of a local time in seconds. Noon is in the afternoon. */
export function timeOfDayAt(localSeconds: number): TimeOfDay {
  const sinceMidnight = ((localSeconds % 86_400) + 86_400) % 86_400;
  return sinceMidnight < 43_200 ? 'am' : 'pm';
}

/** The half of its day, if that is known. */
export type When = { timeOfDay?: TimeOfDay | null | undefined };

/** A planned workout without a run. */
export type Candidate<Entry extends When = When> = {
  entry: Entry;
  plan: Plan;
  /** Days from the run to the day it is planned for. */
  daysAway: number;
  /** The serial number that its file has on a watch. */
  workoutFile?: number | undefined;
};

export type RecordedRun = When & {
  seconds: number;
  /** By pace alone, without a plan. */
  paceSeconds: SecondsByPace;
  watch: StoredWatch;
};

/** More workouts of its day, or of the days beside it, are not compared with a run. */
const MAX_CANDIDATES = { thatDay: 2, otherDays: 2 } as const;
/** An unlike workout of another day is not compared: a comparison may take a second. */
const MIN_LIKENESS = 0.5;

/** The workouts that a run may belong to: the likest of its day, and of two days before and after. */
export function listCandidates<Planned extends Candidate>(
  run: RecordedRun,
  planned: readonly Planned[],
): Planned[] {
  const known = planned
    .filter(({ daysAway }) => Math.abs(daysAway) <= MATCH_DAYS)
    .map((candidate) => ({
      candidate,
      isThatDay: candidate.daysAway === 0,
      isNamed: isNamed(run, candidate),
      likeness: likenessOf(run, candidate.plan),
      agreement: agreementOf(run, candidate.entry),
    }))
    .sort(
      (one, other) =>
        Number(other.isNamed) - Number(one.isNamed) ||
        other.likeness - one.likeness ||
        other.agreement - one.agreement,
    );
  return [
    ...known.filter(({ isThatDay }) => isThatDay).slice(0, MAX_CANDIDATES.thatDay),
    ...known
      .filter((each) => !each.isThatDay && (each.isNamed || each.likeness >= MIN_LIKENESS))
      .slice(0, MAX_CANDIDATES.otherDays),
  ].map(({ candidate }) => candidate);
}

export type Match<Entry> = {
  /** "asked" needs an answer of the athlete. */
  kind: 'matched' | 'asked';
  entry: Entry;
  judged: Judged;
};

/** What a comparison has to show, out of 1. Chosen in trials, see test/weeks.ts. */
const ENOUGH = {
  /** Of the day of the run. */
  thatDay: { hard: 0.4, easy: 0.8 },
  /** Of another day: an easy run resembles every easy run. */
  otherDay: { hard: 0.6, easy: 0.8 },
  /** Of its length: a long easy run has room for every step of a short hard one. */
  length: 0.6,
  /** For a question about the day of the run. */
  asked: 0.5,
} as const;
/** Another day fits clearly better if it shows so many times as much. Hard steps that were found are no easy run. */
const CLEARLY = { alike: 1.5, hard: 1.1 } as const;
/** Of two that a run resembles almost alike, AM or PM decides. */
const TIME_OF_DAY_WEIGHT = 0.1;

type Compared<Entry extends When> = Candidate<Entry> & { judged: Judged };

/**
 * The workout that a run belongs to, of those it was compared with. Undefined if it resembles none. One of another day
 * that the watch did not name is a question.
 */
export function chooseMatch<Entry extends When>(
  run: RecordedRun,
  compared: readonly Compared<Entry>[],
): Match<Entry> | undefined {
  const rated = compared
    .map((each) => rate(run, each))
    .sort(
      (one, other) =>
        one.distance - other.distance || other.score - one.score || one.daysAway - other.daysAway,
    );
  const named = rated.find((each) => each.evidence === 'watch');
  if (named) {
    const isCertain = named.distance === 0 || (named.isHard && named.score >= 1);
    return toMatch(isCertain ? 'matched' : 'asked', named);
  }
  const [thatDay] = rated.filter(({ distance }) => distance === 0);
  const [otherDay] = rated
    .filter((each) => each.distance > 0 && each.score >= enough(ENOUGH.otherDay, each))
    .sort((one, other) => other.score - one.score);
  if (otherDay && isClearlyBetter(otherDay, thatDay)) return toMatch('asked', otherDay);
  if (thatDay && thatDay.score >= enough(ENOUGH.thatDay, thatDay))
    return toMatch(thatDay.lengths >= ENOUGH.length ? 'matched' : 'asked', thatDay);
  if (thatDay && Math.max(thatDay.score, thatDay.lengths) >= ENOUGH.asked)
    return toMatch('asked', thatDay);
  return otherDay && toMatch('asked', otherDay);
}

function isClearlyBetter(one: { score: number; isHard: boolean }, other: typeof one | undefined) {
  const factor = one.isHard && !other?.isHard ? CLEARLY.hard : CLEARLY.alike;
  return one.score >= factor * (other?.score ?? 0);
}

type Rated<Entry extends When> = ReturnType<typeof rate<Entry>>;

function toMatch<Entry extends When>(
  kind: Match<Entry>['kind'],
  { entry, judged }: Rated<Entry>,
): Match<Entry> {
  return { kind, entry, judged };
}

function enough({ hard, easy }: { hard: number; easy: number }, { isHard }: { isHard: boolean }) {
  return isHard ? hard : easy;
}

function rate<Entry extends When>(run: RecordedRun, compared: Compared<Entry>) {
  const { entry, plan, judged, daysAway } = compared;
  const unrolled = unrollPlan(plan);
  const isHard = unrolled.some(({ step: { lane } }) => lane !== undefined && lane !== 'E');
  const result = judged.comparison?.result;
  const isOnWatch = result?.kind === 'compared' && result.method === 'steps' && result.isSamePlan;
  const share = shareFound(judged);
  const score = isHard ? share : easyShare(run, unrolled);
  return {
    entry,
    judged,
    isHard,
    evidence: isNamed(run, compared) || isOnWatch ? 'watch' : 'content',
    daysAway,
    distance: Math.abs(daysAway),
    lengths: lengthShare(run, unrolled),
    score: score * (1 + TIME_OF_DAY_WEIGHT * agreementOf(run, entry)),
  } as const;
}

/** By the id that the watch gave the workout it followed. */
function isNamed({ watch }: RecordedRun, { workoutFile }: Candidate): boolean {
  return workoutFile !== undefined && watch.workoutFile === workoutFile;
}

/** 1 for the same half of the day, -1 for the other one, 0 where either is not known. */
function agreementOf({ timeOfDay: one }: When, { timeOfDay: other }: When): number {
  if (!one || !other) return 0;
  return one === other ? 1 : -1;
}

/** The share of the steps that were found; none if the run does not resemble the plan, or the watch followed another. */
function shareFound({ comparison }: Judged): number {
  if (comparison?.result.kind !== 'compared' || !comparison.result.isSamePlan) return 0;
  const { steps } = comparison.result;
  return steps.filter(({ verdict }) => verdict !== 'missed').length / Math.max(1, steps.length);
}

/** How much of an easy run was run, and nothing hard. Somebody who runs easily too fast runs at M. */
function easyShare({ paceSeconds: { E, M, T, I, R } }: RecordedRun, unrolled: UnrolledStep[]) {
  const planned = secondsOf(unrolled);
  return Math.min(E + M, planned) / (Math.max(E + M, planned) + T + I + R);
}

function lengthShare({ seconds }: RecordedRun, unrolled: UnrolledStep[]): number {
  const planned = secondsOf(unrolled);
  return Math.min(seconds, planned) / Math.max(1, seconds, planned);
}

/** How far the length and the seconds at each pace agree. */
function likenessOf(run: RecordedRun, plan: Plan): number {
  const { paceSeconds } = run;
  const unrolled = unrollPlan(plan);
  const planned: SecondsByPace = { E: 0, M: 0, T: 0, I: 0, R: 0 };
  for (const { step } of unrolled) planned[step.lane ?? 'E'] += step.seconds ?? OPEN_SECONDS;
  let [both, either] = [0, 1];
  for (const key of PACE_KEYS) {
    both += Math.min(planned[key], paceSeconds[key]);
    either += Math.max(planned[key], paceSeconds[key]);
  }
  // The paces of the plan may be others than those of the day.
  return (both / either + lengthShare(run, unrolled)) / 2;
}

/** The likely length of a step without an end. */
const OPEN_SECONDS = 300;

function secondsOf(unrolled: UnrolledStep[]): number {
  const steps = plannedSteps(unrolled);
  return steps.reduce((sum, { expectedSeconds = OPEN_SECONDS }) => sum + expectedSeconds, 1);
}
