import { useEffect } from 'react';

type Files = readonly File[];
type TakeFiles = (files: Files) => void;

/** Files that were dropped on one screen and are read on another. A location has only their number. */
let dropped: { id: number; files: Files } = { id: 0, files: [] };

/** The state of a navigation to the screen that reads the files. */
export function keepDropped(files: Files): { dropped: number } {
  dropped = { id: dropped.id + 1, files };
  return { dropped: dropped.id };
}

/** The files of a navigation. None after a reload. */
export function findDropped(state: unknown): Files {
  const isTheirs =
    typeof state === 'object' &&
    state !== null &&
    'dropped' in state &&
    state.dropped === dropped.id;
  return isTheirs ? dropped.files : NONE;
}

const NONE: Files = [];

/** One that is chosen twice is the same. */
export function keyOfFile({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

let takeFiles: TakeFiles | undefined;

/** A screen that is reading files takes what is dropped on it. */
export function useDroppedFiles(take: TakeFiles): void {
  useEffect(() => {
    takeFiles = take;
    return () => {
      takeFiles = undefined;
    };
  }, [take]);
}

/** Whether the screen took them. */
export function offerDropped(files: Files): boolean {
  takeFiles?.(files);
  return takeFiles !== undefined;
}
