import { SpanKind } from '@opentelemetry/api';
import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import { currentOrigin, linkTo, traced, type TraceOrigin } from '../tracing/tracing.ts';
import { type AnyJobDefinition, EXPIRE_SECONDS } from './definition.ts';

/** One run of a job. */
export type JobRun = {
  /** True after SIGTERM, or when the job may not run longer: finish the current request, then return. */
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

/** Called after each attempt of a job. */
export type OnFinished = (job: {
  kind: string;
  outcome: 'done' | 'failed';
  seconds: number;
}) => void;

export type Worker = {
  /** Takes no more jobs, and resolves once those that run are finished. */
  stop: () => Promise<void>;
};

/** The rest of a longer job is left to the next. */
const MAX_MILLISECONDS = (EXPIRE_SECONDS - 60) * 1000;
const POLL_INTERVAL_SECONDS = 0.5;
/** Longer than a request to Garmin takes, with two refreshes of its token and a repetition: 8 s each. */
const STOP_TIMEOUT_MILLISECONDS = 40_000;

export async function startWorker(
  boss: PgBoss,
  handlers: readonly JobHandler[],
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
  onFinished: OnFinished = () => {},
): Promise<Worker> {
  let stopping = false;
  boss.on('error', (error) => log.warn({ err: error }, 'pg-boss error'));

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
        const started = performance.now();
        const finish = (outcome: 'done' | 'failed') =>
          onFinished({
            kind: definition.name,
            outcome,
            seconds: (performance.now() - started) / 1000,
          });
        const attempt = job.retryCount + 1;
        await traced(`job ${definition.name}`, traceOptions(job), async () => {
          const about = {
            job: definition.name,
            id: job.id,
            attempt,
            ...traceIdOf(currentOrigin()),
          };
          try {
            const isStopping = () => stopping || performance.now() - started > MAX_MILLISECONDS;
            await run(definition.parse(job.data), { isStopping });
            finish('done');
            log.info(about, 'job done');
          } catch (error) {
            finish('failed');
            log.warn({ ...about, err: error }, 'job failed');
            throw redactError(error);
          }
        });
      },
    );
  }

  return {
    stop: async () => {
      stopping = true;
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MILLISECONDS });
    },
  };
}

/** Links the trace of a job to that of the request that has added it. */
function traceOptions({ id, data }: { id: string; data: unknown }) {
  const { origin } = data as { origin?: TraceOrigin };
  return {
    kind: SpanKind.CONSUMER,
    attributes: { jobId: id },
    ...(origin && { links: [linkTo(origin)] }),
  };
}

function traceIdOf(origin: TraceOrigin | undefined): { traceId?: string } {
  return origin ? { traceId: origin.traceId } : {};
}

/** pg-boss stores errors in plain text, so only the name is kept. */
function redactError(error: unknown): Error {
  const redacted = new Error(error instanceof Error ? error.name : 'Error');
  delete redacted.stack;
  return redacted;
}
