import { packTrace, type Run } from '@pacewright/activity';
import type { NewActivity, StoredComparison } from '@pacewright/contract';
import { trainingPaces } from '@pacewright/pace';
import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';

/** An even run as the web app sends it. A different number makes a different file. */
export function makeActivity(
  number: number,
  { seconds = 2700, ...change }: Partial<NewActivity> = {},
): NewActivity {
  return {
    source: 'file',
    sourceId: createHash('sha256').update(`file ${number}`).digest('hex'),
    day: '2026-11-17',
    startedAt: '2026-11-17T17:04:12.000Z',
    seconds,
    metres: 3.2 * seconds,
    entryId: null,
    summary: null,
    paceSeconds: { E: seconds, M: 0, T: 0, I: 0, R: 0 },
    outline: Buffer.alloc(80, 64).toString('base64'),
    effort: null,
    notes: '',
    trace: deflateRawSync(packTrace(evenRun(seconds))).toString('base64'),
    watch: { steps: [] },
    comparison: null,
    ...change,
  };
}

function evenRun(seconds: number): Run {
  return {
    seconds,
    metres: Float64Array.from({ length: seconds + 1 }, (_, at) => 3.2 * at),
    speed: new Float32Array(seconds).fill(3.2),
    heartRate: Float32Array.from({ length: seconds }, (_, at) => 140 + (at % 30)),
    altitude: undefined,
    clock: Float64Array.from({ length: seconds + 1 }, (_, at) => at),
    laps: [],
    pauses: [],
  };
}

/** A comparison with any number of steps, all alike. */
export function makeComparison(steps = 1): StoredComparison {
  return {
    title: 'Easy 45',
    script: '45m E',
    paces: { trainingPaces: trainingPaces(50), vdot: 50 },
    corrections: [],
    result: {
      kind: 'compared',
      method: 'pace',
      isSamePlan: true,
      steps: Array.from({ length: steps }, () => ({
        verdict: 'hit' as const,
        isSure: true,
        isCorrected: false,
        isLong: false,
        stretch: { from: 0, to: 2700 },
        seconds: 2700,
        stoppedSeconds: 0,
        metres: 8640,
        speed: 3.2,
        share: 1,
        heartRate: { mean: 154.5, end: 157 },
      })),
      extras: [],
    },
  };
}
