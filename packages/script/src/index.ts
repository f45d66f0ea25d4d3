export { formatScript, previewScript, readScript } from './read.ts';
export { loadSecondReader, onSecondReader, secondReaderState } from '#second-reader';
export type { ReadOptions, ScriptPreview, ScriptReading } from './read.ts';
export type { Place } from './meaning.ts';
export { ADVICE_CODES, applyFix, change, MISTAKE_CODES, remove } from './diagnostics.ts';
export type {
  AdviceCode,
  Diagnostic,
  DiagnosticCode,
  Edit,
  Fix,
  MistakeCode,
  Span,
} from './diagnostics.ts';
export { backOver } from './back-over.ts';
export { limitWork, TooMuchWork } from './work.ts';
export type { Spend, Work } from './work.ts';
export { newBlock, nudgeAmount, snapAmount } from './blocks.ts';
export { editScript, explainRefusal } from './edit-script.ts';
export type { ScriptEdit } from './edit-script.ts';
export { operate } from './operations.ts';
export type { Gap, Operation, Siblings } from './operations.ts';
export { sayOperation, sayTotal } from './say-operation.ts';
export { fixAll, listAnswers } from './questions.ts';
export type { Answer } from './questions.ts';
export { resolveWorkout } from './resolve.ts';
export type {
  AthleteSpeeds,
  ResolvedItem,
  ResolvedRepeat,
  ResolvedStep,
  ResolvedWorkout,
  Role,
  Totals,
  UnrolledStep,
} from './resolve.ts';
export { findSplits, formatSplit, saySplit } from './splits.ts';
export type { Split, Splits } from './splits.ts';
export { raceTarget } from './race-target.ts';
export { writeScript, writeStep, writeTarget } from './write.ts';
export { MAX_NOTE_LENGTH, MAX_SCRIPT_LENGTH, MAX_UNROLLED_STEPS, RACES } from './workout.ts';
export type { Amount, Repeat, Step, Target, Workout, WorkoutItem, Zone } from './workout.ts';
export { formatDistance } from './amounts.ts';
export {
  abbreviateTarget,
  formatDuration,
  formatLength,
  formatSpeed,
  formatTreadmill,
  LENGTH_UNITS,
  nameAmount,
  nameRounds,
  nameTarget,
  nameTotals,
  sayStep,
  TREADMILL_UNITS,
} from './describe.ts';
export { followScript, suggestTitle, titleOf } from './suggest-title.ts';
export { SCRIPT_EXAMPLES } from './examples.ts';
export type { ScriptExample } from './examples.ts';
export { tokenize } from './tokenize.ts';
export type { Token } from './tokens.ts';
export { highlightScript } from './highlight.ts';
export type { Highlight } from './highlight.ts';
