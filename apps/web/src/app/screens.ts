import { redirect, type RouteObject } from 'react-router';

/** The screens inside the shell. The router serves them; the shell links to those in its bars. */
export const SCREENS: (RouteObject & { path: string })[] = [
  {
    path: '/app',
    lazy: {
      Component: async () => (await import('./routes/today-page.tsx')).TodayPage,
      loader: async () => (await import('./routes/today-page.tsx')).loadToday,
    },
  },
  {
    path: '/app/calendar',
    lazy: {
      Component: async () => (await import('./routes/calendar-page.tsx')).CalendarPage,
      loader: async () => (await import('./routes/calendar-page.tsx')).loadCalendar,
    },
  },
  {
    path: '/app/calendar/:day/:id',
    lazy: {
      Component: async () => (await import('./routes/entry-page.tsx')).EntryPage,
      loader: async () => (await import('./routes/entry-page.tsx')).loadEntryPage,
    },
  },
  {
    path: '/app/calendar/:day/:id/edit',
    lazy: {
      Component: async () => (await import('./routes/change-entry-page.tsx')).ChangeEntryPage,
      loader: async () => (await import('./routes/change-entry-page.tsx')).loadEntry,
    },
  },
  {
    path: '/app/activities/new',
    loader: () => redirect('/app/workouts/import', 308),
  },
  {
    path: '/app/activities/:id',
    lazy: {
      Component: async () => (await import('./routes/activity-page.tsx')).ActivityPage,
      loader: async () => (await import('./routes/activity-page.tsx')).loadActivity,
    },
  },
  {
    path: '/app/workouts',
    lazy: {
      Component: async () => (await import('./routes/library-page.tsx')).LibraryPage,
      loader: async () => (await import('./routes/library-page.tsx')).loadLibrary,
    },
  },
  {
    path: '/app/workouts/new',
    lazy: { Component: async () => (await import('./routes/workout-page.tsx')).NewWorkoutPage },
  },
  {
    path: '/app/workouts/import',
    lazy: { Component: async () => (await import('./routes/import-page.tsx')).ImportPage },
  },
  {
    path: '/app/workouts/trash',
    lazy: { Component: async () => (await import('./routes/trash-page.tsx')).TrashPage },
  },
  {
    path: '/app/workouts/:id',
    lazy: {
      Component: async () => (await import('./routes/workout-page.tsx')).WorkoutPage,
      loader: async () => (await import('./routes/workout-page.tsx')).loadWorkout,
    },
  },
  {
    path: '/app/plans',
    lazy: {
      Component: async () => (await import('./routes/plans-page.tsx')).PlansPage,
      loader: async () => (await import('./routes/plans-page.tsx')).loadPlans,
    },
  },
  {
    path: '/app/plans/new',
    lazy: { Component: async () => (await import('./routes/plan-page.tsx')).NewPlanPage },
  },
  {
    path: '/app/plans/trash',
    lazy: { Component: async () => (await import('./routes/plans-trash-page.tsx')).PlansTrashPage },
  },
  {
    path: '/app/plans/:id',
    lazy: {
      Component: async () => (await import('./routes/plan-page.tsx')).PlanPage,
      loader: async () => (await import('./routes/plan-page.tsx')).loadPlan,
    },
  },
  {
    path: '/app/plans/:id/calendar/:seasonId',
    lazy: {
      Component: async () => (await import('./routes/season-changes-page.tsx')).SeasonChangesPage,
      loader: async () => (await import('./routes/season-changes-page.tsx')).loadSeasonChanges,
    },
  },
  {
    path: '/app/paces',
    lazy: {
      Component: async () => (await import('./routes/paces-page.tsx')).PacesPage,
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
    lazy: {
      Component: async () => (await import('./routes/script-help-screen.tsx')).ScriptHelpScreen,
    },
  },
  {
    path: '/app/settings',
    lazy: { Component: async () => (await import('./routes/settings-screen.tsx')).SettingsScreen },
  },
];
