import { saveWorkout } from '@pacewright/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openApp, openAppAsAlex } from '../../testing/render-app.tsx';
import {
  deleteVisitorWorkout,
  saveVisitorWorkout,
  getVisitorData,
} from '../../visitor/visitor-store.ts';

const EASY = { title: 'Easy', script: '45m E' };
const TEMPO = { title: 'Tempo', script: '15m E + 20m T + 10m E' };

async function rename(title: string): Promise<void> {
  const field = await screen.findByLabelText('Title');
  await userEvent.clear(field);
  await userEvent.type(field, title);
}

function list() {
  return within(screen.getByRole('region', { name: 'On this device' }));
}

test('a visitor sees an example, which is stored only once it is changed', async () => {
  openApp('/try');
  expect(await screen.findByText('An example. Edit or replace it.')).toBeDefined();
  expect(getVisitorData().workouts).toEqual([]);

  await rename('Mine');
  expect(screen.getByText('Saved on this device')).toBeDefined();
  expect(getVisitorData().workouts).toMatchObject([
    { title: 'Mine', script: '15m E + 5x(3m I + 2m E) + 10m E' },
  ]);
});

test('the last workout is open, and the others are listed', async () => {
  saveVisitorWorkout(EASY);
  saveVisitorWorkout(TEMPO);
  openApp('/try');
  expect(await screen.findByRole('heading', { level: 1, name: 'Tempo' })).toBeDefined();
  expect(
    list()
      .getByRole('button', { name: /^Tempo/ })
      .getAttribute('aria-current'),
  ).toBe('true');

  await userEvent.click(list().getByRole('button', { name: /^Easy/ }));
  expect(screen.getByRole('heading', { level: 1, name: 'Easy' })).toBeDefined();
  await rename('Easy does it');
  expect(getVisitorData().workouts.map(({ title }) => title)).toEqual(['Tempo', 'Easy does it']);

  await userEvent.click(list().getByRole('button', { name: 'New workout' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Workout' })).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
  expect(getVisitorData().workouts).toHaveLength(2);
});

test('a deleted workout can be restored with Undo', async () => {
  saveVisitorWorkout(EASY);
  saveVisitorWorkout(TEMPO);
  openApp('/try');
  await screen.findByRole('heading', { level: 1, name: 'Tempo' });
  await userEvent.click(list().getByRole('button', { name: 'Delete Tempo' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Easy' })).toBeDefined();
  expect(getVisitorData().workouts).toHaveLength(1);

  await userEvent.click(list().getByRole('button', { name: 'Undo' }));
  expect(getVisitorData().workouts).toMatchObject([TEMPO, EASY]);
});

test('a race result alone is offered for the paces, with both of its values', async () => {
  saveVisitorWorkout({ title: '', script: '10 km in 47:20' });
  const visitor = openApp('/try');
  await userEvent.click(await screen.findByRole('link', { name: 'Use it for your paces' }));
  await waitFor(() => expect(visitor.path()).toBe('/try/paces'));
  await screen.findByLabelText('Minutes');
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  expect(['Distance', 'Minutes', 'Seconds'].map(value)).toEqual(['10000', '47', '20']);
  expect(getVisitorData().race).toEqual({ distance: 10_000, timeInSeconds: 2840 });
});

test('an edit is not lost when another tab imports or changes the workout', async () => {
  const { id = '' } = saveVisitorWorkout(EASY);
  openApp('/try');
  await screen.findByRole('heading', { level: 1, name: 'Easy' });
  deleteVisitorWorkout(id);
  await rename('Still here');
  expect(getVisitorData().workouts).toMatchObject([{ title: 'Still here', script: '45m E' }]);
});

test('creating an account leaves one copy of it here to import', async () => {
  saveVisitorWorkout(EASY);
  const visitor = openApp('/try');
  await userEvent.click(await screen.findByRole('button', { name: 'Create account and save' }));
  await waitFor(() => expect(visitor.path()).toBe('/register'));
  expect(getVisitorData().workouts).toMatchObject([EASY]);
});

test('an athlete saves a workout of the device to the library', async () => {
  saveVisitorWorkout(EASY);
  const app = await openAppAsAlex('/try');
  app.api.answer(saveWorkout, ({ body }) => ({
    ...(body as { workout: object }).workout,
    id: 'saved',
  }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save to my library' }));
  expect(await screen.findByText('Easy saved to your library.')).toBeDefined();
  expect(getVisitorData().workouts).toEqual([]);
});

test('several pasted sessions become workouts on this device', async () => {
  openApp('/try');
  await screen.findByRole('button', { name: 'Insert E' });
  pasteSessions();
  const dialog = await screen.findByRole('dialog', { name: '2 workouts found' });
  await userEvent.click(within(dialog).getByRole('button', { name: /^400 metres, / }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add 2 workouts' }));

  expect(await screen.findByText('2 workouts added.')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(list().getByRole('button', { name: /^Tue: 6 × 400 m R/ })).toBeDefined();
  expect(getVisitorData().workouts.map(({ script }) => script)).toEqual([
    '10m E + 6x(400mtr R + 90s jog)',
    '10m E + 20m T + 10m E',
  ]);
  // The example is still only an example.
  expect(screen.getByText('An example. Edit or replace it.')).toBeDefined();
});

test('sessions that the browser refuses to store are reported, and stay in the dialog', async () => {
  openApp('/try');
  await screen.findByRole('button', { name: 'Insert E' });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('refused');
  });
  pasteSessions();
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 workouts' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Your browser is blocking storage.');
  expect(screen.getByRole('dialog', { name: '2 workouts found' })).toBeDefined();
  expect(getVisitorData().workouts).toEqual([]);
  vi.restoreAllMocks();
});

function pasteSessions(): void {
  const week = 'Tue: 10m E + 6x(400m R + 90s jog)\nThu: 10m E + 20m T + 10m E';
  fireEvent.paste(screen.getByRole('textbox', { name: 'Workout script' }), {
    clipboardData: { getData: () => week },
  });
}

test('a browser that blocks storage gets a warning', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('refused');
  });
  openApp('/try');
  await rename('Mine');
  expect(screen.getByText('Your browser is blocking storage.')).toBeDefined();
  vi.restoreAllMocks();
  for (const { id } of getVisitorData().workouts) deleteVisitorWorkout(id);
});
