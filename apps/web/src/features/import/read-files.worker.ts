import type { ReadReply, ReadRequest } from './files-reader.ts';
import { readFiles } from './read-files.ts';

addEventListener('message', ({ data: { files, options } }: MessageEvent<ReadRequest>) => {
  void readFiles(files, options, (progress) => reply({ progress })).then(
    (read) => reply({ read }),
    // A rejection would not reach the page.
    () => reply({}),
  );
});

function reply(message: ReadReply): void {
  postMessage(message);
}
