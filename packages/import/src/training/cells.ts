import type { WorkoutQuestion } from './guess.ts';

/** A place of a layout, and the words in it. */
export type Cell = {
  /** Several, if the text says it once for all of them. */
  weeks: number[];
  /** Monday is 0. */
  weekday?: number | undefined;
  date?: string | undefined;
  /** Lines are joined by line breaks. */
  text: string;
  /** What a table has beside the session: each is tried as a part of it, in this order. */
  columns?: Column[] | undefined;
  title: string;
  notes: string[];
  from: number;
  to: number;
};

export type Column = { name: string; text: string };

/** A part of the text that is in no session. */
export type Leftover = { text: string; from: number; to: number };

export type TrainingSession = {
  /** The first week is 1. */
  week: number;
  /** Monday is 0. None in a list. */
  weekday?: number | undefined;
  /** A day such as "2026-11-17". */
  date?: string | undefined;
  kind: 'run' | 'rest' | 'other' | 'race';
  script: string;
  /** The words that the script was written from. */
  source: string;
  title: string;
  notes: string;
  /** Where it is in the text. */
  from: number;
  to: number;
  /** One at most. The script is the one of the first answer. */
  questions: WorkoutQuestion[];
  /** The distance of a race, unless the text does not say it. */
  metres?: number | undefined;
};
