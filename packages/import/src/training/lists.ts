import type { Cell, Leftover } from './cells.ts';
import type { Line } from './clean.ts';
import { hasAmount, isParkrun } from './evidence.ts';
import { labelHead } from './heads.ts';
import type { Words } from './weekdays.ts';
import { LETTER } from './words.ts';

type Item = { lines: Line[]; title: string };

/** How an item reads as a script. */
export type Judge = (text: string) => { seconds: number; steps: number };

/** The sessions of a text without days: one workout, or a list of them. */
export function readList(
  lines: readonly Line[],
  words: Words,
  judge: Judge,
): { cells: Cell[]; leftovers: Leftover[] } {
  const filled = lines.filter(({ body }) => body !== '');
  const splits = [
    byLabels(filled, words),
    byLetters(filled),
    byMarks(filled, 'number', judge),
    byMarks(filled, 'bullet', judge),
    byParagraphs(lines, judge),
    byLines(filled, judge),
  ];
  const items = splits.find((found) => found !== undefined) ?? whole(trimLetter(filled), judge);
  const cells = items.map(toCell).filter(({ text }) => isRun(text) || items.length > 1);
  const titled = new Set(items.flatMap(({ title }) => title));
  const used = new Set(items.flatMap((item) => item.lines.map(({ from }) => from)));
  const leftovers = filled
    .filter(({ from, body }) => !used.has(from) && !titled.has(body))
    .map(({ body, bodyFrom }) => ({ text: body, from: bodyFrom, to: bodyFrom + body.length }));
  return { cells, leftovers };
}

function isRun(text: string): boolean {
  return hasAmount(text) || isParkrun(text);
}

const MAX_STEPS = 25;
const MAX_SECONDS = 6 * 3600;

/** One workout, unless it has more lines and takes longer than any. */
function whole(lines: Line[], judge: Judge): Item[] {
  const filled = lines.filter(({ body }) => hasAmount(body));
  const isLong =
    filled.length > MAX_STEPS ||
    (filled.length > 2 && judge(textOf({ lines, title: '' })).seconds > MAX_SECONDS);
  return isLong ? filled.map((line) => ({ lines: [line], title: '' })) : [{ lines, title: '' }];
}

function toCell({ lines, title }: Item): Cell {
  const [first] = lines;
  const last = lines.at(-1);
  return {
    weeks: [1],
    title,
    notes: [],
    text: lines.map(({ body }) => body).join('\n'),
    from: first?.bodyFrom ?? 0,
    to: last ? last.bodyFrom + last.body.length : 0,
  };
}

/** "Session B: Easy" begins a session, which has the lines up to the next one. */
function byLabels(lines: readonly Line[], words: Words): Item[] | undefined {
  const items: Item[] = [];
  for (const line of lines) {
    const head = labelHead(line.body, words);
    const before = items.at(-1);
    if (head) {
      const isTitle = !hasAmount(head.rest);
      const rest = { ...line, body: head.rest, bodyFrom: line.bodyFrom + head.at };
      const title = [head.label, isTitle ? head.rest : ''].filter(Boolean).join(': ');
      items.push({ lines: isTitle ? [] : [rest], title });
    } else if (before && !LETTER.test(line.body)) before.lines.push(line);
  }
  const filled = items.filter((item) => item.lines.length > 0);
  return filled.length > 1 ? filled : undefined;
}

const LETTERED = /^([A-H])[).]\s+(?=\S)/;
const MIN_LETTERS = 3;

/** "A) 6 x 800 m", "B) 45 min easy", "C) …": one after the other, and no groups. */
function byLetters(lines: readonly Line[]): Item[] | undefined {
  const items: Item[] = [];
  for (const line of lines) {
    const [all, letter = ''] = LETTERED.exec(line.body) ?? [];
    const before = items.at(-1);
    if (all !== undefined) {
      const rest = {
        ...line,
        body: line.body.slice(all.length),
        bodyFrom: line.bodyFrom + all.length,
      };
      items.push({ lines: [rest], title: letter });
    } else if (before && !LETTER.test(line.body)) before.lines.push(line);
  }
  const isOrdered = items.every(({ title }, index) => title === 'ABCDEFGH'[index]);
  return items.length >= MIN_LETTERS && isOrdered ? items : undefined;
}

/** A numbered or bulleted list. Items that are parts of a workout are one. */
function byMarks(
  lines: readonly Line[],
  marker: 'number' | 'bullet',
  judge: Judge,
): Item[] | undefined {
  const items: Item[] = [];
  const indents = lines.filter((line) => line.marker === marker).map(({ indent }) => indent);
  const least = Math.min(...indents);
  for (const line of lines) {
    const before = items.at(-1);
    if (line.marker === marker && line.indent <= least + 1)
      items.push({ lines: [line], title: '' });
    else if (before && (line.indent > least || hasAmount(line.body)) && !LETTER.test(line.body))
      before.lines.push(line);
  }
  return areSessions(items, judge) ? items : undefined;
}

function byParagraphs(lines: readonly Line[], judge: Judge): Item[] | undefined {
  const items: Item[] = [];
  let isOpen = false;
  for (const line of lines) {
    if (line.body === '') isOpen = false;
    else if (isOpen) items.at(-1)?.lines.push(line);
    else {
      items.push({ lines: [line], title: '' });
      isOpen = true;
    }
  }
  const found = items.filter((item) => hasAmount(textOf(item)));
  return areWhole(found, judge) ? found : undefined;
}

/** A column of sessions, one in each line. */
function byLines(lines: readonly Line[], judge: Judge): Item[] | undefined {
  const items = lines
    .filter(({ body }) => hasAmount(body))
    .map((line) => ({ lines: [line], title: '' }));
  return areWhole(items, judge) ? items : undefined;
}

function textOf({ lines }: Item): string {
  return lines.map(({ body }) => body).join('\n');
}

const PART =
  /^(?:\d+(?:[.:]\d+)?\s*(?:min\w*|km|k|mi(?:les?)?|'|’)?\s*)?(?:warm|w\/?u\b|cool|c\/?d\b|main|einlaufen|auslaufen|échauffement|retour|calentamiento|vuelta|then\b|rest\b|recover|jog\b|walk\b)/iu;
const JOINED = /^(?:[+,;&]|then\b|and\b)|(?:[+,;&(]|\bthen|\band)$/i;
const MIN_SECONDS = 15 * 60;

/** Most of them take a while, and none is a warm-up on its own. */
export function areSessions(items: readonly Item[], judge: Judge): boolean {
  const found = items.filter((item) => hasAmount(textOf(item)));
  if (found.length < 2) return false;
  const texts = found.map(textOf);
  if (texts.some((text) => PART.test(text) && judge(text).steps < 2)) return false;
  const long = texts.filter((text) => judge(text).seconds >= MIN_SECONDS).length;
  return long * 4 >= found.length * 3;
}

/** Every one could be a workout of its own: without marks, lines are more often steps. */
function areWhole(items: readonly Item[], judge: Judge): boolean {
  return (
    items.length > 1 &&
    items.every((item) => {
      const text = textOf(item);
      const { seconds, steps } = judge(text);
      return seconds >= MIN_SECONDS && steps > 1 && !JOINED.test(text);
    })
  );
}

/** Without greetings and signatures. */
function trimLetter(lines: readonly Line[]): Line[] {
  const first = lines.findIndex(({ body }) => isRun(body));
  const last = lines.findLastIndex(({ body }) => isRun(body));
  return first < 0 ? [] : lines.slice(first, last + 1);
}
