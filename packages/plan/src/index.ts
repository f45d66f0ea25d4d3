export { adviseOnPlan } from './advice.ts';
export { changeDay } from './change-day.ts';
export type { DayText } from './change-day.ts';
export { completePlan } from './complete.ts';
export type { PlanCompletion, PlanWord } from './complete.ts';
export { PLAN_ADVICE_CODES, PLAN_MISTAKE_CODES } from './diagnostics.ts';
export type { PlanAdviceCode, PlanCode, PlanDiagnostic, PlanMistakeCode } from './diagnostics.ts';
export { fixPlan } from './fix-all.ts';
export { listValuesOf, locateHeadings } from './week-places.ts';
export type { DayPlace, HeadingPlace } from './week-places.ts';
export { formatPlan } from './write.ts';
export { MAX_PLAN_LENGTH, readPlan, readPlanInParts } from './read.ts';
export type { PlanReading, PlanWeek } from './read.ts';
export type { PlanDay } from './days.ts';
export type { Option } from './options.ts';
export { WEEKDAYS } from './weekdays.ts';
export type { Weekday } from './weekdays.ts';
export { totalWeeks } from './totals.ts';
export type { RunningTotals, RunTotals, WeekTotals } from './totals.ts';
export { keyOf, placePlan } from './placement.ts';
export type { Anchor, EntryContent, Placement, PlannedDay } from './placement.ts';
export { applyPreview, previewPlan } from './merge.ts';
export type { Change, Preview, PreviewAnswers, Question } from './merge.ts';
export {
  checkDays,
  daysToPush,
  endSeason,
  MAX_ENTRIES_PER_DAY,
  moveSeason,
  NEW_SEASON,
  pauseSeason,
  pushSeason,
  resumeSeason,
  shiftDays,
  skipDays,
  undoAction,
} from './season.ts';
export type { Absence, Entry, Season, Shift } from './season.ts';
export { highlightPlan } from './highlight.ts';
export { PLAN_TEMPLATES } from './templates.ts';
export type { PlanTemplate } from './templates.ts';
export { listPlanMistakes, listScriptMistakes, MAX_LISTED_MISTAKES } from './mistakes.ts';
export type { PlanMistake, ScriptMistake } from './mistakes.ts';
