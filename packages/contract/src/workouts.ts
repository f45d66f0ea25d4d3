import { formatCount, PACE_KEYS } from '@pacewright/pace';
import { MAX_SCRIPT_LENGTH } from '@pacewright/script';
import * as z from 'zod/mini';
import { MAX_TEXT_LENGTH } from './caps.ts';
import type { Endpoint } from './endpoint.ts';
import { byId, byVersion, pageSize, version } from './requests.ts';
import { diagnostic, workout } from './script.ts';
import { controlCharacterProblem } from './text.ts';
import { singleLine, unixLines } from './text-schema.ts';
import { uuid } from './uuid.ts';

export const MAX_TITLE_LENGTH = 200;
export const MAX_NOTES_LENGTH = 5000;
const MAX_TAG_LENGTH = 40;
export const MAX_TAGS = 20;
export const MAX_WORKOUTS_PER_PAGE = 100;
export const DAYS_TO_RESTORE = 30;

/** The reading of a script when it was saved, independent of paces. */
export const savedReading = z.object({
  workout,
  /** A workout with mistakes is saved, but cannot be sent to a watch. */
  mistakeCount: z.number(),
  /** The first mistakes only, because any text is accepted. */
  mistakes: z.array(diagnostic),
  /**
   * The reading of a very long script is truncated: it ends in an open step, and mistakes may be missing. The
   * script itself is complete.
   */
  isTruncated: z.optional(z.boolean()),
});

/** The maximum size of a reading as JSON. */
export const MAX_READING_BYTES = 32 * 1024;

export type SavedReading = z.infer<typeof savedReading>;

export const savedWorkout = z.object({
  id: uuid,
  title: z.string(),
  script: z.string(),
  notes: z.string(),
  tags: z.array(z.string()),
  reading: savedReading,
  /** Grows with each save. A save must send the version it is based on. */
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type SavedWorkout = z.infer<typeof savedWorkout>;

/** Lower case, with single spaces. */
export function normalizeTag(tag: string): string {
  return tag.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Text that `validateWorkout` checks with better messages. */
const anyText = z.string().check(z.maxLength(MAX_TEXT_LENGTH), unixLines());

/** Above MAX_TAGS, and few enough to check each. */
const MAX_TAGS_PER_REQUEST = 100;

// Counted before validation, because validating thousands of tags is expensive.
const fewTags = z
  .array(z.any())
  .check(z.maxLength(MAX_TAGS_PER_REQUEST, { abort: true })) as z.ZodMiniType<string[], string[]>;
z.globalRegistry.add(fewTags, { items: { type: 'string' } });

export const workoutToSave = z.object({
  title: anyText.check(z.trim()),
  script: anyText,
  notes: z.optional(anyText),
  tags: z.optional(
    z.pipe(
      fewTags,
      z
        .array(anyText)
        .check(
          z.overwrite((tags) => [...new Set(tags.map(normalizeTag))].filter((tag) => tag !== '')),
        ),
    ),
  ),
});

export type WorkoutToSave = z.output<typeof workoutToSave>;

/** The reasons why a workout cannot be saved, by field. Mistakes in the script are allowed. */
export function validateWorkout({ title, script, notes = '', tags = [] }: WorkoutToSave): {
  at: string;
  message: string;
}[] {
  const checks: [string, boolean, string][] = [
    ['/title', title.trim() === '', 'Enter a title'],
    ['/title', title.length > MAX_TITLE_LENGTH, atMost('Titles can have', MAX_TITLE_LENGTH, title)],
    ['/script', script.trim() === '', 'Write a script first, for example 10m E + 20m T + 10m E'],
    [
      '/script',
      script.length > MAX_SCRIPT_LENGTH,
      atMost('Scripts can have', MAX_SCRIPT_LENGTH, script),
    ],
    ['/notes', notes.length > MAX_NOTES_LENGTH, atMost('Notes can have', MAX_NOTES_LENGTH, notes)],
    ['/tags', tags.length > MAX_TAGS, `Workouts can have up to ${MAX_TAGS} tags`],
    ...tags.map((tag): [string, boolean, string] => [
      '/tags',
      tag.length > MAX_TAG_LENGTH,
      atMost('Tags can have', MAX_TAG_LENGTH, tag),
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

/** Appends a suffix such as " (copy)", and truncates the title if needed. */
export function titleWithSuffix(title: string, suffix: string): string {
  const cut = title.slice(0, MAX_TITLE_LENGTH - suffix.length);
  // Removes a lone surrogate at the end.
  return cut.replace(/[\uD800-\uDBFF]$/, '') + suffix;
}

export function atMost(subject: string, max: number, text: string): string {
  return `${subject} up to ${formatCount(max)} characters. You have ${formatCount(text.length)}`;
}

export const UNSTORABLE =
  'This contains a character we can’t save. Type the text instead of pasting it';

/** PostgreSQL stores neither NUL nor lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The id of something new, so that the client knows it before the first save. */
export const newId = z.optional(z.uuidv7());

/** Saves texts with mistakes for a key, too. Those of the app are always saved. */
export const draft = z.optional(z.boolean());

export const saveWorkout = {
  method: 'POST',
  path: '/api/auth/workouts',
  access: 'verified',
  scope: 'workouts:write',
  summary:
    'Saves a new workout. The script may have problems. Its id is the one that is sent, a UUIDv7 made at most a day ago.',
  acceptsIdempotencyKey: true,
  body: z.object({ id: newId, workout: workoutToSave, draft }),
  reply: savedWorkout,
} satisfies Endpoint;

/** By creation, by the last change, or by title. */
const WORKOUT_ORDERS = ['newest', 'changed', 'title'] as const;

export type WorkoutOrder = (typeof WORKOUT_ORDERS)[number];

const DAY_MESSAGE = 'Enter a date like 2026-11-15 or a time like 2026-11-15T06:00:00+13:00';

const dayOrMoment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], DAY_MESSAGE)
  .check(z.maxLength(40, DAY_MESSAGE));

/** Enough for the sort key of a title in base64. */
const cursor = z.string().check(...singleLine(4000));

export const listWorkouts = {
  method: 'GET',
  path: '/api/auth/workouts',
  access: 'verified',
  scope: 'workouts:read',
  summary:
    'Lists the library in pages of up to about a megabyte, newest first by default. Filters by words, tag, pace and date.',
  query: z.object({
    limit: pageSize(MAX_WORKOUTS_PER_PAGE, 'workouts'),
    order: z.prefault(z.enum(WORKOUT_ORDERS), 'newest'),
    /** The end of the previous page, in the same order. */
    cursor: z.optional(cursor),
    /** Words, each of which begins a word of the title, the tags or the script. E, M, T, I or R is the pace. */
    q: z.optional(z.string().check(...singleLine(200, 'Searches can have up to 200 characters'))),
    tag: z.optional(
      z
        .string()
        .check(
          ...singleLine(200, `Tags can have up to ${MAX_TAG_LENGTH} characters`),
          z.overwrite(normalizeTag),
        ),
    ),
    /** Workouts with a step at this pace. */
    pace: z.optional(z.enum(PACE_KEYS)),
    /** Created at this time or later; only with the order "newest". A day is in UTC; for another zone send its first moment. */
    from: z.optional(dayOrMoment),
    /** Created at this time or before; a day is included to its end. */
    to: z.optional(dayOrMoment),
  }),
  reply: z.object({
    workouts: z.array(savedWorkout),
    /** Null on the last page. */
    nextCursor: z.nullable(z.string()),
  }),
} satisfies Endpoint;

export const getWorkout = {
  method: 'GET',
  path: '/api/auth/workouts/:id',
  access: 'verified',
  scope: 'workouts:read',
  summary: 'One workout.',
  params: byId,
  reply: savedWorkout,
} satisfies Endpoint;

export const changeWorkout = {
  method: 'PUT',
  path: '/api/auth/workouts/:id',
  access: 'verified',
  scope: 'workouts:write',
  summary:
    'Replaces title and script, and notes and tags if they are sent. 409 STALE_VERSION, with the current workout, if the version is outdated.',
  params: byId,
  body: z.object({ workout: workoutToSave, version, draft }),
  reply: savedWorkout,
} satisfies Endpoint;

export const deleteWorkout = {
  method: 'DELETE',
  path: '/api/auth/workouts/:id',
  access: 'verified',
  summary: `Deletes a workout. It can be restored for ${DAYS_TO_RESTORE} days. With a version, only that one.`,
  params: byId,
  query: byVersion,
} satisfies Endpoint;

export const restoreWorkout = {
  method: 'POST',
  path: '/api/auth/workouts/:id/restore',
  access: 'verified',
  summary: 'Restores a deleted workout and its calendar entries.',
  params: byId,
  reply: savedWorkout,
} satisfies Endpoint;

export const listDeletedWorkouts = {
  method: 'GET',
  path: '/api/auth/deleted-workouts',
  access: 'verified',
  summary:
    'Lists deleted workouts that can be restored, most recently deleted first, up to 100 per page.',
  /** The end of the previous page. */
  query: z.object({ cursor: z.optional(cursor) }),
  reply: z.object({
    workouts: z.array(z.object({ ...savedWorkout.shape, deletedAt: z.string() })),
    /** Null on the last page. */
    nextCursor: z.nullish(z.string()),
  }),
} satisfies Endpoint;

export const copyWorkout = {
  method: 'POST',
  path: '/api/auth/workouts/:id/copy',
  access: 'verified',
  scope: 'workouts:write',
  summary: 'Saves a copy as a new workout.',
  acceptsIdempotencyKey: true,
  params: byId,
  reply: savedWorkout,
} satisfies Endpoint;

export const listWorkoutTags = {
  method: 'GET',
  path: '/api/auth/workout-tags',
  access: 'verified',
  scope: 'workouts:read',
  summary: 'Lists all tags alphabetically, with their number of workouts.',
  reply: z.object({ tags: z.array(z.object({ tag: z.string(), workouts: z.number() })) }),
} satisfies Endpoint;
