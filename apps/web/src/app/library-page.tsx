import { LibraryScreen } from '../features/workouts/library-screen.tsx';
import { useAthletePaces } from './athlete-paces.ts';

export function LibraryPage() {
  return <LibraryScreen athlete={useAthletePaces()} />;
}
