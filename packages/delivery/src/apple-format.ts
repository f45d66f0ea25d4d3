import type { Field, FieldTable } from './protobuf.ts';

// Apple's `.workout` file, as far as it is known. Apple has published no description of it: the numbers come from
// files that Apple's framework wrote and, for alerts, from published notes on such files.

const integer = (number: number): Field => ({ number, type: 'uint' });
const optional = (number: number): Field => ({ number, type: 'uint', isOptional: true });
const double = (number: number): Field => ({ number, type: 'double' });
const text = (number: number): Field => ({ number, type: 'text' });
const one = (number: number, table: FieldTable): Field => ({ number, type: () => table });
const many = (number: number, table: FieldTable): Field => ({
  ...one(number, table),
  isMany: true,
});

/** A number and its unit: of a distance or a time. */
const QUANTITY: FieldTable = { unit: integer(1), value: double(2) };

const GOAL: FieldTable = { type: integer(1), time: one(2, QUANTITY), distance: one(4, QUANTITY) };

/** A distance and a time, and so a pace, too. */
const SPEED: FieldTable = { distance: one(1, QUANTITY), time: one(2, QUANTITY) };
const SPEED_ALERT: FieldTable = {
  value: one(1, SPEED),
  range: one(2, { min: one(1, SPEED), max: one(2, SPEED) }),
};

const BEATS: FieldTable = { perMinute: double(1) };
const HEART_RATE_ALERT: FieldTable = {
  zone: one(1, { zone: integer(1) }),
  range: one(2, { min: one(1, BEATS), max: one(2, BEATS) }),
};

const ALERT: FieldTable = {
  type: integer(1),
  kind: integer(2),
  speed: one(4, SPEED_ALERT),
  heartRate: one(7, HEART_RATE_ALERT),
};

const STEP: FieldTable = { goal: one(1, GOAL), alert: one(2, ALERT), name: text(3) };
const BLOCK_STEP: FieldTable = { purpose: integer(1), step: one(2, STEP) };
const BLOCK: FieldTable = { steps: many(1, BLOCK_STEP), rounds: integer(2) };

const CUSTOM_WORKOUT: FieldTable = {
  activity: integer(1),
  location: optional(2),
  name: text(3),
  warmUp: one(4, STEP),
  blocks: many(5, BLOCK),
  coolDown: one(6, STEP),
};

/** The whole file. */
export const WORKOUT_FILE: FieldTable = {
  id: text(9),
  custom: one(11, CUSTOM_WORKOUT),
  version: integer(1000),
  innerVersion: integer(1002),
};

export const VERSION = { version: 1, innerVersion: 5 };
export const ACTIVITY = { running: 37, walking: 52 };
export const LOCATION = { outdoor: 3 };
export const GOAL_TYPE = { time: 1, energy: 2, distance: 3, open: 4, pool: 5 };
export const PURPOSE = { work: 1, recovery: 2 };
export const LENGTH_UNIT = { metres: 1, kilometres: 2, feet: 3, yards: 4, miles: 5 };
export const TIME_UNIT = { seconds: 1, minutes: 2, hours: 3 };
export const ALERT_TYPE = {
  averageSpeed: 1,
  currentSpeed: 2,
  cadence: 3,
  power: 4,
  heartRate: 5,
  averagePower: 6,
};
export const ALERT_KIND = { range: 2, zone: 3 };
