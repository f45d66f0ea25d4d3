/**
 * The React Compiler runs where a keystroke or a drag renders a lot. Elsewhere memoization costs more bytes
 * than it saves time: 40 kB for everything, 10 of them on Paces. A component that can't be compiled fails the build.
 */
export const COMPILER = {
  panicThreshold: 'all_errors' as const,
  sources: [
    '/src/workout/editor/',
    '/src/workout/view/',
    '/src/features/calendar/',
    '/src/features/plans/plan-view.tsx',
    '/src/features/plans/season-and-week.tsx',
    '/src/features/workouts/',
  ],
};
