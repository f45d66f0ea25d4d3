import {
  changeCalendar,
  deleteWorkouts,
  listCalendar,
  listWorkouts,
  MAX_WORKOUTS_PER_BATCH,
  saveWorkouts,
} from '@pacewright/contract';
import { encodeSchedule, encodeWatchFiles } from '@pacewright/delivery';
import { trainingPaces } from '@pacewright/pace';
import { readScript } from '@pacewright/script';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  act,
  cleanup,
  createEvent,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallContext } from '../../platform/api/call-context.ts';
import { FileInbox } from '../../platform/file-inbox.tsx';
import { writeLocalUser } from '../../platform/session/local-user.ts';
import { createFakeApi, userNamed } from '../../testing/fake-api.ts';
import { clearToasts, Toaster } from '../../ui/toast.tsx';
import { ImportScreen } from './import-screen.tsx';
import { findKept, type KeptReading } from './kept-reading.ts';
import { readFiles } from '../../workout/files/read-files.ts';

const ZWO = `<workout_file><name>Hills</name><sportType>run</sportType><durationType>time</durationType><workout>
<SteadyState Duration="600" Power="1" pace="2"/><Frob/></workout></workout_file>`;
const TABLE = 'Date,Workout\n03/04/2026,8 km easy\n05/06/2026,15m E + 400m R\n07/06/2026,dentist';

beforeEach(() => clearToasts());

type SavedText = { title: string; script: string; notes: string };
type Saved = SavedText & { id: string; day?: string };
type Batch = { workouts: { workout?: SavedText; workoutId?: string; day?: string }[] };

/** A library that takes batches as the API does. */
function addTo(library: Saved[], body: unknown, isFull = (_day: string) => false) {
  const workouts = (body as Batch).workouts.map(({ workout, workoutId, day }) => {
    if (!workout)
      return {
        id: workoutId,
        entryId:
          day === undefined || isFull(day)
            ? null
            : `018f6f0e-0000-7000-9000-00000000${day.slice(5, 7)}${day.slice(8)}`,
      };
    const id = `018f6f0e-0000-7000-8000-${String(library.length).padStart(12, '0')}`;
    const hasEntry = day !== undefined && !isFull(day);
    library.push({ ...workout, id, ...(hasEntry && { day }) });
    return { id, entryId: hasEntry ? id : null };
  });
  return { workouts };
}

async function openImport({ pasted }: { pasted?: KeptReading | undefined } = {}) {
  const api = createFakeApi();
  const library: Saved[] = [];
  api.answer(listWorkouts, () => ({ workouts: [], nextCursor: null }));
  api.answer(listCalendar, () => ({ entries: [] }));
  api.answer(saveWorkouts, ({ body }) => addTo(library, body));
  api.answer(deleteWorkouts, ({ body }) => {
    const { ids } = body as { ids: string[] };
    expect(ids.length).toBeLessThanOrEqual(MAX_WORKOUTS_PER_BATCH);
    library.splice(0, library.length, ...library.filter(({ id }) => !ids.includes(id)));
  });
  const paceContext = {
    speeds: { trainingPaces: trainingPaces(50), vdot: 50 },
    units: 'metric' as const,
  };
  const router = createMemoryRouter(
    [
      {
        path: '/app/workouts/import',
        element: (
          <>
            <ImportScreen
              paceContext={paceContext}
              RunFiles={({ runs }) => <p>{runs.length} runs</p>}
              pasted={pasted}
              // A test has no workers, so its files are read on the page.
              read={({ files, options }, _, onProgress) => readFiles(files, options, onProgress)}
            />
            <FileInbox />
          </>
        ),
      },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: ['/app/workouts/import'] },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CallContext value={api.createCall({ token: async () => 'token', end: async () => {} })}>
        <RouterProvider router={router} />
        <Toaster />
      </CallContext>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const upload = async (files: File | File[]) =>
    await user.upload(await screen.findByLabelText('Files'), files);
  return { api, user, upload, library, router };
}

/** The library as the API lists it, in pages of one. */
function listOf(library: readonly Saved[], cursor = '0') {
  const place = Number(cursor);
  const workouts = library.slice(place, place + 1).map(({ id, title, script, notes }) => ({
    id,
    title,
    script,
    notes,
    tags: [],
    reading: { workout: readScript(script).workout, mistakeCount: 0, mistakes: [] },
    version: 1,
    createdAt: '2026-11-17T08:00:00Z',
    updatedAt: '2026-11-17T08:00:00Z',
  }));
  return { workouts, nextCursor: place + 1 < library.length ? String(place + 1) : null };
}

const fileOf = (name: string, text: string) => new File([text], name);

test('files become workouts; their losses and the parts left out are shown; one undo takes all out', async () => {
  const { user, upload, library } = await openImport();
  await upload([fileOf('hills.zwo', ZWO), fileOf('notes.bin', '\0\0\0')]);

  const found = within(await screen.findByRole('region', { name: '1 workout found' }));
  found.getByRole('heading', { name: 'Hills' });
  const losses = within(found.getByRole('list', { name: 'What we changed' }));
  expect(losses.getByRole('listitem').textContent).toBe('an element “Frob”: skipped');
  const files = within(screen.getByRole('region', { name: 'Your files' }));
  files.getByText('1 workout');
  files.getByText('Zwift');
  files.getByText(/^We can’t read this file type/);

  await user.click(found.getByRole('button', { name: 'Add 1 workout' }));
  await screen.findByText('1 workout added');
  expect(library).toMatchObject([{ title: 'Hills', script: '10m 10k' }]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Import undone. The workouts are in Trash');
  expect(library).toEqual([]);
});

test('a question about the whole source reads it again, and one about a script changes that script', async () => {
  const { user, library } = await openImport();
  await user.click(screen.getByLabelText('Text or table'));
  await user.paste(TABLE);

  await screen.findByRole('region', { name: '2 workouts found' });
  await user.click(
    within(screen.getByRole('group', { name: /Which comes first/ })).getByRole('radio', {
      name: 'Day first',
    }),
  );
  await screen.findByText(/^Fri 3 Apr/);
  // The likeliest answer is chosen, and the title follows another one.
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^400 metres/ }).checked).toBe(true);
  await user.click(screen.getByRole('radio', { name: /^400 minutes/ }));
  screen.getByRole('heading', { name: /6 h 40/ });
  await user.click(screen.getByRole('radio', { name: /^400 metres/ }));
  screen.getByText('Is this a run? Tick it to add it.');
  await user.click(screen.getByRole('button', { name: 'Save to Workouts only' }));
  await screen.findByText('2 workouts added');
  expect(library.map(({ script, notes }) => [script, notes])).toEqual([
    ['15m E + 400mtr R', 'Planned for 5 Jun 2026'],
    ['8 km easy', 'Planned for 3 Apr 2026'],
  ]);
});

test('one answer is given to all questions like it, in every workout that is taken', async () => {
  const { user, upload, library } = await openImport();
  await upload(fileOf('track.txt', 'Tue: 20m E + 400 R\nThu: 10m E + 200 R\nSat: 10m E + 300 R'));
  const found = within(await screen.findByRole('region', { name: '3 workouts found' }));
  found.getByText('3 times');
  await user.click(found.getByRole('checkbox', { name: /^Add .*300/ }));
  found.getByText('2 times');
  await user.click(found.getByRole('radio', { name: /^400 seconds/ }));
  await user.click(found.getByRole('button', { name: 'Add 2 workouts to calendar' }));
  await screen.findByText('2 workouts added');
  expect(library.map(({ script }) => script)).toEqual(['20m E + 6m40s R', '10m E + 3m20s R']);
});

test('an answer about the file leaves ticks and answered workouts as they are', async () => {
  const { user } = await openImport();
  await user.click(screen.getByLabelText('Text or table'));
  await user.paste(TABLE);
  const region = await screen.findByRole('region', { name: '2 workouts found' });
  const firstTick = () => within(region).getAllByRole<HTMLInputElement>('checkbox')[0]!;
  const wasTicked = firstTick().checked;
  await user.click(screen.getByRole('radio', { name: /^400 minutes/ }));
  await user.click(firstTick());

  await user.click(screen.getByRole('radio', { name: 'Day first' }));
  await screen.findByText(/^Fri 3 Apr/);
  expect(firstTick().checked).toBe(!wasTicked);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^400 minutes/ }).checked).toBe(true);
});

test('a figure answers the question with the focus, or the first, and goes to the next', async () => {
  const { user } = await openImport();
  await user.click(screen.getByLabelText('Text or table'));
  await user.paste(TABLE);
  await screen.findByRole('region', { name: '2 workouts found' });
  const minutes = () => screen.getByRole<HTMLInputElement>('radio', { name: /^400 minutes/ });
  await user.keyboard('2');
  await screen.findByText(/^Fri 3 Apr/);
  await user.keyboard('2');
  expect(minutes().checked).toBe(true);
  await user.click(screen.getAllByRole('button', { name: /^More actions/ })[0]!);
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  await user.type(screen.getByLabelText('Notes'), '1');
  expect(minutes().checked).toBe(true);
});

test('the same file again is in the library already, so nothing of it is ticked', async () => {
  const { api, user, upload, library, router } = await openImport();
  api.answer(listWorkouts, ({ query }) => listOf(library, (query as { cursor?: string }).cursor));
  const file = fileOf(
    'all.csv',
    'Title,Workout\nTempo,15m E + 20m T\nEasy,45m E\nEasy,45 min easy',
  );
  await upload(file);
  const first = within(await screen.findByRole('region', { name: '3 workouts found' }));
  first.getByText('Duplicate in this import');
  await user.click(first.getByRole('button', { name: 'Add 2 workouts' }));
  await screen.findByText('2 workouts added');

  await act(() => router.navigate('/app/workouts/import'));
  // The same meaning in another spelling, another meaning, and another name.
  const other = 'Tempo,15 min easy + 20 min T\nEasy,45m E\nEasy,50m E\nRecovery,45m E';
  await upload(fileOf('other.csv', `Title,Workout\n${other}`));
  const again = within(await screen.findByRole('region', { name: '4 workouts found' }));
  again.getByText('You already have 2 of these, so they aren’t ticked.');
  expect(again.getAllByText('Already in your library')).toHaveLength(2);
  const boxes = again.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false, true, true]);
  await user.click(boxes[0]!);
  await user.click(again.getByRole('button', { name: 'Add 3 workouts' }));
  await screen.findByText('3 workouts added');
  expect(library).toHaveLength(5);
});

test('a workout that is on its day already is not put there again, and can be kept only if it is new', async () => {
  const { api, user, upload, library } = await openImport();
  const entry = { day: '2026-12-01', title: '45 min easy', script: '45m E' };
  api.answer(listCalendar, ({ query }) => ({
    entries: (query as { from: string }).from <= entry.day ? [entry] : [],
  }));
  api.answer(listWorkouts, () =>
    listOf([{ id: '018f6f0e-0000-7000-8000-000000000000', notes: '', ...entry }]),
  );
  const events = ['20261201', '20261203'].map(
    (day) => `BEGIN:VEVENT\nDTSTART;VALUE=DATE:${day}\nSUMMARY:45 min easy\nEND:VEVENT\n`,
  );
  const race = 'BEGIN:VEVENT\nDTSTART;VALUE=DATE:20261205\nSUMMARY:5 km R\nEND:VEVENT\n';
  const file = `BEGIN:VCALENDAR\n${events.join('')}${race}END:VCALENDAR`;
  await upload(fileOf('club.ics', file));
  const found = within(await screen.findByRole('region', { name: '3 workouts found' }));
  expect(found.getAllByText('Already on this day')).toHaveLength(1);
  found.getByRole('button', { name: 'Save 1 new to Workouts only' });
  await user.click(found.getByRole('button', { name: 'Add 2 workouts to calendar' }));
  await screen.findByText('1 workout added');
  screen.getByText('2 added to the calendar.');
  expect(library.map(({ day }) => day)).toEqual(['2026-12-05']);
});

test('a workout of the library is put on its day without a copy, and the undo takes it off that day', async () => {
  const { api, user, upload, library } = await openImport();
  const id = '018f6f0e-0000-7000-8000-000000000009';
  const easy = { id, title: '45 min easy', script: '45m E', notes: '' };
  api.answer(listWorkouts, () => listOf([easy]));
  const removals: unknown[] = [];
  api.answer(changeCalendar, ({ body }) => {
    removals.push(body);
    return { skipped: 0 };
  });
  const event = 'BEGIN:VEVENT\nDTSTART;VALUE=DATE:20261203\nSUMMARY:45 min easy\nEND:VEVENT\n';
  await upload(fileOf('club.ics', `BEGIN:VCALENDAR\n${event}END:VCALENDAR`));
  await user.click(await screen.findByRole('button', { name: 'Add 1 workout to calendar' }));
  await screen.findByText('1 workout added to the calendar');
  expect(api.calls.at(-1)?.request).toMatchObject({
    body: { workouts: [{ workoutId: id, day: '2026-12-03' }] },
  });
  expect(library).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Import undone');
  expect(removals).toEqual([
    {
      removals: [
        { id: '018f6f0e-0000-7000-9000-000000001203', day: '2026-12-03', ifUnedited: true },
      ],
    },
  ]);
});

test('a day has the notes of its import, and the workout of the library keeps its own', async () => {
  const { api, user, upload, library } = await openImport();
  const id = '018f6f0e-0000-7000-8000-000000000009';
  const easy = { id, title: '45 min E', script: '45m E', notes: 'From last year' };
  api.answer(listWorkouts, () => listOf([easy]));
  const rows = ['2026-12-03,45 min easy,Softly', '2026-12-04,45 min easy,From last year'];
  await upload(fileOf('club.csv', `Date,Workout,Notes\n${rows.join('\n')}`));
  await user.click(await screen.findByRole('button', { name: 'Add 2 workouts to calendar' }));
  await screen.findByText('1 workout added');
  expect(library).toMatchObject([{ title: '45 min E', notes: 'Softly', day: '2026-12-03' }]);
  expect(api.calls.flatMap(({ request }) => request.body ?? [])).toMatchObject([
    { workouts: [{ day: '2026-12-03' }, { workoutId: id, day: '2026-12-04' }] },
  ]);
});

test('a new workout on several days is saved once, and one undo takes it off all of them', async () => {
  const { api, user, upload, library } = await openImport();
  const sent: Batch['workouts'] = [];
  api.answer(saveWorkouts, ({ body }) => {
    sent.push(...(body as Batch).workouts);
    return addTo(library, body);
  });
  const removed: string[] = [];
  api.answer(changeCalendar, ({ body }) => {
    removed.push(...(body as { removals: { day: string }[] }).removals.map(({ day }) => day));
    return { skipped: 0 };
  });
  const days = ['2026-12-01,8 km easy', '2026-12-02,400m R', '2026-12-03,8 km easy'];
  await upload(fileOf('days.csv', `Date,Workout\n${days.join('\n')}`));
  await user.click(await screen.findByRole('button', { name: 'Add 3 workouts to calendar' }));
  await screen.findByText('2 workouts added');
  screen.getByText('3 added to the calendar.');
  expect(library).toHaveLength(2);
  expect(sent.at(-1)).toEqual({ workoutId: library[0]?.id, day: '2026-12-03' });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(library).toEqual([]));
  expect(removed).toEqual(['2026-12-03']);
});

test('without the library everything is offered, with a warning', async () => {
  const { api, upload } = await openImport();
  api.answer(listWorkouts, () => {
    throw new Error('Can’t reach Pacewright.');
  });
  await upload(fileOf('plan.txt', 'Tue: 45 min easy'));
  await screen.findByText('Your library didn’t load.');
  expect(screen.getByRole('button', { name: 'Add 1 workout to calendar' })).toBeTruthy();
});

test('a cell that may be no run is asked about, and kept on its day if it is ticked', async () => {
  const { user, upload, library } = await openImport();
  const table = 'Date,Workout\n2026-12-01,40m E\n2026-12-02,hills by feel\n2026-12-03,book club';
  await upload(fileOf('plan.csv', table));
  const found = within(await screen.findByRole('region', { name: '1 workout found' }));
  expect(found.getAllByText('Is this a run? Tick it to add it.')).toHaveLength(2);
  await user.click(found.getByRole('checkbox', { name: 'Add hills by feel' }));
  await user.click(found.getByRole('button', { name: 'Add 2 workouts to calendar' }));
  await screen.findByText('2 workouts added');
  expect(library.map(({ script, day }) => [script, day])).toEqual([
    ['40m E', '2026-12-01'],
    ['hills by feel', '2026-12-02'],
  ]);
});

test('workouts with dates go onto the calendar; a full day takes none, and one undo takes all out', async () => {
  const { api, user, upload, library } = await openImport();
  api.answer(saveWorkouts, ({ body }) => addTo(library, body, (day) => day === '2026-12-03'));
  const events = ['20261201', '20261203'].map(
    (day) => `BEGIN:VEVENT\nDTSTART;VALUE=DATE:${day}\nSUMMARY:45 min easy\nEND:VEVENT\n`,
  );
  const file = `BEGIN:VCALENDAR\n${events.join('')}END:VCALENDAR`;
  await upload([fileOf('club.ics', file), fileOf('hills.zwo', ZWO)]);
  const found = within(await screen.findByRole('region', { name: '3 workouts found' }));
  found.getByText(/^Thu 3 Dec/);
  found.getByText('1 workout without a day: added to Workouts only.');
  await user.click(found.getByRole('button', { name: 'Add 2 workouts to calendar' }));

  await screen.findByText('2 workouts added');
  screen.getByText(
    '1 added to the calendar. 1 added to Workouts only, because their days are full.',
  );
  expect(library.map(({ script, notes, day }) => [script, notes, day])).toEqual([
    ['45 min easy', '', '2026-12-01'],
    ['10m 10k', '', undefined],
  ]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Import undone. The workouts are in Trash');
  expect(library).toEqual([]);
});

test('the files for a watch have the days of their schedule; days without a workout are named', async () => {
  const { api, user, upload, library } = await openImport();
  const speeds = { trainingPaces: trainingPaces(50), vdot: 50 };
  const [track, easy] = ['Track', 'Easy'].map((title) => {
    const workout = { id: title, title, script: '40m', speeds };
    const days = ['2026-12-01', '2026-12-03'].map((day) => ({ ...workout, day }));
    const files = encodeWatchFiles(days);
    if (!files.ok) throw new Error(files.reason);
    return files.bytes;
  });
  const orphan = encodeSchedule([{ id: 'elsewhere', day: '2026-12-09' }]);
  await upload([
    new File([track!], 'track.zip'),
    new File([easy!], 'easy.zip'),
    new File([orphan], 'schedule.fit'),
  ]);
  const found = within(await screen.findByRole('region', { name: '4 workouts found' }));
  // Without the instructions of the archives.
  found.getByText('1 item skipped');
  found.getByText('1 scheduled day: choose their workout files too');
  await user.click(found.getByRole('button', { name: 'Add 4 workouts to calendar' }));
  await screen.findByText('2 workouts added');
  screen.getByText('4 added to the calendar.');
  expect(library.map(({ title, day }) => `${title} ${day}`)).toEqual([
    'Track 2026-12-01',
    'Easy 2026-12-01',
  ]);
  expect(api.calls.at(-1)?.request).toMatchObject({
    body: {
      workouts: library.map(({ id }) => ({ workoutId: id, day: '2026-12-03' })),
    },
  });
});

test('weekdays are in a week of the runner’s choice, and only the ticked runs are added', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 17, 12), toFake: ['Date'] });
  const { user, upload, library } = await openImport();
  await upload(fileOf('mail.txt', 'Tue: 45 min easy\nThu: 20 min T\nSun: 90 min easy'));
  const found = within(await screen.findByRole('region', { name: '3 workouts found' }));
  found.getByText(/^Tue 17 Nov/);
  expect(found.queryByRole('button', { name: 'Open as plan' })).toBeNull();
  await user.click(found.getByRole('checkbox', { name: 'Add 20 min T' }));
  await user.selectOptions(found.getByLabelText('Week'), '30 November - 6 December');
  await user.click(found.getByRole('button', { name: 'Add 2 workouts to calendar' }));
  await screen.findByText('2 workouts added');
  expect(library.map(({ title, day }) => [title, day])).toEqual([
    ['45 min E', '2026-12-01'],
    ['1 h 30 E', '2026-12-06'],
  ]);
  vi.useRealTimers();
});

test('weeks begin on Sunday for an athlete whose weeks do', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 17, 12), toFake: ['Date'] });
  writeLocalUser({ ...userNamed('alex'), weekStart: 'sunday' });
  const { user, upload, library } = await openImport();
  await upload(fileOf('mail.txt', 'Sun: 90 min easy\nTue: 45 min easy\nSat: 20 min T'));
  await screen.findByRole('region', { name: '3 workouts found' });
  screen.getByRole('option', { name: '22 - 28 November' });
  await user.click(screen.getByRole('button', { name: 'Add 3 workouts to calendar' }));
  await screen.findByText('3 workouts added');
  expect(library.map(({ day }) => day)).toEqual(['2026-11-15', '2026-11-17', '2026-11-21']);
  localStorage.clear();
  vi.useRealTimers();
});

test('several weeks open as a plan', async () => {
  const { user, upload, router } = await openImport();
  const grid = 'Week,Mon,Tue,Wed,Thu,Fri,Sat,Sun\n1,rest,40m E,,20m T,,,1h E\n2,,45m E,,,,,1h10m E';
  await upload(fileOf('plan.csv', grid));
  await user.click(await screen.findByRole('button', { name: 'Open as plan' }));
  expect(router.state.location.pathname).toBe('/app/plans/new');
  expect(router.state.location.state).toEqual({
    start: {
      text: 'plan Imported\n\nweek 1\n  Tue 40m E\n  Thu 20m T\n  Sun 1h E\n\nweek 2\n  Tue 45m E\n  Sun 1h10m E',
    },
  });
});

test('a workout that stays off the calendar has its weekday in its notes', async () => {
  const { user, upload, library } = await openImport();
  await upload(fileOf('plan.txt', 'Tue: 45 min easy\nThu: 20 min T'));
  await user.click(await screen.findByRole('button', { name: 'Save to Workouts only' }));
  await screen.findByText('2 workouts added');
  expect(library.map(({ title, notes }) => [title, notes])).toEqual([
    ['Thu: 20 min T', 'Planned for Thursday in week 1'],
    ['Tue: 45 min E', 'Planned for Tuesday in week 1'],
  ]);
});

test('a thousand workouts are added and taken out in batches; a failure half-way adds the rest once', async () => {
  const { api, user, upload, library, router } = await openImport();
  const rows = Array.from({ length: 990 }, (_, index) => `Run ${index},40m E + ${index + 1}s R`);
  await upload(fileOf('all.csv', `Title,Workout\n${rows.join('\n')}`));
  await screen.findByRole('region', { name: '990 workouts found' });
  const keys = new Set<string>();
  let requests = 0;
  api.answer(saveWorkouts, (request) => {
    requests++;
    const { body, idempotencyKey = '' } = request as { body: unknown; idempotencyKey?: string };
    const isRepeated = keys.has(idempotencyKey);
    keys.add(idempotencyKey);
    const added = isRepeated ? library.slice(-MAX_WORKOUTS_PER_BATCH) : undefined;
    const reply = added
      ? { workouts: added.map(({ id }) => ({ id, entryId: null })) }
      : addTo(library, body);
    // The response is lost.
    if (requests === 3) throw new Error('Can’t reach Pacewright.');
    return reply;
  });
  await user.click(screen.getByRole('button', { name: 'Add 990 workouts' }));
  await screen.findByText('Can’t reach Pacewright.');
  await user.click(screen.getByRole('button', { name: 'Add 890 workouts' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/workouts'));
  expect(requests).toBeLessThanOrEqual(21);
  expect(library).toHaveLength(990);
  expect(library.at(-1)?.title).toBe('Run 0');
});

test('files without a workout, and an empty text, say why', async () => {
  const { user, upload } = await openImport();
  await user.click(screen.getByRole('button', { name: 'Find workouts' }));
  screen.getByText('Paste some text or choose files.');
  await user.type(screen.getByLabelText('Text or table'), 'See you on Sunday!');
  await user.click(screen.getByRole('button', { name: 'Find workouts' }));
  await screen.findByText(/^No workouts found/);
  await upload(fileOf('course.erg', '[COURSE HEADER]\nMINUTES WATTS'));
  expect(await screen.findByText(/^ERG and MRC files are bike rides/)).toBeTruthy();
});

test('a reading of several files says how many are read, with those in archives, and can be stopped', async () => {
  const { user, upload } = await openImport();
  const last = Promise.withResolvers<ArrayBuffer>();
  const slow = fileOf('slow.csv', TABLE);
  slow.arrayBuffer = () => last.promise;
  const speeds = { trainingPaces: trainingPaces(50), vdot: 50 };
  const archive = encodeWatchFiles([
    { id: '1', title: 'Easy', script: '40m', speeds, day: '2026-12-01' },
  ]);
  if (!archive.ok) throw new Error(archive.reason);
  // A workout and a schedule.
  await upload([new File([archive.bytes], 'watch.zip'), fileOf('notes.bin', '\0\0\0'), slow]);
  await screen.findByText('3 of 4 read');
  const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Files read' });
  expect([bar.value, bar.max]).toEqual([3, 4]);
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  screen.getByRole('button', { name: 'Choose files' });
  last.resolve(new ArrayBuffer(0));
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('a reading of one text counts its workouts', async () => {
  const seen: unknown[] = [];
  const text = Array.from({ length: 3 }, (_, week) => `Week ${week + 1}\nTue: 8 km easy\n`).join(
    '',
  );
  const options = { units: 'metric' as const };
  await readFiles([fileOf('Pasted text', text)], options, (now) => seen.push(now));
  expect(seen).toEqual([1, 2, 3].map((done) => ({ what: 'Workouts', done, of: 3 })));
});

test('files can be dropped anywhere, and never replace the page', async () => {
  const { user } = await openImport();
  await user.type(screen.getByLabelText('Text or table'), 'Sun: long');
  const dataTransfer = { types: ['Files'], files: [fileOf('plan.txt', 'Tue: 45 min easy')] };
  const over = createEvent.dragOver(document.body, { dataTransfer });
  fireEvent(document.body, over);
  expect(over.defaultPrevented).toBe(true);
  const drop = createEvent.drop(document.body, { dataTransfer });
  fireEvent(document.body, drop);
  expect(drop.defaultPrevented).toBe(true);
  await screen.findByRole('region', { name: '1 workout found' });
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text or table').value).toBe('Sun: long');
});

const MAIL = `Hi Alex,
here is the week:

Tue - 3k w/u, 6 x 800 @ 5k pace w/ 90s jog, 2k c/d
Thu: 8 mi w/ 5x600m @ 5k

Keep the easy days honest.`;

test('a pasted text is shown beside its workouts, with its questions in their places, and can be changed', async () => {
  const { user } = await openImport();
  await user.click(screen.getByLabelText('Text or table'));
  await user.paste(MAIL);
  await screen.findByRole('region', { name: '2 workouts found' });
  const text = screen.getByRole('region', { name: 'Pasted text' });
  expect(within(text).getAllByText('Understood:')).toHaveLength(1);
  expect(within(text).getAllByText('Question:')).toHaveLength(1);
  expect(text.querySelector('mark')?.textContent).toBe('w/ 5x600m @ 5k1');
  screen.getByText(/ · 1 question$/);
  screen.getByText('skipped');
  screen.getByText('“Keep the easy days honest.”: not a workout');

  screen.getByRole('heading', { name: 'Check what we read', level: 1 });
  await user.click(screen.getByRole('button', { name: 'More actions for 5 × 600 m 5k' }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const line = screen.getByRole('textbox', { name: 'Script of 5 × 600 m 5k' });
  await user.clear(line);
  await user.type(line, '40m E{Enter}');
  screen.getByRole('heading', { name: '40 min E' });
  expect(within(text).getAllByText('Understood:')).toHaveLength(2);
  expect(screen.queryByText(/ · 1 question$/)).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Edit text' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text or table').value).toBe(MAIL);
});

test('the answer “None of these” opens the words as they are, unticked and skipped, with the focus in them', async () => {
  const { user } = await openImport();
  await user.click(screen.getByLabelText('Text or table'));
  await user.paste('Tue: 8 km easy\nSat: 12 km esay\nSun: 50m tempoo');
  await screen.findByRole('region', { name: '3 workouts found' });
  const [, second, third] = screen.getAllByRole<HTMLInputElement>('checkbox');
  const marks = () => {
    const text = within(screen.getByRole('region', { name: 'Pasted text' }));
    return ['Understood:', 'Question:'].map((mark) => text.queryAllByText(mark).length);
  };
  const openedScript = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Script/ });
  expect(marks()).toEqual([1, 2]);
  await user.click(screen.getAllByRole('radio', { name: 'None of these' })[0]!);
  expect(document.activeElement).toBe(openedScript());
  expect(openedScript().value).toContain('esay');
  expect([second?.checked, third?.checked]).toEqual([false, true]);
  expect(marks()).toEqual([1, 1]);
  screen.getByText('skipped');
  screen.getByRole('button', { name: 'Add 2 workouts to calendar' });

  await user.clear(openedScript());
  await user.type(openedScript(), '12km E{Enter}');
  expect(second?.checked).toBe(true);
  expect(marks()).toEqual([2, 1]);

  await user.keyboard('2');
  expect(document.activeElement).toBe(openedScript());
  expect(third?.checked).toBe(false);
});

test('questions that are alike are asked again below the one whose answer is none of them', async () => {
  const { user } = await openImport();
  await user.click(screen.getByLabelText('Text or table'));
  await user.paste('Tue: 8 km easy\nSat: 12 km easy w 4 x 15 dash\nSun: 14 km easy w 6 x 15 dash');
  const found = within(await screen.findByRole('region', { name: '3 workouts found' }));
  found.getByText('2 times');
  await user.click(screen.getByRole('radio', { name: 'None of these' }));
  expect(found.queryByText('2 times')).toBeNull();
  expect(screen.getAllByRole('radio', { name: /^After it/ })).toHaveLength(1);
  const boxes = found.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false, true]);
});

test('a workout is moved to another day, noted and left out, and a reload keeps all of it', async () => {
  const { api, user } = await openImport();
  await user.click(screen.getByLabelText('Text or table'));
  await user.paste('Tue: 8 km easy\nThu: 10 km easy\nSun: 16 km easy');
  await user.click(await screen.findByRole('button', { name: 'More actions for 8 km E' }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-12-09' } });
  await user.type(screen.getByLabelText('Notes'), 'With Ana');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  screen.getByText('Notes: With Ana');
  await user.click(screen.getByRole('button', { name: 'More actions for 10 km E' }));
  await user.click(screen.getByRole('menuitem', { name: 'Leave out' }));
  screen.getByRole('button', { name: 'Add 2 workouts to calendar' });
  expect(api.countOf(saveWorkouts)).toBe(0);

  const { usr } = history.state as { usr: unknown };
  cleanup();
  const again = await openImport({ pasted: findKept(usr) });
  await again.user.click(await screen.findByRole('button', { name: 'Add 2 workouts to calendar' }));
  await screen.findByText('2 workouts added');
  expect(again.library).toMatchObject([
    { title: '8 km E', notes: 'With Ana', day: '2026-12-09' },
    { title: '16 km E' },
  ]);
});

test('without a tick there is nothing to add, and the page says so', async () => {
  const { user, upload } = await openImport();
  await upload(fileOf('one.csv', 'Title,Workout\nEasy,45m E'));
  await user.click(await screen.findByRole('checkbox', { name: 'Add Easy' }));
  screen.getByText('Tick a workout to add it.');
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
});

test('an athlete who leaves while workouts are added keeps those before, with their undo', async () => {
  const { api, user, upload, library, router } = await openImport();
  const rows = Array.from({ length: 120 }, (_, index) => `Run ${index},40m E + ${index + 1}s R`);
  await upload(fileOf('all.csv', `Title,Workout\n${rows.join('\n')}`));
  const first = Promise.withResolvers<void>();
  api.answer(saveWorkouts, async ({ body }) => {
    await first.promise;
    return addTo(library, body);
  });
  await user.click(await screen.findByRole('button', { name: 'Add 120 workouts' }));
  await act(() => router.navigate('/app/paces'));
  first.resolve();
  await screen.findByText('50 workouts added');
  expect(library).toHaveLength(50);
  expect(router.state.location.pathname).toBe('/app/paces');
});

test('a workout of a text is split, joined again, and the days of a table are corrected', async () => {
  const { user } = await openImport();
  const paste = async (text: string) => {
    await user.click(await screen.findByLabelText('Text or table'));
    await user.paste(text);
  };
  await paste('Mon: 5 km easy\nWed: 2 km easy\n6 x 400m I, 1 min jog');
  await screen.findByRole('heading', { name: '2 workouts found' });
  const openMenu = async (title: string) =>
    await user.click(screen.getByRole('button', { name: `More actions for ${title}` }));
  await openMenu('6 × 400 m I');
  await user.click(screen.getByRole('menuitem', { name: 'Split into two…' }));
  await user.click(screen.getByRole('button', { name: '“6 x 400m I, 1 min jog”' }));
  await screen.findByRole('heading', { name: '3 workouts found' });
  await openMenu('6 × 400 m I');
  await user.click(screen.getByRole('menuitem', { name: 'Join with Wed: 2 km E' }));
  await screen.findByRole('heading', { name: '2 workouts found' });

  await user.click(screen.getByRole('button', { name: 'Edit text' }));
  await user.clear(await screen.findByLabelText('Text or table'));
  await paste('Mon\tTue\tWed\tThu\n5 km\t8 km\t10 km\t12 km');
  await screen.findByRole('heading', { name: '4 workouts found' });
  await user.click(screen.getByText('Wrong days or units?'));
  await user.selectOptions(screen.getByLabelText('Its days are'), 'One column left');
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(3));
});
