import { MAX_COMPARED_STEPS, type TimeOfDay } from '@pacewright/contract';
import {
  isComparable,
  type Judged,
  judgeOwn,
  judgeRun,
  type Plan,
  type Run,
} from '@pacewright/activity';
import type { PaceUnits, TrainingPaces } from '@pacewright/pace';
import {
  type FileProblem,
  type ReadFile,
  readRunFile,
  type RunFile,
  sayRemark,
  toStorable,
} from './read-file.ts';
import { loadSecondReader } from '@pacewright/script';

/** Reads files one after the other. */
export type FileReader = {
  /** A file in the form in which it is stored. */
  read: (file: Blob) => Promise<ReadResult>;
  /** A file to be shown only, which is faster. */
  view: (file: Blob) => Promise<ViewResult>;
  /** The file that was passed last, with each plan, in their order, and without one. It need not be read yet. */
  compare: (question: CompareQuestion) => Promise<CompareAnswer>;
  close: () => void;
};

/** Remarks are sentences on what was not read. */
export type ReadResult =
  | { ok: true; file: ReadFile; timeOfDay: TimeOfDay; remarks: string[] }
  | Refusal;
export type ViewResult =
  | { ok: true; run: Run; watch: ReadFile['watch']; remarks: string[] }
  | Refusal;
type Refusal = { ok: false; problem: FileProblem };
export type CompareQuestion = { plans: Plan[]; paces: TrainingPaces; units: PaceUnits };
export type CompareAnswer = { withPlans: (Judged | undefined)[]; own: Judged };

/** In this thread, as the worker and tests use it. */
export function createFileReader(): FileReader {
  let last: Promise<RunFile> | undefined;

  function open(blob: Blob): Promise<RunFile> {
    last = blob.arrayBuffer().then((buffer) => readRunFile(new Uint8Array(buffer)));
    return last;
  }

  return {
    read: async (blob) => {
      const opened = await open(blob);
      if (!opened.ok) return opened;
      const storable = await toStorable(opened);
      return storable.ok
        ? { ...storable, remarks: opened.reading.remarks.map(sayRemark) }
        : storable;
    },
    view: async (blob) => {
      const opened = await open(blob);
      if (!opened.ok) return opened;
      const { run, watch, remarks } = opened.reading;
      return { ok: true, run, watch, remarks: remarks.map(sayRemark) };
    },
    compare: async ({ plans, paces, units }) => {
      const opened = await last;
      if (!opened?.ok) throw new Error('No file was read');
      const { run, watch } = opened.reading;
      await loadSecondReader();
      return {
        withPlans: plans.map((plan) =>
          isComparable(plan, MAX_COMPARED_STEPS)
            ? judgeRun(run, watch, plan, [], units)
            : undefined,
        ),
        own: judgeOwn(run, paces),
      };
    },
    close: () => undefined,
  };
}

export type WorkerRequest =
  | { id: number; kind: 'read' | 'view'; file: Blob }
  | { id: number; kind: 'compare'; question: CompareQuestion };
export type WorkerReply = { id: number } & ({ value: unknown } | { error: string });

/** In a worker, so that hundreds of files leave the page responsive. It starts at once, and again after it has failed. */
export function openWorkerReader(): FileReader {
  const waiting = new Map<
    number,
    { resolve: (value: never) => void; reject: (error: Error) => void }
  >();
  let next = 0;
  let worker: Worker | undefined = start();

  function start(): Worker {
    const started = new Worker(new URL('file-reader.worker.ts', import.meta.url), {
      type: 'module',
    });
    started.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
      const request = waiting.get(data.id);
      waiting.delete(data.id);
      if ('error' in data) request?.reject(new Error(data.error));
      else request?.resolve(data.value as never);
    });
    started.addEventListener('error', stop);
    return started;
  }

  function stop(): void {
    worker?.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error('The reader stopped'));
    waiting.clear();
  }

  function ask<Value>(request: (id: number) => WorkerRequest): Promise<Value> {
    const id = next++;
    worker ??= start();
    const asked = worker;
    return new Promise<Value>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
      asked.postMessage(request(id));
    });
  }

  return {
    read: (file) => ask((id) => ({ id, kind: 'read', file })),
    view: (file) => ask((id) => ({ id, kind: 'view', file })),
    compare: (question) => ask((id) => ({ id, kind: 'compare', question })),
    close: stop,
  };
}
