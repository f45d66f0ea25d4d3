const FAREWELLS = ['disabled', 'deleted', 'signed-out', 'erased'] as const;

/** Why there is no one signed in any more. It outlives the page load that follows. */
export type Farewell = (typeof FAREWELLS)[number];

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
    const kept = sessionStorage.getItem(KEY);
    return FAREWELLS.find((each) => each === kept);
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
