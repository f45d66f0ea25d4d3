import {
  compareEvents,
  confirmEvents,
  type DatedWorkout,
  type DesiredEvent,
  expectEvents,
  expectRemoval,
  EXTERNAL_ID_PREFIX,
  MAX_EVENTS_PER_CALL,
  removeEvents,
  type SentEvents,
  writeEvent,
} from '@pacewright/delivery';
import { readInFull } from '../../workout/use-reading.ts';
import type { FailureKind, IntervalsIcu } from './client.ts';

/** The record of sent events, stored after every step: the page may be closed at any time. */
export type EventRecord = { read: () => SentEvents; write: (sent: SentEvents) => void };

type Calendar = {
  /** First and last day of the events that are sent. */
  today: string;
  lastDay: string;
  planned: readonly DatedWorkout[];
  /** Entries that are run already: their events stay as they are. */
  done: readonly string[];
};

export type SyncResult = {
  /** Undefined if everything was sent. */
  failure?: FailureKind | 'no-steps' | undefined;
  /** A sentence for each workout that can't be written as a file. */
  unsendable: string[];
};

/** Bounds the search for an event that intervals.icu refuses: one among fifty is found with seven refusals. */
const MAX_REFUSALS = 10;

/** Makes the events at intervals.icu equal to the calendar. Sends only differences, and can be repeated at any time. */
export async function syncEvents(
  icu: IntervalsIcu,
  record: EventRecord,
  { today, lastDay, planned, done }: Calendar,
  { needsListing }: { needsListing: boolean },
): Promise<SyncResult> {
  await readInFull();
  const written = planned.map((workout) => ({ workout, output: writeEvent(workout) }));
  const desired = written.flatMap(({ output }) => (output.ok ? [output] : []));
  const result: SyncResult = {
    unsendable: written.flatMap(({ workout, output }) =>
      output.ok ? [] : [`${workout.title}: ${output.reason}`],
    ),
  };

  record.write(removeEvents(record.read(), [], today));
  if (needsListing) {
    const found = await icu.listEvents(today, lastDay);
    if (!found.ok) return { ...result, failure: found.kind };
    const ours = found.result.filter(({ externalId }) => externalId.startsWith(EXTERNAL_ID_PREFIX));
    record.write({
      ...record.read(),
      ...Object.fromEntries(
        ours.map(({ externalId, day }) => [externalId, { day, fingerprint: null }]),
      ),
    });
  }

  const { toPut, toRemove } = compareEvents(desired, record.read(), { today, unchanged: done });
  const removeFailure = await removeInBatches(icu, record, toRemove, today);
  if (removeFailure) return { ...result, failure: removeFailure };
  let refusals = 0;
  for (const events of inBatches(toPut)) {
    const putFailure = await putEvents(events);
    if (putFailure) result.failure = putFailure;
    if (putFailure && !isOfOneEvent(putFailure)) break;
  }
  return result;

  async function putEvents(events: readonly DesiredEvent[]): Promise<SyncResult['failure']> {
    record.write(expectEvents(record.read(), events));
    const outcome = await icu.putEvents(events.map(({ event }) => event));
    if (outcome.ok) {
      const confirmed = events.filter(({ event }) => outcome.result.has(event.external_id));
      record.write(confirmEvents(record.read(), confirmed));
      return confirmed.length < events.length ? 'no-steps' : undefined;
    }
    if (outcome.kind !== 'refused' || events.length === 1 || ++refusals >= MAX_REFUSALS)
      return outcome.kind;
    // One event may be the reason, and must not hold up the others.
    const half = Math.ceil(events.length / 2);
    const first = await putEvents(events.slice(0, half));
    if (first && !isOfOneEvent(first)) return first;
    return (await putEvents(events.slice(half))) ?? first;
  }
}

/** Whether other events may still be accepted. */
function isOfOneEvent(failure: NonNullable<SyncResult['failure']>): boolean {
  return failure === 'refused' || failure === 'no-steps';
}

/** Removes every sent event of today and later. */
export async function removeAllEvents(
  icu: IntervalsIcu,
  record: EventRecord,
  today: string,
): Promise<FailureKind | undefined> {
  const { toRemove } = compareEvents([], record.read(), { today });
  return removeInBatches(icu, record, toRemove, today);
}

async function removeInBatches(
  icu: IntervalsIcu,
  record: EventRecord,
  toRemove: readonly string[],
  today: string,
): Promise<FailureKind | undefined> {
  for (const ids of inBatches(toRemove)) {
    record.write(expectRemoval(record.read(), ids));
    const removed = await icu.removeEvents(ids);
    if (!removed.ok) return removed.kind;
    record.write(removeEvents(record.read(), ids, today));
  }
  return undefined;
}

function inBatches<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / MAX_EVENTS_PER_CALL);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * MAX_EVENTS_PER_CALL, (index + 1) * MAX_EVENTS_PER_CALL),
  );
}
