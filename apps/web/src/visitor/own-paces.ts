import {
  DEFAULT_TRAINING_PACES,
  type PaceUnits,
  readRace,
  type TrainingPaces,
} from '@pacewright/pace';
import { regionUnits } from './region-units.ts';
import { hasRanges, type Kept, type KeptRace } from './kept.ts';

/** The paces of whoever is looking: an athlete's, or those a visitor made their own, or the default ranges. */
export type OwnPaces = {
  from: 'athlete' | 'race' | 'hand' | 'defaults';
  race: KeptRace | undefined;
  vdot: number | undefined;
  trainingPaces: TrainingPaces;
  units: PaceUnits;
};

/** A visitor's paces, from what they keep here. */
export function pacesOf({ race, ranges, units = regionUnits() }: Kept): OwnPaces {
  const reading = race && readRace(race);
  const believed = reading?.ok ? reading : undefined;
  return {
    from: believed ? 'race' : hasRanges(ranges) ? 'hand' : 'defaults',
    race: believed && race,
    vdot: believed?.vdot,
    trainingPaces: { ...(believed?.trainingPaces ?? DEFAULT_TRAINING_PACES), ...set(ranges) },
    units,
  };
}

function set(ranges: Kept['ranges'] = {}): Partial<TrainingPaces> {
  return Object.fromEntries(Object.entries(ranges).filter(([, range]) => range !== undefined));
}
