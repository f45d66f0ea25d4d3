import type { PlanDay } from './days.ts';
import { isPlanMistake } from './diagnostics.ts';
import type { Content } from './lists.ts';
import type { Block, DayLine, PlanLine } from './outline.ts';
import { matchesOutside } from './quotes.ts';
import { readPlan, type PlanReading } from './read.ts';
import { WEEKDAYS, writeWeekdays, writeWeeks } from './weekdays.ts';
import { writeContent, writeUnchanged } from './write-content.ts';

/** A line longer than this is broken (P22). */
const LINE_LENGTH = 100;

/** P21 to P23: the one spelling of a plan. A plan with mistakes of its own is left alone. */
export function formatPlan(text: string): string {
  const reading = readPlan(text);
  if (reading.diagnostics.some(isPlanMistake)) return text;
  const unchanged = listMistakenLines(reading);
  const formatted = writePlan(reading, unchanged);
  const written = readPlan(formatted);
  if (isSameMeaning(reading, written)) return formatted;

  // A line that would mean something else stays as written, and no other line has to.
  const changed = listChangedLines(reading, written);
  const careful = writePlan(reading, new Set([...unchanged, ...changed]));
  return isSameMeaning(reading, readPlan(careful)) ? careful : text;
}

/** Whether two readings have the same days, with the same words. */
function isSameMeaning(one: PlanReading, other: PlanReading): boolean {
  return meaningOf(one) === meaningOf(other);
}

function meaningOf({ title, notes, weekStart, weeks, days }: PlanReading): string {
  return withoutPlaces({ title, notes, weekStart, weeks, days });
}

function withoutPlaces(value: unknown): string {
  return JSON.stringify(value, (key, own) => (key === 'place' ? undefined : own)) ?? '';
}

/** The lines, by the offset at which they begin, that have a mistake in their script. */
function listMistakenLines({ lines, diagnostics }: PlanReading): Set<number> {
  const mistakes = diagnostics.filter(({ severity }) => severity === 'error');
  return new Set(
    lines.flatMap((own) => {
      if (own.kind !== 'day' && own.kind !== 'name') return [];
      const { whole } = own.line;
      return mistakes.some(({ from, to }) => from < whole.to && to > whole.from)
        ? [whole.from]
        : [];
    }),
  );
}

/** The lines of a plan whose days are different in another, by the offset at which they begin. */
function listChangedLines({ days }: PlanReading, other: PlanReading): number[] {
  const isChanged = (day: PlanDay, index: number) =>
    withoutPlaces(day) !== withoutPlaces(other.days[index]);
  return days.filter(isChanged).map(({ place }) => place.from);
}

/** Writes a plan as it was read. The lines that begin at the given offsets keep their words. */
function writePlan({ lines }: PlanReading, unchanged: ReadonlySet<number>): string {
  const names = new Set(
    lines.flatMap((own) => (own.kind === 'name' ? [own.line.name.toLowerCase()] : [])),
  );
  const written: string[] = [];
  let before: PlanLine | undefined;
  for (const line of lines) {
    if (before && needsGap(before, line)) written.push('');
    written.push(...writeLine(line));
    before = line;
  }
  return written.length === 0 ? '' : `${written.join('\n')}\n`;

  function writeLine(line: PlanLine): string[] {
    switch (line.kind) {
      case 'note':
        return [`${NOTE_INDENTS[line.under]}${writeNote(line.note ?? '')}`];
      case 'plan':
        return [withNote(`plan ${line.title}`.trimEnd(), line.note)];
      case 'week-start':
        return [withNote(`week starts ${WEEKDAYS[line.weekday]}`, line.note)];
      case 'heading':
        return [withNote(writeHeading(line.block), line.note)];
      case 'name': {
        const { name, content, whole } = line.line;
        const own = writeOwn(content, 1, whole.from);
        const [first, ...more] = breakLines(`${name.toLowerCase()} = `, own);
        return [withNote(first, line.note), ...more.map((part) => `    ${part}`)];
      }
      case 'day': {
        const { line: day, block } = line;
        const own = writeOwn(day.content, block.weeks.length, day.whole.from);
        const [first, ...more] = breakLines(`  ${writeDays(day, block, own.text)} `, own);
        return [withNote(first, line.note), ...more.map((part) => `      ${part}`)];
      }
    }
  }

  function writeOwn(content: Content, weeks: number, from: number): Written {
    const own = unchanged.has(from) ? undefined : writeContent(content, weeks, names);
    return own === undefined
      ? { text: writeUnchanged(content), isSpelled: false }
      : { text: own, isSpelled: true };
  }
}

/** The content of a line, in its one spelling or as it was. */
type Written = { text: string; isSpelled: boolean };

const NOTE_INDENTS = { plan: '', heading: '', name: '  ', day: '    ' } as const;

function needsGap(before: PlanLine, line: PlanLine): boolean {
  const owner = before.kind === 'note' ? before.under : before.kind;
  if (line.kind === 'heading') return true;
  if (line.kind === 'name') return owner !== 'name';
  if (line.kind !== 'note') return false;
  if (line.under === 'plan') return owner === 'name';
  return line.under === 'heading' && owner !== 'heading';
}

function writeHeading({ weeks, like, title }: Block): string {
  const name = (numbers: readonly number[]) =>
    `week${numbers.length > 1 ? 's' : ''} ${writeWeeks(numbers)}`;
  return `${name(weeks)}${like ? ` like ${name(like)}` : ''}${title === '' ? '' : `: ${title}`}`;
}

/** P21. The first run of a day has `am` only where its heading has a `pm` that day. */
function writeDays({ days, run }: DayLine, block: Block, content: string): string {
  const hasSecond = block.lines.some(
    (other) => other.run === 2 && other.days.some((day) => days.includes(day)),
  );
  // A script that begins with am would be taken for the half of the day.
  const isMistakable = /^[ap]\.?m(?![a-z])/i.test(content);
  return `${writeWeekdays(days)}${run === 2 ? ' pm' : hasSecond || isMistakable ? ' am' : ''}`;
}

function writeNote(note: string): string {
  return note === '' ? '//' : `// ${note}`;
}

function withNote(line: string, note: string | undefined): string {
  return note === undefined ? line : `${line} ${writeNote(note)}`;
}

/** P22. Breaks a line that is too long before + and or, one step a line. Lists are not broken. */
function breakLines(head: string, { text, isSpelled }: Written): [string, ...string[]] {
  const isLong = isSpelled && head.length + text.length > LINE_LENGTH;
  const braces = isLong ? text.replaceAll('{', '(').replaceAll('}', ')') : '';
  const ends = matchesOutside(braces, / (?=\+ |or )/g).map(({ index }) => index);
  const [first = '', ...more] = isLong
    ? [...ends, text.length].map((end, at) =>
        text.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end),
      )
    : text.split('\n');
  return [`${head}${first}`.trimEnd(), ...more];
}
