import { describe, expect, test } from 'vitest';

import { makeRun } from '../test/made-run.ts';
import { plannedOf } from '../test/simulated-run.ts';
import { writeActivity, type Recording } from '../test/write-activity.ts';
import { compareRun } from '../test/compare.ts';
import {
  layOutRun,
  packTrace,
  readActivity,
  type RecordedActivity,
  type Run,
  unpackTrace,
} from './index.ts';

/** Ten minutes at 3 m/s, with a silence from one time of the clock to another. */
function moments(from = 0, to = 0, metresMeanwhile = 0): Recording['records'] {
  return Array.from({ length: 600 }, (_, at) => ({
    time: at < from ? at : at + (to - from),
    metres: at < from ? at * 3 : at * 3 + metresMeanwhile,
    speed: 3,
    heartRate: 140,
    altitude: undefined,
    cadence: undefined,
  }));
}

function activityOf(change: Partial<Recording>): RecordedActivity {
  const reading = readActivity(
    writeActivity({
      startedAt: 1_780_000_000,
      utcOffsetSeconds: 0,
      records: moments(),
      laps: [],
      timer: [],
      steps: [],
      elapsedSeconds: 600,
      timerSeconds: 600,
      metres: 1800,
      subSport: 0,
      ...change,
    }),
  );
  if (!reading.ok) throw new Error(reading.reason);
  return reading.activity;
}

const RUNNING = [
  { time: 0, isStart: true, isAutomatic: false },
  { time: 689, isStart: false, isAutomatic: false },
];

describe('D13: time and laps are those of the watch', () => {
  // 90 seconds without a record or a metre, as with smart recording at a traffic light.
  const records = moments(200, 290);

  test('a runner who stands while the timer runs is not paused', () => {
    const total = { records, timer: RUNNING, elapsedSeconds: 689, timerSeconds: 689 };
    expect(layOutRun(activityOf(total))).toMatchObject({ seconds: 689, pauses: [] });
  });

  test('also without a session, or without events but with its total', () => {
    const cutOff = activityOf({ records, timer: RUNNING });
    expect(layOutRun({ ...cutOff, sessions: [] })?.seconds).toBe(689);
    const silent = activityOf({ records, elapsedSeconds: 689, timerSeconds: 689 });
    expect(layOutRun(silent)?.seconds).toBe(689);
  });

  test('a silence is a pause if the total says so, or nothing else is known', () => {
    expect(layOutRun(activityOf({ records, timer: RUNNING, timerSeconds: 599 }))?.seconds).toBe(
      598,
    );
    expect(layOutRun({ ...activityOf({ records }), sessions: [] })?.seconds).toBe(598);
  });

  test('the last lap may end long after the last record, when the run was saved', () => {
    const lap = { metres: 900, step: undefined, trigger: 0, timerSeconds: 300 };
    const laps = [
      { ...lap, start: 0, elapsedSeconds: 300 },
      { ...lap, start: 300, elapsedSeconds: 380 },
    ];
    const run = layOutRun(activityOf({ laps, elapsedSeconds: 680 }));
    expect(run?.laps.map(({ from, to }) => [from, to])).toEqual([
      [0, 300],
      [300, 599],
    ]);
  });
});

describe('D14: the distance is that of the watch', () => {
  test('with the metres before the first record, which make nobody fast', () => {
    const ahead = moments().map((moment) => ({ ...moment, metres: (moment.metres ?? 0) + 60 }));
    const run = layOutRun(activityOf({ records: ahead, metres: 1857 }));
    expect([run?.metres?.[0], run?.metres?.[599]]).toEqual([0, 1857]);
    expect(Math.max(...(run?.speed ?? []))).toBeCloseTo(3, 5);
  });

  test('but not if the total does not have them', () => {
    const ahead = moments().map((moment) => ({ ...moment, metres: (moment.metres ?? 0) + 60 }));
    expect(layOutRun(activityOf({ records: ahead, metres: 1797 }))?.metres?.[599]).toBe(1797);
  });

  test('on a treadmill as it was corrected when the run was saved', () => {
    const corrected = { metres: 2100, subSport: 1 };
    const run = layOutRun(activityOf(corrected));
    expect(run?.metres?.[599]).toBeCloseTo(2100, 5);
    expect(run?.speed?.[300]).toBeCloseTo(2100 / 599, 3);
    // Outdoors, and in a file that was read in part, the records are right.
    expect(layOutRun(activityOf({ metres: 2100 }))?.metres?.[599]).toBe(1797);
    const part = { ...corrected, timerSeconds: 900, elapsedSeconds: 900 };
    expect(layOutRun(activityOf(part))?.metres?.[599]).toBe(1797);
  });
});

describe('D4: a run is laid out on the time of the timer', () => {
  test('which stops in a pause', () => {
    const timer = [
      { time: 0, isStart: true, isAutomatic: false },
      { time: 200, isStart: false, isAutomatic: true },
      { time: 290, isStart: true, isAutomatic: true },
    ];
    const run = layOutRun(activityOf({ records: moments(200, 290), timer, elapsedSeconds: 690 }));
    expect(run?.seconds).toBe(599);
    expect(run?.pauses).toEqual([{ at: 200, seconds: 90, isAutomatic: true }]);
    expect(run?.metres?.[400]).toBeCloseTo(1200, 0);
    expect(run?.clock[400]).toBe(490);
  });

  test('and in a long silence without movement', () => {
    expect(layOutRun(activityOf({ records: moments(200, 290) }))?.seconds).toBeLessThan(605);
  });

  test('but not while the watch only lost its position', () => {
    expect(layOutRun(activityOf({ records: moments(200, 290, 270) }))?.seconds).toBe(689);
  });

  test('with laps to the tenth of a second, if their durations add up', () => {
    const laps = [0, 1, 2].map((at) => ({
      start: at * 200,
      elapsedSeconds: 199.7,
      timerSeconds: 199.7,
      metres: 600,
      step: undefined,
      trigger: 0,
    }));
    const ends = layOutRun(activityOf({ laps }))?.laps.map(({ to }) => Math.round(to * 10) / 10);
    expect(ends).toEqual([199.7, 399.4, 599]);
  });

  test('and otherwise by their start', () => {
    const lap = { elapsedSeconds: 100, metres: 300, step: undefined, trigger: 0 };
    const laps = [
      { ...lap, start: 0, timerSeconds: 100 },
      { ...lap, start: 250, timerSeconds: 100 },
    ];
    const run = layOutRun(activityOf({ laps }));
    expect(run?.laps.map(({ from, to }) => [from, to])).toEqual([
      [0, 100],
      [250, 350],
    ]);
  });
});

test('D15: the distance of each sport may start again at zero', () => {
  const activity = activityOf({});
  const [session] = activity.sessions;
  if (!session) throw new Error('no session');
  const metres = activity.records.metres.map((here, at) => (at < 262 ? 5000 + here : here - 786));
  const run = layOutRun({
    ...activity,
    records: { ...activity.records, metres },
    sessions: [
      { ...session, sport: 2, start: 0, elapsedSeconds: 260 },
      { ...session, sport: 1, start: 260, elapsedSeconds: 340, timerSeconds: 340, metres: 1011 },
    ],
  });
  expect(run?.metres?.[339]).toBeCloseTo(1011, 0);
});

test('D15: of several sports the longest run is taken', () => {
  const activity = activityOf({});
  const [session] = activity.sessions;
  if (!session) throw new Error('no session');
  const run = layOutRun({
    ...activity,
    sessions: [
      { ...session, sport: 2, start: 0, elapsedSeconds: 250 },
      { ...session, sport: 1, start: 260, elapsedSeconds: 340 },
    ],
  });
  expect(run?.seconds).toBe(339);
  expect(run?.metres?.[0]).toBe(0);
  expect(run?.clock[0]).toBe(0);
});

test('less than a minute is no run', () => {
  const activity = activityOf({ records: moments().slice(0, 40), elapsedSeconds: 40 });
  expect(layOutRun(activity)).toBeUndefined();
});

test('D20: a step that is a lap has the metres of the watch, also from its trace', () => {
  const parts = [{ seconds: 600 }, { seconds: 41 }, { seconds: 59 }];
  const laps = parts.map(({ seconds }, index) => ({
    seconds,
    speed: index === 1 ? 5 : 3,
    lapMetres: [1799.5, 206, 175][index] ?? 0,
  }));
  const planned = plannedOf('10m E + 200mtr R + 1m jog');
  const exact = layOutRun(makeRun(laps));
  if (!exact) throw new Error('no run');
  const metresOfRep = (run: Run) => {
    const [, lap] = run.laps;
    const corrections = [{ step: 1, stretch: lap }];
    const compared = compareRun(run, planned, { corrections });
    const rep = compared.kind === 'compared' ? compared.steps[1] : undefined;
    return rep && rep.verdict !== 'missed' ? rep.metres : undefined;
  };
  expect(metresOfRep(exact)).toBe(206);
  const stored = unpackTrace(packTrace(exact));
  expect(stored && metresOfRep(stored)).toBe(206);
});

test('D20: laps that are not as long as the run say nothing', () => {
  const run = layOutRun(
    makeRun([
      { seconds: 600, speed: 3, lapMetres: 1500 },
      { seconds: 60, speed: 3, lapMetres: 180 },
    ]),
  );
  expect(run?.laps.map(({ metres }) => metres)).toEqual([undefined, undefined]);
});
