import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyDialog } from './lazy-dialog.tsx';
import { lazyWhenOnline } from './lazy-when-online.tsx';
import { Toaster } from './toast.tsx';

const NOT_LOADED = new TypeError('Failed to fetch dynamically imported module: /assets/a.js');

afterEach(() => vi.restoreAllMocks());

test('a component that fails to load offline loads when the network is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = loadAfterOneFailure();
  open(lazyWhenOnline(load));
  expect(await screen.findByText('loading')).toBeDefined();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));

  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));

  expect(await screen.findByText('the part')).toBeDefined();
});

test('a component whose file is gone leaves the screen as it is and can be retried', async () => {
  open(lazyWhenOnline(loadAfterOneFailure()));
  await screen.findByText('This part of the page didn’t load.');
  expect(screen.getByText('the rest of the screen')).toBeDefined();

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByText('the part')).toBeDefined();
});

test('a dialog whose file is gone says so, and its button opens it the next time', async () => {
  const HelpDialog = lazyDialog<{ onClose: () => void }>(loadAfterOneFailure());
  function Screen() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          Help
        </button>
        {isOpen && <HelpDialog onClose={() => setIsOpen(false)} />}
      </>
    );
  }
  open(Screen);
  await userEvent.click(screen.getByRole('button', { name: 'Help' }));
  await screen.findByText('That didn’t load');
  expect(screen.getByText('the rest of the screen')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));

  await userEvent.click(screen.getByRole('button', { name: 'Help' }));

  expect(await screen.findByText('the part')).toBeDefined();
});

function loadAfterOneFailure() {
  const load = vi.fn<() => Promise<() => ReactNode>>().mockRejectedValueOnce(NOT_LOADED);
  return load.mockResolvedValue(() => 'the part');
}

function open(Part: ComponentType): void {
  render(
    <>
      <p>the rest of the screen</p>
      <Suspense fallback="loading">
        <Part />
      </Suspense>
      <Toaster />
    </>,
  );
}
