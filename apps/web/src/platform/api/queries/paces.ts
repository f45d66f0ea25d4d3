import { getPaces, listRaces } from '@pacewright/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../client.ts';

export const PACES = ['paces'];
export const RACES = ['races'];

export function pacesQuery(call: Call) {
  return queryOptions({
    queryKey: PACES,
    queryFn: ({ signal }) => call(getPaces, { signal }),
    meta: { offline: true },
  });
}

export function racesQuery(call: Call) {
  return queryOptions({
    queryKey: RACES,
    queryFn: async ({ signal }) => (await call(listRaces, { signal })).races,
    meta: { offline: true },
  });
}
