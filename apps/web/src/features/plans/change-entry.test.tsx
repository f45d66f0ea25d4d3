import {
  actOnSeason,
  type CalendarEntry,
  changeEntryContent,
  changePlan,
  changeWorkout,
  getPlan,
  getSeason,
  getWorkout,
  listCalendar,
  listDaysAhead,
  previewSeasonAction,
  undoSeasonAction,
} from '@pacewright/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { entryOf, workoutOf } from '../../testing/open-calendar.tsx';
import { problemOf, unreachable } from '../../testing/fake-api.ts';
import { startApp } from '../../testing/render-app.tsx';

const DAY = '2026-11-17';
const LIBRARY: CalendarEntry = {
  ...entryOf(workoutOf('a', 'Easy 45', '45m E'), DAY, 'b'),
  version: 2,
  notes: 'By the river',
};
const SEASON_ID = '018f6f0e-0000-7000-8000-00000000000c';
const PLAIN = { kind: 'run' as const, notes: 'on grass', alternatives: [] };
const PLANNED: CalendarEntry = {
  ...LIBRARY,
  workoutId: null,
  title: 'Shorter',
  version: 3,
  notes: null,
  own: PLAIN,
  season: { id: SEASON_ID, key: '1 Tue' },
};
/** Written for the day. */
const OWN: CalendarEntry = { ...PLANNED, season: null };
/** As another device saved it. */
const PHONE: CalendarEntry = {
  ...PLANNED,
  version: 5,
  title: 'Fresh legs',
  own: { kind: 'run', notes: 'From the phone', alternatives: [] },
};

const SEASON = {
  id: SEASON_ID,
  planId: null as string | null,
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

async function open(entry: CalendarEntry, path = `/app/calendar/${DAY}/${entry.id}/edit`) {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(listCalendar, () => ({ entries: [entry] }));
  app.api.answer(listDaysAhead, () => ({ days: [] }));
  app.api.answer(getSeason, () => SEASON);
  app.api.answer(changeEntryContent, () => entry);
  app.visit(path);
  return app.api;
}

function bodiesOf(api: Awaited<ReturnType<typeof open>>): unknown[] {
  return api.calls
    .filter(({ endpoint }) => endpoint === 'PUT /api/calendar/:id/content')
    .map(({ request }) => request.body);
}

const save = async () =>
  userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement);

test('Cancel goes back to the day, on a wide screen too', async () => {
  await open(LIBRARY);
  await screen.findByLabelText('Title');
  const cancel = screen.getAllByRole('button', { name: 'Cancel' });
  expect(cancel).toHaveLength(2);
  await userEvent.click(cancel[0] as HTMLElement);
  expect(await screen.findByRole('link', { name: 'Edit' })).toBeTruthy();
});

test('a session is changed on its day only', async () => {
  const api = await open(LIBRARY);
  const title = await screen.findByLabelText('Title');
  fireEvent.change(title, { target: { value: 'Tired legs' } });
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Save this day' }));
  await screen.findByText('Saved for Tuesday 17 November only');
  expect(
    api.calls.find(({ endpoint }) => endpoint === 'PUT /api/calendar/:id/content')?.request,
  ).toMatchObject({
    params: { id: LIBRARY.id },
    body: {
      version: 2,
      content: { kind: 'run', title: 'Tired legs', script: '45m E', notes: 'By the river' },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.countOf(changeEntryContent)).toBe(2));
  expect(bodiesOf(api)[1]).toEqual({ content: null, workoutId: LIBRARY.workoutId, version: 2 });
});

test('a session that another tab has moved is saved for its day now, and shown there', async () => {
  const api = await open(OWN);
  const moved = { ...OWN, day: '2026-11-20' };
  api.answer(changeEntryContent, () => moved);
  await userEvent.type(await screen.findByLabelText('Notes'), ', softly');
  api.answer(listCalendar, () => ({ entries: [moved] }));
  await save();
  await screen.findByText('Saved for Friday 20 November only');
  expect(await screen.findByRole('heading', { name: moved.title })).toBeTruthy();
  expect(screen.getAllByText(/Friday 20 November/).length).toBeGreaterThan(1);
});

test('a title taken from the steps follows them when they change', async () => {
  await open({ ...PLANNED, title: '45 min E', script: '45m E' });
  const title = await screen.findByLabelText<HTMLTextAreaElement>('Title');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Workout script' }), '2');
  await waitFor(() => expect(title.value).not.toBe('45 min E'));
});

test('what another device wrote is shown, and Save is not offered', async () => {
  const api = await open(PLANNED);
  const notes = await screen.findByLabelText<HTMLTextAreaElement>('Notes');
  expect(notes.value).toBe('on grass');
  api.answer(listCalendar, () => ({ entries: [PHONE] }));
  await act(async () => window.dispatchEvent(new Event('visibilitychange')));

  await waitFor(() => expect(notes.value).toBe('From the phone'));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Title').value).toBe('Fresh legs');
  expect(screen.getAllByRole('button', { name: 'Save' })[0]?.ariaDisabled).toBe('true');
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(api.countOf(changeEntryContent)).toBe(0);
});

test('a change that another device has not seen is a conflict, and nothing is overwritten', async () => {
  const api = await open(OWN);
  api.answer(changeEntryContent, ({ body }) => {
    const { version } = body as { version: number };
    if (version < 5) throw problemOf('STALE_VERSION', PHONE);
    return { ...PHONE, version: 6 };
  });
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Tired legs' } });
  await save();
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Tired legs');
  expect(dialog.textContent).toContain('From the phone');
  // A second run on the day is rarely meant.
  const likeliest = within(dialog).getByRole('button', { name: 'Overwrite with mine' });
  await waitFor(() => expect(document.activeElement).toBe(likeliest));
  expect(within(dialog).getAllByRole('button').at(-1)).toBe(likeliest);
  await userEvent.click(likeliest);
  await waitFor(() => expect(api.countOf(changeEntryContent)).toBe(2));
  expect(bodiesOf(api)).toMatchObject([{ version: 3 }, { version: 5 }]);
});

test('a press on another screen waits for a save, and then goes there', async () => {
  const api = await open(OWN);
  const answer = Promise.withResolvers<CalendarEntry>();
  api.answer(changeEntryContent, () => answer.promise);
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Tired legs' } });
  await save();
  await waitFor(() => expect(api.countOf(changeEntryContent)).toBe(1));
  await userEvent.click(screen.getAllByRole('link', { name: 'Workouts' })[0] as HTMLElement);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByLabelText('Title')).toBeTruthy();
  await act(async () => answer.resolve({ ...OWN, title: 'Tired legs', version: 4 }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Workouts' })).toBeTruthy();
  expect(screen.getByText('Saved for Tuesday 17 November only')).toBeTruthy();
});

test('a press on another screen is asked about when the save it waits for fails', async () => {
  const api = await open(OWN);
  const answer = Promise.withResolvers<CalendarEntry>();
  api.answer(changeEntryContent, () => answer.promise);
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Tired legs' } });
  await save();
  await userEvent.click(screen.getAllByRole('link', { name: 'Workouts' })[0] as HTMLElement);
  await act(async () => answer.reject(problemOf('NOT_FOUND', undefined)));
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  // The next save goes where it always goes.
  api.answer(changeEntryContent, () => ({ ...OWN, title: 'Tired legs', version: 4 }));
  await save();
  expect(await screen.findByRole('link', { name: 'Edit' })).toBeTruthy();
});

test('saving twice at once sends one request', async () => {
  const api = await open(OWN);
  const answer = Promise.withResolvers<CalendarEntry>();
  api.answer(changeEntryContent, () => answer.promise);
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Tired legs' } });
  await userEvent.keyboard('{Control>}ss{/Control}');
  await act(async () => answer.resolve(PHONE));
  await screen.findByRole('button', { name: 'Undo' });
  expect(api.countOf(changeEntryContent)).toBe(1);
});

test('Ctrl Z undoes the newest change, but not while something is typed', async () => {
  const api = await open(LIBRARY);
  const title = await screen.findByLabelText('Title');
  fireEvent.change(title, { target: { value: 'Tired legs' } });
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Save this day' }));
  await screen.findByText('Saved for Tuesday 17 November only');
  api.answer(changeEntryContent, () => {
    throw unreachable();
  });

  const field = document.body.appendChild(document.createElement('input'));
  fireEvent.keyDown(field, { key: 'z', ctrlKey: true });
  field.remove();
  expect(api.countOf(changeEntryContent)).toBe(1);
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect(await screen.findByText('Couldn’t undo')).toBeTruthy();
  expect(api.countOf(changeEntryContent)).toBe(2);

  api.answer(changeEntryContent, () => LIBRARY);
  const said = within(screen.getByRole('region', { name: 'Notifications' }));
  await userEvent.click(said.getByRole('button', { name: 'Try again' }));
  expect(await said.findByText('Undone')).toBeTruthy();
});

test('a day of a plan that was changed says so, and goes back to the plan’s version', async () => {
  const api = await open(PLANNED);
  await screen.findByText('You edited this workout.');
  await userEvent.click(screen.getByRole('button', { name: 'Use the plan’s version' }));
  await screen.findByText('Back to the plan’s version');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.countOf(changeEntryContent)).toBe(2));
  expect(bodiesOf(api)).toEqual([
    { content: null, version: 3 },
    {
      content: { kind: 'run', title: 'Shorter', script: '45m E', notes: 'on grass' },
      alternatives: PLANNED.own?.alternatives,
      version: 3,
    },
  ]);
});

test('the calendar marks a changed day, and its menu edits it', async () => {
  await open(PLANNED, '/app/calendar');
  expect(await screen.findByRole('link', { name: /^Edited by you/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^More actions for Shorter/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  expect(await screen.findByLabelText('Notes')).toBeTruthy();
});

test('behind an undo nothing is marked as changed that is as in its plan', async () => {
  const api = await open(PLANNED, '/app/calendar');
  await screen.findByRole('link', { name: /^Edited by you/ });
  // The calendar arrives first.
  const plan = Promise.withResolvers<typeof SEASON>();
  api.answer(getSeason, () => plan.promise);
  api.answer(listCalendar, () => ({
    entries: [{ ...PLANNED, title: 'Hills', script: '1h E', own: { ...PLAIN, notes: '' } }],
  }));
  vi.setSystemTime(new Date(2026, 10, 17, 9, 5));
  await act(async () => window.dispatchEvent(new Event('visibilitychange')));
  await screen.findByRole('link', { name: /^Hills/ });
  expect(screen.queryByRole('link', { name: /^Edited by you/ })).toBeNull();
  await act(async () => plan.resolve({ ...SEASON, edited: [] }));
  expect(screen.queryByRole('link', { name: /^Edited by you/ })).toBeNull();
});

const TIMES = { createdAt: SEASON.createdAt, updatedAt: SEASON.createdAt };
const PREVIEW = {
  hash: 'a'.repeat(43),
  title: 'Spring',
  firstDay: SEASON.firstDay,
  turn: 0,
  dayCount: 1,
  changes: [],
  questions: [],
  skipped: [],
  early: [],
  shared: [],
  full: [],
  isWaiting: false,
};

const WORKOUT = { ...workoutOf('a', 'Easy 45', '45m E'), notes: 'By the river', version: 7 };

test('a workout of the library is changed on all of its days, if that is chosen', async () => {
  const api = await open(LIBRARY);
  api.answer(listDaysAhead, () => ({
    days: ['2026-11-17', '2026-11-24'].map((day) => ({ workoutId: WORKOUT.id, day })),
  }));
  api.answer(getWorkout, () => WORKOUT);
  api.answer(changeWorkout, () => ({ ...WORKOUT, title: 'Tired legs', version: 8 }));
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Tired legs' } });
  await save();
  const dialog = within(await screen.findByRole('dialog'));
  // The change, and nothing that stays as it is.
  expect(dialog.getByRole('definition').textContent).toBe('EasyTired 45legs');
  expect(dialog.getByText('45').closest('del')).toBeTruthy();
  expect(dialog.getByText('legs').closest('ins')).toBeTruthy();
  await userEvent.click(dialog.getByRole('radio', { name: /^The workout/ }));
  expect(await dialog.findByText(/Also on Tue 24 Nov/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Save on 2 days' }));
  await waitFor(() => expect(api.countOf(changeWorkout)).toBe(1));
  expect(
    api.calls.find(({ endpoint }) => endpoint.startsWith('PUT /api/auth/workouts')),
  ).toMatchObject({
    request: { body: { version: 7, workout: { title: 'Tired legs', script: '45m E' } } },
  });
  expect(api.countOf(changeEntryContent)).toBe(0);
});

test('a workout that was changed elsewhere is not overwritten by a day of it', async () => {
  const api = await open(LIBRARY);
  api.answer(getWorkout, () => ({ ...WORKOUT, script: '50m E' }));
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Tired legs' } });
  await save();
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('radio', { name: /^The workout/ }));
  await userEvent.click(dialog.getByRole('button', { name: /^Save on/ }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText('50m E')).toBeTruthy();
  expect(api.countOf(changeWorkout)).toBe(0);

  // After both were seen, the chosen one is saved.
  api.answer(changeWorkout, () => ({ ...WORKOUT, title: 'Tired legs', version: 8 }));
  await userEvent.click(question.getByRole('button', { name: 'Overwrite with mine' }));
  await waitFor(() => expect(api.countOf(changeWorkout)).toBe(1));
});

const CHANGED_PLAN = { ...SEASON, actions: [{ id: OWN.id, kind: 'text', at: SEASON.createdAt }] };

test('a day of a plan is changed in the plan, if that is chosen, and that is undone as one', async () => {
  const planId = WORKOUT.id;
  const after = 'week 1\n  Tue Shorter: 1h E // uphill';
  let text = SEASON.text;
  const api = await open({ ...PLANNED, script: '1h E', own: { ...PLAIN, notes: '' } });
  api.answer(getSeason, () => ({ ...SEASON, planId }));
  api.answer(getPlan, () => ({ id: planId, title: '', text, version: 4, ...TIMES }));
  api.answer(changePlan, ({ body }) => {
    ({ text } = body as { text: string });
    return { id: planId, title: '', text, version: 5, ...TIMES };
  });
  const [before] = SEASON.edited;
  const changes = [{ kind: 'change', entryId: PLANNED.id, before, after: before }];
  api.answer(previewSeasonAction, () => ({ ...PREVIEW, changes }));
  api.answer(actOnSeason, () => ({ ...CHANGED_PLAN, planId }));
  api.answer(undoSeasonAction, () => ({ season: SEASON, stayed: [] }));

  fireEvent.change(await screen.findByLabelText('Notes'), { target: { value: 'uphill' } });
  await save();
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('The plan stays as it is.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('radio', { name: /^The plan, week 1/ }));
  const added = () => dialog.getAllByText(/uphill/).filter((part) => part.closest('ins'));
  // The notes of the day, and the line of the plan.
  await waitFor(() => expect(added()).toHaveLength(2));
  await userEvent.click(dialog.getByRole('button', { name: 'Save in the plan' }));
  await screen.findByText('Saved in the plan');
  expect(text).toBe(after);
  const done = api.calls.find(({ endpoint }) => endpoint === 'POST /api/seasons/:id/actions');
  expect(done?.request.body).toMatchObject({
    action: { kind: 'text', text: after },
    takeTheirs: [{ key: '1 Tue', about: 'content' }],
    hash: PREVIEW.hash,
  });
  expect(api.countOf(changeEntryContent)).toBe(0);

  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(text).toBe(SEASON.text));
  expect(api.countOf(undoSeasonAction)).toBe(1);
});

test('only the day of a plan is changed, if that is chosen', async () => {
  const api = await open(PLANNED);
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Tired legs' } });
  await save();
  await screen.findByRole('dialog', { name: 'Change this Tuesday, or the plan?' });
  await userEvent.click(await screen.findByRole('button', { name: 'Save this Tuesday' }));
  await screen.findByText('Saved for Tuesday 17 November only');
  expect(api.countOf(previewSeasonAction)).toBe(0);
});

test.each([
  ['of a plan that ended', { ...SEASON, endedAt: SEASON.createdAt }],
  ['that its plan can’t change alone', { ...SEASON, text: `${SEASON.text}\nweek 2 like week 1` }],
])('nothing is asked about a day %s', async (_, season) => {
  const api = await open(PLANNED);
  api.answer(getSeason, () => season);
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Tired legs' } });
  await save();
  expect(await screen.findByText('Saved for Tuesday 17 November only')).toBeTruthy();
});

test('a session that was moved or removed since is not here anymore', async () => {
  await open(LIBRARY, `/app/calendar/${DAY}/018f6f0e-0000-7000-8000-0000000000ff/edit`);
  expect(await screen.findByText('This workout is no longer on this day.')).toBeTruthy();
});
