import * as z from 'zod/mini';
import { storedValue } from '../../platform/stored-value.ts';
import type { Starts } from './progress.ts';

const MAX_PLACES = 5;
/** The same workout on another day starts at its first step. */
const MAX_AGE_MS = 12 * 3_600_000;

const place = z.object({ script: z.string(), starts: z.array(z.number()).check(z.minLength(1)) });
type Place = z.infer<typeof place>;

const stored = storedValue<Place[]>({
  // Removed with the local user, whose key it begins with.
  key: 'pacewright.user.track',
  parse: (text) => z.parse(z.array(place), JSON.parse(text)),
  fallback: [],
  format: (places) => (places.length === 0 ? null : JSON.stringify(places)),
});

/** The place in a workout on this device. A changed script is another workout. */
export function readPlace(script: string, now: number): Starts {
  return readPlaces(now).find((one) => one.script === script)?.starts ?? [];
}

/** Without a start, the place is removed. */
export function storePlace(script: string, starts: Starts, now: number): void {
  const others = readPlaces(now).filter((one) => one.script !== script);
  const places = starts.length > 0 ? [{ script, starts: [...starts] }, ...others] : others;
  stored.write(places.slice(0, MAX_PLACES));
}

function readPlaces(now: number): Place[] {
  return stored.read().filter(({ starts }) => now - (starts.at(-1) ?? 0) < MAX_AGE_MS);
}
