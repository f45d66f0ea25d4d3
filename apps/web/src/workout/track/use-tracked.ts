import { useState } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const PARAMETER = 'track';

/** The workout that is open in track mode, by its id. It is in the URL, so that a reload keeps it open. */
export function useTracked(): [string | undefined, (id: string | undefined) => void] {
  const [tracked, setTracked] = useState(
    () => new URL(location.href).searchParams.get(PARAMETER) ?? undefined,
  );

  function track(id: string | undefined): void {
    setTracked(id);
    const url = new URL(location.href);
    if (id === undefined) url.searchParams.delete(PARAMETER);
    else url.searchParams.set(PARAMETER, id);
    // Not through the router, which would load the screen again, and a new workout without its text.
    history.replaceState(history.state, '', url);
  }

  return [tracked, track];
}

export const TrackDialog = lazyDialog(async () => (await import('./track-view.tsx')).TrackView);
