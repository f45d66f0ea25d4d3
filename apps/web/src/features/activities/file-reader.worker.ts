import { createFileReader, type WorkerReply, type WorkerRequest } from './file-reader.ts';
import { warmUp } from './warm-up.ts';

const reader = createFileReader();
let isAsked = false;

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  isAsked = true;
  void answer(data).then(
    (value: unknown) => reply({ id: data.id, value }),
    (error: unknown) => reply({ id: data.id, error: String(error) }),
  );
});

function answer(request: WorkerRequest): Promise<unknown> {
  if (request.kind === 'compare') return reader.compare(request.question);
  return request.kind === 'read' ? reader.read(request.file) : reader.view(request.file);
}

function reply(message: WorkerReply): void {
  postMessage(message);
}

// A file that is here already would only wait for it.
setTimeout(() => {
  if (!isAsked) warmUp();
  performance.mark('ready');
});
