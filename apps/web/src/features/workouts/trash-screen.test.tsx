import { listDeletedWorkouts, restoreWorkout } from '@pacewright/contract';
import { readScript } from '@pacewright/script';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { unreachable } from '../../testing/fake-api.ts';
import { startApp } from '../../testing/render-app.tsx';

const DELETED = {
  id: '018f6f0e-0000-7000-8000-00000000000a',
  title: 'Tempo 20',
  script: '15m E + 20m T',
  notes: '',
  tags: [],
  reading: { workout: readScript('15m E + 20m T').workout, mistakeCount: 0, mistakes: [] },
  version: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
  deletedAt: '2026-11-10T08:00:00.000Z',
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
  return () => vi.useRealTimers();
});

async function open(workouts: unknown[]) {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(listDeletedWorkouts, () => ({ workouts: [...workouts], nextCursor: null }));
  app.visit('/app/workouts/trash');
  await screen.findByRole('heading', { name: 'Trash' });
  return app.api;
}

test('a deleted workout is listed with its last day, and can be restored', async () => {
  const workouts: unknown[] = [DELETED];
  const api = await open(workouts);
  await screen.findByText('Tempo 20');
  expect(screen.getByText('Deleted 10 Nov · permanently deleted on 10 Dec')).toBeDefined();

  api.answer(restoreWorkout, () => {
    workouts.pop();
    return DELETED;
  });
  await userEvent.click(screen.getByRole('button', { name: 'Restore Tempo 20' }));
  await screen.findByText('Tempo 20 restored');
  await screen.findByRole('heading', { name: 'Trash is empty' });
});

test('a workout that could not be restored stays in the trash', async () => {
  const api = await open([DELETED]);
  api.answer(restoreWorkout, () => {
    throw unreachable();
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Restore Tempo 20' }));
  await screen.findByText('Couldn’t restore Tempo 20');
  await waitFor(() => expect(screen.getByText('Tempo 20')).toBeDefined());
});
