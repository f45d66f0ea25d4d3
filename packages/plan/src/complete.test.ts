import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyText } from '../test/arbitraries.ts';
import { runs } from '../test/runs.ts';
import { completePlan, PLAN_TEMPLATES, readPlan } from './index.ts';

/** The completion at the bar, which is taken out of the text. */
function completeAt(marked: string) {
  const position = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = completePlan(text, position);
  return (
    found && {
      word: text.slice(found.from, position),
      words: found.words.map(({ label }) => label),
      script: found.script,
    }
  );
}

test('an empty plan offers its title and its first weeks', () => {
  expect(completeAt('|')?.words).toEqual(['plan', 'week 1', 'weeks 1-4', 'week starts Sun']);
  expect(completeAt('plan A\n\nwe|')).toEqual({
    word: 'we',
    words: ['week 1', 'weeks 1-4', 'week starts Sun'],
    script: undefined,
  });
});

test('under a heading come the days it does not have yet, from the next one', () => {
  expect(completeAt('weeks 1-4\n  Tue 40m E\n  Thu, Fri rest\n  |')?.words).toEqual([
    'Sat',
    'Sun',
    'Mon',
    'Wed',
    'week 5',
    'weeks 5-8',
  ]);
});

test('a heading offers the next weeks, and the week it is like', () => {
  expect(completeAt('weeks 1-4\n  Mon rest\nweek |')?.words).toEqual(['5']);
  expect(completeAt('weeks 1-4\n  Mon rest\nweeks |')?.words).toEqual(['5-8', '5']);
  expect(completeAt('weeks 1-4\n  Mon rest\nweek 5 |')?.words).toEqual(['like week 4']);
});

test('a day offers rest, the names above it, a race, and its halves', () => {
  const text = 'strides = 6x(20s R)\nweek 1\n  Tue |\nlater = 40m E';
  expect(completeAt(text)).toEqual({
    word: '',
    words: ['rest', 'strides', 'race', 'am', 'pm'],
    script: '',
  });
});

test.each([
  ['week 1\n  Tue 15m |', '15m '],
  ['week 1\n  Tue Club night: 15m E + 20|', '15m E + '],
  ['week 1\n  Tue 15m E or 20m |', '20m '],
  ['weeks 1-2\n  Tue {4, 5}x(3m |', '4x(3m '],
  ['weeks 1-2\n  Tue 15m E + {3m, 4|', '15m E +  '],
  ['week 1\n  Tue 15m E // easy\n    + 20m |', '15m E\n    + 20m '],
  ['strides = 20s |', '20s '],
])('%j is completed as the script %j', (text, script) => {
  expect(completeAt(text)?.script).toBe(script);
});

test('a race offers distances, a finished step an alternative', () => {
  expect(completeAt('week 1\n  Sun race |')?.words).toContain('HM');
  expect(completeAt('week 1\n  Sun 40m E |')?.words).toEqual(['or']);
});

test('a note and a title offer nothing', () => {
  expect(completeAt('week 1\n  Sun 40m E // on the |')).toBeUndefined();
  expect(completeAt('plan My |')).toBeUndefined();
});

test('every offered word gives a plan without a new kind of mistake', () => {
  for (const text of ['', 'week 1\n  ', 'week 1\n  Tue ', 'week 1\n  Tue 40m E\nweek '])
    for (const { label, insert } of completePlan(text, text.length)?.words ?? []) {
      const { diagnostics } = readPlan(`${text}${insert ?? label}`);
      const codes = diagnostics.map(({ code }) => code);
      expect(codes, `${text}${label}`).not.toContain('unknown-line');
      expect(codes, `${text}${label}`).not.toContain('unknown-word');
    }
});

test('completing never throws, at any position of any text', () => {
  const anyPlan = fc.oneof(anyText, fc.constantFrom(...PLAN_TEMPLATES.map(({ text }) => text)));
  fc.assert(
    fc.property(anyPlan, fc.double({ min: 0, max: 1, noNaN: true }), (text, share) => {
      const position = Math.round(share * text.length);
      const found = completePlan(text, position);
      expect(found?.from ?? position).toBeLessThanOrEqual(position);
    }),
    runs(0.2),
  );
});
