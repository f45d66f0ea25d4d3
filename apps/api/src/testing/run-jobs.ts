import type { Database } from '../db/database.ts';
import { startBoss } from '../jobs/jobs.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { retentionHandlers } from '../retention.ts';

const INTERVALS = { heartbeatSeconds: 10, superviseSeconds: 5, retryFactor: 1 };

export type JobRunner = {
  /** Runs all due jobs, without cron. Returns their names, with a "!" after failed ones. */
  run: () => Promise<string[]>;
  close: () => Promise<void>;
};

/** Runs jobs as a worker for each server would, but only when asked to. */
export async function openJobRunner(
  servers: readonly Database[],
  handlers: readonly JobHandler[],
): Promise<JobRunner> {
  const definitions = handlers.map(({ definition }) => definition);
  const queues = await Promise.all(
    servers.map((db) => startBoss(db, definitions, { isWorker: false, intervals: INTERVALS })),
  );
  return {
    run: async () => {
      const ran: string[] = [];
      for (const { definition, run } of handlers)
        for (const queue of queues)
          for (;;) {
            const [job] = await queue.fetch(definition.name);
            if (!job) break;
            try {
              await run(definition.parse(job.data), { isStopping: () => false });
              await queue.complete(definition.name, job.id);
              ran.push(definition.name);
            } catch {
              await queue.fail(definition.name, job.id);
              ran.push(`${definition.name}!`);
              break;
            }
          }
      return ran;
    },
    close: async () => {
      for (const queue of queues) await queue.stop({ graceful: false });
    },
  };
}

/** Deletes what is deleted each night. */
export async function runRetention(db: Database, time: Date): Promise<void> {
  for (const { run } of retentionHandlers({ db, now: () => time }))
    await run({}, { isStopping: () => false });
}
