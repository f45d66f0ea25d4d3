import {
  metresOf,
  outlineOf,
  packTrace,
  readRun,
  type RunReading,
  timeOfDayAt,
} from '@pacewright/activity';
import { type ActivityDetail, MAX_TRACE_BYTES, type TimeOfDay } from '@pacewright/contract';
import { deflate, sha256, toBase64 } from './bytes.ts';

/** A file as far as it does not depend on a plan. It has no position. */
export type ReadFile = Pick<
  ActivityDetail,
  'sourceId' | 'day' | 'startedAt' | 'seconds' | 'metres' | 'outline' | 'trace' | 'watch'
>;

/** A reason why a file is not stored, with the next step. */
export type FileProblem = { title: string; detail: string; isFailure: boolean };

/** A run in memory, and the file it was read from. */
export type RunFile =
  | { ok: true; reading: Extract<RunReading, { ok: true }>; bytes: Uint8Array<ArrayBuffer> }
  | { ok: false; problem: FileProblem };

const PROBLEMS = {
  'not-fit': failure('Cannot be read', 'This is not a FIT file. Export it as FIT and add it again'),
  'not-an-activity': failure(
    'Not a recording',
    'This FIT file has a workout or settings, but no run',
  ),
  'too-big': failure('Too large', 'A file has up to 16 MB. Split the recording on your watch'),
  'nothing-recorded': failure(
    'Nothing recorded',
    'The file ends before the run began. Copy it again',
  ),
  'too-short': failure('Too short', 'Less than a minute was recorded, so there is nothing to show'),
} as const satisfies Record<string, FileProblem>;

function failure(title: string, detail: string): FileProblem {
  return { title, detail, isFailure: true };
}

const SPORT_NAMES: Record<number, string> = {
  2: 'A bike ride',
  5: 'A swim',
  11: 'A walk',
  12: 'A ski tour',
  17: 'A hike',
};

/** Reads a file of a watch. Never throws for a damaged one. */
export function readRunFile(bytes: Uint8Array<ArrayBuffer>): RunFile {
  const reading = readRun(bytes);
  return reading.ok ? { ok: true, reading, bytes } : { ok: false, problem: problemOf(reading) };
}

/** Packs a run as it is stored. */
export async function toStorable({
  reading: { run, startedAt, utcOffsetSeconds, watch },
  bytes,
}: Extract<RunFile, { ok: true }>): Promise<
  { ok: true; file: ReadFile; timeOfDay: TimeOfDay } | { ok: false; problem: FileProblem }
> {
  const [trace, sourceId] = await Promise.all([deflate(packTrace(run)), sha256(bytes)]);
  if (trace.length > MAX_TRACE_BYTES)
    return {
      ok: false,
      problem: failure('Too long', 'A run has up to 24 hours. Split the recording on your watch'),
    };

  // Without the watch's own time zone, this device's is the likeliest.
  const offset = utcOffsetSeconds ?? -60 * new Date(startedAt * 1000).getTimezoneOffset();
  const localSeconds = startedAt + offset;
  return {
    ok: true,
    timeOfDay: timeOfDayAt(localSeconds),
    file: {
      sourceId,
      day: new Date(localSeconds * 1000).toISOString().slice(0, 10),
      startedAt: new Date(startedAt * 1000).toISOString(),
      seconds: run.seconds,
      metres: metresOf(run),
      outline: toBase64(outlineOf(run)),
      trace: toBase64(trace),
      watch,
    },
  };
}

function problemOf(reading: Extract<RunReading, { ok: false }>): FileProblem {
  if (reading.reason !== 'another-sport') return PROBLEMS[reading.reason];
  return {
    title: SPORT_NAMES[reading.sport] ?? 'Another sport',
    detail: 'Left out. Pacewright keeps runs',
    isFailure: false,
  };
}
