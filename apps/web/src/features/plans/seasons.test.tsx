import {
  actOnSeason,
  getPlan,
  listCalendar,
  listDaysAhead,
  listPlans,
  listSeasons,
  previewSeason,
  previewSeasonAction,
  type SavedPlan,
  startSeason,
  undoSeasonAction,
} from '@pacewright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { problemOf } from '../../testing/fake-api.ts';
import { startApp } from '../../testing/render-app.tsx';

const PLAN: SavedPlan = {
  id: '018f6f0e-0000-7000-8000-00000000000a',
  title: 'Spring',
  text: 'plan Spring\n\nweek 1\n  Tue 40m E\n  Sun race 10km',
  version: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
};

const RUN = {
  key: '1 Tue',
  day: '2026-11-24',
  kind: 'run' as const,
  title: 'Easy 40',
  script: '40m E',
  notes: '',
  alternatives: [],
};

const PREVIEW = {
  hash: 'a'.repeat(24),
  title: 'Spring',
  firstDay: '2026-11-23',
  turn: 0,
  dayCount: 2,
  changes: [{ kind: 'add', entryId: null, before: null, after: RUN }],
  questions: [],
  skipped: ['1 Mon'],
  early: [],
  shared: [{ day: '2026-11-24', entryCount: 1, titles: ['Club 400s'] }],
  full: [],
  isWaiting: false,
};

const SEASON = {
  id: '018f6f0e-0000-7000-8000-00000000000c',
  planId: PLAN.id,
  title: 'Spring',
  firstDay: '2026-11-23',
  lastDay: '2026-11-29',
  entryCount: 2,
  doneCount: 1,
  pausedOn: null,
  endedAt: null,
  createdAt: '2026-11-17T08:00:00.000Z',
  text: PLAN.text,
  waitingText: null,
  anchor: { kind: 'race', day: '2026-11-29' },
  shifts: [],
  actions: [
    { id: '018f6f0e-0000-7000-8000-00000000000d', kind: 'start', at: '2026-11-17T08:00:00.000Z' },
  ],
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
  return () => vi.useRealTimers();
});

async function open(path: string, seasons: unknown[] = []) {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(getPlan, () => PLAN);
  app.api.answer(listPlans, () => ({ plans: [PLAN], nextCursor: null }));
  app.api.answer(listSeasons, () => ({ seasons }));
  app.api.answer(listCalendar, () => ({ entries: [] }));
  app.api.answer(listDaysAhead, () => ({ days: [] }));
  app.api.answer(previewSeason, () => PREVIEW);
  app.visit(path);
  return app.api;
}

async function openDialog() {
  const [button] = await screen.findAllByRole('button', { name: /^Put on calendar/ });
  await userEvent.click(button as HTMLElement);
  return screen.findByRole('dialog', { name: 'Put Spring on the calendar' });
}

test('a plan goes on the calendar after a preview, and off again with one undo', async () => {
  const api = await open(`/app/plans/${PLAN.id}`);
  const dialog = await openDialog();
  await within(dialog).findByText('One day is already busy');
  expect(dialog.textContent).toContain('Club 400s');
  expect(dialog.textContent).toContain('1 of 2 days would be before today');

  api.answer(startSeason, () => SEASON);
  api.answer(undoSeasonAction, () => ({ season: SEASON, stayed: [] }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Put 1 day on the calendar' }));
  await screen.findByText('Spring is on the calendar');
  expect(
    api.calls.findLast(({ endpoint }) => endpoint === 'POST /api/seasons')?.request,
  ).toMatchObject({
    body: { planId: PLAN.id, hash: PREVIEW.hash, anchor: { kind: 'race' }, today: '2026-11-17' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.countOf(undoSeasonAction)).toBe(1));
});

test('a calendar that has changed since is shown again before anything happens', async () => {
  const api = await open(`/app/plans/${PLAN.id}`);
  const dialog = await openDialog();
  api.answer(startSeason, () => {
    throw problemOf('PREVIEW_CHANGED');
  });
  await userEvent.click(
    await within(dialog).findByRole('button', { name: 'Put 1 day on the calendar' }),
  );
  await within(dialog).findByText('Your calendar has changed since.');
  expect(api.countOf(previewSeason)).toBe(2);
});

test('a season on the calendar can be ended, with its days taken off or kept', async () => {
  const api = await open('/app/plans', [SEASON]);
  api.answer(previewSeasonAction, () => ({
    ...PREVIEW,
    changes: [{ kind: 'remove', entryId: null, before: RUN, after: null }],
    skipped: [],
    shared: [],
  }));
  await screen.findByText(/1 of 2 days done/);
  await userEvent.click(screen.getByRole('button', { name: 'More for the season Spring' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'End' }));
  const dialog = await screen.findByRole('dialog', { name: 'End Spring?' });
  await within(dialog).findByText(/1 day leaves the calendar/);

  api.answer(actOnSeason, () => ({ ...SEASON, endedAt: '2026-11-17T09:00:00.000Z' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'End the season' }));
  await screen.findByText('Spring has ended');
  expect(
    api.calls.findLast(({ endpoint }) => endpoint === 'POST /api/seasons/:id/actions')?.request,
  ).toMatchObject({ body: { action: { kind: 'end', how: 'remove' } } });
});
