import type { CalendarEntry } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import {
  type AthleteSpeeds,
  type ResolvedWorkout,
  resolveWorkout,
  type Workout,
} from '@pacewright/script';
import type { Athlete } from '../../script-editor/reading.ts';

/** The paces of a workout on a day: those it was run in, or the athlete's own until then. */
export function speedsOf({ done }: CalendarEntry, { speeds }: Athlete): AthleteSpeeds | undefined {
  return done ? done.paces : speeds;
}

export function resolveEntry(entry: CalendarEntry, athlete: Athlete): ResolvedWorkout {
  return resolve(entry.reading.workout, speedsOf(entry, athlete));
}

/** Cached, since every view of a calendar resolves the same few workouts again. */
export function resolve(
  workout: Workout,
  speeds: AthleteSpeeds = { trainingPaces: DEFAULT_TRAINING_PACES },
): ResolvedWorkout {
  const known = resolved.get(workout)?.get(speeds);
  if (known) return known;
  const made = resolveWorkout(workout, speeds);
  const own = resolved.get(workout) ?? new WeakMap<AthleteSpeeds, ResolvedWorkout>();
  resolved.set(workout, own.set(speeds, made));
  return made;
}

const resolved = new WeakMap<Workout, WeakMap<AthleteSpeeds, ResolvedWorkout>>();

/** Everything on some days as one long workout, for its totals and its share of each pace. */
export function addUp(entries: readonly CalendarEntry[], athlete: Athlete): ResolvedWorkout {
  const all = entries.map((entry) => resolveEntry(entry, athlete));
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
