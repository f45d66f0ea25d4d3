import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import { type AnyJobKind, startBoss } from './jobs.ts';

/** One run of a job. */
export type Attempt = {
  /** After this one nobody tries again. */
  isLast: boolean;
  /** True once the process is to end: finish what cannot be left, leave the rest to another. */
  isStopping: () => boolean;
};

/** What is done for a kind of job. */
export type Task = {
  kind: AnyJobKind;
  // oxlint-disable-next-line typescript/no-explicit-any -- of the kind's data; see taskOf
  run: (data: any, attempt: Attempt) => Promise<void>;
  /** How many run at once in this process. */
  atOnce: number;
  /** Runs by itself at these times, in UTC, once for all workers. */
  cron?: string;
};

export type Worker = {
  /** How often each kind was done, and how often an attempt failed, since the start. */
  counts: () => { name: string; done: number; failed: number; seconds: number }[];
  /** Takes no more jobs, and resolves once those under way are finished. */
  stop: () => Promise<void>;
};

const LOOK_EVERY_SECONDS = 0.5;
const LOOK_FOR_THE_DEAD_EVERY_SECONDS = 5;
const LONGEST_STOP_MILLISECONDS = 20_000;

/** Does jobs until it is stopped. Any number of workers can do so beside each other. */
export async function startWork(
  database: Database,
  tasks: readonly Task[],
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
): Promise<Worker> {
  let stopping = false;
  const counts = new Map(tasks.map(({ kind }) => [kind.name, { done: 0, failed: 0, seconds: 0 }]));
  const boss = await startBoss(
    database,
    tasks.map(({ kind }) => kind),
    {
      supervise: true,
      superviseIntervalSeconds: LOOK_FOR_THE_DEAD_EVERY_SECONDS,
      monitorIntervalSeconds: LOOK_FOR_THE_DEAD_EVERY_SECONDS,
      schedule: tasks.some(({ cron }) => cron !== undefined),
    },
  );
  boss.on('error', (error) => log.warn({ err: error }, 'background work met an error'));

  for (const { kind, run, atOnce, cron } of tasks) {
    if (cron !== undefined) await boss.schedule(kind.name, cron, {});
    await boss.work(
      kind.name,
      {
        batchSize: 1,
        localConcurrency: atOnce,
        groupConcurrency: 1,
        pollingIntervalSeconds: LOOK_EVERY_SECONDS,
        burstWhenBatchFull: true,
        includeMetadata: true,
      },
      async ([job]) => {
        if (!job) return;
        const count = counts.get(kind.name) ?? { done: 0, failed: 0, seconds: 0 };
        const started = performance.now();
        const attempt = job.retryCount + 1;
        try {
          await run(kind.parse(job.data), {
            isLast: job.retryCount >= job.retryLimit,
            isStopping: () => stopping,
          });
          count.done++;
          log.info({ job: kind.name, id: job.id, attempt }, 'job done');
        } catch (error) {
          count.failed++;
          log.warn({ job: kind.name, id: job.id, attempt, err: error }, 'job failed');
          throw bare(error);
        } finally {
          count.seconds += (performance.now() - started) / 1000;
        }
      },
    );
  }

  return {
    counts: () => [...counts].map(([name, count]) => ({ name, ...count })),
    stop: async () => {
      stopping = true;
      await boss.stop({ graceful: true, timeout: LONGEST_STOP_MILLISECONDS });
    },
  };
}

/** What is kept of an error beside its job: its name, and nothing that it may have picked up on its way. */
function bare(error: unknown): Error {
  const kept = new Error(error instanceof Error ? error.name : 'Error');
  delete kept.stack;
  return kept;
}
