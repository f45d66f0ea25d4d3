import { render, screen } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.ts';

const NOT_LOADED = new TypeError('Failed to fetch dynamically imported module: /assets/a.js');

afterEach(() => vi.restoreAllMocks());

test('a part that does not load without a network comes when it is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn<() => Promise<() => ReactNode>>().mockRejectedValueOnce(NOT_LOADED);
  load.mockResolvedValue(() => 'the part');
  open(lazyPart(load));
  expect(await screen.findByText('on its way')).toBeDefined();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));

  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));

  expect(await screen.findByText('the part')).toBeDefined();
});

test('a part that does not load with a network is a failure of the screen', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  open(lazyPart(() => Promise.reject(NOT_LOADED)));
  expect(await screen.findByText(/^failed: Failed to fetch/)).toBeDefined();
});

function open(Part: ReturnType<typeof lazyPart<object>>): void {
  render(
    <Catching>
      <Suspense fallback="on its way">
        <Part />
      </Suspense>
    </Catching>,
  );
}

class Catching extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    return this.state.error ? `failed: ${this.state.error.message}` : this.props.children;
  }
}
