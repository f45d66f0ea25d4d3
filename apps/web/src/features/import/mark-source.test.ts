import { readPasted } from '@pacewright/import';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutRow, markSource } from './mark-source.ts';

const DAYS = ['Tue', 'Thursday', 'Week 2, Mon', '- Sat', '> Sun'];
const SESSIONS = [
  '45 min easy',
  '6 x 800 @ 5k pace w/ 90s jog',
  '15m E + 20m T',
  '2k wu, 3k T, 2k cd',
];

const line = fc
  .tuple(fc.constantFrom(...DAYS), fc.constantFrom(': ', ' - ', ' '), fc.constantFrom(...SESSIONS))
  .map((parts) => parts.join(''));
const other = fc.constantFrom('', 'Hi Alex,', 'Keep it relaxed.', 'See you!');

test('every step of a text is found in its row, once and in order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(line, other), { minLength: 1, maxLength: 12 }), (lines) => {
      const text = lines.join('\n');
      const reading = readPasted(text, { units: 'metric' });
      if (!reading.ok || reading.format !== 'text') return;
      const rows = markSource(text, reading.workouts);
      expect(rows.map((row) => row.text)).toEqual(lines);
      for (const [index, { source }] of reading.workouts.entries())
        expect(
          rows
            .flatMap((row) => row.parts.map((part) => ({ ...part, text: row.text })))
            .filter(({ workout }) => workout === index)
            .map((part) => part.text.slice(part.from, part.to))
            .join('\n'),
        ).toBe(source);
    }),
  );
});

test('several cells of a row of a table are found beside each other', () => {
  const grid = 'Week,Mon,Tue,Wed,Thu\n1,8 km easy,rest,8 km easy,20m T';
  const reading = readPasted(grid, { units: 'metric' });
  if (!reading.ok) throw new Error(reading.reason);
  expect(markSource(grid, reading.workouts)[1]?.parts.map(({ from }) => from)).toEqual([2, 17, 27]);
});

test('a row is cut at the words of its questions, and has all of its text', () => {
  const row = { text: 'Thu: 15m E + 400m R', parts: [{ workout: 0, from: 5, to: 19 }] };
  const cut = (phrase: string) => cutRow(row, () => [{ number: 3, phrase }]);
  expect(cut('400m')).toEqual([
    { text: 'Thu: 15m E + ' },
    { text: '400m', number: 3 },
    { text: ' R' },
  ]);
  expect(cut('Thu')).toEqual([{ text: row.text }]);
  expect(cut('')).toEqual([{ text: row.text }]);
});
