import { describeApple, describeFit, stepLines } from '@pacewright/delivery';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { watchSavedFiles } from '../../testing/saved-files.ts';
import { writeStoredConnection } from './intervals-icu-connection.ts';
import { WatchPanel } from './watch-panel.tsx';

const SPEEDS = { vdot: 50, trainingPaces: DEFAULT_TRAINING_PACES };

function show(script: string) {
  const workout = { id: 'w1', title: 'Five by three', script };
  render(<WatchPanel workout={workout} speeds={SPEEDS} units="metric" />, {
    wrapper: MemoryRouter,
  });
}

test("the panel lists the watch's steps, and downloads the file with them", async () => {
  const files = watchSavedFiles();
  show('15m E + 5x(3m I + 2m jog) + E');

  const panel = within(screen.getByRole('region', { name: 'On your watch' }));
  expect(panel.getByText('5 times')).toBeDefined();
  expect(panel.getByText('4:30 - 5:00 min/km')).toBeDefined();
  expect(panel.getByText('until you press lap')).toBeDefined();
  expect(panel.getByText('no target')).toBeDefined();

  await userEvent.click(panel.getByRole('button', { name: 'Download FIT' }));
  expect(files.map(({ name }) => name)).toEqual(['five-by-three.fit']);
  const reading = describeFit(new Uint8Array(await files[0]!.content.arrayBuffer()));
  expect(reading.ok && stepLines(reading.workout.items, 'metric')).toEqual([
    'Easy, 15 min, 6:00 - 7:00 min/km',
    '5 times:',
    '  Interval, 3 min, 4:30 - 5:00 min/km',
    '  Jog, 2 min',
    'Easy, until you press lap, 6:00 - 7:00 min/km',
  ]);
});

test('a script with a mistake makes no file, and the panel says what to do', () => {
  show('400m R');
  expect(screen.getByText('Fix the problem in the script first.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Download FIT' })).toBeNull();
});

test('notes on what was left out are beside the steps', () => {
  show('3x(2x(400mtr R + 400mtr jog) + 3m E)');
  expect(
    screen.getByText('A watch supports one level of repeats, so inner repeats are written out.'),
  ).toBeDefined();
  expect(screen.getByText('3 changed')).toBeDefined();
});

describe('the runner’s watch', () => {
  const choose = (watch: string) =>
    userEvent.selectOptions(screen.getByRole('combobox', { name: 'Your watch' }), watch);

  test('an Apple Watch gets its own file, with a verdict for each step', async () => {
    const files = watchSavedFiles();
    show('15m WU + 3x(1km I "tall" + 2m jog) + 10m CD');
    await choose('Apple Watch');

    expect(screen.getByText(/tap Add to Workouts/)).toBeDefined();
    expect(screen.getByText('3 as written')).toBeDefined();
    expect(screen.getByText('1 not possible')).toBeDefined();
    expect(screen.getByText(/Apple Watch doesn’t show notes/).textContent).toContain(
      '(Interval, 1 km)',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Download .workout' }));
    expect(files.map(({ name }) => name)).toEqual(['five-by-three.workout']);
    const reading = describeApple(new Uint8Array(await files[0]!.content.arrayBuffer()));
    expect(reading.ok && stepLines(reading.workout.items, 'metric')).toEqual([
      'Easy, 15 min, 6:00 - 7:00 min/km',
      '3 times:',
      '  Interval, 1 km, 4:30 - 5:00 min/km',
      '  Jog, 2 min',
      'Easy, 10 min, 6:00 - 7:00 min/km',
    ]);
  });

  test('is remembered, and shown by the next panel', async () => {
    show('E');
    await choose('COROS');
    cleanup();
    show('E');
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('coros');
    expect(screen.getByText(/choose intervals.icu under Other programs/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Connect it in Settings' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Download FIT' })).toBeNull();
  });

  test('with intervals.icu connected, shows what is sent there', async () => {
    show('15m Z1 + open E "tall, 2 up"');
    await choose('Suunto');
    // Text to paste has no figures in notes, and a length for the lap button.
    expect(screen.queryByText('All steps as written')).toBeNull();
    act(() => writeStoredConnection('{}'));
    expect(screen.getByText('All steps as written')).toBeDefined();
    expect(screen.getByText(/It’s sent with the day you plan it for/)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Connect it in Settings' })).toBeNull();
  });

  test('that takes nothing gets a reason and a way to print', async () => {
    show('E');
    await choose('Polar');
    expect(screen.getByText(/Polar doesn’t let other services send workouts/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Print' })).toBeDefined();
  });
});

test('the instructions match the athlete’s operating system', async () => {
  show('E');
  await userEvent.click(screen.getByText('Copy it to your watch'));
  await userEvent.click(screen.getByRole('radio', { name: 'macOS' }));
  expect(screen.getByText(/OpenMTP/)).toBeDefined();
  await userEvent.click(screen.getByRole('radio', { name: 'Windows' }));
  expect(screen.getByText(/Explorer/)).toBeDefined();
  await userEvent.click(screen.getByRole('radio', { name: 'Linux' }));
  expect(screen.getByText(/mtp-tools/)).toBeDefined();
});
