import { nameAmount } from '@pacewright/script';

/** "45 min", "5 h 23": a duration to the minute. */
export function formatMinutes(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes === 0 ? '0 min' : nameAmount({ kind: 'time', seconds: minutes * 60 });
}
