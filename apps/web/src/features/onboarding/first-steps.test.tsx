import {
  getPaces,
  getProfile,
  listWorkouts,
  savePaces,
  saveUnits,
  saveWorkout,
  updateProfile,
} from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { unreachable, userNamed } from '../../testing/fake-api.ts';
import { saidOf } from '../../testing/fields.ts';
import { ALEX, startApp } from '../../testing/render-app.tsx';
import { EASY } from '../../testing/open-calendar.tsx';

afterEach(() => vi.restoreAllMocks());

const NO_PACES = {
  trainingPaces: DEFAULT_TRAINING_PACES,
  computedPaces: DEFAULT_TRAINING_PACES,
  paceUnits: 'imperial',
  edited: [],
};

/** A fake API that stores Alex’s paces, workouts and onboarding steps. */
async function arrive(has: { vdot?: number; workouts?: number; firstSteps?: number } = {}) {
  const app = startApp();
  let firstSteps = has.firstSteps ?? 0;
  let paces: object = { ...NO_PACES, vdot: has.vdot };
  let workouts = has.workouts ?? 0;
  const user = () => ({ ...userNamed(ALEX.username, ALEX.email), firstSteps });
  app.api.answer(getProfile, user);
  app.api.answer(updateProfile, ({ body }) => {
    firstSteps = (body as { firstSteps: number }).firstSteps;
    return user();
  });
  app.api.answer(getPaces, () => paces);
  app.api.answer(savePaces, ({ body }) => {
    paces = { ...NO_PACES, ...(body as object), race: undefined };
    return paces;
  });
  app.api.answer(saveUnits, ({ body }) => {
    paces = { ...paces, ...(body as object) };
    return paces;
  });
  app.api.answer(listWorkouts, () => ({
    workouts: Array.from({ length: workouts }, () => EASY),
    nextCursor: null,
  }));
  app.api.answer(saveWorkout, ({ body }) => {
    workouts++;
    const { workout } = body as { workout: object };
    return { ...workout, id: 'first', updatedAt: '2026-11-15T08:00:00.000Z' };
  });
  await app.signInAlex();
  return { ...app, ...app.visit('/app'), remembered: () => firstSteps };
}

function bodiesOf({ api }: Pick<ReturnType<typeof startApp>, 'api'>, endpoint: string) {
  return api.calls.filter((call) => call.endpoint === endpoint).map(({ request }) => request.body);
}

test('a race, then the ways to a first week', async () => {
  const app = await arrive();
  expect(await screen.findByText('What have you raced lately?')).toBeDefined();
  await userEvent.type(screen.getByLabelText('Finish time'), '19:57');
  expect(screen.getByText('50.0')).toBeDefined();
  await userEvent.type(screen.getByLabelText('Race date'), '2026-10-18');
  await userEvent.click(screen.getByRole('button', { name: 'Use this race' }));

  const saved = await screen.findByRole('heading', { name: 'Your paces are saved' });
  expect(document.activeElement).toBe(saved);
  expect(screen.getByRole('link', { name: 'See the plans' })).toBeDefined();
  const ways = screen.getByRole('region', { name: 'Getting started' });
  await userEvent.click(within(ways).getByRole('button', { name: 'Write a line' }));
  expect(document.activeElement).toBe(
    screen.getByRole('textbox', { name: 'Write a run, or paste your week' }),
  );
  await waitFor(() => expect(app.remembered()).toBe(1));

  await userEvent.click(screen.getByRole('button', { name: 'Show me the empty calendar' }));
  await waitFor(() => expect(app.path()).toBe('/app/calendar'));
  await waitFor(() => expect(app.remembered()).toBe(3));
  expect(bodiesOf(app, 'PUT /api/user/paces')).toMatchObject([
    {
      race: { distance: 5000, timeInSeconds: 1197, racedOn: '2026-10-18' },
      paceUnits: 'imperial',
    },
  ]);
});

test('a new account has the units of its region from the start', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  const app = await arrive();
  await waitFor(() =>
    expect(bodiesOf(app, 'PUT /api/user/units')).toEqual([{ paceUnits: 'metric' }]),
  );
  expect(await screen.findByText('What have you raced lately?')).toBeDefined();
});

test('without a race nothing is saved, and that is remembered', async () => {
  const app = await arrive();
  await userEvent.click(await screen.findByRole('button', { name: 'I haven’t raced' }));
  await screen.findByRole('heading', { name: 'What are you running this week?' });
  await waitFor(() => expect(app.remembered()).toBe(1));
  expect(app.api.countOf(savePaces)).toBe(0);
});

test('a step done on another device is not shown here', async () => {
  await arrive({ firstSteps: 1 });
  expect(
    await screen.findByRole('heading', { name: 'What are you running this week?' }),
  ).toBeDefined();
});

test('with imported paces nobody is asked for a race', async () => {
  await arrive({ vdot: 50 });
  expect(await screen.findByText('Your paces are saved')).toBeDefined();
});

test('an athlete with paces and workouts sees no steps', async () => {
  await arrive({ vdot: 50, workouts: 1 });
  expect(await screen.findByText('Nothing planned yet.')).toBeDefined();
});

test('an impossible time replaces the one before it', async () => {
  const app = await arrive();
  const time = await screen.findByLabelText('Finish time');
  await userEvent.type(time, '19:57');
  await userEvent.clear(time);
  await userEvent.type(time, '99:99');
  await userEvent.click(screen.getByRole('button', { name: 'Use this race' }));
  expect(saidOf('Finish time')).toContain('Enter a time like');
  expect(document.activeElement).toBe(time);
  expect(screen.queryByText('50.0')).toBeNull();
  expect(app.api.countOf(savePaces)).toBe(0);
});

test('Enter says what a time should look like', async () => {
  const app = await arrive();
  await userEvent.type(await screen.findByLabelText('Finish time'), '5k 21:30{Enter}');
  expect(saidOf('Finish time')).toContain('Enter a time like 24:31');
  expect(app.api.countOf(savePaces)).toBe(0);
});

test('a race without its day counts as today’s, and the step says so', async () => {
  const app = await arrive();
  await userEvent.type(await screen.findByLabelText('Finish time'), '19:57');
  const day = screen.getByLabelText<HTMLInputElement>('Race date');
  expect(day.value).toBe('');
  expect(saidOf('Race date')).toBe('Optional. Without one, it counts as today’s.');
  await userEvent.click(screen.getByRole('button', { name: 'Use this race' }));
  await waitFor(() => expect(app.api.countOf(savePaces)).toBe(1));
});

test('an empty step asks for an answer, and a failure keeps the input', async () => {
  const app = await arrive();
  await userEvent.click(await screen.findByRole('button', { name: 'Use this race' }));
  const time = screen.getByLabelText('Finish time');
  expect(document.activeElement).toBe(time);
  expect(time.getAttribute('aria-invalid')).toBe('true');
  expect(saidOf('Finish time')).toBe('Enter your finish time, or start without a race');

  app.api.answer(savePaces, () => {
    throw unreachable();
  });
  await userEvent.type(screen.getByLabelText('Finish time'), '19:57');
  await userEvent.type(screen.getByLabelText('Race date'), '2026-10-18');
  await userEvent.click(screen.getByRole('button', { name: 'Use this race' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Not saved.');
  expect(screen.getByText('What have you raced lately?')).toBeDefined();
  expect(app.remembered()).toBe(0);
});
