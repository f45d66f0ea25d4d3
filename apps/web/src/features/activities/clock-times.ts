import type { Run } from '@pacewright/activity';
import type { ActivityDetail } from '@pacewright/contract';

type Timed = Pick<ActivityDetail, 'day' | 'startedAt' | 'seconds' | 'watch'>;

/**
 * "02:04 to 02:52", on the clock where it was run, pauses included. Undefined if the watch did not record its time zone
 * and this device's gives another day.
 */
export function clockTimes(
  { day, startedAt, seconds, watch }: Timed,
  run: Pick<Run, 'pauses'> | undefined,
): string | undefined {
  const start = Date.parse(startedAt);
  const offset = watch.utcOffsetSeconds ?? -60 * new Date(start).getTimezoneOffset();
  const paused = run?.pauses.reduce((sum, pause) => sum + pause.seconds, 0) ?? 0;
  const [from = '', to = ''] = [0, seconds + paused].map((after) =>
    new Date(start + (offset + after) * 1000).toISOString(),
  );
  return from.startsWith(day) ? `${clock(from)} to ${clock(to)}` : undefined;
}

/** Hours and minutes of an ISO time. */
function clock(time: string): string {
  return time.slice(11, 16);
}
