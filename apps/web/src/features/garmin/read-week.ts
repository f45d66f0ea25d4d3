import type { CalendarEntry } from '@pacewright/contract';
import type { writeGarmin } from '@pacewright/delivery';
import type { AthleteSpeeds } from '@pacewright/script';

/** The runs of a week as Garmin takes them, before they are sent. */
export type WeekReading = {
  /** In the order of their days. */
  sendable: CalendarEntry[];
  /** Each sentence once, with the runs it is about. */
  changes: { sentence: string; entries: CalendarEntry[] }[];
  unsendable: UnsendableEntry[];
};

export type UnsendableEntry = { entry: CalendarEntry; reason: string };

/** Without paces nothing is known of the changes, and Garmin gets every run without mistakes. */
export function readWeek(
  entries: readonly CalendarEntry[],
  speeds: AthleteSpeeds | undefined,
  write: typeof writeGarmin,
): WeekReading {
  const sendable: CalendarEntry[] = [];
  const unsendable: UnsendableEntry[] = [];
  const entriesBySentence = new Map<string, CalendarEntry[]>();
  for (const entry of entries) {
    const hasMistakes = entry.reading.mistakeCount > 0;
    const written = hasMistakes || !speeds ? undefined : write(entry, speeds);
    if (hasMistakes) unsendable.push({ entry, reason: MISTAKE });
    else if (written?.ok === false) unsendable.push({ entry, reason: written.reason });
    else {
      sendable.push(entry);
      for (const sentence of written?.notes ?? [])
        entriesBySentence.set(sentence, [...(entriesBySentence.get(sentence) ?? []), entry]);
    }
  }
  const changes = [...entriesBySentence].map(([sentence, about]) => ({ sentence, entries: about }));
  return { sendable, changes, unsendable };
}

const MISTAKE = 'It has a problem. Fix it, then send it.';
