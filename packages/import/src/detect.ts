/** The format of a file or a pasted text, by its content and never by its name. */
export type Format =
  | 'fit'
  | 'zip'
  | 'apple'
  | 'zwo'
  | 'tcx'
  | 'erg'
  | 'json'
  | 'icalendar'
  | 'table'
  | 'intervals-text'
  | 'text'
  | 'unknown';

/** The text of a file that is text. */
type Detected = { format: Format; text: string };

export function detect(bytes: Uint8Array): Detected {
  const ascii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (ascii(8, 12) === '.FIT') return { format: 'fit', text: '' };
  if (ascii(0, 2) === 'PK') return { format: 'zip', text: '' };
  // The file begins with its id: field 9, a text of 36 characters.
  if (bytes[0] === 0x4a && bytes[1] === 36 && /^[\dA-F-]{36}$/i.test(ascii(2, 38)))
    return { format: 'apple', text: '' };
  const text = decode(bytes);
  return text === undefined ? { format: 'unknown', text: '' } : { format: detectText(text), text };
}

/** Undefined for bytes that are no text. Spreadsheets also write UTF-16 and Windows-1252. */
function decode(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes);
  const text = decodeAs('utf-8', bytes);
  if (text !== undefined) return text;
  // Any bytes are letters there, but no text has so many control characters.
  const isText = !bytes.some(
    (byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c,
  );
  return isText ? decodeAs('windows-1252', bytes) : undefined;
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

function decodeAs(encoding: Encoding, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return undefined;
  }
}

const BEGINNING = 5000;
const STEP_LINE = /^\s*-\s*\S/;

export function detectText(text: string): Format {
  const start = text.replace(/^\ufeff/, '').trimStart();
  const beginning = start.slice(0, BEGINNING);
  if (start === '' || beginning.includes('\0')) return 'unknown';
  if (/^BEGIN:VCALENDAR/i.test(beginning)) return 'icalendar';
  if (beginning.startsWith('<')) {
    if (/<workout_file[\s>]/i.test(beginning)) return 'zwo';
    return /<(?:\w+:)?TrainingCenterDatabase[\s>]/.test(beginning) ? 'tcx' : 'unknown';
  }
  if (/^\[COURSE HEADER\]/i.test(beginning)) return 'erg';
  if (/^[{[]/.test(beginning)) return 'json';
  const lines = start.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 1 && isTable(lines)) return 'table';
  return isIntervalsText(lines) ? 'intervals-text' : 'text';
}

const HEADINGS =
  /^(?:week|wk|date|day|when|datum|mon|tue|wed|thu|fri|sat|sun|workout|session|title|name|description)/i;

/** A table has a row of headings, or tabs in every row. */
function isTable(lines: readonly string[]): boolean {
  if (lines.some((line) => /^[\s|:-]{3,}$/.test(line) && line.includes('|') && line.includes('--')))
    return true;
  const [first = '', second = ''] = lines;
  const cells = first.split(/[\t;,]/).map((cell) => cell.trim().replace(/^"|"$/g, ''));
  const headings = cells.filter((cell) => cell.length <= 20 && HEADINGS.test(cell)).length;
  const isHead = headings >= 2 && headings * 2 >= cells.length && !/\d/.test(first);
  // Columns of other names count if every row has as many.
  if (headings >= 2 && !/\d/.test(first) && areEven(lines)) return true;
  return isHead || (first.includes('\t') && second.includes('\t') && headings >= 2);
}

const MIN_EVEN_ROWS = 3;
const MIN_EVEN_SHARE = 0.8;

/** Nearly all rows have as many separators as the first one, outside of quotes. */
function areEven(lines: readonly string[]): boolean {
  const mark = /[\t;,]/.exec(lines[0] ?? '')?.[0];
  if (mark === undefined || lines.length < MIN_EVEN_ROWS) return false;
  const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(mark).length);
  const even = counts.filter((count) => count === counts[0]).length;
  return even >= MIN_EVEN_SHARE * lines.length;
}

/** Every line with a number is a step or a count of rounds. */
function isIntervalsText(lines: readonly string[]): boolean {
  // Lines above the first step are a title and headings, which may have a number.
  const firstStep = lines.findIndex((line) => STEP_LINE.test(line));
  // Where a heading counts the rounds of a list, its metres are the writer's.
  const hasRounds = lines.some(
    (line, index) => ROUNDS.test(line.trimEnd()) && STEP_LINE.test(lines[index + 1] ?? ''),
  );
  const isTitle = (line: string) => TITLE.test(line.trim());
  return (
    !lines.some(
      (line, index) =>
        COACHED.test(line) &&
        !(index < firstStep && isTitle(line)) &&
        !(hasRounds && STEP_LINE.test(line)),
    ) &&
    lines.some(
      (line, index) =>
        (STEP_LINE.test(line) && INTERVALS_WORD.test(line)) ||
        RECOVERY_LINE.test(line) ||
        (ROUNDS_LINE.test(line) && STEP_LINE.test(lines[index + 1] ?? '')),
    ) &&
    lines.every(
      (line, index) =>
        STEP_LINE.test(line) ||
        ROUNDS.test(line.trimEnd()) ||
        !/\d/.test(line) ||
        (index < firstStep && isTitle(line)),
    )
  );
}

/** Metres, or rounds and their length in one line: there, "m" is minutes, and rounds have a line of their own. */
const COACHED = /(?<!\d)\d{3,5}\s?m\b|\d\s?[x×]\s?\d/i;

/** Only intervals.icu has the number of rounds on a line of its own, above a list. */
const ROUNDS_LINE = /^\s*\d{1,3}\s?x\s*$/i;

const ROUNDS = /\b\d{1,3}\s?x$/i;

/** The name of a workout: a number and words, without a count, a time or a list. */
const TITLE = /^(?:\d{1,5}\s?(?:m|k|km|mi)?\s)?[a-z][a-z '’&-]{2,60}$/i;

/** A recovery as a step of its own, with its name before its length. */
const RECOVERY_LINE = /^\s*-\s*(?:rest|jog|walk)\s+\d+(?:\.\d+)?\s?(?:km|mi)\s*$/i;

/** A word that only intervals.icu has: others write lists with hyphens, too. */
const INTERVALS_WORD =
  /\bpace\b|\bHR\b|%|\bLTHR\b|\bpress lap\b|\bmtr\b|\d(?:mtr|[hms])\b|\d\s?w\b|\brpm\b/i;
