import { clockBefore } from './clock.ts';
import { dateAt, type DateContext, type FoundDate } from './dates.ts';
import { hasAmount, isRest, look } from './evidence.ts';
import { namedDates } from './named-weeks.ts';
import { withoutEnd } from './phrases.ts';
import type { Words } from './weekdays.ts';
import { inlineDays, sentencesOf, WAS } from './sentences.ts';
import { CYCLE_WORDS, NUMBER_WORDS, SESSION_LABELS } from './words.ts';

/** What a line begins with, and the rest of it. `at` is where the rest begins. */
export type WeekHead = {
  weeks: number[];
  /** Weeks that are left: the text counts down. */
  left?: number;
  /** The first day of the week. */
  start?: FoundDate;
  /** The same as another week. */
  like?: number;
  /** What is different in it: "but Tue 12 km". */
  but?: string;
  /** "Race week": the one behind the others. */
  isLast: boolean;
  /** "Next week": the one behind that of the days above. */
  isNext?: boolean;
  /** What its weeks are called: "Phase 1". */
  phase?: string;
  rest: string;
};

const LEAD = /^[\s:.,;)\]–—·|>→-]+/;
const GAP = String.raw`\s*(?:-|–|—|to|bis|à|a|thru|through|&|and|und|et|y|\+|,)\s*`;
const MAX_WEEKS = 60;

/** "Same as week 1 except:" below the head of a week. */
export function likeWeek(body: string, words: Words): { like: number; but: string } | undefined {
  const [, like, but = ''] = likeOf(body, `(?:${words.weekWord})`) ?? [];
  return like === undefined ? undefined : { like: Number(like), but };
}

function likeOf(text: string, week: string): RegExpExecArray | null {
  return new RegExp(
    String.raw`^\(?(?:the\s+)?(?:same(?: as)?|like|as|repeat|wie|comme|como)\s+(?:in\s+)?${week}\s*(\d{1,2})(?:\s*[,:;(–-]?\s*(?:but|except|with|only|aber|au(?:ß|ss)er|sauf|mais|pero|salvo)(?:\s*:?\s+(.*)|\W*$))?`,
    'iu',
  ).exec(text);
}

export function weekHead(body: string, words: Words, dates: DateContext): WeekHead | undefined {
  const phase = phaseOf(body, words);
  const head = weekHeadOf(body.slice(phase.length), words, dates);
  return head && phase !== '' ? { ...head, phase: phase.trim() } : head;
}

function phaseOf(body: string, { weekWord }: Words): string {
  const [phase = ''] = PHASE.exec(body) ?? [];
  const isPhase = new RegExp(String.raw`^(?:${weekWord})\s*\d`, 'iu').test(
    body.slice(phase.length),
  );
  return isPhase ? phase : '';
}

function weekHeadOf(body: string, words: Words, dates: DateContext): WeekHead | undefined {
  const week = `(?:${words.weekWord})`;
  const text = body.replace(
    NUMBERED_WEEK,
    (_, word: string, number: string) => `${word} ${NUMBER_WORDS.indexOf(number.toLowerCase())}`,
  );
  const told = toldWeek(text, words);
  if (told) return told;
  const started = new RegExp(
    String.raw`^(?:w\/?c|${week}\s+(?:of|commencing|beginning|starting|vom|ab|du|del))\.?:?\s+`,
    'iu',
  ).exec(text);
  const start = started ? dateAt(text.slice(started[0].length), words, dates) : undefined;
  if (started && start)
    return {
      weeks: [],
      isLast: false,
      start,
      rest: restOf(text.slice(started[0].length + start.length)),
    };
  const [left, count] =
    /^(\d{1,2})\s+(?:weeks?|wks?|wochen|semaines?|semanas?)\s+(?:to\s+go|out|before|left|to race day|vor|avant|antes)(?![\p{L}])/iu.exec(
      text,
    ) ?? [];
  if (left !== undefined)
    return { weeks: [], isLast: false, left: Number(count), rest: restOf(text.slice(left.length)) };
  const [down, negative] =
    new RegExp(String.raw`^${week}\s*[-–](\d{1,2})(?!\d)`, 'iu').exec(text) ?? [];
  if (down !== undefined)
    return {
      weeks: [],
      isLast: false,
      left: Number(negative),
      rest: restOf(text.slice(down.length)),
    };
  const [ordinal, place] =
    new RegExp(
      String.raw`^(\d{1,2})(?:\.|st|nd|rd|th|[eè]re?|e|ª|º)?\s+${week}(?=\s*(?:$|[:.(–-]))`,
      'iu',
    ).exec(text) ?? [];
  if (ordinal !== undefined)
    return { weeks: [Number(place)], isLast: false, rest: restOf(text.slice(ordinal.length)) };
  const [all, numbers = ''] =
    new RegExp(
      String.raw`^${week}\.?\s*#?\s*(\d{1,2}(?:${GAP}\d{1,2})*)(?![\d/]|\s*(?:km|mi|miles|min|x)(?![\p{L}]))`,
      'iu',
    ).exec(text) ?? [];
  if (all === undefined)
    return RACE_WEEK.test(text) ? { weeks: [], isLast: true, rest: '' } : undefined;
  const rest = restOf(text.slice(all.length));
  const like = likeOf(rest, week);
  const [before] = BEFORE_RACE.exec(rest) ?? [];
  if (before !== undefined && /^\d+$/.test(numbers))
    return {
      weeks: [],
      isLast: false,
      left: Number(numbers),
      rest: restOf(rest.slice(before.length)),
    };
  return {
    weeks: readWeeks(numbers),
    isLast: false,
    rest,
    ...(like ? { like: Number(like[1]), but: like[2] ?? '' } : {}),
  };
}

/** "Woche 4 vor dem Wettkampf", "Week 3 out" */
const BEFORE_RACE =
  /^(?:vor (?:dem|der) (?:wettkampf|rennen|marathon|halbmarathon|lauf)|(?:before|from) (?:the )?race(?: day)?|out|to go|avant (?:la course|l[’']objectif)|antes de la carrera)(?!\p{L})/iu;

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const TOLD = new RegExp(
  `^(?:in\\s+)?(?:the\\s+|your\\s+)?(${ORDINALS.join('|')}|last|final|next|following)\\s+week(?![\\p{L}])`,
  'iu',
);

/** "In the first week keep it easy. On Tuesday …": a week of prose, which says its days. */
function toldWeek(text: string, words: Words): WeekHead | undefined {
  const [all, word = ''] = TOLD.exec(text) ?? [];
  if (all === undefined) return undefined;
  const rest = restOf(text.slice(all.length));
  if (!sentencesOf(rest, words) && !inlineDays(rest, words)) return undefined;
  const place = ORDINALS.indexOf(word.toLowerCase());
  const isNext = /^(?:next|following)$/i.test(word);
  return { weeks: place < 0 ? [] : [place + 1], isLast: place < 0, isNext, rest };
}

/** "Phase 1 (weeks 1-3)", "Base: weeks 1-4" */
const PHASE =
  /^(?:phase|block|part|stage|base|build\p{L}*|peak|taper\p{L}*|sharpening|strength|speed|recovery|month|section|teil|aufbau\p{L}*|grundlage\p{L}*|bloc|bloque|fase|ciclo)(?!\p{L})[^\d\n]{0,30}(?:\d{1,2}|[ivx]{1,4}(?!\p{L}))?[^\d\n]{0,30}?[\s(:,–—-]+(?=\p{L}{1,8}\s*\d)/iu;
const RACE_WEEK =
  /^(?:race week|wettkampfwoche|semaine de (?:la )?course|semana de (?:la )?carrera)\W*$/i;
const NUMBERED_WEEK = new RegExp(`^(week)\\s+(${NUMBER_WORDS.join('|')})(?![\\p{L}])`, 'iu');

function restOf(text: string): string {
  return text.replace(LEAD, '').trim();
}

/** "1-4", "1, 3 and 5". */
function readWeeks(text: string): number[] {
  const numbers = text.match(/\d+/g)?.map(Number) ?? [];
  const [first = 1, last = first] = numbers;
  const isRange = numbers.length === 2 && /-|–|—|to|bis|à|\ba\b|thr/.test(text);
  if (!isRange || last < first || last - first > MAX_WEEKS) return [...new Set(numbers)];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

export type DayHead = {
  days: number[];
  date?: FoundDate;
  /** Words of the head that say more than the day. */
  aside: string;
  half: 'am' | 'pm' | undefined;
  /** Behind the head, and where it begins. */
  rest: string;
  at: number;
};

const DAY_GAP = /^\s*(,|&|\/|\+|and\b|or\b|-|–|to\b|und\b|oder\b|bis\b|et\b|ou\b|y\b|o\b)\s*/i;

/** A weekday, several, or a date. */
export function dayHead(body: string, words: Words, dates: DateContext): DayHead | undefined {
  const number = DAY_NUMBER.exec(body)?.[0] ?? '';
  if (number !== '' && words.dayAt(body.slice(number.length))) {
    const numbered = dayHeadAt(body.slice(number.length), words, dates);
    const aside = numbered && `${number.trim()} ${numbered.aside}`.trim();
    return numbered && { ...numbered, aside: aside ?? '', at: number.length + numbered.at };
  }
  const [lead = ''] = DAY_LEAD.exec(body) ?? [];
  const head = dayHeadAt(body.slice(lead.length), words, dates);
  if (!head || (lead !== '' && !/[:–—-]$/.test(body.slice(0, lead.length + head.at).trimEnd())))
    return undefined;
  return { ...head, at: lead.length + head.at };
}

/** "3 Sat - 14 km" in a calendar. */
const DAY_NUMBER = /^\d{1,2}(?:st|nd|rd|th|\.)?\s+(?=\p{L})/iu;

/** "Session for Tuesday 24th: " */
const DAY_LEAD =
  /^(?:(?:the|this|our|next)\s+)?(?:session|training|workout|track|run|plan)(?:\s+session)?\s+(?:for|on)\s+/i;

function dayHeadAt(body: string, words: Words, dates: DateContext): DayHead | undefined {
  const range = namedDates(body, words, dates);
  // "28-29 Nov: 20 km": the first of its days.
  if (range?.from === 0 && range.days !== undefined)
    return { days: [], date: range.start, ...afterHead(body, range.to, body.slice(0, range.to)) };
  const date = dateAt(body, words, dates);
  const first = words.dayAt(body);
  if (date) {
    const rest = body.slice(date.length);
    if (!/^\s*(?:$|[:,–—|\s\d-])/.test(rest)) return undefined;
    return { days: [], date, ...afterHead(body, date.length, '') };
  }
  if (!first || !/^\s*(?:$|[:.,;–—&/+()\s-])/.test(body.slice(first.length))) return undefined;
  const days = [first.day];
  let aside = '';
  let at = first.length;
  for (let count = 0; count < 7; count++) {
    const [gap, word = ''] = DAY_GAP.exec(body.slice(at)) ?? [];
    const next = gap === undefined ? undefined : words.dayAt(body.slice(at + gap.length));
    if (gap === undefined || !next) break;
    if (/^(?:or|oder|ou|o)$/i.test(word))
      aside = `${word} ${body.slice(at + gap.length, at + gap.length + next.length)}`;
    else if (/^(?:-|–|to|bis)$/i.test(word))
      for (let day = (days.at(-1) ?? 0) + 1; day <= next.day; day++) days.push(day);
    else days.push(next.day);
    at += gap.length + next.length;
  }
  const ordinal = (dates.isNumbered ? NUMBERED_DAY : ORDINAL_DAY).exec(body.slice(at));
  if (ordinal) {
    aside = `${aside} ${ordinal[0].trim()}`.trim();
    at += ordinal[0].length;
  }
  const head = afterHead(body, at, aside);
  const isMarked = /^\s*(?:$|[:.–—(-])/.test(body.slice(at)) || head.half !== undefined;
  // "Sunday was great" is no session.
  if (!isMarked && WAS.test(head.rest)) return undefined;
  if (!isMarked && look(head.rest, false) === 'words' && !isRest(head.rest)) return undefined;
  return { days, ...head };
}

const ORDINAL_DAY = /^\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th)(?=\s*[:–—-])/i;
const NUMBERED_DAY = /^,?\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th|\.)?(?=\s*(?:[:–—-]|$))/i;

/** "Lunes 24:", "Martes 25:", "Jueves 27:": the numbers go on with the weekdays. */
export function numbersDays(bodies: readonly string[], words: Words): boolean {
  const found = bodies.flatMap((body) => {
    const day = words.dayAt(body);
    const [, number] =
      /^,?\s+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th|\.)?\s*(?:[:–—-]|$)/i.exec(
        body.slice(day?.length ?? 0),
      ) ?? [];
    return day && number !== undefined ? [{ day: day.day, number: Number(number) }] : [];
  });
  const isNext = ({ day, number }: { day: number; number: number }, index: number) => {
    const before = found[index - 1];
    if (!before || number < before.number) return true;
    return (number - before.number) % 7 === (day - before.day + 7) % 7;
  };
  return found.length >= MIN_NUMBERED && found.every(isNext);
}

const MIN_NUMBERED = 3;

function afterHead(body: string, start: number, before: string): Omit<DayHead, 'days' | 'date'> {
  let at = start;
  let aside = before;
  const [bracket, inside = ''] =
    /^\s*\(([^()]{1,60})\)(?=\s*(?:$|[:–—-]))/.exec(body.slice(at)) ?? [];
  // "Tuesday (10k): 2k wu, 6x1k, 2k cd": a length before its parts.
  const isTotal = bracket !== undefined && hasAmount(body.slice(at + bracket.length));
  if (bracket !== undefined && (isTotal || !hasAmount(inside))) {
    at += bracket.length;
    aside = `${aside} ${inside}`.trim();
  }
  const [halfWord, half] =
    /^\s*[:,–-]?\s*\(?(a|p)\.?m(?![\p{L}])\.?\)?(?!\s*:?\s*\d{1,2}\s*[ap]m)/iu.exec(
      body.slice(at),
    ) ?? [];
  const [part] =
    /^\s*(?:morning|evening|morgens|abends|matin|soir)(?![\p{L}])/iu.exec(body.slice(at)) ?? [];
  at += halfWord?.length ?? part?.length ?? 0;
  at += /^\s*(?:[:–—>→]|-(?!\d)|\.(?=\s)|,(?=[\s"])|=)*\s*/.exec(body.slice(at))?.[0].length ?? 0;
  const clock = clockBefore(body.slice(at));
  aside = `${aside} ${withoutEnd(body.slice(at, at + clock), /[\s,:–-]/)}`.trim();
  at += clock;
  // A cell of a row with commas: 24 Nov,"2 km w/u, 6 x 800".
  const [, quoted] = /^"([^"]*)"$/.exec(body.slice(at).trim()) ?? [];
  return {
    aside,
    half: half === undefined ? undefined : half.toLowerCase() === 'a' ? 'am' : 'pm',
    rest: quoted ?? body.slice(at).trim(),
    at: quoted === undefined ? at : at + 1,
  };
}

/** "W1D2", "Week 1, Day 2:", "S3J1": a session by its week and its place in it. */
const CODE =
  /^(?:w(?:(?:ee)?k)?|s(?:em\p{L}*)?|wo(?:che)?)\s*(\d{1,2})\s*[-–,./ ]?\s*(?:d(?:ay)?|r(?:un)?|s(?:ession)?|t(?:ag)?|j(?:our)?|l(?:auf)?|día|dia)\s*(\d)(?!\d|\s*(?:km|mi|min|x)(?!\p{L}))\s*[:.)–—-]*\s*/iu;

export function codeHead(body: string): { week: number; place: number; at: number } | undefined {
  const [all, week, place] = CODE.exec(body) ?? [];
  return all === undefined
    ? undefined
    : { week: Number(week), place: Number(place), at: all.length };
}

export type LabelHead = {
  /** "Session B" */
  label: string;
  kind: string;
  number: number;
  /** "Runs 1, 2 and 3" */
  others: number[];
  weekday?: number;
  rest: string;
  at: number;
};

const LABEL = new RegExp(
  String.raw`^((${SESSION_LABELS}|s(?=\d{1,2}\s*:))(?:s(?=\s+\d))?\s*[#n°]*\s*(\d{1,3}|[a-h])(?!\p{L})((?:${GAP}\d)*))\s*(?:\((\p{L}{2,12})\.?\))?\s*([:.)–—-]+|$|(?=\())\s*`,
  'iu',
);

/** "Day 3:", "Q1:", "Run 1 (Mon):". */
export function labelHead(body: string, words: Words): LabelHead | undefined {
  const [race] = /^(?:race(?: day)?|wettkampf|course|carrera)\s*[:–—]\s*/iu.exec(body) ?? [];
  if (race !== undefined)
    return { label: '', kind: 'race', number: 99, others: [], rest: body, at: 0 };
  const [all, label = '', kind = '', number = '', more = '', day] = LABEL.exec(body) ?? [];
  if (all === undefined) return ordinalHead(body);
  const weekday = day === undefined ? undefined : words.dayOf(day);
  const place = /\d/.test(number) ? Number(number) : number.toLowerCase().codePointAt(0)! - 96;
  return {
    label,
    kind: kind.toLowerCase(),
    number: place,
    others: readWeeks(`${place}${more}`).slice(1),
    ...(weekday === undefined ? {} : { weekday }),
    rest: body.slice(all.length).trim(),
    at: all.length,
  };
}

const COUNTS = 'two|three|four|five|six|seven';
const ORDINAL = new RegExp(
  String.raw`^(?:the\s+)?((?:${ORDINALS.join('|')})(?:\s*(?:,|and|&|to)\s*(?:the\s+)?(?:${ORDINALS.join('|')}))*)\s+(session|run|workout|day)s?\s*[:–-]\s*`,
  'iu',
);
const ALL = new RegExp(
  String.raw`^all\s+(?:of\s+)?(?:the\s+)?([2-7]|${COUNTS})\s+(session|run|workout)s\s*[:–-]\s*`,
  'iu',
);

/** "First and second sessions:", "All three runs:": as if they had numbers. */
function ordinalHead(body: string): LabelHead | undefined {
  const [every, count = '', kind = ''] = ALL.exec(body) ?? [];
  if (every !== undefined) {
    const size = Number(count) || COUNTS.split('|').indexOf(count.toLowerCase()) + 2;
    const others = Array.from({ length: size - 1 }, (_, index) => index + 2);
    const rest = body.slice(every.length).trim();
    return { label: kind, kind: kind.toLowerCase(), number: 1, others, rest, at: every.length };
  }
  const [all, words = '', one = ''] = ORDINAL.exec(body) ?? [];
  if (all === undefined) return undefined;
  const places = words
    .toLowerCase()
    .split(/[^a-z]+/)
    .flatMap((word) => (ORDINALS.includes(word) ? ORDINALS.indexOf(word) + 1 : []));
  const [number = 1, ...others] = places;
  const label = `${one} ${number}`;
  return {
    label,
    kind: one.toLowerCase(),
    number,
    others,
    rest: body.slice(all.length).trim(),
    at: all.length,
  };
}

const CYCLE = new RegExp(
  String.raw`^(?:${CYCLE_WORDS})\s*(\d{1,2})(?!\d)\s*[:.–—-]*\s*(.*)$`,
  'iu',
);
const LIKE_CYCLE = new RegExp(
  String.raw`^(?:the\s+)?(?:same\s+as|as|like|repeat)\s+(?:${CYCLE_WORDS})\s*(\d{1,2})(?:\s*,?\s*(?:but|except|with)\s+(.*))?$`,
  'iu',
);

export function cycleHead(body: string): { cycle: number; rest: string } | undefined {
  const [all, cycle, rest = ''] = CYCLE.exec(body) ?? [];
  return all === undefined ? undefined : { cycle: Number(cycle), rest };
}

export function likeCycle(body: string): { cycle: number; but: string } | undefined {
  const [all, cycle, but = ''] = LIKE_CYCLE.exec(body) ?? [];
  return all === undefined ? undefined : { cycle: Number(cycle), but };
}
