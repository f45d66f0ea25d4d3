import { changePlan, getPlan, listPlans, savePlan, type SavedPlan } from '@pacewright/contract';
import { readPlan } from '@pacewright/plan';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { problemOf, unreachable } from '../../testing/fake-api.ts';
import { startApp } from '../../testing/render-app.tsx';
import { EXAMPLES } from './plan-help-dialog.tsx';

const TEXT = `plan Spring

weeks 1-2: Base
  Tue 15m E + {2, 3}x(5m T + 1m jog) + 10m E
  Wed rest
  Sun 1h E // flat

week 3
  Sun race 10km`;

const PLAN: SavedPlan = {
  id: '018f6f0e-0000-7000-8000-00000000000a',
  title: 'Spring',
  text: TEXT,
  version: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
};

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
  return () => vi.useRealTimers();
});

async function open(text = TEXT) {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(getPlan, () => ({ ...PLAN, text }));
  app.api.answer(listPlans, () => ({ plans: [], nextCursor: null }));
  app.visit(`/app/plans/${PLAN.id}`);
  await screen.findByRole('heading', { level: 1, name: 'Spring' });
  return app.api;
}

const editor = () => screen.findByRole('textbox', { name: 'Plan' });

test('the season is there as a table, with every week', async () => {
  await open();
  await userEvent.click(await screen.findByText('Weeks as a table'));
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^1Base2/),
    expect.stringMatching(/^2Base2/),
    expect.stringMatching(/^31.*Race 10 km$/),
  ]);
});

test('a week opens with its days, and a day with its workout', async () => {
  await open();
  await screen.findByRole('heading', { name: 'Week 1' });
  await userEvent.click(screen.getByRole('button', { name: 'Next week' }));
  await screen.findByRole('heading', { name: 'Week 2' });
  expect(screen.getByText('Base, second of two')).toBeDefined();

  await userEvent.click(screen.getByRole('button', { name: /^Tuesday/ }));
  const heading = await screen.findByRole('heading', { name: /^Tuesday, / });
  expect(heading.nextElementSibling?.textContent).toBe('15m E + 3x(5m T + 1m jog) + 10m E');
  expect(screen.getByRole('link', { name: 'Open as workout' })).toBeDefined();
});

test('a changed plan is saved on top of its version', async () => {
  const api = await open();
  await userEvent.type(await editor(), 'x');
  await screen.findByText(/^Draft|^Not saved/);
  api.answer(changePlan, ({ body }) => ({ ...PLAN, ...(body as object), version: 2 }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement);
  await screen.findByText('Spring saved');
  expect(
    api.calls.findLast(({ endpoint }) => endpoint === 'PUT /api/plans/:id')?.request,
  ).toMatchObject({ body: { version: 1 } });
});

test('offline, changes stay on the device and are saved later', async () => {
  const api = await open();
  await userEvent.type(await editor(), 'x');
  api.answer(changePlan, () => {
    throw unreachable();
  });
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement);
  expect(await screen.findByText('Not saved yet.')).toBeDefined();
});

test('a version from another device is shown beside this one', async () => {
  const api = await open();
  await userEvent.type(await editor(), 'x');
  api.answer(changePlan, () => {
    throw problemOf('STALE_VERSION', {
      ...PLAN,
      version: 2,
      text: 'plan Theirs\n\nweek 1\n  Tue rest',
    });
  });
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement);
  const dialog = await screen.findByRole('alertdialog', {
    name: 'This plan was changed in another tab or on another device',
  });
  expect(dialog.textContent).toContain('plan Theirs');
  api.answer(savePlan, ({ body }) => ({
    ...PLAN,
    ...(body as object),
    id: '018f6f0e-0000-7000-8000-00000000000b',
  }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep both' }));
  await waitFor(() => expect(api.countOf(savePlan)).toBe(1));
});

test('a mistake of the plan says that it keeps it off the calendar', async () => {
  await open(`${TEXT}\n  Mon {1h, 2h} E`);
  expect(await screen.findByText('1 problem')).toBeDefined();
});

test.each([
  ['an email', 'Hi all,\n\nTue 8 x 400 in 86\nThu 20 min tempo\n\nSee you, Petra'],
  ['a table', 'Week\tTue\tSun\n1\t8 km easy\t14 km\n2\t8 km\t16 km'],
  ['a small table', 'week 1\n  Mon rest\n\n| Tue | Sun |\n| 8 km easy | 14 km |'],
  ['a countdown', 'week 1\n  Mon rest\n2 weeks to go\n  Tue 8 km easy'],
  ['other sports', 'week 1\n  Mon Yoga: 1 h\n  Tue Bike: 45 min\n  Fri Swim: 30 min'],
])('a text that isn’t a plan is offered to be read: %s', async (_, text) => {
  await open(`plan Spring\n\n${text}`);
  await screen.findByText('This text isn’t written as a plan.');
  await userEvent.click(screen.getByRole('button', { name: 'Read it' }));
  expect(await screen.findByRole('heading', { name: 'Import' })).toBeDefined();
});

test('advice is listed, and its kind can be hidden and shown again', async () => {
  await open('plan Spring\n\nweek 1\n  Tue 40m E\n\nweek 3\n  Tue 40m E');
  await screen.findByText('Week 2 is missing');
  await userEvent.click(
    screen.getByRole('button', { name: /^Hide suggestions like this: Week 2/ }),
  );
  await waitFor(() => expect(screen.queryByText('Week 2 is missing')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Show all suggestions' }));
  await screen.findByText('Week 2 is missing');
});

test.each(EXAMPLES)('the example of the help has no mistake: $name', ({ text }) => {
  const { diagnostics } = readPlan(text);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
});
