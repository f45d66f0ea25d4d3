import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

/** The days of a calendar feed, before and after today. */
export const FEED_DAYS = { before: 30, after: 365 };

/** The link that other calendars read. Its address is known only when it is made. */
const calendarFeed = z.object({
  /** Null without a link. */
  createdAt: z.nullable(z.string()),
  /** The first read of the last day on which a calendar has read it. */
  lastReadAt: z.optional(z.nullable(z.string())),
});

export const getCalendarFeed = {
  method: 'GET',
  path: '/api/calendar-feed',
  access: 'verified',
  summary: 'Whether the athlete has a private link to their calendar.',
  reply: calendarFeed,
} satisfies Endpoint;

export const renewCalendarFeed = {
  method: 'POST',
  path: '/api/calendar-feed',
  access: 'verified',
  summary:
    'Creates a private feed link for other calendars. The previous link stops working. Requires a sign-in within the last five minutes.',
  reply: z.object({
    createdAt: z.string(),
    /** On this site. It contains the secret, which is stored as a hash and never sent again. */
    path: z.string(),
  }),
} satisfies Endpoint;

export const revokeCalendarFeed = {
  method: 'DELETE',
  path: '/api/calendar-feed',
  access: 'verified',
  summary: 'Revokes the feed link immediately. Idempotent.',
} satisfies Endpoint;
