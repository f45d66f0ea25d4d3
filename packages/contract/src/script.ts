import { PACE_KEYS } from '@pacewright/pace';
import {
  ADVICE_CODES,
  MISTAKE_CODES,
  type ScriptReading,
  type Workout,
  type WorkoutItem,
} from '@pacewright/script';
import * as z from 'zod/mini';
import { MAX_TEXT_LENGTH } from './caps.ts';
import type { Endpoint } from './endpoint.ts';

// The schemas match the types of @pacewright/script, which `satisfies` and the assignments below check.

const amount = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('time'), seconds: z.number() }),
  z.object({ kind: z.literal('distance'), metres: z.number() }),
  z.object({ kind: z.literal('open') }),
]);

const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('pace'), pace: z.enum(PACE_KEYS) }),
  z.object({ kind: z.literal('zone'), zone: z.literal([1, 2, 3, 4, 5]) }),
  z.object({ kind: z.literal('jog') }),
  z.object({ kind: z.literal('rest') }),
  z.object({ kind: z.literal('walk') }),
  z.object({ kind: z.literal('race'), metres: z.number() }),
  z.object({ kind: z.literal('goal'), seconds: z.number() }),
  /** Seconds for a kilometre or a mile. */
  z.object({
    kind: z.literal('stated'),
    slow: z.number(),
    fast: z.number(),
    per: z.enum(['km', 'mi']),
  }),
  /** A heart rate in beats per minute. */
  z.object({ kind: z.literal('beats'), from: z.number(), to: z.number() }),
]);

const step = z.object({
  kind: z.literal('step'),
  amount,
  target,
  /** Stated by WU or CD. */
  role: z.optional(z.enum(['warm-up', 'cool-down'])),
  note: z.optional(z.string()),
  /** Left out in the last round of its repeat. */
  isBetween: z.optional(z.literal(true)),
});

const repeat = z.object({
  kind: z.literal('repeat'),
  count: z.number(),
  get items(): z.ZodMiniArray<z.ZodMiniType<WorkoutItem>> {
    return z.array(workoutItem);
  },
});

const workoutItem: z.ZodMiniType<WorkoutItem> = z.discriminatedUnion('kind', [step, repeat]);
// Repeats contain repeats, so the OpenAPI document needs a name for the schema.
z.globalRegistry.add(workoutItem, { id: 'WorkoutItem' });

/** The meaning of a script: steps and repeats in order. Seconds and metres. */
export const workout: z.ZodMiniType<Workout> = z.object({ items: z.array(workoutItem) });

const edit = z.object({ from: z.number(), to: z.number(), insert: z.string() });

/** Places are counted in UTF-16 code units from 0, the end excluded. */
export const diagnostic = z.object({
  code: z.enum([...MISTAKE_CODES, ...ADVICE_CODES]),
  severity: z.enum(['error', 'advice']),
  from: z.number(),
  to: z.number(),
  message: z.string(),
  fixes: z.array(z.object({ label: z.string(), edits: z.array(edit) })),
});

const totals = z.object({
  time: z.object({ seconds: z.number(), isAtLeast: z.boolean() }),
  distance: z.object({ metres: z.number(), isAtLeast: z.boolean() }),
});

/** The result of reading a script: the workout, and its diagnostics. */
const scriptReading = z.object({
  workout,
  /** One for every repeat and step, in the order they are written. */
  places: z.array(z.object({ from: z.number(), to: z.number(), isUnclear: z.boolean() })),
  /** Mistakes and advice, in the order of their places. */
  diagnostics: z.array(diagnostic),
  totals,
  /** Words before a colon that name what follows. */
  headings: z.array(z.object({ from: z.number(), to: z.number() })),
}) satisfies z.ZodMiniType<ScriptReading>;

export const parseWorkout = {
  method: 'POST',
  path: '/api/parse-workout',
  access: 'verified',
  scope: 'workouts:read',
  summary: 'Reads a script. Problems are returned with their positions and fixes.',
  body: z.object({ script: z.string().check(z.maxLength(MAX_TEXT_LENGTH)) }),
  reply: z.object({
    ...scriptReading.shape,
    /** Some diagnostics are left out. */
    isTruncated: z.optional(z.boolean()),
    /** The formatted script; unchanged if it has mistakes. */
    formatted: z.string(),
  }),
} satisfies Endpoint;
