import type { ReadRequest } from './files-reader.ts';
import { readFiles } from './read-files.ts';

addEventListener('message', ({ data: { files, options } }: MessageEvent<ReadRequest>) => {
  void readFiles(files, options).then(
    (read) => postMessage(read),
    // A rejection would not reach the page.
    () => postMessage(undefined),
  );
});
