import { type AthletePaces, calendarEntry } from '@pacewright/contract';
import { serialNumberOf } from '@pacewright/delivery';
import type { Database, Db } from './db/database.ts';
import { type ActivityReceiver, createActivityReceiver } from './features/activities/receive.ts';
import { findEntry, listEntries, markDone } from './calendar/entries.ts';
import { readPaces } from './features/paces/store.ts';

/** Marks an entry of the calendar as done, with the paces of now unless they are given. False if there is none. */
export function createCompleteEntry(now: () => Date) {
  return async (
    db: Db,
    userId: string,
    entryId: string,
    known?: AthletePaces,
  ): Promise<boolean> => {
    const { trainingPaces, vdot } = known ?? (await readPaces(db, userId));
    const paces = { trainingPaces, vdot };
    return (
      (await markDone(db, userId, entryId, { paces, now: now() })) ||
      // It may have been done before.
      (await findEntry(db, userId, entryId)) !== undefined
    );
  };
}

/** Puts runs from Garmin on the calendar. */
export function openActivityReceiver(db: Database, now: () => Date): ActivityReceiver {
  return createActivityReceiver({
    db,
    now,
    readPaces,
    listPlanned: async (transaction, userId, days, { trainingPaces, vdot }) => {
      const { entries } = await listEntries(transaction, userId, days);
      return entries.map(({ json }) => {
        const entry = calendarEntry.parse(JSON.parse(json));
        const { id, day, timeOfDay, title, script, reading, done, workoutId } = entry;
        const hasPlan = script.trim() !== '' && reading.mistakeCount === 0;
        const paces = done?.paces ?? { trainingPaces, vdot };
        return {
          id,
          day,
          timeOfDay,
          isDone: done !== null,
          plan: hasPlan ? { title, script, paces } : undefined,
          workoutFile: serialNumberOf(workoutId ?? id),
        };
      });
    },
    completeEntry: createCompleteEntry(now),
  });
}
