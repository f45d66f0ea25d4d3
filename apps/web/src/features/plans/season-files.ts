import type { CalendarEntry, SeasonSummary } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES, plural } from '@pacewright/pace';
import type { Call } from '../../platform/api/client.ts';
import { readCalendar } from '../../platform/api/queries/calendar.ts';
import { addDays, daysBetween } from '../../platform/days/days.ts';
import { downloadFile } from '../../workout/export/download-file.ts';
import { describeWatchFiles } from '../../workout/export/describe-watch-files.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { loadDelivery } from '../../workout/export/load-delivery.ts';

/** The API's limit for a range of days. */
const MAX_RANGE_DAYS = 400;
/** Days by which an entry may be moved before the first day of its season. */
const MARGIN_DAYS = 28;

/** The entries of a season as they are on the calendar. */
export async function readSeasonEntries(
  call: Call,
  { id, firstDay, lastDay }: SeasonSummary,
  signal?: AbortSignal,
): Promise<CalendarEntry[]> {
  const from = addDays(firstDay, -MARGIN_DAYS);
  const to = lastDay ?? firstDay;
  const isShort = daysBetween(from, to) < MAX_RANGE_DAYS;
  const entries = await readCalendar(call, isShort ? { from, to } : undefined, signal);
  return entries.filter(({ season }) => season?.id === id);
}

/** Downloads a season as a file that other calendars can read. */
export async function downloadSeasonCalendar(
  title: string,
  entries: readonly CalendarEntry[],
  { speeds = { trainingPaces: DEFAULT_TRAINING_PACES }, units }: PaceContext,
): Promise<string> {
  const { writeCalendar } = await loadDelivery();
  const text = writeCalendar(
    entries.map(({ id, day, title: name, script, done }) => ({
      id,
      day,
      title: name,
      script,
      ...(done && { speeds: done.paces }),
    })),
    { name: title, writtenAt: new Date().toISOString(), speeds, units },
  );
  const fileName = `${fileNameOf(title)}.ics`;
  downloadFile(fileName, text, 'text/calendar;charset=utf-8');
  return `${fileName} downloaded`;
}

/** Downloads a FIT file for each run ahead, as one archive. Throws an error with the reason if there is none. */
export async function downloadSeasonFit(
  title: string,
  entries: readonly CalendarEntry[],
  { speeds = { trainingPaces: DEFAULT_TRAINING_PACES } }: PaceContext,
  today: string,
): Promise<string> {
  const { encodeWatchFiles } = await loadDelivery();
  const planned = entries.filter(
    ({ done, day, script }) => !done && day >= today && script.trim() !== '',
  );
  const files = encodeWatchFiles(
    planned.map(({ id, title: name, script, day }) => ({ id, title: name, script, day, speeds })),
  );
  if (!files.ok) throw new Error(files.reason);
  const { kind, next } = describeWatchFiles();
  const fileName = `${fileNameOf(title)}-${kind}.zip`;
  downloadFile(fileName, files.bytes, 'application/zip');
  return [
    `${fileName} downloaded with ${plural(files.workouts, 'workout')}. ${next}`,
    ...files.skipped,
  ].join(' ');
}

function fileNameOf(title: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return name.slice(0, 60) || 'season';
}
