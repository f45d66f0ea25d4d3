// The stored part of a run: a sample every five seconds of distance, heart rate and altitude, the laps and the pauses.
// It draws the run and aligns it with another plan. No position, no date, no name of a device.

import type { LapTrigger } from './recorded-activity.ts';
import { speedOf, type Run } from './run.ts';

const VERSION = 1;
const SAMPLE_SECONDS = 5;
/** Metres of laps come last, where a reader without them stops. */
const HAS = { metres: 1, heartRate: 2, altitude: 4, lapMetres: 8 } as const;
/** Laps and pauses are in tenths of a second, distances in decimetres. */
const TENTHS = 10;
const TRIGGERS: readonly (LapTrigger | undefined)[] = [
  undefined,
  'button',
  'time',
  'distance',
  'position',
  'end',
  'other',
];
const MAX_SECONDS = 24 * 3600;
const MAX_ROWS = 10_000;

/** Differences as variable-length numbers: most take one byte, and they deflate well. */
export function packTrace(run: Run): Uint8Array<ArrayBuffer> {
  const { seconds, metres, heartRate, altitude, laps, pauses } = run;
  const out = createWriter();
  const hasLapMetres = laps.length > 0 && laps.every((lap) => lap.metres !== undefined);
  out.number(VERSION);
  out.number(
    (metres ? HAS.metres : 0) |
      (heartRate ? HAS.heartRate : 0) |
      (altitude ? HAS.altitude : 0) |
      (hasLapMetres ? HAS.lapMetres : 0),
  );
  out.number(seconds);
  if (metres) writeMetres(out, metres, seconds);
  if (heartRate) writeLevel(out, heartRate);
  if (altitude) writeLevel(out, altitude);

  const storedLaps = laps.slice(0, MAX_ROWS);
  out.number(storedLaps.length);
  let end = 0;
  for (const { from, to, step, trigger } of storedLaps) {
    const [first, last] = [Math.round(TENTHS * from), Math.round(TENTHS * to)];
    out.signed(first - end);
    out.signed(last - first);
    out.number(step === undefined ? 0 : step + 1);
    out.number(Math.max(0, TRIGGERS.indexOf(trigger)));
    end = last;
  }
  const storedPauses = pauses.slice(0, MAX_ROWS);
  out.number(storedPauses.length);
  for (const { at, seconds: length, isAutomatic } of storedPauses) {
    out.number(Math.round(TENTHS * at));
    out.number(2 * Math.round(length) + (isAutomatic ? 1 : 0));
  }
  if (hasLapMetres)
    for (const lap of storedLaps) out.number(Math.round(TENTHS * (lap.metres ?? 0)));
  return out.bytes();
}

/** The run, as far as it was stored. Undefined for bytes that are no trace. Never throws. */
export function unpackTrace(bytes: Uint8Array): Run | undefined {
  const read = createReader(bytes);
  if (read.number() !== VERSION) return undefined;
  const has = read.number();
  const seconds = read.number();
  if (!(seconds >= 1 && seconds <= MAX_SECONDS)) return undefined;
  const metres = has & HAS.metres ? readMetres(read, seconds) : undefined;
  const heartRate = has & HAS.heartRate ? readLevel(read, seconds) : undefined;
  const altitude = has & HAS.altitude ? readLevel(read, seconds) : undefined;

  const laps: Run['laps'] = [];
  let end = 0;
  for (let count = Math.min(read.number(), MAX_ROWS); count > 0; count--) {
    const from = end + read.signed();
    end = from + read.signed();
    const step = read.number();
    const trigger = TRIGGERS[read.number()];
    laps.push({
      from: from / TENTHS,
      to: end / TENTHS,
      step: step === 0 ? undefined : step - 1,
      trigger,
    });
  }
  const pauses: Run['pauses'] = [];
  for (let count = Math.min(read.number(), MAX_ROWS); count > 0; count--) {
    const at = read.number() / TENTHS;
    const length = read.number();
    pauses.push({ at, seconds: Math.floor(length / 2), isAutomatic: length % 2 === 1 });
  }
  if (has & HAS.lapMetres) for (const lap of laps) lap.metres = read.number() / TENTHS;
  if (read.isBroken()) return undefined;
  const speed = metres && speedOf(metres);
  return {
    seconds,
    metres,
    speed,
    heartRate,
    altitude,
    clock: clockOf(seconds, pauses),
    laps,
    pauses,
  };
}

/** Rounding never adds up: each sample is the difference to the sum that was written. */
function writeMetres(out: Writer, metres: Float64Array, seconds: number): void {
  let [before, written] = [0, 0];
  for (let sample = 1; sample <= samplesOf(seconds); sample++) {
    // The index is at most the last second.
    const at = metres[Math.min(seconds, sample * SAMPLE_SECONDS)] as number;
    const here = Math.round(TENTHS * at);
    const step = here - written;
    out.signed(step - before);
    before = step;
    written = here;
  }
}

function readMetres(read: Reader, seconds: number): Float64Array {
  const column = new Float64Array(seconds + 1);
  let [step, sum] = [0, 0];
  for (let sample = 1; sample <= samplesOf(seconds); sample++) {
    step += read.signed();
    const from = (sample - 1) * SAMPLE_SECONDS;
    const to = Math.min(seconds, sample * SAMPLE_SECONDS);
    for (let at = from + 1; at <= to; at++)
      column[at] = (sum + (step * (at - from)) / (to - from)) / TENTHS;
    sum += step;
  }
  return column;
}

/** The mean of each sample; without one, the last value continues. */
function writeLevel(out: Writer, column: Float32Array): void {
  let before = 0;
  for (let sample = 0; sample < samplesOf(column.length); sample++) {
    const end = Math.min(column.length, (sample + 1) * SAMPLE_SECONDS);
    let sum = 0;
    let count = 0;
    for (let at = sample * SAMPLE_SECONDS; at < end; at++) {
      const value = column[at] as number;
      if (Number.isNaN(value)) continue;
      sum += value;
      count++;
    }
    const here = count > 0 ? Math.round(sum / count) : before;
    out.signed(here - before);
    before = here;
  }
}

function readLevel(read: Reader, seconds: number): Float32Array {
  const column = new Float32Array(seconds);
  let here = 0;
  for (let sample = 0; sample < samplesOf(seconds); sample++) {
    here += read.signed();
    column.fill(here, sample * SAMPLE_SECONDS, Math.min(seconds, (sample + 1) * SAMPLE_SECONDS));
  }
  return column;
}

function samplesOf(seconds: number): number {
  return Math.ceil(seconds / SAMPLE_SECONDS);
}

function clockOf(seconds: number, pauses: Run['pauses']): Float64Array {
  const clock = new Float64Array(seconds + 1);
  let [paused, next] = [0, 0];
  for (let at = 0; at <= seconds; at++) {
    for (; (pauses[next]?.at ?? Infinity) < at; next++) paused += pauses[next]?.seconds ?? 0;
    clock[at] = at + paused;
  }
  return clock;
}

type Writer = ReturnType<typeof createWriter>;

function createWriter() {
  const bytes: number[] = [];
  function number(value: number): void {
    let rest = Math.max(0, Math.floor(value));
    while (rest >= 128) {
      bytes.push((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  }
  return {
    number,
    /** Signs at the low end: 0, -1, 1, -2 become 0, 1, 2, 3. */
    signed: (value: number) => number(value >= 0 ? 2 * value : -2 * value - 1),
    bytes: () => Uint8Array.from(bytes),
  };
}

type Reader = ReturnType<typeof createReader>;

function createReader(bytes: Uint8Array) {
  let at = 0;
  let isBroken = false;
  function number(): number {
    let [value, scale] = [0, 1];
    for (let count = 0; count < 6; count++) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      value += (byte & 127) * scale;
      scale *= 128;
      if (byte < 128) return value;
    }
    isBroken = true;
    return 0;
  }
  return {
    number,
    signed: () => {
      const value = number();
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    },
    isBroken: () => isBroken,
  };
}
