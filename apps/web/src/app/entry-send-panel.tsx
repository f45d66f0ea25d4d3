import { lazyWhenOnline } from '../ui/lazy-when-online.tsx';

/** Loaded on demand: with the dialog around it, which waits for it. */
export const EntrySendPanel = lazyWhenOnline(
  async () => (await import('../features/garmin/entry-send-panel.tsx')).EntrySendPanel,
);
