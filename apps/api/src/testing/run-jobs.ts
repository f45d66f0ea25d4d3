import type { Database } from '../db/database.ts';
import { startBoss } from '../jobs/jobs.ts';
import type { JobHandler } from '../jobs/worker.ts';

const INTERVALS = { heartbeatSeconds: 10, superviseSeconds: 5, retryFactor: 1 };

/** Runs all due jobs, without cron. Returns their names, with a "!" after failed ones. */
export async function runJobs(db: Database, handlers: readonly JobHandler[]): Promise<string[]> {
  const boss = await startBoss(
    db,
    handlers.map(({ definition }) => definition),
    { isWorker: false, intervals: INTERVALS },
  );
  const ran: string[] = [];
  for (const { definition, run } of handlers)
    for (;;) {
      const [job] = await boss.fetch(definition.name);
      if (!job) break;
      try {
        await run(definition.parse(job.data), { isStopping: () => false });
        await boss.complete(definition.name, job.id);
        ran.push(definition.name);
      } catch {
        await boss.fail(definition.name, job.id);
        ran.push(`${definition.name}!`);
        break;
      }
    }
  await boss.stop({ graceful: false });
  return ran;
}
