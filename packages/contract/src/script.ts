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

// The shapes are those of @pacewright/script; `satisfies` and the assignments below hold them to it.

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
  z.object({ kind: z.literal('race'), metres: z.number() }),
  z.object({ kind: z.literal('goal'), seconds: z.number() }),
]);

const step = z.object({ kind: z.literal('step'), amount, target });

const repeat = z.object({
  kind: z.literal('repeat'),
  count: z.number(),
  get items(): z.ZodMiniArray<z.ZodMiniType<WorkoutItem>> {
    return z.array(workoutItem);
  },
});

const workoutItem: z.ZodMiniType<WorkoutItem> = z.discriminatedUnion('kind', [step, repeat]);
// Repeats hold repeats, so the description of the API has to call it by a name.
z.globalRegistry.add(workoutItem, { id: 'WorkoutItem' });

/** What a script means: steps and repeats in order. Seconds and metres. */
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

export const totals = z.object({
  time: z.object({ seconds: z.number(), isAtLeast: z.boolean() }),
  distance: z.object({ metres: z.number(), isAtLeast: z.boolean() }),
});

/** What was read from a script: what was understood, and everything there is to say about it. */
export const scriptReading = z.object({
  workout,
  /** One for every repeat and step, in the order they are written. */
  places: z.array(z.object({ from: z.number(), to: z.number(), isUnclear: z.boolean() })),
  /** Mistakes and advice, in the order of their places. */
  diagnostics: z.array(diagnostic),
  totals,
}) satisfies z.ZodMiniType<ScriptReading>;

export const parseWorkout = {
  method: 'POST',
  path: '/api/parse-workout',
  access: 'verified',
  summary:
    'Reads a script. A script with mistakes is read too; they come with their places and fixes.',
  body: z.object({ script: z.string().check(z.maxLength(MAX_TEXT_LENGTH)) }),
  reply: z.object({
    ...scriptReading.shape,
    /** There are more diagnostics than the first ones that are here. */
    isTruncated: z.optional(z.boolean()),
    /** The one spelling of what the script means. A script with mistakes comes back as it was. */
    formatted: z.string(),
  }),
} satisfies Endpoint;
