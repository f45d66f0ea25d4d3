import type { DatedWorkout } from '@pacewright/delivery';
import { useSyncExternalStore } from 'react';
import { CALENDAR } from '../../platform/api/queries/calendar.ts';
import { createStore } from '../../ui/store.ts';
import { showToast } from '../../ui/toast.tsx';
import { openIntervalsIcu } from './client.ts';
import {
  changeConnection,
  type Connection,
  endConnection,
  readConnection,
  startConnection,
} from './connection.ts';
import { FAILURES } from './messages.ts';
import type { EventRecord, SyncResult } from './sync-events.ts';

/** The key of the query. Below the calendar's, so that every change of the calendar loads it again. */
export const CALENDAR_TO_SEND = [...CALENDAR, 'intervals-icu'];

/** Days from today on that are sent. A watch shows a week or two of them. */
export const DAYS_AHEAD = 28;

/** The planned runs of the days ahead, as the API returned them. */
export type CalendarToSend = {
  athleteId: string;
  key: string;
  /** When the API returned it, in ms. */
  calendarTime: number;
  today: string;
  lastDay: string;
  planned: readonly DatedWorkout[];
  done: readonly string[];
};

/** The sending in this tab: whether requests are in flight, and how the last one ended. */
type SyncStatus = { isSending: boolean; result: SyncResult | undefined };

const status = createStore<SyncStatus>({ isSending: false, result: undefined });
let abort = new AbortController();
/** The newest calendar that has not been sent yet. */
let next: CalendarToSend | undefined;
let isRunning = false;

export function useSyncStatus(): SyncStatus {
  return useSyncExternalStore(status.subscribe, status.read);
}

/** Stores the key on this device; the calendar is sent from then on. Throws if the browser refuses storage. */
export function connect(athleteId: string, key: string): void {
  startConnection(athleteId, key);
  setStatus({ result: undefined });
}

/** Sends the differences between a calendar and what was sent before. Of several at once, only the newest is sent. */
export async function sendCalendar(calendar: CalendarToSend): Promise<void> {
  next = calendar;
  if (isRunning) return;
  isRunning = true;
  try {
    while (next) {
      const current: CalendarToSend = next;
      next = undefined;
      await inTurn(() => sendOnce(current));
    }
  } finally {
    isRunning = false;
  }
}

async function sendOnce({ athleteId, key, calendarTime, ...calendar }: CalendarToSend) {
  const connection = readConnection(athleteId);
  if (connection?.key !== key || connection.isRejected) return;
  if (connection.calendarTime > calendarTime) return;

  const { signal } = abort;
  const icu = openIntervalsIcu(key, {
    signal,
    send: (url, options) => {
      setStatus({ isSending: true });
      return fetch(url, options);
    },
  });
  const { needsListing } = connection;
  const result = await loadSync()
    .then((sync) => sync.syncEvents(icu, recordOf(connection), calendar, { needsListing }))
    // A part of the app didn’t load.
    .catch((): SyncResult => ({ failure: 'unreachable', unsendable: [] }));
  if (signal.aborted) return;
  changeConnection(connection, {
    calendarTime,
    ...(result.failure === undefined
      ? { needsListing: false, sentAt: new Date().toISOString() }
      : { isRejected: result.failure === 'unauthorised' }),
  });
  if (result.failure && result.failure !== status.read().result?.failure) {
    const { title, detail } = FAILURES[result.failure];
    showToast.failure(title, { detail });
  }
  setStatus({ isSending: false, result });
}

/**
 * Deletes the key and the record of what was sent from this device, after removing the events there if that is asked
 * for. Returns why they could not be removed; then everything stays.
 */
export async function disconnect(
  connection: Connection,
  { removesEvents, today }: { removesEvents: boolean; today: string },
): Promise<SyncResult['failure']> {
  abort.abort();
  abort = new AbortController();
  next = undefined;
  return inTurn(async () => {
    const icu = openIntervalsIcu(connection.key);
    const failure = removesEvents
      ? await loadSync().then(
          (sync) => sync.removeAllEvents(icu, recordOf(connection), today),
          () => 'unreachable' as const,
        )
      : undefined;
    if (failure === undefined) endConnection();
    setStatus({ isSending: false, result: undefined });
    return failure;
  });
}

/** The writers of files are loaded when there is something to send. */
const loadSync = () => import('./sync-events.ts');

function recordOf(connection: Connection): EventRecord {
  return {
    read: () => readConnection(connection.athleteId)?.sent ?? {},
    write: (sent) => changeConnection(connection, { sent }),
  };
}

/** Runs one at a time, in this tab and, where the browser has Web Locks, in all of them. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('pacewright.intervals-icu', work);
}

function setStatus(changes: Partial<SyncStatus>): void {
  status.set({ ...status.read(), ...changes });
}
