// The numbers of the FIT profile that an activity needs beside those of a workout. Garmin's public FIT
// documentation describes them in "Activity files".

import { MESSAGE as WORKOUT_MESSAGE } from '@pacewright/delivery/fit-profile';

export const MESSAGE = {
  ...WORKOUT_MESSAGE,
  sport: 12,
  session: 18,
  lap: 19,
  record: 20,
  event: 21,
  activity: 34,
  trainingFile: 72,
  fieldDescription: 206,
  timeInZone: 216,
} as const;

export const FILE_TYPE_ACTIVITY = 4;
/** Workouts, courses and schedules: what is to be done, also where their points have times. */
export const FILE_TYPES_PLANNED: readonly number[] = [5, 6, 7];

/** Seconds from 1970 to the zero of FIT time, 1989-12-31. */
export const FIT_EPOCH = 631_065_600;

/** Times are in milliseconds, distances in centimetres. Laps and sessions share these. */
export const SPAN = { startTime: 2, elapsedTime: 7, timerTime: 8, distance: 9 } as const;

export const LAP = {
  heartRate: 15,
  intensity: 23,
  trigger: 24,
  sport: 25,
  workoutStep: 71,
} as const;

export const SPORT = { sport: 0 } as const;

export const SESSION = { sport: 5, subSport: 6, laps: 26 } as const;

export const EVENT = { event: 0, type: 1, data: 3 } as const;
export const EVENT_TIMER = 0;
export const EVENT_TYPE_START = 0;
/** Stop, stop all, stop and disable, stop and disable all. */
export const EVENT_TYPES_STOP: readonly number[] = [1, 4, 8, 9];
/** The data of a timer event: stopped by the watch because the runner stood. */
export const TIMER_AUTOMATIC = 1;

export const ACTIVITY = { localTime: 5 } as const;

export const TIME_IN_ZONE = { message: 0, heartRateBounds: 6 } as const;

export const FIELD_DESCRIPTION = {
  developer: 0,
  number: 1,
  baseType: 2,
  scale: 6,
  nativeMessage: 14,
  nativeField: 15,
} as const;

export const RECORD = {
  latitude: 0,
  longitude: 1,
  altitude: 2,
  heartRate: 3,
  cadence: 4,
  distance: 5,
  speed: 6,
  power: 7,
  packedSpeedDistance: 8,
  fractionalCadence: 53,
  enhancedSpeed: 73,
  enhancedAltitude: 78,
} as const;
