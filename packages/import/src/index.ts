export { readImport, readPasted } from './read-import.ts';
export type { ImportReading } from './read-import.ts';
export { detect } from './detect.ts';
export type { Format } from './detect.ts';
export { writePlanText } from './plan-text.ts';
export type { PlanItem } from './plan-text.ts';
export { placeOnDays } from './schedule.ts';
export { readZip } from './zip.ts';
export type { ArchivedFile, ArchiveReading } from './zip.ts';
export type {
  Answers,
  ImportedWorkout,
  ImportOptions,
  ImportQuestion,
  Loss,
  QuestionId,
  ScheduledDay,
  Skipped,
} from './result.ts';
export { readTraining } from './training/read-training.ts';
export { guess } from './training/guess.ts';
export type { WorkoutQuestion } from './training/guess.ts';
export type { Cut } from './training/cuts.ts';
export type { TrainingSession } from './training/cells.ts';
export type { Training, TrainingContext } from './training/read-training.ts';
export type {
  TrainingAnswers,
  TrainingQuestion,
  TrainingQuestionId,
} from './training/questions.ts';
