import { raceTime } from '@pacewright/pace';
import { describe, expect, test } from 'vitest';

import { offerRace, type Run } from './index.ts';

/** Even running. */
function runOf(metres: number, seconds: number, change: Partial<Run> = {}): Run {
  const speed = metres / seconds;
  return {
    seconds,
    metres: Float64Array.from({ length: seconds + 1 }, (_, at) => at * speed),
    speed: new Float32Array(seconds).fill(speed),
    heartRate: undefined,
    altitude: new Float32Array(seconds).fill(80),
    clock: Float64Array.from({ length: seconds + 1 }, (_, at) => at),
    laps: [],
    pauses: [],
    ...change,
  };
}

const QUESTION = { vdot: 50, daysAgo: 0, isPlannedWorkout: false };
const TEN = Math.round(raceTime(50, 10_000));

describe('D9: a run is offered as a race', () => {
  test('if it is as long as one, even, and as fast as one', () => {
    expect(offerRace(runOf(10_080, TEN - 20), QUESTION)).toMatchObject({
      distance: 10_000,
      timeInSeconds: TEN - 20,
    });
  });

  test.each([
    ['at a training pace', runOf(10_050, Math.round(TEN * 1.15)), QUESTION],
    ['over a distance nobody races', runOf(11_200, TEN + 250), QUESTION],
    [
      'with a pause',
      runOf(10_050, TEN, { pauses: [{ at: 1200, seconds: 90, isAutomatic: false }] }),
      QUESTION,
    ],
    [
      'downhill',
      runOf(10_050, TEN, { altitude: Float32Array.from({ length: TEN }, (_, at) => 900 - at / 4) }),
      QUESTION,
    ],
    [
      'fast and slow in turns',
      runOf(10_050, TEN, {
        metres: Float64Array.from(
          { length: TEN + 1 },
          (_, at) => (at * 10_050) / TEN + 200 * Math.sin((at / TEN) * 6 * Math.PI),
        ),
      }),
      QUESTION,
    ],
    ['of a planned workout', runOf(10_050, TEN), { ...QUESTION, isPlannedWorkout: true }],
    ['of last winter', runOf(10_050, TEN), { ...QUESTION, daysAgo: 60 }],
    ['faster than the world record', runOf(10_050, 1400), QUESTION],
    ['indoors', runOf(10_050, TEN, { metres: undefined, speed: undefined }), QUESTION],
  ])('but not %s', (_, run, question) => {
    expect(offerRace(run, question)).toBeUndefined();
  });

  test('by the clock, not by the timer', () => {
    const run = runOf(10_050, TEN, { pauses: [{ at: 900, seconds: 12, isAutomatic: true }] });
    const clock = run.clock.map((time) => (time > 900 ? time + 12 : time));
    expect(offerRace({ ...run, clock }, QUESTION)?.timeInSeconds).toBe(TEN + 12);
  });
});
