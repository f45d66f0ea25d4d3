import { createContext, use } from 'react';

export const LogoutContext = createContext<(() => void) | undefined>(undefined);

/** Signs the athlete out, after asking if anything would be lost. */
export function useLogout(): () => void {
  const logout = use(LogoutContext);
  if (!logout) throw new Error('useLogout needs a LogoutContext around it');
  return logout;
}
