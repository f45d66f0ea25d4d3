import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { storedValue } from '../../platform/stored-value.ts';
import type { Place, Press } from './stopwatch.ts';

/** The presses of one session. They stay on this device. */
export type Timing = {
  title: string;
  script: string;
  placed: readonly Place[];
  presses: readonly Press[];
  /** The group that is shown, or 0 for all. */
  shown: number;
  everyLap: boolean;
};

export const NO_TIMING: Timing = {
  title: '',
  script: '',
  placed: [],
  presses: [],
  shown: 0,
  everyLap: true,
};

const index = z.int().check(z.gte(0));
const press = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    group: index,
    rep: index,
    everyLap: z.boolean(),
    at: z.number(),
  }),
  z.object({ kind: z.literal('pass'), name: z.string(), start: index, at: z.number() }),
]);
// Without limits: what was stored was checked, and times are not dropped for one that is too long.
const timing = z.object({
  title: z.string(),
  script: z.string(),
  placed: z.array(z.object({ name: z.string(), group: index })),
  presses: z.array(press),
  shown: index,
  everyLap: z.boolean(),
});

const stored = storedValue<Timing>({
  // Removed with the squad, whose key it begins with.
  key: 'pacewright.squad.times',
  parse: (text) => z.parse(timing, JSON.parse(text)),
  fallback: NO_TIMING,
  format: (value) => (value === NO_TIMING ? null : JSON.stringify(value)),
});

export const readTiming = stored.read;
export const writeTiming = stored.write;

export function useTiming(): Timing {
  return useSyncExternalStore(stored.subscribe, stored.read);
}
