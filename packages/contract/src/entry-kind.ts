import type { CalendarEntry } from './calendar.ts';

/**
 * A workout of the library, a run written for its day, a day of a plan, a race of either, a rest day, or an activity
 * other than running. Whatever else depends on the kind of an entry asks here.
 */
export type EntryKind = 'workout' | 'own' | 'season' | 'race' | 'rest' | 'other';

type Described = Pick<CalendarEntry, 'own' | 'season'>;

export function kindOfEntry({ own, season }: Described): EntryKind {
  if (!own) return 'workout';
  if (own.kind !== 'run') return own.kind;
  if (own.isRace) return 'race';
  return season ? 'season' : 'own';
}

/** A rest day or another activity has neither a chart nor totals, and goes to no watch. */
export function isRunEntry(entry: Described): boolean {
  const kind = kindOfEntry(entry);
  return kind !== 'rest' && kind !== 'other';
}

export function isRaceEntry(entry: Described): boolean {
  return kindOfEntry(entry) === 'race';
}

export function isRestEntry(entry: Described): boolean {
  return kindOfEntry(entry) === 'rest';
}

/** A day that the athlete skips while ill or away (A19). Plans have no entries for rest without a choice (A3). */
export function isSkippedEntry(entry: Described): boolean {
  const { own, season } = entry;
  const isOfPlan = Boolean(season) && own?.alternatives.length === 0;
  return isRestEntry(entry) && (isOfPlan || Boolean(own?.skipped));
}
