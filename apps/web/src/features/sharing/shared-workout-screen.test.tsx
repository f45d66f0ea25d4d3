import {
  addToCalendar,
  getPaces,
  getWorkout,
  restoreWorkout,
  saveWorkout,
} from '@pacewright/contract';
import { decodeShare, encodeShare, type SharedWorkout } from '@pacewright/delivery';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { problemOf, unreachable } from '../../testing/fake-api.ts';
import { addressOf, saidOf } from '../../testing/fields.ts';
import { openApp, startApp } from '../../testing/render-app.tsx';
import { saveVisitorPaces, getVisitorData } from '../../visitor/visitor-store.ts';

afterEach(() => vi.restoreAllMocks());

const FIVE_BY_THREE = { title: 'Five by three', script: '15m E + 5x(3m I + 2m jog) + 10m E' };

const PACES = {
  trainingPaces: { ...DEFAULT_TRAINING_PACES, I: { from: 4, to: 4.1 } },
  computedPaces: DEFAULT_TRAINING_PACES,
  paceUnits: 'metric',
  vdot: 52.3,
  edited: ['I'],
};

const SAVED = {
  id: '0190f5a0-0000-7000-8000-000000000002',
  ...FIVE_BY_THREE,
  notes: '',
  tags: [],
  reading: { workout: { items: [] }, mistakeCount: 0, mistakes: [] },
  version: 1,
  createdAt: '2026-11-15T08:00:00.000Z',
  updatedAt: '2026-11-15T08:00:00.000Z',
};

function savedBodies(app: ReturnType<typeof startApp>) {
  return app.api.calls
    .filter(({ endpoint }) => endpoint === 'POST /api/auth/workouts')
    .map(({ request }) => request);
}

async function linkTo(workout: SharedWorkout): Promise<string> {
  const link = await encodeShare(workout);
  if (!link.ok) throw new Error(link.reason);
  return `/w#${link.fragment}`;
}

test('a visitor sees a shared workout in the default paces, and in their own after entering a race', async () => {
  openApp(await linkTo(FIVE_BY_THREE));
  expect(await screen.findByRole('heading', { level: 1, name: 'Five by three' })).toBeDefined();
  expect(await screen.findByText('7:15 - 8:03 min/mile')).toBeDefined();

  await userEvent.type(screen.getByLabelText('Finish time'), '19:57');
  const paces = within(screen.getByRole('region', { name: 'Your paces' }));
  expect(paces.getByText('50.0')).toBeDefined();
  await userEvent.click(paces.getByRole('radio', { name: 'min/km' }));
  expect(screen.getByText('3:51 - 4:00 min/km')).toBeDefined();
});

test('a visitor in Germany starts with kilometres, and keeps the units they choose', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  openApp(await linkTo(FIVE_BY_THREE));
  expect(await screen.findByText('4:30 - 5:00 min/km')).toBeDefined();
  await userEvent.click(screen.getByRole('radio', { name: 'min/mile' }));
  expect(screen.getByText('7:15 - 8:03 min/mile')).toBeDefined();
  expect(getVisitorData().units).toBe('imperial');
});

test('a race over a custom distance is shown in the sentence', async () => {
  saveVisitorPaces({ race: { distance: 7400, timeInSeconds: 1800 } });
  openApp('/w');
  const distance = await screen.findByLabelText<HTMLSelectElement>('Race distance');
  expect(distance.selectedOptions[0]?.textContent).toBe('7.4 km');
});

test('the empty time shows its format, for any distance', async () => {
  openApp('/w');
  expect(await screen.findByPlaceholderText('mm:ss')).toBeDefined();
  await userEvent.selectOptions(screen.getByLabelText('Race distance'), 'Marathon');
  expect(screen.getByPlaceholderText('h:mm:ss')).toBeDefined();
});

test("an invalid time is marked once it is left, with the calculator's message", async () => {
  openApp('/w');
  const time = await screen.findByLabelText('Finish time');
  await userEvent.type(time, '12:00');
  expect(time.getAttribute('aria-invalid')).toBeNull();
  await userEvent.tab();
  expect(
    screen.getByText('That’s faster than the world record. Check the distance and time'),
  ).toBeDefined();

  await userEvent.clear(time);
  await userEvent.type(time, '2');
  expect(screen.queryByText(/faster than the world record/)).toBeNull();
  expect(time.getAttribute('aria-invalid')).toBeNull();
});

test('a half marathon of 1:45 is 1:45:00, and the page says so', async () => {
  openApp('/w');
  await userEvent.selectOptions(await screen.findByLabelText('Race distance'), 'Half marathon');
  await userEvent.type(screen.getByLabelText('Finish time'), '1:45');
  expect(saidOf('Finish time')).toBe('Read as 1:45:00');
  expect(screen.getByRole('region', { name: 'Your paces' }).textContent).toContain('VDOT 42.6');
});

test('a time with two meanings gets two suggestions, and one click takes one', async () => {
  openApp('/w');
  await userEvent.selectOptions(await screen.findByLabelText('Race distance'), 'Half marathon');
  const time = screen.getByLabelText<HTMLInputElement>('Finish time');
  await userEvent.type(time, '145');
  await userEvent.tab();
  expect(saidOf('Finish time')).toContain('Did you mean 2:25:00 or 1:45:00?');
  await userEvent.click(screen.getByRole('button', { name: '1:45:00' }));
  expect(time.value).toBe('1:45:00');
  expect(screen.getByRole('region', { name: 'Your paces' }).textContent).toContain('VDOT 42.6');
});

test('a race too slow for paces links to the form for setting them by hand', async () => {
  openApp('/w');
  await userEvent.type(await screen.findByLabelText('Finish time'), '1:00:00');
  await userEvent.tab();
  expect(addressOf('Set your paces by hand')).toBe('/try/paces');
  expect(saidOf('Finish time')).toBe(
    'This result is too slow for the formula. Set your paces by hand',
  );
});

test('an athlete sees it in the paces last seen on this device, without signing in again', async () => {
  const app = startApp();
  app.api.answer(getPaces, () => PACES);
  await app.signInAlex();
  app.visit('/app');
  await waitFor(() => expect(localStorage.getItem('pacewright.user.paces')).not.toBeNull());

  app.visit(await linkTo(FIVE_BY_THREE));
  expect(await screen.findByText('Shown at your training paces.')).toBeDefined();
  expect(await screen.findByText('4:04 - 4:10 min/km')).toBeDefined();
  expect(screen.queryByLabelText('Finish time')).toBeNull();

  await app.session.logout();
  expect(localStorage.getItem('pacewright.user.paces')).toBeNull();
});

test('the page’s own link contains the changes', async () => {
  const replace = vi.spyOn(history, 'replaceState');
  openApp(await linkTo(FIVE_BY_THREE));
  const title = await screen.findByLabelText('Title');
  await userEvent.clear(title);
  await userEvent.type(title, 'Threes');

  // A slow machine may write the link between two letters, too.
  await waitFor(async () => {
    const [, , address] = replace.mock.lastCall ?? [];
    expect(await decodeShare(String(address))).toEqual({
      ok: true,
      workout: { ...FIVE_BY_THREE, title: 'Threes' },
    });
  });
});

test('a visitor who saves it goes to registration, and it is imported after sign-in', async () => {
  const app = startApp();
  app.api.answer(saveWorkout, () => SAVED);
  const visitor = app.visit(await linkTo(FIVE_BY_THREE));
  await userEvent.click(await screen.findByRole('button', { name: 'Create account and save' }));
  await waitFor(() => expect(visitor.path()).toBe('/register'));
  expect(app.api.countOf(saveWorkout)).toBe(0);

  await app.signInAlex();
  app.visit('/app');
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved to your account: 1 workout')).toBeDefined();
  expect(savedBodies(app)).toEqual([
    { body: { workout: FIVE_BY_THREE }, idempotencyKey: expect.any(String) },
  ]);
});

test('an athlete saves it at once', async () => {
  const app = startApp();
  app.api.answer(saveWorkout, () => SAVED);
  await app.signInAlex();
  app.visit(await linkTo(FIVE_BY_THREE));
  await userEvent.click(await screen.findByRole('button', { name: 'Save to my library' }));
  const link = await screen.findByRole('link', { name: 'Open it' });
  expect(link.getAttribute('href')).toBe(`/app/workouts/${SAVED.id}`);
  expect(localStorage.getItem('pacewright.visitor.1')).toBeNull();
});

test('a save that did not reach the API is retried with the same key, and the workout is still there', async () => {
  const app = startApp();
  app.api.answer(saveWorkout, () => {
    throw unreachable();
  });
  await app.signInAlex();
  app.visit(await linkTo(FIVE_BY_THREE));
  const button = await screen.findByRole('button', { name: 'Save to my library' });
  await userEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain('Your workout is still here.');

  app.api.answer(saveWorkout, () => SAVED);
  await userEvent.click(button);
  expect(await screen.findByRole('link', { name: 'Open it' })).toBeDefined();
  const [first, second] = savedBodies(app);
  expect(second).toEqual(first);
});

test('a workout opened twice and saved twice is in the library once', async () => {
  const app = startApp();
  app.api.answer(saveWorkout, () => SAVED);
  app.api.answer(getWorkout, () => SAVED);
  await app.signInAlex();
  for (const _ of ['once', 'twice']) {
    app.visit(await linkTo(FIVE_BY_THREE));
    await userEvent.click(await screen.findByRole('button', { name: 'Save to my library' }));
    expect(await screen.findByText('Five by three saved to your library.')).toBeDefined();
    cleanup();
  }
  const [first, second] = savedBodies(app);
  expect(second).toEqual(first);
});

test('a workout that was saved and deleted before is restored from the trash', async () => {
  const app = startApp();
  app.api.answer(saveWorkout, () => SAVED);
  app.api.answer(getWorkout, () => {
    throw problemOf('NOT_FOUND');
  });
  app.api.answer(restoreWorkout, () => SAVED);
  await app.signInAlex();
  app.visit(await linkTo(FIVE_BY_THREE));
  await userEvent.click(await screen.findByRole('button', { name: 'Save to my library' }));
  expect(await screen.findByRole('link', { name: 'Open it' })).toBeDefined();
  expect(app.api.countOf(restoreWorkout)).toBe(1);
});

test('the sender’s notes are shown, and saved with the workout', async () => {
  const app = startApp();
  app.api.answer(saveWorkout, () => SAVED);
  await app.signInAlex();
  app.visit(await linkTo({ ...FIVE_BY_THREE, notes: 'Meet at 18:30' }));
  const notes = within(await screen.findByRole('region', { name: 'Notes' }));
  expect(notes.getByText('Meet at 18:30')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Save to my library' }));
  await screen.findByRole('link', { name: 'Open it' });
  expect(savedBodies(app)).toMatchObject([{ body: { workout: { notes: 'Meet at 18:30' } } }]);
});

test('the chart, the totals and the steps come before any field', async () => {
  openApp(await linkTo(FIVE_BY_THREE));
  const steps = await screen.findByRole('table', { name: 'Steps of this workout' });
  const follows = (element: Element) =>
    steps.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
  expect(follows(screen.getByLabelText('Finish time'))).toBeTruthy();
  expect(follows(screen.getByRole('radio', { name: 'Distance' }))).toBeFalsy();
  expect(follows(screen.getByText('Distance', { selector: 'dt' }))).toBeFalsy();
});

test('an athlete puts it on a day, and a second time makes no second entry', async () => {
  const app = startApp();
  app.api.answer(saveWorkout, () => SAVED);
  app.api.answer(getWorkout, () => SAVED);
  app.api.answer(addToCalendar, ({ body }) => ({ id: 'entry', ...(body as object) }));
  await app.signInAlex();
  app.visit(await linkTo(FIVE_BY_THREE));
  for (const _ of ['once', 'twice']) {
    await userEvent.click(await screen.findByRole('button', { name: 'Add to my calendar' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Five by three added to your calendar.')).toBeDefined();
  }
  const [first, second] = app.api.calls
    .filter(({ endpoint }) => endpoint === 'POST /api/calendar')
    .map(({ request }) => request);
  expect(first).toMatchObject({ body: { workoutId: SAVED.id } });
  expect(second).toEqual(first);
});

test('a visitor gets a file for their own calendar', async () => {
  const files: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => String(files.push(file)),
      revokeObjectURL: () => undefined,
    }),
  );
  openApp(await linkTo(FIVE_BY_THREE));
  await userEvent.click(await screen.findByRole('button', { name: 'Add to my calendar' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.type).toContain('text/calendar');
});

test('the workout of an athlete with an unverified email stays on the device', async () => {
  const app = startApp();
  await app.signInAlex({ verified: false });
  const athlete = app.visit(await linkTo(FIVE_BY_THREE));
  await userEvent.click(await screen.findByRole('button', { name: 'Save to my library' }));
  await waitFor(() => expect(athlete.path()).toBe('/verify-email'));
  expect(localStorage.getItem('pacewright.visitor.1')).toContain('Five by three');
});

test('a browser that blocks storage gets a message on how to go on', async () => {
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

test('a truncated link gets a message', async () => {
  openApp((await linkTo(FIVE_BY_THREE)).slice(0, -4));
  expect((await screen.findByRole('alert')).textContent).toContain('This link is incomplete');
});

test('a link without a workout opens an empty editor', async () => {
  openApp('/w');
  expect(await screen.findByText('Write a workout')).toBeDefined();
  expect(await screen.findByText('There’s nothing to run yet. Write a step first.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /save/ })).toBeNull();
});

test('a visitor saves it on the device, and continues there', async () => {
  const visitor = openApp(await linkTo(FIVE_BY_THREE));
  await userEvent.click(await screen.findByRole('button', { name: 'Save on this device' }));
  await waitFor(() => expect(visitor.path()).toBe('/try'));
  expect(await screen.findByText('Saved on this device')).toBeDefined();
  expect(screen.getByRole('heading', { level: 1, name: 'Five by three' })).toBeDefined();
});
