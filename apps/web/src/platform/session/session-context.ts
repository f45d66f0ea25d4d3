import type { User } from '@pacewright/contract';
import { createContext, use, useSyncExternalStore } from 'react';
import type { Account } from './identity.ts';
import type { Session } from './session.ts';

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionContext around it');
  return session;
}

/** The signed-in athlete, for screens that only they reach. */
export function useAthlete(): { user: User; account: Account } {
  const session = useSession();
  const state = useSyncExternalStore(session.subscribe, session.state);
  if (state.status !== 'authenticated') throw new Error('This screen is for signed-in athletes');
  return state;
}
