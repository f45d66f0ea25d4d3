import { MAX_SCRIPT_LENGTH } from '@pacewright/script';
import { formatCount } from '@pacewright/pace';
import * as z from 'zod/mini';
import { day, MAX_CALENDAR_DAYS } from './calendar.ts';
import type { Endpoint } from './endpoint.ts';
import { pacesSnapshot } from './paces.ts';
import { byId } from './requests.ts';
import { explained, singleLine, unixLines } from './text-schema.ts';
import { MAX_TITLE_LENGTH } from './workouts.ts';
import { uuid } from './uuid.ts';

/** A comparison with more steps would not fit into a request. */
export const MAX_COMPARED_STEPS = 300;
export const MAX_ACTIVITY_NOTES_LENGTH = 2000;
/** Deflated. An hour takes about a kilobyte. */
export const MAX_TRACE_BYTES = 40_000;
const MAX_SUMMARY_LENGTH = 300;
export const MAX_EFFORT = 10;
const MAX_SECONDS = 24 * 3600;
const MAX_METRES = 500_000;
const MAX_LAPS_AND_STEPS = 300;

const metres = z.number().check(z.gte(0), z.lte(MAX_METRES));
/** A column of four bytes has no place for less than a hair. */
const runMetres = metres.check(
  z.refine((value) => value === 0 || value >= 0.1, 'Distances must be 0 or at least 0.1 m'),
);
const startedAt = z.iso
  .datetime()
  .check(
    z.refine((time) => time >= '1970' && time < '2200', 'Runs must start between 1970 and 2199'),
  );
/** Seconds of the timer since the run began. */
const time = z.number().check(z.gte(0), z.lte(MAX_SECONDS));
const stretch = z.object({ from: time, to: time });
const speed = z.number().check(z.gte(0), z.lte(20));
const heartRate = z.number().check(z.gte(0), z.lte(300));
const stepIndex = z.number().check(z.int(), z.gte(0), z.lte(1000));

/** Several lines, without characters that a database does not store. */
function lines(maxLength: number, tooLong: string) {
  return z.string().check(
    z.maxLength(maxLength, { error: tooLong, abort: true }),
    explained((text) =>
      text.includes('\0') || !text.isWellFormed()
        ? 'Remove invisible control characters'
        : undefined,
    ),
    unixLines(),
  );
}

function base64(maxBytes: number) {
  return z.base64().check(z.maxLength(4 * Math.ceil(maxBytes / 3)));
}

const certainty = { isSure: z.boolean(), isCorrected: z.boolean() };

/** The result of a planned step. */
const stepResult = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('missed'), ...certainty }),
  z.object({
    verdict: z.enum(['hit', 'fast', 'slow', 'short', 'done']),
    ...certainty,
    isLong: z.boolean(),
    stretch,
    seconds: time,
    stoppedSeconds: time,
    metres: z.optional(metres),
    speed: z.optional(speed),
    share: z.optional(z.number().check(z.gte(0), z.lte(100_000))),
    inRange: z.optional(z.object({ seconds: time, of: time })),
    heartRate: z.optional(z.object({ mean: heartRate, end: heartRate })),
  }),
]);

const extraRunning = z.object({
  stretch,
  where: z.enum(['before', 'between', 'after']),
  like: z.optional(stepIndex),
  metres: z.optional(metres),
});

const comparisonResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('compared'),
    method: z.enum(['steps', 'laps', 'pace']),
    isSamePlan: z.boolean(),
    steps: z.array(stepResult).check(z.maxLength(MAX_COMPARED_STEPS)),
    extras: z.array(extraRunning).check(z.maxLength(MAX_COMPARED_STEPS)),
  }),
  z.object({
    kind: z.literal('unclear'),
    reason: z.enum(['nothing-recorded', 'no-pace', 'looks-different']),
  }),
]);

/** A run against the workout as it was then. It is computed on the athlete's device. */
const storedComparison = z.object({
  title: z.string().check(...singleLine(MAX_TITLE_LENGTH)),
  script: lines(
    MAX_SCRIPT_LENGTH,
    `Scripts can have up to ${formatCount(MAX_SCRIPT_LENGTH)} characters`,
  ),
  paces: pacesSnapshot,
  /** By hand. Null for a step that was left out. */
  corrections: z
    .array(z.object({ step: stepIndex, stretch: z.nullable(stretch) }))
    .check(z.maxLength(MAX_COMPARED_STEPS)),
  result: comparisonResult,
});

export type StoredComparison = z.infer<typeof storedComparison>;

const watchNumber = z.optional(z.number().check(z.gte(0), z.lte(0xffff_ffff)));

/**
 * The workout on the watch, which laps name the steps of, the serial number of its file, its heart-rate zones, and its local
 * time less UTC.
 */
const watch = z.object({
  workoutFile: watchNumber,
  steps: z
    .array(
      z.object({
        index: stepIndex,
        name: z.string().check(z.maxLength(100)),
        durationType: watchNumber,
        durationValue: watchNumber,
        targetType: watchNumber,
        targetValue: watchNumber,
        low: watchNumber,
        high: watchNumber,
        intensity: watchNumber,
      }),
    )
    .check(z.maxLength(MAX_LAPS_AND_STEPS)),
  zoneBounds: z.optional(z.array(heartRate).check(z.maxLength(10))),
  utcOffsetSeconds: z.optional(z.number().check(z.int(), z.gte(-86_400), z.lte(86_400))),
});

/** Seconds of running at each pace. */
const paceSeconds = z.object({ E: time, M: time, T: time, I: time, R: time });
const summary = z.nullable(z.string().check(...singleLine(MAX_SUMMARY_LENGTH)));
const notes = lines(
  MAX_ACTIVITY_NOTES_LENGTH,
  `Notes can have up to ${formatCount(MAX_ACTIVITY_NOTES_LENGTH)} characters`,
);
const effort = z.nullable(
  z
    .number()
    .check(z.int(), z.gte(1), z.lte(MAX_EFFORT, `Choose an effort from 1 to ${MAX_EFFORT}`)),
);

const source = z.enum(['file', 'garmin']);

const fields = {
  /** A hash of the file's content, or of Garmin's id, so that the same run is stored once. */
  sourceId: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Send the SHA-256 of the file in hex')),
  day,
  startedAt,
  seconds: z.number().check(z.int(), z.gte(1), z.lte(MAX_SECONDS)),
  metres: z.nullable(runMetres),
  /** The calendar entry that it was run for. */
  entryId: z.nullable(uuid),
  summary,
  paceSeconds,
  /** Speeds over the run in twentieths of a m/s, one byte each, for a small drawing. */
  outline: base64(120),
  effort,
};

/** A recorded run, as calendars show it. */
export const activity = z.object({ id: uuid, source, ...fields });

export type Activity = z.infer<typeof activity>;

const detail = {
  notes,
  /** Deflated. */
  trace: base64(MAX_TRACE_BYTES),
  watch,
  comparison: z.nullable(storedComparison),
};

export const activityDetail = z.object({
  ...activity.shape,
  ...detail,
  /** Of the notes and the effort. Undefined in a run that an earlier version stored on the device. */
  version: z.optional(z.number()),
});

export type ActivityDetail = z.infer<typeof activityDetail>;

const newActivity = z.object({ source, ...fields, ...detail });

export type NewActivity = z.infer<typeof newActivity>;

export const storeActivity = {
  method: 'POST',
  path: '/api/activities',
  access: 'verified',
  summary:
    'Saves a run and marks its entry as done. The same run is saved once, even if Garmin also sent it.',
  body: newActivity,
  reply: z.object({ ...activity.shape, isNew: z.boolean() }),
} satisfies Endpoint;

export const listActivities = {
  method: 'GET',
  path: '/api/activities',
  access: 'verified',
  scope: 'runs:read',
  summary: `The runs of a range of up to ${MAX_CALENDAR_DAYS} days, both included, in order, by pages.`,
  query: z.object({
    from: day,
    to: day,
    /** The end of the previous page. */
    cursor: z.optional(z.string().check(...singleLine(100))),
  }),
  reply: z.object({ activities: z.array(activity), nextCursor: z.optional(z.string()) }),
} satisfies Endpoint;

export const getActivity = {
  method: 'GET',
  path: '/api/activities/:id',
  access: 'verified',
  scope: 'runs:read',
  summary: 'A run with its trace and its comparison.',
  params: byId,
  reply: activityDetail,
} satisfies Endpoint;

const newComparison = z.object({
  entryId: z.nullable(uuid),
  summary,
  paceSeconds,
  comparison: z.nullable(storedComparison),
});

export type NewComparison = z.infer<typeof newComparison>;

export const compareActivityWith = {
  method: 'PUT',
  path: '/api/activities/:id/comparison',
  access: 'verified',
  summary: 'Replaces the comparison of a run, its corrections, and its calendar entry.',
  params: byId,
  body: newComparison,
  reply: activityDetail,
} satisfies Endpoint;

export const annotateActivity = {
  method: 'PUT',
  path: '/api/activities/:id/notes',
  access: 'verified',
  summary:
    'Saves the notes on a run, and how hard it felt. 409 STALE_VERSION, with the run as it is now, when another version was changed.',
  params: byId,
  body: z.object({
    notes,
    effort,
    /** Undefined from a client of an earlier version, which overwrites any. */
    version: z.optional(z.number().check(z.int(), z.gte(0), z.lte(2 ** 31 - 1))),
  }),
  reply: activityDetail,
} satisfies Endpoint;

export const deleteActivity = {
  method: 'DELETE',
  path: '/api/activities/:id',
  access: 'verified',
  summary: 'Deletes a run. Its calendar entry is not deleted.',
  params: byId,
} satisfies Endpoint;
