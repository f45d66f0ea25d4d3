import * as z from 'zod/mini';
import { day } from './calendar.ts';
import type { Endpoint } from './endpoint.ts';
import { plannedDay } from './entry-content.ts';
import { planText } from './plans.ts';
import { byId } from './requests.ts';
import { uuid } from './uuid.ts';
import { draft } from './workouts.ts';

/** How long an action can be undone (A10). */
export const DAYS_TO_UNDO = 30;
/** The most days by which a season can be moved. */
export const MAX_DAYS_TO_MOVE = 1000;

/** The place of a day in its plan (A5): week, weekday, and pm for a second run. */
const dayKey = z
  .string()
  .check(z.regex(/^\d{1,2} (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?: pm)?$/, 'Write a day as 12 Tue pm'));

/** A1, A2. A day in week 1, or the day of a race: of the one with this key, or of the last. */
export const seasonAnchor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), day }),
  z.object({ kind: z.literal('race'), day, key: z.optional(dayKey) }),
]);

export type SeasonAnchor = z.infer<typeof seasonAnchor>;

/** Everything that is done to a season, and can be undone as one (A10). */
export const seasonAction = z.discriminatedUnion('kind', [
  /** A6. A changed text, or the same text at another place. */
  z.object({ kind: z.literal('text'), text: planText, anchor: z.optional(seasonAnchor) }),
  /** A11. Everything ahead moves by a number of days. */
  z.object({
    kind: z.literal('move'),
    days: z.number().check(z.int(), z.gte(-MAX_DAYS_TO_MOVE), z.lte(MAX_DAYS_TO_MOVE)),
  }),
  /** A19. The days of someone who is ill or away become rest days. */
  z.object({ kind: z.literal('skip'), from: day, to: day }),
  /** A19. Everything from there on moves by whole weeks. `drop` is the first of as many days that are removed instead. */
  z.object({ kind: z.literal('push'), from: day, to: day, drop: z.optional(day) }),
  /** A12. */
  z.object({ kind: z.literal('pause') }),
  z.object({ kind: z.literal('resume'), how: z.enum(['later', 'here']) }),
  /** A14. Untouched entries ahead are removed, or everything becomes the athlete's own. */
  z.object({ kind: z.literal('end'), how: z.enum(['remove', 'keep']) }),
]);

export type SeasonAction = z.infer<typeof seasonAction>;

const ABOUT = ['day', 'content', 'left', 'removed', 'past'] as const;

/** The effect of an action on one day of the plan. */
export const seasonChange = z.object({
  /** "hold" takes it off the calendar while the season is paused; after "release" it is the athlete's own. */
  kind: z.enum(['add', 'change', 'remove', 'hold', 'put-back', 'release']),
  /** Null for a day that is added. */
  entryId: z.nullable(uuid),
  before: z.nullable(plannedDay),
  after: z.nullable(plannedDay),
});

export type SeasonChange = z.infer<typeof seasonChange>;

/**
 * A7. A day that the text and the athlete both changed. Mine stays, unless theirs is taken. `day`, `content`: changed on
 * both sides. `left`: touched by the athlete, and no longer in the text. `removed`: removed by the athlete, and changed
 * in the text. `past`: the text moves it before today.
 */
export const seasonQuestion = z.object({
  key: z.string(),
  about: z.enum(ABOUT),
  mine: z.nullable(plannedDay),
  theirs: z.nullable(plannedDay),
});

export type SeasonQuestion = z.infer<typeof seasonQuestion>;

/** A4. Everything that an action would do. */
export const seasonPreview = z.object({
  /** Applying needs it, and is refused if the text or the calendar has changed since. */
  hash: z.string(),
  title: z.string(),
  /** The first day of week 1. */
  firstDay: z.iso.date(),
  /** Days between the planned and the actual weekday, because the race is on another one: -3 to 3 (A2). */
  turn: z.number(),
  /** The days of the text that would be entries. */
  dayCount: z.number(),
  /** Without theirs and with every day, unless `takeTheirs` and `keep` were sent. */
  changes: z.array(seasonChange),
  questions: z.array(seasonQuestion),
  /** The keys of days before today, which are not added (A8), or which a season resumed "here" skips (A12). */
  skipped: z.array(z.string()),
  /** The keys of days in week 1 before the given day (A1). */
  early: z.array(z.string()),
  /** Days that get something and hold something else already, with up to three of its titles (A13). */
  shared: z.array(
    z.object({ day: z.iso.date(), entryCount: z.number(), titles: z.array(z.string()) }),
  ),
  /** Days that would have too many entries. The action is refused while there are any (A13). */
  full: z.array(z.iso.date()),
  /** The season is paused, so the text waits until it is resumed (A12). */
  isWaiting: z.boolean(),
});

export type SeasonPreview = z.infer<typeof seasonPreview>;

const seasonSummary = z.object({
  id: uuid,
  /** The plan it was made from, which may be deleted. */
  planId: z.nullable(uuid),
  title: z.string(),
  /** The first day of week 1, without later moves. */
  firstDay: z.iso.date(),
  /** The day of its last entry. Null without entries. */
  lastDay: z.nullable(z.iso.date()),
  /** Without rest days, such as skipped ones. */
  entryCount: z.number(),
  doneCount: z.number(),
  pausedOn: z.nullable(z.iso.date()),
  endedAt: z.nullable(z.string()),
  createdAt: z.string(),
});

/** A plan on the calendar, with its own copy of the text. */
export const season = z.object({
  ...seasonSummary.shape,
  text: z.string(),
  /** A text that was given while the season was paused. Applying it clears it. */
  waitingText: z.nullable(z.string()),
  anchor: seasonAnchor,
  shifts: z.array(z.object({ from: z.iso.date(), days: z.number() })),
  /** The text’s version of the days whose content the athlete changed and that are not done. */
  edited: z.array(plannedDay),
  /** The actions that can be undone, the newest first. Only the first can be undone now. */
  actions: z.array(
    z.object({
      id: uuid,
      /** Skipping and pushing are moves. */
      kind: z.enum(['start', 'text', 'move', 'pause', 'resume', 'end']),
      at: z.string(),
    }),
  ),
});

export type Season = z.infer<typeof season>;
export type SeasonSummary = z.infer<typeof seasonSummary>;

/** The athlete's own date, from which on entries may change (A8). */
const today = day;

/** A7. The questions that are answered with theirs; the others are answered with mine. */
const takeTheirs = z.optional(
  z
    .array(z.object({ key: dayKey, about: z.enum(ABOUT) }))
    .check(z.maxLength(1600, 'Too many days')),
);

/** A7. The days of the plan that stay on the calendar as they are, as if the athlete had changed them. */
const keep = z.optional(z.array(dayKey).check(z.maxLength(1600, 'Too many days')));

const hash = z.string().check(z.regex(/^[\w-]{20,100}$/, 'Load the preview first'));

export const previewSeason = {
  method: 'POST',
  path: '/api/season-preview',
  access: 'verified',
  scope: 'calendar:read',
  summary: 'Previews a plan on the calendar. Saves nothing. 422 if the plan has problems.',
  body: z.object({ text: planText, anchor: seasonAnchor, today }),
  reply: seasonPreview,
} satisfies Endpoint;

export const startSeason = {
  method: 'POST',
  path: '/api/seasons',
  access: 'verified',
  scope: 'calendar:write',
  summary:
    'Puts a plan on the calendar, as previewed. 409 PREVIEW_CHANGED, with a new preview, if the calendar has changed since.',
  acceptsIdempotencyKey: true,
  body: z.object({
    planId: z.optional(uuid),
    text: planText,
    anchor: seasonAnchor,
    today,
    hash,
    draft,
  }),
  reply: season,
} satisfies Endpoint;

export const listSeasons = {
  method: 'GET',
  path: '/api/seasons',
  access: 'verified',
  scope: 'calendar:read',
  summary: 'All seasons, the newest first.',
  reply: z.object({ seasons: z.array(seasonSummary) }),
} satisfies Endpoint;

export const getSeason = {
  method: 'GET',
  path: '/api/seasons/:id',
  access: 'verified',
  scope: 'calendar:read',
  summary: 'One season with its text.',
  params: byId,
  reply: season,
} satisfies Endpoint;

export const previewSeasonAction = {
  method: 'POST',
  path: '/api/seasons/:id/preview',
  access: 'verified',
  scope: 'calendar:read',
  summary:
    'Previews an action: a changed text, moving, skipping or pushing days, pausing, resuming or ending. Saves nothing.',
  params: byId,
  body: z.object({ action: seasonAction, today, takeTheirs, keep }),
  reply: seasonPreview,
} satisfies Endpoint;

export const actOnSeason = {
  method: 'POST',
  path: '/api/seasons/:id/actions',
  access: 'verified',
  scope: 'calendar:write',
  summary:
    'Applies the previewed action. 409 PREVIEW_CHANGED, with a new preview, if the text or the calendar has changed since.',
  acceptsIdempotencyKey: true,
  params: byId,
  body: z.object({ action: seasonAction, today, takeTheirs, keep, hash, draft }),
  reply: season,
} satisfies Endpoint;

export const undoSeasonAction = {
  method: 'POST',
  path: '/api/seasons/:id/undo',
  access: 'verified',
  scope: 'calendar:write',
  summary: `Undoes the latest action, for up to ${DAYS_TO_UNDO} days. Entries edited since are kept and listed. Undoing the start ends the season.`,
  params: byId,
  body: z.object({ actionId: uuid }),
  reply: z.object({
    season,
    stayed: z.array(z.object({ key: z.string(), day: z.iso.date(), title: z.string() })),
  }),
} satisfies Endpoint;

export const deleteSeason = {
  method: 'DELETE',
  path: '/api/seasons/:id',
  access: 'verified',
  summary: 'Deletes an ended season. Its calendar entries and its plan are not deleted.',
  params: byId,
} satisfies Endpoint;
