import { applyFix } from '@pacewright/script';
import { expect, test } from 'vitest';

import { PLAN_MISTAKE_CODES, readPlan, type PlanMistakeCode } from '../src/index.ts';
import { takeFirstFixes } from './first-fixes.ts';

// One example for every code: the text, the place of the mistake, and the text after each fix.

const EXAMPLES: [PlanMistakeCode, string, string, string[]][] = [
  ['day-in-line', 'week 1\n  Mon rest, Tue 40m E', 'Tue', ['week 1\n  Mon rest\n  Tue 40m E']],
  ['day-outside-week', 'Tue 40m E', 'Tue 40m E', ['week 1\n  Tue 40m E']],
  ['day-twice', 'week 1\n  Tue 40m E\n  Tue 20m T', 'Tue', ['week 1\n  Tue 40m E\n  Tue pm 20m T']],
  ['either-day', 'week 1\n  Sat or Sun 90m E', ' or Sun', ['week 1\n  Sat 90m E']],
  [
    'either-day',
    'week 1\n  Fri or Sat  or Sun: 9km E',
    ' or Sat  or Sun',
    ['week 1\n  Fri: 9km E'],
  ],
  ['empty-day', 'week 1\n  Tue', 'Tue', ['week 1\n  Tue rest']],
  ['like-unclear', 'week 1\n  Tue 40m E\nweek 2 like week 3', '2', []],
  [
    'list-in-name',
    'a = {4, 5}x(1m R + 1m jog)\nweek 1\n  Tue a',
    '{4, 5}',
    ['a = 4x(1m R + 1m jog)\nweek 1\n  Tue a'],
  ],
  [
    'list-length',
    'weeks 1-4\n  Sun {80m, 90m} E',
    '{80m, 90m}',
    ['weeks 1-4\n  Sun {80m, 90m, 90m, 90m} E', 'weeks 1-4\n  Sun {80m, 90m, 80m, 90m} E'],
  ],
  [
    'list-range',
    'weeks 1-4\n  Sun {50m..65m} E',
    '{50m..65m}',
    ['weeks 1-4\n  Sun {50m, 55m, 60m, 65m} E'],
  ],
  ['list-value', 'weeks 1-2\n  Sun {80m, } E', '{80m, }', []],
  [
    'name-taken',
    'wu = 15m E\nweek 1\n  Tue wu + 20m T + 5m wu // wu alone\n  Wed: WU, 30m E',
    'wu',
    ['my-wu = 15m E\nweek 1\n  Tue my-wu + 20m T + 5m wu // wu alone\n  Wed: my-wu, 30m E'],
  ],
  [
    'other-layout',
    'week 1\n  Mon rest\n| Week | Mon | Tue |\n|---|---|---|\n| 1 | rest | 5km E |',
    '| Week | Mon | Tue |\n|---|---|---|\n| 1 | rest | 5km E |',
    [],
  ],
  [
    'other-layout',
    'Week;Mon;Tue;Wed\n1;rest;5km E;6km E',
    'Week;Mon;Tue;Wed\n1;rest;5km E;6km E',
    [],
  ],
  ['other-layout', 'Tue\n12 weeks to go\n  Wed 45m E', '12 weeks to go', []],
  ['other-sport', 'week 1\n  Fri Bike: 45m', 'Bike:', ['week 1\n  Fri Bike, 45m:']],
  [
    'other-sport',
    'weeks 1-2\n  Fri rest or Swim: {30, 40} min // pool',
    'Swim:',
    ['weeks 1-2\n  Fri rest or Swim, {30, 40} min: // pool'],
  ],
  ['other-sport', 'weeks 1-2\n  Fri Swim: {30m, 40m}', 'Swim:', []],
  ['plan-too-long', 'x'.repeat(20_001), 'x'.repeat(20_001), []],
  ['plan-twice', 'plan A\nplan B', 'plan B', ['plan A\n// plan B']],
  [
    'race-needs-distance',
    'week 1\n  Sun race',
    'race',
    ['5km', '10km', 'HM', 'marathon'].map((distance) => `week 1\n  Sun race ${distance}`),
  ],
  ['title-is-script', 'week 1\n  Tue 40m E: // flat', '40m E:', ['week 1\n  Tue 40m E // flat']],
  ['title-is-script', 'week 1\n  Tue 40m E::', '40m E:', ['week 1\n  Tue 40m E']],
  ['unclosed-list', 'weeks 1-2\n  Sun {80m, 90m E', '{', ['weeks 1-2\n  Sun {80m, 90m} E']],
  [
    'unknown-line',
    'week 1\n  Tuseday 40m E',
    'Tuseday 40m E',
    ['week 1\n  Tue 40m E', 'week 1\n  // Tuseday 40m E'],
  ],
  ['unopened-list', 'week 1\n  Sun 80m} E', '}', ['week 1\n  Sun 80m E']],
  [
    'weeks-overlap',
    'weeks 1-4\n  Tue 40m E\nweeks 4-6\n  Tue 50m E',
    '4-6',
    ['weeks 1-4\n  Tue 40m E\nweeks 5-6\n  Tue 50m E'],
  ],
  ['weeks-unclear', 'weeks 4-1\n  Tue 40m E', '4-1', ['weeks 1-4\n  Tue 40m E']],
  ['weeks-unclear', 'weeks 1-4 6', '6', ['weeks 1-4, 6', 'weeks 1-4: 6']],
  // With a comma, week 3 would be named twice.
  ['weeks-unclear', 'weeks 1-4 3', '3', ['weeks 1-4: 3']],
  ['weeks-unclear', 'weeks 1-4 8-6', '8-6', ['weeks 1-4: 8-6']],
];

test.each(EXAMPLES)(
  '%s is reported at its place, and each fix removes it',
  (code, text, place, fixed) => {
    const found = readPlan(text).diagnostics.find((diagnostic) => diagnostic.code === code);
    expect(text.slice(found?.from, found?.to)).toBe(place);
    expect(found?.fixes.map((fix) => applyFix(text, fix))).toEqual(fixed);
    for (const better of fixed)
      expect(readPlan(better).diagnostics.map((other) => other.code)).not.toContain(code);
  },
);

test('every code has an example', () => {
  expect(new Set(EXAMPLES.map(([code]) => code))).toEqual(new Set(PLAN_MISTAKE_CODES));
});

test('words that are no script can become a title or a note', () => {
  const text = 'week 1\n  Wed strength';
  const [found] = readPlan(text).diagnostics;
  expect(found?.fixes.map((fix) => [fix.label, applyFix(text, fix)])).toEqual([
    ['Make it a title', 'week 1\n  Wed strength:'],
    ['Keep it as a note', 'week 1\n  Wed "strength"'],
    ['Remove it', 'week 1\n  Wed '],
    ['Move it to a note', 'week 1\n  Wed  // strength'],
    ['Keep all of it as a note', 'week 1\n  Wed // strength'],
  ]);
});

test('a race of 40 minutes may be no race', () => {
  const text = 'week 1\n  Sun race 40m';
  const [found] = readPlan(text).diagnostics;
  expect(found?.fixes.map((fix) => applyFix(text, fix))).toEqual(['week 1\n  Sun  40m']);
});

test('a list over several lines has no fix, which would lose the notes between them', () => {
  const [found] = readPlan('weeks 1-3\n  Sun {80m, // a\n    90m} E').diagnostics;
  expect(found).toMatchObject({ code: 'list-length', fixes: [] });
  const [open] = readPlan('weeks 1-2\n  Sun {80m\u2028{1, 2}km E').diagnostics;
  expect(open).toMatchObject({ code: 'unclosed-list', fixes: [] });
});

test.each([
  ['weeks 1 3 5\n  Tue 40m E', 'weeks 1, 3, 5\n  Tue 40m E'],
  ['week 4 70%\n  Tue 40m E', 'week 4: 70%\n  Tue 40m E'],
  ['week starts\nweek 1\n  Tue 40m E', 'week starts Sun\nweek 1\n  Tue 40m E'],
  ['week starts: early\nweek 1\n  Tue 40m E', 'week starts: Sun // early\nweek 1\n  Tue 40m E'],
  ['week 1: 40m E', 'week 1\n  Mon 40m E'],
  ['week 1\n  Tue 40m E + 5 strides', 'week 1\n  Tue 40m E + 5x(20s R + 1m jog)'],
  ['week 1\n  Sat 10k race', 'week 1\n  Sat race 10k'],
  ['week 1\n  Tue 40m E\n  Tue.20m T', 'week 1\n  Tue 40m E\n  Tue. pm 20m T'],
  ['week 1\n  Tue 8km E + Gym:', 'week 1\n  Tue 8km E // Gym'],
  ['week 1\n  Tue 8km E and Gym: // weights', 'week 1\n  Tue 8km E // Gym. weights'],
  ['week 1\n  Tue Drills, 8km E + core:', 'week 1\n  Tue 8km E // Drills, core'],
  [
    'week 1\n  Tue 40m E\nweek 2 like week 1, but Sun 50m E',
    'week 1\n  Tue 40m E\nweek 2 like week 1\n  Sun 50m E',
  ],
  ['week 1\n  Wed 45-55m E', 'week 1\n  Wed 45m E'],
  [
    'weeks 1-2\n  Wed 6-8x({400, 500}mtr I + 1m jog)',
    'weeks 1-2\n  Wed 6x({400, 500}mtr I + 1m jog)',
  ],
])('other ways to write it are fixed by their first fixes: %s', (text, fixed) => {
  expect(takeFirstFixes(text)).toMatchObject({ text: fixed, left: [] });
});

test.each(['Gym:', 'Gym + stretching:', 'Gym, 30 min:', 'Bike and 20m core:', 'Club 8km:'])(
  'P17: %s is no run',
  (words) => {
    const { days, diagnostics } = readPlan(`week 1\n  Tue ${words}`);
    expect(days).toMatchObject([{ kind: 'other', title: words.slice(0, -1) }]);
    expect(diagnostics).toEqual([]);
  },
);

test('P17: a run in a title is read as a run while its mistake is open', () => {
  const { days } = readPlan('week 1\n  Tue 2km E + 4x(1km I, 2m jog) + gym:');
  expect(days).toMatchObject([{ kind: 'run', script: '2km E + 4x(1km I + 2m jog)' }]);
});

test('a title of many words is read in time that does not grow with them', () => {
  const words = '8km, '.repeat(3000);
  const { diagnostics } = readPlan(`week 1\n  Tue Gym ${words}:`);
  expect(diagnostics.length).toBeLessThan(10);
});
