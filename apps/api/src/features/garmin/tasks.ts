import type { Task } from '../../jobs/work.ts';
import { CHECK_LINK, REVOKE_LINK, TEND_LINKS } from './job-kinds.ts';
import type { Links } from './links.ts';

/** What the worker does for Garmin. */
export function garminTasks(links: Links): Task[] {
  return [
    { kind: CHECK_LINK, atOnce: 2, run: ({ userId }) => links.check(userId) },
    { kind: REVOKE_LINK, atOnce: 1, run: ({ revocationId }) => links.revoke(revocationId) },
    // At a minute that not everybody chooses.
    { kind: TEND_LINKS, atOnce: 1, run: () => links.tend(), cron: '23 3 * * *' },
  ];
}
