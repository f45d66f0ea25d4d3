import { useLocation } from 'react-router';
import { ImportScreen } from '../../features/activities/import-screen.tsx';
import { findDropped } from '../../platform/dropped-files.ts';
import { usePaceContext } from '../pace-context.ts';

export function AddRunsPage() {
  const dropped = findDropped(useLocation().state);
  return <ImportScreen paceContext={usePaceContext()} dropped={dropped} />;
}
