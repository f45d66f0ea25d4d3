import {
  getWorkout,
  listCalendar,
  listWorkouts,
  listWorkoutTags,
  saveUnits,
} from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { unreachable } from '../testing/fake-api.ts';
import { press } from '../testing/fields.ts';
import { openAppAsAlex } from '../testing/render-app.tsx';
import { watchSavedFiles } from '../testing/saved-files.ts';

test('it opens by key and by button, and closes by key, by Escape and by its button', async () => {
  await openPalette();
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(isOpen()).toBe(false);

  await press(FIELD);
  fireEvent(await screen.findByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(isOpen()).toBe(false);

  await press(FIELD);
  await press('Close');
  expect(isOpen()).toBe(false);
});

test('arrows move through the results and around their ends, and Enter goes there', async () => {
  const { path } = await openPalette();
  await userEvent.type(field(), 'setting');
  await vi.waitFor(() => expect(labels()).toEqual(['Settings', 'Garmin', 'Your data']));
  expect(active()).toBe('Settings');

  await userEvent.keyboard('{ArrowUp}');
  expect(active()).toBe('Your data');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toBe('Garmin');
  await userEvent.keyboard('{ArrowUp}{Enter}');

  await vi.waitFor(() => expect(path()).toBe('/app/settings'));
  expect(isOpen()).toBe(false);
});

test('a workout that the server finds is listed and opened', async () => {
  const { api, path } = await openPalette();
  // All letters before any timer can fire, however busy the machine is.
  for (const text of ['t', 'te', 'tem', 'temp', 'tempo'])
    fireEvent.change(field(), { target: { value: text } });

  // Once for the word, not once per letter.
  const asked = () =>
    api.calls
      .filter(({ endpoint }) => endpoint === 'GET /api/auth/workouts')
      .map(({ request }) => (request.query as { q?: string }).q);
  await vi.waitFor(() => expect(asked()).toEqual([undefined, 'tempo']));
  expect(await screen.findByRole('option', { name: /^Tempo 20/ })).toBeTruthy();

  await userEvent.click(screen.getByRole('option', { name: /^Tempo 20/ }));
  await vi.waitFor(() => expect(path()).toBe(`/app/workouts/${TEMPO.id}`));
});

test('Enter does not select a result of the previous query', async () => {
  const { api, path } = await openPalette();
  expect(await screen.findByRole('option', { name: /^Tempo 20/ })).toBeTruthy();
  const answer = Promise.withResolvers<unknown>();
  api.answer(listWorkouts, () => answer.promise);

  await userEvent.type(field(), 'zz');
  expect(active()).toBeUndefined();
  await userEvent.keyboard('{Enter}');
  expect(path()).toBe('/app');

  answer.resolve({ workouts: [], nextCursor: null });
  expect(await screen.findByText(/^No results for “zz”/)).toBeTruthy();
});

test('the last used command comes first the next time', async () => {
  await openPalette();
  await userEvent.type(field(), 'dark');
  await userEvent.keyboard('{Enter}');
  expect(document.documentElement.dataset['theme']).toBe('dark');

  await press(FIELD);
  await userEvent.type(await findField(), 'light');
  await userEvent.keyboard('{Enter}');
  await press(FIELD);
  const recent = await screen.findByRole('group', { name: 'Recent' });
  expect(within(recent).getAllByRole('option').map(labelOf)).toEqual(['Dark theme']);

  await userEvent.type(field(), 'theme');
  expect(labels()[0]).toBe('Dark theme');
});

test('without a network, screens and actions work, and it says that workouts cannot be searched', async () => {
  const { api, path } = await openPalette();
  api.answer(listWorkouts, () => {
    throw unreachable();
  });
  await userEvent.type(field(), 'calen');

  expect(await screen.findByText(/^Can’t search workouts right now/)).toBeTruthy();
  expect(labels()).toEqual(['Calendar', 'Download this week as .ics']);
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(path()).toBe('/app/calendar'));
});

test('units can be switched from anywhere, and a failure is reported', async () => {
  const { api } = await openPalette();
  api.answer(saveUnits, () => {
    throw unreachable();
  });
  await userEvent.type(field(), 'miles');
  expect(active()).toBe('Show paces in min/mile');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Couldn’t change units')).toBeTruthy();

  api.answer(saveUnits, ({ body }) => ({
    trainingPaces: DEFAULT_TRAINING_PACES,
    computedPaces: DEFAULT_TRAINING_PACES,
    edited: [],
    ...(body as object),
  }));
  await press(FIELD);
  await userEvent.type(await findField(), 'units');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Paces now shown in min/mile')).toBeTruthy();
});

test('this week is downloaded as a calendar file', async () => {
  const files = watchSavedFiles();
  const { api } = await openPalette();
  api.answer(listCalendar, () => ({ entries: [] }));
  await userEvent.type(field(), 'ical');
  await userEvent.keyboard('{Enter}');

  expect(await screen.findByText('Calendar file downloaded')).toBeTruthy();
  expect(files.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^pacewright-week-\d{4}-\d{2}-\d{2}\.ics$/),
  ]);
});

const TEMPO = {
  id: '0190f5a0-0000-7000-8000-000000000002',
  title: 'Tempo 20',
  script: '15m E + 20m T + 10m E',
  notes: '',
  tags: [],
  reading: { workout: { items: [] }, mistakeCount: 0, mistakes: [] },
  version: 1,
  createdAt: '2026-11-15T08:00:00.000Z',
  updatedAt: '2026-11-15T08:00:00.000Z',
};

async function openPalette() {
  const app = await openAppAsAlex('/app');
  app.api.answer(listWorkouts, ({ query }) => {
    const { q = '' } = query as { q?: string };
    return { workouts: 'tempo 20'.startsWith(q) ? [TEMPO] : [], nextCursor: null };
  });
  app.api.answer(getWorkout, () => TEMPO);
  app.api.answer(listWorkoutTags, () => ({ tags: [] }));
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  await userEvent.keyboard('{Control>}k{/Control}');
  await findField();
  // Two of the actions need the paces.
  await screen.findByRole('option', { name: /^Show paces in/ });
  return app;
}

const FIELD = 'Search workouts, screens and actions';

function field(): HTMLElement {
  return screen.getByRole('combobox', { name: FIELD });
}

function findField(): Promise<HTMLElement> {
  return screen.findByRole('combobox', { name: FIELD });
}

function isOpen(): boolean {
  return screen.queryByRole('combobox', { name: FIELD }) !== null;
}

function labels(): (string | undefined)[] {
  return within(results()).queryAllByRole('option').map(labelOf);
}

function results(): HTMLElement {
  return screen.getByRole('listbox', { name: 'Results' });
}

/** Without the keycaps. */
function labelOf(option: HTMLElement): string | undefined {
  return option.querySelector('span > span')?.textContent ?? undefined;
}

/** The option that screen readers announce, though the focus is in the field. */
function active(): string | undefined {
  const id = field().getAttribute('aria-activedescendant');
  const option = id === null ? null : document.getElementById(id);
  return option ? labelOf(option) : undefined;
}
