import type { AthletePaces } from '@pacewright/contract';
import type { PaceUnits } from '@pacewright/pace';
import type { AthleteSpeeds } from '@pacewright/script';

/** The paces and units that workouts are shown in. Without paces, only what the text says is shown. */
export type PaceContext = { speeds: AthleteSpeeds | undefined; units: PaceUnits };

export function paceContextOf({ trainingPaces, vdot, paceUnits }: AthletePaces): PaceContext {
  return { speeds: { trainingPaces, vdot }, units: paceUnits };
}
