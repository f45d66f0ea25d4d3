import * as z from 'zod/mini';
import type { Starts } from './progress.ts';

// Removed with the local user, whose key it begins with.
const KEY = 'pacewright.user.track';
const MAX_PLACES = 5;
/** The same workout on another day starts at its first step. */
const MAX_AGE_MS = 12 * 3_600_000;

const place = z.object({ script: z.string(), starts: z.array(z.number()).check(z.minLength(1)) });
type Place = z.infer<typeof place>;

/** The place in a workout on this device. A changed script is another workout. */
export function readPlace(script: string, now: number): Starts {
  return readPlaces(now).find((one) => one.script === script)?.starts ?? [];
}

/** Without a start, the place is removed. */
export function storePlace(script: string, starts: Starts, now: number): void {
  const others = readPlaces(now).filter((one) => one.script !== script);
  const places = starts.length > 0 ? [{ script, starts: [...starts] }, ...others] : others;
  try {
    if (places.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(places.slice(0, MAX_PLACES)));
  } catch {
    // Storage may be full or forbidden. The place is then kept as long as the page.
  }
}

function readPlaces(now: number): Place[] {
  try {
    const places = z.parse(z.array(place), JSON.parse(localStorage.getItem(KEY) ?? '[]'));
    return places.filter(({ starts }) => now - (starts.at(-1) ?? 0) < MAX_AGE_MS);
  } catch {
    // Data of an older version, or a browser that refuses storage.
    return [];
  }
}
