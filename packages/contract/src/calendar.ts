import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { alternatives, entryContent, entryOption, timeOfDay } from './entry-content.ts';
import { pacesSnapshot } from './paces.ts';
import { byId, byVersion, version } from './requests.ts';
import { singleLine } from './text-schema.ts';
import { draft, savedReading } from './workouts.ts';
import { uuid } from './uuid.ts';

export const MAX_CALENDAR_DAYS = 400;
/** Bounds the size of a response. */
export const MAX_DAYS_AHEAD = 1000;
export const MAX_WORKOUTS_PER_DAY = 20;

export const day = z.iso
  .date({ error: 'Enter a date like 2026-11-15', abort: true })
  .check(
    z.refine(
      (text) => text >= '1970-01-01' && text <= '2199-12-31',
      'Choose a date between 1970 and 2199',
    ),
  );

/** A workout on a day. Until it is done, it shows the current workout, or its own content. */
export const calendarEntry = z.object({
  id: uuid,
  day: z.iso.date(),
  /** Morning comes first, then entries without a time of day, then the afternoon. Undefined in a stored calendar. */
  timeOfDay: z.nullish(timeOfDay),
  /** The order among the entries of the same day and time of day. */
  position: z.number(),
  /** Null for an entry with its own content, and if the workout of a done entry was deleted. */
  workoutId: z.nullable(uuid),
  title: z.string(),
  script: z.string(),
  reading: savedReading,
  /**
   * Grows with each change of its content, also of its workout in the library. A change must send the version it is
   * based on. Undefined in a calendar that an earlier version stored on the device.
   */
  version: z.optional(z.number()),
  /** The notes of its workout in the library. Null for an entry with its own content. */
  notes: z.nullish(z.string()),
  /** For an entry with its own content instead of a workout of the library. A rest day or another activity has no script. */
  own: z.nullish(
    z.object({
      kind: entryOption.shape.kind,
      isRace: entryOption.shape.isRace,
      notes: z.string(),
      /** The other options of the day (A16). */
      alternatives: z.array(entryOption),
      /** A `skippedDay`, or null: what it was before it was skipped. Clients send it back as it is, and need not parse it. */
      skipped: z.optional(z.unknown()),
    }),
  ),
  /** The season that made the entry, and its place in the plan. */
  season: z.nullish(
    z.object({
      id: uuid,
      /** Week, weekday, and pm for a second run, such as "12 Tue pm" (A5). */
      key: z.string(),
      /** Undefined in a calendar that an earlier version stored on the device. */
      title: z.optional(z.string()),
      /** The plan it was made from. Null if it is deleted. */
      planId: z.nullish(uuid),
      /** Null for a season that was last saved by an earlier version. */
      weekCount: z.nullish(z.number()),
    }),
  ),
  /** The time of marking, and the paces of the run. Title and script no longer change. */
  done: z.nullable(
    z.object({
      at: z.string(),
      paces: pacesSnapshot,
    }),
  ),
});

export type CalendarEntry = z.infer<typeof calendarEntry>;

export const listCalendar = {
  method: 'GET',
  path: '/api/calendar',
  access: 'verified',
  scope: 'calendar:read',
  summary: `Lists the entries of an inclusive range of up to ${MAX_CALENDAR_DAYS} days, in order, in pages of up to a megabyte. Without an end, everything from the start; without a range, everything.`,
  query: z.object({
    from: z.optional(day),
    to: z.optional(day),
    /** Leaves out everything else. */
    only: z.optional(z.literal('races')),
    /** The end of the previous page. */
    cursor: z.optional(z.string().check(...singleLine(100))),
  }),
  reply: z.object({
    entries: z.array(calendarEntry),
    /** Undefined on the last page. */
    nextCursor: z.optional(z.string()),
  }),
} satisfies Endpoint;

export const listDaysAhead = {
  method: 'GET',
  path: '/api/calendar/days',
  access: 'verified',
  scope: 'calendar:read',
  summary: `The days of planned workouts from a day on, nearest first. Up to ${MAX_DAYS_AHEAD}.`,
  query: z.object({ from: day }),
  reply: z.object({ days: z.array(z.object({ workoutId: uuid, day: z.iso.date() })) }),
} satisfies Endpoint;

/** The position in the day, from 0; at the end by default. */
const position = z.optional(z.number().check(z.int(), z.gte(0), z.lte(MAX_WORKOUTS_PER_DAY)));

export const addToCalendar = {
  method: 'POST',
  path: '/api/calendar',
  access: 'verified',
  scope: 'calendar:write',
  summary: 'Adds a library workout, or an entry with its own content, to a day.',
  acceptsIdempotencyKey: true,
  /** With either `workoutId` or `content`. */
  body: z.object({
    workoutId: z.optional(uuid),
    content: z.optional(entryContent),
    day,
    timeOfDay: z.optional(timeOfDay),
    position,
    draft,
    alternatives,
    /**
     * Puts a day of a plan back that was removed, with its content, as undo does. It is the athlete's own if the plan has
     * another one by then, or is deleted.
     */
    season: z.optional(
      z.object({ id: z.uuid(), key: z.string().check(...singleLine(12)), entryId: z.uuid() }),
    ),
  }),
  reply: calendarEntry,
} satisfies Endpoint;

export const moveInCalendar = {
  method: 'PUT',
  path: '/api/calendar/:id',
  access: 'verified',
  scope: 'calendar:write',
  summary: 'Moves an entry to another day, time of day or position.',
  params: byId,
  /** The time of day stays without one, and is cleared by null. */
  body: z.object({ day, timeOfDay: z.nullish(timeOfDay), position }),
  reply: calendarEntry,
} satisfies Endpoint;

export const changeEntryContent = {
  method: 'PUT',
  path: '/api/calendar/:id/content',
  access: 'verified',
  scope: 'calendar:write',
  summary:
    'Sets an entry’s own content, or restores its plan’s. 422 if it is done, or the plan has none. 409 STALE_VERSION, with the entry as it is now, when another version was changed.',
  params: byId,
  body: z.object({
    /** Null for the content that the season’s text has for this day, or that it had before it was skipped. */
    content: z.nullable(entryContent),
    /** With null as content: the workout of the library that it shows, as undo does. */
    workoutId: z.optional(uuid),
    /** Those that it has, without any. */
    alternatives,
    /** Undefined from a client of an earlier version, which overwrites any. */
    version: z.optional(version),
    /** Moves there as well. */
    day: z.optional(day),
    position,
    draft,
  }),
  reply: calendarEntry,
} satisfies Endpoint;

export const chooseAlternative = {
  method: 'PUT',
  path: '/api/calendar/:id/option',
  access: 'verified',
  scope: 'calendar:write',
  summary:
    'Swaps the content of an entry with one of its alternatives. Idempotent. 422 if it isn’t one of them.',
  params: byId,
  body: z.object({ option: entryOption }),
  reply: calendarEntry,
} satisfies Endpoint;

export const markDone = {
  method: 'PUT',
  path: '/api/calendar/:id/done',
  access: 'verified',
  scope: 'calendar:write',
  summary: 'Marks an entry as done, and stores its title, script and paces.',
  params: byId,
  reply: calendarEntry,
} satisfies Endpoint;

export const markUndone = {
  method: 'DELETE',
  path: '/api/calendar/:id/done',
  access: 'verified',
  scope: 'calendar:write',
  summary: 'Unmarks an entry as done.',
  params: byId,
  reply: calendarEntry,
} satisfies Endpoint;

export const removeFromCalendar = {
  method: 'DELETE',
  path: '/api/calendar/:id',
  access: 'verified',
  scope: 'calendar:write',
  summary:
    'Removes an entry. 409 STALE_VERSION, with the entry as it is now, when another version was changed.',
  params: byId,
  /** As it was seen. Without a version it is removed whatever it is, also if it is done. */
  query: z.object({ ...byVersion.shape, day: z.optional(day) }),
} satisfies Endpoint;
