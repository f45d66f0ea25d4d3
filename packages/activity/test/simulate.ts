// A simulated run second by second, as a watch records it, with the intended stretch of every step. Nothing here
// knows how runs are aligned.

import type { Random } from '@pacewright/growth';
import type { UnrolledStep } from '@pacewright/script';

import type { Stretch, WatchStep } from '../src/index.ts';
import { between, normal } from './random.ts';
import { planParts, type Deviation, type Part, type Scenario } from './run-parts.ts';
import type { Moment, Recording } from './write-activity.ts';

/** In seconds of the timer. A step that was not run has no stretch. */
export type Truth = {
  steps: (Stretch | undefined)[];
  /** Where a rep would have been that was jogged instead. */
  jogged: (Stretch | undefined)[];
  extras: Stretch[];
  /** Really run at each second of the timer. */
  metres: number[];
  /** The deviations that were possible in this workout. */
  occurred: Deviation[];
};

export function simulate(
  steps: readonly UnrolledStep[],
  watch: { steps: readonly WatchStep[]; sequence: readonly number[] },
  scenario: Scenario,
  random: Random,
): { recording: Recording; truth: Truth } {
  const occurred = new Set<Deviation>();
  const parts = planParts(steps, watch.sequence, scenario, random, occurred);
  return record(parts, steps.length, watch.steps, scenario, random, occurred);
}

function record(
  parts: readonly Part[],
  planned: number,
  watchSteps: readonly WatchStep[],
  { kind, deviations, isTreadmill = false }: Scenario,
  random: Random,
  occurred: Set<Deviation>,
): { recording: Recording; truth: Truth } {
  const includes = (one: Deviation) => deviations.includes(one);
  const trueMetres: number[] = [0];
  /** On the watch, at each second of the timer. */
  const shownMetres: number[] = [0];
  const truth: Truth = {
    steps: Array.from({ length: planned }),
    jogged: Array.from({ length: planned }),
    extras: [],
    metres: trueMetres,
    occurred: [],
  };
  // A watch measures distance within a per cent or two, and its own speed is some seconds late.
  const distanceBias = 1 + 0.011 * normal(random);
  const jitter = between(random, 0.6, 3.2);
  const unsteady = between(random, 0.007, 0.017);
  const lag = between(random, 2, 8);
  const reaction = between(random, 2.5, 5);
  const isSmart = random() < 0.1;
  // Some watches cut laps at every kilometre within a step too.
  const cutsSteps = kind === 'steps' && random() < 0.5;
  const [restRate, maxRate] = [between(random, 45, 62), between(random, 172, 198)];
  const topSpeed = 5.2;

  let [clock, timer, metres, measured, speed, shown] = [0, 0, 0, 0, 0, 0];
  let [drift, wander, position, rate] = [0, 0, 0, restRate + 35];
  let best = 0;
  let nextRecord = 0;
  const records: Moment[] = [];
  const events: Recording['timer'] = [{ time: 0, isStart: true, isAutomatic: false }];
  const marks: {
    timer: number;
    clock: number;
    row: number | undefined;
    trigger: number;
  }[] = [];
  const starts: { row: number | undefined }[] = [];
  let nextKilometre = 1000;

  const lights = new Map<number, number[]>();
  if (includes('lights')) placeLights();
  const pauses = new Map<number, number>();
  if (includes('pause') || includes('auto-pause')) {
    const at = Math.floor(random() * parts.length);
    pauses.set(at, Math.round(between(random, 20, 240)));
    occurred.add(includes('pause') ? 'pause' : 'auto-pause');
  }

  function placeLights() {
    const easy = parts.flatMap(({ speed: own, seconds, metres: far }, index) =>
      own > 1.8 && own < 3.9 && (seconds ?? (far ?? 0) / own) > 150 ? [index] : [],
    );
    for (let count = 1 + Math.floor(random() * 3); count > 0 && easy.length > 0; count--) {
      const index = easy[Math.floor(random() * easy.length)] ?? 0;
      lights.set(index, [...(lights.get(index) ?? []), Math.round(between(random, 30, 120))]);
      occurred.add('lights');
    }
  }

  function second(wanted: number) {
    clock++;
    timer++;
    drift += -drift / 25 + unsteady * normal(random);
    const goal = wanted < 0.6 ? wanted : wanted * (1 + drift);
    speed += (goal - speed) / Math.max(1, reaction * (goal > speed ? 1 : 0.7));
    metres += speed;
    trueMetres.push(metres);
    // Positions wander around the runner; the watch adds up distances and never goes back.
    wander += -wander / 20 + jitter * 0.32 * normal(random);
    position = metres * distanceBias + wander + 0.25 * normal(random);
    best = Math.max(best, position);
    measured = best;
    shownMetres.push(measured);
    shown += (speed * distanceBias - shown) / lag + 0.03 * normal(random);
    const demand =
      restRate +
      (maxRate - restRate) * Math.min(1.02, 0.28 + 0.72 * (speed / topSpeed)) +
      timer / 1200;
    rate += (demand - rate) / (demand > rate ? 32 : 48) + 0.35 * normal(random);
    if (clock >= nextRecord) {
      records.push(
        isTreadmill
          ? {
              time: clock,
              metres: undefined,
              speed: undefined,
              heartRate: rate,
              altitude: undefined,
              cadence: 150 + speed * 7,
            }
          : {
              time: clock,
              metres: measured,
              speed: Math.max(0, shown),
              heartRate: rate,
              altitude: 120 + 8 * Math.sin(metres / 700),
              cadence: speed > 0.5 ? 150 + speed * 7 : 0,
            },
      );
      nextRecord = clock + (isSmart ? 1 + Math.floor(random() * 6) : 1);
    }
    if (measured >= nextKilometre) {
      nextKilometre += 1000;
      if (kind === 'kilometres' || cutsSteps)
        marks.push({ timer, clock, row: current, trigger: 2 });
    }
  }

  let current: number | undefined;
  parts.forEach((part, index) => {
    current = part.row;
    starts.push({ row: part.row });
    const from = timer;
    const startMeasured = measured;
    const startMetres = metres;
    const stops = [...(lights.get(index) ?? [])].sort((one, other) => one - other);
    let waited = 0;
    const isDone = () => {
      const done = timer - from;
      if (part.seconds !== undefined) return done >= part.seconds;
      if (part.metres !== undefined)
        return (
          (part.isMeasuredByWatch ? measured - startMeasured : metres - startMetres) >= part.metres
        );
      return done >= 300;
    };
    const pause = pauses.get(index);
    const pauseAt = pause === undefined ? -1 : Math.floor(between(random, 0, 25));
    while (!isDone() && timer - from < 4 * 3600) {
      const own = timer - from;
      if (pause !== undefined && own === pauseAt && own > 0) {
        const isAutomatic = occurred.has('auto-pause');
        events.push({ time: clock, isStart: false, isAutomatic });
        clock += pause;
        events.push({ time: clock, isStart: true, isAutomatic });
        nextRecord = clock;
        if (!isAutomatic) speed *= 0.3;
      }
      const stop = stops[0];
      if (stop !== undefined && own - waited >= stop) {
        stops.shift();
        const wait = Math.round(between(random, 8, 45));
        for (let each = 0; each < wait && !isDone(); each++) second(0);
        waited += wait;
        continue;
      }
      // A rest by distance is never reached by standing.
      if (part.seconds === undefined && part.speed < 0.4) {
        second(0);
        if (timer - from >= 60) break;
        continue;
      }
      second(part.speed);
    }
    if (!part.isSkippedOnWatch) {
      if (part.planned !== undefined) truth.steps[part.planned] = { from, to: timer };
      else if (timer > from) truth.extras.push({ from, to: timer });
      if (part.jogged !== undefined) truth.jogged[part.jogged] = { from, to: timer };
    }
    if (index < parts.length - 1) mark(part);
  });

  function mark(part: Part) {
    if (kind === 'steps') {
      const trigger =
        part.isEndedByButton || !part.isMeasuredByWatch ? 0 : part.metres === undefined ? 1 : 2;
      marks.push({ timer, clock, row: part.row, trigger });
    } else if (kind === 'button') {
      if (random() < 0.02) return;
      const late = Math.max(-1, Math.min(4, Math.round(0.7 + 0.9 * normal(random))));
      marks.push({
        timer: timer + late,
        clock: clock + late,
        row: undefined,
        trigger: 0,
      });
      if (random() < 0.02)
        marks.push({
          timer: timer + late + 2,
          clock: clock + late + 2,
          row: undefined,
          trigger: 0,
        });
    }
  }

  events.push({ time: clock, isStart: false, isAutomatic: false });
  const last = starts.at(-1)?.row;
  marks.push({ timer, clock, row: last, trigger: 7 });
  const laps: Recording['laps'] = [];
  const metresAt = (time: number) => shownMetres[time] ?? measured;
  let before = { timer: 0, clock: 0 };
  for (const each of marks) {
    if (each.timer <= before.timer && each.trigger !== 7) continue;
    laps.push({
      start: before.clock,
      elapsedSeconds: each.clock - before.clock,
      timerSeconds: each.timer - before.timer,
      metres: isTreadmill ? undefined : metresAt(each.timer) - metresAt(before.timer),
      step: each.row,
      trigger: each.trigger,
    });
    before = each;
  }
  truth.occurred = [...occurred];
  return {
    truth,
    recording: {
      startedAt: 1_780_000_000,
      utcOffsetSeconds: 7200,
      records,
      laps,
      timer: events,
      steps: kind === 'steps' ? [...watchSteps] : [],
      elapsedSeconds: clock,
      timerSeconds: timer,
      metres: isTreadmill ? undefined : measured,
      subSport: isTreadmill ? 1 : 0,
      ...(kind === 'steps' && { workoutFile: { serialNumber: 77, manufacturer: 255 } }),
      zoneBounds: [95, 115, 133, 152, 171, 190],
    },
  };
}
