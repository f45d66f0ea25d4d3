import { layOutRun, packTrace, readActivity, type Run } from '@pacewright/activity';
import { type ActivityDetail, MAX_TRACE_BYTES } from '@pacewright/contract';
import { outlineOf } from '../../workout/view/outline.ts';
import { deflate, sha256, toBase64 } from './bytes.ts';

/** A file as far as it does not depend on a plan. It has no position. */
export type ReadFile = Pick<
  ActivityDetail,
  'sourceId' | 'day' | 'startedAt' | 'seconds' | 'metres' | 'outline' | 'trace' | 'watch'
>;

/** A reason why a file is not stored, with the next step. */
export type FileProblem = { title: string; detail: string; isFailure: boolean };

export type FileReading =
  | { ok: true; file: ReadFile; run: Run }
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
const SPORT_RUNNING = 1;
const MAX_WATCH_STEPS = 300;
const MAX_NAME_LENGTH = 100;

/** Reads a file of a watch. Never throws for a damaged one. */
export async function readFile(bytes: Uint8Array<ArrayBuffer>): Promise<FileReading> {
  const reading = readActivity(bytes);
  if (!reading.ok) return { ok: false, problem: PROBLEMS[reading.reason] };
  const { activity } = reading;
  const sports = activity.sessions.flatMap(({ sport }) => sport ?? []);
  const [sport] = sports;
  if (sport !== undefined && sport !== 0 && !sports.includes(SPORT_RUNNING))
    return {
      ok: false,
      problem: {
        title: SPORT_NAMES[sport] ?? 'Another sport',
        detail: 'Left out. Pacewright keeps runs',
        isFailure: false,
      },
    };
  const run = layOutRun(activity);
  if (!run)
    return {
      ok: false,
      problem: failure('Too short', 'Less than a minute was recorded, so there is nothing to show'),
    };
  const trace = await deflate(packTrace(run));
  if (trace.length > MAX_TRACE_BYTES)
    return {
      ok: false,
      problem: failure('Too long', 'A run has up to 24 hours. Split the recording on your watch'),
    };

  const { startedAt, utcOffsetSeconds, workout, zoneBounds } = activity;
  const metres = run.metres?.[run.seconds];
  // Without the watch's own time zone, this device's is the likeliest.
  const offset = utcOffsetSeconds ?? -60 * new Date(startedAt * 1000).getTimezoneOffset();
  return {
    ok: true,
    run,
    file: {
      sourceId: await sha256(bytes),
      day: new Date((startedAt + offset) * 1000).toISOString().slice(0, 10),
      startedAt: new Date(startedAt * 1000).toISOString(),
      seconds: run.seconds,
      metres: metres === undefined ? null : Math.round(metres * 10) / 10,
      outline: toBase64(outlineOf(run)),
      trace: toBase64(trace),
      watch: {
        steps: workout.steps
          .slice(0, MAX_WATCH_STEPS)
          .map((step) => ({ ...step, name: step.name.slice(0, MAX_NAME_LENGTH) })),
        ...(zoneBounds && { zoneBounds: zoneBounds.slice(0, 10) }),
      },
    },
  };
}
