import type { CalendarEntry } from '@pacewright/contract';
import { longDay } from '../../days/days.ts';
import { useToday } from '../../days/use-today.ts';
import { MenuItem } from '../../ui/menu.tsx';
import { useDelivery } from './delivery-queries.ts';
import { useGarminDesk } from './garmin-desk.tsx';
import { useGarminStatus, useIsLinked } from './garmin-queries.ts';
import type { Sendable } from './sendable.ts';
import { SendButton, SendNews } from './send-parts.tsx';
import { standingOf } from './standing.ts';
import { StandingWords } from './standing-words.tsx';
import { toneClass, ToneIcon } from './tone.tsx';

type EntryProps = { entry: CalendarEntry };

/** On the card of a day: sends the entry for that day, or says how it stands. */
export function EntryDelivery({ entry }: EntryProps) {
  const standing = useEntryStanding(entry);
  const isLinked = useIsLinked();
  const today = useToday();
  const desk = useGarminDesk();
  const on = `${entry.title}, ${longDay(entry.day, today)}`;

  if (standing)
    return (
      <button
        type="button"
        aria-label={`${standing.words}: ${on}`}
        className={LINE}
        onClick={() => desk.show(sendableOf(entry))}
      >
        <StandingWords standing={standing} />
      </button>
    );
  if (!isLinked || !canGo(entry, today)) return null;
  return (
    <button
      type="button"
      aria-label={`Send to Garmin: ${on}`}
      className={LINE}
      aria-disabled={desk.isSending || undefined}
      onClick={() => desk.isSending || desk.send(sendableOf(entry))}
    >
      <ToneIcon tone="new" className="size-4" />
      Send to Garmin
    </button>
  );
}

const LINE =
  'inline-flex min-h-6 items-center gap-1.5 rounded-sm text-left text-xs font-[540] text-ink-2 hover:text-ink hover:underline pointer-coarse:min-h-11';

/** Where there is no room for more: the sign alone, with its words for a screen reader. */
export function EntryMark({ entry }: EntryProps) {
  const standing = useEntryStanding(entry);
  if (!standing) return null;
  return (
    <span title={standing.words} className={toneClass(standing.tone)}>
      <ToneIcon tone={standing.tone} className="size-3.5" />
      <span className="sr-only">, {standing.words}</span>
    </span>
  );
}

export function EntryMenuItem({ entry }: EntryProps) {
  const standing = useEntryStanding(entry);
  const { data: status } = useGarminStatus();
  const today = useToday();
  const desk = useGarminDesk();
  if (!status?.available || (!standing && !canGo(entry, today))) return null;
  return (
    <MenuItem
      icon={<ToneIcon tone={standing?.tone ?? 'new'} />}
      onClick={() => (standing ? desk.show : desk.send)(sendableOf(entry))}
    >
      {standing?.next ?? standing?.words ?? 'Send to Garmin'}
    </MenuItem>
  );
}

export function EntrySendButton({ entry }: EntryProps) {
  return entry.done ? null : <SendButton what={sendableOf(entry)} main />;
}

export function EntryNews({ entry }: EntryProps) {
  return entry.done ? null : <SendNews what={sendableOf(entry)} />;
}

function sendableOf({ id, day, workoutId, title, script }: CalendarEntry): Sendable {
  return { workoutId: workoutId ?? undefined, entry: { id, day }, title, script };
}

/** What is done no longer matters at Garmin. */
function useEntryStanding(entry: CalendarEntry) {
  const { delivery, isHeldUp } = useDelivery(sendableOf(entry));
  const today = useToday();
  return delivery && !entry.done ? standingOf(delivery, isHeldUp, today) : undefined;
}

function canGo({ day, done, reading, workoutId }: CalendarEntry, today: string): boolean {
  return !done && workoutId !== null && reading.mistakeCount === 0 && day >= today;
}
