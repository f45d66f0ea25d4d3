/** Workouts to begin with, as they are written most often. */
export const STARTERS = [
  { name: 'Easy run', script: '40m E' },
  { name: 'Intervals', script: '15m E + 5x(3m I + 2m E) + 10m E' },
  { name: 'Tempo', script: '15m E + 20m T + 10m E' },
  { name: 'Long run', script: '1h30m E' },
  { name: 'Strides', script: '30m E + 6x(20s R + 1m jog)' },
] as const;
