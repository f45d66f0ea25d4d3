import type { SentEvents } from '@pacewright/delivery';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import {
  readStoredConnection,
  useStoredConnection,
  writeStoredConnection,
} from '../../workout/export/intervals-icu-connection.ts';

const connection = z.object({
  /** The owner of the key, which is not used for anybody else who signs in here. */
  athleteId: z.string(),
  key: z.string(),
  connectedAt: z.string(),
  /** intervals.icu no longer accepts the key, so it is not used. */
  isRejected: z.boolean(),
  /** Events there may be unknown here: sent from another device, or before the last sign-out. */
  needsListing: z.boolean(),
  /** The time of the calendar that was last sent, so that a tab with an older one does not undo it. */
  calendarTime: z.number(),
  sentAt: z.nullable(z.string()),
  sent: z.array(z.object({ id: z.string(), day: z.string(), fingerprint: z.nullable(z.string()) })),
});

/** The athlete's key, and the record of what was sent with it. Only on this device. */
export type Connection = Omit<z.infer<typeof connection>, 'sent'> & { sent: SentEvents };

/** The key is for one account, and stays on this device until they disconnect or sign out. Throws if storage is blocked. */
export function startConnection(athleteId: string, key: string): void {
  write({
    athleteId,
    key,
    connectedAt: new Date().toISOString(),
    isRejected: false,
    needsListing: true,
    calendarTime: 0,
    sentAt: null,
    // A new key may belong to another account there, which has none of the events.
    sent: unconfirm(readConnection(athleteId)?.sent ?? {}),
  });
}

export function readConnection(athleteId: string): Connection | undefined {
  return parse(readStoredConnection(), athleteId);
}

export function useConnection(athleteId: string): Connection | undefined {
  const stored = useStoredConnection();
  return useMemo(() => parse(stored, athleteId), [stored, athleteId]);
}

/** Changes the connection with this key, and nothing if it has ended meanwhile, also in another tab. */
export function changeConnection(
  { athleteId, key }: Pick<Connection, 'athleteId' | 'key'>,
  changes: Partial<Connection>,
): void {
  const current = readConnection(athleteId);
  if (current?.key !== key) return;
  try {
    write({ ...current, ...changes });
  } catch {
    // Storage is full. An event that is not recorded is listed by "Send now".
  }
}

/** Sends everything again at the next opportunity, and finds events that are not recorded. */
export function requestResend({ athleteId, key, sent }: Connection): void {
  changeConnection({ athleteId, key }, { sent: unconfirm(sent), needsListing: true });
}

function unconfirm(sent: SentEvents): SentEvents {
  return Object.fromEntries(
    Object.entries(sent).map(([id, { day }]) => [id, { day, fingerprint: null }]),
  );
}

export function endConnection(): void {
  writeStoredConnection(undefined);
}

function write(value: Connection): void {
  const sent = Object.entries(value.sent).map(([id, event]) => ({ id, ...event }));
  writeStoredConnection(JSON.stringify({ ...value, sent }));
}

function parse(stored: string | null, athleteId: string): Connection | undefined {
  if (stored === null) return undefined;
  try {
    const { data } = z.safeParse(connection, JSON.parse(stored));
    if (data?.athleteId !== athleteId) return undefined;
    return { ...data, sent: Object.fromEntries(data.sent.map(({ id, ...event }) => [id, event])) };
  } catch {
    return undefined;
  }
}
