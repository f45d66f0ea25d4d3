import type { Line } from './clean.ts';
import { LANGUAGES, type Language } from './words.ts';

export type DayWord = { day: number; length: number };

/** The weekdays, months and weeks of a text, in its own language and in English. */
export type Words = {
  id: Language['id'];
  /** The weekday that a text begins with. */
  dayAt: (text: string) => DayWord | undefined;
  /** The weekday that a text is, and nothing else. */
  dayOf: (text: string) => number | undefined;
  /** The weekdays of a row of cells. Letters count as seven in a row. */
  daysOf: (cells: readonly string[]) => (number | undefined)[];
  monthOf: (word: string) => number | undefined;
  /** The next weekday that begins with these letters, or -1. */
  nextDay: (letters: string, previous: number) => number;
  initials: string;
  weekWord: string;
};

/** The language whose weekdays begin the most lines and cells. */
export function detectWords(lines: readonly Line[]): Words {
  const heads = lines
    .filter(({ body }) => body !== '')
    .slice(0, MAX_LINES)
    .flatMap(({ body }) => body.split(/[\t|;(]|, |(?<=[.:]) | {2,}/).slice(0, MAX_CELLS))
    .map((cell) => cell.trim().slice(0, 24).toLowerCase());
  const scores = LANGUAGES.map((language) => {
    const dayAt = dayReader([language]);
    const days = heads.flatMap((head) => {
      const found = dayAt(head);
      return found && /^\s*(?:$|[\s:,.)–—-])/.test(head.slice(found.length)) ? [found.day] : [];
    });
    const weeks = heads.filter((head) => startsWithWeek(head, language)).length;
    const letters = heads.join('').includes(language.initials) ? 7 : 0;
    return new Set(days).size * 3 + Math.min(days.length, 7) + Math.min(weeks, 6) * 2 + letters;
  });
  const best = scores.indexOf(Math.max(...scores));
  const language = LANGUAGES[best] ?? ENGLISH;
  // "S1" is a session where weeks are called by their whole name.
  const isWhole = heads.some((head) => WHOLE_WEEK.test(head));
  const weeks = isWhole ? language.weeks.filter((word) => word.length > 1) : language.weeks;
  return wordsOf({ ...language, weeks });
}

const WHOLE_WEEK = /^(?:semaine|sem|semana)\W*\d/;

const MAX_LINES = 400;
const MAX_CELLS = 12;
const [ENGLISH] = LANGUAGES as [Language];

function startsWithWeek(head: string, { weeks }: Language): boolean {
  const [word = ''] = /^\p{L}+/u.exec(head) ?? [];
  return word.length > 1 && weeks.includes(word) && /^\W*\d/.test(head.slice(word.length));
}

function wordsOf(language: Language): Words {
  const languages = language.id === 'en' ? [language] : [language, LONG_ENGLISH];
  const dayAt = dayReader(languages);
  const dayOf = (text: string) => {
    const bare = text.trim();
    const found = dayAt(bare);
    return found?.length === bare.length ? found.day : undefined;
  };
  const weeks = new Set(languages.flatMap((one) => one.weeks));
  return {
    id: language.id,
    dayAt,
    dayOf,
    daysOf: (cells) => daysOf(cells, dayOf, language),
    monthOf: (word) => {
      const start = word.toLowerCase().slice(0, 3);
      const found = languages.map(({ months }) => months.indexOf(start)).find((at) => at >= 0);
      return found === undefined ? undefined : found + 1;
    },
    nextDay: (letters, previous) => {
      const start = letters.toLowerCase();
      const other = language.id === 'en' ? OTHER_LETTERS[start] : undefined;
      const isDay = (day: number) =>
        other === undefined
          ? start === language.initials[day] || (language.days[day]?.[0] ?? '').startsWith(start)
          : day === other;
      return WEEK.find((day) => day > previous && isDay(day)) ?? -1;
    },
    initials: language.initials,
    weekWord: [...weeks].toSorted((a, b) => b.length - a.length).join('|'),
  };
}

/** In colleges, where T and S are one day each. */
const OTHER_LETTERS: Readonly<Record<string, number>> = { r: 3, u: 6 };

/** Short English weekdays are words of other languages. */
const LONG_ENGLISH: Language = {
  ...ENGLISH,
  days: ENGLISH.days.map((names) => names.filter((name) => name.length > 4)),
};

function dayReader(languages: readonly Language[]): Words['dayAt'] {
  const days = new Map<string, number>();
  for (const { days: own } of languages)
    for (const [day, names] of own.entries())
      for (const name of names) if (!days.has(name)) days.set(name, day);
  return (text) => {
    const [word = ''] = /^\p{L}{2,12}/u.exec(text) ?? [];
    const day = days.get(word.toLowerCase());
    if (day === undefined || /^['’\d&]/.test(text.slice(word.length))) return undefined;
    const isAbbreviated = word.length < 6 && text.charAt(word.length) === '.';
    return { day, length: word.length + (isAbbreviated ? 1 : 0) };
  };
}

const WEEK = [0, 1, 2, 3, 4, 5, 6];

function daysOf(
  cells: readonly string[],
  dayOf: Words['dayOf'],
  { initials, days }: Language,
): (number | undefined)[] {
  const found = cells.map(dayOf);
  const letters = cells.map((cell) => cell.trim().replace(/\.$/, '').toLowerCase());
  const isDay = (letter: string | undefined, day: number) =>
    letter !== undefined &&
    letter !== '' &&
    (letter === initials[day] || (days[day]?.[0] ?? '').startsWith(letter));
  for (let start = 0; start + 7 <= cells.length; start++) {
    const first = [0, 6].find((offset) =>
      WEEK.every((place) => isDay(letters[start + place], (place + offset) % 7)),
    );
    if (first !== undefined)
      return cells.map((_, place) =>
        place >= start && place < start + 7 ? (place - start + first) % 7 : undefined,
      );
  }
  return found;
}
