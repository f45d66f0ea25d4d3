import { athletePaces, type AthletePaces } from '@pacewright/contract';
import * as z from 'zod/mini';

// Removed with the local user, whose key it begins with.
const KEY = 'pacewright.user.paces';

/** The athlete's paces as last seen on this device, for when the API is not asked or unreachable. */
export function readLocalPaces(): AthletePaces | undefined {
  try {
    return z.parse(athletePaces, JSON.parse(localStorage.getItem(KEY) ?? ''));
  } catch {
    // Nothing stored, data of an older version, or a browser that refuses storage.
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
