import { deleteWorkouts, MAX_WORKOUTS, saveWorkouts } from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import { setImmediate } from 'node:timers/promises';
import type { Database, Db } from '../../db/database.ts';
import { lockAthlete } from '../../http/athlete-lock.ts';
import {
  type IdempotencyKey,
  readIdempotencyKey,
  splitIdempotencyKey,
} from '../../http/idempotency.ts';
import { Problem } from '../../http/problem.ts';
import { serve } from '../../http/serve.ts';
import { readContent, requireCapacity } from './content.ts';
import type { OnWorkoutChange } from './routes.ts';
import * as store from './store.ts';

type Dependencies = {
  db: Database;
  now: () => Date;
  onChange?: OnWorkoutChange | undefined;
  /** Puts workouts on days in the same transaction. A day that is full takes none. */
  schedule: (
    db: Db,
    userId: string,
    entries: { workoutId: string; day: string; request: IdempotencyKey | undefined }[],
  ) => Promise<{ workoutId: string; entryId: string }[]>;
};

/** Workouts of an import, added and deleted many at a time. */
export function batchRoutes(
  scope: FastifyInstance,
  { db, now, onChange, schedule }: Dependencies,
): void {
  serve(scope, saveWorkouts, async ({ userId, headers, body: { workouts } }) => {
    const request = readIdempotencyKey(headers, ['batch', workouts]);
    const requests = request ? splitIdempotencyKey(request, workouts.length) : [];
    const contents: store.Content[] = [];
    for (const [index, { workout }] of workouts.entries()) {
      contents.push(readContent(workout, `/workouts/${index}/workout`));
      // A long script takes milliseconds, and other requests are served in between.
      await setImmediate();
    }
    return db.inTransaction(async (transaction) => {
      await lockAthlete(transaction, userId);
      const existing = await store.findByIdempotencyKeys(transaction, userId, requests);
      const isRepeated = existing.ids.length > 0;
      if (isRepeated && !existing.isSameRequest) throw new Problem('IDEMPOTENCY_KEY_REUSED');
      const ids = isRepeated
        ? existing.ids
        : await store.addWorkouts(transaction, userId, contents, { now: now(), requests });
      const tags = contents.flatMap((content) => content.tags);
      if (!isRepeated) await requireCapacity(transaction, userId, tags);
      const planned = ids.flatMap((workoutId, index) => {
        const day = workouts[index]?.day;
        return day === undefined ? [] : [{ workoutId, day, request: requests[index] }];
      });
      const entries = planned.length > 0 ? await schedule(transaction, userId, planned) : [];
      const entryIds = new Map(entries.map(({ workoutId, entryId }) => [workoutId, entryId]));
      return { workouts: ids.map((id) => ({ id, entryId: entryIds.get(id) ?? null })) };
    });
  });

  serve(scope, deleteWorkouts, async ({ userId, body: { ids } }) =>
    db.inTransaction(async (transaction) => {
      await lockAthlete(transaction, userId);
      await store.deleteExpired(transaction, userId, now());
      const deleted = await store.deleteWorkouts(transaction, userId, ids, now());
      await store.pruneDeleted(transaction, userId, MAX_WORKOUTS);
      for (const id of deleted) await onChange?.(transaction, userId, id, 'deleted');
    }),
  );
}
