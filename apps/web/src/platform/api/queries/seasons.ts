import { getSeason, listSeasons } from '@pacewright/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../client.ts';
import { SEASONS } from './season-key.ts';

/** The athlete's seasons, the newest first. */
export function seasonsQuery(call: Call) {
  return queryOptions({
    queryKey: SEASONS,
    queryFn: async ({ signal }) => (await call(listSeasons, { signal })).seasons,
    meta: { offline: true },
  });
}

/** One season with its text. */
export function seasonQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: [...SEASONS, 'one', id],
    queryFn: ({ signal }) => call(getSeason, { params: { id }, signal }),
    // Another device may have changed it since.
    staleTime: 0,
  });
}
