import type { SyncResult } from './sync-events.ts';

/** Why something was not sent, and what to do. */
export const FAILURES: Record<
  NonNullable<SyncResult['failure']>,
  { title: string; detail: string }
> = {
  unauthorised: {
    title: 'intervals.icu doesn’t accept your key.',
    detail: 'You may have replaced it there. Enter the current key in Settings.',
  },
  busy: {
    title: 'intervals.icu is busy.',
    detail:
      'Some workouts weren’t sent. We’ll try again with your next change, or choose Send now.',
  },
  unreachable: {
    title: 'Can’t reach intervals.icu.',
    detail:
      'Some workouts weren’t sent. Check your connection. We’ll try again with your next change, or choose Send now.',
  },
  refused: {
    title: 'intervals.icu rejected a workout.',
    detail: 'The others were sent. Edit the workout, or copy it there yourself.',
  },
  'no-steps': {
    title: 'intervals.icu lost the steps of a workout.',
    detail: 'Choose Send now in Settings. If it happens again, copy the workout there yourself.',
  },
};
