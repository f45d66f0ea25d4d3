import * as React from 'react';

/**
 * Makes React skip the stack trace that it takes of every element for its warnings, a quarter of the time of tests. React
 * does so itself after 10,000 in a second. Should it count them elsewhere one day, tests only become slower.
 */
export function skipOwnerStacks(): void {
  const internals: unknown = Object.entries(React).find(([name]) =>
    name.startsWith('__CLIENT_INTERNALS'),
  )?.[1];
  if (typeof internals === 'object' && internals !== null)
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
      get: () => Infinity,
      set: () => {},
    });
}
