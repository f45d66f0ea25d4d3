import { Outlet } from 'react-router';
import { useAthlete, useSession } from '../session/session-context.ts';
import { Toaster } from '../ui/toast.tsx';
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
      onLogout={() => void session.logout()}
    >
      <Outlet />
      <Toaster />
    </Shell>
  );
}

const PATHS = SCREENS.map(({ path }) => path);
