import { describe, expect, test } from 'vitest';

import { formatScript, readScript } from './read.ts';
import { resolveWorkout, type ResolvedStep } from './resolve.ts';
import type { WorkoutItem } from './workout.ts';

test('L10, S10: a note is shown beside the target, or is a step of its own', () => {
  expect(itemsOf('3m I "relax" + “drills,  4 of them”')).toEqual([
    {
      kind: 'step',
      amount: { kind: 'time', seconds: 180 },
      target: { kind: 'pace', pace: 'I' },
      note: 'relax',
    },
    { kind: 'step', amount: { kind: 'open' }, target: { kind: 'none' }, note: 'drills, 4 of them' },
  ]);
});

test('S10: a step that only a note describes is drawn as effort, not as easy', () => {
  const [, repeat] = resolveWorkout({
    items: itemsOf('10m + 8x(30s "hill, hard" + 90s jog)'),
  }).items;
  expect(repeat).toMatchObject({ items: [{ lane: 'M', role: 'work' }, { role: 'recovery' }] });
});

test('S10: a warm-up or a cool-down of a file that has no target is easy', () => {
  const { items } = resolveWorkout({ items: itemsOf('10m "Warm up" + 20m T + 5m "Cool-down"') });
  expect(items).toMatchObject([{ lane: 'E' }, { lane: 'T' }, { lane: 'E' }]);
});

test('L11, S7: a pace is its own speed', () => {
  expect(itemsOf('1km 4:20-4:30/km')).toMatchObject([
    { target: { kind: 'stated', slow: 270, fast: 260, per: 'km' } },
  ]);
  const [step] = resolveWorkout({ items: itemsOf('20m 7:00/mi') }).items;
  expect(step?.kind === 'step' && step.speed?.from).toBeCloseTo((1609.34 / 420) * 0.985, 6);
});

test('S7: a stated pace within E is easy', () => {
  expect(rolesOf('10m 6:30/km + 5x(1km 3:50/km + 2m 6:40/km) + 10m')).toEqual([
    'warm-up',
    'work',
    'recovery',
    'cool-down',
  ]);
});

test('L12, S8: a heart rate is for the watch', () => {
  expect(itemsOf('20m 155-145bpm')).toMatchObject([
    { target: { kind: 'beats', from: 145, to: 155 } },
  ]);
  const [step] = resolveWorkout({ items: itemsOf('20m 150bpm') }).items;
  expect(step).toMatchObject({ isSpeedEstimated: true, role: 'work' });
});

test('L2, L12: a heart rate after hours is no minutes', () => {
  expect(itemsOf('1h 45-50bpm')).toMatchObject([
    { amount: { seconds: 3600 }, target: { kind: 'beats', from: 45, to: 50 } },
  ]);
});

test('G10, S9: between is left out in the last round', () => {
  const { unrolled, totals } = resolveWorkout({ items: itemsOf('5x(1km 4m + 2m rest between)') });
  expect(unrolled.map(({ step }) => step.target.kind)).toEqual([
    ...Array.from({ length: 4 }, () => ['goal', 'rest']).flat(),
    'goal',
  ]);
  expect(totals.time.seconds).toBe(5 * 240 + 4 * 120);
});

test('F4: one spelling', () => {
  expect(formatScript('5x(1km 4:20-4:30/KM + 2m jog “walk  a bit” between)')).toBe(
    '5x(1km 4:30-4:20/km + 2m jog between "walk a bit")',
  );
});

describe('S11: WU, CD and walk', () => {
  test('WU and CD state the role of a step, and are E', () => {
    expect(itemsOf('10m WU + 40m E + CD Z1')).toMatchObject([
      { target: { kind: 'pace', pace: 'E' }, role: 'warm-up' },
      { target: { kind: 'pace', pace: 'E' } },
      { target: { kind: 'zone', zone: 1 }, role: 'cool-down' },
    ]);
    expect(rolesOf('10m WU + 40m E + 5m CD')).toEqual(['warm-up', 'work', 'cool-down']);
    expect(formatScript('warm up 10 min, 40m E, CD in Z1')).toBe('10m WU + 40m E + CD Z1');
  });

  test('a walk is a recovery of its own, at walking speed', () => {
    const { items } = resolveWorkout({ items: itemsOf('5x(1km I + 100s walk)') });
    expect(items).toMatchObject([{ items: [{}, { role: 'recovery', metres: 140 }] }]);
  });
});

function itemsOf(script: string): WorkoutItem[] {
  const { workout, diagnostics } = readScript(script);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return workout.items;
}

function rolesOf(script: string): ResolvedStep['role'][] {
  const steps = resolveWorkout({ items: itemsOf(script) }).unrolled.map(({ step }) => step);
  return [...new Set(steps)].map(({ role }) => role);
}
