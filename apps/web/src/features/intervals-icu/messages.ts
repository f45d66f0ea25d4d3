import type { SyncResult } from './sync-events.ts';

/** Why something was not sent, and what to do. */
export const FAILURES: Record<
  NonNullable<SyncResult['failure']>,
  { title: string; detail: string }
> = {
  unauthorised: {
    title: 'intervals.icu doesn’t accept the key.',
    detail: 'It may have been replaced there. Enter the current one in the settings.',
  },
  busy: {
    title: 'intervals.icu is busy.',
    detail: 'Not everything is sent. It goes out with your next change, or with Send now.',
  },
  unreachable: {
    title: 'intervals.icu can’t be reached.',
    detail:
      'Not everything is sent. Check your connection; it goes out with your next change, or with Send now.',
  },
  refused: {
    title: 'intervals.icu refused a workout.',
    detail: 'The others are there. Change the workout, or copy it there by hand.',
  },
  'no-steps': {
    title: 'intervals.icu lost the steps of a workout.',
    detail: 'Choose Send now in the settings. If it happens again, copy the workout there by hand.',
  },
};
