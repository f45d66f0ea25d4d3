import { OLD_CODES } from './features/access/oauth-store.ts';
import { OLD_PREVIEWS } from './features/access/preview-store.ts';
import { OLD_WRITES } from './features/access/store.ts';
import { OLD_ACTIONS } from './features/plans/season-store.ts';
import { EXPIRED_PLANS } from './features/plans/store.ts';
import { EXPIRED_WORKOUTS } from './features/workouts/store.ts';
import type { Database } from './db/database.ts';
import { retentionJob } from './jobs/retention.ts';

const RETENTION = [
  retentionJob('workouts-remove-expired', '41 2 * * *', [EXPIRED_WORKOUTS]),
  retentionJob('plans-remove-expired', '47 2 * * *', [EXPIRED_PLANS, OLD_ACTIONS]),
  retentionJob('access-remove-old-writes', '57 2 * * *', [OLD_WRITES, OLD_PREVIEWS, OLD_CODES]),
];

export const RETENTION_JOBS = RETENTION.map(({ definition }) => definition);

export function retentionHandlers(deps: { db: Database; now: () => Date }) {
  return RETENTION.map(({ handler }) => handler(deps));
}
