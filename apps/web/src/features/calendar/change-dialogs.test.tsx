import {
  type CalendarChanges,
  type CalendarEntry,
  changeCalendar,
  listCalendar,
} from '@pacewright/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { unreachable } from '../../testing/fake-api.ts';
import {
  ATHLETE,
  EASY,
  entryOf,
  FIVE,
  openCalendar,
  plannedEntryOf,
  raceEntryOf,
  workoutOf,
} from '../../testing/open-calendar.tsx';
import { CalendarScreen } from './calendar-screen.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
  return () => vi.useRealTimers();
});

const WEEK = [
  entryOf(EASY, '2026-11-16', '1'),
  entryOf(FIVE, '2026-11-17', '2'),
  plannedEntryOf('2026-11-19', '3'),
];

async function openMenu(entries: CalendarEntry[], button: string, item: string) {
  const opened = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, entries);
  await opened.user.click(screen.getByRole('button', { name: button }));
  await opened.user.click(screen.getByRole('menuitem', { name: item }));
  return { ...opened, dialog: within(await screen.findByRole('dialog')) };
}

function restEntryOf(day: string, letter: string): CalendarEntry {
  const own = { kind: 'rest' as const, notes: '', alternatives: [] };
  return { ...entryOf(workoutOf('0', 'Rest', ''), day, letter), workoutId: null, own };
}

function dayOf(name: string) {
  const day = screen.getByRole('heading', { level: 2, name: new RegExp(name) }).closest('li');
  if (!day) throw new Error(`No day ${name}`);
  return within(day);
}

test('an entry is repeated every week, as previewed, and that is undone as one', async () => {
  const { user, dialog, api } = await openMenu(
    [...WEEK, entryOf(EASY, '2026-12-01', '4')],
    'More actions for Five by three',
    'Move or copy…',
  );
  await user.click(dialog.getByRole('radio', { name: 'Copy' }));
  await user.click(dialog.getByRole('button', { name: /^Tuesday 24 November/ }));
  expect(dialog.getByText('Adds 1 workout to Tuesday 24 November.')).toBeTruthy();
  await user.click(dialog.getByRole('radio', { name: 'Repeat weekly' }));
  const weeks = dialog.getByLabelText('Number of weeks');
  await user.clear(weeks);
  expect(dialog.getByText('Enter 1 to 52 weeks')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', true);
  await user.type(weeks, '8');
  expect(dialog.getByText('Adds 8 workouts, every Tuesday until 12 Jan 2027.')).toBeTruthy();
  expect(await dialog.findByText(/1 of these days already has something/)).toBeTruthy();

  await user.click(dialog.getByRole('button', { name: 'Add 8 workouts' }));
  expect(await screen.findByText('8 workouts added')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Next week' }));
  expect(await screen.findByRole('link', { name: 'Five by three' })).toBeTruthy();

  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Five by three' })).toBeNull());
  expect(api.countOf(changeCalendar)).toBe(2);
});

test('a second attempt adds the same entries', async () => {
  const { user, dialog, api } = await openMenu(
    WEEK,
    'More actions for Five by three',
    'Move or copy…',
  );
  await user.click(dialog.getByRole('radio', { name: 'Copy' }));
  await user.click(dialog.getByRole('button', { name: /^Tuesday 24 November/ }));
  const sent: CalendarChanges[] = [];
  api.answer(changeCalendar, ({ body }) => {
    sent.push(body as CalendarChanges);
    if (sent.length === 1) throw unreachable();
    return { skipped: 1 };
  });
  await user.click(dialog.getByRole('button', { name: 'Add 1 workout' }));
  expect(await dialog.findByText('Couldn’t make this change.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Add 1 workout' }));
  expect(await screen.findByText('1 item had been edited since, so we left it.')).toBeTruthy();
  expect(sent[1]).toEqual(sent[0]);
});

test('without a connection one message says that nothing was changed', async () => {
  const { user, dialog, api } = await openMenu(
    WEEK,
    'More actions for this week',
    'Copy or move the week…',
  );
  const add = await dialog.findByRole('button', { name: /^Add \d/ });
  const cut = () => {
    throw unreachable();
  };
  api.answer(changeCalendar, cut);
  api.answer(listCalendar, cut);
  await user.click(add);
  expect(await dialog.findByText('Couldn’t make this change.')).toBeTruthy();
  await waitFor(() => expect(api.countOf(listCalendar)).toBeGreaterThan(2));
  expect(dialog.queryByText('Your calendar didn’t load.')).toBeNull();
});

test('a week is copied to another one', async () => {
  const { user, dialog } = await openMenu(
    WEEK,
    'More actions for this week',
    'Copy or move the week…',
  );
  expect(
    await dialog.findByText('Adds 3 workouts to 23 - 29 November, on the same weekdays.'),
  ).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('To the week of'), { target: { value: '2026-11-20' } });
  expect(await dialog.findByText(/That’s the same week/)).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', true);
  fireEvent.change(dialog.getByLabelText('To the week of'), { target: { value: '2026-12-05' } });
  expect(await dialog.findByText(/to 30 November - 6 December/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Add 3 workouts' }));
  expect(await screen.findByText('3 workouts added')).toBeTruthy();
});

test('a week with only a race has nothing to copy', async () => {
  const race = raceEntryOf('Harbour 10K', '10km 10k', '2026-11-22', '7');
  const { dialog } = await openMenu([race], 'More actions for this week', 'Copy or move the week…');
  expect(await dialog.findByText('This week has nothing to copy.')).toBeTruthy();
  expect(dialog.getByText('Races aren’t copied.')).toBeTruthy();
});

test('an empty week is not copied', async () => {
  const { dialog } = await openMenu([], 'More actions for this week', 'Copy or move the week…');
  expect(await dialog.findByText('This week has nothing to copy.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', true);
});

test('this and everything later is shifted by a day, by keyboard alone', async () => {
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    ...WEEK,
    entryOf(EASY, '2026-12-05', '5'),
  ]);
  screen.getByRole('link', { name: 'Five by three' }).focus();
  await user.keyboard('m');
  const dialog = within(await screen.findByRole('dialog'));
  await user.keyboard('{ArrowRight}');
  dialog.getByRole('radio', { name: 'Only this' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(await dialog.findByText(/Moves 3 workouts one day later/)).toBeTruthy();
  dialog.getByRole('button', { name: 'Move 3 workouts' }).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('3 workouts moved')).toBeTruthy();
  await waitFor(() => dayOf('Wednesday 18').getByRole('link', { name: 'Five by three' }));
  expect(dayOf('Monday 16').getByRole('link', { name: 'Easy 45' })).toBeTruthy();

  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => dayOf('Tuesday 17').getByRole('link', { name: 'Five by three' }));
});

test('the week is shifted from today on', async () => {
  const { user, dialog } = await openMenu(
    WEEK,
    'More actions for this week',
    'Copy or move the week…',
  );
  await user.click(dialog.getByRole('radio', { name: 'Move' }));
  expect(document.activeElement).toBe(dialog.getByRole('radio', { name: 'Move' }));
  expect(
    dialog.getByRole('heading', { name: 'Move workouts from Tuesday 17 November' }),
  ).toBeTruthy();
  await user.click(dialog.getByRole('radio', { name: 'One day earlier' }));
  expect(await dialog.findByText(/Moves 2 workouts one day earlier/)).toBeTruthy();
  expect(dialog.getByText(/1 of these days already has something/)).toBeTruthy();
});

test('ill or away without a plan: days are skipped, or everything is pushed, with one undo', async () => {
  const loose = [
    entryOf(EASY, '2026-11-18', '1'),
    restEntryOf('2026-11-19', '4'),
    raceEntryOf('Harbour Half', '21.0975km 1h45m', '2026-11-20', '2'),
    entryOf(FIVE, '2026-11-24', '3'),
  ];
  const menu = ['More actions for this week', 'Ill or away…'] as const;
  const { api, user, dialog } = await openMenu(loose, ...menu);
  expect(await dialog.findByText('1 workout stays on your calendar as skipped.')).toBeTruthy();
  expect(dialog.getByText(/^Harbour Half is a race/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Skip 1 workout' }));
  await waitFor(() => dayOf('Wednesday 18').getByRole('link', { name: 'Skipped: Easy 45' }));
  expect(api.countOf(changeCalendar)).toBe(1);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => dayOf('Wednesday 18').getByRole('link', { name: 'Easy 45' }));
  expect(api.countOf(changeCalendar)).toBe(2);

  await user.click(screen.getByRole('button', { name: menu[0] }));
  await user.click(screen.getByRole('menuitem', { name: menu[1] }));
  const again = within(await screen.findByRole('dialog'));
  await user.click(again.getByRole('radio', { name: 'Push everything by a week' }));
  expect(await again.findByText(/^Moves 3 items 7 days later/)).toBeTruthy();
  await user.click(again.getByRole('button', { name: 'Move 3 items' }));
  await waitFor(() => expect(dayOf('Wednesday 18').queryByRole('link')).toBeNull());
});
