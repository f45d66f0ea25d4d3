import { type Recording, writeActivity } from '@pacewright/activity/testing';
import type { Step } from './state.ts';

type WatchStep = Recording['steps'][number];
/** A step as the watch runs it, with its row in the file. */
type Executed = { row: number; step: Step };

const DURATION = { time: 0, distance: 1, open: 5, repeat: 6 } as const;
const TARGET = { speed: 0, heartRate: 1, open: 2 } as const;
const INTENSITY: Record<string, number> = {
  ACTIVE: 0,
  REST: 1,
  WARMUP: 2,
  COOLDOWN: 3,
  RECOVERY: 4,
  INTERVAL: 5,
};
const TRIGGER_BUTTON = 0;
const DEFAULT_SPEED = 2.6;
const REST_SPEED = 1.2;
const OPEN_SECONDS = 300;
const MAX_STEP_SECONDS = 4 * 3600;

/** The file of a watch that followed a workout in the middle of every range, with a lap for each step. */
export function runWorkout(
  body: Record<string, unknown>,
  { startedAt, utcOffsetSeconds }: { startedAt: number; utcOffsetSeconds: number },
): { bytes: Uint8Array<ArrayBuffer>; seconds: number; metres: number } {
  const steps: WatchStep[] = [];
  const executed: Executed[] = [];
  const segments = Array.isArray(body['segments']) ? (body['segments'] as Step[]) : [];
  for (const { steps: own } of segments) executed.push(...unroll(own, steps));

  const records: Recording['records'] = [];
  const laps: Recording['laps'] = [];
  let [time, metres] = [0, 0];
  for (const { row, step } of executed) {
    const [start, startMetres] = [time, metres];
    const speed = speedOf(step);
    const amount = numberOf(step, 'durationValue');
    const isDone = () => {
      if (step['durationType'] === 'DISTANCE') return metres - startMetres >= (amount ?? 0);
      return time - start >= (step['durationType'] === 'TIME' ? (amount ?? 0) : OPEN_SECONDS);
    };
    while (!isDone() && time - start < MAX_STEP_SECONDS) {
      time++;
      metres += speed;
      const heartRate = Math.round(100 + 16 * speed);
      records.push({ time, metres, speed, heartRate, altitude: 100, cadence: 150 + 7 * speed });
    }
    const elapsedSeconds = time - start;
    laps.push({
      start,
      elapsedSeconds,
      timerSeconds: elapsedSeconds,
      metres: metres - startMetres,
      step: row,
      trigger: TRIGGER_BUTTON,
    });
  }
  const bytes = writeActivity(
    {
      startedAt,
      utcOffsetSeconds,
      records,
      laps,
      timer: [{ time: 0, isStart: true, isAutomatic: false }],
      steps,
      elapsedSeconds: time,
      timerSeconds: time,
      metres,
      subSport: 0,
    },
    { hasPositions: true },
  );
  return { bytes, seconds: time, metres };
}

/** Adds the rows of the file, a repeat after its steps, and returns the steps in the order they are run. */
function unroll(list: unknown, rows: WatchStep[]): Executed[] {
  return (Array.isArray(list) ? (list as Step[]) : []).flatMap((step) => {
    const row = rows.length;
    if (step['type'] !== 'WorkoutRepeatStep') {
      rows.push(rowOf(step, row));
      return [{ row, step }];
    }
    const round = unroll(step['steps'], rows);
    const count = numberOf(step, 'repeatValue') ?? 1;
    rows.push({
      ...rowOf({}, rows.length),
      durationType: DURATION.repeat,
      durationValue: row,
      targetValue: count,
    });
    return Array.from({ length: count }, () => round).flat();
  });
}

function rowOf(step: Step, index: number): WatchStep {
  const value = numberOf(step, 'durationValue') ?? 0;
  const isTime = step['durationType'] === 'TIME';
  const isDistance = step['durationType'] === 'DISTANCE';
  const hasPace = step['targetType'] === 'PACE';
  const isHeart = step['targetType'] === 'HEART_RATE';
  const millimetres = (name: string) => Math.round((numberOf(step, name) ?? 0) * 1000);
  return {
    index,
    name: '',
    durationType: isTime ? DURATION.time : isDistance ? DURATION.distance : DURATION.open,
    durationValue: Math.round(isTime ? value * 1000 : isDistance ? value * 100 : 0),
    targetType: hasPace ? TARGET.speed : isHeart ? TARGET.heartRate : TARGET.open,
    targetValue: isHeart ? (numberOf(step, 'targetValue') ?? 0) : 0,
    low: hasPace ? millimetres('targetValueLow') : undefined,
    high: hasPace ? millimetres('targetValueHigh') : undefined,
    intensity: INTENSITY[String(step['intensity'])],
  };
}

function speedOf(step: Step): number {
  if (step['intensity'] === 'REST') return REST_SPEED;
  const [low, high] = [numberOf(step, 'targetValueLow'), numberOf(step, 'targetValueHigh')];
  if (step['targetType'] !== 'PACE' || low === undefined || high === undefined)
    return DEFAULT_SPEED;
  return (low + high) / 2;
}

function numberOf(step: Step, name: string): number | undefined {
  const value = step[name];
  return typeof value === 'number' ? value : undefined;
}
