import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { workout as anyWorkout } from '../test/arbitraries.ts';
import { followScript, readScript, suggestTitle } from './index.ts';

test.each([
  ['15m E + 6x(800mtr I + 2m jog) + 10m E', '6 × 800 m I'],
  ['15m E + 5x(3m I + 2m E) + 10m E', '5 × 3 min I'],
  ['45m E', '45 min E'],
  ['1h30m Z2', '1 h 30 Z2'],
  ['15m E + 20m T + 10m E', '20 min T'],
  ['2km E + 3x(2x(400mtr R + 400mtr jog) + 3m E) + 2km E', '3 × 2 × 400 m R'],
  ['E + 4x(1km 5k + 90s rest) + E', '4 × 1 km 5k'],
  ['3km E + 8x(400mtr 90s + 200mtr jog) + 2km E', '8 × 400 m in 1:30'],
  ['2km E + 1km T + 1m rest + 1km T + 2km E', '2 × 1 km T'],
  ['15m E + 20m T + 4x(200mtr R + 200mtr jog)', '20 min T + 4 × 200 m R'],
  ['3x(1km T + 400mtr R + 3m E)', '3 × (1 km T + 400 m R)'],
  ['400mtr I + 1m jog + 800mtr I + 1m jog + 400mtr I', '400 m + 800 m + 400 m I'],
  [
    '400mtr I + 1m jog + 800mtr I + 1m jog + 1200mtr I + 1m jog + 800mtr I + 1m jog + 400mtr I',
    '5 × 400 m to 1200 m I',
  ],
  ['5m M + 10m T + 3m I + 1m R', '5 min M + 10 min T + more'],
  ['1h E + 20m E', '1 h E'],
  // A run that is mostly easy is named, too.
  ['11mi E + 3mi M', '14 mi long, 3 mi M'],
  ['6km E + 2km T + 1km E', '9 km, 2 km T'],
  ['1h20m E + 10m T', '1 h 30 long, 10 min T'],
  ['8mi E + 6x(20s R + 1m jog)', '8 mi E + strides'],
  ['3mi E + 4x(100mtr R + 100mtr jog) + 3mi E', '6 mi E + strides'],
  ['8mi E + 6x(20s R)', '8 mi E + strides'],
  ['2mi WU + 3mi T + 1mi CD', '3 mi T'],
  ['10mi E + 5x(3m I + 2m jog)', '5 × 3 min I'],
  ['10km E + 20m T', '20 min T'],
  ['2km E + 6x(800mtr + 2m jog) + 2km E', '6 × 800 m'],
  ['10m + 5m rest', '10 min'],
  ['open + 20m T + open', '20 min T'],
  ['E', 'Open E'],
  ['5m rest', '5 min rest'],
  ['1mi R', '1 mi R'],
  ['', 'Workout'],
  ['2x()', 'Workout'],
])('%s is called %s', (script, title) => {
  expect(suggestTitle(readScript(script).workout)).toBe(title);
});

test('a title is one short line, whatever the workout', () => {
  fc.assert(
    fc.property(anyWorkout, (workout) => {
      const title = suggestTitle(workout);
      expect(title).toMatch(/^\S.*\S$/);
      expect(title.length).toBeLessThanOrEqual(80);
    }),
  );
});

test.each([
  ['12 mi E', '12mi easy', '9mi E + 3mi M', '12 mi long, 3 mi M'],
  ['Tue: 6 × 800 m I', '6x(800mtr I)', '5x(1km I)', 'Tue: 5 × 1 km I'],
  ['Club night', '6x(800mtr I)', '5x(1km I)', 'Club night'],
])(
  'the title %s follows its script, unless someone gave it',
  (title, script, changed, expected) => {
    expect(followScript({ title, script }, changed)).toBe(expected);
  },
);
