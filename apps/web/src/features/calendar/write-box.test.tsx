import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ATHLETE, openCalendar } from '../../testing/open-calendar.tsx';
import { readLine } from './read-line.ts';
import { TodayScreen } from './today-screen.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
  return () => vi.useRealTimers();
});

const TODAY = <TodayScreen hasPaces paceContext={ATHLETE} />;
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /paste your week/ });
const findBox = () => screen.findByRole('textbox', { name: /paste your week/ });

test('a line is drawn while it is written, and Enter puts it on its day', async () => {
  const { user } = await openCalendar(TODAY, []);
  await findBox();
  await user.keyboard('/');
  expect(document.activeElement).toBe(box());
  await user.type(box(), '15m E + 20m T');
  await screen.findByRole('button', { name: 'Add to today' });
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('20 min T'),
  );
  expect(box().value).toBe('');
});

test('a weekday in the line wins, and a question has its likeliest answer chosen', async () => {
  const { user } = await openCalendar(TODAY, []);
  await findBox();
  await user.type(box(), 'thu 10m E + 400 R');
  await screen.findByRole('button', { name: 'Add to calendar' });
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Day' }).value).toBe('2026-11-19');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '400 metres' }).checked).toBe(true);
  await user.click(screen.getByRole('radio', { name: '400 seconds' }));
  expect(screen.getByText(/^17 min · /)).toBeTruthy();
});

test('Shift Enter starts a line, several lines are read, and Escape empties the box', async () => {
  const { user } = await openCalendar(TODAY, []);
  await findBox();
  await user.type(box(), 'Tue 40m E{Shift>}{Enter}{/Shift}Thu 20m T');
  expect(screen.getByText(/^2 lines\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Read it' })).toBeTruthy();
  fireEvent.keyDown(box(), { key: 'Escape' });
  expect(box().value).toBe('');
});

test.each([
  ['thu 45 easy', '2026-11-19', '45m E'],
  ['Tuesday: 8 km easy', '2026-11-17', '8 km easy'],
  ['tomorrow 40m E', '2026-11-18', '40m E'],
  ['40m E', undefined, '40m E'],
])('%s', (text, day, script) => {
  expect(readLine(text, '2026-11-17')).toMatchObject({ day, script });
});

test.each(['tempo', 'thu', '', 'hello there'])('“%s” is no workout', (text) => {
  expect(readLine(text, '2026-11-17')).toBeUndefined();
});
