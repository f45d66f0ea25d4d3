import { type CalendarEntry, listCalendar, type SeasonSummary } from '@pacewright/contract';
import { readPlan } from '@pacewright/plan';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallContext } from '../../platform/api/call-context.ts';
import { createFakeApi } from '../../testing/fake-api.ts';
import { ATHLETE, entryOf, workoutOf } from '../../testing/open-calendar.tsx';
import { watchSavedFiles } from '../../testing/saved-files.ts';
import { listPlanDays, listSeasonDays } from './listed-days.ts';
import { PlanFilesDialog } from './plan-files-dialog.tsx';

const SEASON: SeasonSummary = {
  id: '018f6f0e-0000-7000-8000-00000000000c',
  planId: null,
  title: 'Spring',
  firstDay: '2026-11-16',
  lastDay: '2026-11-29',
  entryCount: 3,
  doneCount: 0,
  pausedOn: null,
  endedAt: null,
  createdAt: '2026-11-10T08:00:00.000Z',
};

const ENTRIES: CalendarEntry[] = [
  ofSeason('a', '1 Tue', '2026-11-17', 'Threes', '15m E + 5x(3m I + 2m E) + 10m E'),
  ofSeason('b', '1 Fri', '2026-11-19', 'Strength', ''),
  ofSeason('d', '2 Sun', '2026-11-29', 'Spring 10 km', '10km 10k'),
  // The athlete's own.
  entryOf(workoutOf('e', 'Run with Dad', '30m E'), '2026-11-18', 'e'),
];

function ofSeason(letter: string, key: string, day: string, title: string, script: string) {
  const { workoutId: _, ...entry } = entryOf(workoutOf(letter, title, script), day, letter);
  const kind = script === '' ? ('other' as const) : ('run' as const);
  return {
    ...entry,
    workoutId: null,
    own: { kind, notes: '', alternatives: [] },
    season: { id: SEASON.id, key },
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
  return () => vi.useRealTimers();
});

function open(season: SeasonSummary | undefined, text = ''): void {
  const api = createFakeApi();
  api.answer(listCalendar, () => ({ entries: ENTRIES }));
  render(
    <CallContext value={api.createCall({ token: async () => 'token', end: async () => undefined })}>
      <QueryClientProvider client={new QueryClient()}>
        <PlanFilesDialog
          title="Spring"
          text={text}
          season={season}
          paceContext={ATHLETE}
          onClose={() => undefined}
        />
      </QueryClientProvider>
    </CallContext>,
  );
}

test('a season is a calendar file with its own days only', async () => {
  const files = watchSavedFiles();
  open(SEASON);
  await userEvent.click(await screen.findByRole('button', { name: 'Calendar file (.ics)' }));
  await screen.findByText('spring.ics downloaded');
  const text = (await files[0]?.content.text()) ?? '';
  expect(text.match(/^DTSTART;VALUE=DATE:\d+/gm)).toEqual([
    'DTSTART;VALUE=DATE:20261117',
    'DTSTART;VALUE=DATE:20261119',
    'DTSTART;VALUE=DATE:20261129',
  ]);
  expect(text).not.toContain('Dad');
});

test('the runs ahead are FIT files in one archive', async () => {
  const files = watchSavedFiles();
  open(SEASON);
  await userEvent.click(await screen.findByRole('button', { name: 'FIT files (.zip)' }));
  await screen.findByText(/^spring-garmin\.zip downloaded with 2 workouts/);
  expect(files[0]?.name).toBe('spring-garmin.zip');
});

test('a season is printed as a list, and for the wall', async () => {
  const printed: string[] = [];
  vi.stubGlobal('print', () => {
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    const sheet = document.querySelector('.print-sheet') as HTMLElement;
    printed.push(sheet.textContent);
    expect(within(sheet).getAllByText('Threes').length).toBe(1);
    act(() => void window.dispatchEvent(new Event('afterprint')));
  });
  open(SEASON);
  await userEvent.click(await screen.findByRole('button', { name: 'Print as a list' }));
  await userEvent.click(screen.getByRole('button', { name: 'Print as a wall chart' }));
  vi.unstubAllGlobals();
  expect(printed[0]).toContain('Tue 17 Nov');
  expect(printed[0]).toContain('Week 1, 16 - 22 November');
  expect(printed[1]).toContain('MonTueWedThuFriSatSun');
});

test('a plan that is not on the calendar is printed without dates, and has no files', async () => {
  let printed = '';
  vi.stubGlobal('print', () => {
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    printed = document.querySelector('.print-sheet')?.textContent ?? '';
  });
  open(undefined, 'plan Spring\n\nweek 1\n  Tue 40m E\n  Thu Hills: 50m E');
  await userEvent.click(await screen.findByRole('button', { name: 'Print as a list' }));
  vi.unstubAllGlobals();
  // A title that only repeats the amounts of its script is left out.
  expect(printed).toContain('Hills 50m E');
  expect(printed).not.toContain('40 min E');
  expect(screen.queryByRole('button', { name: 'FIT files (.zip)' })).toBeNull();
});

test('two runs on a day say which is in the morning, and are in order', () => {
  const plan = 'week 1\n  Tue am Threes: 15m E\n  Tue pm 30m E\n  Thu 40m E';
  expect(listPlanDays(readPlan(plan)).weeks[0]?.days.map(({ name }) => name)).toEqual([
    'Tue AM',
    'Tue PM',
    'Thu',
  ]);
  const evening = { ...ofSeason('f', '1 Tue pm', '2026-11-17', 'Shake-out', '20m E') };
  const entries = [
    { ...evening, timeOfDay: 'pm' as const },
    ...ENTRIES.slice(0, 1).map((entry) => ({ ...entry, timeOfDay: 'am' as const })),
  ];
  const { weeks } = listSeasonDays(entries, '2026-11-17', 1);
  expect(weeks[0]?.days.map(({ name, title }) => [name, title])).toEqual([
    ['Tue 17 Nov AM', 'Threes'],
    ['Tue 17 Nov PM', 'Shake-out'],
  ]);
});

test('days are in the column of their weekday, and rest days are left out', () => {
  const text = 'week starts Sun\n\nweek 1: Base\n  Sun 1h E\n  Mon rest\n  Tue 40m E';
  const { weekdays, weeks } = listPlanDays(readPlan(text));
  expect(weekdays[0]).toBe('Sun');
  expect(weeks.map(({ name, days }) => [name, days.map(({ column }) => column)])).toEqual([
    ['Week 1, Base', [0, 2]],
  ]);
  const season = listSeasonDays(ENTRIES.slice(0, 3), '2026-11-17', 7);
  expect(season.weeks.map(({ name, days }) => [name, days.map(({ column }) => column)])).toEqual([
    ['Week 1, 15 - 21 November', [2, 4]],
    ['Week 2, 29 November - 5 December', [0]],
  ]);
});
