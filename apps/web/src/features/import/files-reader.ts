import type { ImportOptions } from '@pacewright/import';
import { readInFull } from '../../workout/use-reading.ts';
import type { ReadFiles } from './read-files.ts';
import type { Progress } from './work-progress.tsx';

export type ReadRequest = { files: readonly File[]; options: ImportOptions };

/** Neither of them after a failure. */
export type ReadReply = { progress?: Progress; read?: ReadFiles };

/** Rejects if the reader stops, and never settles after `signal` has ended it. */
export type FilesReader = (
  request: ReadRequest,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
) => Promise<ReadFiles>;

/** In a worker of its own, so that a large file leaves the page responsive and can be given up. */
export const readInWorker: FilesReader = (request, signal, onProgress) =>
  new Promise((resolve, reject) => {
    // The build finds a worker only where its address is inside of the call.
    const worker = new Worker(new URL('read-files.worker.ts', import.meta.url), { type: 'module' });
    signal.addEventListener('abort', () => worker.terminate());
    const fail = () => {
      worker.terminate();
      reject(new Error('We couldn’t read these files. Choose fewer at a time.'));
    };
    worker.addEventListener('message', ({ data }: MessageEvent<ReadReply>) => {
      const { progress, read } = data;
      if (progress) return onProgress(progress);
      if (!read) return fail();
      worker.terminate();
      // What was found is read once more to be drawn.
      void readInFull().then(() => resolve(read));
    });
    worker.addEventListener('error', fail);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage(request);
  });
