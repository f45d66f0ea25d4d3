import * as z from 'zod/mini';
import { type ProblemCode, PROBLEMS } from './problem-codes.ts';

const CODES = Object.keys(PROBLEMS) as ProblemCode[];

/** A failure on the wire: application/problem+json with a code of the table. */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.number(),
  code: z.enum(CODES),
  detail: z.optional(z.string()),
  /** What is wrong with single fields of what was sent; `at` is a path such as /workout/title. */
  errors: z.optional(z.array(z.object({ at: z.string(), message: z.string() }))),
  /**
   * What is stored now: the version beside STALE_VERSION, and beside IDEMPOTENCY_KEY_REUSED what the key has
   * made. The whole of what the call would have answered.
   */
  current: z.optional(z.unknown()),
  requestId: z.optional(z.string()),
});

export type ProblemBody = z.infer<typeof problem>;
