import { ImportScreen } from '../../features/activities/import-screen.tsx';
import { usePaceContext } from '../pace-context.ts';

export function ImportPage() {
  return <ImportScreen paceContext={usePaceContext()} />;
}
