import { TrashScreen } from '../../features/workouts/trash-screen.tsx';
import { usePaceContext } from '../pace-context.ts';

export function TrashPage() {
  return <TrashScreen paceContext={usePaceContext()} />;
}
