import { getPaces, saveWorkout } from '@pacewright/contract';
import { decodeShare, encodeShare } from '@pacewright/delivery';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { problemOf, unreachable } from '../../testing/fake-api.ts';
import { openApp, startApp } from '../../testing/render-app.tsx';

const FIVE_BY_THREE = { title: 'Five by three', script: '15m E + 5x(3m I + 2m jog) + 10m E' };

const PACES = {
  trainingPaces: { ...DEFAULT_TRAINING_PACES, I: { from: 4, to: 4.1 } },
  computedPaces: DEFAULT_TRAINING_PACES,
  paceUnits: 'metric',
  vdot: 52.3,
  edited: ['I'],
};

async function linkTo(workout: { title: string; script: string }): Promise<string> {
  const link = await encodeShare(workout);
  if (!link.ok) throw new Error(link.reason);
  return `/w#${link.fragment}`;
}

test('a visitor sees a shared workout in the default paces, and in their own after one race', async () => {
  openApp(await linkTo(FIVE_BY_THREE));
  expect(await screen.findByRole('heading', { level: 1, name: 'Five by three' })).toBeDefined();
  expect(screen.getByText('7:15 - 8:03 min/mile')).toBeDefined();

  await userEvent.type(screen.getByLabelText('Finish time'), '19:57');
  expect(screen.getByText('50.0')).toBeDefined();
  await userEvent.click(screen.getByRole('radio', { name: 'min/km' }));
  expect(screen.getByText('3:51 - 4:00 min/km')).toBeDefined();
});

test('a time that is none is corrected once it is left, with the sentence of the calculator', async () => {
  openApp('/w');
  const time = await screen.findByLabelText('Finish time');
  await userEvent.type(time, '12:00');
  expect(time.getAttribute('aria-invalid')).toBeNull();
  await userEvent.tab();
  expect(
    screen.getByText('That is faster than the world record. Check distance and time'),
  ).toBeDefined();
});

test('an athlete sees it in the paces that this device saw last, without signing in again', async () => {
  const app = startApp();
  app.api.answer(getPaces, () => PACES);
  await app.signInAlex();
  app.visit('/app');
  await waitFor(() => expect(localStorage.getItem('pacewright.user.paces')).not.toBeNull());

  app.visit(await linkTo(FIVE_BY_THREE));
  expect(await screen.findByText('Shown in your training paces.')).toBeDefined();
  expect(screen.getByText('4:04 - 4:10 min/km')).toBeDefined();
  expect(screen.queryByLabelText('Finish time')).toBeNull();

  await app.session.logout();
  expect(localStorage.getItem('pacewright.user.paces')).toBeNull();
});

test('what is changed is what the page’s own address carries', async () => {
  const replace = vi.spyOn(history, 'replaceState');
  openApp(await linkTo(FIVE_BY_THREE));
  const script = await screen.findByLabelText('Script');
  await userEvent.clear(script);
  await userEvent.type(script, '20m T');

  await waitFor(() => expect(replace).toHaveBeenCalled());
  const [, , address] = replace.mock.lastCall ?? [];
  expect(await decodeShare(String(address))).toEqual({
    ok: true,
    workout: { title: 'Five by three', script: '20m T' },
  });
});

test('a visitor who saves it is taken to register, and finds it in their library', async () => {
  const app = startApp();
  app.api.answer(getPaces, () => PACES);
  app.api.answer(saveWorkout, () => ({}));
  const visitor = app.visit(await linkTo(FIVE_BY_THREE));
  await userEvent.click(await screen.findByRole('button', { name: 'Create account and save' }));
  await waitFor(() => expect(visitor.path()).toBe('/register'));
  expect(app.api.countOf(saveWorkout)).toBe(0);

  await app.signInAlex();
  app.visit('/app');
  expect(await screen.findByText('Five by three saved')).toBeDefined();
  expect(app.api.calls.filter(({ endpoint }) => endpoint === 'POST /api/auth/workouts')).toEqual([
    {
      endpoint: 'POST /api/auth/workouts',
      request: { body: { workout: FIVE_BY_THREE }, idempotencyKey: expect.any(String) },
    },
  ]);
});

test('one that did not reach the API is tried again with the same key, and not lost', async () => {
  const app = startApp();
  app.api.answer(getPaces, () => PACES);
  app.api.answer(saveWorkout, () => {
    throw unreachable();
  });
  await app.signInAlex();
  app.visit(await linkTo(FIVE_BY_THREE));
  await userEvent.click(await screen.findByRole('button', { name: 'Save to my library' }));
  expect(await screen.findByText('Five by three is not saved')).toBeDefined();

  app.api.answer(saveWorkout, () => ({}));
  screen.getByRole('button', { name: 'Try again' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Five by three saved')).toBeDefined();
  const keys = app.api.calls
    .filter(({ endpoint }) => endpoint === 'POST /api/auth/workouts')
    .map(({ request }) => (request as { idempotencyKey?: string }).idempotencyKey);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('one that the API refuses is told and let go', async () => {
  const app = startApp();
  app.api.answer(getPaces, () => PACES);
  app.api.answer(saveWorkout, () => {
    throw problemOf('INVALID_REQUEST');
  });
  await app.signInAlex();
  app.visit(await linkTo(FIVE_BY_THREE));
  await userEvent.click(await screen.findByRole('button', { name: 'Save to my library' }));
  expect(await screen.findByText('Five by three is not saved')).toBeDefined();
  expect(localStorage.getItem('pacewright.kept-workout')).toBeNull();
});

test('where the browser keeps nothing, saving says how to go on', async () => {
  openApp(await linkTo(FIVE_BY_THREE));
  const button = await screen.findByRole('button', { name: 'Create account and save' });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('refused');
  });
  await userEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Copy the link below, sign in, then open it again.',
  );
});

test('a link that was cut short says so', async () => {
  openApp((await linkTo(FIVE_BY_THREE)).slice(0, -4));
  expect((await screen.findByRole('alert')).textContent).toContain('This link is damaged');
});

test('an address without a workout is a page to write one on', async () => {
  openApp('/w');
  expect(await screen.findByText('Write a workout')).toBeDefined();
  expect(screen.getByText('There is nothing to run yet. Write a step first.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /save/ })).toBeNull();
});
