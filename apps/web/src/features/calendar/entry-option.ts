import type { CalendarEntry, EntryOption, TimeOfDay } from '@pacewright/contract';

/** A rest day or an activity other than running has neither a chart nor totals, and goes to no watch. */
export function isRun({ own }: Pick<CalendarEntry, 'own'>): boolean {
  return !own || own.kind === 'run';
}

/** An option of a day as it is named in a list of choices. */
export function nameOption({ kind, title, script }: EntryOption): string {
  return title || script || (kind === 'rest' ? 'Rest' : 'Other activity');
}

/** "AM", "PM", or nothing. */
export function formatTimeOfDay(timeOfDay: TimeOfDay | null | undefined): string {
  return timeOfDay?.toUpperCase() ?? '';
}
