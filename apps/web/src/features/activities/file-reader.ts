import { MAX_COMPARED_STEPS } from '@pacewright/contract';
import { isComparable, type Judged, judgeOwn, judgeRun, type Plan } from '@pacewright/activity';
import type { PaceUnits, TrainingPaces } from '@pacewright/pace';
import { type FileProblem, readFile, type ReadFile } from './read-file.ts';

/** Reads files one after the other. A comparison is of the file that was read last. */
export type FileReader = {
  read: (file: Blob) => Promise<ReadResult>;
  /** With each plan, in their order, and without one. */
  compare: (question: CompareQuestion) => Promise<CompareAnswer>;
  close: () => void;
};

export type ReadResult = { ok: true; file: ReadFile } | { ok: false; problem: FileProblem };
export type CompareQuestion = { plans: Plan[]; paces: TrainingPaces; units: PaceUnits };
export type CompareAnswer = { withPlans: (Judged | undefined)[]; own: Judged };

/** In this thread, as the worker and tests use it. */
export function createFileReader(): FileReader {
  let last: Extract<Awaited<ReturnType<typeof readFile>>, { ok: true }> | undefined;
  return {
    read: async (blob) => {
      last = undefined;
      const reading = await readFile(new Uint8Array(await blob.arrayBuffer()));
      if (!reading.ok) return reading;
      last = reading;
      return { ok: true, file: reading.file };
    },
    compare: async ({ plans, paces, units }) => {
      if (!last) throw new Error('No file was read');
      const { run, file } = last;
      return {
        withPlans: plans.map((plan) =>
          isComparable(plan, MAX_COMPARED_STEPS)
            ? judgeRun(run, file.watch, plan, [], units)
            : undefined,
        ),
        own: judgeOwn(run, paces),
      };
    },
    close: () => undefined,
  };
}

export type WorkerRequest =
  | { id: number; kind: 'read'; file: Blob }
  | { id: number; kind: 'compare'; question: CompareQuestion };
export type WorkerReply = { id: number } & ({ value: unknown } | { error: string });

/** In a worker, so that hundreds of files leave the page responsive. */
export function openWorkerReader(): FileReader {
  const worker = new Worker(new URL('file-reader.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<
    number,
    { resolve: (value: never) => void; reject: (error: Error) => void }
  >();
  let next = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
    const request = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data) request?.reject(new Error(data.error));
    else request?.resolve(data.value as never);
  });
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('The reader stopped'));
    waiting.clear();
  });
  function ask<Value>(request: (id: number) => WorkerRequest): Promise<Value> {
    const id = next++;
    return new Promise<Value>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
      worker.postMessage(request(id));
    });
  }
  return {
    read: (file) => ask((id) => ({ id, kind: 'read', file })),
    compare: (question) => ask((id) => ({ id, kind: 'compare', question })),
    close: () => worker.terminate(),
  };
}
