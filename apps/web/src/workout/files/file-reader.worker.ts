// Reads files beside the page. What one kind of file needs is loaded with the first question about it.
import type { WorkerReply, WorkerRequest } from './open-reader.ts';
import type { RunReader } from './run-reader.ts';

let runReader: Promise<RunReader> | undefined;
let isRunAsked = false;

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  const { id } = data;
  void answer(data).then(
    (value) => reply({ id, value }),
    (error: unknown) => reply({ id, error: String(error) }),
  );
});

async function answer(request: WorkerRequest): Promise<unknown> {
  const { kind, id } = request;
  if (kind === 'warm-up') return warmUp();
  if (kind === 'files') {
    const { readFiles } = await import('./read-files.ts');
    const { files, options } = request;
    return readFiles(files, options, (progress) => reply({ id, progress }));
  }
  isRunAsked = true;
  const reader = await openRuns();
  if (kind === 'compare') return reader.compare(request.question);
  return kind === 'read' ? reader.read(request.file) : reader.view(request.file);
}

function openRuns(): Promise<RunReader> {
  runReader ??= import('./run-reader.ts').then(({ createRunReader }) => createRunReader());
  return runReader;
}

async function warmUp(): Promise<void> {
  const [code] = await Promise.all([import('./warm-up.ts'), openRuns()]);
  // A file that is here already would only wait for it.
  setTimeout(() => {
    if (!isRunAsked) code.warmUp();
    performance.mark('ready');
  });
}

function reply(message: WorkerReply): void {
  postMessage(message);
}
