import {
  deletePlan,
  listPlans,
  listSeasons,
  restorePlan,
  savePlan,
  type SavedPlan,
} from '@pacewright/contract';
import { PLAN_TEMPLATES } from '@pacewright/plan';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { unreachable } from '../../testing/fake-api.ts';
import { startApp } from '../../testing/render-app.tsx';

const PLAN: SavedPlan = {
  id: '018f6f0e-0000-7000-8000-00000000000a',
  title: 'Spring',
  text: 'plan Spring\n\nweeks 1-2\n  Tue 40m E\n  Sun 1h E',
  version: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
  return () => vi.useRealTimers();
});

async function open(plans: SavedPlan[]) {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(listPlans, () => ({ plans: [...plans], nextCursor: null }));
  app.api.answer(listSeasons, () => ({ seasons: [] }));
  app.visit('/app/plans');
  await screen.findByRole('heading', { level: 1, name: 'Plans' });
  return app.api;
}

test('a plan is listed with its weeks, its runs and its time in a week', async () => {
  await open([PLAN]);
  const [row] = within(await screen.findByRole('list', { name: 'Your plans' })).getAllByRole(
    'listitem',
  );
  expect(row?.textContent).toContain('Not on the calendar 2 weeks, 4 runs');
  expect(row?.textContent).toContain('1 h 40');
  expect(screen.getByRole('link', { name: 'Spring' }).getAttribute('href')).toBe(
    `/app/plans/${PLAN.id}`,
  );
});

test('without a plan the templates are the way to start, all twelve of them', async () => {
  await open([]);
  await screen.findByRole('heading', { name: 'No plans yet' });
  const gallery = screen.getByRole('region', { name: 'Start from a template' });
  expect(within(gallery).getAllByRole('link')).toHaveLength(PLAN_TEMPLATES.length);
  await userEvent.click(within(gallery).getByRole('button', { name: 'Half' }));
  const titles = within(gallery)
    .getAllByRole('link')
    .map((link) => link.textContent);
  expect(titles).toHaveLength(3);
  expect(titles.every((title) => title.startsWith('Half marathon'))).toBe(true);
});

test('a template opens as a new plan, which is saved on demand', async () => {
  const api = await open([]);
  await userEvent.click(await screen.findByRole('link', { name: '10 km on three runs a week' }));
  await screen.findByRole('heading', { level: 1, name: '10 km on three runs a week' });
  expect(api.countOf(savePlan)).toBe(0);
  expect(screen.getByText('Weeks').nextElementSibling?.textContent).toBe('10');
});

test('a deleted plan can be restored at once', async () => {
  const plans = [PLAN];
  const api = await open(plans);
  api.answer(deletePlan, () => void plans.pop());
  api.answer(restorePlan, () => {
    plans.push(PLAN);
    return PLAN;
  });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Spring' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await screen.findByText('Spring deleted');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Spring' })).toBeNull());

  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('link', { name: 'Spring' })).toBeDefined();
});

test('a plan that could not be deleted stays, with the reason', async () => {
  const api = await open([PLAN]);
  api.answer(deletePlan, () => {
    throw unreachable();
  });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Spring' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await screen.findByText('Couldn’t delete Spring');
  expect(screen.getByRole('link', { name: 'Spring' })).toBeDefined();
});

test('plans that did not load can be asked for again', async () => {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(listPlans, () => {
    throw unreachable();
  });
  app.visit('/app/plans');
  await screen.findByRole('heading', { name: 'Your plans didn’t load' });
  app.api.answer(listPlans, () => ({ plans: [PLAN], nextCursor: null }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Try again' }).at(-1) as HTMLElement);
  expect(await screen.findByRole('link', { name: 'Spring' })).toBeDefined();
});
