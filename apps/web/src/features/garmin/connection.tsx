import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useCall } from '../../platform/api/call-context.ts';
import { garminStatusQuery } from '../../platform/api/queries/garmin.ts';
import { lazyWhenOnline } from '../../ui/lazy-when-online.tsx';

export function useGarminStatus({ isFresh = false } = {}) {
  return useQuery({
    ...garminStatusQuery(useCall()),
    // Many parts of a screen use the status, and each open menu adds one.
    refetchOnMount: isFresh ? 'always' : true,
  });
}

/** Whether the athlete has a connection, even one that has ended. */
export function useHasConnection(): boolean {
  const { data: status } = useGarminStatus();
  return Boolean(status?.connected || status?.needsReconnect);
}

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
