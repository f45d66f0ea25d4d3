import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { ImportScreen } from '../../features/import/import-screen.tsx';
import { findKept } from '../../features/import/kept-reading.ts';
import { findDropped } from '../../platform/dropped-files.ts';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { usePaceContext } from '../pace-context.ts';

/** Needed only by those who have recorded runs. */
const RunFiles = lazyWhenOnline(
  async () => (await import('../../features/activities/run-files.tsx')).RunFiles,
);

export function ImportPage() {
  const { key, state } = useLocation();
  const kept = useMemo(() => findKept(state), [state]);
  return (
    <ImportScreen
      key={key}
      paceContext={usePaceContext()}
      RunFiles={RunFiles}
      dropped={findDropped(state)}
      pasted={kept}
    />
  );
}
