import { athletePaces, type AthletePaces } from '@pacewright/contract';
import * as z from 'zod/mini';

// Goes with the local user, whose key it begins with.
const KEY = 'pacewright.user.paces';

/** The athlete's paces as this device saw them last, for when the API is not asked or cannot be. */
export function readLocalPaces(): AthletePaces | undefined {
  try {
    return z.parse(athletePaces, JSON.parse(localStorage.getItem(KEY) ?? ''));
  } catch {
    // Nothing there, written by an older version, or a browser that keeps nothing.
    return undefined;
  }
}

export function writeLocalPaces(paces: AthletePaces): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(paces));
  } catch {
    // Storage may be full or forbidden. A shared workout is then shown in the default paces.
  }
}
