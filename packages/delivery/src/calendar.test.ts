import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { titleOf } from '@pacewright/script';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyScript, anyTitle } from '../test/any-workout.ts';
import { writeCalendar, writeCalendarParts, type CalendarEntry } from './calendar.ts';
import { plainLine } from './text.ts';

const OPTIONS = {
  name: 'Pacewright',
  writtenAt: '2026-11-14T08:00:00.123Z',
  speeds: { trainingPaces: DEFAULT_TRAINING_PACES },
  units: 'metric',
} as const;

const TUESDAY: CalendarEntry = {
  id: 'e1',
  day: '2026-11-17',
  title: 'Five by three; fast, free',
  script: '15m E + 5x(3m I + 2m jog)',
  version: 3,
};

test('an entry is an all-day event with the script and its steps in the athlete’s paces', () => {
  expect(eventsOf(writeCalendar([TUESDAY], OPTIONS))).toEqual([
    {
      UID: 'e1@pacewright',
      DTSTAMP: '20261114T080000Z',
      SEQUENCE: '3',
      'DTSTART;VALUE=DATE': '20261117',
      'DTEND;VALUE=DATE': '20261118',
      SUMMARY: 'Five by three; fast, free',
      DESCRIPTION: [
        '15m E + 5x(3m I + 2m jog)',
        '',
        'Easy, 15 min, 6:00 - 7:00 min/km',
        '5 times:',
        '  Interval, 3 min, 4:30 - 5:00 min/km',
        '  Jog, 2 min',
      ].join('\n'),
      TRANSP: 'TRANSPARENT',
    },
  ]);
});

test('the time of day is before the title', () => {
  const [event] = eventsOf(writeCalendar([{ ...TUESDAY, timeOfDay: 'am' }], OPTIONS));
  expect(event?.['SUMMARY']).toBe('AM: Five by three; fast, free');
});

test('a workout that was run with other paces has those', () => {
  const { E } = DEFAULT_TRAINING_PACES;
  const speeds = { trainingPaces: { ...DEFAULT_TRAINING_PACES, E: { from: E.from, to: E.from } } };
  const [event] = eventsOf(writeCalendar([{ ...TUESDAY, speeds }], OPTIONS));
  expect(event?.['DESCRIPTION']).toContain('Easy, 15 min, 7:00 - 7:00 min/km');
});

test('an activity other than running has its note, and a run both steps and note', () => {
  const notes = 'Half an hour, nothing heavy';
  const [strength, run] = eventsOf(
    writeCalendar(
      [
        { id: 'e2', day: '2026-11-18', title: 'Strength', script: '', notes },
        { ...TUESDAY, script: '20m T', notes: 'Flat shoes' },
      ],
      OPTIONS,
    ),
  );
  expect(strength).toMatchObject({ SUMMARY: 'Strength', DESCRIPTION: notes });
  expect(run?.['DESCRIPTION']).toMatch(/^20m T\n\nThreshold, 20 min, .*\n\nFlat shoes$/);
});

test('a script with mistakes keeps its day, with a message', () => {
  const [event] = eventsOf(writeCalendar([{ ...TUESDAY, script: '400m R' }], OPTIONS));
  expect(event?.['DESCRIPTION']).toBe('400m R\n\nFix the problem in the script first.');
});

test.each([
  ['2026-01-31', '20260201'],
  ['2026-02-28', '20260301'],
  ['2028-02-28', '20280229'],
  ['2028-02-29', '20280301'],
  ['2100-02-28', '21000301'],
  ['2026-04-30', '20260501'],
  ['2026-12-31', '20270101'],
])('an event on %s ends before %s', (day, end) => {
  const [event] = eventsOf(writeCalendar([{ ...TUESDAY, day }], OPTIONS));
  expect(event?.['DTEND;VALUE=DATE']).toBe(end);
});

test('a calendar is written in parts with one event each', () => {
  const entries = ['e1', 'e2', 'e3'].map((id) => ({ ...TUESDAY, id }));
  const parts = [...writeCalendarParts(entries, OPTIONS)];
  expect(parts.map((part) => part.split('BEGIN:VEVENT').length - 1)).toEqual([0, 1, 1, 1, 0]);
  expect(parts.join('')).toBe(writeCalendar(entries, OPTIONS));
});

test('an empty calendar is valid', () => {
  expect(eventsOf(writeCalendar([], OPTIONS))).toEqual([]);
});

describe('for any titles and scripts', () => {
  test('a calendar program reads what was written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyTitle, anyScript), { maxLength: 4 }), (workouts) => {
        const entries = workouts.map(([title, script], index) => ({
          ...TUESDAY,
          id: `e${index}`,
          title,
          script,
        }));
        const events = eventsOf(writeCalendar(entries, OPTIONS));
        expect(events.map((event) => event['SUMMARY'])).toEqual(
          entries.map(({ title, script }) => titleOf({ title: plainLine(title), script })),
        );
        for (const [index, { script }] of entries.entries())
          expect(events[index]?.['DESCRIPTION']).toContain(script);
      }),
    );
  });

  test('lines end with CRLF and have 75 octets at most', () => {
    fc.assert(
      fc.property(anyTitle, anyScript, (title, script) => {
        const text = writeCalendar([{ ...TUESDAY, title, script }], OPTIONS);
        expect(text.endsWith('\r\n')).toBe(true);
        for (const line of text.slice(0, -2).split('\r\n')) {
          expect(line).not.toMatch(/[\r\n]/);
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});

/** A minimal reader of RFC 5545: unfolds, splits, unescapes. */
function eventsOf(text: string): Record<string, string>[] {
  const events: Record<string, string>[] = [];
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
  let event: Record<string, string> | undefined;
  for (const line of lines) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1)];
    if (line === 'BEGIN:VEVENT') events.push((event = {}));
    else if (line === 'END:VEVENT') event = undefined;
    else if (event) event[name] = unescaped(value);
  }
  return events;
}

function unescaped(value: string): string {
  return value.replaceAll(/\\([\\;,nN])/g, (_, letter: string) =>
    letter.toLowerCase() === 'n' ? '\n' : letter,
  );
}
