import { OutdatedPaces } from '../../features/garmin/connection.tsx';
import { PacesScreen } from '../../features/paces/paces-screen.tsx';

export function PacesPage() {
  return (
    <>
      <div className="mb-4 empty:hidden">
        <OutdatedPaces />
      </div>
      <PacesScreen />
    </>
  );
}
