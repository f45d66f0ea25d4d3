import { type AthletePaces, paceUnits, trainingPaces } from '@pacewright/contract';
import * as z from 'zod/mini';

/** The athlete's paces as this device saw them last, for pages that ask neither the API nor who it is. */
export type LocalPaces = z.infer<typeof localPaces>;

// Goes with the local user, whose key it begins with.
const KEY = 'pacewright.user.paces';

const localPaces = z.object({ trainingPaces, paceUnits, vdot: z.optional(z.number()) });

export function readLocalPaces(): LocalPaces | undefined {
  try {
    return z.parse(localPaces, JSON.parse(localStorage.getItem(KEY) ?? ''));
  } catch {
    // Nothing there, written by an older version, or a browser that keeps nothing.
    return undefined;
  }
}

export function writeLocalPaces({
  trainingPaces: ranges,
  paceUnits: units,
  vdot,
}: AthletePaces): void {
  const kept: LocalPaces = { trainingPaces: ranges, paceUnits: units, vdot };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage may be full or forbidden. A shared workout is then shown in the default paces.
  }
}
