import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LoadingIndicator } from './loading-indicator.tsx';

test('says "Loading..." by default', () => {
  const { rerender } = render(<LoadingIndicator />);
  expect(screen.getByRole('status').textContent).toBe('Loading...');

  rerender(<LoadingIndicator text="Processing..." />);
  expect(screen.getByRole('status').textContent).toBe('Processing...');
});

test('is drawn differently in each of its three sizes', () => {
  const looks = (['small', 'medium', 'large'] as const).map((size) => {
    const { container, unmount } = render(<LoadingIndicator size={size} />);
    const look = container.querySelector('svg')?.getAttribute('class');
    unmount();
    return look;
  });
  expect(new Set(looks).size).toBe(3);
});
