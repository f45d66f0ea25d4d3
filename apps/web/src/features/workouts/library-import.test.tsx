import {
  deleteWorkout,
  listDaysAhead,
  listWorkouts,
  listWorkoutTags,
  saveWorkout,
} from '@pacewright/contract';
import { trainingPaces } from '@pacewright/pace';
import { readScript } from '@pacewright/script';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallContext } from '../../platform/api/call-context.ts';
import { createFakeApi } from '../../testing/fake-api.ts';
import { clearToasts, Toaster } from '../../ui/toast.tsx';
import { LibraryScreen } from './library-screen.tsx';

// A test has no workers, so its files are read on the page.
vi.mock(import('../../workout/paste/files-reader.ts'), async () => {
  const { readFiles } = await import('../../workout/paste/read-files.ts');
  return { readInWorker: ({ files, options }) => readFiles(files, options) };
});

const ZWO = `<workout_file><name>Hills</name><sportType>run</sportType><durationType>time</durationType><workout>
<SteadyState Duration="600" Power="1" pace="2"/><Frob/></workout></workout_file>`;
const TABLE = 'Date,Workout\n03/04/2026,8 km easy\n05/06/2026,15m E + 400m R\n07/06/2026,dentist';

beforeEach(() => clearToasts());

type SavedText = { title: string; script: string; notes: string };

async function openImport() {
  const api = createFakeApi();
  const library: (SavedText & { id: string })[] = [];
  api.answer(listWorkouts, () => ({ workouts: [], nextCursor: null }));
  api.answer(listWorkoutTags, () => ({ tags: [] }));
  api.answer(listDaysAhead, () => ({ days: [] }));
  api.answer(saveWorkout, ({ body }) => {
    const { workout } = body as { workout: SavedText };
    const id = `018f6f0e-0000-7000-8000-${String(library.length).padStart(12, '0')}`;
    library.push({ ...workout, id });
    const reading = { workout: readScript('').workout, mistakeCount: 0, mistakes: [] };
    const times = { createdAt: '2026-11-01T08:00:00Z', updatedAt: '2026-11-01T08:00:00Z' };
    return { ...workout, id, tags: [], reading, version: 1, ...times };
  });
  api.answer(deleteWorkout, ({ params }) => {
    const { id } = params as { id: string };
    library.splice(
      library.findIndex((one) => one.id === id),
      1,
    );
  });
  const paceContext = {
    speeds: { trainingPaces: trainingPaces(50), vdot: 50 },
    units: 'metric' as const,
  };
  const router = createMemoryRouter([
    { path: '*', element: <LibraryScreen paceContext={paceContext} /> },
  ]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CallContext value={api.createCall({ token: async () => 'token', end: async () => {} })}>
        <RouterProvider router={router} />
        <Toaster />
      </CallContext>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  const input = await screen.findByLabelText('Files with workouts');
  return { api, user, input, library };
}

const fileOf = (name: string, text: string) => new File([text], name);

test('files become workouts; their losses and the parts left out are shown; one undo takes all out', async () => {
  const { user, input, library } = await openImport();
  await user.upload(input, [fileOf('hills.zwo', ZWO), fileOf('notes.bin', '\0\0\0')]);

  const dialog = within(await screen.findByRole('dialog', { name: 'One workout found' }));
  dialog.getByRole('heading', { name: 'Hills' });
  const losses = within(dialog.getByRole('list', { name: 'What a script can’t say' }));
  expect(losses.getByRole('listitem').textContent).toBe('an element “Frob”: left out');
  dialog.getByText('1 part was left out');
  dialog.getByText(/^notes\.bin: Pacewright does not know this kind of file/);

  await user.click(dialog.getByRole('button', { name: 'Add 1 workout' }));
  await screen.findByText('1 workout added');
  expect(library).toMatchObject([{ title: 'Hills', script: '10m 10k' }]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('They are in the trash.');
  expect(library).toEqual([]);
});

test('a question about the whole source reads it again, and one about a script changes that script', async () => {
  const { user, library } = await openImport();
  await user.click(screen.getByLabelText('Or paste a text or table'));
  await user.paste(TABLE);
  await user.click(screen.getByRole('button', { name: 'Find workouts' }));

  await screen.findByRole('dialog', { name: '2 workouts found' });
  await user.selectOptions(screen.getByLabelText(/the day or the month first/), 'The day first');
  await screen.findByText('Planned for 2026-04-03');
  await user.click(screen.getByRole('button', { name: /^400 metres/ }));
  await user.click(screen.getByRole('button', { name: 'Add 2 workouts' }));
  await screen.findByText('2 workouts added');
  expect(library.map(({ script, notes }) => [script, notes])).toEqual([
    ['15m E + 400mtr R', 'Planned for 2026-06-05'],
    ['8 km easy', 'Planned for 2026-04-03'],
  ]);
});

test('an import that fails half-way adds the rest once', async () => {
  const { api, user, input, library } = await openImport();
  const plan = 'Tue: 45 min easy\nThu: 10m E + 20m T + 10m E';
  await user.upload(input, fileOf('plan.txt', plan));
  await screen.findByRole('dialog', { name: '2 workouts found' });
  let attempts = 0;
  api.answer(saveWorkout, ({ body }) => {
    if (++attempts === 2) throw new Error('Pacewright cannot be reached.');
    const { workout } = body as { workout: SavedText };
    library.push({ ...workout, id: String(attempts) });
    return { ...workout, id: String(attempts) };
  });
  await user.click(screen.getByRole('button', { name: 'Add 2 workouts' }));
  await screen.findByRole('dialog', { name: 'One workout found' });
  screen.getByText('Pacewright cannot be reached.');
  await user.click(screen.getByRole('button', { name: 'Add 1 workout' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(library.map(({ title }) => title)).toEqual(['Thu: 20 min T', 'Tue: 45 min E']);
});

test('files without a workout, and an empty text, say why', async () => {
  const { user, input } = await openImport();
  await user.click(screen.getByRole('button', { name: 'Find workouts' }));
  screen.getByText('Paste a text, or choose files.');
  await user.upload(input, fileOf('course.erg', '[COURSE HEADER]\nMINUTES WATTS'));
  expect((await screen.findByRole('alert')).textContent).toContain('ERG and MRC files are rides');
});

test('files can be dropped anywhere, and never replace the page', async () => {
  await openImport();
  const dataTransfer = { types: ['Files'], files: [fileOf('plan.txt', 'Tue: 45 min easy')] };
  const over = createEvent.dragOver(document.body, { dataTransfer });
  fireEvent(document.body, over);
  expect(over.defaultPrevented).toBe(true);
  const drop = createEvent.drop(document.body, { dataTransfer });
  fireEvent(document.body, drop);
  expect(drop.defaultPrevented).toBe(true);
  await screen.findByRole('dialog', { name: 'One workout found' });
});
