import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallContext } from '../api/call-context.ts';
import type { Session } from '../session/session.ts';
import { SessionContext } from '../session/session-context.ts';

type ProvidersProps = { session: Session; queryClient: QueryClient; children: ReactNode };

export function Providers({ session, queryClient, children }: ProvidersProps) {
  return (
    <SessionContext value={session}>
      <CallContext value={session.call}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </CallContext>
    </SessionContext>
  );
}
