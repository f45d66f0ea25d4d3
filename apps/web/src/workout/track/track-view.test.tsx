import { trainingPaces } from '@pacewright/pace';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeLocalUser } from '../../platform/session/local-user.ts';
import { TrackView } from './track-view.tsx';

const SCRIPT = '10m E + 2x(800mtr I + 2m jog) + 5m E';
const PACES = { speeds: { vdot: 50, trainingPaces: trainingPaces(50) }, units: 'metric' } as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open({ script = SCRIPT, onClose = () => {} } = {}) {
  return render(<TrackView title="Eights" paceContext={PACES} {...{ script, onClose }} />);
}

async function wait(seconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
}

function press(name: string): void {
  fireEvent.click(screen.getByRole('button', { name }));
}

/** The parts of the page that screen readers announce. */
function announced(): string {
  const live = [...document.querySelectorAll('dialog [aria-live]')];
  return live.map(({ textContent }) => textContent).join('');
}

test('shows the step, its target, its splits and the next one, and counts the time', async () => {
  open();
  expect(screen.getByText('Step 1 of 6')).toBeDefined();
  press('Start');
  await wait(61);
  expect(screen.getByText('8:59')).toBeDefined();
  expect(screen.getByText('1:01')).toBeDefined();
  expect(screen.getByText('Next: 800 m interval.')).toBeDefined();

  press('Next step');
  expect(screen.getByText('Rep 1 of 2')).toBeDefined();
  expect(screen.getByText(/Last step 1:01/)).toBeDefined();
  const splits = screen.getByRole('region', { name: 'Splits' });
  expect(splits.textContent).toMatch(/^Each 200 m 0:4\d - 0:\d\d/);
  expect(splits.querySelectorAll('li')).toHaveLength(4);
});

test('announces each step once, and that its time is up, but not the seconds', async () => {
  open();
  press('Start');
  const said = announced();
  expect(said).toMatch(/^10 minutes, easy, \d:\d\d to \d:\d\d per kilometre$/);
  await wait(300);
  expect(announced()).toBe(said);
  await wait(301);
  expect(announced()).toBe(`${said}Time’s up`);
  expect(screen.getByText('Over by')).toBeDefined();
  press('Next step');
  expect(announced()).toMatch(/^Rep 1 of 2, 800 metres, interval, .*, in 3:\d\d to 3:\d\d$/);
});

test('Space, the arrows and a tap on the step advance, and Back resumes the clock', async () => {
  open();
  const dialog = screen.getByRole('dialog', { name: 'Eights' });
  const page = dialog.firstElementChild ?? dialog;
  fireEvent.keyDown(page, { key: ' ' });
  await wait(30);
  fireEvent.keyDown(page, { key: ' ', repeat: true });
  expect(screen.getByText('Step 1 of 6')).toBeDefined();
  fireEvent.click(screen.getByText('10 min'));
  expect(screen.getByText('Step 2 of 6')).toBeDefined();
  fireEvent.keyDown(page, { key: 'ArrowRight' });
  expect(screen.getByText('Step 3 of 6')).toBeDefined();
  fireEvent.keyDown(page, { key: 'ArrowLeft' });
  press('Back a step');
  await wait(1);
  expect(screen.getByText('Step 1 of 6')).toBeDefined();
  expect(screen.getByText('0:31')).toBeDefined();
});

test('remembers its place for a while, until the workout is done or the athlete signs out', async () => {
  open();
  press('Start');
  press('Next step');
  cleanup();
  await wait(3600);
  open();
  expect(screen.getByText('Step 2 of 6')).toBeDefined();
  cleanup();
  open({ script: '20m T' });
  expect(screen.getByText('Step 1 of 1')).toBeDefined();
  cleanup();

  await wait(12 * 3600);
  open();
  expect(screen.getByRole('button', { name: 'Start' })).toBeDefined();
  press('Start');
  for (let step = 1; step < 6; step++) press('Next step');
  press('Finish');
  expect(screen.getByText('Done')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Your times' }).querySelectorAll('li')).toHaveLength(2);
  cleanup();
  open();
  expect(screen.getByRole('button', { name: 'Start' })).toBeDefined();
  press('Start');
  cleanup();

  removeLocalUser();
  expect(JSON.stringify(localStorage)).not.toContain('800mtr');
});

test('keeps the screen on, again when the page is shown again, and lets go at the end', async () => {
  type Lock = { released: boolean; release: () => Promise<void> };
  const locks: Lock[] = [];
  const request = vi.fn<() => Promise<Lock>>(async () => {
    const lock: Lock = { released: false, release: async () => void (lock.released = true) };
    locks.push(lock);
    return lock;
  });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }));
  open();
  await wait(0);
  expect(request).toHaveBeenCalledTimes(1);
  // As a browser does when the page is hidden.
  for (const lock of locks) lock.released = true;
  fireEvent(document, new Event('visibilitychange'));
  await wait(0);
  expect(request).toHaveBeenCalledTimes(2);
  expect(screen.queryByText(/keep the screen on/)).toBeNull();
  cleanup();
  expect(locks.map(({ released }) => released)).toEqual([true, true]);
});

test('says so if the browser cannot keep the screen on', async () => {
  open();
  await wait(0);
  expect(screen.getByText('Your browser can’t keep the screen on.')).toBeDefined();
});

test('Escape and the cross close it', () => {
  const onClose = vi.fn<() => void>();
  open({ onClose });
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  press('Close track mode');
  expect(onClose).toHaveBeenCalledTimes(2);
});
