import { getPaces, savePaces, saveWorkout } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { problemOf, unreachable } from '../../testing/fake-api.ts';
import { startApp } from '../../testing/render-app.tsx';
import { isWorthKeeping, keepPaces, keepWorkout, readKept } from '../../visitor/kept.ts';

const RACE = { distance: 5000, timeInSeconds: 1197 };
const EASY = { title: 'Easy', script: '45m E' };
const TEMPO = { title: 'Tempo', script: '15m E + 20m T + 10m E' };

const OWN_PACES = {
  trainingPaces: DEFAULT_TRAINING_PACES,
  computedPaces: DEFAULT_TRAINING_PACES,
  paceUnits: 'metric',
  vdot: 48.2,
  edited: [],
};

async function arrive(prepare?: (app: ReturnType<typeof startApp>) => void) {
  const app = startApp();
  app.api.answer(saveWorkout, ({ body }) => body);
  app.api.answer(savePaces, ({ body }) => body);
  prepare?.(app);
  await app.signInAlex();
  app.visit('/app');
  return app;
}

function saved(app: ReturnType<typeof startApp>, endpoint: string): unknown[] {
  return app.api.calls.filter((call) => call.endpoint === endpoint).map(({ request }) => request);
}

function savedWorkouts(app: ReturnType<typeof startApp>) {
  return saved(app, 'POST /api/auth/workouts');
}

test('what a visitor made is shown, comes along at a yes, and is gone from the device', async () => {
  keepPaces({ race: { ...RACE, racedOn: '2026-10-18' }, units: 'metric' });
  keepWorkout(EASY);
  keepWorkout(TEMPO);
  const app = await arrive();

  const dialog = await screen.findByRole('alertdialog', { name: 'Save this to your account?' });
  expect(
    within(dialog).getByLabelText<HTMLInputElement>(/From 5 km in 19:57: VDOT 50.0/).checked,
  ).toBe(true);
  expect(within(dialog).getByRole('heading', { name: '2 workouts' })).toBeDefined();
  expect(within(dialog).getByText('Tempo')).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Saved to your account: your paces and 2 workouts')).toBeDefined();
  expect(savedWorkouts(app)).toEqual([
    { body: { workout: EASY }, idempotencyKey: expect.any(String) },
    { body: { workout: TEMPO }, idempotencyKey: expect.any(String) },
  ]);
  expect(saved(app, 'PUT /api/user/paces')).toEqual([
    {
      body: {
        paceUnits: 'metric',
        race: { ...RACE, racedOn: '2026-10-18' },
        trainingPaces: expect.objectContaining({ I: expect.anything() }),
        vdot: expect.closeTo(50, 1),
      },
    },
  ]);
  expect(isWorthKeeping(readKept())).toBe(false);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('an example that someone went on with is not taken for their race', async () => {
  keepPaces({ race: { ...RACE, isExample: true }, units: 'metric' });
  keepWorkout(EASY);
  const app = await arrive();
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).queryByRole('heading', { name: 'Paces' })).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved to your account: 1 workout')).toBeDefined();
  expect(saved(app, 'PUT /api/user/paces')).toEqual([
    { body: { paceUnits: 'metric', trainingPaces: DEFAULT_TRAINING_PACES } },
  ]);
});

test('nobody who kept nothing is asked', async () => {
  keepPaces({ units: 'metric' });
  await arrive();
  expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a no leaves it on the device and is not asked again, but can be taken back', async () => {
  keepWorkout(EASY);
  const app = await arrive();
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(readKept()).toMatchObject({ workouts: [EASY], isDeclined: true });
  expect(savedWorkouts(app)).toEqual([]);

  (await screen.findByRole('button', { name: 'Undo' })).focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('alertdialog')).toBeDefined();
});

test('a race entered without its day is asked for it', async () => {
  keepPaces({ race: RACE });
  const app = await arrive();
  const day = await screen.findByLabelText<HTMLInputElement>('Day of the race');
  expect(day.value).toBe('');
  expect(screen.queryByText('Enter the day of the race, 1900 or later')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Enter the day of the race, 1900 or later')).toBeDefined();
  expect(document.activeElement).toBe(day);
  expect(saved(app, 'PUT /api/user/paces')).toEqual([]);

  await userEvent.type(day, '2026-10-18');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved to your account: your paces')).toBeDefined();
  expect(saved(app, 'PUT /api/user/paces')).toMatchObject([
    { body: { race: { ...RACE, racedOn: '2026-10-18' } } },
  ]);
});

test('paces that an account has already are replaced only when that is ticked', async () => {
  keepPaces({ race: { ...RACE, racedOn: '2026-10-18' } });
  keepWorkout(EASY);
  const app = await arrive(({ api }) => api.answer(getPaces, () => OWN_PACES));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  expect(dialog.textContent).toContain('Your account has VDOT 48.2. It won’t change.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Saved to your account: 1 workout')).toBeDefined();
  expect(app.api.countOf(savePaces)).toBe(0);
  expect(isWorthKeeping(readKept())).toBe(false);
});

test('units come along to an account without paces, even without a race', async () => {
  keepPaces({ units: 'imperial' });
  keepWorkout(EASY);
  const app = await arrive();
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(saved(app, 'PUT /api/user/paces')).toEqual([
      { body: { trainingPaces: DEFAULT_TRAINING_PACES, paceUnits: 'imperial' } },
    ]),
  );
});

test('without a network nothing is lost, and the next attempt sends the rest under the same keys', async () => {
  keepPaces({ race: { ...RACE, racedOn: '2026-10-18' } });
  keepWorkout(EASY);
  keepWorkout(TEMPO);
  let isCut = false;
  const app = await arrive(({ api }) =>
    api.answer(saveWorkout, ({ body }) => {
      if (isCut) throw unreachable();
      isCut = true;
      return body;
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing is lost');
  expect(readKept()).toMatchObject({ race: RACE, workouts: [TEMPO] });

  isCut = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Saved to your account: your paces and 1 workout')).toBeDefined();
  const [easy, tempo, again] = savedWorkouts(app);
  expect(tempo).toEqual({ body: { workout: TEMPO }, idempotencyKey: expect.any(String) });
  expect(again).toEqual(tempo);
  expect(easy).not.toMatchObject({
    idempotencyKey: (tempo as { idempotencyKey: string }).idempotencyKey,
  });
});

test('what the API refuses stays here, and holds up nothing else', async () => {
  keepWorkout(EASY);
  keepWorkout({ title: 'Endless', script: '1m E + '.repeat(800) });
  await arrive(({ api }) =>
    api.answer(saveWorkout, ({ body }) => {
      const { workout } = body as { workout: typeof EASY };
      if (workout.title === 'Endless') throw problemOf('NOT_ACCEPTED');
      return body;
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Endless stays on this device')).toBeDefined();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(readKept().workouts.map(({ title }) => title)).toEqual(['Endless']);
});

test('a tab closes its question once another tab has answered it', async () => {
  keepWorkout(EASY);
  await arrive();
  await screen.findByRole('alertdialog');
  localStorage.removeItem('pacewright.visitor.1');
  window.dispatchEvent(new StorageEvent('storage', { key: 'pacewright.visitor.1' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('where the browser keeps nothing, what was made comes along within the page', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('refused');
  });
  keepWorkout(EASY);
  const app = await arrive();
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(savedWorkouts(app)).toHaveLength(1);
  expect(readKept().workouts).toEqual([]);
});

test('a workout without a title is named after its steps', async () => {
  keepWorkout({ title: '', script: '15m E + 6x(800mtr I + 2m jog) + 10m E' });
  const app = await arrive();
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText('6 × 800 m I')).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(savedWorkouts(app)).toHaveLength(1));
  expect(savedWorkouts(app)).toMatchObject([{ body: { workout: { title: '6 × 800 m I' } } }]);
});
