import { expect, test } from 'vitest';

import { ADVICE_CODES, applyFix, type AdviceCode } from './diagnostics.ts';
import { readScript } from './read.ts';

const MANY = Array.from({ length: 51 }, () => '1m E').join(' + ');

/** Advice, a script that gets it, and a similar one that does not. */
const REMARKS: [AdviceCode, string, string][] = [
  ['hard-without-recovery', '5x(3m I)', '5x(3m I + 2m jog)'],
  ['hard-without-recovery', '3x(2x(400mtr R))', '3x(1x(400mtr R) + 90s rest)'],
  ['hard-without-recovery', '4x(1km 5k)', '1x(1km 5k)'],
  ['hard-without-recovery', '3x(5m T + 3m Z4)', '3x(20m M)'],
  ['zone-on-short-recovery', '5x(3m I + 1m59s Z1)', '5x(3m I + 2m Z1)'],
  ['long-repetition', '2m01s R', '2m R'],
  ['long-repetition', '601mtr R', '600mtr R'],
  ['long-interval', '5m01s I', '5m I'],
  ['long-interval', '2km I', '1km I'],
  ['long-threshold', '10m E + 20m01s T', '10m E + 20m T'],
  ['long-threshold', '10m E + 20m01s T', '20m01s T'],
  ['faster-than-record', '100mtr 9s', '100mtr 10s'],
  ['faster-than-record', '200mtr 19s', '200mtr 20s'],
  ['faster-than-record', '400mtr 43s', '400mtr 44s'],
  ['faster-than-record', '5km 12m', '5km 13m'],
  ['effort-without-pace', '10m brisk', '10m "brisk"'],
  ['effort-without-pace', '3x(2m hard + 1m jog)', '3x(2m I + 1m jog)'],
  ['long-workout', '4h00m01s E', '4h E'],
  ['too-many-steps', MANY, MANY.replace('1m E + ', '')],
];

test.each(REMARKS)('%s: advises on %s but not on %s', (code, advised, other) => {
  const { diagnostics } = readScript(advised);
  expect(diagnostics).toMatchObject([{ code, severity: 'advice' }]);
  expect(readScript(other).diagnostics).toEqual([]);
});

test('every kind of advice can be switched off', () => {
  expect(new Set(REMARKS.map(([code]) => code))).toEqual(new Set(ADVICE_CODES));
  for (const [code, script] of REMARKS)
    expect(readScript(script, { withoutAdvice: [code] }).diagnostics).toEqual([]);
});

test('advice that offers a fix is silenced by it', () => {
  const fixed = REMARKS.flatMap(([, script]) =>
    readScript(script).diagnostics.flatMap(({ fixes }) =>
      fixes.slice(0, 1).map((fix) => applyFix(script, fix)),
    ),
  );
  expect(fixed).toEqual([
    '5x(3m I + 2m jog)',
    '3x(2x(400mtr R + 2m jog))',
    '4x(1km 5k + 2m jog)',
    '3x(5m T + 3m Z4 + 2m jog)',
    '5x(3m I + 1m59s jog)',
    '10m T',
    '3x(2m I + 1m jog)',
  ]);
  for (const script of fixed) expect(readScript(script).diagnostics).toEqual([]);
});

test('how long a distance takes is judged in the athlete’s own paces', () => {
  const slow = { from: 2.2, to: 2.3 };
  const trainingPaces = { E: slow, M: slow, T: slow, I: slow, R: slow };
  expect(readScript('1km I').diagnostics).toEqual([]);
  expect(readScript('1km I', { speeds: { trainingPaces } }).diagnostics).toMatchObject([
    {
      code: 'long-interval',
      message: '8 min at I is long. Most runners can hold it for 3 to 5 min.',
    },
  ]);
});

test('a step that is unclear is fixed before it is judged', () => {
  expect(readScript('700m R').diagnostics.filter(({ severity }) => severity === 'advice')).toEqual(
    [],
  );
});
