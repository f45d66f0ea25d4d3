import { formatCount } from '@pacewright/pace';
import * as z from 'zod/mini';
import { MAX_TEXT_LENGTH } from './caps.ts';
import type { Endpoint } from './endpoint.ts';
import { byId, byVersion, pageSize, version } from './requests.ts';
import { singleLine, unixLines } from './text-schema.ts';
import { DAYS_TO_RESTORE, draft, isStorable, newId, UNSTORABLE } from './workouts.ts';
import { uuid } from './uuid.ts';

/** As in the plan language, P1. */
export const MAX_PLAN_LENGTH = 20_000;
export const MAX_PLANS_PER_PAGE = 100;

/** A text with mistakes is saved as it was typed. It is only kept off the calendar. */
export const savedPlan = z.object({
  id: uuid,
  /** As in the first line of the text; empty without one. */
  title: z.string(),
  text: z.string(),
  /** Grows with each save. A save must send the version it is based on. */
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type SavedPlan = z.infer<typeof savedPlan>;

/** Text that `planTextProblem` checks with better messages. */
export const planText = z.string().check(z.maxLength(MAX_TEXT_LENGTH), unixLines());

/** The reason why a text cannot be saved as a plan. Mistakes in it are allowed. */
export function planTextProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Write a plan first, for example week 1, then Tue 40m E';
  if (!isStorable(text)) return UNSTORABLE;
  if (text.length <= MAX_PLAN_LENGTH) return undefined;
  const [most, these] = [MAX_PLAN_LENGTH, text.length].map(formatCount);
  return `Plans can have up to ${most} characters. This one has ${these}`;
}

/** The end of the previous page. */
const cursor = z.optional(z.string().check(...singleLine(200)));

export const listPlans = {
  method: 'GET',
  path: '/api/plans',
  access: 'verified',
  scope: 'workouts:read',
  summary: 'Lists plans in pages of up to about a megabyte, most recently changed first.',
  query: z.object({
    limit: pageSize(MAX_PLANS_PER_PAGE, 'plans'),
    cursor,
  }),
  reply: z.object({
    plans: z.array(savedPlan),
    /** Null on the last page. */
    nextCursor: z.nullable(z.string()),
  }),
} satisfies Endpoint;

export const savePlan = {
  method: 'POST',
  path: '/api/plans',
  access: 'verified',
  scope: 'workouts:write',
  summary:
    'Saves a new plan. The text may have problems. Its id is the one that is sent, a UUIDv7 made at most a day ago.',
  acceptsIdempotencyKey: true,
  body: z.object({ id: newId, text: planText, draft }),
  reply: savedPlan,
} satisfies Endpoint;

export const getPlan = {
  method: 'GET',
  path: '/api/plans/:id',
  access: 'verified',
  scope: 'workouts:read',
  summary: 'One plan.',
  params: byId,
  reply: savedPlan,
} satisfies Endpoint;

export const changePlan = {
  method: 'PUT',
  path: '/api/plans/:id',
  access: 'verified',
  scope: 'workouts:write',
  summary:
    'Replaces the text. Seasons don’t change. 409 STALE_VERSION, with the current plan, if the version is outdated.',
  params: byId,
  body: z.object({ text: planText, version, draft }),
  reply: savedPlan,
} satisfies Endpoint;

export const deletePlan = {
  method: 'DELETE',
  path: '/api/plans/:id',
  access: 'verified',
  summary: `Deletes a plan but not its seasons. It can be restored for ${DAYS_TO_RESTORE} days. With a version, only if it is current.`,
  params: byId,
  query: byVersion,
} satisfies Endpoint;

export const restorePlan = {
  method: 'POST',
  path: '/api/plans/:id/restore',
  access: 'verified',
  summary: 'Restores a deleted plan.',
  params: byId,
  reply: savedPlan,
} satisfies Endpoint;

export const listDeletedPlans = {
  method: 'GET',
  path: '/api/deleted-plans',
  access: 'verified',
  summary: 'Lists deleted plans that can be restored, most recently deleted first, in pages.',
  query: z.object({ cursor }),
  reply: z.object({
    plans: z.array(z.object({ ...savedPlan.shape, deletedAt: z.string() })),
    /** Null on the last page. */
    nextCursor: z.nullable(z.string()),
  }),
} satisfies Endpoint;
