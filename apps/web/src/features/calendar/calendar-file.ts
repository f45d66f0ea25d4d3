import type { CalendarEntry } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { downloadFile } from '../../workout/export/download-file.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { loadDelivery } from '../../workout/export/load-delivery.ts';
import { speedsOf } from './resolve-entry.ts';

/** Downloads workouts as a file that other calendars can read. */
export async function downloadCalendarFile(
  entries: readonly CalendarEntry[],
  paceContext: PaceContext,
  fileName: string,
): Promise<void> {
  const { writeCalendar } = await loadDelivery();
  const speeds = paceContext.speeds ?? { trainingPaces: DEFAULT_TRAINING_PACES };
  const text = writeCalendar(
    entries.map((entry) => ({
      id: entry.id,
      day: entry.day,
      timeOfDay: entry.timeOfDay,
      title: entry.title,
      script: entry.script,
      notes: entry.own?.notes,
      speeds: speedsOf(entry, paceContext),
    })),
    {
      name: 'Pacewright',
      writtenAt: new Date().toISOString(),
      speeds,
      units: paceContext.units,
    },
  );
  downloadFile(fileName, text, 'text/calendar;charset=utf-8');
}
