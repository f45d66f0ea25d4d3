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
