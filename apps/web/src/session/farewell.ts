import * as z from 'zod/mini';

const farewell = z.enum(['disabled', 'deleted', 'signed-out', 'erased']);

/** Why there is no one signed in any more. It outlives the page load that follows. */
export type Farewell = z.infer<typeof farewell>;

const KEY = 'pacewright.farewell';

export function leaveFarewell(reason: Farewell): void {
  try {
    sessionStorage.setItem(KEY, reason);
  } catch {
    // Where storage is forbidden the next page says nothing.
  }
}

export function readFarewell(): Farewell | undefined {
  try {
    return z.safeParse(farewell, sessionStorage.getItem(KEY)).data;
  } catch {
    return undefined;
  }
}

export function forgetFarewell(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // What cannot be removed could not be written.
  }
}
