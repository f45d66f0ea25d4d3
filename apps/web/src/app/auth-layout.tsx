import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { useSession } from '../platform/session/session-context.ts';
import { whenIdle } from '../ui/when-idle.ts';

/**
 * The layout of the sign-in pages. Most people who open them are visitors, so the page does not wait for the
 * identity provider: it is loaded in the background.
 */
export function AuthLayout() {
  const session = useSession();
  useEffect(() => whenIdle(() => void session.ready().catch(() => undefined)), [session]);

  return <Outlet />;
}
