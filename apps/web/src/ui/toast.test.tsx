import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showToast, Toaster } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

afterEach(() => {
  pass(60_000);
  vi.useRealTimers();
});

test('a toast says what happened for four seconds', () => {
  showToast.success('Saved', 'Broken 400s is in your workouts.');
  pass(SHOWN);
  expect(titles()).toEqual(['Saved']);

  pass(3900);
  expect(titles()).toEqual(['Saved']);
  pass(1000);
  expect(titles()).toEqual([]);
});

test('three are visible at most, the newest three', () => {
  for (const title of ['One', 'Two', 'Three', 'Four']) showToast.success(title);
  pass(SHOWN);

  expect(titles()).toEqual(['Four', 'Three', 'Two']);
});

test('the time stands still while the pointer is on the toasts', () => {
  showToast.success('Saved');
  pass(SHOWN);
  fireEvent.pointerMove(screen.getByText('Saved'));
  pass(30_000);
  expect(titles()).toEqual(['Saved']);

  fireEvent.pointerOut(screen.getByText('Saved'), { relatedTarget: document.body });
  pass(5000);
  expect(titles()).toEqual([]);
});

test('the time stands still while the focus is among the toasts', () => {
  showToast.failure('Not sent. Garmin did not answer.', { retry: () => {} });
  pass(SHOWN);
  act(() => screen.getByRole('button', { name: 'Try again' }).focus());
  pass(30_000);
  expect(titles()).toEqual(['Not sent. Garmin did not answer.']);

  act(() => screen.getByRole('button', { name: 'Try again' }).blur());
  pass(5000);
  expect(titles()).toEqual([]);
});

test('undo brings back what was removed, and the toast goes', () => {
  const undo = vi.fn<() => void>();
  showToast.undo('Tempo 20 removed from Friday', undo);
  pass(SHOWN);

  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  pass(1000);

  expect(undo).toHaveBeenCalledTimes(1);
  expect(titles()).toEqual([]);
});

test('work under way stays on screen and ends in the same place', () => {
  const sending = showToast.working('Sending to Garmin');
  pass(60_000);
  expect(titles()).toEqual(['Sending to Garmin']);

  sending.fail('Not sent. Garmin did not answer.', { detail: 'Your workout is safe here.' });
  pass(SHOWN);
  expect(titles()).toEqual(['Not sent. Garmin did not answer.']);
  expect(screen.getByRole('alert').textContent).toContain('Your workout is safe here.');

  pass(5000);
  expect(titles()).toEqual([]);
});

test('a toast can be dismissed', () => {
  showToast.success('Saved');
  pass(SHOWN);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  pass(1000);
  expect(titles()).toEqual([]);
});

/** Time in ms for a toast to get on screen. */
const SHOWN = 50;

/** Lets time pass in steps, because leaving takes a toast several frames. */
function pass(milliseconds: number): void {
  for (let left = milliseconds; left > 0; left -= STEP) {
    act(() => {
      vi.advanceTimersByTime(Math.min(STEP, left));
    });
  }
}

const STEP = 100;

function titles(): (string | null | undefined)[] {
  const visible = document.querySelectorAll('[data-sonner-toast][data-visible=true]');
  return Array.from(visible, (toast) => toast.querySelector('b')?.textContent);
}
