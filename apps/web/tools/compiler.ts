/**
 * The React Compiler runs where a letter or a drag draws a lot. Elsewhere memoization costs more bytes than it
 * saves time (decision 0072). A component that can't be compiled fails the build.
 */
export const COMPILER = {
  panicThreshold: 'all_errors' as const,
  sources: [
    '/src/script-editor/',
    '/src/workout-view/',
    '/src/features/calendar/',
    '/src/features/workouts/',
  ],
};
