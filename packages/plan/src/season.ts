import { addDays, countDays } from './calendar-days.ts';
import type { EntryContent, PlannedDay } from './placement.ts';

// A season is a plan on someone's calendar. Every action is a function from one season to the next, so that the store
// can save both and undo it (A10).

/**
 * An entry of the calendar that a season made. A held one is off the calendar while the season is paused (A12). A
 * released one has left the season and is the athlete's own.
 */
export type Entry = PlannedDay & {
  id: string;
  isDone: boolean;
  status: 'scheduled' | 'held' | 'released';
};

/** Everything from a day on was moved by a number of days. */
export type Shift = { from: string; days: number };

export type Season = {
  /** Every day of the text as it was last applied. */
  base: readonly PlannedDay[];
  entries: readonly Entry[];
  shifts: readonly Shift[];
  pausedOn: string | undefined;
};

export const NEW_SEASON: Season = { base: [], entries: [], shifts: [], pausedOn: undefined };

/** The most entries a day may have, of all seasons and the athlete's own together (A13). */
export const MAX_ENTRIES_PER_DAY = 20;

/** A11. Moves everything ahead. Entries that would land before today are removed, or released if touched. */
export function moveSeason(season: Season, today: string, days: number): Season {
  const shift = { from: today, days };
  const entries = season.entries.flatMap((entry): Entry[] => {
    if (!isAhead(entry, today)) return [entry];
    const day = addDays(entry.day, days);
    return day < today ? release(entry, season) : [{ ...entry, day }];
  });
  return { ...addShift(season, shift), entries };
}

/** A19. The days of someone who is ill or away, both included. */
export type Absence = { from: string; to: string };

/**
 * A19. Skips the days of an absence: each becomes a rest day, with what it was as an option if the athlete had changed
 * it. Races stay.
 */
export function skipDays(season: Season, today: string, { from, to }: Absence): Season {
  const bases = season.base;
  const entries = season.entries.map((entry): Entry => {
    const isSkipped = entry.day >= from && entry.day <= to && isAhead(entry, today);
    if (!isSkipped || entry.isRace || entry.kind === 'rest') return entry;
    const { isRace: _isNone, ...rest } = entry;
    const { kind, title, script, alternatives } = entry;
    const isAsPlanned = bases.some(
      (planned) => planned.key === entry.key && isUntouched(entry, planned),
    );
    return {
      ...rest,
      kind: 'rest',
      title: `${SKIPPED}${title}`,
      script: '',
      // The plan brings its own content back, and the athlete's is an option (A16).
      alternatives: isAsPlanned ? [] : [{ kind, title, script }, ...alternatives],
    };
  });
  return { ...season, entries };
}

const SKIPPED = 'Skipped: ';

/** A19. The whole weeks by which an absence pushes a plan, in days. */
export function daysToPush({ from, to }: Absence): number {
  const days = (countDays(to) ?? 0) - (countDays(from) ?? 0) + 1;
  return Math.max(1, Math.ceil(days / 7)) * 7;
}

/**
 * A19. Moves everything from an absence on by whole weeks. With a day to drop from, as many days are removed there, and
 * what comes after them stays, as a race does that is not moved.
 */
export function pushSeason(
  season: Season,
  today: string,
  absence: Absence,
  dropFrom: string | undefined,
): Season {
  const days = daysToPush(absence);
  const from = absence.from > today ? absence.from : today;
  const dropTo = dropFrom && addDays(dropFrom, days);
  const entries = season.entries.flatMap((entry): Entry[] => {
    if (entry.day < from || !isAhead(entry, today)) return [entry];
    if (dropFrom && dropTo && entry.day >= dropFrom)
      return entry.day < dropTo && !entry.isRace ? [] : [entry];
    return [{ ...entry, day: addDays(entry.day, days) }];
  });
  const pushed = addShift(season, { from, days });
  if (!dropTo) return { ...pushed, entries };
  // Where the day after the dropped ones is by now.
  return { ...addShift(pushed, { from: addDays(dropTo, days), days: -days }), entries };
}

/** A12. Takes everything ahead off the calendar, with its moves and edits. */
export function pauseSeason(season: Season, today: string): Season {
  const entries = season.entries.map((entry): Entry =>
    isAhead(entry, today) ? { ...entry, status: 'held' } : entry,
  );
  return { ...season, entries, pausedOn: today };
}

/**
 * A12. Puts everything held back on the calendar: later, by as many whole weeks as needed, or here, without the days
 * that have gone by, whose keys are returned.
 */
export function resumeSeason(
  season: Season,
  today: string,
  how: 'later' | 'here',
): { season: Season; skipped: string[] } {
  const { pausedOn = today } = season;
  const held = season.entries.filter(({ status }) => status === 'held');
  const resumed = { ...season, pausedOn: undefined };
  if (how === 'here') {
    const isGone = ({ status, day }: Entry) => status === 'held' && day < today;
    const entries = season.entries.filter((entry) => !isGone(entry)).map(schedule);
    return { season: { ...resumed, entries }, skipped: held.filter(isGone).map(({ key }) => key) };
  }
  const first = held.map(({ day }) => day).sort()[0] ?? today;
  const late = Math.max(0, (countDays(today) ?? 0) - (countDays(first) ?? 0));
  const days = Math.ceil(late / 7) * 7;
  const entries = season.entries.map((entry) =>
    entry.status === 'held' ? schedule({ ...entry, day: addDays(entry.day, days) }) : entry,
  );
  const shifted = days === 0 ? resumed : addShift(resumed, { from: pausedOn, days });
  return { season: { ...shifted, entries }, skipped: [] };
}

/** A14. Ends a season: everything ahead is removed, or released if touched; or all of it is released. */
export function endSeason(season: Season, today: string, how: 'remove' | 'keep'): Season {
  const entries = season.entries.flatMap((entry): Entry[] => {
    // A held entry whose day has gone by is not on the calendar.
    if (entry.status === 'held' && entry.day < today) return [];
    if (!isAhead(entry, today)) return [entry];
    return how === 'keep' ? [{ ...entry, status: 'released' }] : release(entry, season);
  });
  return { ...season, entries, pausedOn: undefined };
}

/**
 * A10. Undoes an action. Entries that were touched since stay as they are, and so does an entry whose day in the plan
 * has another one by now, because each has at most one (A5). Their ids are returned.
 */
export function undoAction(
  before: Season,
  after: Season,
  now: Season,
): { season: Season; stayed: string[] } {
  const [old, made, current] = [before, after, now].map(({ entries }) => byId(entries)) as [
    Map<string, Entry>,
    Map<string, Entry>,
    Map<string, Entry>,
  ];
  const stayed: string[] = [];
  const changed = [...new Set([...old.keys(), ...made.keys()])].filter(
    (id) => !isSameEntry(old.get(id), made.get(id)),
  );
  const restored = changed.filter((id) => isSameEntry(made.get(id), current.get(id)));
  for (const id of changed) if (!restored.includes(id)) stayed.push(id);
  for (const id of restored) if (!old.has(id)) current.delete(id);
  for (const id of restored) {
    const was = old.get(id);
    if (!was) continue;
    const isTaken = [...current.values()].some((other) => other.id !== id && isSameDay(other, was));
    if (isTaken) stayed.push(id);
    else current.set(id, was);
  }
  const { base, shifts, pausedOn } = before;
  return { season: { base, shifts, pausedOn, entries: [...current.values()] }, stayed };
}

/**
 * A13. The days on which an action adds to what is there: next to other entries, and those that would have too many.
 * `others` counts the entries of other seasons and the athlete's own.
 */
export function checkDays(
  before: Season,
  after: Season,
  others: ReadonlyMap<string, number>,
): { shared: string[]; full: string[] } {
  const [old, made] = [countByDay(before), countByDay(after)];
  const added = [...made].filter(([day, count]) => count > (old.get(day) ?? 0));
  const total = (day: string, count: number) => count + (others.get(day) ?? 0);
  return {
    shared: added.filter(([day]) => others.has(day)).map(([day]) => day),
    full: added
      .filter(([day, count]) => total(day, count) > MAX_ENTRIES_PER_DAY)
      .map(([day]) => day),
  };
}

/** The days of a text with the shifts of a season. */
export function shiftDays(planned: readonly PlannedDay[], shifts: readonly Shift[]): PlannedDay[] {
  return planned.map((own) => {
    const day = shifts.reduce(
      (moved, { from, days }) => (moved >= from ? addDays(moved, days) : moved),
      own.day,
    );
    return day === own.day ? own : { ...own, day };
  });
}

/** Whether an entry may still change: not done, and not before today (A8). */
export function isAhead({ day, isDone, status }: Entry, today: string): boolean {
  return !isDone && status !== 'released' && day >= today;
}

export function isSameContent(one: PlannedDay, other: PlannedDay): boolean {
  return contentText(one) === contentText(other);
}

/** Whether an entry is as the text has it. */
export function isUntouched(entry: Entry, planned: PlannedDay | undefined): boolean {
  return (
    planned !== undefined &&
    entry.day === planned.day &&
    entry.timeOfDay === planned.timeOfDay &&
    isSameContent(entry, planned)
  );
}

function contentText({ notes, alternatives, ...option }: PlannedDay): string {
  return JSON.stringify([optionText(option), notes, alternatives.map(optionText)]);
}

function optionText({ kind, title, script, isRace = false }: EntryContent['alternatives'][number]) {
  return [kind, title, script, isRace];
}

/** No longer of the season: the athlete's own if they touched it, and gone if not. */
function release(entry: Entry, { base }: Season): Entry[] {
  const planned = base.find(({ key }) => key === entry.key);
  return isUntouched(entry, planned) ? [] : [{ ...entry, status: 'released' }];
}

/** Whether two entries are the same day of the plan, in the season. */
function isSameDay(one: Entry, other: Entry): boolean {
  return one.key === other.key && one.status !== 'released' && other.status !== 'released';
}

function schedule(entry: Entry): Entry {
  return entry.status === 'held' ? { ...entry, status: 'scheduled' } : entry;
}

function addShift(season: Season, shift: Shift): Season {
  return {
    ...season,
    base: shiftDays(season.base, [shift]),
    shifts: [...season.shifts, shift],
  };
}

function byId(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

function isSameEntry(one: Entry | undefined, other: Entry | undefined): boolean {
  if (!one || !other) return one === other;
  return one.isDone === other.isDone && one.status === other.status && isUntouched(one, other);
}

function countByDay({ entries }: Season): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { day, status } of entries)
    if (status !== 'held') counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}
