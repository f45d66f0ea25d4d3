import {
  type CalendarChanges,
  changeCalendar,
  MAX_CALENDAR_CHANGES,
  type SavedReading,
} from '@pacewright/contract';
import type { FastifyInstance } from 'fastify';
import type { Database, Db } from '../../db/database.ts';
import { inLockedTransaction } from '../../http/athlete-lock.ts';
import { badRequest } from '../../http/problem.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { serve } from '../../http/serve.ts';
import * as changes from '../../calendar/change-entries.ts';
import { dayWouldBeFull, requireCalendarRoom } from '../../calendar/problems.ts';

type Dependencies = {
  db: Database;
  limits: Pick<RateLimits, 'take'>;
  readScript: (script: string) => SavedReading;
  /** Called in the same transaction with the entries that were changed. */
  onChange?: ((db: Db, userId: string, entryIds: readonly string[]) => Promise<void>) | undefined;
};

export function changeRoutes(
  scope: FastifyInstance,
  { db, limits, readScript, onChange }: Dependencies,
): void {
  const noScript = readScript('');
  serve(scope, changeCalendar, async ({ userId, body }) => {
    const { copies = [], moves = [], removals = [], skips = [], returns = [] } = body;
    const ids = requireDistinct(body);
    if (copies.length > 0) await limits.take('entries', userId, copies.length);
    return inLockedTransaction(db, userId, async (transaction) => {
      if (removals.length > 0) await changes.removeEntries(transaction, userId, removals);
      if (skips.length > 0) await changes.skipEntries(transaction, userId, skips, noScript);
      if (returns.length > 0) await changes.putBackEntries(transaction, userId, returns);
      if (moves.length > 0) await changes.moveEntries(transaction, userId, moves);
      if (copies.length > 0) {
        await changes.copyEntries(transaction, userId, copies);
        await requireCalendarRoom(transaction, userId);
      }
      const days = [...moves, ...copies].map(({ day }) => day);
      const full = await changes.findFullDay(transaction, userId, days);
      if (full !== undefined) throw dayWouldBeFull(full);

      const changed = [...moves, ...removals, ...skips, ...returns].map(({ id }) => id);
      if (changed.length > 0) await onChange?.(transaction, userId, changed);
      const found = await changes.findDays(transaction, userId, ids);
      const skipped = [
        ...copies.filter(({ id }) => !found.has(id)),
        ...moves.filter(({ id, day }) => found.get(id)?.day !== day),
        ...removals.filter(({ id }) => found.has(id)),
        ...skips.filter(({ id }) => !found.get(id)?.isSkipped),
        ...returns.filter(({ id }) => found.get(id)?.isSkipped !== false),
      ];
      return { skipped: skipped.length };
    });
  });
}

/** The ids of the entries to be changed, each of which may be there once. */
function requireDistinct(body: CalendarChanges): string[] {
  const { copies = [], moves = [], removals = [], skips = [], returns = [] } = body;
  const ids = [...copies, ...moves, ...removals, ...skips, ...returns].map(({ id }) => id);
  if (ids.length > MAX_CALENDAR_CHANGES)
    throw badRequest('/moves', `You can change up to ${MAX_CALENDAR_CHANGES} workouts at a time`);
  if (new Set(ids).size < ids.length)
    throw badRequest('/moves', 'Change each entry once in a request');
  return ids;
}
