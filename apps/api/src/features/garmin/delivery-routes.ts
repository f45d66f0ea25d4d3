import {
  type GarminDelivery,
  listCalendarDeliveries,
  listOutdatedDeliveries,
  listWorkoutDeliveries,
  MAX_CALENDAR_DAYS,
  removeFromGarmin,
  scheduleAtGarmin,
  sendToGarmin,
  resolveDelivery,
  unscheduleAtGarmin,
} from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { Problem } from '../../http/problem.ts';
import { type RawJson, rawJson, serve } from '../../http/serve.ts';
import type { DeliveryCommands } from './delivery-commands.ts';

type Dependencies = {
  db: Database;
  /** Undefined when this server has no agreement with Garmin. */
  commands: DeliveryCommands | undefined;
};

export function deliveryRoutes(scope: FastifyInstance, { db, commands }: Dependencies): void {
  serve(scope, sendToGarmin, async ({ userId, params: { id } }) => {
    const { sendWorkout } = available();
    return db.inTransaction(async (transaction) => {
      await sendWorkout(transaction, userId, id);
      const place = { sourceId: id, entryId: undefined };
      const [delivery] = await list(transaction, userId, place);
      return found(delivery);
    });
  });

  serve(scope, scheduleAtGarmin, async ({ userId, params: { id } }) => {
    const { scheduleEntry } = available();
    return db.inTransaction(async (transaction) => {
      const source = await scheduleEntry(transaction, userId, id);
      const deliveries = await list(transaction, userId, { sourceId: source.id, entryId: id });
      return found(deliveries.find(({ entryId }) => entryId === id));
    });
  });

  serve(scope, removeFromGarmin, async ({ userId, params: { id } }) =>
    db.inTransaction(async (transaction) => commands?.removeWorkout(transaction, userId, id)),
  );

  serve(scope, unscheduleAtGarmin, async ({ userId, params: { id } }) =>
    db.inTransaction(async (transaction) => commands?.unscheduleEntry(transaction, userId, id)),
  );

  serve(scope, resolveDelivery, async ({ userId, params: { id }, body: { choice } }) => {
    const { resolveUnknown } = available();
    return db.inTransaction(async (transaction) => {
      await resolveUnknown(transaction, userId, id, choice);
      return toReply(await list(transaction, userId, { sourceId: id }));
    });
  });

  serve(scope, listWorkoutDeliveries, async ({ userId, params: { id } }) =>
    toReply(await list(db, userId, { sourceId: id })),
  );

  serve(scope, listCalendarDeliveries, async ({ userId, query }) => {
    const days = (Date.parse(query.to) - Date.parse(query.from)) / 86_400_000 + 1;
    if (days > MAX_CALENDAR_DAYS)
      throw new Problem('INVALID_REQUEST', {
        detail: `You can choose up to ${MAX_CALENDAR_DAYS} days`,
      });
    return toReply(await list(db, userId, query));
  });

  serve(scope, listOutdatedDeliveries, async ({ userId, query: { from } }) =>
    toReply((await commands?.listOutdated(db, userId, from)) ?? []),
  );

  const list: DeliveryCommands['listDeliveries'] = async (...args) =>
    (await commands?.listDeliveries(...args)) ?? [];

  function available(): DeliveryCommands {
    if (!commands) throw new Problem('GARMIN_NOT_AVAILABLE');
    return commands;
  }
}

/** Text, because the response schema would check thousands of equal paces. Each is serialized once. */
function toReply(deliveries: GarminDelivery[]): RawJson {
  const texts = new Map<object, string>();
  const items = deliveries.map(({ paces, ...rest }) => {
    const text = texts.get(paces) ?? JSON.stringify(paces);
    texts.set(paces, text);
    return `${JSON.stringify(rest).slice(0, -1)},"paces":${text}}`;
  });
  return rawJson(`{"deliveries":[${items.join()}]}`);
}

function found(delivery: GarminDelivery | undefined): GarminDelivery {
  if (!delivery) throw new Error('A delivery that was just saved is missing');
  return delivery;
}
