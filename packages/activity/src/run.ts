// A recorded run second by second, on the time of the watch's timer. The timer stops in a pause, as does everything
// that a workout asks for: three minutes are three minutes of the timer.
//
// Indices stay inside their columns, which is why reading one asserts a number. Loops over seconds take no arrays apart:
// before its code is optimized, as for the first file, that is their largest cost.

import { SPORT_RUNNING } from '@pacewright/delivery/fit-profile';

import type { LapTrigger, RecordColumns, RecordedActivity } from './recorded-activity.ts';

export type Run = {
  /** Whole seconds of the timer. */
  seconds: number;
  /** Metres at each second from 0 to `seconds`, both included. Undefined if nothing was measured, as indoors. */
  metres: Float64Array | undefined;
  /** m/s in each second, a mean of five from the distance: the watch's own speed is late. */
  speed: Float32Array | undefined;
  heartRate: Float32Array | undefined;
  altitude: Float32Array | undefined;
  /** Seconds of the clock since the activity began, at each second of the timer. */
  clock: Float64Array;
  laps: RunLap[];
  pauses: { at: number; seconds: number; isAutomatic: boolean }[];
};

/** A part of a run, in seconds of the timer. */
export type Stretch = { from: number; to: number };

export type RunLap = Stretch & { step: number | undefined; trigger: LapTrigger | undefined };

const MIN_SECONDS = 60;
const MAX_SECONDS = 24 * 3600;
/** No runner is faster; a position that jumps is. */
const MAX_SPEED = 9;
/** Watches that record only changes leave up to about ten seconds out. */
const MAX_SILENT_SECONDS = 30;
/** Below it a runner is not moving. In m/s. */
export const STOPPED_SPEED = 0.5;
/** A heart rate or an altitude is valid for this long. */
const MAX_AGE_SECONDS = 15;

/** Undefined if less than a minute was recorded. */
export function layOutRun(activity: RecordedActivity): Run | undefined {
  const window = runningPart(activity);
  const spans = onTimer(withoutSilence(timerSpans(activity, window), activity.records));
  const clock = clockOf(spans);
  const seconds = clock.length - 1;
  if (seconds < MIN_SECONDS) return undefined;

  const { records } = activity;
  const metres = metresOn(clock, records);
  return {
    seconds,
    metres,
    speed: metres && speedOf(metres),
    heartRate: levelOn(clock, records.time, records.heartRate),
    altitude: levelOn(clock, records.time, records.altitude),
    clock,
    laps: lapsOn(activity, window, spans, seconds),
    pauses: pausesOf(spans),
  };
}

/** A part of the clock in which the timer ran, and how the pause before it began. */
type Span = { from: number; to: number; isAutomatic: boolean };

/** The longest run of several sports, such as a triathlon, or everything. */
function runningPart({ sessions, records }: RecordedActivity): Stretch {
  const end = records.length > 0 ? (records.time[records.length - 1] as number) : 0;
  const runs = sessions.filter(({ sport }) => sport === SPORT_RUNNING);
  if (sessions.length < 2 || runs.length === 0) return { from: 0, to: end };
  const { start, elapsedSeconds = 0 } = runs.reduce((longest, each) =>
    (each.elapsedSeconds ?? 0) > (longest.elapsedSeconds ?? 0) ? each : longest,
  );
  return { from: Math.max(0, start), to: Math.min(end, start + elapsedSeconds) };
}

function timerSpans({ timer }: RecordedActivity, { from, to }: Stretch): Span[] {
  const events = timer
    .filter(({ time }) => time >= from && time <= to)
    .sort((one, other) => one.time - other.time);
  const spans: Span[] = [];
  // The timer runs from the beginning, whether or not a start was recorded.
  let since: number | undefined = from;
  let isAutomatic = false;
  for (const event of events) {
    if (event.isStart) since ??= event.time;
    else if (since !== undefined) {
      if (event.time > since) spans.push({ from: since, to: event.time, isAutomatic });
      since = undefined;
      isAutomatic = event.isAutomatic;
    }
  }
  if (since !== undefined && to > since) spans.push({ from: since, to, isAutomatic });
  return spans.length > 0 ? spans : [{ from, to, isAutomatic: false }];
}

/** A long silence without movement is a pause that was not recorded. */
function withoutSilence(spans: readonly Span[], { length, time, metres }: RecordColumns): Span[] {
  const running: Span[] = [];
  let at = 0;
  for (const span of spans) {
    let { from } = span;
    for (; at + 1 < length && (time[at + 1] as number) <= span.to; at++) {
      const before = time[at] as number;
      const after = time[at + 1] as number;
      if (before < from || after - before <= MAX_SILENT_SECONDS) continue;
      const moved = (metres[at + 1] as number) - (metres[at] as number);
      if (moved > STOPPED_SPEED * (after - before)) continue;
      if (before > from) running.push({ ...span, from, to: before });
      from = after;
    }
    if (span.to > from) running.push({ ...span, from });
  }
  return running;
}

/** With the time of the timer at the beginning of each. */
type TimedSpan = Span & { timer: number };

function onTimer(spans: readonly Span[]): TimedSpan[] {
  let timer = 0;
  return spans.map((span) => {
    const timed = { ...span, timer };
    timer += span.to - span.from;
    return timed;
  });
}

function clockOf(spans: readonly TimedSpan[]): Float64Array {
  const last = spans.at(-1);
  const total = last ? last.timer + last.to - last.from : 0;
  const clock = new Float64Array(Math.min(MAX_SECONDS, Math.floor(total)) + 1);
  let index = 0;
  for (let second = 0; second < clock.length; second++) {
    let span = spans[index];
    while (span && second > span.timer + span.to - span.from && index + 1 < spans.length)
      span = spans[++index];
    clock[second] = span ? span.from + (second - span.timer) : second;
  }
  return clock;
}

/** The time of the timer at a time of the clock; in a pause, where it stopped. */
function timerAt(spans: readonly TimedSpan[], clock: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as TimedSpan).from <= clock) low = middle + 1;
    else high = middle;
  }
  const span = spans[low - 1];
  return span ? span.timer + Math.min(clock, span.to) - span.from : 0;
}

function metresOn(
  clock: Float64Array,
  { length, time, metres }: RecordColumns,
): Float64Array | undefined {
  const known = new Uint32Array(length);
  let count = 0;
  let farthest = -Infinity;
  for (let at = 0; at < length; at++) {
    const here = metres[at] as number;
    // Some watches start again at zero, but a run never gets shorter.
    if (here >= farthest) {
      known[count++] = at;
      farthest = here;
    }
  }
  if (count < 2) return undefined;

  const onClock = new Float64Array(clock.length);
  let next = 0;
  for (let second = 0; second < clock.length; second++) {
    const now = clock[second] as number;
    while (next < count && (time[known[next] as number] as number) < now) next++;
    const index = Math.min(next, count - 1);
    const before = known[Math.max(0, index - 1)] as number;
    const after = known[index] as number;
    const left = time[before] as number;
    const right = time[after] as number;
    const share = right > left ? Math.min(1, Math.max(0, (now - left) / (right - left))) : 1;
    const start = metres[before] as number;
    onClock[second] = start + share * ((metres[after] as number) - start);
  }
  const first = onClock[0] as number;
  for (let second = 0; second < onClock.length; second++)
    onClock[second] = (onClock[second] as number) - first;
  return onClock;
}

/** A mean of five seconds. */
export function speedOf(metres: Float64Array): Float32Array {
  const seconds = metres.length - 1;
  const speed = new Float32Array(seconds);
  for (let second = 0; second < seconds; second++) {
    const from = Math.max(0, second - 2);
    const to = Math.min(seconds, second + 3);
    const mean = ((metres[to] as number) - (metres[from] as number)) / (to - from);
    speed[second] = Math.min(MAX_SPEED, mean);
  }
  return speed;
}

/** The last value before each second, unless it is old. Undefined if there are hardly any. */
function levelOn(
  clock: Float64Array,
  time: Float64Array,
  column: Float32Array,
): Float32Array | undefined {
  const seconds = clock.length - 1;
  const level = new Float32Array(seconds).fill(NaN);
  let [next, last, count] = [0, -1, 0];
  for (let second = 0; second < seconds; second++) {
    const now = clock[second] as number;
    for (; next < time.length && (time[next] as number) <= now + 0.5; next++)
      if (!Number.isNaN(column[next])) last = next;
    if (last < 0 || now - (time[last] as number) > MAX_AGE_SECONDS) continue;
    level[second] = column[last] as number;
    count++;
  }
  return count > seconds / 10 ? level : undefined;
}

function lapsOn(
  { laps }: RecordedActivity,
  window: Stretch,
  spans: readonly TimedSpan[],
  seconds: number,
): RunLap[] {
  const inside = laps.filter(
    ({ start, elapsedSeconds = 0 }) =>
      start >= window.from - 2 && start + elapsedSeconds <= window.to + 5,
  );
  // Times of the clock are whole seconds. The laps' own durations are exact, if they add up.
  const sum = inside.reduce((total, { timerSeconds = NaN }) => total + timerSeconds, 0);
  const isExact = Math.abs(sum - seconds) <= Math.max(3, seconds / 200);
  let end = 0;
  return inside.map(({ start, elapsedSeconds = 0, timerSeconds = 0, step, trigger }) => {
    const from = isExact ? end : timerAt(spans, start);
    end += timerSeconds;
    const to = isExact ? end : timerAt(spans, start + elapsedSeconds);
    return { from: Math.min(from, seconds), to: Math.min(to, seconds), step, trigger };
  });
}

function pausesOf(spans: readonly TimedSpan[]): Run['pauses'] {
  return spans.flatMap(({ from, isAutomatic, timer }, index) => {
    const before = spans[index - 1];
    if (!before || from - before.to < 1) return [];
    return [{ at: timer, seconds: from - before.to, isAutomatic }];
  });
}
