import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { useSession } from '../session/session-context.ts';
import { whenIdle } from '../ui/when-idle.ts';

/**
 * Around the pages that lead in. Most who come here are visitors, so the page does not wait for the identity
 * provider to say so: it is fetched while they read.
 */
export function WayIn() {
  const session = useSession();
  useEffect(() => whenIdle(() => void session.settled().catch(() => undefined)), [session]);

  return <Outlet />;
}
