import { formatCount } from '@pacewright/pace';
import * as z from 'zod/mini';
import { day } from './calendar.ts';
import type { Endpoint } from './endpoint.ts';
import { DAYS_TO_RESTORE, draft, workoutToSave } from './workouts.ts';
import { uuid } from './uuid.ts';

export const MAX_WORKOUTS_PER_BATCH = 50;
/** All scripts of a batch together, because reading them is most of its cost. */
export const MAX_BATCH_SCRIPT_LENGTH = 8000;

const COUNT_MESSAGE = `Send 1 to ${MAX_WORKOUTS_PER_BATCH} workouts at a time`;
const count = [
  z.minLength(1, COUNT_MESSAGE),
  z.maxLength(MAX_WORKOUTS_PER_BATCH, { error: COUNT_MESSAGE, abort: true }),
] as const;

const workoutsToSave = z
  .array(
    z
      .object({
        workout: z.optional(workoutToSave),
        workoutId: z.optional(uuid),
        day: z.optional(day),
      })
      .check(
        z.refine(
          (item) => (item.workoutId === undefined) !== (item.workout === undefined),
          'Send either a workout or the id of one',
        ),
        z.refine(
          (item) => item.workoutId === undefined || item.day !== undefined,
          'A workout of the library needs a day',
        ),
      ),
  )
  .check(
    ...count,
    z.refine(
      (items) =>
        items.reduce((sum, { workout }) => sum + (workout?.script.length ?? 0), 0) <=
        MAX_BATCH_SCRIPT_LENGTH,
      `Together, the scripts can have up to ${formatCount(MAX_BATCH_SCRIPT_LENGTH)} characters`,
    ),
  );

export const saveWorkouts = {
  method: 'POST',
  path: '/api/auth/workouts/batch',
  access: 'verified',
  scope: 'workouts:write',
  summary: `Saves up to ${MAX_WORKOUTS_PER_BATCH} new workouts, all or none, and adds those with a day to the calendar. Library workouts can be added by id.`,
  acceptsIdempotencyKey: true,
  body: z.object({ workouts: workoutsToSave, draft }),
  reply: z.object({
    /** In the order of the request. Without an entry if there was no day, the day was full, or the workout is gone. */
    workouts: z.array(z.object({ id: uuid, entryId: z.nullable(uuid) })),
  }),
} satisfies Endpoint;

export const deleteWorkouts = {
  method: 'POST',
  path: '/api/auth/workouts/batch-delete',
  access: 'verified',
  summary: `Deletes up to ${MAX_WORKOUTS_PER_BATCH} workouts with their planned days. They can be restored for ${DAYS_TO_RESTORE} days. Unknown ids are ignored.`,
  body: z.object({ ids: z.array(uuid).check(...count) }),
} satisfies Endpoint;
