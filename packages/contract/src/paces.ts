import {
  isValidRange,
  MAX_SPEED,
  MAX_VDOT,
  MIN_SPEED,
  PACE_KEYS,
  PACE_NAMES,
  type PaceKey,
  RACE_WARNINGS,
  type RaceWarning,
} from '@pacewright/pace';
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { uuid } from './uuid.ts';

export const paceUnits = z.enum(['imperial', 'metric']);

const speeds = z.object({ from: z.number(), to: z.number() });

/** Speeds in m/s. `from` is the slower end of a range and `to` the faster; both are 0 in an unset one. */
export const trainingPaces = z.object({
  E: range('E'),
  M: range('M'),
  T: range('T'),
  I: range('I'),
  R: range('R'),
});

function range(key: PaceKey) {
  return speeds.check(z.refine(isValidRange, badSpeedsMessage(key)));
}

/** For clients of the API, which send speeds. The form shows paces and has its own message. */
export function badSpeedsMessage(key: PaceKey): string {
  return `${PACE_NAMES[key]} pace range is invalid: "from" must be at most "to", both ${MIN_SPEED} to ${MAX_SPEED} metres per second, or both 0`;
}

/**
 * Paces at the time when a workout was done or sent. Old ones may be outside of the current bounds.
 */
export const pacesSnapshot = z.object({
  trainingPaces: z.object({ E: speeds, M: speeds, T: speeds, I: speeds, R: speeds }),
  vdot: z.optional(z.number()),
});

const raceResult = z.object({ distance: z.number(), timeInSeconds: z.number() });

/** Without a day, the race counts as today's. */
const newRace = z.object({ ...raceResult.shape, racedOn: z.optional(z.iso.date()) });

export type NewRace = RaceToAdd & { racedOn: string };

/** A race as it is sent, maybe without its day. */
export type RaceToAdd = z.infer<typeof newRace>;

/** The vdot is computed and not stored. */
export const race = z.object({
  id: uuid,
  ...raceResult.shape,
  racedOn: z.iso.date(),
  vdot: z.number(),
});

export type Race = z.infer<typeof race>;

const vdot = z.number().check(z.positive(), z.lte(MAX_VDOT));

export const athletePaces = z.object({
  trainingPaces,
  paceUnits,
  vdot: z.optional(vdot),
  /** The race the paces come from, if one does. */
  race: z.optional(race),
  /** The ranges for the vdot, or the defaults, to undo edits. */
  computedPaces: trainingPaces,
  /** The ranges that were changed by hand. */
  edited: z.array(z.enum(PACE_KEYS)),
});

export type AthletePaces = z.infer<typeof athletePaces>;

export const getPaces = {
  method: 'GET',
  path: '/api/user/paces',
  access: 'verified',
  scope: 'workouts:read',
  summary: 'The training paces, the units they are shown in, and where they come from.',
  reply: athletePaces,
} satisfies Endpoint;

const pacesToSave = z.object({
  trainingPaces,
  vdot: z.nullish(vdot),
  /** Imperial by default. */
  paceUnits: z.optional(paceUnits),
  /** Is added to the athlete's races. The vdot must match it. */
  race: z.nullish(newRace),
});

/** The part of the paces that a client sends; the rest is computed. */
export type PacesToSave = z.input<typeof pacesToSave>;

export const savePaces = {
  method: 'PUT',
  path: '/api/user/paces',
  access: 'verified',
  summary:
    'Replaces the training paces. Ranges that differ from the computed ones count as edited.',
  body: pacesToSave,
  reply: athletePaces,
} satisfies Endpoint;

export const saveUnits = {
  method: 'PUT',
  path: '/api/user/units',
  access: 'verified',
  summary: 'Changes the units that paces are shown in, and nothing else.',
  body: z.object({ paceUnits }),
  reply: athletePaces,
} satisfies Endpoint;

const WARNINGS = Object.keys(RACE_WARNINGS) as RaceWarning[];

export const calculateVdot = {
  method: 'POST',
  path: '/api/vdot/calculate',
  access: 'verified',
  scope: 'workouts:read',
  summary: 'Scores a race result: vdot, training paces, equal races. Stores nothing.',
  body: raceResult,
  reply: z.object({
    vdot: z.number(),
    trainingPaces,
    equivalents: z.array(raceResult),
    warnings: z.array(z.enum(WARNINGS)),
  }),
} satisfies Endpoint;

export const listRaces = {
  method: 'GET',
  path: '/api/user/races',
  access: 'verified',
  scope: 'workouts:read',
  summary: 'The races of the athlete, newest first: their history of vdot.',
  reply: z.object({
    races: z.array(z.object({ ...race.shape, setsPaces: z.boolean() })),
  }),
} satisfies Endpoint;

export const addRace = {
  method: 'POST',
  path: '/api/user/races',
  access: 'verified',
  summary:
    'Adds a race, or updates the time of the same distance on the same day. Paces don’t change.',
  body: newRace,
  reply: race,
} satisfies Endpoint;

export const deleteRace = {
  method: 'DELETE',
  path: '/api/user/races/:id',
  access: 'verified',
  summary: 'Removes a race. Paces calculated from it don’t change, but lose the reference to it.',
  params: z.object({ id: uuid }),
} satisfies Endpoint;
