import {
  changeWorkout,
  deleteWorkout,
  listDaysAhead,
  listWorkouts,
  listWorkoutTags,
  restoreWorkout,
  type SavedWorkout,
} from '@pacewright/contract';
import { trainingPaces } from '@pacewright/pace';
import { readScript } from '@pacewright/script';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem } from '../../platform/api/problem.ts';
import { CallContext } from '../../platform/api/call-context.ts';
import type { PaceContext } from '../../workout/pace-context.ts';
import { createFakeApi, problemOf, unreachable } from '../../testing/fake-api.ts';
import { Toaster } from '../../ui/toast.tsx';
import { LibraryScreen } from './library-screen.tsx';

const ATHLETE: PaceContext = {
  speeds: { trainingPaces: trainingPaces(50), vdot: 50 },
  units: 'metric',
};

function workoutOf(number: number, title: string, tags: string[] = []): SavedWorkout {
  return {
    id: `018f6f0e-0000-7000-8000-${String(number).padStart(12, '0')}`,
    title,
    script: '15m E + 20m T',
    notes: '',
    tags,
    reading: { workout: readScript('15m E + 20m T').workout, mistakeCount: 0, mistakes: [] },
    version: 1,
    createdAt: '2026-11-01T08:00:00.000Z',
    updatedAt: '2026-11-01T08:00:00.000Z',
  };
}

const [TEMPO, EASY, HILLS] = [
  workoutOf(1, 'Tempo 20', ['road', 'tempo']),
  workoutOf(2, 'Easy 45', ['road']),
  workoutOf(3, 'Hills', ['road', 'steep']),
];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
  return () => vi.useRealTimers();
});

type Fake = ReturnType<typeof createFakeApi>;

async function open(prepare?: (api: Fake) => void, path = '/') {
  const api = createFakeApi();
  api.answer(listWorkouts, () => ({ workouts: [TEMPO, EASY, HILLS], nextCursor: null }));
  api.answer(listWorkoutTags, () => ({ tags: [{ tag: 'road', workouts: 3 }] }));
  api.answer(listDaysAhead, () => ({
    days: [
      { workoutId: EASY.id, day: '2026-11-18' },
      { workoutId: EASY.id, day: '2026-11-20' },
      { workoutId: HILLS.id, day: '2027-01-02' },
    ],
  }));
  prepare?.(api);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(
    [{ path: '*', element: <LibraryScreen paceContext={ATHLETE} /> }],
    {
      initialEntries: [path],
    },
  );
  render(
    <QueryClientProvider client={queryClient}>
      <CallContext value={api.createCall({ token: async () => 'token', end: async () => {} })}>
        <RouterProvider router={router} />
        <Toaster />
      </CallContext>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Workouts' });
  return { api, router, user: userEvent.setup() };
}

function row(title: string): HTMLElement {
  const found = screen
    .getAllByRole('listitem')
    .find((item) => within(item).queryByRole('link', { name: title }));
  if (!found) throw new Error(`There is no row of ${title}`);
  return found;
}

test('a row shows the duration of a workout, and the day it is next planned for', async () => {
  await open();
  await screen.findByText('Wed 18 Nov');
  expect(row('Easy 45').textContent).toContain('Wed 18 Nov');
  expect(row('Easy 45').textContent).not.toContain('Fri 20 Nov');
  expect(row('Hills').textContent).toContain('Sat 2 Jan 2027');
  expect(row('Tempo 20').textContent).toContain('35 min');
});

test('S6: a row says "at least" where a step has no end', async () => {
  const { workout } = readScript('open + 20m T + open');
  const open20 = { ...TEMPO, reading: { ...TEMPO.reading, workout } };
  await open((api) =>
    api.answer(listWorkouts, () => ({ workouts: [open20, EASY], nextCursor: null })),
  );
  await screen.findByRole('link', { name: 'Tempo 20' });
  expect(row('Tempo 20').textContent).toMatch(/≥ at least 20 min.*≥ at least [\d.]+ km/);
  expect(row('Easy 45').textContent).not.toContain('at least');
});

test('the selected order is requested from the API', async () => {
  const { api, user } = await open();
  await screen.findByRole('link', { name: 'Tempo 20' });
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Name');
  await screen.findByRole('link', { name: 'Tempo 20' });
  const asked = api.calls
    .filter(({ endpoint }) => endpoint === 'GET /api/auth/workouts')
    .map(({ request }) => (request.query as { order: string }).order);
  expect(asked).toEqual(['changed', 'title']);
});

test('the filter is in the URL, and read from it', async () => {
  const { api, router, user } = await open(undefined, '/?q=20m&pace=T&order=title');
  await screen.findByRole('link', { name: 'Tempo 20' });
  expect(api.calls.find(({ endpoint }) => endpoint === 'GET /api/auth/workouts')).toMatchObject({
    request: { query: { q: '20m', pace: 'T', order: 'title' } },
  });
  expect(screen.getByDisplayValue('20m')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Threshold', pressed: true })).toBeTruthy();

  await user.type(screen.getByRole('searchbox'), ' hill');
  await user.selectOptions(screen.getByLabelText('Tag'), 'road');
  await waitFor(() =>
    expect(window.location.search).toBe('?q=20m+hill&pace=T&tag=road&order=title'),
  );

  await act(() => router.navigate('/'));
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  await waitFor(() => expect(window.location.search).toBe(''));
});

test('an invalid URL shows everything', async () => {
  const { api } = await open(undefined, '/?pace=X&order=toString');
  await screen.findByRole('link', { name: 'Tempo 20' });
  const asked = api.calls.find(({ endpoint }) => endpoint === 'GET /api/auth/workouts');
  expect(asked?.request.query).toMatchObject({ pace: undefined, order: 'changed' });
});

test('several workouts are tagged at once, and keep the tags that only they have', async () => {
  const { api, user } = await open();
  const sent: unknown[] = [];
  api.answer(changeWorkout, ({ params, body }) => {
    const { workout } = body as { workout: { tags: string[] } };
    const before = [TEMPO, HILLS].find(({ id }) => id === (params as { id: string }).id);
    sent.push(workout.tags);
    return { ...before, tags: workout.tags, version: 2 };
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Tempo 20' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Hills' }));
  const bar = screen.getByRole('region', { name: 'Selected workouts' });
  expect(bar.textContent).toContain('2 selected');
  await user.click(within(bar).getByRole('button', { name: 'Tag' }));

  const dialog = screen.getByRole('dialog', { name: 'Tag 2 workouts' });
  await user.click(within(dialog).getByRole('button', { name: 'Remove tag road' }));
  await user.type(within(dialog).getByLabelText('Tags'), 'Tuesday,');
  await user.click(within(dialog).getByRole('button', { name: 'Save tags' }));

  await screen.findByText('2 workouts tagged');
  expect(sent).toEqual([
    ['tempo', 'tuesday'],
    ['steep', 'tuesday'],
  ]);
  expect(row('Hills').textContent).toContain('steep, tuesday');
});

test('a workout that was saved on another device meanwhile is tagged in its current version', async () => {
  const { api, user } = await open();
  const sent: unknown[] = [];
  api.answer(changeWorkout, ({ body }) => {
    const { workout, version } = body as { workout: SavedWorkout; version: number };
    sent.push([workout.title, workout.tags, version]);
    if (version === 1)
      throw new ApiProblem({
        code: 'STALE_VERSION',
        title: 'Stale',
        status: 409,
        current: { ...TEMPO, title: 'Renamed', tags: ['new'], version: 2 },
      });
    return { ...TEMPO, title: 'Renamed', tags: workout.tags, version: 3 };
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Tempo 20' }));
  await user.click(screen.getByRole('button', { name: 'Tag' }));
  await user.type(screen.getByLabelText('Tags'), 'fast{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save tags' }));
  await screen.findByText('Renamed tagged');
  expect(sent[1]).toEqual(['Renamed', ['new', 'fast'], 2]);
});

test('workouts that could not be deleted stay, and can be retried', async () => {
  const { api, user } = await open();
  let isOffline = true;
  api.answer(deleteWorkout, ({ params }) => {
    if (isOffline && (params as { id: string }).id === EASY.id) throw unreachable();
    return undefined;
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Tempo 20' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Easy 45' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));

  const failure = await screen.findByRole('alert');
  expect(failure.textContent).toContain('Couldn’t delete Easy 45');
  expect(failure.textContent).toContain('Can’t reach Pacewright.');
  expect(screen.queryByRole('link', { name: 'Tempo 20' })).toBeNull();
  screen.getByRole('link', { name: 'Easy 45' });
  screen.getByText('1 selected');

  isOffline = false;
  fireEvent.click(within(failure).getByRole('button', { name: 'Try again' }));
  await screen.findByText('Easy 45 deleted');
  expect(screen.getAllByText('In Trash for 30 days.')).not.toHaveLength(0);
  expect(screen.queryByRole('link', { name: 'Easy 45' })).toBeNull();
});

test('the button is busy while workouts are deleted', async () => {
  const { api, user } = await open();
  const gone = Promise.withResolvers<undefined>();
  api.answer(deleteWorkout, () => gone.promise);
  await user.click(await screen.findByRole('checkbox', { name: 'Select Tempo 20' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(screen.getByRole('button', { name: 'Delete' }).getAttribute('aria-busy')).toBe('true');

  gone.resolve(undefined);
  await screen.findByText('Tempo 20 deleted');
});

test('an undo that fails is reported, and can be retried', async () => {
  const { api, user } = await open();
  api.answer(deleteWorkout, () => undefined);
  api.answer(restoreWorkout, () => {
    throw unreachable();
  });
  await user.click(await screen.findByRole('button', { name: 'More actions for Hills' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Couldn’t undo')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('a search that fails keeps the query, and offers a retry', async () => {
  const { user } = await open((api) =>
    api.answer(listWorkouts, ({ query }) => {
      if ((query as { q?: string }).q) throw problemOf('UNAVAILABLE');
      return { workouts: [TEMPO], nextCursor: null };
    }),
  );
  await user.type(await screen.findByRole('searchbox'), 'h');
  expect(await screen.findByText('Your workouts didn’t load')).toBeTruthy();
  expect(screen.getByDisplayValue('h')).toBeTruthy();
  await user.clear(screen.getByRole('searchbox'));
  await screen.findByRole('link', { name: 'Tempo 20' });
});

test('a page that fails is requested once, and again when the athlete asks for it', async () => {
  let isOffline = true;
  const { api, user } = await open((fake) =>
    fake.answer(listWorkouts, ({ query }) => {
      if (!(query as { cursor?: string }).cursor) return { workouts: [TEMPO], nextCursor: 'next' };
      if (isOffline) throw unreachable();
      return { workouts: [EASY], nextCursor: null };
    }),
  );
  await screen.findByText('The rest of your workouts didn’t load.');
  screen.getByRole('link', { name: 'Tempo 20' });
  expect(api.countOf(listWorkouts)).toBe(2);

  isOffline = false;
  const main = screen.getByText('The rest of your workouts didn’t load.').parentElement;
  await user.click(within(main as HTMLElement).getByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: 'Easy 45' });
  screen.getByText(/^2 workouts\./);
});

test('a typed word is searched once, not once per letter', async () => {
  const { api, user } = await open();
  await screen.findByRole('link', { name: 'Tempo 20' });
  const before = api.countOf(listWorkouts);
  await user.type(screen.getByRole('searchbox'), 'tempo');
  await waitFor(() => expect(api.countOf(listWorkouts)).toBe(before + 1));
  expect(api.calls.at(-1)?.request.query).toMatchObject({ q: 'tempo' });
});

test('classics open over the library, by kind, and can be closed', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Classics' }));
  const dialog = screen.getByRole('dialog', { name: 'Classic workouts' });
  expect(within(dialog).getByRole('link', { name: /Tempo 20/ })).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Speed' }));
  expect(within(dialog).queryByRole('link', { name: /Tempo 20/ })).toBeNull();
  expect(within(dialog).getByRole('link', { name: /Four hundreds/ })).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('clearing a search without results never says that the library is empty', async () => {
  const everything = Promise.withResolvers<unknown>();
  const { user } = await open(
    (api) =>
      api.answer(listWorkouts, ({ query }) => {
        if ((query as { q?: string }).q) return { workouts: [], nextCursor: null };
        return everything.promise;
      }),
    '/?q=zz',
  );
  await screen.findByRole('heading', { name: 'No workouts match “zz”' });
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(screen.queryByRole('heading', { name: 'No workouts yet' })).toBeNull();
  everything.resolve({ workouts: [TEMPO], nextCursor: null });
  await screen.findByRole('link', { name: 'Tempo 20' });
});
