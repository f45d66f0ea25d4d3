import { MAX_GROWTH } from '@pacewright/growth';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { readTraining, type Training } from '../src/index.ts';
import { IMPORT_RUNS, SEED } from './runs.ts';

const MIN_RUNS = 300;
/** Cases of each property; many more, and others, in .ci/nightly. */
const SETTINGS = { numRuns: Math.max(IMPORT_RUNS, MIN_RUNS), seed: SEED };

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const amount = fc.integer({ min: 3, max: 97 });
const anySession = fc.oneof(
  amount.map((n) => `${n} min easy`),
  amount.map((n) => `${n} km`),
  fc.tuple(amount, amount).map(([n, m]) => `${n} x ${m}0m @ 5k, ${m}s jog`),
  fc.tuple(amount, amount).map(([n, m]) => `${n} miles with ${m} at tempo`),
  fc.tuple(amount, amount).map(([n, m]) => `${n} min easy or ${m} min swim`),
  fc.tuple(amount, amount).map(([n, m]) => `${n}-${m} miles`),
  amount.map((n) => `Track, 7pm. ${n} min hard (bring ${n + 1} spikes)`),
  amount.map((n) => `${n}% effort, ${n + 2}m`),
  fc.tuple(amount, amount).map(([n, m]) => `${n} miles (inc ${m} x 800m, 200m jog)`),
  amount.map((n) => `${n}00, 400, 600, ${n}00 with 200m jog`),
  amount.map((n) => `${n} x 300m @ 800m pace, 90s rest`),
  fc.constantFrom('rest', 'gym', 'parkrun', '10k race', 'Yoga 40 min', 'long run'),
);
const weekOf = fc.array(anySession, { minLength: 7, maxLength: 7 });
const anyGrid = fc
  .tuple(
    fc.constantFrom('\t', ' | ', ';', ' / ', '    '),
    fc.array(weekOf, { minLength: 1, maxLength: 2 }),
  )
  .map(([separator, weeks]) =>
    [['Week', ...DAYS], ...weeks.map((week, index) => [String(index + 1), ...week])]
      .map((row) => row.join(separator))
      .join('\n'),
  );
const anyLines = fc
  .tuple(fc.constantFrom(': ', ' - ', ' '), fc.array(weekOf, { minLength: 1, maxLength: 2 }))
  .map(([joint, weeks]) =>
    weeks
      .map(
        (week, index) =>
          `Week ${index + 1}\n${week.map((one, day) => `${DAYS[day]}${joint}${one}`).join('\n')}`,
      )
      .join('\n\n'),
  );
const anyList = fc
  .tuple(
    fc.constantFrom('- ', '1. ', '', '• '),
    fc.array(anySession, { minLength: 1, maxLength: 5 }),
  )
  .map(([mark, sessions]) => sessions.map((one) => `${mark}${one}`).join('\n'));
const anyLetter = fc
  .tuple(
    fc.constantFrom('Hi all,', 'Week of 3 May', 'Plan 10 km in 45 min', ''),
    fc.oneof(anyLines, anyList),
  )
  .map(([greeting, body]) => `${greeting}\n\n${body}\n\nCall me on 555 1234.\nKen`);
const anyGroups = fc
  .tuple(fc.constantFrom('Group 1: |Group 2: ', 'A: |B: ', 'RECOVERY RUN: |LONG RUN: '), weekOf)
  .map(([heads, [one = '', other = '', third = '']]) => {
    const [first = '', second = ''] = heads.split('|');
    const like = `Week 2 as week 1 but Tue ${third}`;
    return `Week 1\nTue 7pm\n${first}${one}\n${second}${other}\n\n${like}`;
  });
const anyChat = weekOf.map((week) =>
  week.map((one, day) => `[08:1${day}, 1${day}/11/2026] Lena: ${DAYS[day]} ${one}`).join('\n'),
);
const anyTable = fc
  .tuple(fc.constantFrom('\t', ' | '), weekOf)
  .map(([separator, week]) =>
    [
      ['Week', 'Day', 'Session', 'km'],
      ...week.map((one, day) => ['1', DAYS[day], one, String(day + 5)]),
    ]
      .map((row) => row.join(separator))
      .join('\n'),
  );
const anyText = fc.oneof(anyGrid, anyLines, anyList, anyLetter, anyGroups, anyChat, anyTable);

const PIECES = [
  '\n',
  '\t',
  '|',
  ' / ',
  ',',
  ';',
  '"',
  '(',
  ')',
  'Week 3',
  'Tue ',
  '5 km ',
  '- ',
  'x',
  ':',
  '2/3/2027 ',
  '{',
  'or ',
  '\u00a0',
  '🏃',
  'like week 1',
  'Day 4:',
  'Cycle 2',
  'Planned: 0:45:00\n',
  'KW 47 (16.11. – 22.11.)',
  '[08:12, 16/11/2026] You: ',
  'R = rest, LR = 90 min',
  'M',
  '%',
];
const place = fc.double({ min: 0, max: 1, noNaN: true });
const anyMutated = fc
  .tuple(anyText, fc.array(fc.tuple(place, place, fc.constantFrom(...PIECES)), { maxLength: 6 }))
  .map(([text, changes]) =>
    changes.reduce((all, [from, length, piece]) => {
      const at = Math.floor(from * all.length);
      return `${all.slice(0, at)}${piece}${all.slice(at + Math.floor(length * 12))}`;
    }, text),
  );

const numbersOf = (text: string) =>
  text.match(/\d+/g)?.map((number) => String(Number(number))) ?? [];

/** Everything that a reader of the result can see. */
function shown({ sessions, leftovers }: Training): Set<string> {
  const texts = sessions.flatMap(({ source, title, notes, week, date = '' }) => [
    source,
    title,
    notes,
    String(week),
    date,
  ]);
  return new Set([...texts, ...leftovers.map(({ text }) => text)].flatMap(numbersOf));
}

/** Numbers that say where a session is, not what it is. */
const HEAD =
  /^\W*(?:\d{1,2}[.)]\s+)?(?:(?:week|wk|kw|cycle|day)s?\W*[\d\s,–-]*\W*|\d{1,4}[/-]\d{1,2}[/-]\d{1,4}\W*|(?:like|same as|as) week \d+)*/i;

const CHAT_DAY = /(?<=\]\s*\p{L}+:\s+)(?:week|day|cycle)\W*\d+\W*/iu;

test.each([
  ['written', anyText],
  ['damaged', anyMutated],
])('no number of a text as it is %s disappears, and no line with an amount', (_, texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(findLost(text)).toEqual([]);
    }),
    SETTINGS,
  );
});

/** Lines that are nowhere in the reading, and numbers of others. */
function findLost(text: string): string[] {
  const reading = readTraining(text);
  const kept = shown(reading);
  const spans = [...reading.sessions, ...reading.leftovers];
  return text.split('\n').flatMap((line) => {
    const words = line.replace(HEAD, '').replace(CHAT_DAY, '');
    if (!/\d\s?(?:km|min|miles|m|x)\b/.test(words)) return [];
    const at = text.indexOf(line);
    const isThere = spans.some(({ from, to }) => from <= at + line.length && to >= at);
    const lost = numbersOf(words).filter((number) => !kept.has(number));
    return isThere && lost.length === 0 ? [] : [`${line} without ${lost.join(', ')}`];
  });
}

test('any characters are read without an error, within the limits of a script', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const { sessions, leftovers } = readTraining(text);
      for (const { from, to } of [...sessions, ...leftovers]) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(text.length);
      }
    }),
    SETTINGS,
  );
});

test.each([
  [
    'weeks',
    60,
    (size: number) =>
      Array.from(
        { length: size },
        (_, n) => `Week ${n}\nTue: ${n % 20}.${n} km easy\nThu: 6 x ${n % 9}0${n % 8}m @ 5k`,
      ).join('\n'),
  ],
  [
    'a table',
    60,
    (size: number) =>
      `Week\tMon\tTue\tWed\n${Array.from({ length: size }, (_, n) => `${n}\trest\t${n} km\t${n} min easy`).join('\n')}`,
  ],
  ['rows that may be heads', 200, (size: number) => 'Mon | 1 | 2\n'.repeat(size)],
  ['heads of tables', 200, (size: number) => 'Mon | Tue | Wed\n'.repeat(size)],
  [
    'items',
    80,
    (size: number) => Array.from({ length: size }, (_, n) => `${n}. ${n} min easy`).join('\n'),
  ],
  ['words', 400, (size: number) => 'See you on Sunday, '.repeat(size)],
  ['lines of a wide mail', 100, (size: number) => `${'on and '.repeat(10)}on\n`.repeat(size)],
  ['a long line', 400, (size: number) => `Tue: ${'6 x 800m, '.repeat(size)}`],
  ['blanks', 4000, (size: number) => `Tue:${' '.repeat(size)}5 km`],
  ['quotes', 2000, (size: number) => ',"'.repeat(size)],
  ['open brackets', 400, (size: number) => `Tue: ${'(inc 1 '.repeat(size)}`],
  ['groups', 100, (size: number) => `Tue\n${'A: 5 km\nB: 6 km\n'.repeat(size)}`],
  ['slashes', 2000, (size: number) => '1/'.repeat(size)],
])('twice as many %s take about twice the work', (_, size, write) => {
  expect(workOf(write(2 * size)) / workOf(write(size))).toBeLessThan(MAX_GROWTH);
});

function workOf(text: string): number {
  const work = { used: 0 };
  readTraining(text, { work });
  return work.used + 1;
}
