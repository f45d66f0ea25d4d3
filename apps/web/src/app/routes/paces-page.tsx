import { OutdatedPaces } from '../../features/garmin/outdated-paces.tsx';
import { PacesScreen } from '../../features/paces/paces-screen.tsx';

export function PacesPage() {
  return (
    <>
      <OutdatedPaces />
      <PacesScreen />
    </>
  );
}
