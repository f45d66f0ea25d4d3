import { saveWorkout } from '@pacewright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openApp, openAppAsAlex } from '../../testing/render-app.tsx';
import { forgetWorkout, keepWorkout, readKept } from '../../visitor/kept.ts';

const EASY = { title: 'Easy', script: '45m E' };
const TEMPO = { title: 'Tempo', script: '15m E + 20m T + 10m E' };

async function rename(title: string): Promise<void> {
  const field = await screen.findByLabelText('Title');
  await userEvent.clear(field);
  await userEvent.type(field, title);
}

function shelf() {
  return within(screen.getByRole('region', { name: 'On this device' }));
}

test('a visitor finds an example, which is kept only once it is written over', async () => {
  openApp('/try');
  expect(await screen.findByText('An example. Write over it.')).toBeDefined();
  expect(readKept().workouts).toEqual([]);

  await rename('Mine');
  expect(screen.getByText('Saved on this device')).toBeDefined();
  expect(readKept().workouts).toMatchObject([
    { title: 'Mine', script: '15m E + 5x(3m I + 2m E) + 10m E' },
  ]);
});

test('the one begun last is open, and the others are at hand', async () => {
  keepWorkout(EASY);
  keepWorkout(TEMPO);
  openApp('/try');
  expect(await screen.findByRole('heading', { level: 1, name: 'Tempo' })).toBeDefined();
  expect(
    shelf()
      .getByRole('button', { name: /^Tempo/ })
      .getAttribute('aria-current'),
  ).toBe('true');

  await userEvent.click(shelf().getByRole('button', { name: /^Easy/ }));
  expect(screen.getByRole('heading', { level: 1, name: 'Easy' })).toBeDefined();
  await rename('Easy does it');
  expect(readKept().workouts.map(({ title }) => title)).toEqual(['Tempo', 'Easy does it']);

  await userEvent.click(shelf().getByRole('button', { name: 'New workout' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Workout' })).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
  expect(readKept().workouts).toHaveLength(2);
});

test('a workout is deleted with a way back', async () => {
  keepWorkout(EASY);
  keepWorkout(TEMPO);
  openApp('/try');
  await screen.findByRole('heading', { level: 1, name: 'Tempo' });
  await userEvent.click(shelf().getByRole('button', { name: 'Delete Tempo' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Easy' })).toBeDefined();
  expect(readKept().workouts).toHaveLength(1);

  await userEvent.click(shelf().getByRole('button', { name: 'Undo' }));
  expect(readKept().workouts).toMatchObject([TEMPO, EASY]);
});

test('what is being written is not lost to another tab that takes it along or changes it', async () => {
  const { id = '' } = keepWorkout(EASY);
  openApp('/try');
  await screen.findByRole('heading', { level: 1, name: 'Easy' });
  forgetWorkout(id);
  await rename('Still here');
  expect(readKept().workouts).toMatchObject([{ title: 'Still here', script: '45m E' }]);
});

test('creating an account leaves one copy of it here to take along', async () => {
  keepWorkout(EASY);
  const visitor = openApp('/try');
  await userEvent.click(await screen.findByRole('button', { name: 'Create account and save' }));
  await waitFor(() => expect(visitor.path()).toBe('/register'));
  expect(readKept().workouts).toMatchObject([EASY]);
});

test('an athlete saves one of the device into the library', async () => {
  keepWorkout(EASY);
  const app = await openAppAsAlex('/try');
  app.api.answer(saveWorkout, ({ body }) => ({
    ...(body as { workout: object }).workout,
    id: 'saved',
  }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save to my library' }));
  expect(await screen.findByText('Easy is in your library.')).toBeDefined();
  expect(readKept().workouts).toEqual([]);
});

test('where the browser keeps nothing the page says so', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('refused');
  });
  openApp('/try');
  await rename('Mine');
  expect(screen.getByText('Your browser is blocking storage.')).toBeDefined();
  vi.restoreAllMocks();
  for (const { id } of readKept().workouts) forgetWorkout(id);
});
