import { PACE_KEYS } from '@pacewright/pace';
import { MAX_SCRIPT_LENGTH } from '@pacewright/script';
import * as z from 'zod/mini';
import { MAX_TEXT_LENGTH } from './caps.ts';
import type { Endpoint } from './endpoint.ts';
import { diagnostic, workout } from './script.ts';
import { controlCharacterProblem } from './text.ts';
import { singleLine } from './text-schema.ts';

export const TITLE_MAX_LENGTH = 200;
export const NOTES_MAX_LENGTH = 5000;
export const TAG_MAX_LENGTH = 40;
export const MOST_TAGS = 20;
export const MOST_WORKOUTS_ON_A_PAGE = 100;
/** How long a deleted workout can be restored. */
export const DAYS_TO_RESTORE = 30;

/** What a script was read as when it was saved. It says nothing that depends on anyone's paces. */
export const savedReading = z.object({
  workout,
  /** With one or more the workout is kept as it was written, and does not go to a watch. */
  mistakeCount: z.number(),
  /** The first of them; a text that is no script at all has thousands. */
  mistakes: z.array(diagnostic),
  /**
   * The reading of a script with hundreds of steps is cut short: it ends in an open step, and mistakes may be
   * missing. The script itself is complete.
   */
  isTruncated: z.optional(z.boolean()),
});

/** The most bytes that a reading takes as JSON. */
export const MAX_READING_BYTES = 32 * 1024;

export type SavedReading = z.infer<typeof savedReading>;

export const savedWorkout = z.object({
  id: z.uuid(),
  title: z.string(),
  script: z.string(),
  notes: z.string(),
  tags: z.array(z.string()),
  reading: savedReading,
  /** Counts the saves. To save, say which one you changed. */
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type SavedWorkout = z.infer<typeof savedWorkout>;

/** One spelling for one tag: in lower case, without space around it or more than one inside. */
export function tidyTag(tag: string): string {
  return tag.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Text that is checked by listRefusals, which says what is wrong with it. */
const anyText = z.string().check(z.maxLength(MAX_TEXT_LENGTH));

/** More than are accepted, and few enough to look at each. */
const MOST_TAGS_SENT = 100;

// Counted before any tag is looked at: thousands of bad ones would take longer to refuse than to count.
const fewTags = z
  .array(z.any())
  .check(z.maxLength(MOST_TAGS_SENT, { abort: true })) as z.ZodMiniType<string[], string[]>;
z.globalRegistry.add(fewTags, { items: { type: 'string' } });

const workoutToSave = z.object({
  title: anyText.check(z.trim()),
  script: anyText,
  notes: z.optional(anyText),
  tags: z.optional(
    z.pipe(
      fewTags,
      z
        .array(anyText)
        .check(z.overwrite((tags) => [...new Set(tags.map(tidyTag))].filter((tag) => tag !== ''))),
    ),
  ),
});

export type WorkoutToSave = z.output<typeof workoutToSave>;

/** Everything that keeps a workout from being saved, by field. A mistake in the script does not. */
export function listRefusals({ title, script, notes = '', tags = [] }: WorkoutToSave): {
  at: string;
  message: string;
}[] {
  const checks: [string, boolean, string][] = [
    ['/title', title.trim() === '', 'Give the workout a title'],
    ['/title', title.length > TITLE_MAX_LENGTH, atMost('A title has', TITLE_MAX_LENGTH, title)],
    ['/script', script.trim() === '', 'Write the script first, such as 10m E + 20m T + 10m E'],
    [
      '/script',
      script.length > MAX_SCRIPT_LENGTH,
      atMost('A script has', MAX_SCRIPT_LENGTH, script),
    ],
    ['/notes', notes.length > NOTES_MAX_LENGTH, atMost('Notes have', NOTES_MAX_LENGTH, notes)],
    ['/tags', tags.length > MOST_TAGS, `A workout has up to ${MOST_TAGS} tags`],
    ...tags.map((tag): [string, boolean, string] => [
      '/tags',
      tag.length > TAG_MAX_LENGTH,
      atMost('A tag has', TAG_MAX_LENGTH, tag),
    ]),
    ...Object.entries({ title, script, notes }).map(([field, value]): [string, boolean, string] => [
      `/${field}`,
      !isStorable(value),
      UNSTORABLE,
    ]),
    ['/tags', controlCharacterProblem(tags.join()) !== undefined, UNSTORABLE],
  ];
  return checks.filter(([, isRefused]) => isRefused).map(([at, , message]) => ({ at, message }));
}

/** A title with something behind it, such as " (copy)", cut in front of that if it would be too long. */
export function titleWithSuffix(title: string, suffix: string): string {
  const cut = title.slice(0, TITLE_MAX_LENGTH - suffix.length);
  // Half of a character at the end is left out.
  return cut.replace(/[\uD800-\uDBFF]$/, '') + suffix;
}

function atMost(what: string, most: number, text: string): string {
  return `${what} up to ${most} characters, this is ${text.length}`;
}

const UNSTORABLE =
  'There is a character here that can’t be saved. Type the text instead of pasting it';

/** The database keeps every text but a NUL, and half a character. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const byId = z.object({ id: z.uuid() });
const WHOLE = [z.int(), z.gte(0), z.lte(2 ** 31 - 1)] as const;
const version = z.number().check(...WHOLE);

export const saveWorkout = {
  method: 'POST',
  path: '/api/auth/workouts',
  access: 'verified',
  summary: 'Saves a new workout. A script with mistakes is kept as it is, and marked.',
  isRepeatable: true,
  body: z.object({ workout: workoutToSave }),
  reply: savedWorkout,
} satisfies Endpoint;

/** By when they were first saved, by their last change, or by name. */
export const WORKOUT_ORDERS = ['newest', 'changed', 'title'] as const;

export type WorkoutOrder = (typeof WORKOUT_ORDERS)[number];

const LIMIT_MESSAGE = `A page holds 1 to ${MOST_WORKOUTS_ON_A_PAGE} workouts`;
const DAY_MESSAGE = 'Write a day as 2026-11-15, or a moment as 2026-11-15T06:00:00+13:00';

const dayOrMoment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], DAY_MESSAGE)
  .check(z.maxLength(40, DAY_MESSAGE));

/** Room for a title as it is ordered, in base64. */
const cursor = z.string().check(...singleLine(4000));

export const listWorkouts = {
  method: 'GET',
  path: '/api/auth/workouts',
  access: 'verified',
  summary:
    'The library by pages of about a megabyte at most, newest first unless another order is asked for; searched by words, tag, pace and age.',
  query: z.object({
    limit: z.prefault(
      z.coerce
        .number<number>(LIMIT_MESSAGE)
        .check(
          z.int(LIMIT_MESSAGE),
          z.gte(1, LIMIT_MESSAGE),
          z.lte(MOST_WORKOUTS_ON_A_PAGE, LIMIT_MESSAGE),
        ),
      20,
    ),
    order: z.prefault(z.enum(WORKOUT_ORDERS), 'newest'),
    /** Where the page before ended, in the same order. */
    cursor: z.optional(cursor),
    /** Words, each of which begins a word of the title, the tags or the script. E, M, T, I or R is the pace. */
    q: z.optional(z.string().check(...singleLine(200, 'Search for up to 200 characters'))),
    tag: z.optional(
      z
        .string()
        .check(
          ...singleLine(200, `A tag has up to ${TAG_MAX_LENGTH} characters`),
          z.overwrite(tidyTag),
        ),
    ),
    /** Workouts with a step at this pace. */
    pace: z.optional(z.enum(PACE_KEYS)),
    /** In the order newest only. Saved first at this time or later. A day is meant in UTC; elsewhere, send the moment it begins. */
    from: z.optional(dayOrMoment),
    /** Saved first at this time or before; a day is meant to its end. */
    to: z.optional(dayOrMoment),
  }),
  reply: z.object({
    workouts: z.array(savedWorkout),
    /** Asks for the next page; null on the last one. */
    nextCursor: z.nullable(z.string()),
  }),
} satisfies Endpoint;

export const getWorkout = {
  method: 'GET',
  path: '/api/auth/workouts/:id',
  access: 'verified',
  summary: 'One workout.',
  params: byId,
  reply: savedWorkout,
} satisfies Endpoint;

export const changeWorkout = {
  method: 'PUT',
  path: '/api/auth/workouts/:id',
  access: 'verified',
  summary:
    'Replaces title and script, and notes and tags if they are sent. 409 STALE_VERSION, with the workout as it is now, when another version was changed.',
  params: byId,
  body: z.object({ workout: workoutToSave, version }),
  reply: savedWorkout,
} satisfies Endpoint;

export const deleteWorkout = {
  method: 'DELETE',
  path: '/api/auth/workouts/:id',
  access: 'verified',
  summary: `Deletes a workout. It can be restored for ${DAYS_TO_RESTORE} days. With a version, only that one.`,
  params: byId,
  query: z.object({ version: z.optional(z.coerce.number<number>().check(...WHOLE)) }),
} satisfies Endpoint;

export const restoreWorkout = {
  method: 'POST',
  path: '/api/auth/workouts/:id/restore',
  access: 'verified',
  summary: 'Brings a deleted workout back, and its days in the calendar with it.',
  params: byId,
  reply: savedWorkout,
} satisfies Endpoint;

export const listDeletedWorkouts = {
  method: 'GET',
  path: '/api/auth/deleted-workouts',
  access: 'verified',
  summary: 'The workouts that can be restored, the last deleted first; up to 100 on a page.',
  /** Where the page before ended. */
  query: z.object({ cursor: z.optional(cursor) }),
  reply: z.object({
    workouts: z.array(z.object({ ...savedWorkout.shape, deletedAt: z.string() })),
    /** Asks for the next page; null on the last one. */
    nextCursor: z.nullish(z.string()),
  }),
} satisfies Endpoint;

export const copyWorkout = {
  method: 'POST',
  path: '/api/auth/workouts/:id/copy',
  access: 'verified',
  summary: 'Saves a copy as a new workout.',
  isRepeatable: true,
  params: byId,
  reply: savedWorkout,
} satisfies Endpoint;

export const listWorkoutTags = {
  method: 'GET',
  path: '/api/auth/workout-tags',
  access: 'verified',
  summary:
    'Every tag in the library, with how many workouts carry it, in the order of the alphabet.',
  reply: z.object({ tags: z.array(z.object({ tag: z.string(), workouts: z.number() })) }),
} satisfies Endpoint;
