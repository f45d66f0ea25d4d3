import type { EntryOption, TimeOfDay } from '@pacewright/contract';

/** An option of a day as it is named in a list of choices. */
export function nameOption({ kind, title, script }: EntryOption): string {
  return title || script || (kind === 'rest' ? 'Rest' : 'Other activity');
}

/** "AM", "PM", or nothing. */
export function formatTimeOfDay(timeOfDay: TimeOfDay | null | undefined): string {
  return timeOfDay?.toUpperCase() ?? '';
}
