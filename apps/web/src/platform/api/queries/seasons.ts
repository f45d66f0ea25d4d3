import { listSeasons } from '@pacewright/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../client.ts';

export const SEASONS = ['seasons'];

/** The athlete's seasons, the newest first. */
export function seasonsQuery(call: Call) {
  return queryOptions({
    queryKey: SEASONS,
    queryFn: async ({ signal }) => (await call(listSeasons, { signal })).seasons,
    meta: { offline: true },
  });
}
