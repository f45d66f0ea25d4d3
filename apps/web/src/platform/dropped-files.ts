/** Files that were dropped on one screen and are read on another. A location has only their number. */
let dropped: { id: number; files: readonly File[] } = { id: 0, files: [] };

/** The state of a navigation to the screen that reads the files. */
export function keepDropped(files: readonly File[]): { dropped: number } {
  dropped = { id: dropped.id + 1, files };
  return { dropped: dropped.id };
}

/** The files of a navigation. None after a reload. */
export function findDropped(state: unknown): readonly File[] {
  const isTheirs =
    typeof state === 'object' &&
    state !== null &&
    'dropped' in state &&
    state.dropped === dropped.id;
  return isTheirs ? dropped.files : NONE;
}

const NONE: readonly File[] = [];
