import { addDays, dayOf, daysBetween, weekdayOfDay } from '../days.ts';
import type { Cell, Column, Leftover } from './cells.ts';
import type { Line } from './clean.ts';
import { daysLeft, dayLeft, lastDayOf, type LastDay } from './countdown.ts';
import { dateAt, isFar, monthsOf, yearsOf, type DateContext, type FoundDate } from './dates.ts';
import { definitionsOf, KEY_TITLE, namesWithin } from './definitions.ts';
import { hasAmount, look, namesRun, namesSport } from './evidence.ts';
import { calledText, type Grid, type GridWeek } from './grid.ts';
import {
  codeHead,
  cycleHead,
  dayHead,
  labelHead,
  likeCycle,
  likeWeek,
  weekHead,
  type DayHead,
  type LabelHead,
} from './heads.ts';
import { areSessions, type Judge } from './lists.ts';
import { namedDates, type NamedDates } from './named-weeks.ts';
import { namesRole, withoutEnd } from './phrases.ts';
import { isRemark } from './remarks.ts';
import { columnsOf, rowHead, type RowHead } from './rows.ts';
import { inlineDays, sentencesOf, type Sentence } from './sentences.ts';
import { cellsOf, splitCommas, type Piece } from './separators.ts';
import type { Words } from './weekdays.ts';
import { LETTER, SUMMARY } from './words.ts';

/** A cell, and how its place is said where that is no weekday. */
export type Draft = Cell & {
  cycle?: number | undefined;
  /** "Day 3", "Run 2". */
  place?: number | undefined;
  isLabelled?: boolean;
  half?: 'am' | 'pm' | undefined;
};

export type Outline = {
  drafts: Draft[];
  leftovers: Leftover[];
  title: string;
  /** The lines outside of any day or week, for a text that has none. */
  plain: Line[];
  /** Definitions such as "strides = 8x(100m R + 100m jog)". */
  names: Map<string, string>;
  /** Those of which nothing is understood. */
  unknownNames: Set<string>;
  /** Weeks that are the same as another, and cycles. */
  likes: { week: number; like: number }[];
  isSundayFirst: boolean;
  /** The first day of a plan whose text names it. */
  planStart: string | undefined;
  unclearDate: string | undefined;
  /** The greatest number of weeks that were left. */
  mostLeft: number;
  /** It has more sessions than we read. */
  isFull: boolean;
};

type State = Outline & {
  words: Words;
  dates: DateContext;
  /** In the lines that explain words. */
  isKey: boolean;
  /** None before the first heading. */
  weeks: number[] | undefined;
  weekStart: string | undefined;
  /** Of the year, if the text counts in its weeks. */
  firstWeek: number | undefined;
  firstDay: string | undefined;
  /** The week of a text without headings, counted. */
  counted: number;
  /** In that week: the last day, or the first of several that share a session, and all of them. */
  previous: number;
  orders: Set<number>;
  isAnswered: boolean;
  /** The last day of a text that counts its days down. */
  lastDay: LastDay | undefined;
  hasCodes: boolean;
  hasHeadings: boolean;
  /** Their numbers count down to the race. */
  isDown: boolean;
  cycle: number | undefined;
  open: Draft | undefined;
  /** That the same head opened. */
  alike: Draft[];
  isClosed: boolean;
  head: RowHead | undefined;
  /** Its rows are between commas. */
  isCommas: boolean;
  initials: number;
  /** Lines that are each a session of their week. */
  numbered: ReadonlySet<Line>;
  /** Those that begin a line. */
  listedDays: ReadonlySet<number>;
  firstWeekday: number;
  lastWeek: number;
  usedDays: Set<number>;
  /** That the text names, for calendars. */
  months: number[];
  years: number[];
  lastStart: string | undefined;
};

const INITIAL = /^([a-z]{1,2})(?:\s*[-–:.]\s*|\s+)(\S.*)$/i;

/** Headings, days, dates, sentences and tables, line by line. */
export function readOutline(
  lines: readonly Line[],
  {
    words,
    dates,
    grids,
    judge,
    firstWeekday,
  }: {
    words: Words;
    dates: DateContext;
    grids: ReadonlyMap<number, Grid>;
    judge: Judge;
    firstWeekday: number;
  },
): Outline {
  const bodies = lines.map(({ body }) => body.slice(0, MAX_LINE));
  const lastDay = lastDayOf(bodies, words, dates);
  const state: State = {
    drafts: [],
    leftovers: [],
    title: '',
    plain: [],
    names: new Map(),
    unknownNames: new Set(),
    likes: [],
    isSundayFirst: firstWeekday === 6 || beginsOnSunday(bodies, words),
    planStart: undefined,
    unclearDate: undefined,
    mostLeft: 0,
    isFull: false,
    words,
    dates,
    isKey: false,
    weeks: undefined,
    weekStart: undefined,
    firstWeek: undefined,
    firstDay: lastDay && firstDayOf({ firstWeekday }, addDays(lastDay.day, -lastDay.most)),
    counted: 0,
    previous: -1,
    orders: new Set(),
    isAnswered: false,
    lastDay,
    hasCodes: bodies.filter((body) => codeHead(body)).length >= MIN_CODES,
    isDown: countsDown(bodies.flatMap((body) => weekHead(body, words, dates)?.weeks ?? [])),
    hasHeadings: bodies.some((body) => weekHead(body, words, dates)?.isLast === false),
    cycle: undefined,
    open: undefined,
    alike: [],
    isClosed: false,
    head: undefined,
    isCommas: false,
    initials: countInitials(bodies, words),
    numbered: listNumbered(lines, judge, (body) => weekHead(body, words, dates)?.isLast === false),
    listedDays: new Set(bodies.flatMap((body) => dayHead(body, words, dates)?.days ?? [])),
    firstWeekday,
    lastWeek: 0,
    usedDays: new Set(),
    months: monthsOf(bodies, words),
    years: yearsOf(bodies, dates),
    lastStart: undefined,
  };
  for (let index = 0; index < lines.length; index++) {
    const grid = grids.get(index);
    let line = lines[index];
    if (grid) {
      readGridCells(state, grid, line?.from ?? 0);
      index = grid.last;
      continue;
    }
    for (; line && !grids.has(index + 1); index++) {
      const [last, next] = [lines[index], lines[index + 1]];
      if (!last || !next || !isWrapped(last, next, words)) break;
      if (line.body.length + next.body.length > MAX_LINE) break;
      line = joinLines(line, next);
    }
    if (line) readLine(state, line);
  }
  return state;
}

const MIN_CODES = 3;

/** "14 days out: 60 min easy" */
function readDaysLeft(state: State, line: Line): boolean {
  const { lastDay } = state;
  const head = lastDay && daysLeft(line.body, lastDay.isBare);
  if (!head) return false;
  const made = head.left.map((left) => {
    const { day, weekday } = dayLeft(lastDay, left);
    const text = line.body.slice(head.at);
    const draft = open(state, line, {
      // "Race day!" alone is the race.
      text: text === '' && left === 0 ? line.body : text,
      weekday,
      weeks: [weekOfDay(state, day)],
      ...(lastDay.isSaid ? { date: day } : {}),
    });
    if (!lastDay.isSaid || left > 0)
      draft.notes.push(withoutEnd(line.body.slice(0, head.at), /[\s:.–—-]/));
    return draft;
  });
  state.alike = made.slice(0, -1);
  return true;
}

/** "W1D2: 5 min walk, …" */
function readCode(state: State, line: Line): boolean {
  const head = state.hasCodes ? codeHead(line.body) : undefined;
  if (!head) return false;
  state.weeks = [head.week];
  state.weekStart = undefined;
  const draft = open(state, line, { text: line.body.slice(head.at), place: head.place });
  draft.isLabelled = true;
  return true;
}

/** Lines that begin with the letters of weekdays, of which most are there. */
function countInitials(bodies: readonly string[], words: Words): number {
  // "Week 9: M - 3 miles"
  const letters = bodies
    .map((body) => body.replace(/^\p{L}{2,9}\W*\d[\d\s,&–-]*:\s+/u, ''))
    .flatMap((body) => INITIAL.exec(body)?.[1]?.toLowerCase() ?? []);
  const own = letters.filter((letter) => words.nextDay(letter, -1) >= 0);
  return new Set(own).size < MIN_INITIALS - 1 ? 0 : own.length;
}

const MIN_WEEKS = 3;

/** 4, 3, 2, 1 */
function countsDown(weeks: readonly number[]): boolean {
  return (
    weeks.length >= MIN_WEEKS &&
    weeks.every((week, index) => index === 0 || week === (weeks[index - 1] ?? 0) - 1)
  );
}

/** The numbered lines below the heading of a week, where each is a workout and none a part of one. */
function listNumbered(
  lines: readonly Line[],
  judge: Judge,
  isWeek: (body: string) => boolean,
): Set<Line> {
  const found = new Set<Line>();
  const filled = lines.filter(({ body }) => body !== '');
  for (const [index, { body }] of filled.entries()) {
    const marker = filled[index + 1]?.marker;
    if (marker === undefined || !isWeek(body.slice(0, MAX_LINE))) continue;
    const end = filled.findIndex((line, at) => at > index && line.marker !== marker);
    const list = filled.slice(index + 1, end < 0 ? undefined : end);
    const items = list.map((line) => ({ lines: [line], title: '' }));
    if (areSessions(items, judge)) for (const line of list) found.add(line);
  }
  return found;
}

const MIN_WRAPPED = 60;

/** A line that goes on in the middle of a sentence: mails are broken where they are wide. */
function isWrapped(line: Line, { body, marker }: Line, words: Words): boolean {
  return (
    line.body.length >= MIN_WRAPPED &&
    marker === undefined &&
    /[\p{L}\d,]$/u.test(line.body) &&
    /^\p{Ll}(?!.{0,20}[:=|\t])/u.test(body) &&
    words.dayAt(body) === undefined &&
    !new RegExp(`^(?:${words.weekWord})(?!\\p{L})`, 'u').test(body)
  );
}

/** As one line, with every character at its place. */
function joinLines(line: Line, next: Line): Line {
  const gap = next.bodyFrom - line.bodyFrom - line.body.length;
  return {
    ...line,
    text: `${line.text} ${next.text}`,
    body: `${line.body}${' '.repeat(gap)}${next.body}`,
  };
}

/** Sunday, Monday, Tuesday and so on. */
function beginsOnSunday(bodies: readonly string[], words: Words): boolean {
  const days = bodies.flatMap((body) => words.dayAt(body)?.day ?? []).slice(0, 6);
  return (
    days[0] === 6 &&
    days.length > 4 &&
    days.every((day, index) => index < 2 || day > (days[index - 1] ?? 0))
  );
}

/** A longer line is no session. */
const MAX_LINE = 3000;

function readLine(state: State, line: Line): void {
  if (line.body === '') {
    state.isKey = false;
    if (state.open && state.open.text !== '') state.isClosed = true;
    return;
  }
  if (line.body.length > MAX_LINE) {
    leave(state, line);
    return;
  }
  const spoken = CHAT_HEAD.exec(line.body)?.[0];
  if (spoken !== undefined) {
    leave(state, { ...line, body: spoken.trim() });
    state.open = undefined;
    const body = line.body.slice(spoken.length);
    readLine(state, { ...line, body, bodyFrom: line.bodyFrom + spoken.length });
    return;
  }
  if (MAIL_HEAD.test(line.body)) {
    leave(state, line);
    state.open = undefined;
    return;
  }
  // What a mail answers is below it, and older.
  state.isAnswered ||= state.drafts.length > 0 && ANSWERED.test(line.body);
  if (state.isAnswered) {
    leave(state, line);
    return;
  }
  const isRead = [
    readDefinition,
    readDaysLeft,
    readCode,
    readWeek,
    readLikeWeek,
    readCycle,
    readRow,
    readHalf,
    readDay,
    readNumbered,
    readLabel,
    readProse,
    readNamed,
    readInitial,
  ].some((read) => read(state, line));
  if (!isRead) readWords(state, line);
}

/** "[08:12, 16/11/2026] Coach:", "16/11/2026, 08:12 - Coach:" */
const CHAT_HEAD =
  /^(?:\[\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\s?[ap]m)?\]\s*(?:[-–]\s*)?|\d{1,2}[:.]\d\d(?:\s?[ap]m)?\s+[-–]\s+)[^:\d]{1,40}:(?:\s+|$)|^\[?(?:\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\s?[ap]m)?,?\s+\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4},?\s+\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\s?[ap]m)?)\]?\s*(?:[-–]\s*)?[^:\d]{1,40}:(?:\s+|$)/iu;
const MAIL_HEAD =
  /^(?:from|sent|to|cc|subject|date|von|gesendet|an|betreff|datum|de|à|envoyé|objet|para|enviado|asunto)\s*:\s+(?!\d)\S/iu;

const ANSWERED =
  /^(?:on|am|le|el)\s.{0,60}\d{4}.{0,60}(?:wrote|schrieb.*|a écrit|escribió)\s*:$|^-{3,}\s*(?:original message|forwarded message|ursprüngliche nachricht|message d'origine|mensaje original)/iu;

/** Opens a session, which the next lines may go on with. */
function open(state: State, line: Line, draft: Partial<Draft> & { text: string }): Draft {
  const made: Draft = {
    weeks: state.weeks ?? [],
    title: '',
    notes: [],
    from: line.bodyFrom,
    to: line.bodyFrom + line.body.length,
    cycle: state.cycle,
    ...draft,
  };
  made.text = sameAs(state, made.text) ?? made.text;
  add(state, made);
  state.open = made;
  state.alike = [];
  state.isClosed = false;
  return made;
}

const SAME =
  /^(?:(?:the\s+)?(?:same|ditto|repeat|idem|dito|gleich|pareil|igual)(?:\s+(?:again|(?:as|wie|que|comme)\s+(?:above|before|(?:for |on |am |le |el )?(\p{L}*))(\s+\d)?))?|(?:as|wie|comme|como)\s+(?:for |on |am |le |el )?(\p{L}+)(\s+\d)?)\W*$/iu;

/** "Run 2: same", "Thu: same as Tuesday" */
function sameAs({ drafts, words }: State, text: string): string | undefined {
  const [all, sameDay = '', sameNumber = '', day = sameDay, number = sameNumber] =
    SAME.exec(text) ?? [];
  if (all === undefined) return undefined;
  const weekday = words.dayOf(day);
  const label = `${day}${number}`.toLowerCase();
  return drafts.findLast((one) =>
    weekday === undefined
      ? number === '' || one.title.toLowerCase() === label
      : one.weekday === weekday,
  )?.text;
}

/** More are left over. */
const MAX_DRAFTS = 2000;

function add(state: State, draft: Draft): void {
  if (state.drafts.length >= MAX_DRAFTS) {
    state.leftovers.push({ text: draft.text, from: draft.from, to: draft.to });
    state.isFull = true;
    return;
  }
  state.drafts.push(draft);
  state.lastWeek = Math.max(state.lastWeek, ...draft.weeks);
  if (draft.weekday !== undefined) state.usedDays.add(draft.weekday);
}

function leave(state: State, { body, bodyFrom }: Line): void {
  state.leftovers.push({ text: body, from: bodyFrom, to: bodyFrom + body.length });
}

/** "LR = long run", and in a block of such lines also "LR   long run". */
function readDefinition(state: State, line: Line): boolean {
  const isTitle = KEY_TITLE.test(line.body);
  if (isTitle) state.isKey = true;
  const pairs = isTitle ? [] : definitionsOf(line.body, state.isKey, state.words);
  if (pairs.length === 0) {
    const inside = namesWithin(line.body);
    for (const { name, meaning } of inside) state.names.set(name, meaning);
    state.isKey = isTitle;
    return false;
  }
  for (const { name, meaning } of pairs)
    if (meaning !== undefined) state.names.set(name, meaning);
    else if (name.length > 1) state.unknownNames.add(name);
  leave(state, line);
  return true;
}

function readWeek(state: State, line: Line): boolean {
  const named = namedDates(line.body, state.words, state.dates);
  const head = weekHead(line.body, state.words, state.dates);
  if (named && (!head || isNamed(line.body, named))) return readNamedWeek(state, line, named);
  if (!head) return false;
  const { start, like, but = '', rest, isLast, isNext = false } = head;
  const [number] = head.weeks;
  const left = state.isDown && head.weeks.length === 1 && number !== undefined ? number : head.left;
  const weeks = left === undefined ? head.weeks : [];
  if (left !== undefined) state.mostLeft = Math.max(state.mostLeft, left);
  const found = start ? undefined : startOf(rest, state);
  if (head.phase !== undefined) leave(state, { ...line, body: head.phase });
  if (isNext) return readNextWeek(state, line, rest);
  if (isLast && !state.weeks) return false;
  // Weeks that are counted down are below zero.
  const [before] = state.weeks ?? [];
  state.weeks = isLast
    ? [(before ?? 0) < 0 ? (before ?? 0) + 1 : state.mostLeft > 0 ? 0 : state.lastWeek + 1]
    : start
      ? [weekOfStart(state, start.day)]
      : left === undefined
        ? weeks.map((week) => countedWeek(state, week, YEAR_WEEK.test(line.body)))
        : [-left];
  state.previous = -1;
  state.open = undefined;
  state.cycle = undefined;
  const begin = start ?? found?.start ?? startOfYearWeek(state, line.body, weeks);
  state.weekStart = begin?.isFar === true || weeks.length > 1 ? undefined : begin?.day;
  if (weeks.length > 1 && begin?.isFar === false) state.planStart ??= begin.day;
  const [week = 1] = state.weeks;
  // The number of a week of the year is nowhere else.
  if (weeks[0] !== undefined && weeks[0] !== week && left === undefined && !isLast && !start)
    leave(state, { ...line, body: line.body.slice(0, line.body.length - rest.length).trim() });
  if (found) {
    const { behind } = found;
    leave(state, { ...line, body: rest.slice(0, rest.length - behind.length) });
    if (behind !== '') readWeekRest(state, line, behind);
  } else if (like !== undefined && like !== week && state.likes.length < MAX_LIKES) {
    state.likes.push({ week, like });
    if (but !== '') readWeekRest(state, line, but);
  } else if (rest !== '') readWeekRest(state, line, rest);
  return true;
}

/** "Next week: mon off, …", below days without a week. */
function readNextWeek(state: State, line: Line, rest: string): boolean {
  const [week = Math.max(1, state.counted)] = state.weeks ?? [];
  if (state.drafts.length === 0) return false;
  state.weeks = [week + 1];
  state.weekStart = undefined;
  state.previous = -1;
  state.open = undefined;
  readWeekRest(state, line, rest);
  return true;
}

function readLikeWeek(state: State, line: Line): boolean {
  const [week, ...others] = state.weeks ?? [];
  const found = week === undefined ? undefined : likeWeek(line.body, state.words);
  if (week === undefined || !found || others.length > 0 || found.like === week) return false;
  if (state.likes.length >= MAX_LIKES || state.likes.some((one) => one.week === week)) return false;
  state.likes.push({ week, like: found.like });
  state.open = undefined;
  if (found.but === '') leave(state, line);
  else readWeekRest(state, line, found.but);
  return true;
}

const WHOLE_WEEK = 7;
const WEEK_BEFORE = /^(?:week|wk|woche|semaine|semana)\W*$/iu;

/** "Week 23-29 Nov" is no list of weeks. */
function isNamed(body: string, { from, start, days }: NamedDates): boolean {
  return (
    WEEK_BEFORE.test(body.slice(0, from)) &&
    days === WHOLE_WEEK &&
    [0, 6].includes(weekdayOfDay(start.day))
  );
}

const SHORTEST_WEEK = 4;
const MAX_BEFORE = 60;
const MAX_BEHIND = 40;
const ABSENCE =
  /\b(?:away|holidays?|vacation|closed|urlaub|ferien|vacances|vacaciones|no (?:sessions?|training))\b/i;

/** "This week (w/c 23 Nov)", "Training for 30 November - 6 December: …" */
function readNamedWeek(state: State, line: Line, named: NamedDates): boolean {
  const { start, days = WHOLE_WEEK, from, to } = named;
  const [before, after] = [line.body.slice(0, from), line.body.slice(to)];
  const rest = restOf(after);
  const isInline = (inlineDays(rest, state.words) ?? sentencesOf(rest, state.words)) !== undefined;
  const sentence = before.split(/[.!?]/).at(-1) ?? '';
  const isLong = sentence.length > MAX_BEFORE || (!isInline && rest.length > MAX_BEHIND);
  const isSession = hasAmount(before) || (!isInline && hasAmount(rest));
  if (days < SHORTEST_WEEK || isLong || isSession || ABSENCE.test(line.body)) return false;
  if (state.words.dayAt(before) || sentencesOf(before, state.words)) return false;
  state.open = undefined;
  readWords(state, { ...line, body: line.body.slice(0, isInline ? to : undefined) });
  if (days > WHOLE_WEEK) {
    // The dates of a whole plan.
    if (state.drafts.length === 0 && !start.isFar) state.planStart = start.day;
    return true;
  }
  beginWeek(state, start);
  if (isInline) readWeekRest(state, line, rest);
  return true;
}

function beginWeek(state: State, start: FoundDate): void {
  state.weeks = [weekOfStart(state, start.day)];
  state.weekStart = start.isFar ? undefined : start.day;
  state.previous = -1;
  state.open = undefined;
  state.cycle = undefined;
}

const MAX_LIKES = 60;
const LAST_PLAN_WEEK = 30;
const WEEKS_OF_YEAR = 52;

/** Weeks of the year are counted from the first one of the text. */
function countedWeek(state: State, week: number, isOfYear = false): number {
  state.firstWeek ??= isOfYear || week > LAST_PLAN_WEEK ? week : 1;
  return state.firstWeek === 1
    ? week
    : ((week - state.firstWeek + WEEKS_OF_YEAR) % WEEKS_OF_YEAR) + 1;
}

const YEAR_WEEK = /^(?:kw|kalenderwoche)(?!\p{L})/iu;
/** Of a week that has begun, and of one in the next half-year. */
const [DAYS_PAST, DAYS_AHEAD] = [-13, 183];

/** The Monday of "KW 48", where that is near. */
function startOfYearWeek(
  { dates: { today }, firstWeek = 1 }: State,
  body: string,
  [week, ...others]: readonly number[],
): FoundDate | undefined {
  if (week === undefined || others.length > 0) return undefined;
  if (firstWeek === 1 && !YEAR_WEEK.test(body)) return undefined;
  const year = Number(today.slice(0, 4));
  for (const fourth of [year - 1, year, year + 1].map((one) => `${one}-01-04`)) {
    const day = addDays(fourth, 7 * (week - 1) - weekdayOfDay(fourth));
    const ahead = daysBetween(today, day);
    if (ahead >= DAYS_PAST && ahead < DAYS_AHEAD)
      return { day, length: 0, isUnclear: false, isFar: false };
  }
  return undefined;
}

/** "(16.11. – 22.11.)", "16-22 Nov", "w/c 23 Nov": the first day of a week, and what is behind it. */
function startOf(
  rest: string,
  { words, dates }: State,
): { start: FoundDate; behind: string } | undefined {
  const named = namedDates(rest, words, dates);
  const bare = rest.replace(/^\W+/, '');
  const start = named?.start ?? dateAt(bare, words, { ...dates, isInRange: true });
  const before = named ? rest.slice(0, named.from) : '';
  const behind = restOf(named ? rest.slice(named.to) : bare.slice(start?.length));
  // "Week 1 (w/c 4 Jan): 20 min easy"
  const isParted = /^\s*(?:\)\s*:?|:)\s/.test(named ? rest.slice(named.to) : '');
  const isSumOfWeek = named?.days === WHOLE_WEEK && BARE_LENGTH.test(behind);
  const isSession =
    behind !== '' && !isParted && !isSumOfWeek && !inlineDays(behind, words) && hasAmount(behind);
  return start && !isSession && !hasAmount(before) && before.length < MAX_BEFORE
    ? { start, behind }
    : undefined;
}

const restOf = (text: string) => text.replace(/^[\s)\].:;,·•|–—-]+/, '');

/** "35 km in all", "6 miles/week": of a whole week. */
const SUM =
  /(?:\/|per|a|each)\s*(?:week|wk|woche|semaine|semana)\b|\b(?:total|in all|volume|mileage|gesamt|umfang|longest)\b|^\W*(?:ca\.?|about|~)/iu;

/** What is behind the number of a week: its sessions, or its name. */
function readWeekRest(state: State, line: Line, rest: string): void {
  const bare = rest.replace(/^\(([^()]*)\):?$/, '$1').replace(/:$/, '');
  const from = line.bodyFrom + Math.max(0, line.body.indexOf(rest));
  const inner = { ...line, body: rest, bodyFrom: from, text: rest, marker: undefined };
  const inline = inlineDays(rest, state.words);
  if (inline)
    for (const part of inline)
      openDay(
        state,
        { ...inner, body: part.text, bodyFrom: from + part.from },
        part.weekday ?? 0,
        part.text,
      );
  else if (dayHead(bare, state.words, state.dates) || sentencesOf(rest, state.words))
    readLine(state, inner);
  else if (openWeekDays(state, inner)) return;
  else if (INITIAL.test(rest) && readInitial(state, inner)) return;
  // "(51 mi)" is the sum of the week.
  else if (BARE_LENGTH.test(rest)) state.leftovers.push({ text: rest, from, to: from });
  else if (look(rest, false) === 'session' && saysLengths(rest) && !SUM.test(rest)) {
    open(state, inner, { text: rest });
    state.isClosed = true;
  } else leave(state, inner);
}

/** "3 run, 2 walk, 5 run" counts, too. */
function saysLengths(text: string): boolean {
  return hasAmount(text) || (/^\d/.test(text) && namesRun(text));
}

const DAY_LIST = /(?<![\p{L}\d])(\p{L}{1,9}(?:\s*[/&+]\s*\p{L}{1,9}){1,6})(?!\p{L})/gu;
const PER_DAY = /\s*(?:\/|per|a|each|every)\s*day\b/iu;
const LENGTH_LIST = /(?<![\d.])(\d{1,2}(?:\.\d)?(?:\/\d{1,2}(?:\.\d)?)+)(?=\s*\p{L})/u;

/** "3 miles/day, M/W/F", "2/3/4/2 miles, M/Tu/Th/F": a session for several days of a week. */
function openWeekDays(state: State, line: Line): boolean {
  for (const { 0: all, index } of line.body.matchAll(DAY_LIST)) {
    const days: number[] = [];
    for (const word of all.split(/\s*[/&+]\s*/)) {
      const day =
        state.words.dayOf(word) ??
        (word.length < 3 ? state.words.nextDay(word, days.at(-1) ?? -1) : -1);
      days.push(day);
    }
    if (days.some((day, at) => day < 0 || day <= (days[at - 1] ?? -1))) continue;
    const around = `${line.body.slice(0, index)} ${line.body.slice(index + all.length)}`;
    const text = withoutEnd(around.replace(PER_DAY, ''), /[\s,]/).replace(/[\s,]+(?=\()/, ' ');
    const [, list = ''] = LENGTH_LIST.exec(text) ?? [];
    const lengths = list.split('/');
    if (!hasAmount(text)) continue;
    for (const [at, day] of days.entries())
      openDay(
        state,
        line,
        day,
        lengths.length === days.length ? text.replace(list, lengths[at] ?? '') : text,
      );
    return true;
  }
  return false;
}

/** Weeks before the first with dates are before it. */
function weekOfStart(state: State, day: string): number {
  state.firstDay ??= firstDayOf(state, addDays(day, -7 * state.lastWeek));
  return weekOfDay(state, day);
}

function firstDayOf({ firstWeekday }: Pick<State, 'firstWeekday'>, day: string): string {
  return addDays(day, -((weekdayOfDay(day) - firstWeekday + 7) % 7));
}

function weekOfDay(state: State, day: string): number {
  state.firstDay ??= firstDayOf(state, day);
  return Math.floor(daysBetween(state.firstDay, day) / 7) + 1;
}

function readCycle(state: State, line: Line): boolean {
  const head = cycleHead(line.body);
  if (head) {
    state.cycle = head.cycle;
    state.weeks = undefined;
    state.open = undefined;
    if (head.rest !== '') readLine(state, { ...line, body: head.rest });
    return true;
  }
  const like = state.cycle === undefined ? undefined : likeCycle(line.body);
  if (!like || like.cycle === state.cycle) return false;
  for (const draft of state.drafts.filter(({ cycle }) => cycle === like.cycle))
    add(state, { ...draft, cycle: state.cycle });
  const but = labelHead(like.but, state.words);
  if (but) {
    const at = state.drafts.findIndex(
      ({ cycle, place }) => cycle === state.cycle && place === but.number,
    );
    if (at >= 0) state.drafts.splice(at, 1);
    open(state, line, { text: but.rest, place: but.number });
  }
  state.open = undefined;
  return true;
}

/** A row of a table with a day in one of its first cells. */
function readRow(state: State, line: Line): boolean {
  const pieces = cellsOf(line, state.isCommas) ?? commaHead(line);
  if (!pieces || pieces.length < 2) return false;
  const heads = pieces.slice(0, 3).map(({ text }) => dayHead(text, state.words, state.dates));
  const at = heads.findIndex((one) => one && (one.rest === '' || one.date));
  const before = pieces.slice(0, Math.max(at, 0)).map(({ text }) => text);
  const head = heads[at];
  if (!head || !before.every((text) => WEEK_CELL.test(text))) {
    const found = rowHead(pieces);
    if (found) {
      state.head = found;
      state.isCommas = !/[\t|;]/.test(line.text);
    } else if (/^[\s|:+=-]+$/.test(line.text)) return true;
    return found !== undefined;
  }
  const week = Number(/\d+/.exec(before.join(' '))?.[0] ?? 0);
  if (week > 0 && !head.date) state.weeks = [week];
  else if (week > 0) leave(state, { ...line, body: before.join(' ').trim() });
  const own = head.rest === '' ? [] : [{ name: '', text: head.rest }];
  const columns = [...own, ...columnsOf(pieces, state.head, at)].filter(
    ({ text }) => state.words.dayOf(text) === undefined,
  );
  const halves = columns.filter(({ name }) => halfOf(name) !== undefined);
  const [first, ...others] = halves;
  const shared = columns.filter((column) => !others.includes(column));
  for (const draft of openDays(state, line, head)) {
    setColumns(draft, shared);
    // The evening has a column of its own.
    draft.half ??= first && halfOf(first.name);
    for (const column of others.filter(({ text }) => look(text, false) !== 'nothing')) {
      const { weeks, weekday, date } = draft;
      const half = halfOf(column.name);
      setColumns(open(state, line, { text: '', weeks, weekday, date, half, cycle: undefined }), [
        column,
      ]);
    }
  }
  state.open = undefined;
  return true;
}

function setColumns(draft: Draft, columns: Column[]): void {
  draft.columns = columns;
  draft.text = columns.map(({ text }) => text).join(', ');
}

/** "AM", "Evening run": the name of a column. */
function halfOf(name: string): Draft['half'] {
  const [head, morning] =
    HALF.exec(`${name.trim().replace(/\s*(?:run|session|lauf)$/i, '')}: x`) ?? [];
  return head === undefined ? undefined : morning === undefined ? 'pm' : 'am';
}

/** "Week,Day,Type,Session" */
function commaHead(line: Line): Piece[] | undefined {
  const pieces = line.body.includes(',') ? splitCommas(line) : [];
  return pieces.length > 2 && rowHead(pieces) ? pieces : undefined;
}

/** The label of a week, or nothing. */
const WEEK_CELL = /^(?:(?:\p{L}{1,9}\W*)?\d{1,3}\W*)?$/u;

function readDay(state: State, line: Line): boolean {
  const { body } = line;
  const head = dayHead(body, state.words, state.dates);
  if (!head) return false;
  // The race, above the days that are left until it.
  if (head.date && head.date.day === state.lastDay?.day && state.drafts.length === 0) {
    leave(state, line);
    return true;
  }
  const inside = head.date ? undefined : sentencesOf(body, state.words);
  const told = new Set(inside?.flatMap(({ weekday }) => weekday ?? []));
  if (told.size > head.days.length) return false;
  // "Tuesdays 7pm, track": when they are, above what they are.
  if (/^\p{L}+days(?!\p{L})/iu.test(body) && !hasAmount(head.rest.replaceAll(CLOCK, ''))) {
    leave(state, line);
    return true;
  }
  // The shape of a week, before its weeks.
  if (state.hasHeadings && !state.weeks && !hasAmount(head.rest)) {
    leave(state, line);
    return true;
  }
  openDays(state, line, head);
  return true;
}

const CLOCK = /\d{1,2}(?:[.:]\d\d)?\s*(?:[ap]\.?m\b\.?|(?=$|[,;–-]))/giu;
const HALF =
  /^(?:(a\.?m|morning|morgens|vormittags?|matin|mañana|mattina)|(?:p\.?m|afternoon|evening|nachmittags?|abends?|après-midi|soir|tarde|noche|sera))(?!\p{L})\.?\s*[:–—-]\s*(?=\S)/iu;

/** "am: 12 km easy", "pm: gym" below a day. */
function readHalf(state: State, line: Line): boolean {
  const { open: day } = state;
  const [head, morning] = HALF.exec(line.body) ?? [];
  const isOfDay = day && day.weekday !== undefined && (day.text === '' || day.half !== undefined);
  if (head === undefined || !isOfDay) return false;
  const half = morning === undefined ? 'pm' : 'am';
  const own = {
    ...line,
    body: line.body.slice(head.length),
    bodyFrom: line.bodyFrom + head.length,
  };
  if (day.text === '') {
    Object.assign(day, { text: own.body, half, to: own.bodyFrom + own.body.length });
    state.isClosed = false;
  } else {
    const { weeks, weekday, date } = day;
    open(state, own, { text: own.body, weeks, weekday, date, half, cycle: undefined });
  }
  return true;
}

/** The sessions of a day. */
function openDays(state: State, line: Line, head: DayHead): Draft[] {
  const { aside, rest, date } = head;
  const halves = splitHalves(rest, head.half);
  const notes = aside === '' ? [] : [aside];
  const days = date ? [weekdayOfDay(date.day)] : head.days;
  const made = days.flatMap((weekday) => {
    const own = date ? placeDate(state, date) : placeWeekday(state, weekday, head.half);
    return halves.map((text, index) => {
      const half = halves.length > 1 ? (['am', 'pm'] as const)[index] : head.half;
      return open(state, line, {
        text,
        weekday,
        notes: [...notes],
        ...own,
        half,
        cycle: undefined,
      });
    });
  });
  shareDays(state, days);
  if (halves.length === 1) state.alike = made.slice(0, -1);
  return made;
}

/** "AM 5 miles / PM 3 miles" */
function splitHalves(rest: string, half: DayHead['half']): string[] {
  const [morning = ''] = /^(?:a\.?m\.?|morning)(?![\p{L}])\s*[:–-]?\s*/iu.exec(rest) ?? [];
  if (half !== 'am' && morning === '') return [rest];
  const [, first, second] =
    /^(.+?)[\s,;/|+]+(?<!\d\s?)(?:p\.?m\.?|evening)(?![\p{L}])\s*[:–-]?\s*(.+)$/iu.exec(
      rest.slice(morning.length),
    ) ?? [];
  return first === undefined || second === undefined
    ? [rest.slice(morning.length)]
    : [first, second];
}

function placeDate(state: State, date: FoundDate): Pick<Draft, 'date' | 'weeks'> {
  if (date.isUnclear) state.unclearDate ??= date.day;
  state.dates = { ...state.dates, near: date.day };
  const weeks = [weekOfDay(state, date.day)];
  return date.isFar ? { weeks } : { date: date.day, weeks };
}

function placeWeekday(
  state: State,
  weekday: number,
  half: DayHead['half'],
  isTold = false,
): Pick<Draft, 'date' | 'weeks'> {
  const order = (weekday - (state.isSundayFirst ? 6 : 0) + 7) % 7;
  const hasHeading = state.weeks !== undefined;
  if (state.weekStart !== undefined) {
    return { date: dayOfWeek(state.weekStart, weekday), weeks: state.weeks ?? [1] };
  }
  if (hasHeading) return { weeks: state.weeks ?? [1] };
  const isSame = order === state.previous && half === 'pm';
  // A sentence names its days in any order.
  const isBefore = (!isTold && order <= state.previous) || state.orders.has(order);
  if (state.counted === 0 || (isBefore && !isSame)) {
    state.counted++;
    state.orders.clear();
  }
  state.previous = order;
  state.orders.add(order);
  return { weeks: [state.counted] };
}

/** "Mon, Wed, Fri: 5 km" may be followed by Tuesday. */
function shareDays(state: State, [first, ...others]: readonly number[]): void {
  if (first !== undefined && others.length > 0 && state.counted > 0)
    state.previous = (first - (state.isSundayFirst ? 6 : 0) + 7) % 7;
}

function dayOfWeek(start: string, weekday: number): string {
  return addDays(start, (weekday - weekdayOfDay(start) + 7) % 7);
}

function openDay(state: State, line: Line, weekday: number, text: string, isTold = false): void {
  open(state, line, {
    text,
    weekday,
    ...placeWeekday(state, weekday, undefined, isTold),
    cycle: undefined,
  });
}

function readLabel(state: State, line: Line): boolean {
  const head = labelHead(line.body, state.words);
  if (!head || (head.kind === 'race' && state.open?.text === '')) return false;
  if (head.weekday !== undefined) {
    const draft = open(state, line, {
      text: head.rest,
      weekday: head.weekday,
      ...placeWeekday(state, head.weekday, undefined),
    });
    draft.title = head.label;
    return true;
  }
  // Without weeks and cycles it is a list.
  if (state.weeks || state.cycle !== undefined || isDayLabel(head)) openLabel(state, line, head);
  else state.plain.push(line);
  return true;
}

function isDayLabel({ kind }: LabelHead): boolean {
  return /^(?:day|tag|jour|d[ií]a)$/.test(kind);
}

function openLabel(state: State, line: Line, head: LabelHead): void {
  const { rest, number, others, kind, label } = head;
  const isDay = isDayLabel(head);
  const made = [number, ...others].map((one) => {
    const draft = open(state, line, { text: rest, place: isDay ? one : undefined });
    draft.isLabelled = true;
    draft.title = isDay ? '' : others.length > 0 ? `${kind} ${one}` : label;
    return draft;
  });
  state.alike = made.slice(0, -1);
}

/** About days that were. */
const PRAISE =
  /^(?:well done|congrat\p{L}*|great (?:work|job|run|runs|running|racing|to see)|what a|thanks|good (?:work|job)|glückwunsch|bravo|félicitations|enhorabuena)(?!\p{L})/iu;

const MIN_LISTED = 3;
const MAX_TOLD = 2;

/** "Great effort on Sunday, 47:12", beside a list that has a Sunday of its own. */
function isBesideList(
  { listedDays, words, dates }: State,
  body: string,
  parts: readonly Sentence[],
): boolean {
  const told = parts.flatMap(({ weekday }) => weekday ?? []);
  return (
    listedDays.size >= MIN_LISTED &&
    told.length <= MAX_TOLD &&
    told.every((weekday) => listedDays.has(weekday)) &&
    !dayHead(body, words, dates)
  );
}

function readProse(state: State, line: Line): boolean {
  if (PRAISE.test(line.body)) {
    leave(state, line);
    return true;
  }
  const parts = sentencesOf(line.body, state.words);
  if (!parts) return false;
  if (isBesideList(state, line.body, parts)) {
    leave(state, line);
    return true;
  }
  let alike: number[] = [];
  let before = '';
  for (const { weekday, text, from } of parts) {
    const own = { ...line, body: text, bodyFrom: line.bodyFrom + from };
    if (weekday === undefined) leave(state, own);
    else {
      openDay(state, own, weekday, text, true);
      alike = text === before ? [...alike, weekday] : [weekday];
      before = text;
      shareDays(state, alike);
    }
  }
  state.isClosed = true;
  return true;
}

const MIN_INITIALS = 4;

/** "M: rest", "T - track". */
function readInitial(state: State, line: Line): boolean {
  const [, letter, rest] = INITIAL.exec(line.body) ?? [];
  if (state.initials < MIN_INITIALS || letter === undefined || rest === undefined) return false;
  const before = state.drafts.at(-1);
  const isSameWeek = !state.weeks || String(before?.weeks) === String(state.weeks);
  const later = state.words.nextDay(letter, (isSameWeek ? before?.weekday : undefined) ?? -1);
  const weekday = later < 0 && !state.weeks ? state.words.nextDay(letter, -1) : later;
  if (weekday < 0) return false;
  openDays(state, line, { days: [weekday], rest, aside: '', half: undefined, at: 0 });
  return true;
}

const MAX_TITLE = 80;

const BARE_LENGTH =
  /^\W*(\d+(?:[.,]\d+)?)\s*(?:kms?|k|mi|miles?|m)?(?:\s+(?:total|in total))?\W*$/i;
const NEAR_SUM = 0.1;

/** "42 km" below the days of a week is their sum. */
function isSum({ drafts, weeks, counted }: State, body: string): boolean {
  const sum = Number(BARE_LENGTH.exec(body)?.[1]?.replace(',', '.') ?? NaN);
  const week = weeks?.[0] ?? counted;
  const lengths = drafts
    .filter((one) => one.weeks[0] === week)
    .flatMap(({ text }) => /(\d+(?:\.\d+)?)\s*(?:km|k|mi|miles?)(?!\p{L})/iu.exec(text)?.[1] ?? []);
  const all = lengths.reduce((before, length) => before + Number(length), 0);
  return lengths.length > 1 && Math.abs(sum - all) <= NEAR_SUM * all;
}

function readNumbered(state: State, line: Line): boolean {
  if (!state.weeks || !state.numbered.has(line)) return false;
  open(state, line, { text: line.body }).isLabelled = true;
  return true;
}

/** "LONG RUN: 8K", where the week has no days. */
function readNamed(state: State, line: Line): boolean {
  const { open: draft, weeks, previous } = state;
  const [, name] = /^(\p{L}[\p{L} -]{3,24}):\s+\S/u.exec(line.body) ?? [];
  const isFirst = !draft || (draft.isLabelled === true && draft.place === undefined);
  if (!weeks || previous >= 0 || name === undefined || !isFirst) return false;
  if (namesRole(name) || SUMMARY.test(name) || LETTER.test(name) || !hasAmount(line.body))
    return false;
  if (!namesRun(name) && !namesSport(name)) return false;
  open(state, line, { text: line.body }).isLabelled = true;
  return true;
}

/** A line without a head: more of a session, a session without a day, or words. */
function readWords(state: State, line: Line): void {
  const { open: draft, words } = state;
  const isInside = line.indent > 0 || line.marker === 'bullet';
  const goesOn = draft && (!state.isClosed || (isInside && hasAmount(line.body)));
  const isSummary =
    SUMMARY.test(line.body) || (draft?.text !== '' && isRemark(line.body, draft?.weekday, words));
  if (goesOn && !isSummary && !isSum(state, line.body) && !LETTER.test(line.body)) {
    for (const one of [draft, ...state.alike]) {
      one.text = one.text === '' ? line.body : `${one.text}\n${line.body}`;
      one.to = line.bodyFrom + line.body.length;
    }
    return;
  }
  if (draft) state.isClosed = true;
  if (isSum(state, line.body)) {
    state.leftovers.push({ text: line.body, from: line.bodyFrom, to: line.bodyFrom });
    return;
  }
  const isSession = look(line.body, false) === 'session' && !isSummary;
  const isShort = line.body.length < 200 && !/[.!?]\s+\p{Lu}.*[.!?]$/u.test(line.body);
  const isLoose = isSession && hasAmount(line.body) && isShort && !draft;
  if (state.weeks && isLoose) open(state, line, { text: line.body });
  else if (state.weeks && isSession && !draft && RUN_WALK.test(line.body)) openRunWalk(state, line);
  else if (state.drafts.length === 0 && !state.weeks) {
    const isName = line.body.length <= MAX_TITLE && !/[.!?]\s+\p{Lu}|[.:,]$/u.test(line.body);
    if (
      state.title === '' &&
      isName &&
      words.dayOf(line.body) === undefined &&
      !LETTER.test(line.body)
    )
      state.title = line.body;
    state.plain.push(line);
  } else leave(state, line);
}

/** Of beginners, whose sessions are told in sentences. */
const RUN_WALK = /\b(?:run|jog)\b.*\d.*\bwalk\b.*\d|\bwalk\b.*\d.*\b(?:run|jog)\b.*\d/i;
const TIMES = ['two', 'three', 'four', 'five'];
const TIMES_A_WEEK = new RegExp(
  String.raw`[^.!?]*\b([2-5]|${TIMES.join('|')}) times (?:this|a|per|each|in the|during the) week[^.!?]*[.!?]?`,
  'iu',
);

/** "Run for 1 min, then walk for 2 min. Repeat 8 times. Do this three times this week." */
function openRunWalk(state: State, line: Line): void {
  const [said = '', number = '1'] = TIMES_A_WEEK.exec(line.body) ?? [];
  const text = line.body.replace(said, '').trim();
  const count = Number(number) || TIMES.indexOf(number.toLowerCase()) + 2;
  for (let index = 0; index < count; index++)
    open(state, line, { text, notes: said === '' ? [] : [said.trim()] });
}

const DAYS_AHEAD_OF_WEEK = Array.from({ length: 14 }, (_, ahead) => ahead + 1);

/** The day of a calendar that has this number and weekday, in a month that the text names. */
function startOfNumber(state: State, number: GridWeek['number']): FoundDate | undefined {
  if (!number) return undefined;
  const { lastStart, months, years, dates } = state;
  const days =
    lastStart === undefined
      ? years.flatMap((year) => months.flatMap((month) => dayOf(year, month, number.date) ?? []))
      : DAYS_AHEAD_OF_WEEK.map((ahead) => addDays(lastStart, ahead));
  const day = days.find(
    (one) => weekdayOfDay(one) === number.weekday && Number(one.slice(8)) === number.date,
  );
  if (day === undefined) return undefined;
  state.lastStart = day;
  return { day, length: 0, isUnclear: false, isFar: isFar(daysBetween(dates.today, day)) };
}

/** "Sat: 60 min / Sun: 30 min" in a cell says its own days. */
function daysOfCell(
  { words, dates }: State,
  text: string,
  weekday: number | undefined,
): ({ day: number; rest: string } | undefined)[] {
  const parts = text.split(/\s+\/\s+|\n|;\s+/).map((part) => dayHead(part, words, dates));
  const found = parts.flatMap((head) =>
    head?.days.length === 1 ? [{ day: head.days[0] ?? 0, rest: head.rest }] : [],
  );
  const isAll = found.length === parts.length && (weekday === undefined || found.length > 1);
  const isWeekend = weekday === SATURDAY && found.length === parts.length;
  return isAll || isWeekend ? found : [undefined];
}

const SATURDAY = 5;

function readGridCells(state: State, grid: Grid, start: number): void {
  for (const text of grid.words) state.leftovers.push({ text, from: start, to: start });
  const numbers = grid.weeks.map(({ label }) =>
    countedWeek(state, Number(/^\D{0,10}?(\d{1,2})\D{0,2}$/.exec(label)?.[1] ?? NaN)),
  );
  const isCounted = numbers.every(
    (number, index) => number > 0 && (index === 0 || number > (numbers[index - 1] ?? 0)),
  );
  const last = state.lastWeek;
  const days = new Set(grid.weeks.flatMap(({ cells }) => cells.map(({ weekday }) => weekday)));
  const [first = 1] = isCounted ? numbers : [];
  // A second table has other days of the same weeks, or the weeks that follow.
  const isSame =
    last >= first && [...days].every((day) => day !== undefined && !state.usedDays.has(day));
  const shift =
    isCounted && (isSame || first > last) ? 0 : isSame ? 0 : last - (isCounted ? first - 1 : 0);
  state.isSundayFirst ||= grid.isSundayFirst;
  for (const [index, { label, start: date = '', number, cells, extra }] of grid.weeks.entries()) {
    const monday =
      (label === '' ? undefined : startOf(label, state)?.start) ??
      (date === '' ? startOfNumber(state, number) : startOf(date, state)?.start);
    const week = (isCounted ? (numbers[index] ?? 1) : index + 1) + shift;
    const from = cells[0]?.piece.from ?? 0;
    const unsaid = number && !monday ? String(number.date) : '';
    for (const text of [isCounted ? '' : label, monday ? '' : date, unsaid, ...extra])
      if (text !== '') state.leftovers.push({ text: `Week ${week}: ${text}`, from, to: from });
    for (const cell of cells) {
      const { piece, weekday } = cell;
      if (look(piece.text, false) === 'nothing') continue;
      const { from: begin, to } = piece;
      for (const own of daysOfCell(state, piece.text, weekday)) {
        const onDay = own?.day ?? weekday;
        const day = monday && onDay !== undefined ? dayOfWeek(monday.day, onDay) : undefined;
        add(state, {
          weeks: [number && day !== undefined ? weekOfDay(state, day) : week],
          weekday: onDay,
          ...(onDay === undefined ? { isLabelled: true } : {}),
          ...(day !== undefined && monday?.isFar === false ? { date: day } : {}),
          text: own ? own.rest : calledText(cell),
          title: '',
          notes: [],
          from: begin,
          to,
        });
      }
    }
  }
  state.open = undefined;
}
