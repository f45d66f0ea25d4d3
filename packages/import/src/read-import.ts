import { readApple } from './apple.ts';
import { detect, detectText, type Format } from './detect.ts';
import { readFit } from './fit.ts';
import { readICalendar } from './icalendar.ts';
import { readIntervalsText } from './intervals-text.ts';
import { readJson } from './json.ts';
import { refusal, type ImportOptions, type Reading } from './result.ts';
import { readTable } from './tables.ts';
import { readTcx } from './tcx.ts';
import { readText } from './text.ts';
import { readZwo } from './zwo.ts';

export type ImportReading = Reading & { format: Format };

/** Reads a file of any format but an archive. Never throws, and takes a time in proportion to its size. */
export function readImport(bytes: Uint8Array, options: ImportOptions): ImportReading {
  const { format, text } = detect(bytes);
  if (format === 'fit') return { format, ...readFit(bytes, options) };
  if (format === 'apple') return { format, ...readApple(bytes, options) };
  return { format, ...readAs(format, text, options) };
}

/** Reads a pasted text. */
export function readPasted(text: string, options: ImportOptions): ImportReading {
  const format = detectText(text);
  return { format, ...readAs(format, text, options) };
}

function readAs(format: Format, text: string, options: ImportOptions): Reading {
  switch (format) {
    case 'zwo':
      return readZwo(text, options);
    case 'tcx':
      return readTcx(text, options);
    case 'json':
      return readJson(text, options);
    case 'icalendar':
      return readICalendar(text, options);
    case 'table':
      return readTable(text, options);
    case 'intervals-text':
      return readIntervalsText(text, options);
    case 'text':
      return readText(text, options);
    case 'erg':
      return refusal(
        'ERG and MRC files are bike rides with power targets. Pacewright imports runs only.',
      );
    case 'zip':
      return refusal('This zip contains another zip. Unzip it first.');
    case 'fit':
    case 'apple':
    case 'unknown':
      return refusal(/<gpx[\s>]/.test(text.slice(0, BEGINNING)) ? GPX : UNKNOWN);
  }
}

const BEGINNING = 2000;
const GPX =
  'This GPX file is a recording, not a workout. To add a run, export it as FIT and add that.';
const UNKNOWN =
  'We can’t read this file type. You can import FIT, TCX, ZWO and .workout files, Garmin JSON, calendars, tables and text.';
