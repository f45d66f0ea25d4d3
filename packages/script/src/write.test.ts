import { describe, expect, test } from 'vitest';

import { formatScript, readScript } from './read.ts';
import { writeScript } from './write.ts';

describe('F1: one spelling for one meaning', () => {
  test.each([
    ['15min easy+2 X ( 3m interval + 90 s rest )', '15m E + 2x(3m I + 1m30s rest)'],
    ['15MIN Easy+2 X ( 3m interval+1:30 REST )', '15m E + 2x(3m I + 1m30s rest)'],
    ['1:05:20 + 1h + 60m + 90m + 1h20s + 0.5h', '1h05m20s + 1h + 1h + 1h30m + 1h00m20s + 30m'],
    ['90s + 60s + 0:05 + 2m5s', '1m30s + 1m + 5s + 2m05s'],
    ['1.25s + 90.5s', '1.25s + 90.5s'],
    ['400 meters + 1000mtr + 1.50km + 2500metres + 5k', '400mtr + 1km + 1500mtr + 2.5km + 5km'],
    ['1 mi + 0.25mi + 1609.34mtr + 26.2mi', '1mi + 0.25mi + 1mi + 26.2mi'],
    ['1km 5km + 20m 10K + 5m 1 mi + 3m hm', '1km 5k + 20m 10k + 5m 1mi + 3m HM'],
    ['400mtr 1m30s', '400mtr 1m30s'],
    ['open E + open 5km + open + z2', 'E + open 5k + open + Z2'],
    ['', ''],
  ])('%s', (script, formatted) => {
    expect(formatScript(script)).toBe(formatted);
  });

  test('over 100 characters, one item a line', () => {
    const script =
      '15m E + 5x(3m I + 2m E) + 10m E + 4x(200mtr R + 200mtr jog) + 2km E + 3x(1mi T + 1m rest) + 10m E';
    expect(script.length).toBeLessThanOrEqual(100);
    expect(formatScript(script)).toBe(script);
    expect(formatScript(`${script} + 5m jog`)).toBe(
      [
        '15m E',
        '+ 5x(3m I + 2m E)',
        '+ 10m E',
        '+ 4x(200mtr R + 200mtr jog)',
        '+ 2km E',
        '+ 3x(1mi T + 1m rest)',
        '+ 10m E',
        '+ 5m jog',
      ].join('\n'),
    );
  });

  test('a repeat over 100 characters is opened up and indented', () => {
    const steps = Array.from({ length: 12 }, () => '400mtr R');
    expect(formatScript(`2km E + 3x(2m jog + 2x(${steps.join('+')}))`)).toBe(
      [
        '2km E',
        '+ 3x(',
        '  2m jog',
        '  + 2x(',
        '    400mtr R',
        ...steps.slice(1).map(() => '    + 400mtr R'),
        '  )',
        ')',
      ].join('\n'),
    );
  });
});

test('F2: a script with mistakes is left alone', () => {
  expect(formatScript('15MIN E + 400m R')).toBe('15MIN E + 400m R');
});

test('F2: advice is no mistake', () => {
  expect(formatScript('5 x (3min I)')).toBe('5x(3m I)');
});

test('F3: a workout made elsewhere is written so that it reads the same', () => {
  const workout = {
    items: [
      { kind: 'step', amount: { kind: 'open' }, target: { kind: 'none' } },
      {
        kind: 'repeat',
        count: 4,
        items: [
          {
            kind: 'step',
            amount: { kind: 'distance', metres: 402.335 },
            target: { kind: 'goal', seconds: 71.5 },
          },
          { kind: 'step', amount: { kind: 'open' }, target: { kind: 'race', metres: 5000 } },
        ],
      },
    ],
  } satisfies Parameters<typeof writeScript>[0];
  const script = writeScript(workout);
  expect(script).toBe('open + 4x(0.25mi 71.5s + open 5k)');
  expect(readScript(script).workout).toEqual(workout);
});
