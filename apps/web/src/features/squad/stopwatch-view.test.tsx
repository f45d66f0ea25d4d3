import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeLocalUser, writeLocalUser } from '../../platform/session/local-user.ts';
import { StopwatchView } from './stopwatch-view.tsx';
import { MAX_PRESSES } from './stopwatch.ts';
import { NO_TIMING, readTiming, writeTiming } from './stopwatch-store.ts';
import type { Squad } from './squad-store.ts';

const WORKOUT = { title: '6 × 800', script: '2km E + 6x(800mtr I + 400mtr jog) + 2km E' };
const SQUAD: Squad = {
  runners: [
    { name: 'Amara', race: { distance: 5000, timeInSeconds: 1032 } },
    { name: 'Ben', race: { distance: 5000, timeInSeconds: 1058 } },
    { name: 'Elif', race: { distance: 5000, timeInSeconds: 1250 } },
  ],
  groups: 2,
  sort: 'group',
};
const EVENING = new Date('2026-11-17T18:00:00').getTime();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: EVENING });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  writeTiming(NO_TIMING);
});

function open({ workout = WORKOUT, squad = SQUAD, onClose = () => {} } = {}) {
  return render(<StopwatchView {...{ workout, squad, onClose }} />);
}

function press(name: string | RegExp): void {
  fireEvent.click(screen.getByRole('button', { name }));
}

/** The clock of the device goes on while the page does nothing, as in a locked phone. */
function pass(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000);
}

function tileOf(name: string): string {
  return screen.getByRole('button', { name: new RegExp(`^${name}`) }).textContent ?? '';
}

test('two groups run at once, and each runner has a split against their target', () => {
  open();
  expect(tileOf('Amara')).toBe('Amara 1:20 - 1:23 400 m 800 m in 2:40 - 2:47');
  press('Start rep 1 of group 1');
  pass(20);
  press('Start rep 1 of group 2');
  pass(61.4);
  press(/^Amara/);
  expect(tileOf('Amara')).toBe('Amara 1:21.4 400 m, on pace 800 m in 2:40 - 2:47');
  pass(38.6);
  press(/^Elif/);
  expect(tileOf('Elif')).toContain('Elif 1:40.0 400 m, on pace');
  pass(34.2);
  press(/^Amara/);
  expect(tileOf('Amara')).toBe('Amara 2:34.2 800 m, 6 s fast ');
  expect(
    within(screen.getByRole('dialog')).getByText('Amara, 800 m in 2:34.2, 6 s fast'),
  ).toBeDefined();
  expect(screen.queryByText('Recovery')).toBeNull();
});

test('a group that has arrived recovers, and the next rep starts with the press', () => {
  open();
  fireEvent.click(screen.getByRole('radio', { name: 'End of rep' }));
  press('Start rep 1 of group 2');
  pass(190);
  press(/^Elif/);
  const group = within(screen.getByRole('region', { name: 'Group 2' }));
  expect(group.getByText('Recovery')).toBeDefined();
  expect(group.getByText('Rep 2 of 6, 800 m at I')).toBeDefined();
  pass(90);
  press('Start rep 2 of group 2');
  expect(group.getByText('Elapsed')).toBeDefined();
  expect(tileOf('Elif')).toContain('800 m');
});

test('a start that is pressed twice starts one rep', () => {
  open();
  press('Start rep 1 of group 1');
  pass(0.4);
  press('Start rep 2 of group 1');
  expect(readTiming().presses).toHaveLength(1);
  pass(60);
  press('Start rep 2 of group 1');
  expect(readTiming().presses).toHaveLength(2);
});

test('a reload and a locked phone lose no split', () => {
  open();
  press('Start rep 1 of group 1');
  pass(81);
  press(/^Amara/);
  cleanup();
  pass(4.5);
  open();
  expect(tileOf('Amara')).toContain('1:21.0');
  press(/^Ben/);
  expect(tileOf('Ben')).toContain('1:25.5');
  cleanup();
  open();
  pass(80);
  press(/^Amara/);
  expect(tileOf('Amara')).toContain('2:45.5');
});

test('undo takes the last press back, and says whose it was', () => {
  open();
  press('Start rep 1 of group 1');
  pass(81);
  press(/^Amara/);
  press('Undo Amara');
  expect(tileOf('Amara')).toBe('Amara 1:20 - 1:23 400 m 800 m in 2:40 - 2:47');
  pass(3);
  press(/^Ben/);
  expect(tileOf('Ben')).toContain('1:24.0');
  press('Undo Ben');
  press('Undo start of group 1');
  expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('button', { name: 'Start rep 1 of group 1' })).toBeDefined();
  cleanup();
  // Nobody runs, so the groups may change.
  open({ squad: { ...SQUAD, groups: 3 } });
  expect(screen.getByRole('button', { name: 'Start rep 1 of group 3' })).toBeDefined();
});

test('one group can fill the screen, and is remembered', () => {
  open();
  fireEvent.click(screen.getByRole('radio', { name: '2' }));
  expect(screen.queryByRole('button', { name: /^Amara/ })).toBeNull();
  cleanup();
  open();
  expect(screen.getByRole('radio', { name: 'Group 2' })).toHaveProperty('checked', true);
  fireEvent.click(screen.getByRole('radio', { name: 'All' }));
  expect(screen.getByRole('button', { name: /^Amara/ })).toBeDefined();
});

test('the times are copied with the splits, and cleared only when that was confirmed', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {});
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  open();
  press('Start rep 1 of group 1');
  for (const [seconds, name] of [
    [81, /^Amara/],
    [2, /^Ben/],
    [82.3, /^Amara/],
  ] as const) {
    pass(seconds);
    press(name);
  }
  press('Times');
  press('Copy times');
  expect(await screen.findByText('Times copied.')).toBeDefined();
  expect(writeText.mock.calls[0]?.[0]).toBe(
    '6 × 800, 17 Nov\nRunner\tRep 1\nAmara\t2:45.3 (1:21.0, on pace)\nBen\t400 m 1:23.0',
  );

  press('Back to stopwatch');
  press('Times');
  press('Clear times');
  press('Keep times');
  expect(readTiming().presses).toHaveLength(4);
  press('Clear times');
  press('Clear');
  expect(readTiming()).toEqual(NO_TIMING);
  expect(screen.getByRole('button', { name: 'Start rep 1 of group 1' })).toBeDefined();
});

test('the times of another session, or of another day, are shown first', () => {
  open();
  press('Start rep 1 of group 1');
  pass(81);
  press(/^Amara/);
  cleanup();
  const other = open({ workout: { title: 'Mile', script: '4x(1mi T + 1m rest)' } });
  expect(screen.getByText('These times are from another session.')).toBeDefined();
  expect(screen.getByRole('heading', { name: '6 × 800' })).toBeDefined();
  expect(screen.getByRole('row', { name: /^Amara/ }).textContent).toContain('400 m 1:21.0');
  expect(screen.queryByRole('button', { name: /^Start rep/ })).toBeNull();
  other.unmount();

  pass(13 * 3600);
  open();
  expect(screen.getByText('These times are from another session.')).toBeDefined();
  press('Clear times');
  press('Clear');
  expect(screen.getByRole('button', { name: 'Start rep 1 of group 1' })).toBeDefined();
});

test('a runner who was removed keeps their times, and one who joins can be timed', () => {
  open();
  press('Start rep 1 of group 1');
  pass(81);
  press(/^Amara/);
  cleanup();
  const runners = [...SQUAD.runners.slice(1), { name: 'Nina', group: 1 }];
  open({ squad: { ...SQUAD, runners } });
  pass(6);
  press(/^Nina/);
  expect(tileOf('Nina')).toContain('1:27.0');
  press('Times');
  expect(screen.getByRole('row', { name: /^Amara/ }).textContent).toContain('1:21.0');
});

test('no press is lost without a word when the stopwatch is full, or storage is blocked', () => {
  const start = { kind: 'start', group: 1, rep: 0, everyLap: true, at: EVENING } as const;
  const presses = Array.from({ length: MAX_PRESSES }, () => start);
  writeTiming({ ...NO_TIMING, ...WORKOUT, presses });
  expect(JSON.stringify(localStorage).length).toBeLessThan(1_000_000);
  open();
  expect(screen.getByText('The stopwatch is full.')).toBeDefined();
  expect(screen.getByText(/It can store 4,000 times/)).toBeDefined();
  cleanup();

  writeTiming(NO_TIMING);
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('Blocked');
    },
  });
  open();
  press('Start rep 1 of group 1');
  pass(81);
  press(/^Amara/);
  expect(tileOf('Amara')).toContain('1:21.0');
  expect(screen.getByText('Your browser is blocking storage.')).toBeDefined();
});

test('the times are removed with an athlete', () => {
  writeLocalUser({
    id: '0f9b3a52-6f0b-4c1e-9f3e-0a1b2c3d4e5f',
    username: 'alex',
    email: 'alex@example.com',
    avatar: null,
    firstSteps: 0,
    createdAt: '2026-11-01T00:00:00Z',
  });
  open();
  press('Start rep 1 of group 1');
  expect(JSON.stringify(localStorage)).toContain('800mtr');
  cleanup();
  removeLocalUser();
  expect(JSON.stringify(localStorage)).not.toContain('800mtr');
});
