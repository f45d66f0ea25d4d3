import { readScript, titleOf, type Work } from '@pacewright/script';

import { guess, type WorkoutQuestion } from './guess.ts';

import type { Cell, Leftover, TrainingSession } from './cells.ts';
import { lengthsAround, saysEvery, withAround, type Around } from './around.ts';
import { cleanLines, type Line } from './clean.ts';
import { lostNumbers } from './conserve.ts';
import { unitsOf } from './context.ts';
import { correctGrids, findTable } from './corrected-grid.ts';
import { applyCuts, type Cut } from './cuts.ts';
import { dateOrderOf, listsDates, type DateContext, yearOf } from './dates.ts';
import { yearOfWeeks } from './named-weeks.ts';
import { hasAmount } from './evidence.ts';
import { findGrids, type Grid } from './grid.ts';
import { findMissed, isLostSession } from './leftovers.ts';
import { numbersDays } from './heads.ts';
import { readList } from './lists.ts';
import { readOutline, type Outline } from './outline.ts';
import { groupOf } from './phrases.ts';
import { placeDrafts, type Placed } from './places.ts';
import {
  answerUnits,
  askAround,
  listCorrections,
  listQuestions,
  type TrainingAnswers,
  type TrainingQuestion,
} from './questions.ts';
import { withDoubts, type Evidence } from './doubts.ts';
import { distanceOf } from './race.ts';
import { aroundOf, askRemark, daysIn, isAlone, remarksOf } from './remarks.ts';
import { readRun, type Asked, type Reader } from './run.ts';
import { readCell } from './session.ts';
import { saysMore } from './unsaid.ts';
import { detectWords, type Words } from './weekdays.ts';

export type Training = {
  kind: 'workout' | 'list' | 'week' | 'plan';
  title: string;
  sessions: TrainingSession[];
  questions: TrainingQuestion[];
  /** How the text was laid out, which can be changed like an answer. */
  corrections: TrainingQuestion[];
  /** Lines that are in no session: greetings, names, remarks. */
  leftovers: Leftover[];
  /** Reasons why it can't go on the calendar: only sessions that would be lost. */
  blocks: Leftover[];
};

export type TrainingContext = {
  /** Of the runner, for texts that don't say theirs. */
  units?: 'metric' | 'imperial';
  weekStart?: 'monday' | 'sunday';
  /** The day of the reading, for dates without a year. */
  today?: string;
  answers?: TrainingAnswers;
  /** Corrections of where sessions begin. */
  cuts?: readonly Cut[];
  /** Counts the work of the reading. */
  work?: Work;
  /** Called after each cell of a text. */
  onRead?: (done: number, of: number) => void;
};

const MAX_CHARACTERS = 200_000;
/** A character of an ordinary plan takes about 30. */
const MAX_WORK_PER_CHARACTER = 200;
const MIN_WORK = 200_000;

/** Reads any pasted text: a workout, a list, a week or a plan. Never throws, and drops no line and no number. */
export function readTraining(text: string, context: TrainingContext = {}): Training {
  if (text.length > MAX_CHARACTERS)
    return refuse(text, `That’s too long. Paste up to ${MAX_CHARACTERS / 1000} kB at a time.`);
  const { weekStart, today = '2026-01-01', answers = {}, work = { used: 0 } } = context;
  const lines = cleanLines(text);
  const words = detectWords(lines);
  const spend = (count: number) => (work.used += count);
  const { grids, axes } = correctGrids(findGrids(lines, words, spend), {
    table: findTable(lines, spend),
    words,
    answers,
  });
  const bodies = lines.map(({ body }) => body);
  const order = dateOrderOf(bodies);
  const dates: DateContext = {
    today,
    isMonthFirst: order === undefined ? answers.order === 1 : order === 'month',
    isOrderClear: order !== undefined,
    isListed: listsDates(bodies),
    isNumbered: numbersDays(bodies, words),
  };
  dates.year = yearOf(bodies, words, dates) ?? yearOfWeeks(bodies, words, dates);
  // Plans in English mostly count in miles.
  const { units = words.id === 'en' ? 'imperial' : 'metric' } = context;
  const said = unitsOf(text, units === 'imperial' ? 'mi' : 'km');
  const groups = findGroups(lines);
  const reader: Reader = {
    units: answerUnits(said, answers),
    part: answers.part === undefined ? undefined : PARTS[answers.part],
    group: groups[answers.group ?? 0],
    work,
    maxWork: work.used + MIN_WORK + text.length * MAX_WORK_PER_CHARACTER,
    cache: new Map(),
    titles: new Map(),
  };
  const outline = readOutline(lines, {
    words,
    dates,
    grids,
    judge: (item) => readRun(item, reader),
    firstWeekday: weekStart === 'sunday' ? 6 : 0,
  });
  if (answers.start !== undefined) outline.isSundayFirst = answers.start === 1;
  const placed = withoutEmpty(placeDrafts(outline, answers.days ?? 0), text);
  const written = findCells(outline, placed, words, reader);
  const found = { ...written, ...applyCuts(written, context.cuts ?? [], text) };
  const read = found.cells.map((cell, index, { length }) => {
    const session = readSession(cell, reader);
    context.onRead?.(index + 1, length);
    const isPart =
      session.isPart ||
      namesOtherDay(cell.text, words) ||
      daysIn(cell.text, words).length > 1 ||
      TWO_HALVES.test(cell.text) ||
      usesName(cell.text, outline);
    return { ...session, isPart };
  });
  const remarks = remarksOf(
    found.leftovers,
    read.map(({ session }) => session),
    words,
  );
  const around = aroundOf(remarks);
  const whole = (
    around && answers.around !== 1 ? read.map((one) => addAround(one, around)) : read
  ).map((one) => ({ ...one, session: askRemark(one.session, remarks, reader) }));
  const sessions = withLastRace(withDoubts(whole, saysAround(found.leftovers)), outline.title);
  const counts = countAsked(read.map(({ asked }) => asked));
  const runs = read.filter(({ session }) => isWritten(session)).length;
  const { spread, days } = placed;
  const { missed, blocks } = checkLines({
    lines,
    grids,
    reader,
    sessions,
    ...found,
    isFull: outline.isFull,
  });
  return {
    kind: found.isList
      ? sessions.length === 1
        ? 'workout'
        : 'list'
      : isPlan(sessions)
        ? 'plan'
        : 'week',
    title: outline.title,
    sessions,
    questions: listQuestions(
      {
        counts,
        units: said,
        spread,
        days,
        unclearDate: outline.unclearDate,
        groups,
        around: around && { ...around, runs },
      },
      answers,
    ),
    corrections: listCorrections(
      {
        counts,
        units: said,
        axes,
        isOnDays: sessions.some(({ weekday }) => weekday !== undefined),
        isSundayFirst: outline.isSundayFirst,
      },
      answers,
    ),
    leftovers: [...found.leftovers, ...missed].toSorted((a, b) => a.from - b.from),
    blocks,
  };
}

/** By the answer: by its pace, at the end, or in the middle. */
const PARTS = [undefined, 'end', 'middle'] as const;

/** A day without any word is none. */
function withoutEmpty(placed: Placed, text: string): Placed {
  const isEmpty = (cell: Cell) => cell.text.trim() === '' && cell.notes.length === 0;
  const empty = placed.cells.filter(isEmpty);
  if (empty.length === 0) return placed;
  const named = empty.map(({ from, to }) => ({ text: text.slice(from, to), from, to }));
  return {
    ...placed,
    cells: placed.cells.filter((cell) => !isEmpty(cell)),
    leftovers: [...placed.leftovers, ...named],
  };
}

/** The groups of a text, each once. A single letter is no group. */
function findGroups(lines: readonly Line[]): string[] {
  const found = new Set(lines.flatMap(({ body }) => groupOf(body)?.label ?? []));
  return found.size > 1 ? [...found].slice(0, MAX_GROUPS) : [];
}

const MAX_GROUPS = 6;

function refuse(text: string, reason: string): Training {
  const all = { text: reason, from: 0, to: text.length };
  return {
    kind: 'workout',
    title: '',
    sessions: [],
    questions: [],
    corrections: [],
    leftovers: [{ ...all, text }],
    blocks: [all],
  };
}

/** A morning and an evening, in one session. */
const TWO_HALVES =
  /(?<!\p{L})(?:am|morning|matin|morgens)(?!\p{L})[^\n]{0,80}?\d.{0,80}?(?<!\p{L}|\d\s?)(?:pm|evening|soir|abends)(?!\p{L}).{0,20}?\d/isu;

type FoundCells = { cells: Cell[]; leftovers: Leftover[]; isList: boolean };

/** A text without days is a list, or one workout. */
function findCells(
  { plain }: Outline,
  { cells, leftovers }: Placed,
  words: Words,
  reader: Reader,
): FoundCells {
  if (cells.length === 0) {
    const list = readList(plain, words, (item) => readRun(item, reader));
    return { cells: list.cells, leftovers: [...leftovers, ...list.leftovers], isList: true };
  }
  return {
    cells,
    leftovers: [...plain.filter(({ body }) => body !== '').map(leftoverOf), ...leftovers],
    isList: false,
  };
}

function leftoverOf({ body, bodyFrom }: Line): Leftover {
  return { text: body, from: bodyFrom, to: bodyFrom + body.length };
}

function isPlan(sessions: readonly TrainingSession[]): boolean {
  return new Set(sessions.map(({ week }) => week)).size > 1;
}

const NEAR = 0.03;

/** The last day of a plan for a race is that race, if it says no other distance. */
function withLastRace(sessions: readonly TrainingSession[], title: string): TrainingSession[] {
  const metres = distanceOf(title.replaceAll(/\d+\s*(?:weeks?|wks?|days?)/gi, ''));
  const last = sessions.findLastIndex(({ kind }) => kind === 'run' || kind === 'race');
  const session = sessions[last];
  if (!session) return [...sessions];
  const isPlanned = isPlan(sessions) && metres !== undefined && metres >= MIN_EVENT;
  const said = session.kind === 'run' ? soleDistance(session.script) : undefined;
  const isNear = said !== undefined && isPlanned && Math.abs(said / metres - 1) <= NEAR;
  if (isPlanned && (isNear || (session.kind === 'race' && session.metres === undefined)))
    return sessions.with(last, {
      ...session,
      kind: 'race',
      script: '',
      title: isNear ? session.source : session.title,
      metres,
      questions: [],
    });
  return sessions.map((one) => (one.kind === 'race' ? withDistance(one) : one));
}

const MIN_EVENT = 5000;

/** Of a script that is nothing but a distance. */
function soleDistance(script: string): number | undefined {
  const { items } = readScript(script).workout;
  const [step] = items;
  return items.length === 1 && step?.kind === 'step' && step.amount.kind === 'distance'
    ? step.amount.metres
    : undefined;
}

const RACES = ['5 km', '10 km', 'Half marathon', 'Marathon'];
const RACE_SCRIPTS = ['5km 5k', '10km 10k', '21.0975km HM', '42.195km M'];

/** A race without a distance is asked about. */
function withDistance(session: TrainingSession): TrainingSession {
  if (session.metres !== undefined || session.script !== '') return session;
  const answers = RACES.map((label, index) => ({ label, script: RACE_SCRIPTS[index] ?? '' }));
  return { ...session, questions: [{ text: 'How long is the race?', answers, phrase: '' }] };
}

function countAsked(all: readonly ReadonlySet<Asked>[]): Map<Asked, number> {
  const counts = new Map<Asked, number>();
  for (const asked of all) for (const id of asked) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function readSession(cell: Cell, reader: Reader): Evidence & { asked: ReadonlySet<Asked> } {
  const { weeks, weekday, date, from, to } = cell;
  const {
    kind,
    script: written,
    title,
    notes,
    questions: open,
    metres,
    read = '',
    run,
    optional,
    isPart = false,
    asked = new Set<Asked>(),
  } = readCell(cell, reader);
  const { script, question } =
    open.length === 0
      ? { script: written, question: undefined }
      : guess(written, reader.work, reader.maxWork);
  const lost = lostNumbers(cell.text, [read, title, ...notes]);
  // What the script does not say is said in the notes, so that no number disappears.
  const isAsked = question !== undefined || open.length > 0;
  const isWhole = lost.length > 0 || isAsked;
  const all = isWhole ? [...notes, cell.text.replaceAll(/\s*\n\s*/g, ', ')] : notes;
  const session: TrainingSession = {
    week: weeks[0] ?? 1,
    ...(weekday === undefined ? {} : { weekday }),
    ...(date === undefined ? {} : { date }),
    kind,
    script,
    source: read === '' ? cell.text : read,
    title: kind === 'run' ? titleIn(reader, title, script) : title,
    notes: eachOnce(all, [...(script.match(/"[^"]*"/g) ?? []), title]).join('\n'),
    from,
    to,
    questions: question
      ? [question]
      : optional === undefined
        ? open.map(({ message }) => ({ ...NO_ANSWER, text: message }))
        : [askOptional(optional)],
    ...(metres === undefined ? {} : { metres }),
  };
  const isLess = kind === 'run' && saysMore(notes, title, script);
  return { session, asked, run, isPart: isPart || isLess };
}

const NEXT_DAY = /(?:[.;,|/\n]|\s[-–—])\s*(?=\p{L}{2})/gu;

/** "8 km easy - Thu 10 km": the session of another day is in it. */
function namesOtherDay(text: string, words: Words): boolean {
  return Array.from(text.matchAll(NEXT_DAY), ({ 0: gap, index }) =>
    text.slice(index + gap.length),
  ).some((rest) => {
    const day = words.dayAt(rest);
    return day !== undefined && day.length > 2 && hasAmount(rest.slice(day.length, MAX_NEXT));
  });
}

const MAX_NEXT = 40;

/** A name that the text explains, in words that we know nothing of. */
function usesName(text: string, { unknownNames }: Outline): boolean {
  return (
    unknownNames.size > 0 && text.split(/[^\p{L}+/-]+/u).some((word) => unknownNames.has(word))
  );
}

type ReadSession = ReturnType<typeof readSession>;

function isWritten({ kind, script, questions }: TrainingSession): boolean {
  return kind === 'run' && script !== '' && questions.length === 0;
}

/** With what the text says once of every workout. */
function addAround(one: ReadSession, around: Around): ReadSession {
  const { session } = one;
  const script = withAround(session.script, around);
  if (!isWritten(session)) return one;
  if (!isAlone(session.script, around)) return { ...one, session: { ...session, script } };
  const answers = [session.script, script].map((label) => ({ label, script: label }));
  const question = { text: askAround(around, 'this run'), answers, phrase: '' };
  return { ...one, session: { ...session, questions: [question] } };
}

/** "Series: 20' warm-up, 10' cool-down": of some workouts, in a line of its own. */
function saysAround(lines: readonly Leftover[]): boolean {
  return lines.some(({ text }) => {
    const { before, after } = (saysEvery(text) ? undefined : lengthsAround(text)) ?? NOTHING_AROUND;
    return before !== '' && after !== '';
  });
}

const NOTHING_AROUND = { before: '', after: '' };

/** Notes without those that are said in another, in the script or in the title. */
function eachOnce(notes: readonly string[], others: readonly string[]): string[] {
  const bare = (words: string) =>
    ` ${words
      .toLowerCase()
      .replaceAll(/[^\p{L}\d]+/gu, ' ')
      .trim()} `;
  const kept: string[] = [];
  const said = others.map(bare);
  for (const note of notes.toSorted((a, b) => b.length - a.length))
    if (!said.some((one) => one.includes(bare(note)))) {
      kept.push(note);
      said.push(bare(note));
    }
  return notes.filter((note, index) => kept.includes(note) && notes.indexOf(note) === index);
}

function titleIn({ titles }: Reader, title: string, script: string): string {
  const known = title.trim() === '' ? titles.get(script) : title;
  if (known !== undefined) return known;
  const suggested = titleOf({ title, script });
  titles.set(script, suggested);
  return suggested;
}

function askOptional(optional: string): WorkoutQuestion {
  const answers = ['', optional].map((script) => ({ label: script || 'Rest', script }));
  return { text: `Rest, or ${optional}?`, answers, phrase: optional };
}

/** A question that only other words settle. */
const NO_ANSWER = { answers: [], phrase: '' };

type Checked = {
  lines: readonly Line[];
  grids: ReadonlyMap<number, Grid>;
  reader: Reader;
  sessions: readonly TrainingSession[];
  leftovers: readonly Leftover[];
  isList: boolean;
  isFull: boolean;
};

/** The check that nothing was lost: lines in no session and no leftover, and leftovers that look like sessions. */
function checkLines({ lines, grids, reader, sessions, leftovers, isList, isFull }: Checked) {
  const missed = findMissed(lines, grids, [...sessions, ...leftovers]);
  const [first] = sessions;
  if (!first) return { missed, blocks: [{ text: NOTHING_FOUND, from: 0, to: 0 }] };
  const lost =
    isList || isFull
      ? []
      : leftovers.filter((one) => one.from > first.from && isLostSession(one, reader));
  const many = isFull
    ? [{ text: 'There are more workouts than we can read at a time', from: 0, to: 0 }]
    : [];
  return { missed, blocks: [...lost, ...missed, ...many] };
}

const NOTHING_FOUND =
  'No workouts found. Include a distance or duration, like “Tue: 6 x 800 m, 2 min jog”.';
