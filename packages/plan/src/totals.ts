import { PACE_KEYS, type PaceKey } from '@pacewright/pace';
import { resolveWorkout, type AthleteSpeeds, type Totals, type Workout } from '@pacewright/script';

import type { PlanDay } from './days.ts';
import type { PlanReading } from './read.ts';
import { readCached } from './script-cache.ts';

/** Time and distance of running, in all and in each lane of the chart. Rest and walking have no lane. */
export type RunningTotals = Totals & {
  lanes: Record<PaceKey, { seconds: number; metres: number }>;
  restSeconds: number;
};

export type RunTotals = RunningTotals & { day: PlanDay };

export type WeekTotals = RunningTotals & { week: number; runs: RunTotals[] };

/** P19. The totals of every week: of the planned options, without the alternatives. */
export function totalWeeks({ weeks, days }: PlanReading, speeds?: AthleteSpeeds): WeekTotals[] {
  return weeks.map(({ week }) => {
    const runs = days
      .filter((day) => day.week === week && day.kind === 'run')
      .map((day) => ({ ...totalScript(day.script, speeds), day }));
    const totals = noTotals();
    for (const run of runs) addTo(totals, run);
    return { ...totals, week, runs };
  });
}

/** The last totals of each workout: a plan is totalled with every letter typed, and few of its days change. */
const known = new WeakMap<Workout, { speeds: AthleteSpeeds | undefined; totals: RunningTotals }>();

function totalScript(script: string, speeds: AthleteSpeeds | undefined): RunningTotals {
  const { workout } = readCached(script).reading;
  const before = known.get(workout);
  if (before && before.speeds === speeds) return before.totals;
  const totals = totalWorkout(workout, speeds);
  known.set(workout, { speeds, totals });
  return totals;
}

function totalWorkout(workout: Workout, speeds: AthleteSpeeds | undefined): RunningTotals {
  const totals = noTotals();
  for (const { step } of resolveWorkout(workout, speeds).unrolled) {
    const { lane, seconds, metres } = step;
    if (lane === undefined) {
      totals.restSeconds += seconds ?? 0;
      continue;
    }
    totals.lanes[lane].seconds += seconds ?? 0;
    totals.lanes[lane].metres += metres ?? 0;
    totals.time.seconds += seconds ?? 0;
    totals.distance.metres += metres ?? 0;
    totals.time.isAtLeast ||= seconds === undefined;
    totals.distance.isAtLeast ||= metres === undefined;
  }
  return totals;
}

function noTotals(): RunningTotals {
  const none = () => ({ seconds: 0, metres: 0 });
  return {
    time: { seconds: 0, isAtLeast: false },
    distance: { metres: 0, isAtLeast: false },
    lanes: { E: none(), M: none(), T: none(), I: none(), R: none() },
    restSeconds: 0,
  };
}

function addTo(totals: RunningTotals, { time, distance, lanes, restSeconds }: RunningTotals): void {
  totals.time.seconds += time.seconds;
  totals.time.isAtLeast ||= time.isAtLeast;
  totals.distance.metres += distance.metres;
  totals.distance.isAtLeast ||= distance.isAtLeast;
  totals.restSeconds += restSeconds;
  for (const key of PACE_KEYS) {
    totals.lanes[key].seconds += lanes[key].seconds;
    totals.lanes[key].metres += lanes[key].metres;
  }
}
