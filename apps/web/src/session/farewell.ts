import * as z from 'zod/mini';

const farewell = z.enum(['disabled', 'deleted', 'signed-out', 'erased']);

/** Why there is no one signed in any more. It outlives the page load that follows. */
export type Farewell = z.infer<typeof farewell>;

const KEY = 'pacewright.farewell';

export function leaveFarewell(reason: Farewell): void {
  sessionStorage.setItem(KEY, reason);
}

export function readFarewell(): Farewell | undefined {
  return z.safeParse(farewell, sessionStorage.getItem(KEY)).data;
}

export function forgetFarewell(): void {
  sessionStorage.removeItem(KEY);
}
