import type { CalendarEntry } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import {
  type AthleteSpeeds,
  type ResolvedWorkout,
  resolveWorkout,
  type Workout,
} from '@pacewright/script';
import type { PaceContext } from '../../workout/pace-context.ts';

/** The paces of an entry: those it was run with, or the athlete's own until then. */
export function speedsOf(
  { done }: CalendarEntry,
  { speeds }: PaceContext,
): AthleteSpeeds | undefined {
  return done ? done.paces : speeds;
}

export function resolveEntry(entry: CalendarEntry, paceContext: PaceContext): ResolvedWorkout {
  return resolve(entry.reading.workout, speedsOf(entry, paceContext));
}

/** Cached, because every view of a calendar resolves the same few workouts. */
export function resolve(
  workout: Workout,
  speeds: AthleteSpeeds = { trainingPaces: DEFAULT_TRAINING_PACES },
): ResolvedWorkout {
  const cached = resolved.get(workout)?.get(speeds);
  if (cached) return cached;
  const computed = resolveWorkout(workout, speeds);
  const own = resolved.get(workout) ?? new WeakMap<AthleteSpeeds, ResolvedWorkout>();
  resolved.set(workout, own.set(speeds, computed));
  return computed;
}

const resolved = new WeakMap<Workout, WeakMap<AthleteSpeeds, ResolvedWorkout>>();

/** All entries as one long workout, for its totals and its share of each pace. */
export function sumEntries(
  entries: readonly CalendarEntry[],
  paceContext: PaceContext,
): ResolvedWorkout {
  const all = entries.map((entry) => resolveEntry(entry, paceContext));
  const times = all.map(({ totals }) => totals.time);
  const distances = all.map(({ totals }) => totals.distance);
  return {
    items: [],
    unrolled: all.flatMap(({ unrolled }) => unrolled),
    totals: {
      time: {
        seconds: times.reduce((sum, { seconds }) => sum + seconds, 0),
        isAtLeast: times.some(({ isAtLeast }) => isAtLeast),
      },
      distance: {
        metres: distances.reduce((sum, { metres }) => sum + metres, 0),
        isAtLeast: distances.some(({ isAtLeast }) => isAtLeast),
      },
    },
  };
}

/** The notes of an entry: its own, or those of its workout in the library. */
export function notesOf({ own, notes }: CalendarEntry): string {
  return own?.notes ?? notes ?? '';
}
