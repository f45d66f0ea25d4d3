import * as z from 'zod/mini';
import { day } from './calendar.ts';
import type { Endpoint } from './endpoint.ts';
import { uuid } from './uuid.ts';

/** Years of training, and less than the largest body. */
export const MAX_CALENDAR_CHANGES = 1000;

const few = z.maxLength(
  MAX_CALENDAR_CHANGES,
  `You can change up to ${MAX_CALENDAR_CHANGES} workouts at a time`,
);

const onTheirDays = z.array(z.object({ id: uuid, day })).check(few);

/** Changes of many entries. Each names its result, so that a repeated request changes nothing. */
export const calendarChanges = z.object({
  /** The client chooses the id of each new entry. `of` is the entry that is copied, without its season. */
  copies: z.optional(z.array(z.object({ id: uuid, of: uuid, day })).check(few)),
  /** Skipped if the entry is done or no longer on the day `from`. At the end of the day, unless a position is given. */
  moves: z.optional(
    z
      .array(
        z.object({
          id: uuid,
          from: day,
          day,
          position: z.optional(z.number().check(z.int(), z.gte(0), z.lte(1_000_000))),
        }),
      )
      .check(few),
  ),
  /** Skipped if the entry is done or no longer on this day, or if it was edited and is to be removed only as it was added. */
  removals: z.optional(
    z.array(z.object({ id: uuid, day, ifUnedited: z.optional(z.boolean()) })).check(few),
  ),
  /**
   * Entries that the athlete skips while ill or away: each becomes a rest day that says what it was. Without those of a plan
   * (its own action), races and rest days.
   */
  skips: z.optional(onTheirDays),
  /** Skipped entries that are to be run after all. */
  returns: z.optional(onTheirDays),
});

export type CalendarChanges = z.infer<typeof calendarChanges>;

export const changeCalendar = {
  method: 'PUT',
  path: '/api/calendar/changes',
  access: 'verified',
  scope: 'calendar:write',
  summary: `Copies, moves, removes, skips and puts back up to ${MAX_CALENDAR_CHANGES} entries, all or none. Entries that have since changed are skipped. Idempotent. 422 if a day would be too full.`,
  body: calendarChanges,
  reply: z.object({
    /** The number of changes that were not made. */
    skipped: z.number(),
  }),
} satisfies Endpoint;
