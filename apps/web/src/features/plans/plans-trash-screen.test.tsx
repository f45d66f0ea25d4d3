import { listDeletedPlans, restorePlan } from '@pacewright/contract';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { unreachable } from '../../testing/fake-api.ts';
import { startApp } from '../../testing/render-app.tsx';

const DELETED = {
  id: '018f6f0e-0000-7000-8000-00000000000a',
  title: 'Spring half',
  text: 'plan Spring half\n\nweek 1-2\nTue 40m E\nSun 60m E',
  version: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
  deletedAt: '2026-11-10T08:00:00.000Z',
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
  return () => vi.useRealTimers();
});

async function open(plans: unknown[]) {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(listDeletedPlans, () => ({ plans: [...plans], nextCursor: null }));
  app.visit('/app/plans/trash');
  await screen.findByRole('heading', { name: 'Trash' });
  return app.api;
}

test('a deleted plan is listed with its last day, and can be restored', async () => {
  const plans: unknown[] = [DELETED];
  const api = await open(plans);
  await screen.findByText('Spring half');
  expect(screen.getByText('Deleted 10 Nov · permanently deleted on 10 Dec')).toBeDefined();
  expect(screen.getByText('2 weeks, 4 runs')).toBeDefined();

  api.answer(restorePlan, () => {
    plans.pop();
    return DELETED;
  });
  await userEvent.click(screen.getByRole('button', { name: 'Restore Spring half' }));
  await screen.findByText('Spring half restored');
  await screen.findByRole('heading', { name: 'Trash is empty' });
});

test('a plan that could not be restored stays in the trash', async () => {
  const api = await open([DELETED]);
  api.answer(restorePlan, () => {
    throw unreachable();
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Restore Spring half' }));
  await screen.findByText('Couldn’t restore Spring half');
  expect(screen.getByText('Spring half')).toBeDefined();
});
