import type { RouteObject } from 'react-router';

/** The screens inside the shell. The router serves them; the shell links to those it has a place for. */
export const SCREENS: (RouteObject & { path: string })[] = [
  {
    path: '/app',
    lazy: { Component: async () => (await import('./today-page.tsx')).TodayPage },
  },
  {
    path: '/app/calendar',
    lazy: { Component: async () => (await import('./calendar-page.tsx')).CalendarPage },
  },
  {
    path: '/app/workouts',
    lazy: { Component: async () => (await import('./library-page.tsx')).LibraryPage },
  },
  {
    path: '/app/workouts/new',
    lazy: { Component: async () => (await import('./workout-page.tsx')).WorkoutPage },
  },
  {
    path: '/app/workouts/trash',
    lazy: { Component: async () => (await import('./trash-page.tsx')).TrashPage },
  },
  {
    path: '/app/workouts/:id',
    lazy: { Component: async () => (await import('./workout-page.tsx')).WorkoutPage },
  },
  {
    path: '/app/paces',
    lazy: {
      Component: async () => (await import('../features/paces/paces-screen.tsx')).PacesScreen,
    },
  },
  {
    path: '/app/paces/method',
    lazy: {
      Component: async () => (await import('../features/paces/method-screen.tsx')).MethodScreen,
    },
  },
  {
    path: '/app/help/script',
    lazy: { Component: async () => (await import('./script-help-screen.tsx')).ScriptHelpScreen },
  },
  {
    path: '/app/settings',
    lazy: { Component: async () => (await import('./settings-screen.tsx')).SettingsScreen },
  },
];
