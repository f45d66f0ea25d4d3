import { PACE_KEYS, type PaceUnits, trainingPaces } from '@pacewright/pace';
import { readScript, resolveWorkout } from '@pacewright/script';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { percentByLane } from './pace-mix-bar.tsx';
import { PrintedWorkout } from './printed-workout.tsx';
import { WorkoutChart } from './profile-chart.tsx';
import { StepTable } from './step-table.tsx';
import { useWorkoutPreview } from './use-workout-preview.ts';
import { WorkoutTotals } from './workout-totals.tsx';

// jsdom has no layout.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
});

const SPEEDS = { vdot: 50, trainingPaces: trainingPaces(50) };
const onActivate = vi.fn<(index: number) => void>();

function Views({ script, units = 'metric' }: { script: string; units?: PaceUnits }) {
  const { view, resolved, reading } = useWorkoutPreview(script, { speeds: SPEEDS, units });
  return (
    <>
      <WorkoutChart {...view} onActivate={onActivate} />
      <StepTable {...view} />
      <WorkoutTotals resolved={resolved} units={units} diagnostics={reading.diagnostics} />
    </>
  );
}

const BROKEN_400S = '2km E + 3x(2x(400mtr R + 400mtr jog) + 3m E) + 2km E';

test('arrow keys move from step to step, each with its name', async () => {
  render(<Views script={BROKEN_400S} />);
  const chart = screen.getByRole('listbox', { name: 'Workout chart' });
  act(() => chart.focus());
  const named = () => screen.getByRole('option', { selected: true }).getAttribute('aria-label');

  expect(named()).toBe('2 kilometres, easy, 4:56 to 5:34 per kilometre');
  await userEvent.keyboard('{ArrowRight}');
  expect(named()).toBe(
    'Set 1 of 3, rep 1 of 2, 400 metres, repetition, 3:36 to 3:44 per kilometre',
  );
  await userEvent.keyboard('{End}');
  expect(named()).toBe('2 kilometres, easy, 4:56 to 5:34 per kilometre');
  await userEvent.keyboard('{Home}{Enter}');
  expect(onActivate).toHaveBeenLastCalledWith(0);
});

test('arrow keys faster than the rendering all count', () => {
  render(<Views script="2km E + 5m T + 3m R" />);
  const chart = screen.getByRole('listbox', { name: 'Workout chart' });
  act(() => chart.focus());
  act(() => {
    fireEvent.keyDown(chart, { key: 'ArrowRight' });
    fireEvent.keyDown(chart, { key: 'ArrowRight' });
  });
  expect(screen.getByRole('option', { name: /^3 minutes/, selected: true })).toBeTruthy();
});

test('a step highlighted in the chart is marked in the table, and the other way round', async () => {
  render(<Views script={BROKEN_400S} />);
  act(() => screen.getByRole('listbox', { name: 'Workout chart' }).focus());
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('row', { name: /400 m Repetition/ }).className).toBe('is-linked');

  await userEvent.hover(screen.getByRole('cell', { name: 'Jog' }));
  expect(screen.getByRole('option', { name: /jog/, selected: true })).toBeTruthy();
  expect(screen.getByText('set 1 of 3, rep 1 of 2')).toBeTruthy();
});

test('the table says everything the chart does, with repeats as groups of rows', () => {
  render(<Views script={BROKEN_400S} />);
  const table = screen.getByRole('table', { name: 'Steps of this workout' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ['Step', 'Target', 'Pace, min/km', '400 m lap', 'Time', 'km'],
    ['2 km', 'E Easy', '4:56 - 5:34', '1:59 - 2:14', '10:28', '2.00'],
    ['3× Repeat 3 times', '31:10', '6.52'],
    ['2× Repeat 2 times', '7:23', '1.60'],
    ['400 m', 'R Repetition', '3:36 - 3:44', '1:26 - 1:30', '1:28', '0.40'],
    ['400 m', 'jog Jog', '5:34 est.', '', '2:14', '0.40'],
    ['3 min', 'E Easy', '4:56 - 5:34', '1:59 - 2:14', '3:00', '0.57'],
    ['2 km', 'E Easy', '4:56 - 5:34', '1:59 - 2:14', '10:28', '2.00'],
    ['Total', '52:06', '10.52'],
  ]);
});

test('speeds can be shown as on a treadmill, and in miles', async () => {
  render(<Views script="1mi T" units="imperial" />);
  expect(screen.getByRole('cell', { name: '6:45 - 6:57' })).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Treadmill' }));
  expect(screen.getByRole('columnheader', { name: 'Treadmill, mph' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: '8.6 - 8.9' })).toBeTruthy();
});

test('totals say "at least" where a step has no end', () => {
  render(<Views script="10m E + E" />);
  expect(screen.getByText('Time, at least')).toBeTruthy();
  expect(screen.getByText('Distance, at least')).toBeTruthy();
  expect(screen.getAllByText('open')).not.toHaveLength(0);
});

test('a repeat of steps that all end with the lap button is open, not "at least 0:00"', () => {
  const { container } = render(<Views script="8x(open + E)" />);
  const repeat = screen.getByRole('row', { name: /Repeat 8 times/ });
  expect(
    within(repeat)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['open', 'open']);
  expect(container.textContent).not.toContain('at least');
});

test('the shares of the paces are whole numbers that add up to 100 per cent', () => {
  const seconds = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 100_000 }));
  const week = fc.record({ E: seconds, M: seconds, T: seconds, I: seconds, R: seconds });
  fc.assert(
    fc.property(week, (byLane) => {
      const percents = percentByLane(byLane);
      const total = PACE_KEYS.reduce((sum, key) => sum + byLane[key], 0);
      const sum = PACE_KEYS.reduce((all, key) => all + percents[key], 0);
      expect(sum).toBe(total > 0 ? 100 : 0);
      for (const key of PACE_KEYS) {
        expect(percents[key] > 0).toBe(byLane[key] > 0);
        expect(Math.abs(percents[key] - (byLane[key] / (total || 1)) * 100)).toBeLessThan(4);
      }
    }),
  );
  // Each of these rounds up, to 101 together.
  expect(percentByLane({ E: 625, M: 125, T: 0, I: 250, R: 5 })).toEqual({
    E: 62,
    M: 12,
    T: 0,
    I: 25,
    R: 1,
  });
});

test('a printed workout has the letters of the five lanes beside its chart, across the page', () => {
  const script = '10m E + 3x(1km I + 2m jog)';
  const { workout } = readScript(script, { speeds: SPEEDS });
  const { container } = render(
    <PrintedWorkout
      {...{ title: '', notes: '', script }}
      resolved={resolveWorkout(workout, SPEEDS)}
      units="metric"
    />,
  );
  const chartSvg = container.querySelector('svg');
  expect(chartSvg?.previousElementSibling?.textContent).toBe('EMTIR');
  expect(chartSvg?.getAttribute('width')).toBe('100%');
});

test('an unclear amount is shown as it was written, and counted', () => {
  render(<Views script="2km E + 400m R" />);
  expect(screen.getByRole('rowheader', { name: '400m' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: '1:28 ?' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain(
    'Fix 1 problem to send this to a watch. You can still save it.',
  );
});

test('rows are one tab stop, and arrow keys move between them', async () => {
  render(<Views script="2km E + 5m T + 3m R" />);
  act(() => screen.getByRole('button', { name: '2 km' }).focus());
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '5 min' }));
  await userEvent.keyboard('{End}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '3 min' }));
});

test('an empty workout says how to begin', () => {
  render(<Views script="" />);
  expect(screen.getByText('Nothing written yet. Your first workout takes one line.')).toBeTruthy();
});

test('a heart-rate zone counts as its pace and keeps its own name', () => {
  render(<Views script="1h30m Z2 + 10m Z5" />);
  const mix = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(mix).toEqual(['EEasy1:30:00', 'IInterval10:00']);
  expect(screen.getByRole('cell', { name: /Zone 2/ }).textContent).toBe('Z2 Zone 2');
});

test('a script of 1600 steps shows the first ones, and more on request', async () => {
  render(<Views script={'1m\n'.repeat(1600)} />);
  expect(screen.getAllByRole('rowheader')).toHaveLength(201);
  await userEvent.click(screen.getByRole('button', { name: 'Show 200 more of 1600 steps' }));
  expect(screen.getAllByRole('rowheader')).toHaveLength(401);
});
