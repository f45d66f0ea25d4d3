import { getPlan, listSeasons, restorePlan, type SavedPlan, savePlan } from '@pacewright/contract';
import { encodeSharedPlan } from '@pacewright/delivery';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { problemOf } from '../../testing/fake-api.ts';
import { startApp } from '../../testing/render-app.tsx';

const TEXT = 'plan Spring\n\nweek 1\n  Tue 40m E\n  Sun race 10km';

const SAVED: SavedPlan = {
  id: '018f6f0e-0000-7000-8000-00000000000a',
  title: 'Spring',
  text: TEXT,
  version: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
};

async function linkTo(text: string): Promise<string> {
  const link = await encodeSharedPlan(text);
  if (!link.ok) throw new Error(link.reason);
  return `/p#${link.fragment}`;
}

test('a visitor sees the season of a shared plan, and asks the server for nothing', async () => {
  const app = startApp();
  app.visit(await linkTo(TEXT));
  await screen.findByRole('heading', { level: 1, name: 'Spring' });
  expect(screen.getByText('Weeks as a table')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Week 1' })).toBeTruthy();
  expect(screen.getByText('Shown at default paces. Enter a race to see your own.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save to my plans' })).toBeNull();
  expect(app.api.calls).toEqual([]);
});

test('a plan that a visitor saves is in the account after the sign-in, without the link', async () => {
  const app = startApp();
  app.visit(await linkTo(TEXT));
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in and save' }));
  await screen.findByRole('heading', { level: 1, name: /^(Log|Sign) ?in/i });
  expect(app.api.calls).toEqual([]);

  app.api.answer(savePlan, () => SAVED);
  app.api.answer(getPlan, () => SAVED);
  await app.signInAlex();
  app.visit('/app');
  const dialog = await screen.findByRole('alertdialog', { name: 'Save this to your account?' });
  expect(within(dialog).getByRole('heading', { name: '1 plan' })).toBeTruthy();
  expect(within(dialog).getByText('Spring')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved to your account: 1 plan')).toBeTruthy();
  const saved = app.api.calls.find(({ endpoint }) => endpoint === 'POST /api/plans');
  expect(saved?.request).toMatchObject({ body: { text: TEXT } });
  expect(localStorage.getItem('pacewright.visitor.1')).toBeNull();
});

test('an athlete saves a copy once, however often', async () => {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(savePlan, () => SAVED);
  app.api.answer(getPlan, () => {
    throw problemOf('NOT_FOUND');
  });
  app.api.answer(restorePlan, () => SAVED);
  app.api.answer(listSeasons, () => ({ seasons: [] }));
  app.visit(await linkTo(TEXT));
  await userEvent.click(await screen.findByRole('button', { name: 'Save to my plans' }));
  await waitFor(() => expect(app.api.countOf(restorePlan)).toBe(1));
  const saved = app.api.calls.find(({ endpoint }) => endpoint === 'POST /api/plans');
  expect(saved?.request).toMatchObject({ body: { text: TEXT } });
});

test('a damaged link says so', async () => {
  const app = startApp();
  app.visit((await linkTo(TEXT)).slice(0, -4));
  expect(await screen.findByText('We couldn’t open this plan.')).toBeTruthy();
});
