import {
  listDaysAhead,
  listWorkouts,
  listWorkoutTags,
  type SavedWorkout,
  saveWorkout,
} from '@pacewright/contract';
import { readScript } from '@pacewright/script';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openAppAsAlex } from '../testing/render-app.tsx';

const SAVED: SavedWorkout = {
  id: '018f6f0e-0000-7000-8000-00000000000a',
  title: 'Easy',
  script: 'E',
  notes: '',
  tags: [],
  reading: { workout: readScript('E').workout, mistakeCount: 0, mistakes: [] },
  version: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
};

test('a workout can go to other programs too', async () => {
  await openAppAsAlex('/app/workouts/new');
  expect(await screen.findByRole('button', { name: 'Copy for intervals.icu' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Download for Zwift' })).toBeDefined();
});

test.each(['Title', 'Tags', 'Notes'])(
  'the first save leaves the caret in %s, and what is typed on arrives',
  async (name) => {
    const { api, path } = await openAppAsAlex('/app/workouts/new');
    const answer = Promise.withResolvers<SavedWorkout>();
    api.answer(saveWorkout, () => answer.promise);
    api.answer(listWorkouts, () => ({ workouts: [], nextCursor: null }));
    api.answer(listWorkoutTags, () => ({ tags: [] }));
    api.answer(listDaysAhead, () => ({ days: [] }));
    await userEvent.type(await screen.findByLabelText('Title'), 'Easy');
    await userEvent.click(await screen.findByRole('button', { name: 'Insert E' }));
    const field = screen.getByLabelText<HTMLInputElement>(name);
    await userEvent.click(field);

    await userEvent.keyboard('{Control>}s{/Control} an');
    await waitFor(() => expect(api.countOf(saveWorkout)).toBe(1));
    await act(async () => answer.resolve(SAVED));
    await waitFor(() => expect(path()).toBe(`/app/workouts/${SAVED.id}`));
    await userEvent.keyboard('d on');

    expect(document.activeElement).toBe(field);
    expect(field.value).toMatch(/ and on$/);
    expect(path()).toBe(`/app/workouts/${SAVED.id}`);
    expect(screen.queryByText('Unsaved changes were found on this device.')).toBeNull();
  },
);
