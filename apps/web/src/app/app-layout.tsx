import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { PaceStrip } from '../features/paces/pace-strip.tsx';
import { usePacesIfKnown } from '../features/paces/paces-queries.ts';
import { useAthlete, useSession } from '../session/session-context.ts';
import { LoadingIndicator } from '../ui/loading-indicator.tsx';
import { showToast, Toaster } from '../ui/toast.tsx';
import { Arrival } from './arrival.tsx';
import { KeepPaces } from './keep-paces.tsx';
import { SCREENS } from './screens.ts';
import { Shell } from './shell.tsx';
import { useOverlay } from './use-overlay.tsx';
import { useScreen } from './use-screen.ts';

/** The shell, for whoever is signed in. */
export function AppLayout() {
  const session = useSession();
  const { user } = useAthlete();
  const screen = useScreen();
  function logout(): void {
    showToast.working('Signing out');
    void session.logout();
  }
  const overlay = useOverlay({ onLogout: logout });

  return (
    <Shell
      person={{ name: user.username, picture: user.avatar ?? undefined }}
      paths={PATHS}
      paceStrip={<AthletesPaces />}
      onFind={overlay.find}
      onShowShortcuts={overlay.showShortcuts}
      onLogout={logout}
    >
      {/* Each screen waits in its own place: the last one would stand there as if nothing had been pressed. */}
      <Suspense key={screen} fallback={<Waiting />}>
        <Outlet />
      </Suspense>
      <KeepPaces />
      <Arrival />
      {overlay.shown}
      <Toaster />
    </Shell>
  );
}

/** Its place is there before they are known, so that nothing moves. */
function AthletesPaces() {
  const paces = usePacesIfKnown();
  if (!paces) return null;
  const { trainingPaces, paceUnits, vdot } = paces;
  return <PaceStrip {...{ trainingPaces, vdot }} units={paceUnits} />;
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
