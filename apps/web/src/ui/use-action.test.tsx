import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearToasts, Toaster } from './toast.tsx';
import { type Action, useAction } from './use-action.ts';

type Send = () => Promise<string | void>;

const send = vi.fn<Send>();
const undo = vi.fn<Send>();

beforeEach(() => {
  send.mockReset().mockResolvedValue(undefined);
  undo.mockReset().mockResolvedValue(undefined);
});

afterEach(() => act(clearToasts));

test('an action says what happened, and Undo reverts it', async () => {
  await press();
  await click('Undo');

  expect(undo).toHaveBeenCalledTimes(1);
  expect(await screen.findByText('Undone')).toBeDefined();
});

test('a failed action says why, and can be tried again after its screen is gone', async () => {
  send.mockRejectedValueOnce(new Error('The day is full.'));
  const { rerender } = await press();
  expect((await screen.findByRole('alert')).textContent).toContain('The day is full.');
  rerender(<Toaster />);

  await click('Try again');

  expect(await screen.findByText('Tempo 20 moved')).toBeDefined();
  expect(send).toHaveBeenCalledTimes(2);
});

test('what would be refused again is not tried again', async () => {
  send.mockRejectedValueOnce(Object.assign(new Error('It has changed.'), { current: {} }));
  await press();

  expect((await screen.findByRole('alert')).textContent).toContain('It has changed.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a failed undo can be tried again', async () => {
  undo.mockRejectedValueOnce(new Error('Offline.'));
  await press();
  await click('Undo');
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t undo');

  await click('Try again');

  expect(await screen.findByText('Undone')).toBeDefined();
});

test('an undo that leaves something says what', async () => {
  undo.mockResolvedValue('2 had been edited since, so we left them.');
  await press();
  await click('Undo');

  expect(await screen.findByText('Partly undone')).toBeDefined();
  expect(screen.getByText('2 had been edited since, so we left them.')).toBeDefined();
});

const MOVE: Action<unknown> = {
  run: send,
  done: () => ({ title: 'Tempo 20 moved', undo }),
  failed: 'Couldn’t move Tempo 20',
};

function Screen() {
  const { run, isRunning } = useAction();
  return (
    <button type="button" disabled={isRunning} onClick={() => void run(MOVE)}>
      Move
    </button>
  );
}

async function press() {
  const page = render(
    <>
      <Toaster />
      <Screen />
    </>,
  );
  await click('Move');
  return page;
}

async function click(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
}
