import {
  metresOf,
  outlineOf,
  packTrace,
  readRun,
  type Remark,
  type RunReading,
  timeOfDayAt,
} from '@pacewright/activity';
import { type ActivityDetail, MAX_TRACE_BYTES, type TimeOfDay } from '@pacewright/contract';
import { plural } from '@pacewright/pace';
import { formatDuration } from '@pacewright/script';
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
  'not-fit': failure(
    'Can’t read this file',
    'It isn’t a FIT file. Export it as FIT and add it again',
  ),
  'not-an-activity': failure(
    'Not a recorded run',
    'This FIT file contains a workout, a course or settings, not a run',
  ),
  'too-big': failure('Too large', 'Files can be up to 16 MB. Split the recording on your watch'),
  'nothing-recorded': failure(
    'Nothing recorded',
    'The file ends before the run starts. Copy it from your watch again',
  ),
  'too-short': failure('Too short', 'The run is less than a minute long'),
  'summary-only': failure(
    'Nothing recorded',
    'This file has a summary, but not the run itself. Export the original from your watch',
  ),
  'not-like-running': {
    title: 'Doesn’t look like a run',
    detail: 'The file names no sport. Set it to Run in your watch’s app and export it again',
    isFailure: false,
  },
} as const satisfies Record<string, FileProblem>;

function failure(title: string, detail: string): FileProblem {
  return { title, detail, isFailure: true };
}

const MAX_SECONDS = 24 * 3600;
const SPORT_NAMES: Record<number, string> = {
  2: 'Bike ride',
  5: 'Swim',
  11: 'Walk',
  12: 'Cross-country ski',
  17: 'Hike',
};

/** Reads a file of a watch. Never throws for a damaged one. */
export function readRunFile(bytes: Uint8Array<ArrayBuffer>): RunFile {
  const reading = readRun(bytes);
  return reading.ok
    ? { ok: true, reading, bytes }
    : { ok: false, problem: ofOtherFormat(bytes) ?? problemOf(reading) };
}

const MAX_HEAD = 2000;

/** A recording in another format, which apps export beside FIT. */
function ofOtherFormat(bytes: Uint8Array): FileProblem | undefined {
  const head = new TextDecoder().decode(bytes.subarray(0, MAX_HEAD));
  const [, element] = /<(gpx|TrainingCenterDatabase)[\s>]/.exec(head) ?? [];
  if (!element) return undefined;
  return failure(
    `This is a ${element === 'gpx' ? 'GPX' : 'TCX'} file`,
    'Pacewright reads runs from FIT files. Export the run as FIT and add that',
  );
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
      problem: failure('Too long', 'Runs can be up to 24 hours. Split the recording on your watch'),
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

/** A sentence on what was not read, or not as recorded. */
export function sayRemark(remark: Remark): string {
  switch (remark.kind) {
    case 'in-part':
      return remark.seconds < MAX_SECONDS
        ? `We could only read ${formatDuration(remark.seconds)} of ${formatDuration(Math.round(remark.ofSeconds))}. Copy the file from your watch again to get the rest.`
        : 'Runs can be up to 24 hours. We read the first 24 of this one.';
    case 'damaged':
      return 'This file is damaged, so the end of the run may be missing.';
    case 'more-runs':
      return `This file has ${plural(remark.count, 'run')}. We added the longest.`;
    case 'sport-unknown':
      return 'The file names no sport. We read it as a run.';
  }
}

function problemOf(reading: Extract<RunReading, { ok: false }>): FileProblem {
  if (reading.reason !== 'another-sport') return PROBLEMS[reading.reason];
  return {
    title: SPORT_NAMES[reading.sport] ?? 'Not a run',
    detail: 'Skipped. Pacewright only saves runs',
    isFailure: false,
  };
}
