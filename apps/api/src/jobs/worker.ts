import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import type { AnyJobDefinition } from './definition.ts';

/** One run of a job. */
export type JobRun = {
  /** True after SIGTERM: finish the current request, then return. */
  isStopping: () => boolean;
};

export type JobHandler = {
  definition: AnyJobDefinition;
  // oxlint-disable-next-line typescript/no-explicit-any -- the data that the definition has parsed
  run: (data: any, run: JobRun) => Promise<void>;
  /** The number of jobs that run at the same time in this process. */
  concurrency: number;
  /** Runs at these times, in UTC, once for all workers. */
  cron?: string;
};

export type Worker = {
  /** Finished and failed runs of each kind since the start. */
  counts: () => { name: string; done: number; failed: number; seconds: number }[];
  /** Takes no more jobs, and resolves once those that run are finished. */
  stop: () => Promise<void>;
};

const POLL_INTERVAL_SECONDS = 0.5;
/**
 * Longer than a creation at Garmin takes: two refreshes of a token and two requests, of 8 s each. An update
 * may take up to 64 s; one that is cut off is repeated by the next worker.
 */
const STOP_TIMEOUT_MILLISECONDS = 40_000;

export async function startWorker(
  boss: PgBoss,
  handlers: readonly JobHandler[],
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
): Promise<Worker> {
  let stopping = false;
  const counts = new Map(
    handlers.map(({ definition }) => [definition.name, { done: 0, failed: 0, seconds: 0 }]),
  );
  boss.on('error', (error) => log.warn({ err: error }, 'background work met an error'));

  for (const { definition, run, concurrency, cron } of handlers) {
    if (cron !== undefined) await boss.schedule(definition.name, cron, {}, { singletonKey: 'all' });
    await boss.work(
      definition.name,
      {
        batchSize: 1,
        localConcurrency: concurrency,
        groupConcurrency: 1,
        pollingIntervalSeconds: POLL_INTERVAL_SECONDS,
        burstWhenBatchFull: true,
        includeMetadata: true,
      },
      async ([job]) => {
        if (!job) return;
        const count = counts.get(definition.name) ?? { done: 0, failed: 0, seconds: 0 };
        const started = performance.now();
        const attempt = job.retryCount + 1;
        try {
          await run(definition.parse(job.data), { isStopping: () => stopping });
          count.done++;
          log.info({ job: definition.name, id: job.id, attempt }, 'job done');
        } catch (error) {
          count.failed++;
          log.warn({ job: definition.name, id: job.id, attempt, err: error }, 'job failed');
          throw redactError(error);
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
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MILLISECONDS });
    },
  };
}

/** pg-boss stores errors in plain text, so only the name is kept. */
function redactError(error: unknown): Error {
  const redacted = new Error(error instanceof Error ? error.name : 'Error');
  delete redacted.stack;
  return redacted;
}
