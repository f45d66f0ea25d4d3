import { athletePaces, type AthletePaces } from '@pacewright/contract';
import * as z from 'zod/mini';
import { storedValue } from '../stored-value.ts';

/** The athlete's paces as last seen on this device, for when the API is not asked or unreachable. */
const localPaces = storedValue<AthletePaces | undefined>({
  // Removed with the local user, whose key it begins with.
  key: 'pacewright.user.paces',
  parse: (text) => z.parse(athletePaces, JSON.parse(text)),
  fallback: undefined,
});

export const readLocalPaces = localPaces.read;
export const writeLocalPaces = (paces: AthletePaces) => void localPaces.write(paces);
