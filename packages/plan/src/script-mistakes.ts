import {
  change,
  type Diagnostic,
  type DiagnosticCode,
  type Fix,
  type Span,
} from '@pacewright/script';

import type { PlanDiagnostic } from './diagnostics.ts';
import { locate, locateAll, mapEdit, mapEdits, slice, type MappedText } from './mapped-text.ts';

/** Where the note of a line is, or would be. */
export type NoteSlot = { at: number; hasNote: boolean; hasText: boolean };

/**
 * P18. A diagnostic of the script reader at its position in the plan, with those of its fixes that can be made there.
 * Undefined if it is reported at the definition of a name.
 */
export function mapScriptDiagnostic(
  { code, severity, message, from, to, fixes }: Diagnostic,
  {
    script,
    written,
    noteSlot,
    codesOfNames,
  }: {
    script: MappedText;
    /** The script as the day has it, before names and races were replaced. */
    written: MappedText;
    noteSlot: NoteSlot;
    codesOfNames: ReadonlySet<DiagnosticCode>;
  },
): PlanDiagnostic | undefined {
  const { pieces } = slice(script, from, to);
  const isReplaced = pieces.length > 0 && pieces.every(({ kind }) => kind === 'substitute');
  if (isReplaced && codesOfNames.has(code)) return undefined;

  const place = locate(script, { from, to });
  const words = script.text.slice(from, to);
  const own = fixes.flatMap(({ label, edits }): Fix[] => {
    const mapped = mapEdits(script, edits);
    return mapped ? [{ label, edits: mapped }] : [];
  });
  const isUnknown = code === 'unknown-word';
  return {
    code,
    severity,
    layer: 'script',
    message,
    ...place,
    fixes: [
      ...(isUnknown ? makeTitle(written) : []),
      ...(severity === 'error'
        ? [...turnRace(script, { from, to }), ...writeStrides(script, { from, to })]
        : []),
      ...own,
      ...(isUnknown ? keepAsNote(place, words, written, noteSlot) : []),
    ],
  };
}

/** "Strength": words alone name an activity other than running (P17). */
function makeTitle(written: MappedText): Fix[] {
  const { to } = locateAll(written);
  return /[\d"\u201c\u201d]/.test(written.text)
    ? []
    : [change({ from: to, to }, ':', 'Make it a title')];
}

/** "5 strides". */
function writeStrides(script: MappedText, { from, to }: Span): Fix[] {
  for (const match of script.text.matchAll(/(?:(\d{1,2})\s*(?:x\s*)?)?strides?(?![\w-])/gi)) {
    const [all, count = '6'] = match;
    const end = match.index + all.length;
    if (from < match.index || to > end) continue;
    const insert = `${count}x(20s R + 1m jog)`;
    const edit = mapEdit(script, { from: match.index, to: end, insert });
    return edit ? [{ label: `Change to ${insert}`, edits: [edit] }] : [];
  }
  return [];
}

const DISTANCE_BEFORE = /(?:\d+(?:\.\d+)?\s*(?:km|k|mi|mtr)|half marathon|half|hm|marathon)\s*$/i;
/** Room for any distance and some space behind it. */
const MAX_DISTANCE_LENGTH = 40;

/** "10 km race" is race 10 km. */
function turnRace(script: MappedText, { from, to }: Span): Fix[] {
  if (!/^race$/i.test(script.text.slice(from, to))) return [];
  const before = script.text.slice(Math.max(0, from - MAX_DISTANCE_LENGTH), from);
  const distance = DISTANCE_BEFORE.exec(before)?.[0];
  if (distance === undefined) return [];
  const insert = `race ${distance.trim()}`;
  const edit = mapEdit(script, { from: from - distance.length, to, insert });
  return edit ? [{ label: `Change to ${insert}`, edits: [edit] }] : [];
}

/** Words that are no script can be read by the athlete all the same. */
function keepAsNote(place: Span, words: string, written: MappedText, noteSlot: NoteSlot): Fix[] {
  const moved = moveToNote([{ ...place, insert: '' }], words, place, noteSlot);
  const { from } = locateAll(written);
  return noteSlot.hasNote || moved.length === 0
    ? moved
    : [...moved, change({ from, to: from }, '// ', 'Keep all of it as a note')];
}

/** Takes words out of a line with these edits, and adds them to its note. */
export function moveToNote(
  edits: Fix['edits'],
  words: string,
  place: Span,
  { at, hasNote, hasText }: NoteSlot,
  label = 'Move it to a note',
): Fix[] {
  if (place.to > at || /[\n"\u201c\u201d]/.test(words)) return [];
  const insert = hasNote ? `${words}${hasText ? '. ' : ''}` : ` // ${words}`;
  return [{ label, edits: [...edits, { from: at, to: at, insert }] }];
}
