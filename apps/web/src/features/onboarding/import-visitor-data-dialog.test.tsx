import { getPaces, savePaces, saveWorkout } from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { problemOf, unreachable } from '../../testing/fake-api.ts';
import { startApp } from '../../testing/render-app.tsx';
import {
  hasVisitorWork,
  saveVisitorPaces,
  saveVisitorWorkout,
  getVisitorData,
} from '../../visitor/visitor-store.ts';

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

test('a visitor’s paces are saved without a question; their work is listed, imported on Save, and deleted from the device', async () => {
  saveVisitorPaces({ race: { ...RACE, racedOn: '2026-10-18' }, units: 'metric' });
  saveVisitorWorkout(EASY);
  saveVisitorWorkout(TEMPO);
  const app = await arrive();

  const dialog = await screen.findByRole('alertdialog', { name: 'Save this to your account?' });
  expect(screen.getByText('Your paces are saved')).toBeDefined();
  expect(within(dialog).queryByRole('heading', { name: 'Paces' })).toBeNull();
  expect(within(dialog).getByRole('heading', { name: '2 workouts' })).toBeDefined();
  expect(within(dialog).getByText('Tempo')).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Saved to your account: 2 workouts')).toBeDefined();
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
  expect(hasVisitorWork(getVisitorData())).toBe(false);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('the example race is not imported', async () => {
  saveVisitorPaces({ race: { ...RACE, isExample: true }, units: 'metric' });
  saveVisitorWorkout(EASY);
  const app = await arrive();
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).queryByRole('heading', { name: 'Paces' })).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved to your account: 1 workout')).toBeDefined();
  expect(saved(app, 'PUT /api/user/paces')).toEqual([
    { body: { paceUnits: 'metric', trainingPaces: DEFAULT_TRAINING_PACES } },
  ]);
});

test('without visitor data there is no prompt', async () => {
  saveVisitorPaces({ units: 'metric' });
  await arrive();
  expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('Not now leaves the work on the device without another prompt, and can be undone', async () => {
  saveVisitorWorkout(EASY);
  const app = await arrive();
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(getVisitorData()).toMatchObject({ workouts: [EASY], isDeclined: true });
  expect(savedWorkouts(app)).toEqual([]);

  (await screen.findByRole('button', { name: 'Undo' })).focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('alertdialog')).toBeDefined();
});

test('a race without a day counts as today’s, and the message says so', async () => {
  saveVisitorPaces({ race: RACE });
  const app = await arrive();
  await screen.findByText('Your paces are saved');
  expect(
    screen.getByText('The race counts as today’s. You can change its day in Paces.'),
  ).toBeDefined();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(saved(app, 'PUT /api/user/paces')).toMatchObject([
    { body: { race: { ...RACE, racedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) } } },
  ]);
});

test('paces that could not be saved are in the question', async () => {
  saveVisitorPaces({ race: { ...RACE, racedOn: '2026-10-18' } });
  let isCut = true;
  const app = await arrive(({ api }) =>
    api.answer(savePaces, ({ body }) => {
      if (isCut) throw unreachable();
      return body;
    }),
  );
  const dialog = await screen.findByRole('alertdialog', { name: 'Save this to your account?' });
  expect(dialog.textContent).toContain('From 5 km in 19:57: VDOT 50.0');
  isCut = false;
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved to your account: your paces')).toBeDefined();
  expect(app.api.countOf(savePaces)).toBe(2);
});

test('paces of the account are replaced only if the box is ticked', async () => {
  saveVisitorPaces({ race: { ...RACE, racedOn: '2026-10-18' } });
  saveVisitorWorkout(EASY);
  const app = await arrive(({ api }) => api.answer(getPaces, () => OWN_PACES));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  expect(dialog.textContent).toContain('Your account has VDOT 48.2. Nothing will change.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Saved to your account: 1 workout')).toBeDefined();
  expect(app.api.countOf(savePaces)).toBe(0);
  expect(hasVisitorWork(getVisitorData())).toBe(false);
});

test('units are imported into an account without paces, even without a race', async () => {
  saveVisitorPaces({ units: 'imperial' });
  saveVisitorWorkout(EASY);
  const app = await arrive();
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(saved(app, 'PUT /api/user/paces')).toEqual([
      { body: { trainingPaces: DEFAULT_TRAINING_PACES, paceUnits: 'imperial' } },
    ]),
  );
});

test('without a network nothing is lost, and the next attempt sends the rest under the same keys', async () => {
  saveVisitorPaces({ race: { ...RACE, racedOn: '2026-10-18' } });
  saveVisitorWorkout(EASY);
  saveVisitorWorkout(TEMPO);
  let isCut = false;
  const app = await arrive(({ api }) =>
    api.answer(saveWorkout, ({ body }) => {
      if (isCut) throw unreachable();
      isCut = true;
      return body;
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('is still on this device');
  expect(getVisitorData()).toMatchObject({ workouts: [TEMPO] });

  isCut = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Saved to your account: 1 workout')).toBeDefined();
  const [easy, tempo, again] = savedWorkouts(app);
  expect(tempo).toEqual({ body: { workout: TEMPO }, idempotencyKey: expect.any(String) });
  expect(again).toEqual(tempo);
  expect(easy).not.toMatchObject({
    idempotencyKey: (tempo as { idempotencyKey: string }).idempotencyKey,
  });
});

test('a workout that the API rejects stays here, and the others are imported', async () => {
  saveVisitorWorkout(EASY);
  saveVisitorWorkout({ title: 'Endless', script: '1m E + '.repeat(800) });
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
  expect(getVisitorData().workouts.map(({ title }) => title)).toEqual(['Endless']);
});

test('a tab closes its dialog once another tab has imported the work', async () => {
  saveVisitorWorkout(EASY);
  await arrive();
  await screen.findByRole('alertdialog');
  localStorage.removeItem('pacewright.visitor.1');
  window.dispatchEvent(new StorageEvent('storage', { key: 'pacewright.visitor.1' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('with blocked storage the work is imported within the page', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('refused');
  });
  saveVisitorWorkout(EASY);
  const app = await arrive();
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(savedWorkouts(app)).toHaveLength(1);
  expect(getVisitorData().workouts).toEqual([]);
});

test('a workout without a title is named after its steps', async () => {
  saveVisitorWorkout({ title: '', script: '15m E + 6x(800mtr I + 2m jog) + 10m E' });
  const app = await arrive();
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText('6 × 800 m I')).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(savedWorkouts(app)).toHaveLength(1));
  expect(savedWorkouts(app)).toMatchObject([{ body: { workout: { title: '6 × 800 m I' } } }]);
});
