import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useToday } from './use-today.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 15, 23, 30) });
  return () => vi.useRealTimers();
});

function Day() {
  return <p>{useToday()}</p>;
}

test('a screen left open over midnight shows the new day, and the one after it', () => {
  render(
    <>
      <Day />
      <Day />
    </>,
  );
  expect(screen.getAllByText('2026-11-15')).toHaveLength(2);
  act(() => void vi.advanceTimersByTime(30 * 60_000 - 1));
  expect(screen.getAllByText('2026-11-15')).toHaveLength(2);
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getAllByText('2026-11-16')).toHaveLength(2);
  act(() => void vi.advanceTimersByTime(24 * 3_600_000));
  expect(screen.getAllByText('2026-11-17')).toHaveLength(2);
});

test('a tab whose timers were suspended shows the new day as soon as it is visible', () => {
  render(<Day />);
  vi.setSystemTime(new Date(2026, 10, 16, 7));
  fireEvent(document, new Event('visibilitychange'));
  expect(screen.getByText('2026-11-16')).toBeTruthy();
});

test('a computer that slept through midnight shows the new day within a minute', () => {
  render(<Day />);
  vi.setSystemTime(new Date(2026, 10, 16, 7));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText('2026-11-16')).toBeTruthy();
});

test('no timer runs once no screen shows the day', () => {
  const { unmount } = render(<Day />);
  expect(vi.getTimerCount()).toBe(1);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
