import { writeRequest } from './load.ts';
import { MONTH, sampleWorkout } from './seed.ts';

/** An athlete who is measured. */
export type Measured = { userId: string; token: string; workoutId: string; runId: string };

export type Request = (athlete: Measured, count: number) => string;

export type Case = {
  name: string;
  /** The share of the bare engine's requests per second that the product must reach. */
  target?: number;
  /** Its share on an idle machine, as in docs/measurements.md. */
  usual: number;
  bare: Request;
  product: Request;
};

const SCRIPT = JSON.stringify({
  script: '15m E + 5x(3m I + 2m E) + 4x(200m R + 200m jog) + 10m E',
});
const RANGE = `from=${MONTH.from}&to=${MONTH.to}`;

export const CASES: Case[] = [
  {
    name: 'page of 20 workouts',
    target: 1,
    usual: 0.87,
    bare: ({ userId }) => writeRequest('GET', `/page/${userId}`),
    product: ask('GET', () => '/api/auth/workouts?limit=20'),
  },
  {
    name: 'paces',
    target: 0.95,
    usual: 0.95,
    bare: ({ userId }) => writeRequest('GET', `/paces/${userId}`),
    product: ask('GET', () => '/api/user/paces'),
  },
  {
    name: 'one workout',
    usual: 0.74,
    bare: ({ userId, workoutId }) => writeRequest('GET', `/workout/${userId}/${workoutId}`),
    product: ask('GET', ({ workoutId }) => `/api/auth/workouts/${workoutId}`),
  },
  {
    name: 'calendar month',
    usual: 1.08,
    bare: ({ userId }) => writeRequest('GET', `/calendar/${userId}?${RANGE}`),
    product: ask('GET', () => `/api/calendar?${RANGE}`),
  },
  {
    name: 'parse',
    usual: 0.67,
    bare: ({ userId }) => writeRequest('POST', `/parse/${userId}`, { body: SCRIPT }),
    product: ask(
      'POST',
      () => '/api/parse-workout',
      () => SCRIPT,
    ),
  },
  {
    // Last, because it adds rows.
    name: 'save with idempotency key',
    target: 0.65,
    usual: 0.29,
    bare: ({ userId }, count) =>
      writeRequest('POST', `/save/${userId}`, {
        body: JSON.stringify(sampleWorkout(count).columns),
      }),
    product: ask(
      'POST',
      () => '/api/auth/workouts',
      (count) => JSON.stringify({ workout: sampleWorkout(count).toSave }),
      () => ({ 'idempotency-key': crypto.randomUUID() }),
    ),
  },
];

/** Requests to the product that read runs. */
export const RUN_CASES: Pick<Case, 'name' | 'product'>[] = [
  { name: 'entries of a month', product: ask('GET', () => `/api/calendar?${RANGE}`) },
  { name: 'runs of a month', product: ask('GET', () => `/api/activities?${RANGE}`) },
  {
    name: 'list of a year of runs',
    product: ask('GET', () => '/api/activities?from=2025-07-01&to=2026-06-30'),
  },
  { name: 'one run', product: ask('GET', ({ runId }) => `/api/activities/${runId}`) },
];

function ask(
  method: string,
  path: (athlete: Measured) => string,
  body?: (count: number) => string,
  headers: () => Record<string, string> = () => ({}),
): Request {
  return (athlete, count) =>
    writeRequest(method, path(athlete), {
      headers: { authorization: `Bearer ${athlete.token}`, ...headers() },
      ...(body && { body: body(count) }),
    });
}
