import type { ReactNode } from 'react';
import { CallContext } from '../platform/api/call-context.ts';
import type { Session } from '../platform/session/session.ts';
import { SessionContext } from '../platform/session/session-context.ts';

export function Providers({ session, children }: { session: Session; children: ReactNode }) {
  return (
    <SessionContext value={session}>
      <CallContext value={session.call}>{children}</CallContext>
    </SessionContext>
  );
}
