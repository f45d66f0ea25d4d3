import { createContext, use } from 'react';
import type { Call } from './client.ts';

export const CallContext = createContext<Call | undefined>(undefined);

/** The API client, for a feature's queries. */
export function useCall(): Call {
  const call = use(CallContext);
  if (!call) throw new Error('useCall needs a CallContext around it');
  return call;
}

/**
 * Options of a query for something that works once, such as a code: only its screen may run it again. By default a
 * query that failed runs again on focus, on reconnect and on mount.
 */
export const ONE_SHOT = {
  retry: false,
  retryOnMount: false,
  staleTime: 'static',
  gcTime: Infinity,
} as const;
