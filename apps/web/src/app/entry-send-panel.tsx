import { type ComponentProps, Suspense } from 'react';
import type { SendToWatchPart } from '../features/calendar/entry-parts.tsx';
import { lazyWhenOnline } from '../ui/lazy-when-online.tsx';

/** Loaded on demand: with the dialog around it. */
const Panel = lazyWhenOnline(
  async () => (await import('../features/garmin/entry-send-panel.tsx')).EntrySendPanel,
);

export function EntrySendPanel(props: ComponentProps<SendToWatchPart>) {
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  );
}
