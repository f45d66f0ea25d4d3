import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearToasts, showToast, Toaster, undoNewest } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

afterEach(() => {
  act(clearToasts);
  vi.useRealTimers();
});

test('a toast says what happened for four seconds', () => {
  act(() => showToast.success('Saved', 'Broken 400s is in your workouts.'));
  pass(SHOWN);
  expect(titles()).toEqual(['Saved']);

  pass(3900);
  expect(titles()).toEqual(['Saved']);
  pass(1000);
  expect(titles()).toEqual([]);
});

test('three are visible at most, the newest three', () => {
  for (const title of ['One', 'Two', 'Three', 'Four']) act(() => showToast.success(title));
  pass(SHOWN);

  expect(titles()).toEqual(['Four', 'Three', 'Two']);
});

test('the time is paused while the pointer is on the toasts', () => {
  act(() => showToast.success('Saved'));
  pass(SHOWN);
  fireEvent.pointerMove(screen.getByText('Saved'));
  pass(30_000);
  expect(titles()).toEqual(['Saved']);

  fireEvent.pointerOut(screen.getByText('Saved'), { relatedTarget: document.body });
  pass(5000);
  expect(titles()).toEqual([]);
});

test('the time is paused while the focus is on a toast', () => {
  act(() => showToast.undo('Tempo 20 moved', () => {}, 'saved'));
  pass(SHOWN);
  act(() => screen.getByRole('button', { name: 'Undo' }).focus());
  pass(30_000);
  expect(titles()).toEqual(['Tempo 20 moved']);

  act(() => screen.getByRole('button', { name: 'Undo' }).blur());
  pass(9000);
  expect(titles()).toEqual([]);
});

test('a failure stays until it is dismissed, and the same one is shown once', () => {
  const fail = () => showToast.failure('Couldn’t move Tempo 20', { retry: () => {} });
  act(fail);
  act(fail);
  pass(120_000);
  expect(titles()).toEqual(['Couldn’t move Tempo 20']);

  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  pass(1000);
  expect(titles()).toEqual([]);
});

test('undo is offered for eight seconds', () => {
  act(() => showToast.undo('Tempo 20 moved', () => {}, 'saved'));
  pass(7900);
  expect(titles()).toEqual(['Tempo 20 moved']);
  pass(1000);
  expect(titles()).toEqual([]);
});

test('the newest change is undone first, each once', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  act(() => showToast.undo('One moved', first, 'saved'));
  act(() => showToast.undo('Two removed', second));
  act(() => showToast.success('Saved'));

  act(() => void undoNewest());
  expect([first, second].map((undo) => undo.mock.calls.length)).toEqual([0, 1]);
  act(() => void undoNewest());
  expect([first, second].map((undo) => undo.mock.calls.length)).toEqual([1, 1]);
  expect(undoNewest()).toBe(false);
  pass(1000);
  expect(titles()).toEqual(['Saved']);
});

test('undo runs once, and closes the toast', () => {
  const undo = vi.fn<() => void>();
  act(() => showToast.undo('Tempo 20 removed from Friday', undo));
  pass(SHOWN);

  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  pass(1000);

  expect(undo).toHaveBeenCalledTimes(1);
  expect(titles()).toEqual([]);
});

test('work in progress stays on screen and ends in the same place', () => {
  let sending: ReturnType<typeof showToast.working> | undefined;
  act(() => void (sending = showToast.working('Sending to Garmin…')));
  pass(60_000);
  expect(titles()).toEqual(['Sending to Garmin…']);

  act(() =>
    sending?.fail('Not sent. Garmin didn’t respond.', { detail: 'Your workout is safe here.' }),
  );
  pass(SHOWN);
  expect(titles()).toEqual(['Not sent. Garmin didn’t respond.']);
  expect(screen.getByRole('alert').textContent).toContain('Your workout is safe here.');
});

test('a toast can be dismissed', () => {
  act(() => showToast.success('Saved'));
  pass(SHOWN);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  pass(1000);
  expect(titles()).toEqual([]);
});

test('Alt+T moves the focus to the toasts, and closing one moves it back', () => {
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  act(() => showToast.success('Saved'));
  act(() => showToast.success('Sent'));
  pass(SHOWN);

  fireEvent.keyDown(field, { code: 'KeyT', altKey: true });
  expect(document.activeElement?.contains(screen.getByText('Saved'))).toBe(true);
  pass(30_000);
  expect(titles()).toEqual(['Sent', 'Saved']);

  act(() => screen.getAllByRole('button', { name: 'Dismiss' })[0]?.click());
  expect(document.activeElement).toBe(field);
  pass(1000);
  expect(titles()).toEqual(['Saved']);
  field.remove();
});

/** Time in ms for a toast to get on screen. */
const SHOWN = 50;

/** Lets time pass in steps, so that each timer is set before the next one fires. */
function pass(milliseconds: number): void {
  for (let left = milliseconds; left > 0; left -= STEP) {
    act(() => {
      vi.advanceTimersByTime(Math.min(STEP, left));
    });
  }
}

const STEP = 100;

function titles(): (string | null | undefined)[] {
  const visible = document.querySelectorAll('.toast:not([hidden])');
  return Array.from(visible, (toast) => toast.querySelector('b')?.textContent);
}
