import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { PaceStrip } from '../features/paces/pace-strip.tsx';
import { SaveKeptWorkout } from '../features/sharing/save-kept-workout.tsx';
import { useAthlete, useSession } from '../session/session-context.ts';
import { LoadingIndicator } from '../ui/loading-indicator.tsx';
import { Toaster } from '../ui/toast.tsx';
import { KeepPaces } from './keep-paces.tsx';
import { SCREENS } from './screens.ts';
import { Shell } from './shell.tsx';

/** The shell, for whoever is signed in. */
export function AppLayout() {
  const session = useSession();
  const { user } = useAthlete();

  return (
    <Shell
      person={{ name: user.username, picture: user.avatar ?? undefined }}
      paths={PATHS}
      paceStrip={<PaceStrip />}
      onLogout={() => void session.logout()}
    >
      <Suspense fallback={<Waiting />}>
        <Outlet />
      </Suspense>
      <KeepPaces />
      <SaveKeptWorkout />
      <Toaster />
    </Shell>
  );
}

const PATHS = SCREENS.map(({ path }) => path);

/** Holds the place of a screen whose data is on its way. */
function Waiting() {
  return (
    <div className="appear-late pt-24">
      <LoadingIndicator size="large" />
    </div>
  );
}
