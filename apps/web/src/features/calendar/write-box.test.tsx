import { addToCalendar } from '@pacewright/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { unreachable } from '../../testing/fake-api.ts';
import { ATHLETE, openCalendar } from '../../testing/open-calendar.tsx';
import { CalendarScreen } from './calendar-screen.tsx';
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
  await screen.findByRole('button', { name: 'Add to Thu 19 Nov' });
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Day' }).value).toBe('2026-11-19');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '400 metres' }).checked).toBe(true);
  await user.click(screen.getByRole('radio', { name: '400 seconds' }));
  expect(screen.getByText(/^17 min · /)).toBeTruthy();
});

test('a race result alone is offered for the paces, and other goals are not', async () => {
  const { user } = await openCalendar(TODAY, []);
  await findBox();
  await user.type(box(), '5k 23:40');
  const link = await screen.findByRole('link', { name: 'Use it for your paces' });
  expect(link.getAttribute('href')).toBe('/app/paces');
  await user.type(box(), ' + 10m E');
  await waitFor(() => expect(screen.queryByText(/^Is this a race result/)).toBeNull());
  await user.clear(box());
  await user.type(box(), '4x(1k 4:20 + 2m jog)');
  await screen.findByText(/^25 min|^26 min/);
  expect(screen.queryByText(/^Is this a race result/)).toBeNull();
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

test('a line that could not be added is back in the box, and adding it again makes one run', async () => {
  const { api, user } = await openCalendar(TODAY, []);
  await findBox();
  const keys = new Set<unknown>();
  api.answer(addToCalendar, ({ idempotencyKey }) => {
    keys.add(idempotencyKey);
    throw unreachable();
  });
  await user.type(box(), '15m E + 20m T{Enter}');
  expect((await screen.findByRole('alert')).textContent).toMatch(/Couldn’t add 20 min T/);
  expect(box().value).toBe('15m E + 20m T');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(api.countOf(addToCalendar)).toBe(2));
  expect(keys.size).toBe(1);
});

const CALENDAR = <CalendarScreen paceContext={ATHLETE} />;

test.each([
  ['/?day=2026-12-02', '45m E', '2026-11-30', 'Add to Mon 30 Nov'],
  ['/?day=2026-12-02', 'thu 45m E', '2026-12-03', 'Add to Thu 3 Dec'],
  ['/?day=2026-12-02&view=month', '45m E', '2026-12-01', 'Add to Tue 1 Dec'],
  ['/?day=2026-11-18', '45m E', '2026-11-17', 'Add to today'],
])('on %s, “%s” is added to a day that is shown', async (path, line, day, button) => {
  const { api, user } = await openCalendar(CALENDAR, [], { path });
  await findBox();
  await user.type(box(), line);
  await user.click(await screen.findByRole('button', { name: button }));
  await waitFor(() =>
    expect(api.calls.findLast(({ endpoint }) => endpoint.startsWith('POST'))?.request.body).toEqual(
      expect.objectContaining({ day }),
    ),
  );
});

test('a total without the jogs back down says that it is the least', async () => {
  const { user } = await openCalendar(TODAY, []);
  await findBox();
  await user.type(box(), '10 x 60s hill jog down');
  expect((await screen.findByText(/10 min · /)).textContent).toMatch(
    /at least 10 min · .*at least 2\.2 km/,
  );
});

test.each([
  ['thu 45 easy', '2026-11-19', '45m E'],
  ['Tuesday: 8 km easy', '2026-11-17', '8 km easy'],
  ['10 x 60s hill jog down', undefined, '10x(1m "hill" + jog)'],
  ['tomorrow 40m E', '2026-11-18', '40m E'],
  ['40m E', undefined, '40m E'],
  ['sat parkrun', '2026-11-21', '5km 5k'],
])('%s', (text, day, script) => {
  expect(readLine(text, '2026-11-17')).toMatchObject({ day, script });
});

test.each(['tempo', 'thu', '', 'hello there'])('“%s” is no workout', (text) => {
  expect(readLine(text, '2026-11-17')).toBeUndefined();
});
