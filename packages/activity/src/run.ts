// A recorded run second by second, on the time of the watch's timer. The timer stops in a pause, as does everything
// that a workout asks for: three minutes are three minutes of the timer.
//
// Indices stay inside their columns, which is why reading one asserts a number. Loops over seconds take no arrays apart:
// before its code is optimized, as for the first file, that is their largest cost.

import { SPORT_RUNNING } from '@pacewright/delivery/fit-profile';

import type {
  LapTrigger,
  RecordColumns,
  RecordedActivity,
  RecordedSession,
} from './recorded-activity.ts';

export type Run = {
  /** Whole seconds of the timer. */
  seconds: number;
  /** Metres at each second from 0 to `seconds`, both included. Undefined if nothing was measured, as indoors. */
  metres: Float64Array | undefined;
  /** m/s in each second, a mean of five from the distance: the watch's own speed is late. */
  speed: Float32Array | undefined;
  heartRate: Float32Array | undefined;
  altitude: Float32Array | undefined;
  /** Seconds of the clock since the run began, at each second of the timer. */
  clock: Float64Array;
  laps: RunLap[];
  pauses: { at: number; seconds: number; isAutomatic: boolean }[];
};

/** A part of a run, in seconds of the timer. */
export type Stretch = { from: number; to: number };

export type RunLap = Stretch & {
  step: number | undefined;
  trigger: LapTrigger | undefined;
  /** Of the watch, which is more exact than its records of whole seconds. Undefined if its laps don't add up. */
  metres?: number | undefined;
};

export const MIN_SECONDS = 60;
const MAX_SECONDS = 24 * 3600;
/** No runner is faster; a position that jumps is. */
const MAX_SPEED = 9;
/** Watches that record only changes leave up to about ten seconds out. */
const MAX_SILENT_SECONDS = 30;
/** Below it a runner is not moving. In m/s. */
export const STOPPED_SPEED = 0.5;
/** A record of the sport before may be this late. */
const RESTART_SECONDS = 10;
/** Two totals that differ by less are the same. */
const SAME_SHARE = 0.02;
/** Sub-sports without positions: treadmill, and running indoors. */
const INDOOR: readonly number[] = [1, 45];
const MAX_CORRECTION = 3;
/** No runner keeps it up for a minute and more. In m/s. */
const MAX_MEAN_SPEED = 6.5;
/** A heart rate or an altitude is valid for this long. */
const MAX_AGE_SECONDS = 15;

/** Undefined if less than a minute was recorded. */
export function layOutRun(activity: RecordedActivity): Run | undefined {
  const window = runningPart(activity);
  const spans = onTimer(runningSpans(activity, window));
  const clock = clockOf(spans);
  const seconds = clock.length - 1;
  if (seconds < MIN_SECONDS) return undefined;

  const { records } = activity;
  const onClock = metresOn(clock, records, window);
  const metres = onClock && agreeWith(window.session, onClock);
  return {
    seconds,
    metres: metres?.total,
    speed: metres?.speed,
    heartRate: levelOn(clock, records.time, records.heartRate),
    altitude: levelOn(clock, records.time, records.altitude),
    clock: clock.map((time) => time - window.from),
    laps: lapsOn(activity, window, spans, seconds, metres?.total[seconds]),
    pauses: pausesOf(spans),
  };
}

/** A part of the clock in which the timer ran, and how the pause before it began. */
type Span = { from: number; to: number; isAutomatic: boolean };

/** A part of an activity by the clock, and the session with its totals, if there is one. */
type Window = Stretch & { session: RecordedSession | undefined; isWhole: boolean };

/** The longest run of several sports, such as a triathlon, or everything. */
export function runningPart({ sessions, records }: RecordedActivity): Window {
  const end = records.length > 0 ? (records.time[records.length - 1] as number) : 0;
  const runs = sessions.filter(({ sport }) => sport === SPORT_RUNNING);
  if (sessions.length < 2 || runs.length === 0)
    return { from: 0, to: end, session: sessions[0], isWhole: true };
  const session = runs.reduce((longest, each) =>
    (each.elapsedSeconds ?? 0) > (longest.elapsedSeconds ?? 0) ? each : longest,
  );
  const { start, elapsedSeconds = 0 } = session;
  return {
    from: Math.max(0, start),
    to: Math.min(end, start + elapsedSeconds),
    session,
    isWhole: false,
  };
}

/**
 * D13: the timer's own events say when it ran. A long silence without movement is a pause that was not recorded only
 * if there are no events, or the watch's own total agrees better with it.
 */
function runningSpans(activity: RecordedActivity, window: Window): Span[] {
  const recorded = timerSpans(activity, window);
  const cut = withoutSilence(recorded, activity.records);
  const total = window.session?.timerSeconds;
  if (total === undefined) return activity.timer.length > 0 ? recorded : cut;
  const off = (spans: readonly Span[]) => Math.abs(total - secondsOf(spans));
  return off(cut) < off(recorded) ? cut : recorded;
}

function secondsOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
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
  window: Window,
): Float64Array | undefined {
  const known = new Uint32Array(length);
  let count = 0;
  let farthest = -Infinity;
  for (let at = 0; at < length; at++) {
    const now = time[at] as number;
    if (now < window.from || now > window.to) continue;
    const here = metres[at] as number;
    // The distance of the sport before may reach into this one.
    const isRestart = here < farthest && !window.isWhole && now <= window.from + RESTART_SECONDS;
    if (isRestart) count = 0;
    // Some watches start again at zero, but a run never gets shorter.
    if (here < farthest && !isRestart) continue;
    if (Number.isNaN(here)) continue;
    known[count++] = at;
    farthest = here;
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
  return onClock;
}

/**
 * D14: the total of the watch decides whether metres before the first record belong to the run, and how long a run
 * without positions was, because a treadmill's distance is corrected when it is saved.
 */
function agreeWith(
  session: RecordedSession | undefined,
  onClock: Float64Array,
): { total: Float64Array; speed: Float32Array } {
  const seconds = onClock.length - 1;
  const first = onClock[0] as number;
  const run = (onClock[seconds] as number) - first;
  const { metres, timerSeconds = 0, subSport = -1 } = session ?? {};
  const isWholeRun = Math.abs(timerSeconds - seconds) <= Math.max(5, timerSeconds * SAME_SHARE);
  let [scale, ahead] = [1, 0];
  if (metres !== undefined && isWholeRun && run > 0) {
    const corrected = metres / run;
    const isOff = Math.abs(corrected - 1) > SAME_SHARE;
    const isCredible = corrected < MAX_CORRECTION && metres < MAX_MEAN_SPEED * seconds;
    if (INDOOR.includes(subSport) && isOff && corrected > 1 / MAX_CORRECTION && isCredible)
      scale = corrected;
    else if (Math.abs(metres - run - first) < Math.abs(metres - run)) ahead = first;
  }
  const total = onClock.map((each) => scale * (each - first));
  const speed = speedOf(total);
  // At the very start, where it changes no speed.
  for (let second = 1; second <= seconds; second++)
    total[second] = (total[second] as number) + ahead;
  return { total, speed };
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
  window: Window,
  spans: readonly TimedSpan[],
  runSeconds: number,
  runMetres: number | undefined,
): RunLap[] {
  // The last lap of a run that was saved later ends later than its last record.
  const end = window.isWhole ? Infinity : window.from + (window.session?.elapsedSeconds ?? 0) + 5;
  const inside = laps.filter(
    ({ start, elapsedSeconds = 0 }) =>
      start >= window.from - 2 && start <= window.to + 5 && start + elapsedSeconds <= end,
  );
  // Times of the clock are whole seconds. The laps' own durations are exact, if they add up.
  const sum = inside.reduce((seconds, { timerSeconds = NaN }) => seconds + timerSeconds, 0);
  const isExact = Math.abs(sum - runSeconds) <= Math.max(3, runSeconds / 200);
  const own = inside.reduce((far, { metres = NaN }) => far + metres, 0);
  const hasMetres = runMetres !== undefined && Math.abs(own - runMetres) <= runMetres * SAME_SHARE;
  let sumSoFar = 0;
  return inside.map((lap) => {
    const { start, elapsedSeconds = 0, timerSeconds = 0, step, trigger } = lap;
    const from = isExact ? sumSoFar : timerAt(spans, start);
    sumSoFar += timerSeconds;
    const to = isExact ? sumSoFar : timerAt(spans, start + elapsedSeconds);
    const metres = hasMetres ? lap.metres : undefined;
    return {
      from: Math.min(from, runSeconds),
      to: Math.min(to, runSeconds),
      step,
      trigger,
      metres,
    };
  });
}

function pausesOf(spans: readonly TimedSpan[]): Run['pauses'] {
  return spans.flatMap(({ from, isAutomatic, timer }, index) => {
    const before = spans[index - 1];
    if (!before || from - before.to < 1) return [];
    return [{ at: timer, seconds: from - before.to, isAutomatic }];
  });
}
