import { lazy, Suspense, useEffect } from 'react';
import { type LoaderFunctionArgs, Outlet, useLocation } from 'react-router';
import { pacesQuery } from '../platform/api/queries/paces.ts';
import { PaceStrip } from '../features/paces/pace-strip.tsx';
import { usePacesIfKnown } from '../features/paces/paces-queries.ts';
import { writeLocalPaces } from '../platform/session/local-paces.ts';
import { LogoutContext } from '../platform/session/logout-context.ts';
import { useAthlete, useSession } from '../platform/session/session-context.ts';
import { LoadingIndicator } from '../ui/loading-indicator.tsx';
import { showToast, Toaster } from '../ui/toast.tsx';
import { hasUnsavedChanges } from '../ui/unsaved-work.ts';
import { VisitorImportPrompt } from './visitor-import-prompt.tsx';
import { startQueries } from './loader-queries.ts';
import type { UnsavedWork } from './local-data.ts';
import { NetworkStatus } from './network-status.tsx';
import { SCREENS } from './screens.ts';
import { Shell } from './shell.tsx';
import { useGlobalDialogs } from './use-global-dialogs.tsx';

export function loadShell(args: LoaderFunctionArgs): Promise<null> {
  return startQueries(args, (queryClient, call) => queryClient.prefetchQuery(pacesQuery(call)));
}

/** The shell of the signed-in app. */
export function AppLayout() {
  const session = useSession();
  const { user } = useAthlete();
  const { pathname } = useLocation();
  async function signOut(everywhere: boolean): Promise<void> {
    const toast = showToast.working(everywhere ? 'Signing out everywhere…' : 'Signing out…');
    if (!everywhere) return session.logout();
    try {
      await session.logoutEverywhere();
    } catch {
      toast.fail('You’re still signed in everywhere', {
        detail: 'We couldn’t sign out your devices. Try again.',
        retry: () => void signOut(true),
      });
    }
  }
  async function logout({ everywhere = false } = {}): Promise<void> {
    const unsaved = await findUnsaved(user.id);
    if (unsaved) dialogs.askBeforeLogout(unsaved, () => void signOut(everywhere));
    else await signOut(everywhere);
  }
  const dialogs = useGlobalDialogs({ onLogout: () => void logout() });

  return (
    <LogoutContext value={(options) => void logout(options)}>
      <Shell
        person={{ name: user.username, picture: user.avatar ?? undefined }}
        paths={PATHS}
        networkStatus={<NetworkStatus />}
        paceStrip={<AthletesPaces />}
        onFind={dialogs.find}
        onShowShortcuts={dialogs.showShortcuts}
        onLogout={() => void logout()}
      >
        {/* Keyed by screen, so that the fallback shows instead of the previous screen. */}
        <Suspense key={pathname} fallback={<ScreenFallback />}>
          <Outlet />
        </Suspense>
        <StoreLocalPaces />
        <Suspense>
          <Background />
        </Suspense>
        <VisitorImportPrompt />
        {dialogs.shown}
        <Toaster />
      </Shell>
    </LogoutContext>
  );
}

/** The shell reserves its space, so that nothing moves once the paces are loaded. */
function AthletesPaces() {
  const paces = usePacesIfKnown();
  if (!paces) return null;
  const { trainingPaces, paceUnits, vdot } = paces;
  return <PaceStrip {...{ trainingPaces, vdot }} units={paceUnits} />;
}

/** Stores the athlete's paces on this device, so that workouts are shown in them without a network. */
function StoreLocalPaces() {
  const paces = usePacesIfKnown();
  useEffect(() => {
    if (paces) writeLocalPaces(paces);
  }, [paces]);
  return null;
}

/** What no screen waits for. */
const Background = lazy(() =>
  import('./background.tsx').then(
    (module) => ({ default: module.Background }),
    // The next page tries again.
    () => ({ default: () => null }),
  ),
);

const PATHS = SCREENS.map(({ path }) => path);

/** The fallback of a screen whose data is loading. */
function ScreenFallback() {
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
    // Drafts cannot be listed without this chunk, but changes in open tabs can.
    return (await hasUnsavedChanges()) ? { titles: [] } : undefined;
  }
}
