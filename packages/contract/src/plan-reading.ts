import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { mistake } from './mistake.ts';
import { planText } from './plans.ts';

/** What was read from a plan, with its mistakes and advice. */
const planReading = z.object({
  title: z.string(),
  /** No mistakes, and at least one day: it can be put on the calendar. */
  ok: z.boolean(),
  weeks: z.array(
    z.object({
      week: z.number(),
      titles: z.array(z.string()),
      days: z.array(
        z.object({
          weekday: z.string(),
          /** 2 for a second run on the day. */
          run: z.number(),
          kind: z.enum(['run', 'rest', 'other']),
          title: z.string(),
          script: z.string(),
          isRace: z.boolean(),
          notes: z.string(),
        }),
      ),
    }),
  ),
  mistakes: z.array(mistake),
  advice: z.array(z.object({ code: z.string(), message: z.string() })),
  /** There are more mistakes than these. */
  isTruncated: z.boolean(),
});

export const parsePlan = {
  method: 'POST',
  path: '/api/parse-plan',
  access: 'verified',
  scope: 'workouts:read',
  summary:
    'Reads a plan: its weeks and days, and each mistake with its place and the lines that fix it.',
  body: z.object({ text: planText }),
  reply: planReading,
} satisfies Endpoint;
