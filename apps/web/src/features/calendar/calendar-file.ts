import type { CalendarEntry } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { saveFile } from '../../delivery/save-file.ts';
import type { Athlete } from '../../script-editor/reading.ts';
import { speedsOf } from './planned.ts';

/** Saves workouts as a file that other calendars read. */
export async function saveCalendarFile(
  entries: readonly CalendarEntry[],
  athlete: Athlete,
  fileName: string,
): Promise<void> {
  const { writeCalendar } = await import('@pacewright/delivery');
  const speeds = athlete.speeds ?? { trainingPaces: DEFAULT_TRAINING_PACES };
  const text = writeCalendar(
    entries.map((entry) => ({
      id: entry.id,
      day: entry.day,
      title: entry.title,
      script: entry.script,
      speeds: speedsOf(entry, athlete),
    })),
    {
      name: 'Pacewright',
      host: location.host,
      writtenAt: new Date().toISOString(),
      speeds,
      units: athlete.units,
    },
  );
  saveFile(fileName, text, 'text/calendar;charset=utf-8');
}
