// The runs of the measurement, the same in each of its processes: whose run a number means, and where it is at Garmin.

export const ATHLETES = 1000;
export const SCRIPT = '15m E + 3x(3m I + 2m E) + 5m E';
export const WEBHOOK_SECRET = 'a-path-for-one-machine-no-secret';

const FIRST_START = Date.UTC(2020, 0, 1, 17, 4, 12) / 1000;
const DAY = 24 * 3600;
const FIRST_SUMMARY = 18_000_000_000;

/** One run of an athlete: the first of everyone, then the second of everyone. */
export type RunAtGarmin = { athlete: number; day: number };

export function runAt(index: number): RunAtGarmin {
  return { athlete: index % ATHLETES, day: Math.floor(index / ATHLETES) };
}

/** Unix seconds. An athlete's runs are a day apart. */
export function startOf(day: number): number {
  return FIRST_START + day * DAY;
}

export function garminUserId(athlete: number): string {
  return `runner-${athlete}`;
}

/** An entry of the notification, with an address that was not used before. */
export function announce(run: RunAtGarmin, garminUrl: string) {
  const summaryId = FIRST_SUMMARY + run.day * ATHLETES + run.athlete;
  return {
    userId: garminUserId(run.athlete),
    summaryId: String(summaryId),
    activityId: summaryId,
    fileType: 'FIT',
    callbackURL: `${garminUrl}/wellness-api/rest/activityFile?id=${summaryId}&token=${crypto.randomUUID()}`,
    startTimeInSeconds: startOf(run.day),
    manual: false,
  };
}

export function runOf(summaryId: string): RunAtGarmin {
  return runAt(Number(summaryId) - FIRST_SUMMARY);
}
