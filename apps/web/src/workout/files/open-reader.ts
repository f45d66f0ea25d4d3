import type { ImportOptions } from '@pacewright/import';
import { readInFull } from '../use-reading.ts';
import type { Progress } from '../../ui/work-progress.tsx';
import type { ReadFiles } from './read-files.ts';
import type { CompareQuestion, RunReader } from './run-reader.ts';

export type ReadRequest = { files: readonly File[]; options: ImportOptions };

/** Rejects if the reader stops, also because `signal` has ended it. */
export type FilesReader = (
  request: ReadRequest,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
) => Promise<ReadFiles>;

export type Question =
  | { kind: 'warm-up' }
  | ({ kind: 'files' } & ReadRequest)
  | { kind: 'read' | 'view'; file: Blob }
  | { kind: 'compare'; question: CompareQuestion };
export type WorkerRequest = Question & { id: number };
export type WorkerReply = { id: number } & (
  | { progress: Progress }
  | { value: unknown }
  | { error: string }
);

/** What files are and the workouts in them, read so that a large one leaves the page responsive and can be given up. */
export const readInWorker: FilesReader = async (request, signal, onProgress) => {
  const { ask, close } = openWorker();
  signal.addEventListener('abort', close);
  try {
    const read = await ask<ReadFiles>({ kind: 'files', ...request }, onProgress);
    // What was found is read once more to be drawn.
    await readInFull();
    return read;
  } catch {
    throw new Error('We couldn’t read these files. Choose fewer at a time.');
  } finally {
    close();
  }
};

/** Reads recorded runs, hundreds of them as well. It is ready before the first, because starting takes longer than reading. */
export function openRunReader(): RunReader {
  const { ask, close } = openWorker();
  // The first question says it, if it fails.
  void ask({ kind: 'warm-up' }).catch(() => undefined);
  return {
    read: (file) => ask({ kind: 'read', file }),
    view: (file) => ask({ kind: 'view', file }),
    compare: (question) => ask({ kind: 'compare', question }),
    close,
  };
}

type Waiting = {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
  onProgress: ((progress: Progress) => void) | undefined;
};

/** A worker of its own. It starts at once, and again after it has failed. */
function openWorker() {
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let worker: Worker | undefined = start();

  function start(): Worker {
    // The build finds a worker only where its address is inside of the call.
    const started = new Worker(new URL('file-reader.worker.ts', import.meta.url), {
      type: 'module',
    });
    started.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
      const question = waiting.get(data.id);
      if ('progress' in data) return question?.onProgress?.(data.progress);
      waiting.delete(data.id);
      if ('error' in data) question?.reject(new Error(data.error));
      else question?.resolve(data.value as never);
    });
    started.addEventListener('error', close);
    return started;
  }

  function close(): void {
    worker?.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error('The reader stopped'));
    waiting.clear();
  }

  function ask<Value>(question: Question, onProgress?: Waiting['onProgress']): Promise<Value> {
    const id = next++;
    worker ??= start();
    const asked = worker;
    return new Promise<Value>((resolve, reject) => {
      waiting.set(id, { resolve, reject, onProgress });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
      asked.postMessage({ ...question, id } satisfies WorkerRequest);
    });
  }

  return { ask, close };
}
