import { encodeBase64Url } from './base64url.ts';
import { encodeFit } from './fit-encode.ts';
import { hashOf } from './text.ts';
import type { DatedWorkout } from './watch-files.ts';

/** A planned run on the calendar of intervals.icu, as its API takes it. */
export type IntervalsIcuEvent = {
  category: 'WORKOUT';
  type: 'Run';
  start_date_local: string;
  name: string;
  external_id: string;
  filename: string;
  file_contents_base64: string;
};

export const MAX_EVENTS_PER_CALL = 50;

/** Distinguishes our events from those of others. */
export const EXTERNAL_ID_PREFIX = 'pacewright-';

/** An event that intervals.icu should have. */
export type DesiredEvent = {
  event: IntervalsIcuEvent;
  day: string;
  /** Differs when anything of the event does. */
  fingerprint: string;
};

/** Writes an entry of the calendar as an event. A FIT file loses less than the text that intervals.icu reads. */
export function writeEvent(
  entry: DatedWorkout,
): ({ ok: true } & DesiredEvent) | { ok: false; reason: string } {
  const { id, day, speeds } = entry;
  const file = encodeFit(entry, speeds);
  if (!file.ok) return file;
  const event: IntervalsIcuEvent = {
    category: 'WORKOUT',
    type: 'Run',
    // A day has no hour, and intervals.icu documents midnight for it.
    start_date_local: `${day}T00:00:00`,
    name: file.title,
    external_id: `${EXTERNAL_ID_PREFIX}${id}`,
    filename: file.fileName,
    file_contents_base64: encodeBase64(file.bytes),
  };
  return { ok: true, event, day, fingerprint: hashOf(JSON.stringify(event)).toString(36) };
}

/** The common base64 alphabet, with padding (RFC 4648, section 4). */
function encodeBase64(bytes: Uint8Array): string {
  const text = encodeBase64Url(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

/**
 * The events that intervals.icu has or may have, by their external_id. Without a fingerprint, the content is not
 * confirmed: a response was lost, or another device sent it.
 */
export type SentEvents = Readonly<Record<string, { day: string; fingerprint: string | null }>>;

export type EventChanges = { toPut: DesiredEvent[]; toRemove: string[] };

/**
 * The requests that make the events of today and later equal to the desired ones. Past events stay: intervals.icu
 * compares them with the runs of their days. Events of `unchanged` entries stay as they are, too.
 */
export function compareEvents(
  desired: readonly DesiredEvent[],
  sent: SentEvents,
  { today, unchanged = [] }: { today: string; unchanged?: readonly string[] },
): EventChanges {
  const stays = new Set([
    ...desired.map(({ event }) => event.external_id),
    ...unchanged.map((id) => `${EXTERNAL_ID_PREFIX}${id}`),
  ]);
  return {
    toPut: desired.filter(
      ({ event, fingerprint }) => sent[event.external_id]?.fingerprint !== fingerprint,
    ),
    toRemove: Object.entries(sent)
      .filter(([id, { day }]) => day >= today && !stays.has(id))
      .map(([id]) => id),
  };
}

/** The record before events are put. If the response is lost, they may be there or not. */
export function expectEvents(sent: SentEvents, events: readonly DesiredEvent[]): SentEvents {
  return withEvents(sent, events, ({ event, day }) => {
    const before = sent[event.external_id]?.day ?? day;
    // The later day, because a past event is no longer removed.
    return { day: before > day ? before : day, fingerprint: null };
  });
}

/** The record after intervals.icu has confirmed events. */
export function confirmEvents(sent: SentEvents, events: readonly DesiredEvent[]): SentEvents {
  return withEvents(sent, events, ({ day, fingerprint }) => ({ day, fingerprint }));
}

function withEvents(
  sent: SentEvents,
  events: readonly DesiredEvent[],
  change: (event: DesiredEvent) => SentEvents[string],
): SentEvents {
  return {
    ...sent,
    ...Object.fromEntries(events.map((each) => [each.event.external_id, change(each)])),
  };
}

/** The record before events are removed. If the response is lost, they may be gone or not. */
export function expectRemoval(sent: SentEvents, ids: readonly string[]): SentEvents {
  const perhapsGone = new Set(ids);
  return Object.fromEntries(
    Object.entries(sent).map(([id, event]) => [
      id,
      perhapsGone.has(id) ? { ...event, fingerprint: null } : event,
    ]),
  );
}

/** The record without these events, and without past ones. */
export function removeEvents(sent: SentEvents, ids: readonly string[], today: string): SentEvents {
  const removed = new Set(ids);
  return Object.fromEntries(
    Object.entries(sent).filter(([id, { day }]) => day >= today && !removed.has(id)),
  );
}
