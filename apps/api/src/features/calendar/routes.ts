import {
  addToCalendar,
  day,
  listCalendar,
  listDaysAhead,
  markDone,
  markUndone,
  MAX_CALENDAR_ENTRIES,
  MOST_DAYS_AT_ONCE,
  MOST_WORKOUTS_A_DAY,
  moveInCalendar,
  type QueryOf,
  removeFromCalendar,
} from '@pacewright/contract';
import type { AthleteSpeeds } from '@pacewright/script';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Database, Db } from '../../db/database.ts';
import { lockAthlete } from '../../http/athlete-lock.ts';
import { requestKey } from '../../http/idempotency.ts';
import { Problem } from '../../http/problem.ts';
import { serve, type Written, written } from '../../http/serve.ts';
import * as store from './store.ts';

type Needs = {
  db: Database;
  now: () => Date;
  /** The athlete's paces, which a done entry keeps. */
  readSpeeds: (userId: string) => Promise<AthleteSpeeds>;
  /** Hears of an entry that was moved or removed, in the same transaction. */
  follow?: ((db: Db, userId: string, entryId: string) => Promise<void>) | undefined;
};

export function calendarRoutes(
  scope: FastifyInstance,
  { db, now, readSpeeds, follow }: Needs,
): void {
  serve(scope, listCalendar, async ({ userId, query }) => {
    const { entries, isMore } = await store.listEntries(db, userId, rangeOf(query), placeOf(query));
    const last = isMore ? entries.at(-1) : undefined;
    const next = last ? `,"nextCursor":${JSON.stringify(toCursor(last))}` : '';
    return written(`{"entries":[${entries.map(({ json }) => json).join()}]${next}}`);
  });

  serve(scope, listDaysAhead, async ({ userId, query }) => ({
    days: await store.listDaysAhead(db, userId, query.from),
  }));

  serve(scope, addToCalendar, async ({ userId, headers, body }) => {
    const { position } = body;
    const request = requestKey(headers, body);
    return db.inTransaction(async (transaction) => {
      await lockAthlete(transaction, userId);
      const id = await store.addEntry(transaction, userId, body, request);
      if (id !== undefined) {
        if ((await store.countEntries(transaction, userId)) > MAX_CALENDAR_ENTRIES)
          throw calendarFull();
        if (position !== undefined)
          await store.moveEntry(transaction, userId, id, { day: body.day, position });
        return write(transaction, userId, id);
      }

      const before = request && (await store.findByRequestKey(transaction, userId, request));
      if (before?.isSameRequest) return write(transaction, userId, before.id);
      if (before) throw new Problem('IDEMPOTENCY_KEY_REUSED');
      if (await store.isDayFull(transaction, userId, body.day)) throw dayFull();
      throw refusal('/workoutId', 'This workout is not in your library. It may have been deleted');
    });
  });

  serve(scope, moveInCalendar, async ({ userId, params: { id }, body }) => {
    const { position = MOST_WORKOUTS_A_DAY } = body;
    return db.inTransaction(async (transaction) => {
      await lockAthlete(transaction, userId);
      if (!(await store.findEntry(transaction, userId, id))) throw missing();
      if (await store.isDayFull(transaction, userId, body.day, id)) throw dayFull();
      await store.moveEntry(transaction, userId, id, { day: body.day, position });
      await follow?.(transaction, userId, id);
      return write(transaction, userId, id);
    });
  });

  serve(scope, markDone, async ({ userId, params: { id } }) => {
    const { trainingPaces, vdot } = await readSpeeds(userId);
    await store.markDone(db, userId, id, { paces: { trainingPaces, vdot }, now: now() });
    return write(db, userId, id);
  });

  serve(scope, markUndone, async ({ userId, params: { id } }) => {
    await store.markUndone(db, userId, id);
    const entry = await store.findEntry(db, userId, id);
    if (entry?.isDone)
      throw refusal('/id', 'Its workout has been deleted. Restore the workout first');
    return write(db, userId, id);
  });

  serve(scope, removeFromCalendar, async ({ userId, params: { id } }) =>
    db.inTransaction(async (transaction) => {
      await lockAthlete(transaction, userId);
      if (!(await store.removeEntry(transaction, userId, id))) throw missing();
      await follow?.(transaction, userId, id);
    }),
  );
}

async function write(db: Db, userId: string, id: string): Promise<Written> {
  const entry = await store.findEntry(db, userId, id);
  if (!entry) throw missing();
  return written(entry.json);
}

const MS_A_DAY = 24 * 3600 * 1000;

function rangeOf({ from, to }: QueryOf<typeof listCalendar>): store.DayRange {
  if (from === undefined && to === undefined) return store.ALL_DAYS;
  if (from === undefined || to === undefined) throw badRange('Say both the first day and the last');
  const days = (Date.parse(to) - Date.parse(from)) / MS_A_DAY + 1;
  if (days < 1) throw badRange('The last day is before the first');
  if (days > MOST_DAYS_AT_ONCE) throw badRange(`Choose up to ${MOST_DAYS_AT_ONCE} days`);
  return { from, to };
}

/** The last entry of a page, in a form that an address can hold. */
function toCursor(last: store.Place): string {
  return `${last.day}.${last.position}.${last.id}`;
}

const place = z.object({
  day,
  position: z.coerce.number<string>().check(z.int(), z.gte(0), z.lte(1_000_000)),
  id: z.uuid(),
});

function placeOf({ cursor }: QueryOf<typeof listCalendar>): store.Place | undefined {
  if (cursor === undefined) return undefined;
  const [dayText, position, id] = cursor.split('.');
  const read = z.safeParse(place, { day: dayText, position, id });
  if (read.success) return read.data;
  const message = 'This list cannot be continued from there. Start at its beginning';
  throw new Problem('INVALID_REQUEST', { detail: message, errors: [{ at: '/cursor', message }] });
}

function badRange(message: string): Problem {
  return new Problem('INVALID_REQUEST', { detail: message, errors: [{ at: '/to', message }] });
}

function calendarFull(): Problem {
  const most = MAX_CALENDAR_ENTRIES.toLocaleString('en-US');
  return new Problem('LIMIT_REACHED', {
    detail: `Your calendar holds ${most} workouts, which is the most. Remove some first`,
  });
}

function dayFull(): Problem {
  return refusal('/day', `A day holds up to ${MOST_WORKOUTS_A_DAY} workouts. Choose another day`);
}

function refusal(at: string, message: string): Problem {
  return new Problem('NOT_ACCEPTED', { detail: message, errors: [{ at, message }] });
}

function missing(): Problem {
  return new Problem('NOT_FOUND', { detail: 'This is no longer in your calendar' });
}
