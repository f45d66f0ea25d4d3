import { addDays, weekdayOfDay } from '../days.ts';
import type { Leftover } from './cells.ts';
import type { Draft, Outline } from './outline.ts';

const MAX_CELLS = 2000;
/** Sessions of a week. */
const MAX_ALIKE = 21;

export type Placed = {
  cells: Draft[];
  leftovers: Leftover[];
  /** How many sessions have a day that the text does not say. */
  spread: number;
  /** The days that they are on. */
  days: readonly number[];
};

/** Every session on a week and a day: cycles, weeks that count down, weeks alike, and sessions without days. */
export function placeDrafts(outline: Outline, spacing: number): Placed {
  const { mostLeft, likes, names } = outline;
  const drafts = outline.drafts.map((draft) => ({
    ...draft,
    text: withNames(draft.text, names),
    weeks: draft.weeks.map((week) => (week <= 0 ? mostLeft + week + 1 : week)),
  }));
  for (const { week, like } of likes) {
    const changed = drafts.filter(({ weeks }) => weeks.includes(week));
    for (const draft of drafts.filter(({ weeks }) => weeks.includes(like)).slice(0, MAX_ALIKE)) {
      const text = listItem(draft.text, draft.weeks.indexOf(like));
      const other = changed.find((one) => one.weekday === draft.weekday && one.half === draft.half);
      if (other) other.text = withTail(other.text, text);
      else drafts.push({ ...draft, weeks: [week], date: undefined, text });
    }
  }
  const cycleLength = Math.max(
    0,
    ...drafts.map(({ cycle, place }) => (cycle === undefined ? 0 : (place ?? 0))),
  );
  const inCycles = drafts.map((draft) => fromCycle(draft, cycleLength));
  const expanded = expandWeeks(inCycles.filter((draft) => draft !== undefined));
  const { cells, leftovers, spread, days } = spreadLoose(expanded, SPREADS[spacing] ?? SPREADS[0]);
  const order = ({ weeks: [week = 0], weekday = 0, half }: Draft) =>
    week * 7 + ((weekday + (outline.isSundayFirst ? 1 : 0)) % 7) + (half === 'pm' ? 0.5 : 0);
  return {
    cells: withDates(cells, outline).toSorted((a, b) => order(a) - order(b)),
    leftovers: [...outline.leftovers, ...leftovers],
    spread,
    days,
  };
}

/** Where a text names some of its dates, the other days follow from them. */
function withDates(cells: readonly Draft[], { isSundayFirst, planStart }: Outline): Draft[] {
  const first = isSundayFirst ? 6 : 0;
  const placeOf = ({ weeks: [week = 1], weekday = 0 }: Draft) =>
    (week - 1) * 7 + ((weekday - first + 7) % 7);
  const starts = new Set(
    cells.flatMap((cell) => (cell.date === undefined ? [] : addDays(cell.date, -placeOf(cell)))),
  );
  const begin =
    planStart === undefined
      ? undefined
      : addDays(
          planStart,
          -((weekdayOfDay(planStart) - first + 7) % 7) -
            7 * (Math.min(...cells.map(({ weeks: [week = 1] }) => week)) - 1),
        );
  const [start = begin] = starts;
  if (start === undefined || starts.size > 1) return [...cells];
  return cells.map((cell) =>
    cell.date !== undefined || cell.weekday === undefined
      ? cell
      : { ...cell, date: addDays(start, placeOf(cell)) },
  );
}

/** "12 x 1000m" in the place of "10 x 1000m at threshold, 60s rest" has its pace and recovery. */
function withTail(changed: string, text: string): string {
  const reps = /^\d+\s*[x×]\s*/i;
  const own = changed.replace(reps, '');
  const former = text.replace(reps, '');
  const isCount = own !== changed && own !== '' && former !== text && former.startsWith(own);
  return isCount ? `${changed}${former.slice(own.length)}` : changed;
}

/** Names that the text defines, where it uses them. */
function withNames(text: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return text;
  return text.replaceAll(
    /(\d{1,2}\s*(?:[x×]\s*)?)?(?<![\p{L}\d])(\p{L}[\p{L}\d-]{0,20})(?![\p{L}\d=])/giu,
    (all, count: string | undefined, word: string) => {
      const meaning =
        names.get(word) ?? (word.length < 4 ? undefined : names.get(word.toLowerCase()));
      if (meaning === undefined) return all;
      // "6 ST" of "ST = strides, 20 s"
      const [, one] = /^(?:\d+x)?(\(.* R\b.*\))$/.exec(meaning) ?? [];
      return one !== undefined && count !== undefined
        ? `${Number.parseInt(count, 10)}x${one}`
        : `${count ?? ''}${meaning}`;
    },
  );
}

function fromCycle(draft: Draft, length: number): Draft | undefined {
  const { cycle, place } = draft;
  if (cycle !== undefined && place !== undefined)
    return onDay(draft, (cycle - 1) * length + place - 1);
  // Days that are counted without weeks.
  return draft.weeks.length === 0 && place !== undefined ? onDay(draft, place - 1) : draft;
}

function onDay(draft: Draft, index: number): Draft {
  return { ...draft, weeks: [Math.floor(index / 7) + 1], weekday: index % 7 };
}

/** A draft for each of its weeks. A week on its own takes the place of the same day in a range. */
function expandWeeks(drafts: readonly Draft[]): Draft[] {
  const made: Draft[] = [];
  const ranged = new Map<string, number>();
  for (const draft of drafts)
    for (const [index, week] of (draft.weeks.length > 0 ? draft.weeks : [1]).entries()) {
      if (made.length >= MAX_CELLS) return made;
      const one = { ...draft, weeks: [week], text: listItem(draft.text, index) };
      const key = `${week} ${draft.weekday}`;
      const at = ranged.get(key);
      const isOne = draft.weeks.length < 2;
      if (isOne && at !== undefined && draft.weekday !== undefined) {
        made[at] = one;
        continue;
      }
      if (!isOne) ranged.set(key, made.length);
      made.push(one);
    }
  return made;
}

/** "{4, 5, 6} mi" in its second week is "5 mi". */
function listItem(text: string, index: number): string {
  if (!text.includes('{')) return text;
  return text.replaceAll(/\{([^{}]{1,400})\}/g, (_, list: string) => {
    const items = list.split(/,(?![^(]*\))/).map((item) => item.trim());
    return items[index] ?? items.at(-1) ?? '';
  });
}

const WEEK = [0, 1, 2, 3, 4, 5, 6];

type Spread = readonly (readonly number[])[];

/** The days of sessions without days, by their count in a week; the last one is on Sunday. */
const SPREADS: readonly [Spread, ...Spread[]] = [
  [
    [],
    [6],
    [0, 6],
    [0, 1, 6],
    [0, 1, 3, 6],
    [0, 1, 3, 4, 6],
    [0, 1, 2, 3, 5, 6],
    [0, 1, 2, 3, 4, 5, 6],
  ],
  [
    [],
    [5],
    [1, 6],
    [1, 3, 6],
    [1, 3, 5, 6],
    [0, 1, 3, 5, 6],
    [0, 1, 2, 3, 5, 6],
    [0, 1, 2, 3, 4, 5, 6],
  ],
];

/** The choices of days for a number of sessions. */
export function spreadsOf(count: number): (readonly number[])[] {
  return SPREADS.map((spread) => spread[Math.min(count, 7)] ?? []);
}

function spreadLoose(drafts: readonly Draft[], spreads: Spread): Placed {
  const byWeek = Map.groupBy(drafts, ({ weeks: [week = 1] }) => week);
  const cells: Draft[] = [];
  const leftovers: Leftover[] = [];
  let spread = 0;
  let most: readonly number[] = [];
  for (const own of byWeek.values()) {
    const loose = own.filter(({ weekday }) => weekday === undefined);
    const placed = own.filter(({ weekday }) => weekday !== undefined);
    cells.push(...placed);
    const labelled = loose.filter(({ isLabelled }) => isLabelled);
    // Above the days of a week there is its sum, among sessions with names there are remarks.
    const sessions = labelled.length > 0 ? labelled : placed.length > 0 ? [] : loose;
    for (const { text, from, to } of loose.filter((draft) => !sessions.includes(draft)))
      leftovers.push({ text, from, to });
    const isWholeWeek = sessions.some(({ place = 0 }) => place > 5);
    const taken = new Set(placed.map(({ weekday }) => weekday));
    const all = spreads[Math.min(sessions.length + taken.size, 7)] ?? [];
    const free = [...all, ...WEEK.filter((day) => !all.includes(day))];
    const days = free.filter((day) => !taken.has(day)).slice(0, Math.max(sessions.length, 1));
    if (!isWholeWeek && days.length > most.length) most = days;
    for (const [index, draft] of sessions.entries()) {
      const weekday =
        isWholeWeek && draft.place !== undefined
          ? (draft.place - 1) % 7
          : days[Math.min(index, days.length - 1)];
      cells.push({ ...draft, weekday });
      if (!isWholeWeek) spread++;
    }
  }
  return { cells, leftovers, spread, days: most };
}
