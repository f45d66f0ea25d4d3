import { createFileReader, type WorkerReply, type WorkerRequest } from './file-reader.ts';

const reader = createFileReader();

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  const answer = data.kind === 'read' ? reader.read(data.file) : reader.compare(data.question);
  void answer.then(
    (value: unknown) => reply({ id: data.id, value }),
    (error: unknown) => reply({ id: data.id, error: String(error) }),
  );
});

function reply(message: WorkerReply): void {
  postMessage(message);
}
