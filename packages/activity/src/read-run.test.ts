import { describe, expect, test } from 'vitest';

import { TEN_MINUTES } from '../test/recordings.ts';
import { type Recording, writeActivity } from '../test/write-activity.ts';
import { readRun } from './index.ts';

function read(change: Partial<Recording> = {}) {
  return readRun(writeActivity({ ...TEN_MINUTES, ...change }));
}

test('D15: the run of a triathlon begins when it began, not when the swim did', () => {
  const reading = read({
    sessions: [
      { sport: 5, start: 0, elapsedSeconds: 300 },
      { sport: 1, start: 300, elapsedSeconds: 359 },
    ],
  });
  expect(reading).toMatchObject({ ok: true, startedAt: TEN_MINUTES.startedAt + 300 });
});

/** Ten minutes at a speed, with the cadence of a runner. */
function at(speed: number, change: Partial<Recording> = {}) {
  const records = TEN_MINUTES.records.map((moment, index) => ({
    ...moment,
    metres: index * speed,
    speed,
  }));
  return read({ records, metres: undefined, ...change });
}

const GENERIC = { sport: 0, start: 0, elapsedSeconds: 659 };

describe('D16: what is not a run is refused', () => {
  test('a course or a workout, whatever times its points have', () => {
    for (const fileType of [5, 6, 7])
      expect(read({ fileType })).toEqual({ ok: false, reason: 'not-an-activity' });
  });

  test('another sport of the laps or of the watch, where the session is missing', () => {
    const ride = { ok: false, reason: 'another-sport', sport: 2 };
    expect(read({ sessions: [], lapSport: 2 })).toEqual(ride);
    expect(read({ sessions: [], chosenSport: 2 })).toEqual(ride);
    expect(read({ sessions: [GENERIC], chosenSport: 2 })).toEqual(ride);
    expect(read({ sessions: [GENERIC, { ...GENERIC, sport: 2 }] })).toEqual(ride);
    expect(read({ sessions: [], chosenSport: 1 })).toMatchObject({ ok: true, remarks: [] });
  });

  test.each([
    ['a ride without a session', at(7, { sessions: [] })],
    ['a walk without a sport', at(1, { sessions: [GENERIC] })],
    ['weights, where nothing moves', at(0, { sessions: [GENERIC] })],
    [
      'rowing, by its strokes',
      at(3, {
        sessions: [GENERIC],
        records: TEN_MINUTES.records.map((moment) => ({ ...moment, cadence: 60 })),
      }),
    ],
  ])('%s', (_, reading) => {
    expect(reading).toEqual({ ok: false, reason: 'not-like-running' });
  });

  test('without a sport, the pace of a run is a run, and that is said', () => {
    expect(at(3, { sessions: [GENERIC] })).toMatchObject({
      ok: true,
      remarks: [{ kind: 'sport-unknown' }],
    });
    expect(at(1)).toMatchObject({ ok: true, remarks: [] });
  });

  test('a summary of minutes without the run itself, unlike a file of seconds', () => {
    const [first, last] = [TEN_MINUTES.records[0], TEN_MINUTES.records.at(-1)];
    const records = first && last ? [first, last] : [];
    expect(read({ records, timer: [], laps: [] })).toEqual({ ok: false, reason: 'summary-only' });
    expect(read({ records: records.slice(0, 1), timer: [] })).toEqual({
      ok: false,
      reason: 'summary-only',
    });
    const seconds = { elapsedSeconds: 40, timerSeconds: 40 };
    expect(read({ ...seconds, records: TEN_MINUTES.records.slice(0, 40), laps: [] })).toEqual({
      ok: false,
      reason: 'too-short',
    });
  });
});

describe('D17: what was read in part says so', () => {
  test('where the watch recorded more', () => {
    const records = TEN_MINUTES.records.slice(0, 250);
    const timer = TEN_MINUTES.timer.slice(0, 1);
    expect(read({ records, timer })).toMatchObject({
      ok: true,
      remarks: [{ kind: 'in-part', seconds: 249, ofSeconds: 599.25 }],
    });
    expect(read()).toMatchObject({ ok: true, remarks: [] });
  });

  test('a damaged file without a total, but not one with the whole run', () => {
    const bytes = writeActivity(TEN_MINUTES);
    const cut = readRun(bytes.subarray(0, 9000));
    expect(cut).toMatchObject({ ok: true, remarks: [{ kind: 'damaged' }, expect.anything()] });
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
    expect(readRun(bytes)).toMatchObject({ ok: true, remarks: [] });
  });

  test('the other runs of a file', () => {
    const run = { sport: 1, elapsedSeconds: 300 };
    const reading = read({
      sessions: [
        { ...run, start: 0 },
        { sport: 2, start: 300, elapsedSeconds: 10 },
        { ...run, start: 310, elapsedSeconds: 340 },
      ],
    });
    expect(reading).toMatchObject({ ok: true, remarks: [{ kind: 'more-runs', count: 2 }] });
  });
});

describe('D18: a clock that was wrong until the first fix', () => {
  const DAYS = 20 * 86_400;
  const wrong = (time: number) => (time < 100 ? time - DAYS : time);
  const file = (change: Partial<Recording>) =>
    read({
      records: TEN_MINUTES.records.map((moment) => ({ ...moment, time: wrong(moment.time) })),
      timer: TEN_MINUTES.timer.map((event) => ({ ...event, time: wrong(event.time) })),
      ...change,
    });

  test('leaves the run whole', () => {
    const reading = file({ sessions: [{ sport: 1, start: -DAYS, elapsedSeconds: 659 }] });
    expect(reading).toMatchObject({ ok: true, startedAt: TEN_MINUTES.startedAt, remarks: [] });
    expect(reading.ok && reading.run.metres?.at(-1)).toBeCloseTo(1797, 0);
    expect(reading.ok && reading.run.seconds).toBe(599);
  });

  test('but two recordings of one file stay two, of which the longer is read', () => {
    const [start, ...others] = TEN_MINUTES.timer;
    const stop = { time: wrong(99), isStart: false, isAutomatic: false };
    const timer = start ? [{ ...start, time: wrong(0) }, stop, ...others] : [];
    expect(file({ timer, laps: [] })).toMatchObject({
      ok: true,
      startedAt: TEN_MINUTES.startedAt + 100,
      remarks: [{ kind: 'in-part' }],
    });
  });
});
