import { trainingPaces } from '@pacewright/pace';
import { expect, test } from 'vitest';

import { describeFit } from './fit-describe.ts';
import { encodeFit } from './fit-encode.ts';
import { writeGarmin } from './garmin.ts';
import { writeIntervalsIcu } from './intervals-icu.ts';
import { writeZwift } from './zwift.ts';

// Paces, heart rates, notes, walks, roles and steps between rounds, in every export.

const SPEEDS = { vdot: 50, trainingPaces: trainingPaces(50) };
const SCRIPT = '10m WU + 4x(1km 4:00/km "relax" + 2m walk between) + 20m 140-150bpm + CD';
const WRITTEN = { id: 'w1', title: 'Targets', script: SCRIPT };

test('a FIT file has the pace, the beats, the note, and no walk after the last round', () => {
  const file = encodeFit(WRITTEN, SPEEDS);
  const read = file.ok ? describeFit(file.bytes) : file;
  expect(read.ok && read.workout.items).toMatchObject([
    { role: 'warm-up' },
    { kind: 'repeat', count: 3, items: [{ note: 'relax' }, { name: 'Walk', role: 'recovery' }] },
    { note: 'relax', target: { kind: 'speed' } },
    { target: { kind: 'heart-rate', from: 140, to: 150 } },
    { role: 'cool-down' },
  ]);
});

test('Garmin skips the walk in the last round, and gets the beats and the note', () => {
  const workout = writeGarmin(WRITTEN, SPEEDS);
  expect(workout.ok && workout.body.segments[0].steps).toMatchObject([
    { intensity: 'WARMUP' },
    {
      repeatValue: 4,
      skipLastRestStep: true,
      steps: [{ description: 'relax', targetType: 'PACE' }, { intensity: 'RECOVERY' }],
    },
    { targetType: 'HEART_RATE', targetValueLow: 140, targetValueHigh: 150 },
    { intensity: 'COOLDOWN' },
  ]);
});

test('intervals.icu gets the note as a cue, and says that it takes no beats', () => {
  const output = writeIntervalsIcu(WRITTEN, SPEEDS, 'metric');
  expect(output.ok && output.text).toContain('3x\n- relax 1km 4:04-3:56/km Pace\n- Walk 2m');
  expect(output.ok && output.notes.join(' ')).toContain('no heart-rate targets in bpm');
});

test('Zwift leaves out the walk after the last round, and says what it does not have', () => {
  const file = writeZwift(WRITTEN, SPEEDS);
  expect(file.ok && file.text.match(/<(?:SteadyState|FreeRide|IntervalsT)/g)).toHaveLength(10);
  expect(file.ok && file.notes.join(' ')).toMatch(
    /doesn’t show notes.*no heart-rate targets in bpm/,
  );
});
