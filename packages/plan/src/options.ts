import { remove, type DiagnosticCode, type Span, type Spend } from '@pacewright/script';

import type { PlanDiagnostic, Report } from './diagnostics.ts';
import {
  locate,
  locateAll,
  mapEdit,
  mapEdits,
  slice,
  trim,
  type MappedText,
} from './mapped-text.ts';
import { expandNames, type FindName } from './names.ts';
import { maskQuotes, matchesOutside } from './quotes.ts';
import { nameRace, readRaces } from './races.ts';
import type { ReadScript } from './script-cache.ts';
import { mapScriptDiagnostic, moveToNote, type NoteSlot } from './script-mistakes.ts';

/** P8. One of the options of a day. Only a run has a script; `other` is an activity other than running (P17). */
export type Option = {
  kind: 'run' | 'rest' | 'other';
  title: string;
  script: string;
  /** The distances of its races, in metres. */
  races: number[];
  /** How many mistakes the script has. */
  mistakes: number;
};

/** An option that is nothing but a name has the note of the name as well. */
export type ReadOption = Option & { name: string | undefined; codes: Set<DiagnosticCode> };

/** What reading any part of a plan needs: where to report, and what it may cost. */
export type ReadContext = {
  report: Report;
  add: (diagnostic: PlanDiagnostic) => void;
  spend: Spend;
  readScript: ReadScript;
};

export type OptionContext = ReadContext & {
  findName: FindName;
  noteSlot: NoteSlot;
  markUsed: (name: string) => void;
};

/** P8, P10. The options of a content, in their order; none for a day that is empty. */
export function readOptions(
  content: MappedText,
  hasNote: boolean,
  context: OptionContext,
): ReadOption[] {
  if (content.text.trim() === '') return hasNote ? [activity('other', '')] : [];
  return splitAtOr(content).flatMap(({ part, or }) => {
    const own = trim(part);
    if (own.text !== '') return [readOption(own, context)];
    const place = or ?? locateAll(content);
    context.report('empty-day', place, '“or” needs something on both sides', [
      remove(place, 'Remove or'),
    ]);
    return [];
  });
}

export const OR = /(?<![\w-])or(?![\w-])/gi;

function splitAtOr(content: MappedText): { part: MappedText; or: Span | undefined }[] {
  const parts: { part: MappedText; or: Span | undefined }[] = [];
  let from = 0;
  let or: Span | undefined;
  for (const { index, length } of matchesOutside(content.text, OR)) {
    const place = locate(content, { from: index, to: index + length });
    parts.push({ part: slice(content, from, index), or: or ?? place });
    or = place;
    from = index + length;
  }
  parts.push({ part: slice(content, from, content.text.length), or });
  return parts;
}

function activity(kind: 'rest' | 'other', title: string, name?: string): ReadOption {
  return { kind, title, script: '', races: [], mistakes: 0, name, codes: new Set() };
}

function readOption(content: MappedText, context: OptionContext): ReadOption {
  const { findName, report, add, noteSlot, markUsed, spend, readScript } = context;
  spend(content.text.length >> 3);
  const titled = findTitle(content.text);
  const title = titled?.title ?? '';
  const written = trim(slice(content, titled?.length ?? 0, content.text.length));
  if (titled && isScript(title, readScript)) reportScriptAsTitle(content, titled.length, report);
  else if (titled && written.text === '') {
    const run = findRun(content.text.slice(0, titled.length - 1), readScript);
    if (run) {
      reportRunInTitle(content, titled.length, run, context);
      return readOption(trim(slice(content, run.from, run.to)), context);
    }
  }
  if (written.text === '') return activity('other', title);
  if (titled && OTHER_SPORT.test(title) && LENGTH_ALONE.test(written.text)) {
    reportOtherSport(content, titled.length, report);
    return activity('other', `${title}, ${written.text}`);
  }
  if (REST.test(written.text)) return activity('rest', title);

  const named = findName(written.text);
  if (named && REST.test(named.body)) {
    markUsed(named.name);
    return activity('rest', title || named.title, named.name);
  }
  const { expanded, names } = expandNames(written, findName);
  for (const { name } of names) markUsed(name);
  const { script: mapped, races } = readRaces(expanded, report, readScript);
  const { script, reading, title: suggested, mistakes } = readScript(mapped.text);
  const codesOfNames = new Set(names.flatMap(({ codes }) => [...codes]));
  for (const diagnostic of reading.diagnostics) {
    // P20: races are exempt from the limits of training.
    if (races.length > 0 && LIMITS.has(diagnostic.code)) continue;
    spend(mapped.pieces.length >> 4);
    const own = mapScriptDiagnostic(diagnostic, {
      script: mapped,
      written,
      noteSlot,
      codesOfNames,
    });
    if (own) add(own);
  }
  const race = races.at(-1);
  return {
    kind: mapped.text.trim() === '' ? 'other' : 'run',
    title: title || named?.title || (race === undefined ? suggested : `Race ${nameRace(race)}`),
    script,
    races,
    mistakes,
    name: named?.name,
    codes: new Set(reading.diagnostics.map(({ code }) => code)),
  };
}

const LIMITS: ReadonlySet<DiagnosticCode> = new Set([
  'long-interval',
  'long-repetition',
  'long-threshold',
  'long-workout',
]);

/** P8. A title has a letter and ends with a colon. A colon between digits belongs to a clock. */
export function findTitle(text: string): { title: string; length: number } | undefined {
  const colon = maskQuotes(text).search(/:(?!\d)|(?<!\d):/);
  const title = text.slice(0, Math.max(0, colon)).trim().replaceAll(/\s+/g, ' ');
  return colon !== -1 && /\p{L}/u.test(title) ? { title, length: colon + 1 } : undefined;
}

/** Whether the words of a title would be a run if they were not a title. */
export function isScript(words: string, readScript: ReadScript): boolean {
  return /\d/.test(words) && readScript(words).mistakes === 0;
}

/**
 * The run in a title, next to words that are none: `8km E + Gym`. A length behind other words is theirs: `Gym, 30m`.
 */
function findRun(words: string, readScript: ReadScript): Span | undefined {
  const masked = maskQuotes(words);
  const joins = [...masked.matchAll(TITLE_JOIN)].slice(0, MAX_TITLE_JOINS);
  if (joins.length === 0) return undefined;
  const starts = [0, ...joins.map((join) => join.index + join[0].length)];
  const ends = [...joins.map(({ index }) => index), words.length];
  for (const [index, from] of starts.entries())
    for (const to of ends.slice(index).toReversed()) {
      const part = words.slice(from, to).trim();
      if (isScript(part, readScript) && (index === 0 || !LENGTH_ALONE.test(part)))
        return { from, to };
    }
  return undefined;
}

const TITLE_JOIN = /\s*(?:[+&;]|,(?!\d))\s*|\s+(?:and|then|plus|with)\s+/gi;
/** More than anyone writes; each pair of joins is read as a script. */
const MAX_TITLE_JOINS = 8;

/** With nothing but a length behind them, these are no runs. */
const OTHER_SPORT =
  /(?<!\p{L})(?:bike|biking|cycl(?:e|ing)|spin(?:ning)?|swim(?:ming)?|pool|aqua|row(?:ing)?|elliptical|cross[- ]?train(?:er|ing)?|gym|strength|weights|lifting|yoga|pilates|core|mobility|stretch(?:ing)?|hik(?:e|ing)|ski(?:ing)?)(?!\p{L})/iu;
const LENGTH_ALONE =
  /^(?:\d+(?:[.,:]\d+)?\s*(?:h|hrs?|hours?|m|mins?|minutes?|km|k|mi|miles?|mtr|s|secs?)\s*){1,2}$/i;

/** The pace behind a list may follow a rest in it: `{40m, rest} E`. */
export const REST = /^(?:rest|off)(?:\s+day)?(?:\s+[EMTIR])?$|^day\s+off$/i;

function reportScriptAsTitle(content: MappedText, length: number, report: Report): void {
  const to = length + content.text.slice(length).search(/[^:]|$/);
  const edit = mapEdit(content, { from: length - 1, to, insert: '' });
  report(
    'title-is-script',
    locate(content, { from: 0, to: length }),
    'This is a script. Only a title goes before a colon',
    edit ? [{ label: 'Remove the colon', edits: [edit] }] : [],
  );
}

/** P17. "Bike: 45m" would be a run with a title. */
function reportOtherSport(content: MappedText, length: number, report: Report): void {
  const end = content.text.length;
  const edits = mapEdits(content, [
    { from: length - 1, to: length, insert: ',' },
    { from: end, to: end, insert: ':' },
  ]);
  const fixes = edits ? [{ label: 'Make it a title', edits }] : [];
  const place = locate(content, { from: 0, to: length });
  report('other-sport', place, 'Only a run goes after a colon', fixes);
}

/** A run and another activity: the words of the latter can be a note of the run. */
function reportRunInTitle(
  content: MappedText,
  length: number,
  { from, to }: Span,
  { report, noteSlot }: OptionContext,
): void {
  const words = [content.text.slice(0, from), content.text.slice(to, length - 1)]
    .map((part) => part.trim().replace(FIRST_JOIN, '').replace(LAST_JOIN, '').trim())
    .filter(Boolean)
    .join(', ');
  const removals = mapEdits(content, [
    { from: 0, to: from, insert: '' },
    { from: to, to: length, insert: '' },
  ]);
  const place = locate(content, { from: 0, to: length });
  report(
    'title-is-script',
    place,
    'This is a run plus something else. Move the rest to a note or a pm line',
    removals ? moveToNote(removals, words, place, noteSlot, 'Move the rest to a note') : [],
  );
}

const FIRST_JOIN = /^(?:[+&;,]|and\s|then\s|plus\s|with\s)/i;
const LAST_JOIN = /(?:[+&;,]|\sand|\sthen|\splus|\swith)$/i;
