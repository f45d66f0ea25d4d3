import { type CalendarEntry, markDone, removeFromCalendar } from '@pacewright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useParams } from 'react-router';
import {
  ATHLETE,
  EASY,
  entryOf,
  openCalendar,
  plannedEntryOf,
  raceEntryOf,
  skippedOf,
  workoutOf,
} from '../../testing/open-calendar.tsx';
import { entryPath } from '../../platform/days/entry-links.ts';
import { EntryScreen } from './entry-screen.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
  return () => vi.useRealTimers();
});

const PARTS = {
  PlanLine: () => <p>The line of the plan</p>,
  SendDialog: undefined,
  DeliveryAlert: () => null,
  SaveToLibrary: () => <button type="button">Save to Workouts</button>,
  OtherDays: () => <p>Also on Tue 24 Nov.</p>,
};

function Page() {
  const { day = '', id = '' } = useParams();
  return <EntryScreen {...{ day, id }} paceContext={ATHLETE} parts={PARTS} />;
}

function openEntry(entry: CalendarEntry, stored = [entry]) {
  return openCalendar(<h1>Elsewhere</h1>, stored, {
    path: entryPath(entry),
    otherRoutes: [
      { path: '/app/calendar/:day/:id', element: <Page /> },
      { path: '/app/calendar', element: <h1>Calendar</h1> },
    ],
  });
}

const own = (kind: 'run' | 'rest' | 'other', title: string, script: string): CalendarEntry => ({
  ...entryOf(workoutOf('0', title, script), '2026-11-18', '3'),
  workoutId: null,
  own: { kind, notes: 'By the river', alternatives: [] },
});

test.each([
  [
    'workout',
    { ...entryOf(EASY, '2026-11-18', '1'), notes: 'By the river' },
    'Also on Tue 24 Nov.',
  ],
  ['own', own('run', 'Club night', '40m E'), 'Written for this day'],
  ['season', plannedEntryOf('2026-11-18', '2'), 'The line of the plan'],
  ['race', raceEntryOf('Harbour Half', '21.0975km 1h45m', '2026-11-18', '4'), 'Track mode'],
  ['rest', own('rest', 'Rest', ''), 'By the river'],
  ['other', own('other', 'Strength', ''), 'By the river'],
])('every kind of entry has a page: %s', async (_kind, entry, shown) => {
  await openEntry(entry);
  expect(screen.getByRole('heading', { level: 1, name: entry.title })).toBeTruthy();
  expect(screen.getByText(shown)).toBeTruthy();
  expect(screen.getByRole('link', { name: '16 - 22 November' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Move or copy…' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove' })).toBeTruthy();
});

test('the page of a workout shows its notes, its steps and its chart', async () => {
  await openEntry({ ...entryOf(EASY, '2026-11-18', '1'), notes: 'By the river' });
  expect(screen.getByText('By the river')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Steps' })).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Workout' })).getByText('45:00')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toMatch(/\/edit$/);
});

test('A19: a skipped day is put back on its page', async () => {
  const { user } = await openEntry(skippedOf(entryOf(EASY, '2026-11-18', '1')));
  await user.click(screen.getByRole('button', { name: 'Put it back' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Easy 45' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Put it back' })).toBeNull();
});

test('A16: the other options of the day are on its page', async () => {
  const { user } = await openEntry(plannedEntryOf('2026-11-18', '2'));
  await user.click(screen.getByRole('button', { name: 'Switch to Rest' }));
  expect(await screen.findByText('Changed to Rest')).toBeTruthy();
  expect(await screen.findByRole('heading', { level: 1, name: 'Rest' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Track mode' })).toBeNull();
});

test('a moved entry keeps its page, at the address of its new day, also after undo', async () => {
  const { user, router } = await openEntry(entryOf(EASY, '2026-11-18', '1'));
  await user.click(screen.getByRole('button', { name: 'Move or copy…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Friday 20 November' }));
  expect(dialog.getByText(/^Easy 45 moves from Wednesday 18 November to Friday 20/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Move to Fri 20 Nov' }));
  await waitFor(() => expect(router.state.location.pathname).toContain('2026-11-20'));
  expect(await screen.findByText('Friday 20 November')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(router.state.location.pathname).toContain('2026-11-18'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Easy 45' })).toBeTruthy();
});

test('a rest day has nothing to mark as done', async () => {
  await openEntry({ ...own('rest', 'Rest', ''), day: '2026-11-17' });
  expect(screen.queryByRole('button', { name: 'Mark as done' })).toBeNull();
});

test.each([
  ['today', '2026-11-17'],
  ['of last week', '2026-11-11'],
])(
  'an entry %s can be marked as done, and removed, which goes back to its week',
  async (_, day) => {
    const { user, router, api } = await openEntry(entryOf(EASY, day, '1'));
    await user.click(screen.getByRole('button', { name: 'Mark as done' }));
    await waitFor(() => expect(api.countOf(markDone)).toBe(1));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }),
    );
    await waitFor(() => expect(api.countOf(removeFromCalendar)).toBe(1));
    expect(router.state.location.pathname).toBe('/app/calendar');
  },
);

test('an address without an entry says so', async () => {
  await openEntry(entryOf(EASY, '2026-11-18', '1'), []);
  expect(screen.getByText('This was moved or removed.', { exact: false })).toBeTruthy();
});
