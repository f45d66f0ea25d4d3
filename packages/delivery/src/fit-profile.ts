// The numbers of the FIT profile that a workout file needs, for the writer and the reader. Garmin's public FIT
// documentation describes them in "Workout files".

export const MESSAGE = { fileId: 0, workout: 26, workoutStep: 27 } as const;
export const SCHEDULE_MESSAGE = { schedule: 28, fileCreator: 49 } as const;

export const FILE_ID = {
  type: 0,
  manufacturer: 1,
  product: 2,
  serialNumber: 3,
  timeCreated: 4,
} as const;

export const WORKOUT = {
  sport: 4,
  capabilities: 5,
  numValidSteps: 6,
  name: 8,
  subSport: 11,
  description: 17,
} as const;

export const STEP = {
  name: 0,
  durationType: 1,
  durationValue: 2,
  targetType: 3,
  targetValue: 4,
  customTargetLow: 5,
  customTargetHigh: 6,
  intensity: 7,
  notes: 8,
  messageIndex: 254,
} as const;

/** Time is in milliseconds, distance in centimetres; a repeat refers to its first row. */
export const DURATION = { time: 0, distance: 1, open: 5, repeatUntilStepsComplete: 6 } as const;

/** FIT has no pace: a running watch shows speed, in mm/s, as pace. */
export const TARGET = { speed: 0, heartRate: 1, open: 2 } as const;

/** A heart rate of its own, and no zone, is in beats plus this; below it are percentages. */
export const BEATS_OFFSET = 100;

export const INTENSITY = {
  active: 0,
  rest: 1,
  warmUp: 2,
  coolDown: 3,
  recovery: 4,
  interval: 5,
} as const;

/** The first four are those of the workout's file. */
export const SCHEDULE = {
  manufacturer: 0,
  product: 1,
  serialNumber: 2,
  timeCreated: 3,
  completed: 4,
  type: 5,
  scheduledTime: 6,
} as const;
export const SCHEDULE_TYPE_WORKOUT = 0;
export const FILE_CREATOR_SOFTWARE_VERSION = 0;
/** 1989-12-31 in seconds since 1970, where the format's time begins. */
export const EPOCH = 631_065_600;

export const FILE_TYPE_WORKOUT = 5;
export const FILE_TYPE_SCHEDULES = 7;
/** The number for programs without one of their own. */
export const MANUFACTURER_DEVELOPMENT = 255;
export const SPORT_RUNNING = 1;
export const SUB_SPORT_GENERIC = 0;
/** The capabilities that Garmin's own workout files require of a watch. */
export const CAPABILITIES = 32;
