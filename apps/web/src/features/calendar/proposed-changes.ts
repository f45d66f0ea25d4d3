import {
  type CalendarChanges,
  type CalendarEntry,
  isRaceEntry,
  isRestEntry,
  isRunEntry,
} from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import {
  addDays,
  daysBetween,
  formatDay,
  formatLongDay,
  isDay,
  LAST_DAY,
  longWeekday,
  weekOf,
  type Weekday,
  weekTitle,
} from '../../platform/days/days.ts';

export const MAX_WEEKS_TO_REPEAT = 52;

/** Entries that are copied, moved or skipped, each with its new day. */
export type Proposal = {
  kind: 'copy' | 'move' | 'skip';
  items: { entry: CalendarEntry; day: string }[];
};

export function copyTo(entry: CalendarEntry, days: readonly string[]): Proposal {
  return propose(
    'copy',
    days.map((day) => ({ entry, day })),
  );
}

/** The same weekday of the next weeks. */
export function nextWeeks(day: string, weeks: number): string[] {
  return Array.from({ length: weeks }, (_, index) => addDays(day, 7 * (index + 1)));
}

/** Copies of the entries of a week, on the same weekdays of another one. A race is run once. */
export function copyWeek(
  entries: readonly CalendarEntry[],
  { from, to, first }: { from: string; to: string; first: Weekday },
): Proposal {
  const week = weekOf(from, first);
  const days = daysBetween(week[0] ?? from, weekOf(to, first)[0] ?? to);
  const items = entries
    .filter((entry) => days !== 0 && week.includes(entry.day) && !isRaceEntry(entry))
    .map((entry) => ({ entry, day: addDays(entry.day, days) }));
  return propose('copy', items);
}

/** The entries from a day on that are not done, up to another day if it is given. A race stays on its day. */
export function shiftFrom(
  entries: readonly CalendarEntry[],
  { from, to = LAST_DAY, days }: { from: string; to?: string | undefined; days: number },
): Proposal {
  const items = entries
    .filter(isWithin({ from, to }))
    .filter((entry) => !entry.done && !isRaceEntry(entry))
    .map((entry) => ({ entry, day: addDays(entry.day, days) }));
  return propose('move', items);
}

/** The runs and other activities of some days that are not done. A race stays. */
export function skipDays(
  entries: readonly CalendarEntry[],
  { from, to }: { from: string; to: string },
): Proposal {
  const { items } = shiftFrom(entries, { from, to, days: 0 });
  return propose(
    'skip',
    items.filter(({ entry }) => !isRestEntry(entry)),
  );
}

/** "Berlin Marathon is a race, so it won’t move from Sunday 3 January." Empty without a race in the range. */
export function describeRaces(
  entries: readonly CalendarEntry[],
  { from, to = LAST_DAY }: { from: string; to?: string | undefined },
  today: string,
): string {
  const races = entries.filter(isWithin({ from, to })).filter(isRaceEntry);
  const [race] = races;
  if (!race) return '';
  if (races.length > 1) return `${races.length} races won’t move.`;
  return `${race.title} is a race, so it won’t move from ${formatLongDay(race.day, today)}.`;
}

function isWithin({ from, to }: { from: string; to: string }) {
  return ({ day }: CalendarEntry) => day >= from && day <= to;
}

function propose(kind: Proposal['kind'], items: Proposal['items']): Proposal {
  return { kind, items: items.filter(({ day }) => isDay(day)) };
}

/** The request for a proposal, and the one that undoes it. A copy that is proposed again needs the same id. */
export function toRequests(
  { kind, items }: Proposal,
  idOf: (item: Proposal['items'][number]) => string,
): { changes: CalendarChanges; opposite: CalendarChanges } {
  if (kind === 'copy') {
    const copies = items.map((item) => ({ id: idOf(item), of: item.entry.id, day: item.day }));
    return {
      changes: { copies },
      opposite: { removals: copies.map(({ id, day }) => ({ id, day, ifUnedited: true })) },
    };
  }
  if (kind === 'skip') {
    const skips = items.map(({ entry: { id, day } }) => ({ id, day }));
    return { changes: { skips }, opposite: { returns: skips } };
  }
  const moves = items.map(({ entry: { id, day: from }, day }) => ({ id, from, day }));
  const back = items.map(({ entry: { id, day, position }, day: from }) => ({
    id,
    from,
    day,
    position,
  }));
  return { changes: { moves }, opposite: { moves: back } };
}

/** The days that get something and have an entry that stays there. */
export function countBusyDays(
  { kind, items }: Proposal,
  entries: readonly CalendarEntry[],
): number {
  if (kind === 'skip') return 0;
  const moved = new Set(kind === 'move' ? items.map(({ entry }) => entry.id) : []);
  const busy = new Set(entries.filter(({ id }) => !moved.has(id)).map(({ day }) => day));
  return new Set(items.map(({ day }) => day).filter((day) => busy.has(day))).size;
}

/** "8 workouts", or "8 items" if one of them is a rest day or another activity. */
export function countEntries(items: Proposal['items'], count = items.length): string {
  const areRuns = items.every(({ entry }) => isRunEntry(entry));
  return plural(count, areRuns ? 'workout' : 'item');
}

/** "3 workouts stay on your calendar as skipped." Empty without an effect. */
export function describeSkip({ items }: Proposal): string {
  if (items.length === 0) return '';
  return `${countEntries(items)} ${items.length === 1 ? 'stays' : 'stay'} on your calendar as skipped.`;
}

/** "Adds 8 workouts, every Tuesday until 12 Jan 2027." Empty without an effect. */
export function describeCopies({ items }: Proposal, today: string): string {
  const last = items.at(-1);
  if (!last) return '';
  if (items.length === 1)
    return `Adds ${countEntries(items)} to ${formatLongDay(last.day, today)}.`;
  return `Adds ${countEntries(items)}, every ${longWeekday(last.day)} until ${formatDay(last.day)}.`;
}

/** "Adds 5 workouts to 23 - 29 November, on the same weekdays." */
export function describeWeek({ items }: Proposal, week: readonly string[], today: string): string {
  if (items.length === 0) return '';
  const weekdays = items.length === 1 ? 'the same weekday' : 'the same weekdays';
  return `Adds ${countEntries(items)} to ${weekTitle(week, today)}, on ${weekdays}.`;
}

/** "Tempo moves from Friday to Thursday. Thursday 19 November is free." */
export function describeMove(
  { title, day: from }: CalendarEntry,
  { day, others }: { day: string; others: readonly CalendarEntry[] },
  today: string,
): string {
  if (day === from) return '';
  const there = others.map((other) => other.title).join(', ');
  return `${title} moves from ${formatLongDay(from, today)} to ${formatLongDay(day, today)}, which ${there ? `has ${there}` : 'is free'}.`;
}

/** "Moves 5 workouts one day later. The last one, Long run, moves to Monday 23 November." */
export function describeShift({ items }: Proposal, days: number, today: string): string {
  const last = items.at(-1);
  if (!last) return '';
  const { entry, day } = last;
  if (items.length === 1) return `Moves ${entry.title} to ${formatLongDay(day, today)}.`;
  const by = Math.abs(days) === 1 ? 'one day' : `${Math.abs(days)} days`;
  const direction = `${by} ${days < 0 ? 'earlier' : 'later'}`;
  return `Moves ${countEntries(items)} ${direction}. The last one, ${entry.title}, moves to ${formatLongDay(day, today)}.`;
}
