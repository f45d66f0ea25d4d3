import { getPaces, listCalendar } from '@pacewright/contract';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { reportReachable } from '../platform/api/reachability.ts';
import { unreachable } from '../testing/fake-api.ts';
import { openAppAsAlex, startApp } from '../testing/render-app.tsx';

test('a screen says that it is offline as soon as the browser does, and how old its data is', async () => {
  await openAppAsAlex('/app');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText('Offline.')).toBeNull();

  act(() => void window.dispatchEvent(new Event('offline')));

  const status = screen.getByText('Offline.').closest('output');
  expect(status?.textContent).toMatch(/Last updated \d\d:\d\d\./);
  expect(status?.textContent).toContain('A workout you write stays on this device');
  act(() => reportReachable(true));
});

test('a network without internet counts as offline', async () => {
  const app = startApp();
  await app.signInAlex();
  app.visit('/app');
  await screen.findByRole('heading', { level: 1 });
  app.api.answer(getPaces, () => {
    throw unreachable();
  });

  act(() => void window.dispatchEvent(new Event('offline')));
  expect(await screen.findByText('Offline.')).toBeTruthy();
  const asked = app.api.countOf(getPaces);
  await act(async () => void window.dispatchEvent(new Event('online')));
  await vi.waitFor(() => expect(app.api.countOf(getPaces)).toBeGreaterThan(asked));
  expect(screen.getByText('Offline.')).toBeTruthy();
  act(() => reportReachable(true));
});

test('the screen is refreshed automatically when the API answers again', async () => {
  const app = startApp();
  await app.signInAlex();
  app.visit('/app');
  await screen.findByRole('heading', { level: 1 });
  app.api.answer(listCalendar, () => {
    throw unreachable();
  });
  act(() => reportReachable(false));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(app.api.countOf(listCalendar)).toBe(2));

  app.api.answer(listCalendar, () => ({ entries: [] }));
  act(() => reportReachable(true));

  await vi.waitFor(() => expect(app.api.countOf(listCalendar)).toBe(3));
  expect(screen.queryByText('Offline.')).toBeNull();
});
