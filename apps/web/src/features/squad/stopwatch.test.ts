import { previewScript } from '@pacewright/script';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listReps, nameRep } from './reps.ts';
import { buildSheet } from './sheet.ts';
import {
  formatTenths,
  isFinished,
  judge,
  listPoints,
  listSplits,
  listTimedGroups,
  MAX_PRESSES,
  nextPoint,
  pass,
  placeRunners,
  type Press,
  readPresses,
  startNext,
} from './stopwatch.ts';

function repsOf(script: string) {
  return listReps(previewScript(script).resolved);
}

const SPEED = { from: 400 / 91, to: 400 / 88 };

test.each([
  ['800mtr I', [400, 800]],
  ['400mtr R', [400]],
  ['200mtr R', [200]],
  ['1km I', [200, 600, 1000]],
  ['1500mtr I', [300, 700, 1100, 1500]],
  ['1mi T', [409, 809, 1209, 1609.34]],
  ['420mtr R', [420]],
  ['3m I', []],
  ['100km E', [100_000]],
])('in %s runners pass the finish line at %j', (script, points) => {
  const [rep] = repsOf(`2x(${script} + 2m jog)`);
  expect(rep && listPoints(rep, true)).toEqual(points);
  expect(rep && listPoints(rep, false)).toEqual(points.slice(-1));
});

test('the reps of a session, and their names', () => {
  const reps = repsOf('2km E + 2x(800mtr I + 400mtr jog) + 3m T + 2km E');
  expect(reps.map(nameRep)).toEqual(['800 m at I', '800 m at I', '3 min at T']);
});

test('splits are from the start of the rep, judged to the second', () => {
  const [rep] = repsOf('2x(800mtr I + 400mtr jog)');
  const start: Press = { kind: 'start', group: 2, rep: 0, everyLap: true, at: 1000 };
  if (!rep || start.kind !== 'start') throw new Error('No rep');
  const splits = listSplits([88_400, 187_040], start, rep, SPEED);
  expect(splits.map(({ name, seconds }) => `${name} ${formatTenths(seconds)}`)).toEqual([
    '400 m 1:27.4',
    '800 m 3:06.0',
  ]);
  expect(splits.map(judge)).toEqual(['1 s fast', '4 s slow']);
  expect(listSplits([88_600], start, rep, SPEED).map(judge)).toEqual(['on pace']);
  expect(listSplits([88_600], start, rep, undefined).map(judge)).toEqual(['']);
  expect(nextPoint(1, rep, true, SPEED)).toMatchObject({ name: '800 m' });
  expect(nextPoint(2, rep, true, SPEED)).toBeUndefined();
});

test('a rep by time has laps', () => {
  const [rep] = repsOf('2x(3m I + 2m jog)');
  const start: Press = { kind: 'start', group: 1, rep: 0, everyLap: true, at: 0 };
  if (!rep || start.kind !== 'start') throw new Error('No rep');
  const splits = listSplits([89_000, 180_000], start, rep, SPEED);
  expect(splits.map(({ name, seconds }) => `${name} ${formatTenths(seconds)}`)).toEqual([
    'Lap 1 1:29.0',
    'Lap 2 1:31.0',
  ]);
  expect(splits.map(judge)).toEqual(['on pace', 'on pace']);
});

test.each([
  [59.96, '1:00.0'],
  [0.04, '0:00.0'],
  [164.25, '2:44.3'],
  [3725.1, '1:02:05.1'],
])('%d s is written %s', (seconds, text) => {
  expect(formatTenths(seconds)).toBe(text);
});

test('a pass needs a running rep, is not counted twice, and ends with the rep', () => {
  const reps = repsOf('2x(800mtr I + 400mtr jog)');
  const amara = (at: number) => ({ group: 1, name: 'Amara', at });
  const before: Press[] = [];
  expect(pass(before, amara(5000), reps)).toBe(before);
  let presses: readonly Press[] = [
    { kind: 'start', group: 1, rep: 0, everyLap: true, at: 1000 },
    { kind: 'start', group: 2, rep: 0, everyLap: true, at: 1500 },
  ];
  presses = pass(presses, amara(81_000), reps);
  expect(pass(presses, amara(81_400), reps)).toBe(presses);
  presses = pass(presses, amara(163_000), reps);
  expect(pass(presses, amara(250_000), reps)).toBe(presses);
  expect(presses.map(({ kind }) => kind)).toEqual(['start', 'start', 'pass', 'pass']);
  expect(presses[2]).toMatchObject({ start: 0 });
});

test('no more splits than the device can store', () => {
  const reps = repsOf('2x(3m I + 400mtr jog)');
  const start: Press = { kind: 'start', group: 1, rep: 0, everyLap: true, at: 0 };
  const full = Array.from({ length: MAX_PRESSES }, () => start);
  expect(pass(full, { group: 1, name: 'Amara', at: 60_000 }, reps)).toBe(full);
});

test('whatever is pressed, every pass belongs to one rep of its runner, and undo brings back what was', () => {
  const reps = repsOf('3x(800mtr I + 400mtr jog)');
  const action = fc.record({
    isStart: fc.boolean(),
    group: fc.constantFrom(1, 2),
    runner: fc.constantFrom('Amara', 'Ben', 'Chiara'),
    everyLap: fc.boolean(),
    wait: fc.integer({ min: 0, max: 200_000 }),
  });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      let presses: readonly Press[] = [];
      let at = 1_700_000_000_000;
      for (const { isStart, group, runner, everyLap, wait } of actions) {
        at += wait;
        const before = presses;
        presses = isStart
          ? startNext(presses, { group, everyLap, at }, reps)
          : pass(presses, { group, name: runner, at }, reps);
        expect(presses.slice(0, before.length)).toEqual(before);
        expect(presses.length - before.length).toBeLessThanOrEqual(1);
      }
      const { passes } = readPresses(JSON.parse(JSON.stringify(presses)) as Press[]);
      let count = 0;
      for (const [index, byRunner] of passes) {
        const start = presses[index];
        const rep = start?.kind === 'start' ? reps[start.rep] : undefined;
        if (!rep || start?.kind !== 'start') throw new Error('A pass without a start');
        for (const times of byRunner.values()) {
          count += times.length;
          expect(isFinished(times.slice(0, -1), rep, start.everyLap)).toBe(false);
          expect([...times].sort((a, b) => a - b)).toEqual(times);
        }
      }
      expect(count).toBe(presses.filter(({ kind }) => kind === 'pass').length);
    }),
  );
});

test('a runner who joins later moves nobody else, and one whom the coach moves is moved', () => {
  const { workout } = previewScript('6x(800mtr I + 400mtr jog)');
  const seconds = [1032, 1058, 1200, 1230];
  const runners = seconds.map((timeInSeconds, index) => ({
    name: ['Amara', 'Ben', 'Constructor', 'Dot'][index] ?? '',
    race: { distance: 5000, timeInSeconds },
  }));
  const options = { groups: 2, sort: 'group', units: 'metric', format: 'pace' } as const;
  const before = listTimedGroups(buildSheet(workout, runners, options), []);
  expect(before.map(({ runners: own }) => own.length)).toEqual([2, 2]);

  const fast = { name: 'Zoe', race: { distance: 5000, timeInSeconds: 800 } };
  const nina = { name: 'Nina', group: 1 };
  const sheet = buildSheet(workout, [...runners, fast, nina], options);
  const after = listTimedGroups(sheet, placeRunners(before));
  expect(after.map(({ runners: own }) => own.map(({ name }) => name).sort())).toEqual([
    ['Amara', 'Ben', 'Nina', 'Zoe'],
    ['Constructor', 'Dot'],
  ]);
  const [rep] = repsOf('6x(800mtr I + 400mtr jog)');
  const speeds = after[0]?.runners.map(({ speedOf }) => speedOf(rep?.node ?? -1));
  expect(speeds?.every((speed) => speed && speed.from <= speed.to)).toBe(true);
});
