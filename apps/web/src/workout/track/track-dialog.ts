import { lazyDialog } from '../../ui/lazy-dialog.tsx';

export const TrackDialog = lazyDialog(async () => (await import('./track-view.tsx')).TrackView);
