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

/** For callers of the API, who send speeds. A form has paces, and a sentence of its own. */
export function badSpeedsMessage(key: PaceKey): string {
  return `${PACE_NAMES[key]} pace range is invalid: "from" must be at most "to", both ${MIN_SPEED} to ${MAX_SPEED} metres per second, or both 0`;
}

/**
 * Paces as they were at a moment that counts, such as when a workout was done or sent. Old ones may be beyond
 * the bounds of today.
 */
export const frozenPaces = z.object({
  trainingPaces: z.object({ E: speeds, M: speeds, T: speeds, I: speeds, R: speeds }),
  vdot: z.optional(z.number()),
});

const raceResult = z.object({ distance: z.number(), timeInSeconds: z.number() });

const newRace = z.object({ ...raceResult.shape, racedOn: z.iso.date() });

export type NewRace = z.infer<typeof newRace>;

/** A race the athlete ran. Its vdot follows from it and is not stored. */
export const race = z.object({ id: z.uuid(), ...newRace.shape, vdot: z.number() });

export type Race = z.infer<typeof race>;

const vdot = z.number().check(z.positive(), z.lte(MAX_VDOT));

export const athletePaces = z.object({
  /** What the athlete trains by. */
  trainingPaces,
  paceUnits,
  vdot: z.optional(vdot),
  /** The race the paces come from, if one does. */
  race: z.optional(race),
  /** What follows from the vdot, or the default ranges without one: the way back from any edit. */
  computedPaces: trainingPaces,
  /** The ranges that were changed by hand. */
  edited: z.array(z.enum(PACE_KEYS)),
});

export type AthletePaces = z.infer<typeof athletePaces>;

export const getPaces = {
  method: 'GET',
  path: '/api/user/paces',
  access: 'verified',
  summary: 'The training paces, the units they are shown in, and where they come from.',
  reply: athletePaces,
} satisfies Endpoint;

const pacesToSave = z.object({
  trainingPaces,
  vdot: z.nullish(vdot),
  /** Imperial, unless said otherwise. */
  paceUnits: z.optional(paceUnits),
  /** Kept among the athlete's races. A vdot beside it must be its own. */
  race: z.nullish(newRace),
});

/** What may be sent is less than what comes back; the rest follows from it. */
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
    'Adds a race, or corrects the time of one over that distance that day. Leaves the paces.',
  body: newRace,
  reply: race,
} satisfies Endpoint;

export const deleteRace = {
  method: 'DELETE',
  path: '/api/user/races/:id',
  access: 'verified',
  summary: 'Removes a race. Paces that came from it stay, and forget where they came from.',
  params: z.object({ id: z.uuid() }),
} satisfies Endpoint;
