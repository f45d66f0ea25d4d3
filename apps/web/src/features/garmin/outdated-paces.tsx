import { Suspense } from 'react';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';
import { useGarminStatus } from './garmin-queries.ts';

const OutdatedPacesAlert = lazyWhenOnline(
  async () => (await import('./outdated-paces-alert.tsx')).OutdatedPacesAlert,
);

/** Offers to send new paces for the workouts on Garmin that have old ones. Renders nothing without any. */
export function OutdatedPaces() {
  const { data: status } = useGarminStatus();
  if (!status?.connected || !status.canSendWorkouts) return null;
  return (
    <Suspense>
      <OutdatedPacesAlert />
    </Suspense>
  );
}
