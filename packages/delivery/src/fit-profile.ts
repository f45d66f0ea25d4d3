// The numbers of the FIT profile that a workout file needs, once for the writer and the reader.
// A description of each stands in Garmin's public FIT documentation, "Workout files".

export const MESSAGE = { fileId: 0, workout: 26, workoutStep: 27 } as const;

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
  messageIndex: 254,
} as const;

/** Time is in milliseconds, distance in centimetres; a repeat names the row it goes back to. */
export const DURATION = { time: 0, distance: 1, open: 5, repeatUntilStepsComplete: 6 } as const;

/** There is no pace in FIT: a running watch shows speed, in mm/s, as pace. */
export const TARGET = { speed: 0, heartRate: 1, open: 2 } as const;

export const INTENSITY = {
  active: 0,
  rest: 1,
  warmUp: 2,
  coolDown: 3,
  recovery: 4,
  interval: 5,
} as const;

export const FILE_TYPE_WORKOUT = 5;
/** The number for programs without one of their own. */
export const MANUFACTURER_DEVELOPMENT = 255;
export const SPORT_RUNNING = 1;
export const SUB_SPORT_GENERIC = 0;
/** What Garmin's own workout files say they need of a watch. */
export const CAPABILITIES = 32;
