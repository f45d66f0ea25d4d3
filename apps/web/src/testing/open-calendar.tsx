import {
  type Activity,
  addToCalendar,
  type BodyOf,
  type CalendarChanges,
  type CalendarEntry,
  changeCalendar,
  changeEntryContent,
  chooseAlternative,
  type EntryOption,
  listActivities,
  listCalendar,
  listDaysAhead,
  listWorkouts,
  markDone,
  markUndone,
  moveInCalendar,
  removeFromCalendar,
  type SavedWorkout,
} from '@pacewright/contract';
import { trainingPaces } from '@pacewright/pace';
import { readScript } from '@pacewright/script';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { inOrder } from '../platform/api/queries/calendar.ts';
import { CallContext } from '../platform/api/call-context.ts';
import { SessionContext } from '../platform/session/session-context.ts';
import type { Session } from '../platform/session/session.ts';
import type { PaceContext } from '../workout/pace-context.ts';
import { Toaster } from '../ui/toast.tsx';
import { createFakeApi, userNamed } from './fake-api.ts';
import { renderLoaded } from './render-loaded.ts';

export const ATHLETE: PaceContext = {
  speeds: { trainingPaces: trainingPaces(50), vdot: 50 },
  units: 'metric',
};
export const EASY = workoutOf('a', 'Easy 45', '45m E');
export const FIVE = workoutOf('b', 'Five by three', '15m E + 5x(3m I + 2m E) + 10m E');
export const OPEN = workoutOf('c', 'Open 20', 'open + 20m T + open');

export function workoutOf(letter: string, title: string, script: string): SavedWorkout {
  const { workout, diagnostics } = readScript(script);
  const mistakes = diagnostics.filter(({ severity }) => severity === 'error');
  return {
    id: idOf(letter),
    title,
    script,
    notes: '',
    tags: [],
    reading: { workout, mistakeCount: mistakes.length, mistakes },
    version: 1,
    createdAt: '2026-11-01T08:00:00.000Z',
    updatedAt: '2026-11-01T08:00:00.000Z',
  };
}

function idOf(letter: string): string {
  return `018f6f0e-0000-7000-8000-00000000000${letter}`;
}

export function entryOf(workout: SavedWorkout, day: string, letter: string): CalendarEntry {
  const { id: workoutId, title, script, reading } = workout;
  return { id: idOf(letter), day, position: 0, workoutId, title, script, reading, done: null };
}

/** A day of a plan: an easy run, or a tempo, or a rest day. */
export function plannedEntryOf(day: string, letter: string): CalendarEntry {
  return {
    ...entryOf(EASY, day, letter),
    workoutId: null,
    own: {
      kind: 'run',
      notes: 'Flat shoes.',
      alternatives: [
        { kind: 'run', title: 'Tempo', script: '20m T' },
        { kind: 'rest', title: '', script: '' },
      ],
    },
    season: {
      id: idOf('d'),
      key: '5 Tue',
      title: 'Harbour Half',
      planId: idOf('e'),
      weekCount: 12,
    },
  };
}

/** A race that was put on the calendar by hand. */
export function raceEntryOf(title: string, script: string, day: string, letter: string) {
  const own = { kind: 'run' as const, isRace: true, notes: '', alternatives: [] };
  return { ...entryOf(workoutOf('0', title, script), day, letter), workoutId: null, own };
}

/** An unplanned run. */
export function runOf(day: string, changes: Partial<Activity> = {}): Activity {
  return {
    id: idOf('9'),
    source: 'file',
    sourceId: '0'.repeat(64),
    day,
    startedAt: `${day}T06:00:00.000Z`,
    seconds: 2400,
    metres: 8000,
    entryId: null,
    summary: null,
    paceSeconds: { E: 2400, M: 0, T: 0, I: 0, R: 0 },
    outline: '',
    effort: null,
    ...changes,
  };
}

/** Renders a screen on an API that stores a calendar. */
export async function openCalendar(
  screenElement: ReactNode,
  start: CalendarEntry[],
  {
    path = '/',
    workouts = [EASY, FIVE, OPEN],
    runs = [],
    otherRoutes = [],
  }: {
    path?: string;
    workouts?: SavedWorkout[];
    runs?: Activity[];
    otherRoutes?: RouteObject[];
  } = {},
) {
  const api = createFakeApi();
  const put = answerCalendar(api, start, { workouts, runs });

  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '/', element: screenElement }, ...otherRoutes], {
    initialEntries: [path],
  });
  await renderLoaded(
    <SessionContext value={SESSION}>
      <CallContext
        value={api.createCall({ token: async () => 'token', end: async () => undefined })}
      >
        <QueryClientProvider client={client}>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
          <Toaster />
        </QueryClientProvider>
      </CallContext>
    </SessionContext>,
  );
  await screen.findByRole('heading', { level: 1 });
  return {
    api,
    router,
    user: userEvent.setup(),
    /** Changes the stored calendar as another device would, and refetches as a focused tab does. */
    changeOnOtherDevice: async (entry: CalendarEntry) => {
      put(entry);
      await client.invalidateQueries();
    },
  };
}

/** Answers from a calendar that it stores. Returns what changes an entry of it. */
function answerCalendar(
  api: ReturnType<typeof createFakeApi>,
  start: CalendarEntry[],
  { workouts, runs }: { workouts: SavedWorkout[]; runs: Activity[] },
): (entry: CalendarEntry) => CalendarEntry {
  let stored = start;
  const find = (params: unknown) => {
    const found = stored.find(({ id }) => id === (params as { id: string }).id);
    if (!found) throw new Error('There is no such entry');
    return found;
  };
  const put = (entry: CalendarEntry) => {
    stored = inOrder([...stored.filter(({ id }) => id !== entry.id), entry]);
    return entry;
  };
  const putBack = ({ id, day, own }: CalendarEntry) => {
    const { workoutId } = (own?.skipped ?? {}) as { workoutId?: string };
    const workout = workouts.find((each) => each.id === workoutId) ?? FIVE;
    return put({ ...entryOf(workout, day, '0'), id });
  };
  api.answer(listCalendar, ({ query }) => {
    const { from = '', to = '9', only } = query as { from?: string; to?: string; only?: string };
    const listed = stored.filter(({ day }) => day >= from && day <= to);
    return { entries: only ? listed.filter(({ own }) => own?.isRace) : listed };
  });
  api.answer(listActivities, () => ({ activities: runs }));
  api.answer(listDaysAhead, ({ query }) => ({
    days: stored.filter(({ day, done }) => !done && day >= (query as { from: string }).from),
  }));
  api.answer(listWorkouts, ({ query }) => {
    const { limit = 20, cursor = '0' } = query as { limit?: number; cursor?: string };
    const end = Number(cursor) + limit;
    return {
      workouts: workouts.slice(Number(cursor), end),
      nextCursor: end < workouts.length ? String(end) : null,
    };
  });
  api.answer(moveInCalendar, ({ params, body }) =>
    put({ ...find(params), ...withoutUndefined(body as { day: string }) }),
  );
  api.answer(chooseAlternative, ({ params, body }) => {
    const { option } = body as { option: EntryOption };
    return put(withOption(find(params), option));
  });
  api.answer(changeEntryContent, ({ params, body }) => {
    const { content, day, position } = body as BodyOf<typeof changeEntryContent>;
    const before = find(params);
    if (content?.skipped) return put(skippedOf(before));
    if (before.own?.skipped) return putBack(before);
    const entry = { ...before, day: day ?? before.day, position: position ?? before.position };
    const { title = '', script = '', ...own } = content ?? { kind: 'run' };
    return put({
      ...entry,
      title,
      script,
      reading: workoutOf('0', title, script).reading,
      own: { notes: '', alternatives: entry.own?.alternatives ?? [], ...own },
    });
  });
  api.answer(markDone, ({ params }) =>
    put({
      ...find(params),
      done: { at: '2026-11-17T09:00:00.000Z', paces: { trainingPaces: trainingPaces(50) } },
    }),
  );
  api.answer(markUndone, ({ params }) => put({ ...find(params), done: null }));
  api.answer(removeFromCalendar, ({ params }) => {
    stored = stored.filter(({ id }) => id !== (params as { id: string }).id);
  });
  api.answer(addToCalendar, ({ body }) => {
    const { workoutId, content, day, timeOfDay = null } = body as BodyOf<typeof addToCalendar>;
    if (content) {
      const { kind, isRace = false, notes = '', title, script } = content;
      const own = { kind, isRace, notes, alternatives: [] };
      return put({
        ...entryOf(workoutOf('0', title, script), day, 'f'),
        timeOfDay,
        workoutId: null,
        own,
      });
    }
    const workout = workouts.find(({ id }) => id === workoutId) ?? FIVE;
    return put({ ...entryOf(workout, day, 'f'), timeOfDay });
  });

  api.answer(changeCalendar, ({ body }) => {
    const {
      copies = [],
      moves = [],
      removals = [],
      skips = [],
      returns = [],
    } = body as CalendarChanges;
    for (const each of skips) put(skippedOf(find(each)));
    for (const each of returns) putBack(find(each));
    const gone = new Set(removals.map(({ id }) => id));
    stored = stored.filter(({ id }) => !gone.has(id));
    for (const { from: _from, ...move } of moves) put({ ...find(move), ...move });
    for (const { id, of, day } of copies) put({ ...find({ id: of }), id, day, done: null });
    return { skipped: 0 };
  });
  return put;
}

/** A day without a plan that the athlete skips. */
export function skippedOf(entry: CalendarEntry): CalendarEntry {
  const { workoutId, own, title, script } = entry;
  const { notes, ...content } = own ?? { kind: 'run', notes: '', alternatives: [] };
  return {
    ...entryOf(workoutOf('0', `Skipped: ${title}`, ''), entry.day, '0'),
    id: entry.id,
    workoutId: null,
    own: {
      kind: 'rest',
      notes,
      alternatives: [],
      skipped: { ...content, workoutId, title, script },
    },
  };
}

/** The entry with one of its alternatives, which the entry becomes one of. */
function withOption(entry: CalendarEntry, option: EntryOption): CalendarEntry {
  const { kind, notes, alternatives } = entry.own ?? { notes: '', alternatives: [] };
  const left = { kind: kind ?? 'run', title: entry.title, script: entry.script };
  return {
    ...entry,
    title: option.title || 'Rest',
    script: option.script,
    reading: workoutOf('0', '', option.script).reading,
    own: {
      kind: option.kind,
      notes,
      alternatives: alternatives.map((each) => (each.script === option.script ? left : each)),
    },
  };
}

const ALEX = {
  status: 'authenticated',
  user: userNamed('alex', 'alex@example.test'),
  account: { uid: 'alex', email: 'alex@example.test', emailVerified: true, methods: ['password'] },
} as const;

// The screens ask only who is signed in.
const SESSION = { subscribe: () => () => undefined, state: () => ALEX } as unknown as Session;

/** As JSON does. */
function withoutUndefined<Body extends object>(body: Body): Body {
  return JSON.parse(JSON.stringify(body)) as Body;
}
