import type { Db } from '../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { holdWorker, listUndone } from './delivery-store.ts';
import { DELIVER } from './job-kinds.ts';

/** Lets what waited for a link, or for its permission, go on. */
export async function resume(db: Db, jobs: Pick<Jobs, 'add'>, userId: string): Promise<void> {
  await holdWorker(db, userId);
  const [undone] = await listUndone(db, userId, 1);
  if (undone !== undefined) await jobs.add(db, DELIVER, { userId });
}
