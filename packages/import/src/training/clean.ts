import { LANGUAGES } from './words.ts';

/** A line of the source. Cleaning keeps the length of a text, so that places in it stay places in the source. */
export type Line = {
  /** With its indentation, without marks of a layout. */
  text: string;
  from: number;
  /** The mark of a list: a number, a bullet or nothing. */
  marker: 'number' | 'bullet' | undefined;
  indent: number;
  /** What follows the mark, and where. */
  body: string;
  bodyFrom: number;
};

/** In a quoted cell, a line break does not end the line. */
export const CELL_BREAK = '\v';

export function cleanLines(source: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const raw of clean(source).split('\n')) {
    lines.push(lineOf(raw, from));
    from += raw.length + 1;
  }
  return lines;
}

const blank = (all: string) => ' '.repeat(all.length);

/** A digit as a picture begins an item of a list. */
const KEYCAP = /(?<=^[ \t]*)(\d)\ufe0f?\u20e3/gmu;
/** "*Tuesday*", "_Mittwoch_", as chats show it, but not "6*400". */
const EMPHASIS = /(?<![\p{L}\d*_~])([*_~])(?=\S)([^*_~\n]{1,80})(?<=\S)\1(?![\p{L}\d*_~])/gu;
const NAMES = LANGUAGES.flatMap(({ days, weeks }) => [
  ...days.flat(),
  ...weeks.filter((week) => week.length > 1).map((week) => String.raw`${week}\s*\d{1,2}`),
]).join('|');
/** "[Thu]", "== Week 2 ==", "→ Sat –": marks around the name of a day or week. */
const DECORATED = new RegExp(
  String.raw`^([ \t]*(?:[-*•·▪◦‣–—+][ \t]+)?)(?![-*•·▪◦‣–—+][ \t]*\p{L})([^\p{L}\d\s|;,"/]{1,40}[ \t]*)((?:${NAMES})(?![\p{L}\d])[^\n\])}>»=*~_]{0,40})([\])}>»=*~_]+)?`,
  'gimu',
);

function undecorated(_: string, indent: string, before: string, name: string, behind = ''): string {
  const isPair = Array.from(behind).every((mark) => before.includes(OPENING[mark] ?? mark));
  return `${indent}${blank(before)}${name}${isPair ? blank(behind) : behind}`;
}

const OPENING: Readonly<Record<string, string>> = {
  ']': '[',
  ')': '(',
  '}': '{',
  '>': '<',
  '»': '«',
};

function clean(source: string): string {
  return joinQuotedCells(source.replaceAll(/\r\n?/g, (all) => (all.length > 1 ? ' \n' : '\n')))
    .replaceAll(/[\u00a0\u2000-\u200b\u202f\ufeff]/g, ' ')
    .replaceAll(/\*\*|__|`|~~/g, blank)
    .replaceAll(KEYCAP, (all, digit: string) => `${digit})`.padEnd(all.length))
    .replaceAll(
      /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{RI}|\ufe0f|\u200d|\u20e3/gu,
      (all) => (/[©®™‼⁉]/.test(all) ? all : blank(all)),
    )
    .replaceAll(EMPHASIS, (_, mark: string, words: string) => ` ${words} `)
    .replaceAll(DECORATED, undecorated)
    .replaceAll(/(?<=[\p{L}\d])!(?=\s+\p{Lu})/gu, '.')
    .replaceAll(/!+(?=[\s:.,]|$)/gm, blank)
    .replaceAll(/^[ \t]*(?:[>#][ \t]*)+/gm, (all) => all.replaceAll(/[>#]/g, ' '));
}

/** A cell of a spreadsheet with line breaks is in quotation marks. */
function joinQuotedCells(text: string): string {
  return text.replaceAll(/(^|[\t,;])"((?:[^"]|""){1,2000}?)"(?=[\t,;\n]|$)/gm, (all: string) =>
    all.startsWith('\n') ? all : all.replaceAll('\n', CELL_BREAK),
  );
}

const MARKER = /^([ \t]*)(?:((?:[-*•·▪◦‣–—][ \t]+|[•▪◦‣]))|(\(?\d{1,3}[.)][ \t]+))?/;

function lineOf(raw: string, from: number): Line {
  const [all = '', indent = '', bullet, number] = MARKER.exec(raw) ?? [];
  const rest = raw.slice(all.length);
  const marker = number === undefined ? bullet && 'bullet' : 'number';
  // A row of dashes is no list.
  // "1. Woche" is a heading, "13. Januar" a date.
  const isMarked =
    marker &&
    /[\p{L}\d"(]/u.test(rest) &&
    !(
      marker === 'number' &&
      /^(?:woche|week|semaine|semana|jan(?:uar)?|feb(?:ruar)?|märz?|apr(?:il)?|mai|juni?|juli?|aug(?:ust)?|sept?(?:ember)?|okt(?:ober)?|nov(?:ember)?|dez(?:ember)?)(?![\p{L}])/iu.test(
        rest,
      )
    );
  const start = isMarked ? all.length : indent.length;
  const body = raw.slice(start).trim();
  const skipped = raw.slice(start).length - raw.slice(start).trimStart().length;
  return {
    text: raw,
    from,
    marker: isMarked ? marker : undefined,
    indent: indent.length,
    body,
    bodyFrom: from + start + skipped,
  };
}
