import { type CalendarEntry, isRunEntry } from '@pacewright/contract';

type Place = Pick<CalendarEntry, 'id' | 'day'>;

/** The page of one entry. */
export function entryPath({ id, day }: Place): string {
  return `/app/calendar/${day}/${id}`;
}

/** The editor of its text. */
export function editPath(entry: Place): string {
  return `${entryPath(entry)}/edit`;
}

/** Whether it has a text to edit: rest days and other activities have none, and done ones no longer change. */
export function isEditable(entry: CalendarEntry): boolean {
  return !entry.done && isRunEntry(entry);
}
