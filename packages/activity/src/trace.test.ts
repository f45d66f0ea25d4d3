import { createRandom } from '@pacewright/growth';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deflateRawSync } from 'node:zlib';

import { SCRIPTS } from '../test/scripts.ts';
import { simulateSeed } from '../test/simulated-run.ts';
import { compareRun } from '../test/compare.ts';
import { layOutRun, packTrace, unpackTrace, type Run } from './index.ts';

function runOf(script: string, seed: number) {
  const { activity, planned } = simulateSeed(
    script,
    { kind: 'button', deviations: ['pause', 'lights'] },
    seed,
  );
  const run = layOutRun(activity);
  if (!run) throw new Error('no run');
  return { run, planned };
}

/** Any run: metres never get fewer, and laps follow each other. */
const anyRun = fc
  .record({
    steps: fc.array(fc.double({ min: 0, max: 8, noNaN: true }), { minLength: 1, maxLength: 400 }),
    heart: fc.option(fc.integer({ min: 30, max: 230 })),
    altitude: fc.option(fc.integer({ min: -400, max: 5000 })),
    laps: fc.array(
      fc.record({ length: fc.nat(300), step: fc.option(fc.nat(200), { nil: undefined }) }),
      { maxLength: 20 },
    ),
    pauses: fc.array(
      fc.record({ at: fc.nat(400), seconds: fc.nat(4000), isAutomatic: fc.boolean() }),
    ),
    isIndoors: fc.boolean(),
  })
  .map(({ steps, heart, altitude, laps, pauses, isIndoors }): Run => {
    const metres = new Float64Array(steps.length + 1);
    steps.forEach((step, index) => (metres[index + 1] = (metres[index] ?? 0) + step));
    let end = 0;
    return {
      seconds: steps.length,
      metres: isIndoors ? undefined : metres,
      speed: undefined,
      heartRate: heart === null ? undefined : new Float32Array(steps.length).fill(heart),
      altitude: altitude === null ? undefined : new Float32Array(steps.length).fill(altitude),
      clock: new Float64Array(steps.length + 1),
      laps: laps.map(({ length, step }) => ({
        from: end,
        to: (end += length / 10),
        step,
        trigger: step === undefined ? undefined : 'button',
      })),
      pauses: pauses.sort((one, other) => one.at - other.at),
    };
  });

test('a trace gives any run back: distance to the decimetre every five seconds, laps to a tenth', () => {
  fc.assert(
    fc.property(anyRun, (run) => {
      const back = unpackTrace(packTrace(run));
      expect(back?.seconds).toBe(run.seconds);
      for (let at = 0; at <= run.seconds; at += 5)
        expect(Math.abs((back?.metres?.[at] ?? 0) - (run.metres?.[at] ?? 0))).toBeLessThan(0.051);
      expect(back?.metres === undefined).toBe(run.metres === undefined);
      expect(back?.heartRate).toEqual(run.heartRate);
      expect(back?.altitude).toEqual(run.altitude);
      expect(back?.pauses).toEqual(run.pauses);
      back?.laps.forEach((lap, index) => {
        expect(lap).toMatchObject({
          step: run.laps[index]?.step,
          trigger: run.laps[index]?.trigger,
        });
        expect(lap.to).toBeCloseTo(run.laps[index]?.to ?? NaN, 6);
      });
      expect(back?.laps.length).toBe(run.laps.length);
    }),
  );
});

test('an hour takes less than two kilobytes', () => {
  const { run } = runOf('60m E', 2);
  expect((deflateRawSync(packTrace(run)).length * 3600) / run.seconds).toBeLessThan(2000);
});

test('a trace is enough to align the run with its plan again', () => {
  let [same, steps] = [0, 0];
  for (let seed = 0; seed < 12; seed++) {
    const { run, planned } = runOf(SCRIPTS[(seed * 4) % SCRIPTS.length] ?? '', seed);
    const back = unpackTrace(packTrace(run));
    if (!back) throw new Error('no trace');
    const [first, second] = [compareRun(run, planned), compareRun(back, planned)];
    if (first.kind === 'unclear' || second.kind === 'unclear') continue;
    first.steps.forEach((step, index) => {
      const other = second.steps[index];
      steps++;
      if (step.verdict === 'missed' || !other || other.verdict === 'missed')
        same += other?.verdict === step.verdict ? 1 : 0;
      else if (Math.abs(step.stretch.to - other.stretch.to) <= 6) same++;
    });
  }
  expect(steps).toBeGreaterThan(50);
  expect(same / steps).toBeGreaterThan(0.95);
});

test('bytes that are no trace give nothing, and nothing throws', () => {
  const packed = packTrace(runOf('15m E + 3x(3m I + 2m E) + 10m E', 3).run);
  const random = createRandom(5);
  for (let round = 0; round < 500; round++) {
    const bytes = packed.slice(0, Math.floor(random() * packed.length));
    for (let times = Math.floor(random() * 6); times > 0 && bytes.length > 0; times--)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    expect(() => unpackTrace(bytes)).not.toThrow();
  }
  expect(unpackTrace(new Uint8Array(0))).toBeUndefined();
});
