import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { localProblem } from '../platform/api/problem.ts';
import { ErrorScreen } from './error-screen.tsx';

const NOT_LOADED = new TypeError('Failed to fetch dynamically imported module: /assets/a.js');

beforeEach(() => {
  // React and the router log errors that a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  return () => vi.restoreAllMocks();
});

test('a screen that crashed says that saved work is safe, and offers to reload', async () => {
  await renderFailure(new Error('x is undefined'));

  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Something went wrong');
  expect(screen.getByRole('alert').textContent).toContain('Your saved work is safe.');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(screen.queryByText(/x is undefined/)).toBeNull();
});

test('the details of a crash can be copied, without secrets of the URL', async () => {
  history.replaceState(null, '', '/auth?oobCode=secret#script');
  const user = userEvent.setup();
  await renderFailure(new Error('x is undefined'));

  await user.click(screen.getByRole('button', { name: 'Copy details' }));

  expect(await screen.findByRole('button', { name: 'Details copied' })).toBeTruthy();
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain('x is undefined');
  expect(copied).toContain('/auth');
  expect(copied).not.toContain('secret');
  expect(copied).not.toContain('#script');
});

test('a chunk that is gone from the server is an update, not a crash', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  await renderFailure(NOT_LOADED);

  expect(screen.getByRole('heading').textContent).toBe('Pacewright has been updated');
  expect(screen.queryByRole('button', { name: 'Copy details' })).toBeNull();
});

test.each([
  NOT_LOADED,
  new Error('Unable to preload CSS for /assets/a.css'),
  localProblem('UNREACHABLE'),
])('a screen that is not stored says so without a network, and waits: %s', async (failure) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await renderFailure(failure);

  expect(screen.getByRole('heading').textContent).toBe('You’re offline');
  expect(screen.getByRole('alert').textContent).toContain('You can still write a workout.');

  asked.mockClear();
  await waitFor(() => {
    window.dispatchEvent(new Event('online'));
    expect(asked).toHaveBeenCalled();
  });
});

test('a network without internet is told from an update by asking the server', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await renderFailure(NOT_LOADED);

  expect(await screen.findByRole('heading', { name: 'Can’t reach Pacewright' })).toBeTruthy();
});

test('a call without a response says so at once, and offers a retry', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await renderFailure(localProblem('UNREACHABLE'));

  expect(screen.getByRole('heading').textContent).toBe('Can’t reach Pacewright');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(asked).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('heading').textContent).toBe('Can’t reach Pacewright');
});

test('the page is not reloaded while the site is there and the API is not', async () => {
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (url) => new Response(null, { status: url === '/' ? 200 : 502 }));
  await renderFailure(localProblem('UNREACHABLE'));

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(asked.mock.calls.map(([url]) => url)).toEqual(['/api/health/live']);
  expect(screen.getByRole('button', { name: 'Try again' }).ariaBusy).not.toBe('true');
});

test('a failed call shows its own message', async () => {
  await renderFailure(localProblem('UNREADABLE'));

  expect(screen.getByRole('heading').textContent).toBe('This didn’t load');
  expect(screen.getByRole('alert').textContent).toContain('Reload the page and try again.');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
});

test('inside the app, a deleted item leads back to Today', async () => {
  await renderFailure(new Response(null, { status: 404 }), { inShell: true });

  expect(screen.getByRole('heading').textContent).toBe('Not found');
  expect(screen.getByRole('link', { name: 'Go to Today' }).getAttribute('href')).toBe('/app');
});

async function renderFailure(failure: unknown, { inShell = false } = {}) {
  const router = createMemoryRouter([
    {
      path: '*',
      loader: () => {
        throw failure;
      },
      element: null,
      hydrateFallbackElement: <p>Loading...</p>,
      errorElement: <ErrorScreen inShell={inShell} />,
    },
  ]);
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading');
}
