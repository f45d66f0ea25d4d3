import { TrashScreen } from '../features/workouts/trash-screen.tsx';
import { useAthletePaces } from './athlete-paces.ts';

export function TrashPage() {
  return <TrashScreen athlete={useAthletePaces()} />;
}
