import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { frozenPaces } from './paces.ts';
import { singleLine } from './text-schema.ts';
import { savedReading } from './workouts.ts';

export const MOST_DAYS_AT_ONCE = 400;
/** Far more than anyone plans; a bound on one answer. */
export const MOST_DAYS_AHEAD = 1000;
export const MOST_WORKOUTS_A_DAY = 20;

export const day = z.iso
  .date({ error: 'Write a day as 2026-11-15', abort: true })
  .check(
    z.refine(
      (text) => text >= '1970-01-01' && text <= '2199-12-31',
      'Choose a day from 1970 to 2199',
    ),
  );

/** A workout on a day. One that is not done shows its workout as it is now. */
export const calendarEntry = z.object({
  id: z.uuid(),
  day: z.iso.date(),
  /** The order within the day. */
  position: z.number(),
  /** Its workout in the library; null once that is deleted, which only a done entry outlives. */
  workoutId: z.nullable(z.uuid()),
  title: z.string(),
  script: z.string(),
  reading: savedReading,
  /** When it was marked as done, and the paces it was run in. Title and script stay as they were then. */
  done: z.nullable(
    z.object({
      at: z.string(),
      paces: frozenPaces,
    }),
  ),
});

export type CalendarEntry = z.infer<typeof calendarEntry>;

const byId = z.object({ id: z.uuid() });

export const listCalendar = {
  method: 'GET',
  path: '/api/calendar',
  access: 'verified',
  summary: `The entries of a range of days, both included, in order, by pages of about a megabyte at most. Up to ${MOST_DAYS_AT_ONCE} days; without a range, the whole calendar.`,
  query: z.object({
    from: z.optional(day),
    to: z.optional(day),
    /** Where the page before ended. */
    cursor: z.optional(z.string().check(...singleLine(100))),
  }),
  reply: z.object({
    entries: z.array(calendarEntry),
    /** Asks for the next page. The last page, which is the first for nearly everyone, has none. */
    nextCursor: z.optional(z.string()),
  }),
} satisfies Endpoint;

export const listDaysAhead = {
  method: 'GET',
  path: '/api/calendar/days',
  access: 'verified',
  summary: `The days from one day on that workouts are still to be run on, the nearest first, without the workouts themselves. Up to ${MOST_DAYS_AHEAD}.`,
  query: z.object({ from: day }),
  reply: z.object({ days: z.array(z.object({ workoutId: z.uuid(), day: z.iso.date() })) }),
} satisfies Endpoint;

/** Where in its day an entry stands, counted from 0; at the end unless it is said. */
const position = z.optional(z.number().check(z.int(), z.gte(0), z.lte(MOST_WORKOUTS_A_DAY)));

export const addToCalendar = {
  method: 'POST',
  path: '/api/calendar',
  access: 'verified',
  summary: 'Puts a workout of the library on a day. A workout can stand on many.',
  isRepeatable: true,
  body: z.object({ workoutId: z.uuid(), day, position }),
  reply: calendarEntry,
} satisfies Endpoint;

export const moveInCalendar = {
  method: 'PUT',
  path: '/api/calendar/:id',
  access: 'verified',
  summary: 'Moves an entry to another day, or to another place in its day.',
  params: byId,
  body: z.object({ day, position }),
  reply: calendarEntry,
} satisfies Endpoint;

export const markDone = {
  method: 'PUT',
  path: '/api/calendar/:id/done',
  access: 'verified',
  summary: 'Marks an entry as done: it keeps title, script and paces as they are now.',
  params: byId,
  reply: calendarEntry,
} satisfies Endpoint;

export const markUndone = {
  method: 'DELETE',
  path: '/api/calendar/:id/done',
  access: 'verified',
  summary: 'Takes the mark back: the entry follows its workout again.',
  params: byId,
  reply: calendarEntry,
} satisfies Endpoint;

export const removeFromCalendar = {
  method: 'DELETE',
  path: '/api/calendar/:id',
  access: 'verified',
  summary: 'Takes an entry off the calendar. Its workout stays in the library.',
  params: byId,
} satisfies Endpoint;
