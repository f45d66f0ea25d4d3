import { getGarminStatus } from '@pacewright/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Call } from '../client.ts';
import { ApiProblem } from '../problem.ts';

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

/** The reason why a single workout cannot be sent. Throws other failures. */
export function reasonOf(error: unknown): string {
  const isOfWorkout =
    error instanceof ApiProblem && (error.code === 'NOT_ACCEPTED' || error.code === 'NOT_FOUND');
  if (isOfWorkout) return error.message;
  throw error;
}
