export { MAX_ACTIVITY_BYTES, readActivity } from './read-activity.ts';
export type {
  ActivityReading,
  LapTrigger,
  RecordedActivity,
  WatchStep,
} from './recorded-activity.ts';
export type { Comparison, StepResult } from './compare.ts';
export { findContradiction, listContradicted } from './contradiction.ts';
export type { Contradiction, Session } from './contradiction.ts';
export { addCorrection } from './corrections.ts';
export { plannedSteps } from './planned-step.ts';
export type { PlannedStep } from './planned-step.ts';
export { layOutRun } from './run.ts';
export type { Run, Stretch } from './run.ts';
export { shownVerdict } from './verdict.ts';
export type { ShownVerdict, Verdict } from './verdict.ts';
export { plannedOnWatch } from './watch-workout.ts';
export { laneScale, paceAt } from './lanes.ts';
export { offerRace } from './race-offer.ts';
export { packTrace, unpackTrace } from './trace.ts';
export { sayConfidence, sayStepResult, summarize, VERDICT_WORDS } from './words.ts';
export {
  isComparable,
  judgeInParts,
  judgeOwn,
  judgeRun,
  toWatchStep,
  unrollPlan,
} from './judge-run.ts';
export type { Judged, Plan, StoredWatch } from './judge-run.ts';
export { chooseMatch, listCandidates, MATCH_DAYS, timeOfDayAt } from './match-run.ts';
export type { Candidate, Match, RecordedRun } from './match-run.ts';
export type { InParts } from './in-parts.ts';
export { metresOf, outlineOf, readRun } from './read-run.ts';
export type { Remark, RunReading } from './read-run.ts';
