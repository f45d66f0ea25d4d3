import { getPaces, listCalendar } from '@pacewright/contract';
import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { reportReachable } from '../platform/api/reachability.ts';
import { unreachable } from '../testing/fake-api.ts';
import { openAppAsAlex, startApp } from '../testing/render-app.tsx';
import { NetworkStatus } from './network-status.tsx';

test('a screen says that it is offline as soon as the browser does, and how old its data is', async () => {
  await openAppAsAlex('/app');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText('Offline.')).toBeNull();

  act(() => void window.dispatchEvent(new Event('offline')));

  const status = screen.getByText('Offline.').closest('output');
  expect(status?.textContent).toMatch(/Last updated \d\d:\d\d\./);
  expect(status?.textContent).toContain('What you write is kept on this device');
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
  // Today lists its days, and the races ahead.
  await vi.waitFor(() => expect(app.api.countOf(listCalendar)).toBe(4));

  app.api.answer(listCalendar, () => ({ entries: [] }));
  act(() => reportReachable(true));

  await vi.waitFor(() => expect(app.api.countOf(listCalendar)).toBe(6));
  expect(screen.queryByText('Offline.')).toBeNull();
});

test('a component that starts a query while it renders does not update the bar in the middle of it', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
  startApp().show(
    <>
      <NetworkStatus />
      <Loaded />
    </>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  await screen.findByText('More');
  expect(logged).not.toHaveBeenCalled();

  act(() => reportReachable(false));
  expect(screen.getByText('Offline.').closest('output')?.textContent).toContain('Last updated');
});

const FIRST = { queryKey: ['first'], queryFn: () => 'Load more', meta: { offline: true as const } };
const MORE = { queryKey: ['more'], queryFn: () => 'More' };

function Loaded() {
  const { data } = useQuery(FIRST);
  const [isMore, setIsMore] = useState(false);
  return (
    <>
      <button onClick={() => setIsMore(true)}>{data}</button>
      {isMore && <More />}
    </>
  );
}

function More() {
  return useQuery(MORE).data;
}
