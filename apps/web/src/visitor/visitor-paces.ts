import {
  DEFAULT_TRAINING_PACES,
  type PaceUnits,
  readRace,
  type TrainingPaces,
} from '@pacewright/pace';
import { regionUnits } from './region-units.ts';
import { hasRanges, type VisitorData, type VisitorRace } from './visitor-store.ts';

/** The paces a page without sign-in shows: the athlete's last ones, the visitor's, or the defaults. */
export type VisitorPaces = {
  from: 'athlete' | 'race' | 'hand' | 'defaults';
  race: VisitorRace | undefined;
  vdot: number | undefined;
  trainingPaces: TrainingPaces;
  units: PaceUnits;
};

/** A visitor's paces: from their race, with the ranges they set by hand. */
export function resolveVisitorPaces({
  race,
  ranges,
  units = regionUnits(),
}: VisitorData): VisitorPaces {
  const reading = race && readRace(race);
  const valid = reading?.ok ? reading : undefined;
  return {
    from: valid ? 'race' : hasRanges(ranges) ? 'hand' : 'defaults',
    race: valid && race,
    vdot: valid?.vdot,
    trainingPaces: {
      ...(valid?.trainingPaces ?? DEFAULT_TRAINING_PACES),
      ...definedRanges(ranges),
    },
    units,
  };
}

function definedRanges(ranges: VisitorData['ranges'] = {}): Partial<TrainingPaces> {
  return Object.fromEntries(Object.entries(ranges).filter(([, range]) => range !== undefined));
}
