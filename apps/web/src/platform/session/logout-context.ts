import { createContext, use } from 'react';

export const LogoutContext = createContext<Logout | undefined>(undefined);

type Logout = (options?: { everywhere?: boolean }) => void;

/** Signs the athlete out, after asking if anything would be lost. */
export function useLogout(): Logout {
  const logout = use(LogoutContext);
  if (!logout) throw new Error('useLogout needs a LogoutContext around it');
  return logout;
}
