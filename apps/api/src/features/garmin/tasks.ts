import type { Task } from '../../jobs/work.ts';
import type { Garmin } from './garmin.ts';
import { CHECK_LINK, DELIVER, REVOKE_LINK, TEND_LINKS } from './job-kinds.ts';

/** What the worker does for Garmin. */
export function garminTasks({ links, deliver }: Pick<Garmin, 'links' | 'deliver'>): Task[] {
  return [
    { kind: CHECK_LINK, atOnce: 2, run: ({ userId }) => links.check(userId) },
    { kind: DELIVER, atOnce: 4, run: ({ userId }, attempt) => deliver(userId, attempt) },
    { kind: REVOKE_LINK, atOnce: 1, run: ({ revocationId }) => links.revoke(revocationId) },
    // At a minute that not everybody chooses.
    { kind: TEND_LINKS, atOnce: 1, run: () => links.tend(), cron: '23 3 * * *' },
  ];
}
