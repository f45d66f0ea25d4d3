import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { day, validateWorkout, saveWorkout, normalizeTag, titleWithSuffix } from './index.ts';

const TEMPO = { title: 'Tempo', script: '20m T' };

test.each([
  [{}, []],
  [{ title: ' ' }, ['/title']],
  [{ title: 'x'.repeat(201) }, ['/title']],
  [{ script: '' }, ['/script']],
  [{ script: 'x'.repeat(5001) }, ['/script']],
  [{ script: '20m\0T' }, ['/script']],
  [{ script: '20m T\n+ 10m E' }, []],
  [{ notes: 'x'.repeat(5001) }, ['/notes']],
  [{ notes: '\uD83D' }, ['/notes']],
  [{ tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`) }, ['/tags']],
  [{ tags: ['x'.repeat(41)] }, ['/tags']],
  [{ tags: ['ro\u0007ad'] }, ['/tags']],
])('a workout with %.50j is refused at %j', (change, at) => {
  expect(validateWorkout({ ...TEMPO, ...change }).map((refusal) => refusal.at)).toEqual(at);
});

test('tags are tidied, counted once, and counted before they are looked at', () => {
  const read = (tags: unknown[]) => z.safeParse(saveWorkout.body, { workout: { ...TEMPO, tags } });
  expect(read([' Road', 'Long  Run', 'road', '']).data?.workout.tags).toEqual(['road', 'long run']);
  expect(read(Array.from({ length: 5000 }, () => 0)).error?.issues).toHaveLength(1);
  expect(read([0]).success).toBe(false);
});

test('a tidy tag stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(normalizeTag(normalizeTag(text))).toBe(normalizeTag(text));
    }),
  );
});

test('a title with a suffix is never too long, and never half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      const copy = titleWithSuffix(title, ' (copy)');
      expect(copy.length).toBeLessThanOrEqual(200);
      expect(copy.isWellFormed()).toBe(true);
      expect(copy.endsWith(' (copy)')).toBe(true);
    }),
  );
});

test.each(['2026-11-15', '1970-01-01', '2199-12-31', '2024-02-29'])('%s is a day', (text) => {
  expect(z.safeParse(day, text).success).toBe(true);
});

test.each(['2026-02-30', '2025-02-29', '1969-12-31', '2200-01-01', '2026-1-1', '2026-11-15T00:00'])(
  '%s is not a day',
  (text) => {
    expect(z.safeParse(day, text).success).toBe(false);
  },
);
