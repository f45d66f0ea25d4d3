import { useLocation } from 'react-router';
import { ImportScreen } from '../../features/import/import-screen.tsx';
import { findDropped } from '../../platform/dropped-files.ts';
import { findPasted } from '../../platform/pasted-text.ts';
import { usePaceContext } from '../pace-context.ts';

export function ImportPage() {
  const { key, state } = useLocation();
  return (
    <ImportScreen
      key={key}
      paceContext={usePaceContext()}
      dropped={findDropped(state)}
      pasted={findPasted(state)}
    />
  );
}
