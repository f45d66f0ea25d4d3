import type { Role } from '@pacewright/script';

/** The limits of a watch, a program or a service. The compiler follows them, and the preview names what they change. */
export type Device = {
  /** Begins a sentence. */
  label: string;
  /** Some repeat only pairs of steps with a pace each. */
  repeats: 'any' | 'pairs';
  /** Whether a repeat can leave out a recovery at the end of its last round. */
  canSkipLast: boolean;
  /** Rows, a repeat counted as one: refused above `max`, mentioned above `everywhere`. */
  rows: { max: number; everywhere: number };
  /** In seconds. */
  time: Precision;
  /** In metres. */
  distance: Precision;
  /** `counted`: the button ends a step, and totals need a length all the same. */
  lapButton: 'ends' | 'counted' | 'none';
  /** A workout is in time or in distance throughout. */
  hasOneMeasure: boolean;
  /** In m/s. A device that holds a pace in every step takes one value, and no range. */
  pace: { kind: 'range'; min: number; max: number } | { kind: 'middle' };
  hasZones: boolean;
  hasBeats: boolean;
  roles: readonly Role[];
  /** A warm-up is the first step and a cool-down the last one, or they are neither. */
  hasEndRolesOnlyAtEnds: boolean;
  title: TextLimit;
  note: TextLimit | undefined;
};

/** A multiple of `step`, and at least `min`. A step of 0 is any number. */
export type Precision = { step: number; min: number };

export type TextLimit = {
  max: number;
  unit: 'characters' | 'points' | 'bytes';
};

const ALL_ROLES: readonly Role[] = ['warm-up', 'work', 'recovery', 'rest', 'cool-down'];
const ANY_PACE = { kind: 'range', min: 0, max: Infinity } as const;
const WHOLE: Precision = { step: 1, min: 1 };

export const FIT_FILE: Device = {
  label: 'A watch',
  repeats: 'any',
  canSkipLast: false,
  rows: { max: 100, everywhere: 50 },
  time: { step: 0.001, min: 0.001 },
  distance: { step: 0.01, min: 0.01 },
  lapButton: 'ends',
  hasOneMeasure: false,
  pace: ANY_PACE,
  hasZones: true,
  hasBeats: true,
  roles: ALL_ROLES,
  hasEndRolesOnlyAtEnds: false,
  // The room on a watch's screen: one line for the title, a few for a note.
  title: { max: 30, unit: 'characters' },
  note: { max: 99, unit: 'bytes' },
};

/** Garmin's Training API. */
export const GARMIN: Device = {
  label: 'Garmin',
  repeats: 'any',
  canSkipLast: true,
  // The limit of its service, and of its own editor.
  rows: { max: 100, everywhere: 50 },
  time: WHOLE,
  distance: { step: 0.01, min: 1 },
  lapButton: 'ends',
  hasOneMeasure: false,
  // Garmin refuses faster speeds, and slower ones are not running.
  pace: { kind: 'range', min: 0.1, max: 12 },
  hasZones: true,
  hasBeats: true,
  roles: ALL_ROLES,
  hasEndRolesOnlyAtEnds: false,
  // In code points, like Garmin counts.
  title: { max: 80, unit: 'points' },
  note: { max: 512, unit: 'points' },
};

/** A `.workout` file. */
export const APPLE_WATCH: Device = {
  label: 'Apple Watch',
  repeats: 'any',
  canSkipLast: false,
  // No limit is known.
  rows: { max: 1000, everywhere: 1000 },
  time: { step: 0, min: 0 },
  distance: { step: 0, min: 0 },
  lapButton: 'ends',
  hasOneMeasure: false,
  pace: ANY_PACE,
  hasZones: true,
  hasBeats: true,
  roles: ['warm-up', 'work', 'recovery', 'cool-down'],
  hasEndRolesOnlyAtEnds: true,
  title: { max: 100, unit: 'characters' },
  note: undefined,
};

/** The text of its workout builder. */
export const INTERVALS_ICU: Device = {
  label: 'intervals.icu',
  repeats: 'any',
  canSkipLast: false,
  rows: { max: 500, everywhere: 500 },
  time: WHOLE,
  distance: { step: 0, min: 0 },
  lapButton: 'counted',
  hasOneMeasure: false,
  pace: ANY_PACE,
  hasZones: true,
  hasBeats: false,
  roles: ALL_ROLES,
  hasEndRolesOnlyAtEnds: false,
  title: { max: 100, unit: 'characters' },
  note: { max: 200, unit: 'characters' },
};

export const ZWIFT: Device = {
  label: 'Zwift',
  repeats: 'pairs',
  canSkipLast: false,
  rows: { max: 5000, everywhere: 5000 },
  time: WHOLE,
  distance: WHOLE,
  lapButton: 'none',
  hasOneMeasure: true,
  pace: { kind: 'middle' },
  hasZones: false,
  hasBeats: false,
  roles: ALL_ROLES,
  hasEndRolesOnlyAtEnds: false,
  title: { max: 100, unit: 'characters' },
  note: undefined,
};
