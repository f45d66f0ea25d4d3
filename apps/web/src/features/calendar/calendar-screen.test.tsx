import {
  addToCalendar,
  type BodyOf,
  type CalendarEntry,
  changeEntryContent,
  listCalendar,
  listWorkouts,
  moveInCalendar,
  removeFromCalendar,
} from '@pacewright/contract';
import { trainingPaces } from '@pacewright/pace';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { problemOf, unreachable } from '../../testing/fake-api.ts';
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
  skippedOf,
  workoutOf,
} from '../../testing/open-calendar.tsx';
import { watchSavedFiles } from '../../testing/saved-files.ts';
import { setWatch } from '../../workout/export/watch-choice.ts';
import { CalendarScreen } from './calendar-screen.tsx';

const SLOWER = { trainingPaces: trainingPaces(40), vdot: 40 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
  return () => vi.useRealTimers();
});

/** Picks a day in the dialog that moves an entry, and moves it there. */
async function chooseDay(user: UserEvent, day: string): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: new RegExp(`^${day}`) }));
  await user.click(dialog.getByRole('button', { name: /^Move to/ }));
}

function dayOf(name: string): HTMLElement {
  const day = screen.getByRole('heading', { level: 2, name: new RegExp(name) }).closest('li');
  if (!day) throw new Error(`No day ${name}`);
  return day;
}

test('a week shows its workouts on their days, today, and their totals', async () => {
  await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(EASY, '2026-11-16', '1'),
    entryOf(FIVE, '2026-11-17', '2'),
  ]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('16 - 22 November');
  expect(within(dayOf('Monday 16 November')).getByRole('link', { name: 'Easy 45' })).toBeTruthy();
  expect(dayOf('Tuesday 17 November').getAttribute('aria-current')).toBe('date');
  const totals = screen.getByRole('region', { name: 'Week totals' });
  expect(totals.textContent).toContain('1 h 35');
  expect(totals.textContent).toContain('Interval 15 min');
});

test('weeks are counted from the one that was asked for, however fast the presses', async () => {
  await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [entryOf(EASY, '2026-11-16', '1')]);
  const press = (name: string) => screen.getByRole('button', { name }).click();
  act(() => {
    press('Next week');
    press('Next week');
    press('Next week');
    press('Previous week');
  });
  expect(await screen.findByRole('heading', { level: 1, name: /30 November/ })).toBeTruthy();
});

test('S6: lists and sums say "at least" where a step has no end', async () => {
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(EASY, '2026-11-16', '1'),
    entryOf(OPEN, '2026-11-17', '2'),
  ]);
  const totals = screen.getByRole('region', { name: 'Week totals' });
  expect(totals.textContent).toContain('≥ at least 1 h 05');
  expect(totals.textContent).toContain('km≥ at least');
  const library = await screen.findByRole('button', { name: /^Open 20/ });
  expect(library.textContent).toContain('≥ at least 20 min · ≥ at least');
  expect(screen.getByRole('button', { name: /^Easy 45/ }).textContent).not.toContain('≥');

  await user.click(screen.getByRole('radio', { name: 'Month' }));
  expect(screen.getByRole('link', { name: 'Open 20, at least 20 min' })).toBeTruthy();
  expect(screen.getByText('1 h 05').textContent).toContain('at least');
});

test('M and the arrow keys move a workout, the focus follows it, and it can be undone', async () => {
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(FIVE, '2026-11-17', '2'),
  ]);
  within(dayOf('Tuesday 17')).getByRole('link', { name: 'Five by three' }).focus();
  await user.keyboard('m');
  await screen.findByRole('dialog', { name: 'Move or copy Five by three' });
  await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  expect(await screen.findByText('Five by three moved to Thursday 19 November')).toBeTruthy();
  const moved = within(dayOf('Thursday 19')).getByRole('link', { name: 'Five by three' });
  expect(document.activeElement).toBe(moved);

  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => within(dayOf('Tuesday 17')).getByRole('link', { name: 'Five by three' }));
});

test('undo of a move restores the order of the day, whose positions may have gaps', async () => {
  const { user, api } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    { ...entryOf(EASY, '2026-11-17', '1'), position: 3 },
    { ...entryOf(FIVE, '2026-11-17', '2'), position: 5 },
  ]);
  within(dayOf('Tuesday 17')).getByRole('link', { name: 'Easy 45' }).focus();
  await user.keyboard('m');
  await screen.findByRole('dialog');
  await user.keyboard('{ArrowRight}{Enter}');
  await screen.findByText('Easy 45 moved to Wednesday 18 November');

  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));

  await screen.findByText('Undone');
  const bodies = api.calls.map(({ request }) => request.body);
  expect(bodies).toContainEqual({ day: '2026-11-17', position: 0 });
  const links = within(dayOf('Tuesday 17')).getAllByRole('link', { name: /Easy 45|Five by three/ });
  expect(links.map((link) => link.textContent)).toEqual(['Easy 45', 'Five by three']);
});

test('a move that the server refuses is rolled back with a message', async () => {
  const { api, user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(FIVE, '2026-11-17', '2'),
  ]);
  api.answer(moveInCalendar, () => {
    throw unreachable();
  });
  await user.click(screen.getByRole('button', { name: 'More actions for Five by three' }));
  await user.click(screen.getByRole('menuitem', { name: 'Move or copy…' }));
  await chooseDay(user, 'Friday 20 November');
  expect(await screen.findByText('Couldn’t move Five by three')).toBeTruthy();
  within(dayOf('Tuesday 17')).getByRole('link', { name: 'Five by three' });
});

test('a workout of the library can be put on a day', async () => {
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, []);
  await user.click(screen.getByRole('button', { name: /Add workout to Thursday 19 November$/ }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('button', { name: /^Easy 45/ }));
  expect(await screen.findByText('Easy 45 added to Thursday 19 November')).toBeTruthy();
  expect(within(dayOf('Thursday 19')).getByRole('link', { name: 'Easy 45' })).toBeTruthy();
});

test.each(['Rest', 'Strength'])(
  '%s can be put on a day, and has no chart and no file',
  async (title) => {
    const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, []);
    await user.click(screen.getByRole('button', { name: /Add workout to Thursday 19 November$/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: title }));
    expect(await screen.findByText(`${title} added to Thursday 19 November`)).toBeTruthy();
    const day = within(dayOf('Thursday 19'));
    expect(day.getByRole('heading', { level: 3, name: title })).toBeTruthy();
    expect(day.queryByRole('button', { name: /^Download/ })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Week totals' })).toBeNull();
  },
);

test('the plan of a week is named above it, and not again on its days', async () => {
  await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    plannedEntryOf('2026-11-17', '2'),
    entryOf(FIVE, '2026-11-18', '1'),
  ]);
  const plan = screen.getByRole('link', { name: 'Harbour Half' });
  expect(plan.parentElement?.textContent).toBe('Harbour Half, week 5 of 12');
  expect(within(dayOf('Tuesday 17')).queryByText(/Harbour Half/)).toBeNull();
});

test.each([
  [
    'a workout',
    entryOf(EASY, '2026-11-17', '1'),
    'Edit Move or copy… Send or share… Track mode Remove',
  ],
  [
    'a day of a plan',
    plannedEntryOf('2026-11-17', '1'),
    'Edit Move or copy… Send or share… Track mode Remove',
  ],
  [
    'a race',
    raceEntryOf('Harbour Half', '21.0975km 1h45m', '2026-11-17', '1'),
    'Edit Move or copy… Send or share… Track mode Remove',
  ],
  [
    'a rest day',
    {
      ...entryOf(workoutOf('0', 'Rest', ''), '2026-11-17', '1'),
      workoutId: null,
      own: { kind: 'rest' as const, notes: '', alternatives: [] },
    },
    'Move or copy… Remove',
  ],
])('the menu of %s has at most five items', async (_kind, entry, items) => {
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [entry]);
  await user.click(screen.getByRole('button', { name: `More actions for ${entry.title}` }));
  const shown = (await screen.findAllByRole('menuitem')).map(({ textContent }) =>
    textContent?.replace(/(E|M|Delete)$/, ''),
  );
  expect(shown.join(' ')).toBe(items);
});

test('A19: a skipped day of a plan counts for nothing, and can be put back', async () => {
  const planned = plannedEntryOf('2026-11-18', '1');
  const skipped: CalendarEntry = {
    ...planned,
    script: '',
    reading: workoutOf('0', '', '').reading,
    own: { kind: 'rest', notes: '', alternatives: [] },
  };
  const { api, user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [skipped]);
  api.answer(changeEntryContent, ({ body }) => {
    expect(body).toMatchObject({ content: null });
    api.answer(listCalendar, () => ({ entries: [planned] }));
    return planned;
  });
  expect(dayOf('Wednesday 18').textContent).not.toMatch(/km/);
  await user.click(screen.getByRole('button', { name: 'More actions for Easy 45' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Put it back' }));
  expect(await screen.findByText('Easy 45 is back on Wednesday 18 November')).toBeTruthy();
  await waitFor(() => expect(dayOf('Wednesday 18').textContent).toMatch(/km/));
});

test('A19: a skipped day without a plan counts for nothing, and is put back as it was', async () => {
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    skippedOf(entryOf(EASY, '2026-11-16', '1')),
  ]);
  expect(dayOf('Monday 16').textContent).not.toMatch(/km|Not done/);
  await user.click(screen.getByRole('button', { name: 'More actions for Skipped: Easy 45' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Put it back' }));
  expect(await screen.findByText('Easy 45 is back on Monday 16 November')).toBeTruthy();
  await waitFor(() => expect(dayOf('Monday 16').textContent).toMatch(/Not done/));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(dayOf('Monday 16').textContent).not.toMatch(/Not done/));
});

test('a skipped day that was removed comes back as a skipped day', async () => {
  const { api, user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    skippedOf(entryOf(EASY, '2026-11-16', '1')),
  ]);
  await user.click(screen.getByRole('button', { name: 'More actions for Skipped: Easy 45' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  const added: unknown[] = [];
  api.answer(addToCalendar, ({ body }) => {
    added.push(body);
    return skippedOf(entryOf(EASY, '2026-11-16', '1'));
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(added).toMatchObject([{ content: { skipped: { workoutId: EASY.id } } }]),
  );
});

test('a removed entry can be restored', async () => {
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(EASY, '2026-11-18', '1'),
  ]);
  await user.click(screen.getByRole('button', { name: 'More actions for Easy 45' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Easy 45' })).toBeNull());
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => within(dayOf('Wednesday 18')).getByRole('link', { name: 'Easy 45' }));
});

test('an entry that another device has changed is shown before it is removed', async () => {
  const entry = { ...entryOf(EASY, '2026-11-18', '1'), version: 1 };
  const { api, user, changeOnOtherDevice } = await openCalendar(
    <CalendarScreen paceContext={ATHLETE} />,
    [entry],
  );
  const changed = { ...entryOf(FIVE, '2026-11-18', '1'), version: 2 };
  api.answer(removeFromCalendar, ({ query }) => {
    expect(query).toEqual({ version: 1, day: '2026-11-18' });
    void changeOnOtherDevice(changed);
    throw problemOf('STALE_VERSION', changed);
  });
  await user.click(screen.getByRole('button', { name: 'More actions for Easy 45' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remove' }));
  expect(await screen.findByText('Couldn’t remove Easy 45')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(await screen.findByRole('link', { name: 'Five by three' })).toBeTruthy();
});

test('a done workout is resolved with the paces it was run with', async () => {
  const done = { at: '2026-11-16T09:00:00.000Z', paces: SLOWER };
  await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    { ...entryOf(EASY, '2026-11-16', '1'), done },
    entryOf(EASY, '2026-11-18', '2'),
  ]);
  const kilometres = (day: string) => Number(/([\d.]+) km/.exec(dayOf(day).textContent ?? '')?.[1]);
  expect(dayOf('Monday 16').textContent).toContain('Done');
  expect(kilometres('Monday 16')).toBeLessThan(kilometres('Wednesday 18'));
});

test('a month has a row for each week, and its entries open by a click and move by M', async () => {
  const { user } = await openCalendar(
    <CalendarScreen paceContext={ATHLETE} />,
    [entryOf(EASY, '2026-11-18', '1')],
    { path: '/?view=month' },
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('November 2026');
  expect(screen.getAllByText('Nothing planned')).toHaveLength(5);
  const entry = screen.getByRole('link', { name: 'Easy 45, 45 min' });
  expect(entry.getAttribute('href')).toMatch(/^\/app\/calendar\/2026-11-18\//);
  entry.focus();
  await user.keyboard('m');
  expect(await screen.findByRole('dialog', { name: 'Move or copy Easy 45' })).toBeTruthy();
});

test('Delete removes the focused workout', async () => {
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(EASY, '2026-11-18', '1'),
  ]);
  screen.getByRole('link', { name: 'Easy 45' }).focus();
  await user.keyboard('{Delete}');
  expect(await screen.findByText('Easy 45 removed from calendar')).toBeTruthy();
});

test('the shown week can be downloaded for another calendar', async () => {
  const files = watchSavedFiles();
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(EASY, '2026-11-18', '1'),
    entryOf(FIVE, '2026-11-25', '2'),
  ]);
  await user.click(screen.getByRole('button', { name: /^More actions for this (week|month)$/ }));
  await user.click(screen.getByRole('menuitem', { name: /^Send or share the/ }));
  await user.click(await screen.findByRole('button', { name: 'Download week as .ics' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const text = await files[0]?.content.text();
  expect(files[0]?.name).toBe('pacewright-week-2026-11-17.ics');
  expect(text).toContain('SUMMARY:Easy 45');
  expect(text).not.toContain('Five by three');
});

test('the shown week can be downloaded for a Garmin watch', async () => {
  const files = watchSavedFiles();
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(EASY, '2026-11-18', '1'),
    entryOf(FIVE, '2026-11-25', '2'),
  ]);
  await user.click(screen.getByRole('button', { name: /^More actions for this (week|month)$/ }));
  await user.click(screen.getByRole('menuitem', { name: /^Send or share the/ }));
  await user.click(await screen.findByRole('button', { name: 'Download week for a Garmin watch' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toBe('pacewright-week-2026-11-17-garmin.zip');

  await user.click(screen.getByRole('button', { name: 'Close' }));
  act(() => setWatch('coros'));
  await user.click(screen.getByRole('button', { name: /^More actions for this (week|month)$/ }));
  await user.click(screen.getByRole('menuitem', { name: /^Send or share the/ }));
  await user.click(await screen.findByRole('button', { name: 'Download week as FIT files' }));
  await screen.findByText(/import the FIT files into an app/);
  expect(files[1]?.name).toBe('pacewright-week-2026-11-17-fit.zip');
  act(() => setWatch('garmin'));
  const text = await files[0]?.content.text();
  expect(text).toContain('NEWFILES/easy-45.fit');
  expect(text).toContain('NEWFILES/schedule.fit');
  expect(text).not.toContain('five-by-three');
});

test('a week without a workout says why there is nothing for the watch', async () => {
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, []);
  await user.click(screen.getByRole('button', { name: /^More actions for this (week|month)$/ }));
  await user.click(screen.getByRole('menuitem', { name: /^Send or share the/ }));
  await user.click(await screen.findByRole('button', { name: 'Download week for a Garmin watch' }));
  expect(await screen.findByText('There are no workouts on these days.')).toBeDefined();
});

test('the shown week or month is printed from the menu', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(EASY, '2026-11-18', '1'),
  ]);
  await user.click(screen.getByRole('button', { name: /^More actions for this (week|month)$/ }));
  await user.click(screen.getByRole('menuitem', { name: /^Send or share the/ }));
  await user.click(await screen.findByRole('button', { name: 'Print this week' }));
  expect(print).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Close' }));

  await user.click(screen.getByRole('radio', { name: 'Month' }));
  await user.click(screen.getByRole('button', { name: /^More actions for this (week|month)$/ }));
  await user.click(screen.getByRole('menuitem', { name: /^Send or share the/ }));
  await user.click(await screen.findByRole('button', { name: 'Print this month' }));
  expect(print).toHaveBeenCalledTimes(2);
});

test('the whole calendar can be downloaded, however far apart its days are', async () => {
  const files = watchSavedFiles();
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(EASY, '2020-01-01', '1'),
    entryOf(FIVE, '2030-11-25', '2'),
  ]);
  await user.click(screen.getByRole('button', { name: /^More actions for this (week|month)$/ }));
  await user.click(screen.getByRole('menuitem', { name: /^Send or share the/ }));
  await user.click(await screen.findByRole('button', { name: 'Download all workouts as .ics' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const text = await files[0]?.content.text();
  expect(text).toContain('DTSTART;VALUE=DATE:20200101');
  expect(text).toContain('DTSTART;VALUE=DATE:20301125');
});

test('the workouts of a day can be reordered', async () => {
  const { user, api } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    { ...entryOf(EASY, '2026-11-17', '1'), position: 0 },
    { ...entryOf(FIVE, '2026-11-17', '2'), position: 1 },
  ]);
  await user.click(screen.getByRole('button', { name: 'More actions for Five by three' }));
  await user.click(screen.getByRole('menuitem', { name: 'Move or copy…' }));
  await user.selectOptions(await screen.findByLabelText('Order'), 'Before Easy 45');
  await user.click(screen.getByRole('button', { name: /^Move to/ }));
  const moved = api.calls.find(({ endpoint }) => endpoint === 'PUT /api/calendar/:id');
  expect(moved?.request.body).toEqual({ day: '2026-11-17', position: 0 });
});

const MANY = Array.from({ length: 30 }, (_, index) => ({
  ...workoutOf('0', `Run ${index + 1}`, '30m E'),
  id: `018f6f0e-0000-7000-8000-${String(index).padStart(12, '0')}`,
}));

test('AM comes before the others of its day and PM after them', async () => {
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(EASY, '2026-11-17', '1'),
    { ...entryOf(FIVE, '2026-11-17', '2'), position: 1 },
  ]);
  const cards = () =>
    within(dayOf('Tuesday 17'))
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent);
  const choose = async (title: string, time: string) => {
    await user.click(screen.getByRole('button', { name: `More actions for ${title}` }));
    await user.click(screen.getByRole('menuitem', { name: 'Move or copy…' }));
    await user.click(await screen.findByRole('radio', { name: time }));
    await user.click(screen.getByRole('button', { name: /^Move to/ }));
  };
  await choose('Five by three', 'Morning');
  await waitFor(() => expect(cards()).toEqual(['Five by threeAM', 'Easy 45']));
  expect(await screen.findByText('Five by three set to AM')).toBeTruthy();

  await user.click(screen.getByRole('radio', { name: 'Month' }));
  expect(screen.getByRole('link', { name: 'Five by three, AM, 50 min' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Week' }));
  await choose('Five by three', 'Evening');
  await waitFor(() => expect(cards()).toEqual(['Easy 45', 'Five by threePM']));
  const [newest] = await screen.findAllByRole('button', { name: 'Undo' });
  if (newest) await user.click(newest);
  await waitFor(() => expect(cards()).toEqual(['Five by threeAM', 'Easy 45']));
  await choose('Five by three', 'Any');
  await waitFor(() => expect(cards().toSorted()).toEqual(['Easy 45', 'Five by three']));
});

test('a second workout of a day is added as AM or PM', async () => {
  const { user, api } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(EASY, '2026-11-17', '1'),
  ]);
  await user.click(screen.getByRole('button', { name: /Add workout to Wednesday 18/ }));
  await screen.findByRole('dialog');
  expect(screen.queryByRole('radio', { name: 'AM' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));

  await user.click(screen.getByRole('button', { name: 'Add workout to Tuesday 17 November' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'AM' }));
  await user.click(await dialog.findByRole('button', { name: /^Five by three/ }));
  expect(await within(dayOf('Tuesday 17')).findByText('AM')).toBeTruthy();
  const added = api.calls.find(({ endpoint }) => endpoint === 'POST /api/calendar');
  expect(added?.request.body).toMatchObject({ day: '2026-11-17', timeOfDay: 'am' });
});

test('the library below the calendar contains every workout, and says how many', async () => {
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [], {
    workouts: MANY,
  });
  expect(await screen.findByText('Newest 24 workouts')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Run 30/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('button', { name: /^Run 30/ })).toBeTruthy();
  expect(screen.getByText('30 workouts')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('a search of the library that fails can be cleared', async () => {
  const { api, user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, []);
  await screen.findByRole('button', { name: /^Easy 45/ });
  api.answer(listWorkouts, () => {
    throw unreachable();
  });
  const search = screen.getByLabelText('Search your workouts');
  await user.type(search, 'five');
  expect(await screen.findByText('Your workouts didn’t load.')).toBeTruthy();
  await user.clear(search);
  expect(await screen.findByRole('button', { name: /^Easy 45/ })).toBeTruthy();
});

test('the dialog for a day shows which days have something, of any kind', async () => {
  const done = { at: '2026-11-10T09:00:00.000Z', paces: SLOWER };
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    { ...entryOf(EASY, '2026-11-10', '0'), done },
    entryOf(FIVE, '2026-11-19', '1'),
    plannedEntryOf('2026-11-19', '2'),
    raceEntryOf('Harbour Half', '21.0975km 1h45m', '2026-11-20', '3'),
  ]);
  await user.click(await screen.findByRole('button', { name: /^Open 20/ }));
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByRole('button', { name: 'Thursday 19 November, 2 items' })).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Friday 20 November, 1 item' })).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Tuesday 10 November, 1 item' })).toBeTruthy();
  const today = dialog.getByRole('button', { name: 'Tuesday 17 November' });
  expect(today.closest('[aria-selected=true]')).not.toBeNull();
  expect(dialog.getByRole('button', { name: 'Saturday 21 November' })).toBeTruthy();
  expect(dialog.getByText('Already has something planned')).toBeTruthy();
});

test('a pointer that slips on a menu item does not drag the card behind it', async () => {
  const { api, user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(EASY, '2026-11-18', '1'),
  ]);
  document.elementFromPoint = () => dayOf('Thursday 19');
  await user.click(screen.getByRole('button', { name: 'More actions for Easy 45' }));
  const item = screen.getByRole('menuitem', { name: 'Remove' });
  fireEvent.pointerDown(item, { button: 0, clientX: 100, clientY: 100, pointerType: 'mouse' });
  fireEvent.pointerMove(item, { clientX: 110, clientY: 100 });
  expect(screen.queryByText('Drop on Thursday')).toBeNull();
  fireEvent.pointerUp(item, { clientX: 110, clientY: 100 });
  fireEvent.click(item);
  expect(await screen.findByText('Easy 45 removed from calendar')).toBeTruthy();
  expect(api.countOf(moveInCalendar)).toBe(0);
});

test('a dragged card shows its chart and time, and where it will drop', async () => {
  await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [entryOf(EASY, '2026-11-18', '1')]);
  document.elementFromPoint = () => dayOf('Thursday 19');
  const title = screen.getByRole('link', { name: 'Easy 45' });
  fireEvent.pointerDown(title, { button: 0, clientX: 100, clientY: 100, pointerType: 'mouse' });
  fireEvent.pointerMove(title, { clientX: 120, clientY: 100 });
  expect(screen.getByText('Drop on Thursday')).toBeTruthy();
  const [, ghost] = screen.getAllByText('Easy 45', { ignore: 'button *' });
  expect(ghost?.closest('[aria-hidden]')?.querySelector('.mini-profile')).toBeTruthy();
  fireEvent.pointerUp(title, { clientX: 120, clientY: 100 });
  await waitFor(() => within(dayOf('Thursday 19')).getByRole('link', { name: 'Easy 45' }));
});

test('a card drops on the day under the pointer, also after the page was scrolled under it', async () => {
  await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [entryOf(EASY, '2026-11-18', '1')]);
  document.elementFromPoint = () => dayOf('Thursday 19');
  const title = screen.getByRole('link', { name: 'Easy 45' });
  fireEvent.pointerDown(title, { button: 0, clientX: 100, clientY: 100, pointerType: 'mouse' });
  fireEvent.pointerMove(title, { clientX: 120, clientY: 100 });

  document.elementFromPoint = () => dayOf('Friday 20');
  fireEvent.scroll(document);
  expect(screen.getByText('Drop on Friday')).toBeTruthy();
  // Further, without a scroll event since.
  document.elementFromPoint = () => dayOf('Saturday 21');
  fireEvent.pointerUp(title, { clientX: 120, clientY: 100 });
  await waitFor(() => within(dayOf('Saturday 21')).getByRole('link', { name: 'Easy 45' }));
});

test('a finger that holds a card drags it, and one that moves at once scrolls the page', async () => {
  const { api } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(EASY, '2026-11-18', '1'),
  ]);
  document.elementFromPoint = () => dayOf('Thursday 19');
  const title = screen.getByRole('link', { name: 'Easy 45' });
  const touch = { button: 0, clientX: 100, clientY: 300, pointerType: 'touch' };
  fireEvent.pointerDown(title, touch);
  fireEvent.pointerMove(title, { ...touch, clientY: 320 });
  fireEvent.pointerUp(title, { ...touch, clientY: 320 });
  expect(api.countOf(moveInCalendar)).toBe(0);

  fireEvent.pointerDown(title, touch);
  expect(await screen.findByText('Drop on Thursday')).toBeTruthy();
  // The page stays where it is, and the link opens no menu.
  expect(fireEvent.touchMove(title)).toBe(false);
  expect(fireEvent.contextMenu(title)).toBe(false);
  fireEvent.pointerUp(title, touch);
  await waitFor(() => within(dayOf('Thursday 19')).getByRole('link', { name: 'Easy 45' }));
});

test('at the edge of the window the page scrolls under a dragged card', async () => {
  await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [entryOf(EASY, '2026-11-18', '1')]);
  document.elementFromPoint = () => dayOf('Thursday 19');
  const scrolled = vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined);
  const title = screen.getByRole('link', { name: 'Easy 45' });
  const mouse = { button: 0, clientX: 100, clientY: 300, pointerType: 'mouse' };
  fireEvent.pointerDown(title, mouse);
  fireEvent.pointerMove(title, { ...mouse, clientX: 120 });
  fireEvent.pointerMove(title, { ...mouse, clientY: innerHeight - 1 });
  await waitFor(() => expect(scrolled.mock.lastCall?.[0]).toMatchObject({ top: 18 }));
  fireEvent.pointerMove(title, { ...mouse, clientY: 48 });
  await waitFor(() => expect(scrolled.mock.lastCall?.[0]).toMatchObject({ top: -9 }));
  fireEvent.keyDown(title, { key: 'Escape' });
  expect(screen.queryByText('Drop on Thursday')).toBeNull();
});

test('the title of a plan’s day opens it', async () => {
  await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [plannedEntryOf('2026-11-17', '2')]);
  const title = screen.getByRole('link', { name: /^Easy 45/ });
  expect(title.getAttribute('href')).toBe(
    '/app/calendar/2026-11-17/018f6f0e-0000-7000-8000-000000000002',
  );
});

test('the bars of a week have one scale, and running that was not planned says so', async () => {
  const runs = [runOf('2026-11-17', { paceSeconds: { E: 1200, M: 20, T: 300, I: 0, R: 0 } })];
  const { user } = await openCalendar(
    <CalendarScreen paceContext={ATHLETE} />,
    [entryOf(EASY, '2026-11-17', '1')],
    { runs },
  );
  const totals = await screen.findByRole('region', { name: 'Week totals' });
  expect(within(totals).queryAllByRole('listitem')).toEqual([]);
  const button = within(totals).getByRole('button', { name: 'By pace' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  const rows = within(totals).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'EEasy20 min of 45 min',
    'TThreshold5 min, not planned',
  ]);
  const widths = rows.map((row) => row.querySelector<HTMLElement>('.is-run')?.style.width);
  expect(widths.map((width) => Math.round(parseFloat(width ?? '')))).toEqual([44, 11]);
});

test('a run of a workout that was planned for the week before counts once, in its week', async () => {
  const done = { at: '2026-11-16T09:00:00.000Z', paces: { trainingPaces: trainingPaces(50) } };
  const late = { ...entryOf(FIVE, '2026-11-15', '2'), done };
  const runs = [runOf('2026-11-16', { entryId: late.id })];
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [late], { runs });
  const week = () => screen.findByRole('region', { name: 'Week totals' });
  expect((await week()).textContent).toContain('Done40 min');
  expect(await screen.findByText('Planned for Sunday')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Previous week' }));
  await screen.findByRole('heading', { name: /^9 to 15|9 - 15/ });
  expect(screen.queryByText('Planned for Sunday')).toBeNull();
  expect(screen.queryByText(/^Done50 min/)).toBeNull();
});

test('a second move is sent after the first, so that the last day is the one that is stored', async () => {
  const { api, user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(FIVE, '2026-11-17', '2'),
  ]);
  const days: unknown[] = [];
  const { promise: firstArrives, resolve: letFirstArrive } = Promise.withResolvers<void>();
  api.answer(moveInCalendar, async ({ body }) => {
    const { day } = body as { day: string };
    if (day === '2026-11-18') await firstArrives;
    days.push(day);
    return entryOf(FIVE, day, '2');
  });
  const moveRight = async (from: string) => {
    within(dayOf(from)).getByRole('link', { name: 'Five by three' }).focus();
    await user.keyboard('m');
    await screen.findByRole('dialog');
    await user.keyboard('{ArrowRight}{Enter}');
  };
  await moveRight('Tuesday 17');
  await moveRight('Wednesday 18');
  within(dayOf('Thursday 19')).getByRole('link', { name: 'Five by three' });
  act(letFirstArrive);
  await waitFor(() => expect(days).toEqual(['2026-11-18', '2026-11-19']));
});

test('a move that is refused takes back itself only, before and after another one', async () => {
  const { api, user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(EASY, '2026-11-16', '1'),
    entryOf(FIVE, '2026-11-17', '2'),
  ]);
  const refusals: (() => void)[] = [];
  api.answer(
    moveInCalendar,
    () => new Promise((_, reject) => refusals.push(() => reject(unreachable()))),
  );
  const move = async (title: string, from: string, to: string) => {
    within(dayOf(from)).getByRole('link', { name: title }).focus();
    await user.keyboard('m');
    await chooseDay(user, to);
  };
  const isOn = (title: string, day: string) =>
    expect(within(dayOf(day)).queryByRole('link', { name: title })).not.toBeNull();
  await move('Easy 45', 'Monday 16', 'Thursday 19 November');
  await move('Five by three', 'Tuesday 17', 'Friday 20 November');
  isOn('Easy 45', 'Thursday 19');
  isOn('Five by three', 'Friday 20');
  // Otherwise the calendar that is read afterwards hides what was shown before.
  api.answer(listCalendar, () => new Promise(() => undefined));

  act(() => refusals[0]?.());
  await screen.findByText('Couldn’t move Easy 45');
  isOn('Easy 45', 'Monday 16');
  isOn('Five by three', 'Friday 20');

  await waitFor(() => expect(refusals).toHaveLength(2));
  act(() => refusals[1]?.());
  await waitFor(() => isOn('Five by three', 'Tuesday 17'));
  isOn('Easy 45', 'Monday 16');
});

test('a workout that was moved out of sight does not take the focus when its day is opened', async () => {
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(FIVE, '2026-11-17', '2'),
  ]);
  within(dayOf('Tuesday 17')).getByRole('link', { name: 'Five by three' }).focus();
  await user.keyboard('m');
  await chooseDay(user, 'Thursday 26 November');
  await screen.findByText('Five by three moved to Thursday 26 November');
  const next = screen.getByRole('button', { name: 'Next week' });
  await user.click(next);
  await within(dayOf('Thursday 26')).findByRole('link', { name: 'Five by three' });
  expect(document.activeElement).toBe(next);
});

test('adding a workout does not undo a move that is still being saved', async () => {
  const { api, user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(FIVE, '2026-11-17', '2'),
  ]);
  let finishMove = () => {};
  const pendingMove = new Promise<void>((resolve) => {
    finishMove = resolve;
  });
  api.answer(moveInCalendar, async () => {
    await pendingMove;
    return entryOf(FIVE, '2026-11-20', '2');
  });
  within(dayOf('Tuesday 17')).getByRole('link', { name: 'Five by three' }).focus();
  await user.keyboard('m');
  await chooseDay(user, 'Friday 20 November');
  within(dayOf('Friday 20')).getByRole('link', { name: 'Five by three' });
  const reads = api.countOf(listCalendar);

  await user.click(screen.getByRole('button', { name: /Add workout to Thursday 19 November$/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: /^Easy 45/ }));
  await within(dayOf('Thursday 19')).findByRole('link', { name: 'Easy 45' });
  expect(api.countOf(addToCalendar)).toBe(1);
  expect(api.countOf(listCalendar)).toBe(reads);
  within(dayOf('Friday 20')).getByRole('link', { name: 'Five by three' });
  act(finishMove);
  // The week, and the races ahead.
  await waitFor(() => expect(api.countOf(listCalendar)).toBe(reads + 2));
});

test('an entry that another device moved and changed is shown as it is now', async () => {
  const { changeOnOtherDevice } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    entryOf(EASY, '2026-11-17', '1'),
  ]);
  await act(() =>
    changeOnOtherDevice(entryOf(workoutOf('a', 'Easy 60', '60m E'), '2026-11-20', '1')),
  );
  await waitFor(() => within(dayOf('Friday 20')).getByRole('link', { name: 'Easy 60' }));
  expect(screen.queryByRole('link', { name: 'Easy 45' })).toBeNull();
  expect(dayOf('Friday 20').textContent).toContain('1 h');
});

test('at midnight the calendar marks the new day as today', async () => {
  await openCalendar(<CalendarScreen paceContext={ATHLETE} />, []);
  expect(dayOf('Tuesday 17').getAttribute('aria-current')).toBe('date');
  vi.setSystemTime(new Date(2026, 10, 18, 0, 0, 1));
  fireEvent(document, new Event('visibilitychange'));
  expect(dayOf('Tuesday 17').getAttribute('aria-current')).toBeNull();
  expect(dayOf('Wednesday 18').getAttribute('aria-current')).toBe('date');
});

test.each([
  ['week', '/', ['45 min · 8.6 km', '1 h 30 · 17.2 km']],
  ['month', '/?view=month', ['1 h 30 · 17.2 km']],
])(
  'a printed %s has its totals in separate columns, and no buttons',
  async (_view, path, figures) => {
    await openCalendar(
      <CalendarScreen paceContext={ATHLETE} />,
      [entryOf(EASY, '2026-11-17', '1'), entryOf(EASY, '2026-11-18', '2')],
      { path },
    );
    fireEvent(window, new Event('beforeprint'));
    const sheet = document.querySelector<HTMLElement>('.print-sheet');
    for (const text of figures) expect(sheet?.textContent).toContain(text);
    expect(sheet?.querySelectorAll('button, a, input')).toHaveLength(0);
    fireEvent(window, new Event('afterprint'));
  },
);

test('a workout is written where it is added, without a way through the library', async () => {
  const { user, api } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [], {
    workouts: [],
  });
  await user.click(screen.getByRole('button', { name: /Add workout to Sunday 22 November/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to Sunday 22 November' }));
  const text = dialog.getByLabelText('Search your workouts, or write one');
  fireEvent.change(text, { target: { value: 'tempo' } });
  expect(dialog.queryByRole('button', { name: /^Add “/ })).toBeNull();
  fireEvent.change(text, { target: { value: '40m E + 6x(20s R + 1m jog)' } });
  await user.click(dialog.getByRole('button', { name: 'Add “40m E + 6x(20s R + 1m jog)”' }));

  expect(await within(dayOf('Sunday 22')).findByRole('heading', { level: 3 })).toBeTruthy();
  const added = api.calls.find(({ endpoint }) => endpoint === 'POST /api/calendar');
  expect(added?.request.body).toMatchObject({
    content: { kind: 'run', script: '40m E + 6x(20s R + 1m jog)' },
    day: '2026-11-22',
  });
});

test('a race is put on a day with its distance and goal', async () => {
  const { user, api } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, []);
  await user.click(screen.getByRole('button', { name: /Add workout to Sunday 22 November/ }));
  await user.click(await screen.findByRole('button', { name: 'Race' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Race on Sunday 22 November' }));
  await user.type(dialog.getByLabelText('Name'), 'Harbour Half');
  await user.type(dialog.getByLabelText('Goal time'), 'fast');
  await user.click(dialog.getByRole('button', { name: 'Add race' }));
  expect(dialog.getByText('Enter a time like 24:31 or 1:45:00')).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByLabelText('Goal time'));
  await user.clear(dialog.getByLabelText('Goal time'));
  await user.type(dialog.getByLabelText('Goal time'), '1:45');
  await user.click(dialog.getByRole('button', { name: 'Add race' }));

  expect(await screen.findByText('Harbour Half added to Sunday 22 November')).toBeTruthy();
  expect(api.calls.map(({ request }) => request.body)).toContainEqual({
    content: { kind: 'run', isRace: true, title: 'Harbour Half', script: '21.0975km 1h45m' },
    day: '2026-11-22',
  });
});

test('a goal that is faster than the record is asked about once, and taken', async () => {
  const { user, api } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, []);
  await user.click(screen.getByRole('button', { name: /Add workout to Sunday 22 November/ }));
  await user.click(await screen.findByRole('button', { name: 'Race' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Race on Sunday 22 November' }));
  await user.selectOptions(dialog.getByLabelText('Distance'), '20 km');
  await user.type(dialog.getByLabelText('Goal time'), '42:30');
  await user.click(dialog.getByRole('button', { name: 'Add race' }));
  expect(dialog.getByRole('status').textContent).toContain('That’s faster than the world record.');
  expect(api.countOf(addToCalendar)).toBe(0);
  // Another distance is another question, and this one needs none.
  await user.selectOptions(dialog.getByLabelText('Distance'), '10 km');
  expect(dialog.queryByRole('status')).toBeNull();
  await user.selectOptions(dialog.getByLabelText('Distance'), '20 km');
  await user.click(dialog.getByRole('button', { name: 'Save anyway' }));
  expect(await screen.findByText('20 km added to Sunday 22 November')).toBeTruthy();
});

test('a race is edited where it was added, on another day too, and that is undone as one', async () => {
  const race = raceEntryOf('Harbour Half', '21.0975km 1h45m', '2026-11-22', '7');
  const { user, api } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [race]);
  const edit = async (title: string) => {
    await user.click(screen.getByRole('button', { name: `More actions for ${title}` }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    return within(await screen.findByRole('dialog', { name: 'Edit race' }));
  };
  const dialog = await edit('Harbour Half');
  expect(dialog.getByLabelText<HTMLInputElement>('Goal time').value).toBe('1:45:00');
  await user.clear(dialog.getByLabelText('Name'));
  await user.type(dialog.getByLabelText('Name'), 'Harbour 10K');
  await user.selectOptions(dialog.getByLabelText('Distance'), '10 km');
  await user.clear(dialog.getByLabelText('Goal time'));
  await user.type(dialog.getByLabelText('Goal time'), '48:00');
  fireEvent.change(dialog.getByLabelText('Day'), { target: { value: '2026-11-21' } });
  await user.click(dialog.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Harbour 10K saved')).toBeTruthy();
  // One request, so that there is nothing half changed.
  expect(api.countOf(changeEntryContent)).toBe(1);
  expect(api.countOf(moveInCalendar)).toBe(0);
  const saturday = within(dayOf('Saturday 21'));
  await saturday.findByRole('heading', { level: 3, name: /^Harbour 10K/ });
  expect(saturday.getByText('48 min')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await within(dayOf('Sunday 22')).findByRole('heading', { level: 3, name: /^Harbour Half/ });
  expect((await edit('Harbour Half')).getByLabelText<HTMLInputElement>('Goal time').value).toBe(
    '1:45:00',
  );
});

test('a race that another device changed meanwhile is not overwritten without a question', async () => {
  const opened = {
    ...raceEntryOf('Harbour Half', '21.0975km 1h45m', '2026-11-22', '7'),
    version: 3,
  };
  const changed = { ...opened, title: 'City Half', script: '21.0975km 1h50m', version: 4 };
  const { user, api } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [opened]);
  const versions: unknown[] = [];
  api.answer(changeEntryContent, ({ body }) => {
    const { version, content } = body as BodyOf<typeof changeEntryContent>;
    versions.push(version);
    if (version !== changed.version) throw problemOf('STALE_VERSION', changed);
    return { ...changed, ...content, version: 5 };
  });
  const saveAndAnswer = async (answer: string) => {
    await user.click(screen.getByRole('button', { name: 'More actions for Harbour Half' }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const goal = await screen.findByLabelText('Goal time');
    fireEvent.change(goal, { target: { value: '1:40:00' } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const question = await screen.findByRole('alertdialog', { name: /^This race was changed/ });
    const said = question.textContent;
    await user.click(within(question).getByRole('button', { name: answer }));
    return said;
  };

  const question = await saveAndAnswer('Use the saved version');
  expect(question).toContain('City Half');
  expect(question).toContain('21.0975km 1h50m');
  expect(question).toContain('21.0975km 1h40m');
  expect(versions).toEqual([3]);

  await saveAndAnswer('Keep both');
  expect(await screen.findByText('Harbour Half added to Sunday 22 November')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone');

  await saveAndAnswer('Overwrite with mine');
  expect(await screen.findByText('Harbour Half saved')).toBeTruthy();
  expect(versions).toEqual([3, 3, 3, 4]);
});

test('a race with a warm-up is edited as a script, and the target of a plan’s race stays', async () => {
  const { user, api, router } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [
    raceEntryOf('With warm-up', '2km E + 5km 5k', '2026-11-18', '6'),
    raceEntryOf('Through it', '7km T', '2026-11-22', '7'),
  ]);
  await user.click(screen.getByRole('button', { name: 'More actions for Through it' }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit race' }));
  await user.type(dialog.getByLabelText('Name'), ' again');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Through it again saved')).toBeTruthy();
  const bodies = api.calls.map(({ request }) => request.body);
  expect(bodies).toContainEqual({
    content: { kind: 'run', isRace: true, title: 'Through it again', script: '7km T', notes: '' },
  });
  await user.click(screen.getByRole('button', { name: 'More actions for With warm-up' }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/edit$/));
});

test('the header counts the days to the goal race, whatever week is shown', async () => {
  const race = raceEntryOf('Berlin Marathon', '42.195km 3h15m', '2027-01-02', '4');
  const { user } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [race]);
  expect((await screen.findByText(/in 46 days$/)).textContent).toBe('Berlin Marathon in 46 days');
  await user.click(screen.getByRole('radio', { name: 'Month' }));
  expect(screen.getByText(/in 46 days$/)).toBeTruthy();
});

test('a race that was removed is put back by undo, with its goal', async () => {
  const race = raceEntryOf('Harbour Half', '21.0975km 1h45m', '2026-11-22', '7');
  const { user, api } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [race]);
  expect(within(dayOf('Sunday 22')).getByText('Race')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'More actions for Harbour Half' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remove' }));
  expect(await screen.findByText('Harbour Half removed from calendar')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));

  await waitFor(() => within(dayOf('Sunday 22')).getByText('Harbour Half'));
  const { isRace, kind, notes } = race.own;
  expect(api.calls.map(({ request }) => request.body)).toContainEqual({
    content: { kind, isRace, notes, title: race.title, script: race.script },
    alternatives: [],
    day: race.day,
    position: 0,
  });
});

test('a day of a plan that was removed is put back by undo, at its place in the plan', async () => {
  const entry = plannedEntryOf('2026-11-18', '3');
  const { user, api } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [entry]);
  await user.click(screen.getByRole('button', { name: 'More actions for Easy 45' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remove' }));
  expect(await screen.findByText('Easy 45 removed from calendar')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.countOf(addToCalendar)).toBe(1));
  expect(
    api.calls.find(({ endpoint }) => endpoint === 'POST /api/calendar')?.request.body,
  ).toMatchObject({
    day: '2026-11-18',
    content: { title: 'Easy 45', notes: 'Flat shoes.' },
    alternatives: entry.own?.alternatives,
    season: { id: entry.season?.id, key: '5 Tue', entryId: entry.id },
  });
});

test('a day with options that has no plan anymore is put back with them', async () => {
  const { season: _deleted, ...entry } = plannedEntryOf('2026-11-18', '3');
  const { user, api } = await openCalendar(<CalendarScreen paceContext={ATHLETE} />, [entry]);
  await user.click(screen.getByRole('button', { name: 'More actions for Easy 45' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remove' }));
  expect(await screen.findByText('Easy 45 removed from calendar')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.countOf(addToCalendar)).toBe(1));
  const { request } = api.calls.find(({ endpoint }) => endpoint === 'POST /api/calendar') ?? {};
  expect(request?.body).toMatchObject({ alternatives: entry.own?.alternatives });
});
