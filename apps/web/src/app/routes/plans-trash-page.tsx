import { PlansTrashScreen } from '../../features/plans/plans-trash-screen.tsx';
import { usePaceContext } from '../pace-context.ts';

export function PlansTrashPage() {
  return <PlansTrashScreen paceContext={usePaceContext()} />;
}
