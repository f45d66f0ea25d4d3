import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { PaceStrip } from '../features/paces/pace-strip.tsx';
import { usePacesIfKnown } from '../features/paces/paces-queries.ts';
import { LogoutContext } from '../session/logout-context.ts';
import { useAthlete, useSession } from '../session/session-context.ts';
import { LoadingIndicator } from '../ui/loading-indicator.tsx';
import { showToast, Toaster } from '../ui/toast.tsx';
import { hasUnsavedChanges } from '../ui/unsaved-work.ts';
import { Arrival } from './arrival.tsx';
import { KeepPaces } from './keep-paces.tsx';
import type { UnsavedWork } from './local-data.ts';
import { NetworkStatus } from './network-status.tsx';
import { SCREENS } from './screens.ts';
import { Shell } from './shell.tsx';
import { useOverlay } from './use-overlay.tsx';
import { useScreen } from './use-screen.ts';

/** The shell, for whoever is signed in. */
export function AppLayout() {
  const session = useSession();
  const { user } = useAthlete();
  const screen = useScreen();
  function signOut(): void {
    showToast.working('Signing out');
    void session.logout();
  }
  async function logout(): Promise<void> {
    const unsaved = await findUnsaved(user.id);
    if (unsaved) overlay.askBeforeLogout(unsaved, signOut);
    else signOut();
  }
  const overlay = useOverlay({ onLogout: () => void logout() });

  return (
    <LogoutContext value={() => void logout()}>
      <Shell
        person={{ name: user.username, picture: user.avatar ?? undefined }}
        paths={PATHS}
        networkStatus={<NetworkStatus />}
        paceStrip={<AthletesPaces />}
        onFind={overlay.find}
        onShowShortcuts={overlay.showShortcuts}
        onLogout={() => void logout()}
      >
        {/* Keyed by screen, so that the fallback shows instead of the previous screen. */}
        <Suspense key={screen} fallback={<Waiting />}>
          <Outlet />
        </Suspense>
        <KeepPaces />
        <Arrival />
        {overlay.shown}
        <Toaster />
      </Shell>
    </LogoutContext>
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

async function findUnsaved(athleteId: string): Promise<UnsavedWork | undefined> {
  try {
    return await (await import('./local-data.ts')).findUnsavedWork(athleteId);
  } catch {
    // A part that does not load cannot remove drafts either, but the changes in open tabs are at stake.
    return (await hasUnsavedChanges()) ? { titles: [] } : undefined;
  }
}
