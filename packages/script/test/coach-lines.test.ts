import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { applyFix, formatScript, readScript, writeScript, type Diagnostic } from '../src/index.ts';
import { tokenize } from '../src/tokenize.ts';
import { changedLine, coachLine, lineWithMore, oddLine } from './coach-lines.ts';
import { shareOfLines } from './runs.ts';

test('a session as coaches write it means what it says, or is asked about', () => {
  fc.assert(
    fc.property(coachLine, ({ text, script }) => {
      const { workout, diagnostics } = readScript(text);
      if (diagnostics.some(isMistake)) return;
      expect(meant(writeScript(workout))).toBe(meant(writeScript(readScript(script).workout)));
    }),
    shareOfLines(0.25),
  );
});

test('a figure or a word that is added to a line is in its workout, or is asked about', () => {
  fc.assert(
    fc.property(lineWithMore, ({ text, traces }) => {
      const { workout, diagnostics } = readScript(text);
      if (diagnostics.some(isMistake)) return;
      const script = writeScript(workout);
      expect(traces.some((trace) => script.includes(trace)) ? text : `${text}: ${script}`).toBe(
        text,
      );
    }),
    shareOfLines(0.3),
  );
});

test('a line that nobody runs is asked about', () => {
  fc.assert(
    fc.property(oddLine, (text) => {
      expect(readScript(text).diagnostics.some(isMistake) ? '' : text).toBe('');
    }),
    shareOfLines(0.1),
  );
});

test('a changed line is read in finite numbers', () => {
  fc.assert(
    fc.property(changedLine, (text) => {
      const { workout, totals } = readScript(text);
      // A number that is not finite becomes null in JSON.
      expect(JSON.stringify([workout, totals])).not.toContain('null');
    }),
    shareOfLines(0.2),
  );
});

test('a changed line has a step, a note, a heading or a question', () => {
  fc.assert(
    fc.property(changedLine, (text) => {
      const { workout, headings, diagnostics } = readScript(text);
      const isEmpty = workout.items.length + headings.length + diagnostics.length === 0;
      expect(isEmpty && tokenize(text).some(({ kind }) => kind !== 'join')).toBe(false);
    }),
    shareOfLines(0.15),
  );
});

test('each question about a changed line is asked once', () => {
  fc.assert(
    fc.property(changedLine, (text) => {
      const asked = readScript(text).diagnostics.map(
        ({ code, from, to }) => `${code} ${from} ${to}`,
      );
      expect(asked).toEqual([...new Set(asked)]);
    }),
    shareOfLines(0.15),
  );
});

test('an answer whose label is a script means that script', () => {
  fc.assert(
    fc.property(changedLine, (text) => {
      expect(otherThanLabelled(text)).toEqual([]);
    }),
    shareOfLines(0.15),
  );
});

test('formatting a changed line keeps its meaning, and formatting again changes nothing', () => {
  fc.assert(
    fc.property(changedLine, (text) => {
      const formatted = formatScript(text);
      const isLeft = readScript(text).diagnostics.some(isMistake);
      expect(isLeft ? formatted : text).toBe(text);
      expect(readScript(formatted).workout).toEqual(readScript(text).workout);
      expect(formatScript(formatted)).toBe(formatted);
    }),
    shareOfLines(0.1),
  );
});

function otherThanLabelled(text: string): string[] {
  const fixes = readScript(text).diagnostics.flatMap((each) => (isMistake(each) ? each.fixes : []));
  return fixes.flatMap((fix) => {
    const script = fix.label.replace(/^Change to /, '');
    const [edit] = fix.edits;
    const isWhole = edit?.from === 0 && edit.to === text.length && isShort(script);
    const fixed = applyFix(text, fix);
    return !isWhole || (isShort(fixed) && fixed === script) ? [] : [`${script}: ${fixed}`];
  });
}

/** Whether a text is a script in its short form. */
function isShort(text: string): boolean {
  return !readScript(text).diagnostics.some(isMistake) && formatScript(text) === text;
}

/** A warm-up or cool-down is an easy run, and the kind of a recovery is not what is tested here. */
function meant(script: string): string {
  return script.replaceAll(/ (?:WU|CD|E)\b/g, ' E').replaceAll('\n', ' ');
}

function isMistake({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
