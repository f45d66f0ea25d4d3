import type { PaceUnits } from '@pacewright/pace';
import { MAX_SCRIPT_LENGTH, titleOf, type AthleteSpeeds } from '@pacewright/script';

import { isDay } from './days.ts';
import { guess, type WorkoutQuestion } from './training/guess.ts';
import type { Cut } from './training/cuts.ts';
import type { TrainingQuestionId } from './training/questions.ts';

/** A workout that was found in a file or a text. Its script may have mistakes, each with its fixes. */
export type ImportedWorkout = {
  title: string;
  script: string;
  notes: string;
  tags: string[];
  /** A day such as "2026-11-17", if the source has one. */
  day?: string;
  /** A day of a plan without dates. Monday is 0. */
  planDay?: { week: number; weekday: number };
  /** The text that the script was read from; empty for a file of steps. */
  source: string;
  /** Where it is in a text. */
  place?: { from: number; to: number };
  losses: Loss[];
  /** In a text the script is that of its first answer, in a file as it was written. */
  question?: WorkoutQuestion;
  /** A text in the place of a workout, without a distance or time that we can read. It may be no run. */
  isUnclear?: true;
  /** The identity of a FIT file, by which a schedule names it. */
  fileId?: string;
};

/** A day of a FIT schedule, for the workout of another file. */
export type ScheduledDay = { fileId: string; day: string };

/** A part that a script can't express, and what it became. */
export type Loss = { what: string; instead: string };

/** A part of the source that is no workout, the reason, and where it begins in a text. */
export type Skipped = { what: string; why: string; at?: number };

/** A choice for the whole source. The answer is the index of a choice, and the source is read again with it. */
export type ImportQuestion = { id: QuestionId; text: string; choices: string[]; chosen: number };

export type QuestionId =
  | 'dates'
  | 'letters'
  | 'zones'
  | 'minutes'
  | 'durations'
  | TrainingQuestionId;

export type Answers = Readonly<Partial<Record<QuestionId, number>>>;

export type ImportOptions = {
  /** Called after each workout of a text. */
  onRead?: (done: number, of: number) => void;
  units: PaceUnits;
  speeds?: AthleteSpeeds | undefined;
  /** The first day of a week, Monday by default. */
  weekStart?: 'monday' | 'sunday';
  /** Such as "2026-11-17", for dates without a year. */
  today?: string;
  answers?: Answers;
  /** Corrections of where the workouts of a text begin. */
  cuts?: readonly Cut[];
};

export type Found = {
  workouts: ImportedWorkout[];
  skipped: Skipped[];
  questions: ImportQuestion[];
  /** What can be changed like an answer, but is not asked. */
  corrections: ImportQuestion[];
  schedule: ScheduledDay[];
};

/** The alternative is a sentence with the reason and what to do. A recorded run is no workout, but has a place of its own. */
export type Reading = ({ ok: true } & Found) | { ok: false; reason: string; isRun?: true };

const MAX_WORKOUTS = 2000;
const MAX_TITLE_LENGTH = 200;
const MAX_NOTES_LENGTH = 5000;

export function refusal(reason: string): Reading {
  return { ok: false, reason };
}

export function emptyFound(): Found {
  return { workouts: [], skipped: [], questions: [], corrections: [], schedule: [] };
}

/** A workout within the limits of the library. A title or notes that are too long are a loss. */
export function workoutOf(
  workout: Pick<ImportedWorkout, 'script' | 'title'> & Partial<ImportedWorkout>,
): ImportedWorkout {
  const { script, tags = [], day, planDay, source = '', losses = [], isUnclear } = workout;
  // A script that was written in our language stays as it is.
  const question = workout.question ?? (isUnclear ? undefined : guess(script).question);
  const { place, fileId } = workout;
  const title = titleOf({ title: oneLine(workout.title), script });
  const notes = storable(workout.notes ?? '').trim();
  const cut: Loss[] = [];
  if (title.length > MAX_TITLE_LENGTH)
    cut.push({ what: 'a long title', instead: `its first ${MAX_TITLE_LENGTH} characters` });
  if (notes.length > MAX_NOTES_LENGTH)
    cut.push({ what: 'long notes', instead: `their first ${MAX_NOTES_LENGTH} characters` });
  if (day !== undefined && !isDay(day)) cut.push({ what: `the day “${day}”`, instead: 'no date' });
  return {
    title: shortened(title, MAX_TITLE_LENGTH),
    script,
    notes: shortened(notes, MAX_NOTES_LENGTH),
    tags,
    ...(day !== undefined && isDay(day) ? { day } : {}),
    ...(planDay ? { planDay } : {}),
    source,
    losses: [...losses, ...cut],
    ...(place ? { place } : {}),
    ...(question ? { question } : {}),
    ...(isUnclear ? { isUnclear } : {}),
    ...(fileId === undefined ? {} : { fileId }),
  };
}

/** Adds a workout. One that is too long for a script, or one too many, is skipped. */
export function addWorkout({ workouts, skipped }: Found, workout: ImportedWorkout): void {
  if (workout.script.length > MAX_SCRIPT_LENGTH)
    skipped.push({ what: workout.title, why: 'too many steps' });
  else if (workouts.length >= MAX_WORKOUTS)
    skipped.push({ what: workout.title, why: `files can have up to ${MAX_WORKOUTS} workouts` });
  else workouts.push(workout);
}

export function oneLine(text: string): string {
  return storable(text)
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
}

/** Text that a database stores: well-formed, without control characters except line breaks. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\n\t])\p{Cc}/gu, ' ');
}

function shortened(text: string, most: number): string {
  return text.slice(0, most).toWellFormed().trim();
}
