import { readPasted } from '@pacewright/import';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKnownFinder } from './import-known.ts';

const SCRIPTS = ['45m E', '15m E + 5x(3m I + 2m jog) + 10m E', '8 km with hills', '400m R'];

const written = fc.record({
  title: fc.constantFrom('Easy', 'Tue: Track', 'Cafe\u0301  run'),
  script: fc.constantFrom(...SCRIPTS),
  day: fc.constantFrom('2026-11-17', '2026-12-01'),
});

test('everything of our own export is known, in the library or on its day', () => {
  fc.assert(
    fc.property(fc.array(written, { minLength: 1, maxLength: 5 }), (all) => {
      const reading = readPasted(
        JSON.stringify({
          format: 'pacewright-export',
          version: 1,
          workouts: all,
          calendar: all.map((one) => ({ ...one, done: null })),
        }),
        { units: 'metric' },
      );
      if (!reading.ok) throw new Error(reading.reason);
      const finder = createKnownFinder({
        library: all.map((one) => ({ ...one, id: 'x', notes: '' })),
        calendar: all,
      });
      expect(reading.workouts).toHaveLength(2 * all.length);
      for (const workout of reading.workouts)
        expect(
          workout.day === undefined
            ? finder.isInLibrary(workout)
            : finder.isOnDay(workout, workout.day),
        ).toBe(true);
    }),
  );
});

test('another name, another meaning or another day is new', () => {
  const easy = { title: 'Easy', script: '45m E', day: '2026-11-17' };
  const finder = createKnownFinder({
    library: [{ ...easy, id: 'x', notes: '' }],
    calendar: [easy],
  });
  const workout = { ...easy, notes: '', tags: [], source: '', losses: [] };
  expect(finder.findId({ ...workout, script: '45 min easy' })).toBe('x');
  expect(finder.findId({ ...workout, script: '46m E' })).toBeUndefined();
  expect(finder.findId({ ...workout, title: 'Easier' })).toBeUndefined();
  expect(finder.isOnDay(workout, '2026-11-17')).toBe(true);
  expect(finder.isOnDay(workout, '2026-11-18')).toBe(false);
});
