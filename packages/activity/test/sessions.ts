// Sessions with laps by hand on unsteady ground, each compared with its own plan and with those of the others.

import { createRandom, type Random } from '@pacewright/growth';
import { compareRun } from './compare.ts';
import { layOutRun, type Run, type Stretch } from '../src/index.ts';
import { speedOf } from '../src/run.ts';
import { normal } from './random.ts';
import { plannedOf, simulateRun } from './simulated-run.ts';

/** Plans as runners write them down after a session: some are alike, none is the same. */
export const SESSIONS = [
  '20m E + 5x(3m I + 2m jog) + 10m E',
  '15m E + 6x(1km I + 2m jog) + 10m E',
  '2km E + 6x(1km T + 1m rest) + 2km E',
  '15m E + 3x(10m T + 2m jog) + 10m E',
  '15m E + 10x(400mtr R + 400mtr jog) + 10m E',
  '15m E + 12x(200mtr R + 200mtr jog) + 10m E',
  '20m E + 4x(1200mtr I + 3m jog) + 15m E',
  '20m E + 6x(800mtr I + 400mtr jog) + 15m E',
  '15m E + 5x(5m I + 3m jog) + 10m E',
  '10m E + 15x(1m I + 1m jog) + 10m E',
  '15m E + 3x(1mi T + 1m rest) + 4x(200mtr R + 200mtr jog) + 10m E',
  '15m E + 4x(8m T + 2m jog) + 10m E',
  '12m E + 5x(2km T + 2m rest) + 10m E',
  '15m E + 1m I + 1m jog + 2m I + 2m jog + 3m I + 3m jog + 2m I + 2m jog + 1m I + 10m E',
  '10m E + 3x(20m M + 5m E) + 10m E',
  '15m E + 8x(2m I + 2m jog) + 10m E',
  '15m E + 2x(15m T + 3m jog) + 10m E',
] as const;

const SPEED_NOISE = 0.6;
const NOISE_SECONDS = 12;

type SessionFigures = {
  own: number;
  ownCompared: number;
  foreign: number;
  foreignCompared: number;
  reps: number;
  repsWithin: number;
  pairs: string[];
};

/** Both ends of a rep may be off by this. */
const MAX_OFF_SECONDS = 8;

export function compareSessions(
  rounds: number,
  seed = 1,
  sessions: readonly string[] = SESSIONS,
): SessionFigures {
  const figures: SessionFigures = {
    own: 0,
    ownCompared: 0,
    foreign: 0,
    foreignCompared: 0,
    reps: 0,
    repsWithin: 0,
    pairs: [],
  };
  for (let round = 0; round < rounds; round++)
    sessions.forEach((script, index) => {
      const random = createRandom(seed * 1_000_003 + round * 7919 + index * 104_729);
      const vdot = 38 + random() * 20;
      const { activity, truth, planned } = simulateRun(
        script,
        vdot,
        { kind: 'button', deviations: [] },
        random,
      );
      const steady = layOutRun(activity);
      if (!steady) throw new Error('no run');
      const run = unsteady(steady, truth.steps, random);
      const own = compareRun(run, planned);
      figures.own++;
      if (own.kind === 'compared') {
        figures.ownCompared++;
        planned.forEach(({ role, isEasy }, step) => {
          if (role !== 'work' || isEasy) return;
          const [meant, found] = [truth.steps[step], own.steps[step]];
          figures.reps++;
          if (!meant || !found || found.verdict === 'missed') return;
          const off = Math.max(
            Math.abs(meant.from - found.stretch.from),
            Math.abs(meant.to - found.stretch.to),
          );
          if (off <= MAX_OFF_SECONDS) figures.repsWithin++;
        });
      } else figures.pairs.push(`lost: ${script}`);
      sessions.forEach((other, at) => {
        if (at === index) return;
        figures.foreign++;
        if (compareRun(run, plannedOf(other, vdot)).kind !== 'compared') return;
        figures.foreignCompared++;
        figures.pairs.push(`${script}  as  ${other}`);
      });
    });
  return figures;
}

/**
 * Hills, wind and bad reception: the speed varies within a rep as in real sessions, and each step is as long as it was
 * meant to be.
 */
function unsteady(run: Run, steps: readonly (Stretch | undefined)[], random: Random): Run {
  const keep = Math.exp(-1 / NOISE_SECONDS);
  let drift = 0;
  const noise = Float64Array.from({ length: run.seconds + 1 }, (_, second) => {
    drift = keep * drift + Math.sqrt(1 - keep * keep) * SPEED_NOISE * normal(random);
    return second === 0 || (run.speed?.[second - 1] ?? 0) < 1 ? 0 : drift;
  });
  for (const step of steps) {
    if (!step) continue;
    const part = noise.subarray(Math.round(step.from) + 1, Math.round(step.to) + 1);
    const mean = part.reduce((sum, each) => sum + each, 0) / Math.max(1, part.length);
    for (let at = 0; at < part.length; at++) part[at] = (part[at] ?? 0) - mean;
  }
  let metres = 0;
  const total = run.metres?.map((here, second) => {
    const gained = second === 0 ? 0 : here - (run.metres?.[second - 1] ?? 0);
    return (metres += Math.max(0, gained + (noise[second] ?? 0)));
  });
  return total ? { ...run, metres: total, speed: speedOf(total) } : run;
}
