import {
  type GarminDelivery,
  listCalendarDeliveries,
  listWorkoutDeliveries,
  removeFromGarmin,
  scheduleAtGarmin,
  sendToGarmin,
  settleDelivery,
  unscheduleAtGarmin,
} from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { Problem } from '../../http/problem.ts';
import { serve } from '../../http/serve.ts';
import type { Wishes } from './wishes.ts';

type Needs = {
  db: Database;
  /** Undefined when this server has no agreement with Garmin. */
  wishes: Wishes | undefined;
};

export function deliveryRoutes(scope: FastifyInstance, { db, wishes }: Needs): void {
  serve(scope, sendToGarmin, async ({ userId, params: { id } }) => {
    const { sendWorkout } = available();
    return db.inTransaction(async (transaction) => {
      await sendWorkout(transaction, userId, id);
      const [delivery] = await list(transaction, userId, { workoutId: id });
      return found(delivery);
    });
  });

  serve(scope, scheduleAtGarmin, async ({ userId, params: { id } }) => {
    const { scheduleEntry } = available();
    return db.inTransaction(async (transaction) => {
      const workoutId = await scheduleEntry(transaction, userId, id);
      const deliveries = await list(transaction, userId, { workoutId });
      return found(deliveries.find(({ entryId }) => entryId === id));
    });
  });

  serve(scope, removeFromGarmin, async ({ userId, params: { id } }) =>
    db.inTransaction(async (transaction) => wishes?.removeWorkout(transaction, userId, id)),
  );

  serve(scope, unscheduleAtGarmin, async ({ userId, params: { id } }) =>
    db.inTransaction(async (transaction) => wishes?.unscheduleEntry(transaction, userId, id)),
  );

  serve(scope, settleDelivery, async ({ userId, params: { id }, body: { choice } }) => {
    const { settle } = available();
    return db.inTransaction(async (transaction) => {
      await settle(transaction, userId, id, choice);
      return { deliveries: await list(transaction, userId, { workoutId: id }) };
    });
  });

  serve(scope, listWorkoutDeliveries, async ({ userId, params: { id } }) => ({
    deliveries: await list(db, userId, { workoutId: id }),
  }));

  serve(scope, listCalendarDeliveries, async ({ userId, query }) => ({
    deliveries: await list(db, userId, query),
  }));

  const list: Wishes['listDeliveries'] = async (...asked) =>
    (await wishes?.listDeliveries(...asked)) ?? [];

  function available(): Wishes {
    if (!wishes) throw new Problem('GARMIN_NOT_AVAILABLE');
    return wishes;
  }
}

function found(delivery: GarminDelivery | undefined): GarminDelivery {
  if (!delivery) throw new Error('A delivery that was just written down is not there');
  return delivery;
}
