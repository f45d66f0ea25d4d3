import type { Database } from '../db/database.ts';
import { startBoss } from '../jobs/jobs.ts';
import type { Task } from '../jobs/work.ts';

/**
 * Does every job there is, those that wait for a later attempt too, once each, as the worker would. Returns the
 * names of those that were done, and of those that failed with a "!" behind.
 */
export async function runJobs(db: Database, tasks: readonly Task[]): Promise<string[]> {
  const kinds = tasks.map(({ kind }) => kind);
  const boss = await startBoss(db, kinds, { supervise: false, schedule: false });
  const ran: string[] = [];
  for (const { kind, run } of tasks)
    for (let isMore = true; isMore;) {
      const jobs = await boss.fetch(kind.name, { ignoreStartAfter: true, includeMetadata: true });
      const job = jobs[0];
      isMore = job !== undefined && job.retryCount === 0;
      if (!job) continue;
      try {
        await run(kind.parse(job.data), {
          isLast: job.retryCount >= job.retryLimit,
          isStopping: () => false,
        });
        await boss.complete(kind.name, job.id);
        ran.push(kind.name);
      } catch {
        await boss.fail(kind.name, job.id);
        ran.push(`${kind.name}!`);
        isMore = false;
      }
    }
  await boss.stop({ graceful: false });
  return ran;
}
