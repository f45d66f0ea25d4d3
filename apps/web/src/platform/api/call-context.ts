import { createContext, use } from 'react';
import type { Call } from './client.ts';

export const CallContext = createContext<Call | undefined>(undefined);

/** The API client, for a feature's queries. */
export function useCall(): Call {
  const call = use(CallContext);
  if (!call) throw new Error('useCall needs a CallContext around it');
  return call;
}
