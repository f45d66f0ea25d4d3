import {
  DEFAULT_PACE_UNITS,
  DEFAULT_TRAINING_PACES,
  type PaceUnits,
  type RaceResult,
  readRace,
  type TrainingPaces,
} from '@pacewright/pace';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type LocalPaces, readLocalPaces } from '../session/local-paces.ts';

/** The paces of whoever is looking: their own, from one race they enter, or the default ranges. */
export type OwnPaces = {
  from: 'athlete' | 'race' | 'defaults';
  race: RaceResult | undefined;
  vdot: number | undefined;
  trainingPaces: TrainingPaces;
  units: PaceUnits;
};

/** Needs no account and no network. An athlete's are those that this device saw last. */
export function useOwnPaces() {
  const [kept, setKept] = useState(read);
  const [athletes] = useState(readLocalPaces);

  function keep(changes: Partial<Kept>): void {
    const next = { ...kept, ...changes };
    setKept(next);
    write(next);
  }

  return {
    paces: pacesOf(kept, athletes),
    setRace: (race: RaceResult | undefined) => keep({ race }),
    setUnits: (units: PaceUnits) => keep({ units }),
  };
}

const KEY = 'pacewright.visitor';

const keptSchema = z.object({
  race: z.optional(z.object({ distance: z.number(), timeInSeconds: z.number() })),
  units: z.optional(z.enum(['imperial', 'metric'])),
});

type Kept = z.infer<typeof keptSchema>;

function pacesOf({ race, units: chosen }: Kept, athletes: LocalPaces | undefined): OwnPaces {
  const units = chosen ?? athletes?.paceUnits ?? DEFAULT_PACE_UNITS;
  if (athletes) {
    const { trainingPaces, vdot } = athletes;
    return { from: 'athlete', race: undefined, vdot, trainingPaces, units };
  }
  const reading = race && readRace(race);
  if (!reading?.ok)
    return {
      from: 'defaults',
      race: undefined,
      vdot: undefined,
      trainingPaces: DEFAULT_TRAINING_PACES,
      units,
    };
  return { from: 'race', race, vdot: reading.vdot, trainingPaces: reading.trainingPaces, units };
}

function read(): Kept {
  try {
    return z.parse(keptSchema, JSON.parse(localStorage.getItem(KEY) ?? ''));
  } catch {
    // Nothing there, written by an older version, or a browser that keeps nothing.
    return {};
  }
}

function write(next: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing: the paces hold for as long as the page does.
  }
}
