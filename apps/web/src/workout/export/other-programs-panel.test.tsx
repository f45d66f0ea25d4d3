import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { watchSavedFiles } from '../../testing/saved-files.ts';
import { OtherProgramsPanel } from './other-programs-panel.tsx';

const SPEEDS = { vdot: 50, trainingPaces: DEFAULT_TRAINING_PACES };

function show(script: string) {
  const workout = { id: 'w1', title: 'Five by one', script };
  render(<OtherProgramsPanel workout={workout} speeds={SPEEDS} units="metric" />);
}

test('the text for intervals.icu is copied, with notes on what was left out', async () => {
  const user = userEvent.setup();
  show('10m E + 5x(1km I + 90s jog) + Z2');
  await user.click(screen.getByRole('button', { name: /^intervals\.icu/ }));

  expect(await screen.findByText('Copied for intervals.icu.')).toBeDefined();
  expect(screen.getByRole('status').textContent).toMatch(/an open step as 10 minutes/);
  expect(await navigator.clipboard.readText()).toContain('5x\n- Interval 1km 5:00-4:30/km Pace');
});

test('the steps are copied as plain text, in the athlete’s paces', async () => {
  const user = userEvent.setup();
  show('10m E + 5x(1km I + 90s jog)');
  await user.click(screen.getByRole('button', { name: /^Plain text/ }));
  expect(await screen.findByText('Copied.')).toBeDefined();
  expect((await navigator.clipboard.readText()).split('\n')).toEqual([
    'Five by one',
    'Easy, 10 min, 6:00 - 7:00 min/km',
    '5 times:',
    '  Interval, 1 km, 4:30 - 5:00 min/km',
    '  Jog, 1 min 30 s',
  ]);
});

test('the text is shown where the browser refuses the clipboard', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  show('10m E');
  await user.click(screen.getByRole('button', { name: /^intervals\.icu/ }));
  expect(await screen.findByText('- Easy 10m 7:00-6:00/km Pace')).toBeDefined();
});

test('the file for Zwift is downloaded, with notes on what was left out', async () => {
  const files = watchSavedFiles();
  show('10m T + 400mtr R');
  await userEvent.click(screen.getByRole('button', { name: /^Zwift/ }));

  expect(files.map(({ name }) => name)).toEqual(['five-by-one.zwo']);
  expect(await files[0]!.content.text()).toContain('<sportType>run</sportType>');
  expect(screen.getByRole('status').textContent).toMatch(/distances became times at your pace/);
});

test('a script with a mistake is not exported', async () => {
  show('400m R');
  await userEvent.click(screen.getByRole('button', { name: /^Zwift/ }));
  expect(screen.getByRole('alert').textContent).toContain('Fix the problem in the script first.');
});
