import {
  type CalendarEntry,
  DELIVERY_PROBLEMS,
  type GarminDelivery,
  listCalendarDeliveries,
  scheduleAtGarmin,
} from '@pacewright/contract';
import type { Call } from '../../platform/api/client.ts';
import { ApiProblem } from '../../platform/api/problem.ts';
import type { UnsendableEntry } from './read-week.ts';

/** The outcome for the entries of a week. */
export type SentWeek = {
  sentCount: number;
  /** At Garmin as they are here. */
  unchangedCount: number;
  skipped: UnsendableEntry[];
  /** Ended the sending before the last entry. */
  failure?: Error;
};

/** Sends entries one after the other. Those that Garmin has are left alone, so it can be repeated. */
export async function sendWeek(call: Call, entries: readonly CalendarEntry[]): Promise<SentWeek> {
  const result: SentWeek = { sentCount: 0, unchangedCount: 0, skipped: [] };
  try {
    const deliveries = await findDeliveries(call, entries);
    for (const entry of entries) {
      const delivery = deliveries.get(entry.id);
      const isDone = isCurrent(delivery);
      const reason = reasonToSkip(delivery) ?? (isDone ? undefined : await send(call, entry));
      if (reason !== undefined) result.skipped.push({ entry, reason });
      else if (isDone) result.unchangedCount++;
      else result.sentCount++;
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    result.failure = error;
  }
  return result;
}

async function findDeliveries(
  call: Call,
  entries: readonly CalendarEntry[],
): Promise<Map<string | null, GarminDelivery>> {
  const days = entries.map(({ day }) => day).toSorted();
  const query = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const { deliveries } = await call(listCalendarDeliveries, { query });
  return new Map(deliveries.map((delivery) => [delivery.entryId, delivery]));
}

function reasonToSkip(delivery: GarminDelivery | undefined): string | undefined {
  const problem = delivery?.problem;
  // Only the athlete can tell what became of it.
  return problem === 'answer-lost' || problem === 'not-followed'
    ? DELIVERY_PROBLEMS[problem]
    : undefined;
}

/** Garmin has it as it is here, or is about to. */
function isCurrent(delivery: GarminDelivery | undefined): boolean {
  if (delivery?.state === 'sent') return !delivery.pacesChanged;
  return delivery?.state === 'waiting' || delivery?.state === 'sending';
}

/** Returns the reason why this entry cannot be sent. Other failures would repeat with the next one, and are thrown. */
async function send(call: Call, { id }: CalendarEntry): Promise<string | undefined> {
  try {
    await call(scheduleAtGarmin, { params: { id } });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** The reason why a single workout cannot be sent. Throws other failures. */
export function reasonOf(error: unknown): string {
  const isOfWorkout =
    error instanceof ApiProblem && (error.code === 'NOT_ACCEPTED' || error.code === 'NOT_FOUND');
  if (isOfWorkout) return error.message;
  throw error;
}
