import { deleteWorkouts, MAX_WORKOUTS, saveWorkouts } from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import { setImmediate } from 'node:timers/promises';
import type { Database, Db } from '../../db/database.ts';
import { inLockedTransaction } from '../../http/athlete-lock.ts';
import {
  type IdempotencyKey,
  readIdempotencyKey,
  splitIdempotencyKey,
} from '../../http/idempotency.ts';
import { Problem } from '../../http/problem.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { serve } from '../../http/serve.ts';
import { readContent, requireCapacity } from './content.ts';
import type { OnWorkoutChange } from './routes.ts';
import * as store from './store.ts';

type Dependencies = {
  db: Database;
  limits: Pick<RateLimits, 'take'>;
  now: () => Date;
  onChange?: OnWorkoutChange | undefined;
  /** Puts workouts on days in the same transaction. A day that is full takes none. */
  schedule: (
    db: Db,
    userId: string,
    entries: { workoutId: string; day: string; request: IdempotencyKey | undefined }[],
  ) => Promise<{ workoutId: string; day: string; entryId: string }[]>;
};

/** Workouts of an import, added and deleted many at a time. */
export function batchRoutes(
  scope: FastifyInstance,
  { db, now, limits, onChange, schedule }: Dependencies,
): void {
  serve(scope, saveWorkouts, async ({ userId, headers, body: { workouts } }) => {
    const request = readIdempotencyKey(headers, ['batch', workouts]);
    await limits.take('entries', userId, workouts.length);
    const all = request ? splitIdempotencyKey(request, workouts.length) : [];
    // Workouts of the library are not saved again: only their entries have keys.
    const requests = all.filter((_, index) => workouts[index]?.workout);
    const contents: store.Content[] = [];
    for (const [index, { workout }] of workouts.entries()) {
      if (!workout) continue;
      contents.push(readContent(workout, `/workouts/${index}/workout`));
      // A long script takes milliseconds, and other requests are served in between.
      await setImmediate();
    }
    return inLockedTransaction(db, userId, async (transaction) => {
      const existing = await store.findByIdempotencyKeys(transaction, userId, requests);
      const isRepeated = existing.ids.length > 0;
      if (isRepeated && !existing.isSameRequest) throw new Problem('IDEMPOTENCY_KEY_REUSED');
      const saved = isRepeated
        ? existing.ids
        : await store.addWorkouts(transaction, userId, contents, { now: now(), requests });
      const tags = contents.flatMap((content) => content.tags);
      if (!isRepeated) await requireCapacity(transaction, userId, tags);
      const ids = workouts.map(({ workoutId }) => workoutId ?? saved.shift() ?? '');
      const planned = workouts.flatMap(({ day }, index) =>
        day === undefined ? [] : [{ workoutId: ids[index] ?? '', day, request: all[index] }],
      );
      const entries = planned.length > 0 ? await schedule(transaction, userId, planned) : [];
      return {
        workouts: workouts.map(({ day }, index) => {
          const id = ids[index] ?? '';
          // A workout may be on several days, and twice on one.
          const entry = entries.findIndex((one) => one.workoutId === id && one.day === day);
          return { id, entryId: entries.splice(entry, entry < 0 ? 0 : 1)[0]?.entryId ?? null };
        }),
      };
    });
  });

  serve(scope, deleteWorkouts, async ({ userId, body: { ids } }) =>
    inLockedTransaction(db, userId, async (transaction) => {
      await store.deleteExpired(transaction, userId, now());
      const deleted = await store.deleteWorkouts(transaction, userId, ids, now());
      await store.pruneDeleted(transaction, userId, MAX_WORKOUTS);
      for (const id of deleted) await onChange?.(transaction, userId, id, 'deleted');
    }),
  );
}
