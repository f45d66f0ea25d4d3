import { read } from './repository.ts';

/** A bug that a property of random texts has to find. */
export type Bug = {
  /** The beginning of the property's name. */
  property: string;
  what: string;
  file: string;
  right: string;
  wrong: string;
};

const OPERATIONS = 'packages/script/test/operations.test.ts';
const LINES = 'packages/script/test/coach-lines.test.ts';
const PLANS = 'packages/plan/test/properties.test.ts';
const HISTORIES = 'packages/plan/test/history.test.ts';
const HISTORY = 'A5 to A14';
const PASTED = 'packages/import/test/pasted.test.ts';

/** By the file of their property. */
export const BUGS: Record<string, Bug[]> = {
  [OPERATIONS]: [
    {
      property: 'F5: on a correct script',
      what: 'an edit is taken although it means something else',
      file: 'packages/script/src/edit-script.ts',
      right: 'if (wrong?.length === 0) return edits;',
      wrong: 'if (wrong) return edits;',
    },
    {
      property: 'F5: on any text',
      what: 'an edit may add a mistake',
      file: 'packages/script/src/edit-script.ts',
      right: 'return isNew && wrong.length === 0 ? undefined : wrong;',
      wrong: 'return isNew && false ? undefined : wrong;',
    },
    {
      property: 'F5: leaves all other text',
      what: 'the whole script is written again',
      file: 'packages/script/src/edit-script.ts',
      right: 'for (const render of RENDERERS)',
      wrong: 'for (const render of RENDERERS.slice(-1))',
    },
    {
      property: 'F5: and its inverse',
      what: 'a new repeat is spelled in another way than the others',
      file: 'packages/script/src/render.ts',
      right: 'return [`${count}x(`',
      wrong: 'return [`${count} x (`',
    },
    {
      property: 'that splits or merges',
      what: 'the step between the rounds is run after the last',
      file: 'packages/script/src/operations.ts',
      right: 'const last = endsBetween(items) ? full.slice(0, -1) : full;',
      wrong: 'const last = endsBetween(items) ? full : full;',
    },
  ],
  [LINES]: [
    {
      property: 'a session as coaches write it',
      what: 'a bare number of the track is seconds',
      file: 'packages/script/src/coach-prices.ts',
      right: "value % 50 === 0)) return [['mtr', 0]];",
      wrong: "value % 50 === 0)) return [['s', 0]];",
    },
    {
      property: 'a figure or a word that is added',
      what: 'a figure that is lost is not asked about',
      file: 'packages/script/src/coach-lost.ts',
      right: 'hasLostFigure(text, items, spared) ||',
      wrong: 'false ||',
    },
    {
      property: 'a figure or a word that is added',
      what: 'a word that is lost is not asked about',
      file: 'packages/script/src/coach-lost.ts',
      right: 'hasLostWord(text, stepsIn(items), lex, spared) ||',
      wrong: 'false ||',
    },
    {
      property: 'a line that nobody runs',
      what: 'a step that nobody runs is not asked about',
      file: 'packages/script/src/coach-odd.ts',
      right: 'places.some((place, index) => isOddStep(place, index === 0)) ||',
      wrong: 'false ||',
    },
    {
      property: 'a changed line is read in finite numbers',
      what: 'a distance is divided by nothing',
      file: 'packages/script/src/resolve.ts',
      right: 'speed && amount.metres / middle(speed)',
      wrong: 'speed && amount.metres / 0',
    },
    {
      property: 'a changed line has a step',
      what: 'what has no likely meaning is not asked about',
      file: 'packages/script/src/two-opinions.ts',
      right: 'if (!best || !first) return read;',
      wrong: 'if (!best || !first) return { ...read, diagnostics: [] };',
    },
    {
      property: 'each question about a changed line',
      what: 'the first question is said again',
      file: 'packages/script/src/read.ts',
      right: 'eachOnce([...diagnostics, ...advice])',
      wrong: '[...diagnostics, ...diagnostics.slice(0, 1), ...advice]',
    },
    {
      property: 'an answer whose label is a script',
      what: 'each answer writes the first',
      file: 'packages/script/src/two-opinions.ts',
      right: '.map(({ script }) => change(everything, script));',
      wrong: '.map(({ script }) => change(everything, best.script, `Change to ${script}`));',
    },
    {
      property: 'formatting a changed line',
      what: 'a recovery is formatted as an easy run',
      file: 'packages/script/src/read.ts',
      right: '? text : writeScript(workout);',
      wrong: "? text : writeScript(workout).replace('jog', 'E');",
    },
  ],
  [PLANS]: [
    {
      property: 'has no mistake',
      what: 'a weekday is not known in full',
      file: 'packages/plan/src/weekdays.ts',
      right: 'wed(?:s|nesdays?)?',
      wrong: 'wed(?:s)?',
    },
    {
      property: 'P23',
      what: 'weekdays are written in the opposite order',
      file: 'packages/plan/src/weekdays.ts',
      right: 'return writeRanges(days, 3',
      wrong: 'return writeRanges(days.toReversed(), 3',
    },
    {
      property: 'P21',
      what: 'notes are written with another word',
      file: 'packages/plan/src/write.ts',
      right: '`// ${note}`',
      wrong: '`// ${note}.`',
    },
    {
      property: 'is read, with nothing dropped',
      what: 'a note is skipped',
      file: 'packages/plan/src/outline.ts',
      right: 'if (line.note) understood.push(',
      wrong: 'if (line.note && line.note.to < 0) understood.push(',
    },
    {
      property: 'has no fix that leaves',
      what: 'a fix inserts nothing',
      file: 'packages/plan/src/diagnostics.ts',
      right: "insert: '// ' }",
      wrong: "insert: '' }",
    },
  ],
  [PASTED]: [
    {
      property: 'no number of a text as it is written',
      what: 'the words of a session are not kept where its script lacks their numbers',
      file: 'packages/import/src/training/read-training.ts',
      right: 'const isWhole = lost.length > 0 || isAsked;',
      wrong: 'const isWhole = isAsked;',
    },
    {
      property: 'no number of a text as it is damaged',
      what: 'lines in no session are not listed',
      file: 'packages/import/src/training/leftovers.ts',
      right: 'return isCovered ? [] :',
      wrong: 'return isCovered || from >= 0 ? [] :',
    },
    {
      property: 'twice as many rows that may be heads',
      what: 'every row is the head of all rows below it',
      file: 'packages/import/src/training/grid.ts',
      right: 'rows.slice(at + 1, at + 1 + MAX_DAY_ROWS)',
      wrong: 'rows.slice(at + 1)',
    },
  ],
  [HISTORIES]: [
    {
      property: HISTORY,
      what: 'a moved day is moved back by a new text',
      file: 'packages/plan/src/merge.ts',
      right: 'else if (mine.day !== base.day) preview.questions.push(',
      wrong: 'else if (mine.day === today) preview.questions.push(',
    },
    {
      property: HISTORY,
      what: 'an edited day is overwritten by a new text',
      file: 'packages/plan/src/merge.ts',
      right: 'if (isSameContent(mine, base)) after = withContent(after, theirs);',
      wrong: 'if (isSameContent(mine, mine)) after = withContent(after, theirs);',
    },
    {
      property: HISTORY,
      what: 'a removed day is back after a new text',
      file: 'packages/plan/src/merge.ts',
      right: '} else if (!mine) mergeRemoved(base, theirs);',
      wrong: '} else if (!mine) theirs && addDay(theirs);',
    },
    {
      property: HISTORY,
      what: 'a text that was applied is not remembered',
      file: 'packages/plan/src/merge.ts',
      right: 'base: preview.base, entries',
      wrong: 'base: season.base, entries',
    },
    {
      property: HISTORY,
      what: 'a run that was done is moved with the season',
      file: 'packages/plan/src/season.ts',
      right: "return !isDone && status !== 'released' && day >= today;",
      wrong: "return status !== 'released' && day >= today;",
    },
    {
      property: HISTORY,
      what: 'an undo leaves added days',
      file: 'packages/plan/src/season.ts',
      right: 'if (!old.has(id)) current.delete(id);',
      wrong: "if (!old.has(id) && id === '') current.delete(id);",
    },
  ],
};

/** How often the right code is in its file; once, or the bug can't be planted. */
export function countPlaces({ file, right }: Bug): number {
  return read(file).split(right).length - 1;
}
