import {
  addToCalendar,
  type CalendarEntry,
  listCalendar,
  listWorkouts,
  markDone,
  moveInCalendar,
  removeFromCalendar,
  type SavedWorkout,
} from '@pacewright/contract';
import { trainingPaces } from '@pacewright/pace';
import { readScript } from '@pacewright/script';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallContext } from '../../api/call-context.ts';
import type { Athlete } from '../../script-editor/reading.ts';
import { createFakeApi, unreachable } from '../../testing/fake-api.ts';
import { watchSavedFiles } from '../../testing/saved-files.ts';
import { Toaster } from '../../ui/toast.tsx';
import { CalendarScreen } from './calendar-screen.tsx';
import { TodayScreen } from './today-screen.tsx';

const ATHLETE: Athlete = {
  speeds: { trainingPaces: trainingPaces(50), vdot: 50 },
  units: 'metric',
};
const SLOWER = { trainingPaces: trainingPaces(40), vdot: 40 };
const EASY = workoutOf('a', 'Easy 45', '45m E');
const OPEN = workoutOf('c', 'Open 20', 'open + 20m T + open');
const FIVE = workoutOf('b', 'Five by three', '15m E + 5x(3m I + 2m E) + 10m E');

function workoutOf(letter: string, title: string, script: string): SavedWorkout {
  const { workout } = readScript(script);
  return {
    id: idOf(letter),
    title,
    script,
    notes: '',
    tags: [],
    reading: { workout, mistakeCount: 0, mistakes: [] },
    version: 1,
    createdAt: '2026-11-01T08:00:00.000Z',
    updatedAt: '2026-11-01T08:00:00.000Z',
  };
}

function idOf(letter: string): string {
  return `018f6f0e-0000-7000-8000-00000000000${letter}`;
}

function entryOf(workout: SavedWorkout, day: string, letter: string): CalendarEntry {
  const { id: workoutId, title, script, reading } = workout;
  return { id: idOf(letter), day, position: 0, workoutId, title, script, reading, done: null };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-GB');
  return () => vi.useRealTimers();
});

/** A screen on an API that keeps a calendar. */
async function open(
  screenElement: ReactNode,
  start: CalendarEntry[],
  { path = '/', workouts = [EASY, FIVE, OPEN] } = {},
) {
  const api = createFakeApi();
  let kept = start;
  const find = (params: unknown) => kept.find(({ id }) => id === (params as { id: string }).id);
  const put = (entry: CalendarEntry) => {
    kept = [...kept.filter(({ id }) => id !== entry.id), entry];
    return entry;
  };
  api.answer(listCalendar, ({ query }) => {
    const { from = '', to = '9' } = query as { from?: string; to?: string };
    return { entries: kept.filter(({ day }) => day >= from && day <= to) };
  });
  api.answer(listWorkouts, () => ({ workouts, nextCursor: null }));
  api.answer(moveInCalendar, ({ params, body }) =>
    put({ ...(find(params) as CalendarEntry), ...(body as { day: string }) }),
  );
  api.answer(markDone, ({ params }) =>
    put({
      ...(find(params) as CalendarEntry),
      done: { at: '2026-11-17T09:00:00.000Z', paces: { trainingPaces: trainingPaces(50) } },
    }),
  );
  api.answer(removeFromCalendar, ({ params }) => {
    kept = kept.filter(({ id }) => id !== (params as { id: string }).id);
  });
  api.answer(addToCalendar, ({ body }) => {
    const { workoutId, day } = body as { workoutId: string; day: string };
    return put(entryOf(workoutId === EASY.id ? EASY : FIVE, day, 'f'));
  });

  const router = createMemoryRouter([{ path: '/', element: screenElement }], {
    initialEntries: [path],
  });
  render(
    <CallContext value={api.createCall({ token: async () => 'token', end: async () => undefined })}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
        <Toaster />
      </QueryClientProvider>
    </CallContext>,
  );
  await screen.findByRole('heading', { level: 1 });
  return { api, user: userEvent.setup() };
}

function dayOf(name: string): HTMLElement {
  const day = screen.getByRole('heading', { level: 2, name: new RegExp(name) }).closest('li');
  if (!day) throw new Error(`No day ${name}`);
  return day;
}

test('a week shows its workouts on their days, today, and what they add up to', async () => {
  await open(<CalendarScreen athlete={ATHLETE} />, [
    entryOf(EASY, '2026-11-16', '1'),
    entryOf(FIVE, '2026-11-17', '2'),
  ]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('16 - 22 November');
  expect(within(dayOf('Monday 16 November')).getByRole('link', { name: 'Easy 45' })).toBeTruthy();
  expect(dayOf('Tuesday 17 November').getAttribute('aria-current')).toBe('date');
  const totals = screen.getByRole('region', { name: 'Week totals' });
  expect(totals.textContent).toContain('1 h 35');
  expect(totals.textContent).toContain('Interval 15 min');
});

test('S6: lists and sums say "at least" where a step has no end', async () => {
  const { user } = await open(<CalendarScreen athlete={ATHLETE} />, [
    entryOf(EASY, '2026-11-16', '1'),
    entryOf(OPEN, '2026-11-17', '2'),
  ]);
  const totals = screen.getByRole('region', { name: 'Week totals' });
  expect(totals.textContent).toContain('≥ at least 1 h 05');
  expect(totals.textContent).toContain('km≥ at least');
  const library = await screen.findByRole('button', { name: /^Open 20/ });
  expect(library.textContent).toContain('≥ at least 20 min · ≥ at least');
  expect(screen.getByRole('button', { name: /^Easy 45/ }).textContent).not.toContain('≥');

  await user.click(screen.getByRole('radio', { name: 'Month' }));
  expect(screen.getByRole('button', { name: 'Open 20, at least 20 min' })).toBeTruthy();
  expect(screen.getByText('1 h 05').textContent).toContain('at least');
});

test('S6: today says "at least" of the week and of its days', async () => {
  await open(<TodayScreen hasPaces athlete={ATHLETE} />, [entryOf(OPEN, '2026-11-17', '2')]);
  expect(screen.getByText('Planned, at least')).toBeTruthy();
  const days = screen.getByRole('region', { name: 'This week' });
  expect(days.textContent).toContain('≥ at least 20 min');
});

test('M and the arrow keys move a workout, the focus goes along, and it can be taken back', async () => {
  const { user } = await open(<CalendarScreen athlete={ATHLETE} />, [
    entryOf(FIVE, '2026-11-17', '2'),
  ]);
  within(dayOf('Tuesday 17')).getByRole('link', { name: 'Five by three' }).focus();
  await user.keyboard('m');
  await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  expect(await screen.findByText('Five by three moved to Thursday 19 November')).toBeTruthy();
  const moved = within(dayOf('Thursday 19')).getByRole('link', { name: 'Five by three' });
  expect(document.activeElement).toBe(moved);

  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => within(dayOf('Tuesday 17')).getByRole('link', { name: 'Five by three' }));
});

test('a move that the server refuses is taken back and says so', async () => {
  const { api, user } = await open(<CalendarScreen athlete={ATHLETE} />, [
    entryOf(FIVE, '2026-11-17', '2'),
  ]);
  api.answer(moveInCalendar, () => {
    throw unreachable();
  });
  await user.click(screen.getByRole('button', { name: 'More for Five by three' }));
  await user.click(screen.getByRole('menuitem', { name: 'Move to another day' }));
  await user.click(screen.getByRole('button', { name: 'Friday 20 November' }));
  expect(await screen.findByText('Five by three was not moved')).toBeTruthy();
  within(dayOf('Tuesday 17')).getByRole('link', { name: 'Five by three' });
});

test('a workout of the library goes on a day', async () => {
  const { user } = await open(<CalendarScreen athlete={ATHLETE} />, []);
  await user.click(screen.getByRole('button', { name: /Add a workout on Thursday 19 November$/ }));
  const dialog = screen.getByRole('dialog');
  await user.click(await within(dialog).findByRole('button', { name: /^Easy 45/ }));
  expect(await screen.findByText('Easy 45 is on Thursday 19 November')).toBeTruthy();
  expect(within(dayOf('Thursday 19')).getByRole('link', { name: 'Easy 45' })).toBeTruthy();
});

test('what is taken off the calendar can be put back', async () => {
  const { user } = await open(<CalendarScreen athlete={ATHLETE} />, [
    entryOf(EASY, '2026-11-18', '1'),
  ]);
  await user.click(screen.getByRole('button', { name: 'More for Easy 45' }));
  await user.click(screen.getByRole('menuitem', { name: 'Take off the calendar' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Easy 45' })).toBeNull());
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => within(dayOf('Wednesday 18')).getByRole('link', { name: 'Easy 45' }));
});

test('a done workout is reckoned in the paces it was run in', async () => {
  const done = { at: '2026-11-16T09:00:00.000Z', paces: SLOWER };
  await open(<CalendarScreen athlete={ATHLETE} />, [
    { ...entryOf(EASY, '2026-11-16', '1'), done },
    entryOf(EASY, '2026-11-18', '2'),
  ]);
  const kilometres = (day: string) => Number(/([\d.]+) km/.exec(dayOf(day).textContent ?? '')?.[1]);
  expect(dayOf('Monday 16').textContent).toContain('Done');
  expect(kilometres('Monday 16')).toBeLessThan(kilometres('Wednesday 18'));
});

test('a month has a row for each week, and its entries have the same menu', async () => {
  const { user } = await open(
    <CalendarScreen athlete={ATHLETE} />,
    [entryOf(EASY, '2026-11-18', '1')],
    { path: '/?view=month' },
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('November 2026');
  expect(screen.getAllByText('Nothing planned')).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Easy 45, 45 min' }));
  await user.click(screen.getByRole('menuitem', { name: 'Mark as done' }));
  expect(await screen.findByRole('button', { name: 'Easy 45, 45 min, done' })).toBeTruthy();
});

test('the shown week can be taken to another calendar', async () => {
  const files = watchSavedFiles();
  const { user } = await open(<CalendarScreen athlete={ATHLETE} />, [
    entryOf(EASY, '2026-11-18', '1'),
    entryOf(FIVE, '2026-11-25', '2'),
  ]);
  await user.click(screen.getByRole('button', { name: 'Print or download' }));
  await user.click(screen.getByRole('menuitem', { name: 'This week as .ics' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const text = await files[0]?.content.text();
  expect(files[0]?.name).toBe('pacewright-week-2026-11-17.ics');
  expect(text).toContain('SUMMARY:Easy 45');
  expect(text).not.toContain('Five by three');
});

test('the shown week is printed from the menu, a month is not', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  const { user } = await open(<CalendarScreen athlete={ATHLETE} />, [
    entryOf(EASY, '2026-11-18', '1'),
  ]);
  await user.click(screen.getByRole('button', { name: 'Print or download' }));
  await user.click(screen.getByRole('menuitem', { name: 'Print this week' }));
  expect(print).toHaveBeenCalledTimes(1);

  await user.click(screen.getByRole('radio', { name: 'Month' }));
  await user.click(screen.getByRole('button', { name: 'Print or download' }));
  expect(screen.queryByRole('menuitem', { name: /^Print/ })).toBeNull();
});

test('the whole calendar can be taken to another, however far its days are apart', async () => {
  const files = watchSavedFiles();
  const { user } = await open(<CalendarScreen athlete={ATHLETE} />, [
    entryOf(EASY, '2020-01-01', '1'),
    entryOf(FIVE, '2030-11-25', '2'),
  ]);
  await user.click(screen.getByRole('button', { name: 'Print or download' }));
  await user.click(screen.getByRole('menuitem', { name: 'All workouts as .ics' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const text = await files[0]?.content.text();
  expect(text).toContain('DTSTART;VALUE=DATE:20200101');
  expect(text).toContain('DTSTART;VALUE=DATE:20301125');
});

test('workouts of one day change places', async () => {
  const { user, api } = await open(<CalendarScreen athlete={ATHLETE} />, [
    { ...entryOf(EASY, '2026-11-17', '1'), position: 0 },
    { ...entryOf(FIVE, '2026-11-17', '2'), position: 1 },
  ]);
  await user.click(screen.getByRole('button', { name: 'More for Five by three' }));
  expect(screen.queryByRole('menuitem', { name: 'Later in the day' })).toBeNull();
  await user.click(screen.getByRole('menuitem', { name: 'Earlier in the day' }));
  const moved = api.calls.find(({ endpoint }) => endpoint === 'PUT /api/calendar/:id');
  expect(moved?.request.body).toEqual({ day: '2026-11-17', position: 0 });
});

test('today shows the workout of the day with its steps, and marks it as done', async () => {
  const { user } = await open(<TodayScreen hasPaces athlete={ATHLETE} />, [
    entryOf(FIVE, '2026-11-17', '2'),
    entryOf(EASY, '2026-11-18', '1'),
  ]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Five by three');
  expect(screen.getByText('Tuesday 17 November', { selector: 'p' })).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Steps of this workout' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Mark as done' }));
  expect(await screen.findByText('Next, Wednesday 18 November')).toBeTruthy();
});

test('with nothing planned, today teaches how a workout gets there', async () => {
  await open(<TodayScreen hasPaces={false} athlete={ATHLETE} />, [], { workouts: [] });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Today');
  expect(screen.getByText('Nothing is planned yet.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Plan the week' })).toBeTruthy();
  await screen.findByText('Write a workout in one line');
  expect(screen.getByText('Set your paces')).toBeTruthy();
});

test('with nothing planned, today asks nobody for what they have done', async () => {
  const { api } = await open(<TodayScreen hasPaces athlete={ATHLETE} />, []);
  await waitFor(() => expect(api.countOf(listWorkouts)).toBe(1));
  expect(screen.getByText('Put a workout on a day')).toBeTruthy();
  expect(screen.queryByText('Set your paces')).toBeNull();
  expect(screen.queryByText('Write a workout in one line')).toBeNull();
});
