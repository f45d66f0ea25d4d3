/** Counted from Monday, 0 to 6. */
export type Weekday = number;

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export const WEEKDAY_NAMES = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** The weekday written at an offset, short or in full, also in the plural. */
export function findWeekday(
  text: string,
  at: number,
): { weekday: Weekday; length: number } | undefined {
  WEEKDAY.lastIndex = at;
  const match = WEEKDAY.exec(text);
  if (!match) return undefined;
  const weekday = WEEKDAYS.findIndex((name) =>
    match[0].toLowerCase().startsWith(name.toLowerCase()),
  );
  return { weekday, length: match[0].length };
}

const WEEKDAY =
  /(?:mon(?:days?)?|tue(?:s(?:days?)?)?|wed(?:s|nesdays?)?|thu(?:rs?(?:days?)?)?|fri(?:days?)?|sat(?:urdays?)?|sun(?:days?)?)(?![a-z\d'’])\.?/iy;

/** The weekday that a text is, and nothing else. */
export function asWeekday(text: string): Weekday | undefined {
  const found = findWeekday(text, 0);
  return found?.length === text.length ? found.weekday : undefined;
}

/** From one weekday to another, past the end of the week if need be. */
export function weekdaysBetween(first: Weekday, last: Weekday): Weekday[] {
  const length = ((last - first + 7) % 7) + 1;
  return Array.from({ length }, (_, index) => (first + index) % 7);
}

/** How many days after the start of its week a weekday is. */
export function daysIntoWeek(weekday: Weekday, weekStart: Weekday): number {
  return (weekday - weekStart + 7) % 7;
}

/** "Mon", "Mon, Wed", "Mon-Thu, Sat". Three or more in a row are a range. */
export function writeWeekdays(days: readonly Weekday[]): string {
  return writeRanges(days, 3, (day) => WEEKDAYS[day] ?? '');
}

/** "1-4, 6". Two in a row are a range already. */
export function writeWeeks(weeks: readonly number[]): string {
  return writeRanges(weeks, 2, String);
}

/** Numbers in the order given. Those that count up by one are written as a range. */
function writeRanges(
  numbers: readonly number[],
  minLength: number,
  write: (number: number) => string,
): string {
  const ranges: string[] = [];
  for (let at = 0; at < numbers.length;) {
    const first = numbers[at] ?? 0;
    let length = 1;
    while (numbers[at + length] === first + length) length++;
    if (length < minLength) length = 1;
    ranges.push(length === 1 ? write(first) : `${write(first)}-${write(first + length - 1)}`);
    at += length;
  }
  return ranges.join(', ');
}
