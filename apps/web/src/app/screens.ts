import type { RouteObject } from 'react-router';

/** The screens inside the shell. The router serves them; the shell links to those it has a place for. */
export const SCREENS: (RouteObject & { path: string })[] = [
  {
    path: '/app',
    lazy: { Component: async () => (await import('./home-screen.tsx')).HomeScreen },
  },
  {
    path: '/app/settings',
    lazy: { Component: async () => (await import('./settings-screen.tsx')).SettingsScreen },
  },
];
