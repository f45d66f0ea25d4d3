import { useEffect, useRef, useState } from 'react';
import type { FileReader } from './file-reader.ts';

/** One reader for all files of a screen. It is opened before the first, because starting takes longer than reading. */
export function useReader(openReader: () => FileReader): () => FileReader {
  const reader = useRef<FileReader>(undefined);
  const open = useRef(openReader);
  // Effects of children come first, and may need it.
  const [getReader] = useState(() => () => (reader.current ??= open.current()));

  useEffect(() => {
    getReader();
    return () => {
      reader.current?.close();
      reader.current = undefined;
    };
  }, [getReader]);
  return getReader;
}
