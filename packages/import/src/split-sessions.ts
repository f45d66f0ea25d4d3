import { titleOf } from '@pacewright/script';

import { judgeText } from './judge-text.ts';

/** A workout found in a pasted text. */
export type PastedSession = { title: string; script: string; notes: string };

/** Longer texts, and texts with more sessions, are pasted as they are. */
const MAX_CHARACTERS = 20_000;
const MAX_SESSIONS = 50;

/**
 * The sessions of a text that is pasted into the editor of a workout: an e-mail, a list or a column of cells. Undefined
 * for one session, and for a text that has none. Each line that is not part of a session goes into the notes of one, so
 * that nothing is dropped.
 */
export function splitSessions(pasted: string): PastedSession[] | undefined {
  if (pasted.length > MAX_CHARACTERS) return undefined;
  const lines = listLines(pasted);
  const blocks = splitAtLabels(lines) ?? splitAtBlankLines(lines) ?? splitEachLine(lines);
  return blocks && blocks.length <= MAX_SESSIONS ? blocks.map(toSession) : undefined;
}

type Line = {
  /** Such as "Tuesday" or "Session 2". */
  label: string;
  text: string;
  isSession: boolean;
  /** Has a warm-up, a repeat or another second step, and takes a while: likely a session of its own. */
  isWhole: boolean;
  isAfterBlank: boolean;
};

/** The lines of a session, in order. */
type Block = Line[];

function listLines(pasted: string): Line[] {
  const lines: Line[] = [];
  let isAfterBlank = false;
  for (const row of joinQuotedCells(pasted).split(/\r?\n/)) {
    const [first = '', ...others] = row
      .split('\t')
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '');
    if (first === '') {
      isAfterBlank = true;
      continue;
    }
    const bare = first.replace(MARKER, '');
    const [, day, afterDay, other, afterOther] = LABELLED.exec(bare) ?? [];
    const [label, rest] = [day ?? other ?? '', afterDay ?? afterOther ?? bare];
    // A cell with a day labels the cells beside it.
    const isDayCell = rest === '' && others.length > 0;
    const texts = isDayCell ? others : [rest, ...others];
    for (const [index, text] of texts.filter((one) => one !== '' || label !== '').entries())
      lines.push({
        label: index === 0 ? label.trim() : '',
        text,
        isAfterBlank: index === 0 && isAfterBlank,
        ...judgeText(text),
      });
    isAfterBlank = false;
  }
  return lines;
}

/** A cell of a spreadsheet with line breaks is in quotation marks. Its lines become one. */
function joinQuotedCells(pasted: string): string {
  return pasted.replaceAll(
    /(^|\t)"((?:[^"]|"")*)"(?=\t|\r?\n|$)/gm,
    (whole: string, start: string, cell: string) =>
      cell.includes('\n')
        ? `${start}${cell
            .replaceAll('""', '"')
            .split('\n')
            .map((line) => line.trim())
            .join(', ')}`
        : whole,
  );
}

/** The mark of a list or of a quoted e-mail. */
const MARKER = /^(?:>\s*)*(?:[-*•·–]\s+|\(?\d{1,2}[.)]\s+)?/;

const DAY =
  'mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?';
const DATE = String.raw`\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?|\d{4}-\d{2}-\d{2}|\d{1,2}(?:st|nd|rd|th)?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*`;
const NUMBERED = String.raw`(?:week|wk|day|session|workout)\s*[\da-f]{1,2}`;

/** "(club night)", between a day and its colon. */
const REMARK = String.raw`\s+\([^()]{1,60}\)(?=\s*[:–—-])`;

/** A label, and what follows it. Only a day needs no colon or dash: "10.5 km" begins like a date. */
const LABELLED = new RegExp(
  [
    String.raw`^((?:(?:${NUMBERED})[ ,]+)?(?:${DAY})\b\.?(?:[ ,]+(?:${DATE})\b|\s+(?:am|pm)\b)?(?:${REMARK})?)\s*(?:[:–—-]\s*|\s+|$)(.*)$`,
    String.raw`^((?:${DATE}|${NUMBERED})\b\.?)\s*(?:[:–—]\s*|-\s+|$)(.*)$`,
  ].join('|'),
  'i',
);

/** A label starts a session, which has the lines up to the next one. */
function splitAtLabels(lines: Line[]): Block[] | undefined {
  return lines.filter(({ label }) => label !== '').length < 2
    ? undefined
    : gather(lines, ({ label }) => label !== '');
}

/** Every paragraph with steps must be a session of its own: a warm-up apart from its intervals is not. */
function splitAtBlankLines(lines: Line[]): Block[] | undefined {
  const blocks = gather(lines, ({ isAfterBlank }) => isAfterBlank);
  const areWhole = blocks?.every((block) => {
    const script = scriptOf(block);
    return judgeText(script).isWhole && !JOINED.test(script);
  });
  return areWhole ? blocks : undefined;
}

/** A column of sessions, one in each line. Several lines with a step each are one session. */
function splitEachLine(lines: Line[]): Block[] | undefined {
  const areWhole = lines.every(
    ({ isSession, isWhole, text }) => !isSession || (isWhole && !JOINED.test(text)),
  );
  return areWhole ? gather(lines, ({ isSession }) => isSession) : undefined;
}

/** Begins or ends with a plus, a comma or a "then", so the next line belongs to it. */
const JOINED = /^(?:[+,;&]|then\b|and\b)|(?:[+,;&(]|\bthen|\band)$/i;

/** Blocks that each have a session. Lines without one go to the next block, or to the last. */
function gather(lines: Line[], isStart: (line: Line) => boolean): Block[] | undefined {
  const blocks: Block[] = [];
  let current: Block = [];
  for (const line of lines) {
    if (isStart(line) && current.some(({ isSession }) => isSession)) {
      blocks.push(current);
      current = [];
    }
    current.push(line);
  }
  if (current.some(({ isSession }) => isSession)) blocks.push(current);
  else blocks.at(-1)?.push(...current);
  return blocks.length > 1 ? blocks : undefined;
}

function scriptOf(block: Block): string {
  return block
    .filter(({ isSession }) => isSession)
    .map(({ text }) => text)
    .join('\n');
}

function toSession(block: Block): PastedSession {
  const script = scriptOf(block);
  const label = block.find(({ isSession, label: one }) => isSession && one !== '')?.label ?? '';
  const heading = label || findHeading(block);
  const title = titleOf({ title: '', script });
  return {
    title: heading === '' ? title : `${heading}: ${title}`,
    script,
    notes: block
      .filter((line) => !line.isSession)
      .map(({ label: one, text }) => [one, text].filter((part) => part !== '').join(' '))
      .filter((line) => line !== heading)
      .join('\n'),
  };
}

/** A label on a line of its own, above the steps. */
function findHeading(block: Block): string {
  return block.findLast(({ label, text }) => label !== '' && text === '')?.label ?? '';
}
