import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { storedValue } from '../../platform/stored-value.ts';
import { MAX_GROUPS } from './groups.ts';
import { MAX_NAME_LENGTH, MAX_RUNNERS, keyOfName, type Runner } from './read-runners.ts';

/** The coach's runners. They never leave this device but in links and on paper. */
export type Squad = {
  runners: Runner[];
  /** Undefined for as many as their number suggests. */
  groups?: number | undefined;
  sort: 'group' | 'name';
};

const group = z.optional(z.int().check(z.gte(1), z.lte(MAX_GROUPS)));
const squad = z.object({
  runners: z
    .array(
      z.object({
        name: z.string().check(z.minLength(1), z.maxLength(MAX_NAME_LENGTH + 4)),
        race: z.optional(z.object({ distance: z.number(), timeInSeconds: z.number() })),
        group,
      }),
    )
    .check(z.maxLength(MAX_RUNNERS)),
  groups: group,
  sort: z.enum(['group', 'name']),
});

// Keys that begin with pacewright.squad are removed with the local user.
const stored = storedValue<Squad>({
  key: 'pacewright.squad',
  parse: (text) => z.parse(squad, JSON.parse(text)),
  fallback: { runners: [], sort: 'group' },
  format: (value) => (value.runners.length === 0 ? null : JSON.stringify(value)),
});

export const readSquad = stored.read;
export const writeSquad = stored.write;

export function useSquad(): Squad {
  return useSyncExternalStore(stored.subscribe, stored.read);
}

const typed = storedValue<string>({
  key: 'pacewright.squad.adding',
  parse: (text) => text,
  fallback: '',
  format: (text) => (text === '' ? null : text),
});

/** What was typed into the list of runners and not added yet. */
export const readTyped = typed.read;
export const storeTyped = typed.write;

/** Adds runners. Those who are in the squad get their new race, or group. */
export function addRunners(runners: readonly Runner[], added: readonly Runner[]): Runner[] {
  const byKey = new Map(runners.map((runner) => [keyOfName(runner.name), runner]));
  for (const runner of added) {
    const key = keyOfName(runner.name);
    const before = byKey.get(key);
    byKey.set(key, before ? { ...before, ...definedOf(runner) } : runner);
  }
  return [...byKey.values()];
}

function definedOf({ race, group: chosen }: Runner): Partial<Runner> {
  return { ...(race && { race }), ...(chosen !== undefined && { group: chosen }) };
}
