import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { ImportScreen } from '../../features/import/import-screen.tsx';
import { findKept } from '../../features/import/kept-reading.ts';
import { findDropped } from '../../platform/dropped-files.ts';
import { usePaceContext } from '../pace-context.ts';

export function ImportPage() {
  const { key, state } = useLocation();
  const kept = useMemo(() => findKept(state), [state]);
  return (
    <ImportScreen
      key={key}
      paceContext={usePaceContext()}
      dropped={findDropped(state)}
      pasted={kept}
    />
  );
}
