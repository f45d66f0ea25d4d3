import { applyFix } from '@pacewright/script';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { formatPlan, readPlan, type PlanDiagnostic, type PlanReading } from '../src/index.ts';
import { anyText, hostileTexts, spelledPlan } from './arbitraries.ts';
import { runs } from './runs.ts';

describe('a correct plan', () => {
  test('has no mistake', () => {
    fc.assert(
      fc.property(spelledPlan, (text) => {
        expect(mistakesIn(text)).toEqual([]);
      }),
      runs(0.1),
    );
  });

  test('P23: formatting keeps its meaning, and formatting again changes nothing', () => {
    fc.assert(
      fc.property(spelledPlan, (text) => {
        expect(misformattedIn(text)).toEqual([]);
      }),
      runs(0.3),
    );
  });

  test('P21: is never left unformatted', () => {
    fc.assert(
      fc.property(spelledPlan, (text) => {
        fc.pre(readPlan(text).diagnostics.every(({ severity }) => severity === 'advice'));
        // White space before a heading is not in any spelling.
        const spaced = text.replace(/^week/im, ' \n $&');
        expect(formatPlan(spaced)).not.toBe(spaced);
      }),
      runs(0.1),
    );
  });
});

describe('any text at all', () => {
  test('is read, with nothing dropped and every mistake within it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect([...droppedFrom(text), ...misformattedIn(text)]).toEqual([]);
      }),
      runs(0.4),
    );
  });

  test('has no fix that leaves its mistake', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(unfixedIn(text)).toEqual([]);
      }),
      runs(0.1),
    );
  });

  test.each(hostileTexts)('%#: nonsense of 20,000 characters loses nothing', (text) => {
    expect(droppedFrom(text)).toEqual([]);
  });
});

/** The days of a formatted plan are the days of the original. */
function misformattedIn(text: string): string[] {
  const formatted = formatPlan(text);
  if (formatted === text) return [];
  const isSame = meaningOf(readPlan(text)) === meaningOf(readPlan(formatted));
  return [
    ...(isSame ? [] : [`${formatted} means something else`]),
    ...(formatPlan(formatted) === formatted ? [] : [`${formatted} is formatted again`]),
  ];
}

function meaningOf({ title, notes, weekStart, weeks, days }: PlanReading): string {
  const meaning = { title, notes, weekStart, weeks, days };
  return JSON.stringify(meaning, (key, value) => (key === 'place' ? undefined : value));
}

/** A generated plan may name a day twice, since the generator does not compare its lines. */
function mistakesIn(text: string): string[] {
  return readPlan(text)
    .diagnostics.filter(({ severity, layer }) => severity === 'error' && layer === 'plan')
    .filter(({ code }) => code !== 'day-twice')
    .map(({ code, from, to }) => `${code} at ${text.slice(from, to)}`);
}

/** Every character has a meaning or a mistake. */
function droppedFrom(text: string): string[] {
  const { understood, diagnostics, days } = readPlan(text);
  const dropped: string[] = [];
  const isAccounted = new Uint8Array(text.length);
  for (const { from, to } of [...understood, ...diagnostics]) {
    if (from < 0 || to > text.length || from > to) dropped.push(`no such place: ${from} to ${to}`);
    isAccounted.fill(1, from, to);
  }
  for (const { index } of text.matchAll(/\S/g))
    if (!isAccounted[index]) dropped.push(`${text.charAt(index)} at ${index} goes unmentioned`);
  // A mistake that is counted on a day is reported.
  const hasMistake = diagnostics.some(
    ({ layer, severity }) => layer === 'script' && severity === 'error',
  );
  if (days.some(({ mistakes }) => mistakes > 0) && !hasMistake)
    dropped.push('a mistake of a script');
  return dropped;
}

/** A mistake that a fix removes is no longer reported at the same place, or is reported less often. */
function unfixedIn(text: string): string[] {
  const unfixed: string[] = [];
  const before = readPlan(text).diagnostics.filter(({ layer }) => layer === 'plan');
  for (const { code, from, to, fixes } of before)
    for (const fix of fixes) {
      const isOrdered = fix.edits.every(
        (edit, index) => edit.from >= (fix.edits[index - 1]?.to ?? 0) && edit.to <= text.length,
      );
      if (!isOrdered) unfixed.push(`${code}: the edits of "${fix.label}" overlap`);
      const fixed = applyFix(text, fix);
      const after = readPlan(fixed).diagnostics;
      const count = (list: readonly PlanDiagnostic[]) =>
        list.filter((other) => other.code === code).length;
      const moved = fix.edits
        .filter((edit) => edit.to <= from)
        .reduce((at, edit) => at + edit.insert.length - (edit.to - edit.from), from);
      const isRewritten = fix.edits.some((edit) => edit.from <= from && edit.to >= to);
      const isStillThere = after.some(
        (other) =>
          other.code === code &&
          other.from === moved &&
          (isRewritten || fixed.slice(other.from, other.to) === text.slice(from, to)),
      );
      if (isStillThere && count(after) >= count(before))
        unfixed.push(`${code}: "${fix.label}" leaves it in ${JSON.stringify(fixed)}`);
    }
  return unfixed;
}
