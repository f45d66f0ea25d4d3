import {
  type GarminDelivery,
  listCalendarDeliveries,
  listWorkoutDeliveries,
  MOST_DAYS_AT_ONCE,
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
import type { DeliveryCommands } from './delivery-commands.ts';

type Deps = {
  db: Database;
  /** Undefined when this server has no agreement with Garmin. */
  commands: DeliveryCommands | undefined;
};

export function deliveryRoutes(scope: FastifyInstance, { db, commands }: Deps): void {
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
    db.inTransaction(async (transaction) => commands?.removeWorkout(transaction, userId, id)),
  );

  serve(scope, unscheduleAtGarmin, async ({ userId, params: { id } }) =>
    db.inTransaction(async (transaction) => commands?.unscheduleEntry(transaction, userId, id)),
  );

  serve(scope, settleDelivery, async ({ userId, params: { id }, body: { choice } }) => {
    const { resolveUnknown } = available();
    return db.inTransaction(async (transaction) => {
      await resolveUnknown(transaction, userId, id, choice);
      return { deliveries: await list(transaction, userId, { workoutId: id }) };
    });
  });

  serve(scope, listWorkoutDeliveries, async ({ userId, params: { id } }) => ({
    deliveries: await list(db, userId, { workoutId: id }),
  }));

  serve(scope, listCalendarDeliveries, async ({ userId, query }) => {
    const days = (Date.parse(query.to) - Date.parse(query.from)) / 86_400_000 + 1;
    if (days > MOST_DAYS_AT_ONCE)
      throw new Problem('INVALID_REQUEST', { detail: `Choose up to ${MOST_DAYS_AT_ONCE} days` });
    return { deliveries: await list(db, userId, query) };
  });

  const list: DeliveryCommands['listDeliveries'] = async (...args) =>
    (await commands?.listDeliveries(...args)) ?? [];

  function available(): DeliveryCommands {
    if (!commands) throw new Problem('GARMIN_NOT_AVAILABLE');
    return commands;
  }
}

function found(delivery: GarminDelivery | undefined): GarminDelivery {
  if (!delivery) throw new Error('A delivery that was just saved is missing');
  return delivery;
}
