import * as z from 'zod/mini';
import { type ProblemCode, PROBLEMS } from './problem-codes.ts';

const CODES = Object.keys(PROBLEMS) as ProblemCode[];

/** The body of an error response, as application/problem+json. */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.number(),
  code: z.enum(CODES),
  detail: z.optional(z.string()),
  /** Mistakes in single fields; `at` is a path such as /workout/title. */
  errors: z.optional(z.array(z.object({ at: z.string(), message: z.string() }))),
  /**
   * The stored value, in the form of the endpoint's reply: the current version for STALE_VERSION, and the result of
   * the first request for IDEMPOTENCY_KEY_REUSED. For PREVIEW_CHANGED, a new preview.
   */
  current: z.optional(z.unknown()),
  /** For TEXT_HAS_MISTAKES, see `mistake`. The app sends drafts, so it reads none. */
  mistakes: z.optional(z.array(z.unknown())),
  requestId: z.optional(z.string()),
});

export type ProblemBody = z.infer<typeof problem>;
