import { useEffect, useRef, useState } from 'react';
import type { RunReader } from './run-reader.ts';

/** One reader for all files of a screen. It is opened before the first, because starting takes longer than reading. */
export function useReader(openReader: () => RunReader): () => RunReader {
  const reader = useRef<RunReader>(undefined);
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
