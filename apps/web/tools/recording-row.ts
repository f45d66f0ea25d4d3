// One file of a watch as the app reads it, beside the totals of a reference.

import { formatDistance, formatDuration } from '@pacewright/script';
import * as z from 'zod/mini';
import { readRunFile, sayRemark, toStorable } from '../src/workout/files/run-file.ts';

const session = z.object({
  sport: z.optional(z.union([z.string(), z.number()])),
  elapsed: z.optional(z.number()),
  timer: z.optional(z.number()),
  distance: z.optional(z.number()),
  laps: z.optional(z.number()),
  avgHeartRate: z.optional(z.number()),
});

/** What another reader says about a file, in `index.json` of its folder. Distances are in metres. */
export const references = z.array(
  z.object({
    file: z.string(),
    expected: z.optional(
      z.object({
        meanHeartRate: z.optional(z.number()),
        laps: z.optional(z.number()),
        sessions: z.optional(z.array(session)),
      }),
    ),
  }),
);

export type Reference = z.infer<typeof references>[number];

export type RecordingRow = {
  file: string;
  /** "Run", or why the file is refused. */
  outcome: string;
  timer: string;
  elapsed: string;
  distance: string;
  laps: string;
  heartRate: string;
  /** The totals that are further from the reference than allowed. */
  differences: string[];
};

/** The largest share by which a total may differ from that of the reference. */
const MAX_DIFFERENCE = 0.005;
/** Whole seconds and metres of short runs. */
const MIN_DIFFERENCE = 3;
const MAX_BEATS_DIFFERENCE = 3;
/** A shorter run is not kept. */
const MIN_SECONDS = 60;

export async function rowOf(
  file: string,
  bytes: Uint8Array<ArrayBuffer>,
  reference: Reference | undefined,
): Promise<RecordingRow> {
  const opened = readRunFile(bytes);
  const stored = opened.ok ? await toStorable(opened) : opened;
  const expected = reference && runOf(reference);
  const row = { file, timer: '', elapsed: '', distance: '', laps: '', heartRate: '' };
  if (!opened.ok || !stored.ok) {
    const { title, detail } = stored.ok ? { title: '', detail: '' } : stored.problem;
    const differences = (expected?.timer ?? 0) >= MIN_SECONDS ? ['refused'] : [];
    return { ...row, outcome: `${title}. ${detail}.`, differences };
  }

  const { run } = opened.reading;
  const sports = reference?.expected?.sessions?.flatMap(({ sport }) => sport ?? []) ?? [];
  const differences = sports.length > 0 && !expected ? [`reference: ${sports.join(', ')}`] : [];
  const compare = (name: string, own: number | undefined, other: number | undefined) => {
    if (own === undefined || other === undefined) return;
    const isNear = (max: number) => Math.abs(own - other) <= max;
    if (name === 'laps' ? own === other : isNear(Math.max(MIN_DIFFERENCE, MAX_DIFFERENCE * other)))
      return;
    if (name === 'heart rate' && isNear(MAX_BEATS_DIFFERENCE)) return;
    differences.push(`${name} ${round(own)}, reference ${round(other)}`);
  };
  const elapsed = (run.clock.at(-1) ?? 0) - (run.clock[0] ?? 0);
  const metres = run.metres?.at(-1);
  const heartRate = meanOf(run.heartRate);
  compare('timer', run.seconds, expected?.timer);
  compare('elapsed', elapsed, expected?.elapsed);
  compare('distance', metres, expected?.distance);
  compare('laps', run.laps.length, expected?.laps);
  compare('heart rate', heartRate, expected?.avgHeartRate);
  return {
    file,
    outcome: ['Run.', ...opened.reading.remarks.map(sayRemark)].join(' '),
    timer: formatDuration(run.seconds),
    elapsed: formatDuration(Math.round(elapsed)),
    distance: metres === undefined ? 'none' : formatDistance(Math.round(metres)),
    laps: String(run.laps.length),
    heartRate: heartRate === undefined ? 'none' : String(Math.round(heartRate)),
    differences,
  };
}

/** The longest run of the reference. */
function runOf({ expected }: Reference): z.infer<typeof session> | undefined {
  const sessions = expected?.sessions ?? [];
  const [longest] = sessions
    .filter(({ sport }) => sport === 'running' || sport === 1)
    .toSorted((one, other) => (other.elapsed ?? 0) - (one.elapsed ?? 0));
  if (!longest || sessions.length > 1) return longest;
  return {
    ...longest,
    laps: longest.laps ?? expected?.laps,
    avgHeartRate: longest.avgHeartRate ?? expected?.meanHeartRate,
  };
}

function meanOf(levels: Float32Array | undefined): number | undefined {
  const known = levels?.filter((level) => !Number.isNaN(level)) ?? new Float32Array();
  return known.length === 0
    ? undefined
    : known.reduce((sum, level) => sum + level, 0) / known.length;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
