import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DEFAULT_TRAINING_PACES,
  formatEnds,
  formatPace,
  formatRange,
  formatSplits,
  isValidRange,
  METRES_PER_UNIT,
  PACE_KEYS,
  parseEnds,
  parseEndsOver,
  parsePace,
  parseRange,
  type PaceUnits,
} from './index.ts';

const UNITS: PaceUnits[] = ['imperial', 'metric'];

/** Every pace from 2:00 to 20:00. */
const WHOLE_SECONDS = Array.from({ length: 18 * 60 + 1 }, (_, index) => 120 + index);

test('carries 59.6 seconds into the minute', () => {
  expect(formatPace(1000 / 479.6, 'metric')).toBe('8:00');
});

test('a mile is 1609.34 metres', () => {
  expect(formatPace(1609.34 / 479, 'imperial')).toBe('7:59');
  expect(parsePace('8:00', 'imperial')).toBe(1609.34 / 480);
});

test.each(UNITS)('every pace from 2:00 to 20:00 survives being written and read, %s', (units) => {
  for (const seconds of WHOLE_SECONDS) {
    const written = formatPace(METRES_PER_UNIT[units] / seconds, units);
    const read = parsePace(written, units) ?? NaN;
    expect(METRES_PER_UNIT[units] / read).toBeCloseTo(seconds, 9);
    expect(formatPace(read, units)).toBe(written);
  }
});

test('a pace written in one unit still reads the same after switching to the other and back', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.8, max: 9, noNaN: true }),
      fc.constantFrom(...UNITS),
      (speed, units) => {
        const written = formatPace(speed, units);
        const stored = parsePace(written, units) ?? NaN;
        formatPace(stored, units === 'metric' ? 'imperial' : 'metric');
        expect(formatPace(stored, units)).toBe(written);
      },
    ),
  );
});

test('no pace is ever written with sixty seconds', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.5, max: 12, noNaN: true }),
      fc.constantFrom(...UNITS),
      (speed, units) => {
        expect(formatPace(speed, units)).toMatch(/^\d+:[0-5]\d$/);
      },
    ),
  );
});

test.each([
  '',
  '5',
  '5:',
  ':30',
  '5:6',
  '5:60',
  '5:300',
  '-5:30',
  '5.30',
  '5:3O',
  '1e3:00',
  '5:30/km',
])('"%s" is not a pace', (text) => {
  expect(parsePace(text, 'metric')).toBeUndefined();
});

test('an unset pace is 0:00, and reads as unset', () => {
  expect(formatPace(0, 'metric')).toBe('0:00');
  expect(parsePace('0:00', 'imperial')).toBe(0);
  expect(formatRange({ from: 0, to: 0 }, 'metric')).toBe('0:00 - 0:00');
});

test('a range is written with the faster pace first', () => {
  expect(formatRange({ from: 2.38, to: 2.78 }, 'imperial')).toBe('9:39 - 11:16');
  expect(formatRange({ from: 2.38, to: 2.78 }, 'metric')).toBe('6:00 - 7:00');
});

test('the default ranges read as round paces', () => {
  expect(PACE_KEYS.map((key) => formatRange(DEFAULT_TRAINING_PACES[key], 'metric'))).toEqual([
    '6:00 - 7:00',
    '5:30 - 6:00',
    '5:00 - 5:30',
    '4:30 - 5:00',
    '4:00 - 4:30',
  ]);
});

test.each(['6:00 - 7:00', '6:00-7:00', ' 6:00 – 7:00 '])('"%s" is a range', (text) => {
  expect(parseRange(text, 'metric')).toEqual({ from: 1000 / 420, to: 1000 / 360 });
});

test.each(['6:00', '6:00 7:00', '6:00 - ', '6:00 - 7:00 - 8:00', 'a - b', ''])(
  '"%s" is not a range',
  (text) => {
    expect(parseRange(text, 'metric')).toBeUndefined();
  },
);

test('a range survives being written, read and written again', () => {
  const seconds = fc.integer({ min: 120, max: 1200 });
  fc.assert(
    fc.property(seconds, seconds, fc.constantFrom(...UNITS), (one, other, units) => {
      const range = {
        from: METRES_PER_UNIT[units] / Math.max(one, other),
        to: METRES_PER_UNIT[units] / Math.min(one, other),
      };
      const written = formatRange(range, units);
      const read = parseRange(written, units) ?? { from: NaN, to: NaN };
      expect(formatRange(read, units)).toBe(written);
      expect(parseEnds(formatEnds(range, units), units)).toEqual(read);
    }),
  );
});

test('a range is valid in the form exactly when it is valid in storage', () => {
  const seconds = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1200 }));
  fc.assert(
    fc.property(seconds, seconds, fc.constantFrom(...UNITS), (first, second, units) => {
      const text = `${mmss(first)} - ${mmss(second)}`;
      const stored = parseRange(text, units) ?? { from: NaN, to: NaN };
      expect(isValidRange(stored)).toBe(isValidRange({ from: first, to: second }));
    }),
  );
});

test('fixing one end of a range keeps the exact speed of the other', () => {
  const range = { from: 2.9931, to: 3.3742 };
  const { slower } = formatEnds(range, 'metric');
  expect(parseEndsOver(range, { faster: '4:50', slower }, 'metric')).toEqual({
    from: 2.9931,
    to: 1000 / 290,
  });
  expect(parseEndsOver(range, formatEnds(range, 'imperial'), 'imperial')).toEqual(range);
});

test('paces typed over a range are valid exactly when they are valid alone', () => {
  const speed = fc.double({ min: 2, max: 2.1, noNaN: true });
  const pace = fc.integer({ min: 475, max: 501 }).map(mmss);
  fc.assert(
    fc.property(speed, speed, pace, pace, fc.boolean(), (a, b, first, second, keep) => {
      const range = { from: Math.min(a, b), to: Math.max(a, b) };
      const before = formatEnds(range, 'metric');
      const typed = { faster: keep ? before.faster : first, slower: keep ? second : before.slower };
      const alone = parseEnds(typed, 'metric') ?? { from: NaN, to: NaN };
      const over = parseEndsOver(range, typed, 'metric') ?? { from: NaN, to: NaN };
      expect(isValidRange(over)).toBe(isValidRange(alone));
    }),
    { numRuns: 1000 },
  );
});

test('a range can also be written as the time over a lap', () => {
  expect(formatSplits({ from: 1000 / 334, to: 1000 / 296 }, 400)).toBe('1:58 - 2:14');
});

function mmss(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
