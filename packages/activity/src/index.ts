export { MAX_ACTIVITY_BYTES, readActivity } from './read-activity.ts';
export type {
  ActivityReading,
  FileIdentity,
  LapTrigger,
  RecordColumns,
  RecordedActivity,
  RecordedLap,
  RecordedSession,
  TimerEvent,
  WatchStep,
} from './recorded-activity.ts';
export type { FitProblem } from './fit-scan.ts';
export { compareActivity } from './compare.ts';
export type { Comparison, ExtraRunning, Method, StepResult } from './compare.ts';
export { addCorrection } from './corrections.ts';
export type { Correction } from './corrections.ts';
export { plannedSteps } from './planned-step.ts';
export type { PlannedStep } from './planned-step.ts';
export { layOutRun } from './run.ts';
export type { Run, RunLap, Stretch } from './run.ts';
export type { Verdict } from './verdict.ts';
