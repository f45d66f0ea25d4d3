import { MAX_SCRIPT_LENGTH } from '@pacewright/script';
import * as z from 'zod/mini';
import { MAX_TEXT_LENGTH } from './caps.ts';
import { unixLines } from './text-schema.ts';
import { uuid } from './uuid.ts';
import { atMost, isStorable, MAX_NOTES_LENGTH, MAX_TITLE_LENGTH, UNSTORABLE } from './workouts.ts';

/** One of the options of a day (P8). Only a run has a script; "other" is an activity other than running. */
export const entryOption = z.object({
  kind: z.enum(['run', 'rest', 'other']),
  title: z.string().check(z.maxLength(MAX_TEXT_LENGTH)),
  script: z.string().check(z.maxLength(MAX_TEXT_LENGTH), unixLines()),
  /** Ignored unless it is a run. */
  isRace: z.optional(z.boolean()),
});

export type EntryOption = z.infer<typeof entryOption>;

/** Says which of two sessions on a day is which. */
export const timeOfDay = z.enum(['am', 'pm']);

export type TimeOfDay = z.infer<typeof timeOfDay>;

/** A day of a plan (A3, A5). The key is its place in the plan, such as "12 Tue pm". */
export const plannedDay = z.object({
  key: z.string(),
  day: z.iso.date(),
  timeOfDay: z.optional(timeOfDay),
  ...entryOption.shape,
  notes: z.string(),
  /** The options after `or`. */
  alternatives: z.array(entryOption),
});

export type PlannedDayReply = z.infer<typeof plannedDay>;

/** What a skipped day without a plan was; a plan has it in its text. A workout of the library, as it was then, has an id. */
export const skippedDay = z.object({
  workoutId: z.nullish(uuid),
  ...entryOption.shape,
  alternatives: z.array(entryOption),
});

/** The content of an entry that has its own instead of a workout of the library. */
export const entryContent = z.object({
  ...entryOption.shape,
  title: entryOption.shape.title.check(z.trim()),
  notes: z.optional(z.string().check(z.maxLength(MAX_TEXT_LENGTH), unixLines())),
  /** Skips the day, whatever the rest of the content is: undo sends what the entry had. Checked by the API. */
  skipped: z.optional(z.unknown()),
});

export type EntryContentToSave = z.infer<typeof entryContent>;

/** The other options of a day, which undo puts back with its content. More than a day collects. */
export const alternatives = z.optional(z.array(entryOption).check(z.maxLength(100)));

/** The reasons why an entry cannot have this content, by field. Mistakes in the script are allowed. */
export function validateEntryContent({ kind, title, script, notes = '' }: EntryContentToSave): {
  at: string;
  message: string;
}[] {
  const isRun = kind === 'run';
  const checks: [string, boolean, string][] = [
    ['/title', title.trim() === '', 'Enter a title'],
    ['/title', title.length > MAX_TITLE_LENGTH, atMost('Titles can have', MAX_TITLE_LENGTH, title)],
    ['/script', isRun && script.trim() === '', 'Write a script first, for example 10m E + 20m T'],
    ['/script', !isRun && script !== '', 'Only runs can have a script'],
    [
      '/script',
      script.length > MAX_SCRIPT_LENGTH,
      atMost('Scripts can have', MAX_SCRIPT_LENGTH, script),
    ],
    ['/notes', notes.length > MAX_NOTES_LENGTH, atMost('Notes can have', MAX_NOTES_LENGTH, notes)],
    ...Object.entries({ title, script, notes }).map(([field, value]): [string, boolean, string] => [
      `/${field}`,
      !isStorable(value),
      UNSTORABLE,
    ]),
  ];
  return checks.filter(([, isRefused]) => isRefused).map(([at, , message]) => ({ at, message }));
}
