import { listWorkouts } from '@pacewright/contract';
import { trainingPaces } from '@pacewright/pace';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  ATHLETE,
  EASY,
  entryOf,
  FIVE,
  OPEN,
  openCalendar,
  plannedEntryOf,
  raceEntryOf,
  runOf,
  workoutOf,
} from '../../testing/open-calendar.tsx';
import { TodayScreen } from './today-screen.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
  return () => vi.useRealTimers();
});

const TODAY = <TodayScreen hasPaces paceContext={ATHLETE} />;

test('a workout changed on another device is redrawn, with its totals and steps', async () => {
  const entry = entryOf(workoutOf('b', 'Tempo', '20m E'), '2026-11-17', '2');
  const { changeOnOtherDevice } = await openCalendar(TODAY, [entry]);
  expect(figure('Time')).toBe('20:00');
  const steps = screen.getByRole('table', { name: 'Steps of this workout' });
  expect(within(steps).getByText('Easy')).toBeTruthy();

  const { script, reading } = workoutOf('b', 'Tempo', '10m E + 30m T');
  await act(() => changeOnOtherDevice({ ...entry, script, reading }));
  await waitFor(() => expect(figure('Time')).toBe('40:00'));
  expect(figure('At T pace')).toBe('30:00');
  expect(screen.getByText(/^2 steps, /)).toBeTruthy();
  expect(await within(steps).findByText('Threshold')).toBeTruthy();
  expect(within(steps).getByText('30 min')).toBeTruthy();
});

test('A16: a day of a plan shows its week and note, and another option can be chosen and undone', async () => {
  const { user } = await openCalendar(TODAY, [plannedEntryOf('2026-11-17', '2')]);
  expect(screen.getByText(/week 5 of 12/).textContent).toBe('Harbour Half, week 5 of 12');
  expect(screen.getByRole('link', { name: 'Harbour Half' })).toBeTruthy();
  expect(screen.getByText('Flat shoes.')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Switch to Tempo' }));
  expect(await screen.findByText('Changed to Tempo')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tempo');
  expect(figure('At T pace')).toBe('20:00');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Easy 45'),
  );
});

test('a rest day that was chosen has no chart and no file, and the run can be chosen again', async () => {
  const { user } = await openCalendar(TODAY, [
    plannedEntryOf('2026-11-17', '2'),
    entryOf(FIVE, '2026-11-18', '1'),
  ]);
  await user.click(screen.getByRole('button', { name: 'Switch to Rest' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Rest'));
  expect(screen.queryByRole('button', { name: /FIT/ })).toBeNull();
  expect(screen.queryByRole('table', { name: 'Steps of this workout' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Mark as done' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Switch to Easy 45' }));
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Easy 45'),
  );
});

test('the days to the next race and to the goal of its season are counted, with the pace for scripts', async () => {
  const season = { id: 'a', key: '12 Sun' };
  const races = [
    { ...raceEntryOf('Harbour 10K', '2km E + 10km 10k', '2026-11-18', '1'), season },
    { ...raceEntryOf('Canal 5K', '5km 5k', '2026-12-06', '3'), season },
    { ...raceEntryOf('Berlin Marathon', '42.195km 3h15m', '2027-01-02', '4'), season },
    raceEntryOf('Another one', '5km 5k', '2027-02-02', '5'),
  ];
  await openCalendar(TODAY, [plannedEntryOf('2026-11-17', '2'), ...races]);
  const lines = await screen.findAllByText(/tomorrow$|in \d+ days$/);
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Harbour 10K tomorrow',
    'Berlin Marathon in 46 days',
  ]);
  const cards = within(screen.getByRole('region', { name: 'Your races' }));
  expect(cards.getByText('46 days')).toBeTruthy();
  expect(cards.getByText('Saturday 2 January 2027')).toBeTruthy();
  expect(cards.getAllByRole('code').map(({ textContent }) => textContent)).toEqual([
    '10k',
    '4:37/km',
  ]);
});

test('a race is no longer counted on its day', async () => {
  await openCalendar(TODAY, [raceEntryOf('Harbour 10K', '10km 10k', '2026-11-17', '1')]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Harbour 10K');
  expect(screen.queryByRole('region', { name: 'Your race' })).toBeNull();
});

test('the headline number is the pace with the most running, not the fastest', async () => {
  const ladder = workoutOf('d', 'Ladder', '15m E + 4x(3m I + 2m E) + 400mtr R + 10m E');
  await openCalendar(TODAY, [entryOf(ladder, '2026-11-17', '2')]);
  expect(figure('At I pace')).toBe('12:00');
  expect(screen.queryByText('At R pace')).toBeNull();
});

test('an easy run has no headline pace', async () => {
  await openCalendar(TODAY, [entryOf(EASY, '2026-11-17', '2')]);
  expect(screen.queryByText(/^At . pace$/)).toBeNull();
});

test('an unclear step is marked as unclear', async () => {
  const unclear = workoutOf('d', 'Odd', '10m E + 400m R');
  await openCalendar(TODAY, [entryOf(unclear, '2026-11-17', '2')]);
  expect(screen.getByText(/unclear, shown as/)).toBeTruthy();
});

test('a workout too long for a stored reading is shown in full', async () => {
  const long = workoutOf('d', 'Long', '15m E + 20m T + 10m E');
  const { workout } = workoutOf('e', 'Cut', '15m E + open').reading;
  const entry = entryOf(long, '2026-11-17', '2');
  const reading = { ...entry.reading, workout, isTruncated: true };
  await openCalendar(TODAY, [{ ...entry, reading }]);
  expect(figure('Time')).toBe('45:00');
});

test('the arrow keys of the step table reach the last step', async () => {
  const { user } = await openCalendar(TODAY, [entryOf(FIVE, '2026-11-17', '2')]);
  const rows = within(screen.getByRole('table', { name: 'Steps of this workout' }));
  act(() => rows.getByRole('button', { name: '15 min' }).focus());
  await user.keyboard('{End}');
  expect(document.activeElement).toBe(rows.getByRole('button', { name: '10 min' }));
});

test('the button that marks as done keeps the focus, and undoes it', async () => {
  const { user } = await openCalendar(TODAY, [entryOf(FIVE, '2026-11-17', '2')]);
  screen.getByRole('button', { name: 'Mark as done' }).focus();
  await user.keyboard('{Enter}');
  const done = await screen.findByRole('button', { name: 'Done, mark as not done' });
  expect(document.activeElement).toBe(done);

  await user.keyboard('{Enter}');
  const again = await screen.findByRole('button', { name: 'Mark as done' });
  expect(document.activeElement).toBe(again);
});

test('a done mark can be undone where it was set', async () => {
  const { user } = await openCalendar(TODAY, [
    entryOf(FIVE, '2026-11-17', '2'),
    entryOf(EASY, '2026-11-18', '1'),
  ]);
  await user.click(screen.getByRole('button', { name: 'Mark as done' }));
  expect(await screen.findByText('Marked as done')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Easy 45');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Five by three');
  expect(screen.getByRole('button', { name: 'Mark as done' })).toBeTruthy();
});

test('at midnight a tab left open moves on to the next day, without loading anything', async () => {
  const { api } = await openCalendar(TODAY, [
    entryOf(FIVE, '2026-11-17', '2'),
    entryOf(EASY, '2026-11-18', '1'),
  ]);
  const calls = api.calls.length;
  vi.setSystemTime(new Date(2026, 10, 18, 0, 0, 1));
  fireEvent(document, new Event('visibilitychange'));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Easy 45');
  expect(screen.getByText('Wednesday 18 November', { selector: 'p' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Mark as done' })).toBeTruthy();
  expect(api.calls).toHaveLength(calls);
});

test('with nothing planned, a workout of the library is one click away', async () => {
  const { user } = await openCalendar(TODAY, []);
  await user.click(await screen.findByRole('button', { name: /^Run Easy 45 today/ }));
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Easy 45'),
  );
  expect(screen.getByText('Tuesday 17 November', { selector: 'p' })).toBeTruthy();
});

test('today is printed as the workout of the day, without buttons', async () => {
  await openCalendar(TODAY, [entryOf(FIVE, '2026-11-17', '2')]);
  fireEvent(window, new Event('beforeprint'));
  const sheet = document.querySelector<HTMLElement>('.print-sheet');
  if (!sheet) throw new Error('There is no sheet to print');
  expect(sheet.textContent).toContain('Tuesday 17 November');
  expect(within(sheet).getByText('Five by three')).toBeTruthy();
  expect(within(sheet).queryAllByRole('button', { hidden: true })).toEqual([]);
  fireEvent(window, new Event('afterprint'));
});

test('with nothing planned, the week is printed', async () => {
  await openCalendar(TODAY, []);
  fireEvent(window, new Event('beforeprint'));
  const sheet = document.querySelector<HTMLElement>('.print-sheet');
  expect(sheet?.textContent).toContain('16 - 22 November');
  expect(sheet?.querySelectorAll('button, a')).toHaveLength(0);
  fireEvent(window, new Event('afterprint'));
});

/** The value below a name. */
function figure(name: string): string | null | undefined {
  return screen.getAllByText(name, { selector: 'dt' })[0]?.nextSibling?.textContent;
}

test('S6: today says "at least" for the week and its days', async () => {
  await openCalendar(<TodayScreen hasPaces paceContext={ATHLETE} />, [
    entryOf(OPEN, '2026-11-17', '2'),
  ]);
  expect(screen.getByText('Planned, at least')).toBeTruthy();
  const days = screen.getByRole('region', { name: 'This week' });
  expect(days.textContent).toContain('≥ at least 20 min');
});

test('today shows the workout of the day with its steps, and marks it as done', async () => {
  const { user } = await openCalendar(<TodayScreen hasPaces paceContext={ATHLETE} />, [
    entryOf(FIVE, '2026-11-17', '2'),
    entryOf(EASY, '2026-11-18', '1'),
  ]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Five by three');
  expect(screen.getByText('Tuesday 17 November', { selector: 'p' })).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Steps of this workout' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Mark as done' }));
  expect(await screen.findByText('Next: Wednesday 18 November')).toBeTruthy();
});

test('with nothing planned, today explains how to plan a workout', async () => {
  await openCalendar(<TodayScreen hasPaces={false} paceContext={ATHLETE} />, [], { workouts: [] });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Today');
  expect(screen.getByText('Nothing planned yet.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Paste your week' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Take a plan' })).toBeTruthy();
  const box = await screen.findByRole('textbox', { name: /paste your week/ });
  fireEvent.click(screen.getByRole('button', { name: 'Write a line' }));
  expect(document.activeElement).toBe(box);
  await screen.findByText('Write a workout in one line');
  expect(screen.getByText('Set your paces')).toBeTruthy();
});

test('with nothing planned, today skips the steps that are done', async () => {
  const { api } = await openCalendar(<TodayScreen hasPaces paceContext={ATHLETE} />, []);
  await waitFor(() => expect(api.countOf(listWorkouts)).toBe(1));
  await screen.findByText('Run one of your workouts today?');
  expect(screen.queryByText('Set your paces')).toBeNull();
  expect(screen.queryByText('Write a workout in one line')).toBeNull();
});

test('the week of the plan is above the workout, and the drawing of its season beside it', async () => {
  const season = { id: 'a', key: '5 Tue', title: 'Harbour Half', planId: 'b', weekCount: 12 };
  const Drawing = ({ seasonId, week }: { seasonId: string; week: number }) => (
    <p>{`season ${seasonId} around week ${week}`}</p>
  );
  await openCalendar(<TodayScreen hasPaces paceContext={ATHLETE} SeasonDrawing={Drawing} />, [
    { ...entryOf(EASY, '2026-11-17', '1'), season },
  ]);
  const band = within(screen.getByRole('region', { name: 'Plan' }));
  expect(band.getByRole('link', { name: 'Harbour Half' }).getAttribute('href')).toBe(
    '/app/plans/b',
  );
  expect(band.getByText(/^Week 5/).textContent).toBe('Week 5 of 12');
  expect(band.getByText('season a around week 5')).toBeTruthy();
  expect(screen.queryByText('Harbour Half, week 5 of 12')).toBeNull();
});

test('a workout without a plan has no band', async () => {
  const Drawing = () => <p>season</p>;
  await openCalendar(<TodayScreen hasPaces paceContext={ATHLETE} SeasonDrawing={Drawing} />, [
    entryOf(EASY, '2026-11-17', '1'),
  ]);
  expect(screen.queryByRole('region', { name: 'Plan' })).toBeNull();
});

test('track mode stays open at midnight, and when its workout becomes done', async () => {
  const tempo = entryOf(workoutOf('b', 'Tempo', '20m T'), '2026-11-17', '2');
  const { user, changeOnOtherDevice } = await openCalendar(TODAY, [
    tempo,
    entryOf(EASY, '2026-11-18', '1'),
  ]);
  await user.click(screen.getByRole('button', { name: 'Track mode' }));
  expect(await screen.findByRole('dialog', { name: /Tempo/ })).toBeTruthy();

  vi.setSystemTime(new Date(2026, 10, 18, 0, 1));
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1, hidden: true }).textContent).toBe('Easy 45'),
  );
  expect(screen.getByRole('dialog', { name: /Tempo/ })).toBeTruthy();

  const done = { at: '2026-11-17T09:00:00.000Z', paces: { trainingPaces: trainingPaces(50) } };
  await act(() => changeOnOtherDevice({ ...tempo, done }));
  expect(screen.getByRole('dialog', { name: /Tempo/ })).toBeTruthy();
});

test('a day with an unplanned run isn’t empty', async () => {
  const runs = [runOf('2026-11-16')];
  await openCalendar(TODAY, [entryOf(EASY, '2026-11-17', '1')], { runs });
  const link = await screen.findByRole('link', { name: 'Unplanned run' });
  const day = link.closest('ol > li');
  expect(day?.textContent).toContain('Monday 16 November');
  expect(day?.textContent).not.toContain('Nothing planned');
});

test('a run of another day’s workout is on the day it was run too', async () => {
  const done = { at: '2026-11-16T09:00:00.000Z', paces: { trainingPaces: trainingPaces(50) } };
  const threes = { ...entryOf(FIVE, '2026-11-18', '2'), done };
  const runs = [runOf('2026-11-16', { entryId: threes.id })];
  await openCalendar(TODAY, [entryOf(EASY, '2026-11-17', '1'), threes], { runs });
  await screen.findByText('Planned for Wednesday');
  const links = screen.getAllByRole('link', { name: 'Five by three' });
  expect(links.map((link) => link.closest('ol > li')?.textContent?.slice(0, 9))).toEqual([
    'Monday 16',
    'Wednesday',
  ]);
});

test('an unplanned run of today or yesterday is asked about', async () => {
  const Question = ({ id }: { id: string }) => <p>{`Was it ${id.slice(-1)}?`}</p>;
  const runs = [runOf('2026-11-16')];
  const screenWithQuestion = <TodayScreen hasPaces paceContext={ATHLETE} RunQuestion={Question} />;
  await openCalendar(screenWithQuestion, [entryOf(EASY, '2026-11-17', '1')], { runs });
  expect(await screen.findByText('Was it 9?')).toBeTruthy();
});

test('the notes of a workout of the library are shown on its day', async () => {
  await openCalendar(TODAY, [
    { ...entryOf(EASY, '2026-11-17', '1'), notes: 'Keep the shoulders low.' },
  ]);
  expect(screen.getByText('Keep the shoulders low.')).toBeTruthy();
});

test('the write box is under the next workout, and what is skipped or rest is not counted', async () => {
  const rest = (day: string, letter: string, title: string) => ({
    ...plannedEntryOf(day, letter),
    title,
    script: '',
    reading: workoutOf('0', '', '').reading,
    own: { kind: 'rest' as const, notes: '', alternatives: [] },
  });
  await openCalendar(TODAY, [
    entryOf(EASY, '2026-11-17', '1'),
    rest('2026-11-18', '2', 'Tempo'),
    rest('2026-11-19', '3', 'Rest'),
  ]);
  const box = await screen.findByRole('region', { name: 'Write or paste' });
  const steps = screen.getByRole('table', { name: 'Steps of this workout' });
  expect(box.compareDocumentPosition(steps)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const week = screen.getByRole('region', { name: 'This week by pace' });
  expect(within(week).getByText('Done').nextElementSibling?.textContent).toBe('0 of 1');
});
