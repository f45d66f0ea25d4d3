import { getGarminStatus } from '@pacewright/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../client.ts';

export const GARMIN_STATUS = ['garmin'];
/** The query client invalidates these after every change with `meta.affectsGarmin`. */
export const GARMIN_DELIVERIES = ['garmin-deliveries'];

/** Refetched on focus, because the athlete may have changed it at Garmin. */
export function garminStatusQuery(call: Call) {
  return queryOptions({
    queryKey: GARMIN_STATUS,
    queryFn: ({ signal }) => call(getGarminStatus, { signal }),
    refetchOnWindowFocus: 'always',
  });
}
