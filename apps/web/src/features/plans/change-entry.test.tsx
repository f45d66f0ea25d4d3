import {
  type CalendarEntry,
  changeEntryContent,
  getSeason,
  listCalendar,
  listDaysAhead,
} from '@pacewright/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { entryOf, workoutOf } from '../../testing/open-calendar.tsx';
import { startApp } from '../../testing/render-app.tsx';

const DAY = '2026-11-17';
const LIBRARY = entryOf(workoutOf('a', 'Easy 45', '45m E'), DAY, 'b');
const SEASON_ID = '018f6f0e-0000-7000-8000-00000000000c';
const PLANNED: CalendarEntry = {
  ...LIBRARY,
  workoutId: null,
  title: 'Shorter',
  own: { kind: 'run', notes: 'on grass', alternatives: [] },
  season: { id: SEASON_ID, key: '1 Tue' },
};

const SEASON = {
  id: SEASON_ID,
  planId: null,
  title: 'Spring',
  firstDay: '2026-11-16',
  lastDay: '2026-11-29',
  entryCount: 2,
  doneCount: 0,
  pausedOn: null,
  endedAt: null,
  createdAt: '2026-11-10T08:00:00.000Z',
  text: 'week 1\n  Tue Hills: 1h E',
  waitingText: null,
  anchor: { kind: 'start', day: '2026-11-16' },
  shifts: [],
  edited: [
    {
      key: '1 Tue',
      day: DAY,
      kind: 'run',
      title: 'Hills',
      script: '1h E',
      notes: '',
      alternatives: [],
    },
  ],
  actions: [],
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
  return () => vi.useRealTimers();
});

async function open(entry: CalendarEntry, path = `/app/calendar/${DAY}/${entry.id}`) {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(listCalendar, () => ({ entries: [entry] }));
  app.api.answer(listDaysAhead, () => ({ days: [] }));
  app.api.answer(getSeason, () => SEASON);
  app.api.answer(changeEntryContent, () => entry);
  app.visit(path);
  return app.api;
}

const save = async () =>
  userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement);

test('a session is changed on its day only', async () => {
  const api = await open(LIBRARY);
  const title = await screen.findByLabelText('Title');
  expect(screen.getByText('Only Tuesday 17 November. Your library stays as it is.')).toBeTruthy();
  fireEvent.change(title, { target: { value: 'Tired legs' } });
  await save();
  await screen.findByText('Only Tuesday 17 November is changed');
  expect(
    api.calls.find(({ endpoint }) => endpoint === 'PUT /api/calendar/:id/content')?.request,
  ).toMatchObject({
    params: { id: LIBRARY.id },
    body: { content: { kind: 'run', title: 'Tired legs', script: '45m E', notes: '' } },
  });
});

test('a day of a plan that was changed says so, and goes back to the plan’s version', async () => {
  const api = await open(PLANNED);
  await screen.findByText('You changed this session.');
  await userEvent.click(screen.getByRole('button', { name: 'Back to the plan’s' }));
  await screen.findByText('As in the plan again');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.countOf(changeEntryContent)).toBe(2));
  expect(
    api.calls
      .filter(({ endpoint }) => endpoint === 'PUT /api/calendar/:id/content')
      .map(({ request }) => request.body),
  ).toEqual([
    { content: null },
    { content: { kind: 'run', title: 'Shorter', script: '45m E', notes: 'on grass' } },
  ]);
});

test('the calendar marks a changed day, and offers to change only this one', async () => {
  await open(PLANNED, '/app/calendar');
  expect(await screen.findByRole('link', { name: /^Changed by you/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^More for Shorter/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change only this one' }));
  expect(await screen.findByLabelText('Notes')).toBeTruthy();
});

test('a session that was moved or removed since is not here anymore', async () => {
  await open(LIBRARY, `/app/calendar/${DAY}/018f6f0e-0000-7000-8000-0000000000ff`);
  expect(await screen.findByText('It isn’t here anymore.')).toBeTruthy();
});
