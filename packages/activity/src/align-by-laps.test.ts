import { describe, expect, test } from 'vitest';

import { type MadePart, makeRun } from '../test/made-run.ts';
import { plannedOf } from '../test/simulated-run.ts';
import { compareRun } from '../test/compare.ts';
import { layOutRun, type LapTrigger, type Run, summarize } from './index.ts';

const HILLY = { vdot: 45, reps: '20m E + 5x(3m 3:50/km + 4m jog) + 15m E' };

/** Speeds that vary as on hills and with a bad reception: by a fifth, in waves of a minute and of seconds. */
function onHills(run: Run): Run {
  let metres = 0;
  const total = run.metres?.map((here, second) => {
    const gained = here - (run.metres?.[Math.max(0, second - 1)] ?? 0);
    const wave = 0.2 * Math.sin(second / 9) + 0.12 * Math.sin(second / 2.3);
    return (metres += gained * (1 + wave));
  });
  const speed =
    total &&
    Float32Array.from(
      { length: run.seconds },
      (_, second) => (total[second + 1] ?? 0) - (total[second] ?? 0),
    );
  return { ...run, metres: total, speed };
}

function runOf(parts: readonly MadePart[], triggers: readonly LapTrigger[] = []): Run {
  const run = layOutRun(makeRun(parts));
  if (!run) throw new Error('no run');
  const laps = run.laps.map((lap, index) => ({ ...lap, trigger: triggers[index] ?? 'button' }));
  return { ...run, laps };
}

const easy = (seconds: number) => ({ seconds, speed: 2.6 });
const SESSION = [
  easy(1185),
  ...[182, 178, 181, 183, 179].flatMap((seconds) => [{ seconds, speed: 4.35 }, easy(245)]),
  easy(880),
];

describe('D19: steps by the lengths between laps', () => {
  const run = onHills(runOf(SESSION));

  test('however much the speed varies within a rep, and to the second', () => {
    const compared = compareRun(run, plannedOf(HILLY.reps, HILLY.vdot));
    if (compared.kind !== 'compared') throw new Error(compared.reason);
    expect(compared.method).toBe('laps');
    const ends = compared.steps.flatMap((step) =>
      step.verdict === 'missed' ? [] : [step.stretch],
    );
    expect(ends.slice(0, 11).map(({ to }) => to)).toEqual(
      run.laps.slice(0, 11).map(({ to }) => to),
    );
    expect(summarize(compared, 'metric')).toMatch(/^All five reps on pace, /);
  });

  test('rounds that were left out say nothing about the others', () => {
    const planned = plannedOf(HILLY.reps.replace('5x', '7x'), HILLY.vdot);
    const compared = compareRun(run, planned);
    if (compared.kind !== 'compared') throw new Error(compared.reason);
    const reps = compared.steps.slice(1, 15).filter((_, index) => index % 2 === 0);
    expect(reps.map(({ verdict }) => verdict === 'missed')).toEqual([
      ...Array.from({ length: 5 }, () => false),
      true,
      true,
    ]);
  });

  test.each([
    '15m E + 12x(400mtr R + 400mtr jog) + 10m E',
    '20m E + 3x(10m T + 2m jog) + 15m E',
    '60m E + 20m T + 10m E',
  ])('but those of another workout are not: %s', (script) => {
    expect(compareRun(run, plannedOf(script, HILLY.vdot))).toMatchObject({ kind: 'unclear' });
  });

  test('a workout of the watch whose steps are not in the file ends them by time and distance', () => {
    const rep = { seconds: 250, speed: 4 };
    const parts = [
      ...Array.from({ length: 5 }, () => [rep, { seconds: 60, speed: 1.2 }]).flat(),
      easy(400),
    ];
    const byWatch = onHills(
      runOf(
        parts,
        parts.map((_, index): LapTrigger => (index % 2 === 0 ? 'distance' : 'time')),
      ),
    );
    const compared = compareRun(byWatch, plannedOf('5x(1km 4:10/km + 1m rest) + E', HILLY.vdot));
    if (compared.kind !== 'compared') throw new Error(compared.reason);
    expect(compared.method).toBe('laps');
    expect(summarize(compared, 'metric')).toMatch(/^All five reps on pace, /);
  });
});

test('D7: an easy run has no reps, whatever its noise', () => {
  const run = onHills(runOf([easy(2700)], ['end']));
  const planned = plannedOf('15m E + 20x(30s I + 30s jog) + 10m E', 38);
  expect(compareRun(run, planned)).toMatchObject({ kind: 'unclear' });
});
