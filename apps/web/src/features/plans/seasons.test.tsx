import {
  actOnSeason,
  changeCalendar,
  getPlan,
  getSeason,
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
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { EASY, entryOf } from '../../testing/open-calendar.tsx';
import { problemOf, unreachable } from '../../testing/fake-api.ts';
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
  edited: [],
  actions: [
    { id: '018f6f0e-0000-7000-8000-00000000000d', kind: 'start', at: '2026-11-17T08:00:00.000Z' },
  ],
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
  return () => vi.useRealTimers();
});

type FakeApi = ReturnType<typeof startApp>['api'];

async function open(
  path: string,
  seasons: unknown[] = [],
  prepare: (api: FakeApi) => void = () => undefined,
) {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(getPlan, () => PLAN);
  app.api.answer(listPlans, () => ({ plans: [PLAN], nextCursor: null }));
  app.api.answer(listSeasons, () => ({ seasons }));
  app.api.answer(listCalendar, () => ({ entries: [] }));
  app.api.answer(listDaysAhead, () => ({ days: [] }));
  app.api.answer(previewSeason, () => PREVIEW);
  prepare(app.api);
  app.visit(path);
  return app.api;
}

async function openDialog() {
  const [button] = await screen.findAllByRole('button', { name: /^Add to calendar/ });
  await userEvent.click(button as HTMLElement);
  return screen.findByRole('dialog', { name: 'Add Spring to the calendar' });
}

/** The date. The choice to set the dates by it has the same name. */
function raceDayOf(dialog: HTMLElement): HTMLInputElement {
  return within(dialog).getByLabelText('Race day', { selector: '[type=date]' });
}

test('a plan goes on the calendar after a preview, and off again with one undo', async () => {
  const api = await open(`/app/plans/${PLAN.id}`);
  const dialog = await openDialog();
  await within(dialog).findByText('1 day already has something');
  // The race of the plan is on a Sunday.
  expect(raceDayOf(dialog).value).toBe('2026-11-29');
  expect(dialog.textContent).toContain('Club 400s');
  expect(dialog.textContent).toContain('1 of 2 days would fall before today');

  api.answer(startSeason, () => SEASON);
  api.answer(undoSeasonAction, () => ({ season: SEASON, stayed: [] }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add 1 day to calendar' }));
  await screen.findByText('Spring added to the calendar');
  expect(
    api.calls.findLast(({ endpoint }) => endpoint === 'POST /api/seasons')?.request,
  ).toMatchObject({
    body: { planId: PLAN.id, hash: PREVIEW.hash, anchor: { kind: 'race' }, today: '2026-11-17' },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.countOf(undoSeasonAction)).toBe(1));
});

test('a preview that could not be made without a network is made once there is one', async () => {
  const api = await open(`/app/plans/${PLAN.id}`, [], (fake) =>
    fake.answer(previewSeason, () => {
      throw unreachable();
    }),
  );
  const dialog = within(await openDialog());
  await dialog.findByText(/The preview didn’t load/);
  expect(dialog.getByText(/Check your connection/)).toBeTruthy();
  api.answer(previewSeason, () => PREVIEW);
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await dialog.findByText('1 day already has something');
  expect(dialog.queryByText(/The preview didn’t load/)).toBeNull();
});

test('many busy days are listed in part, and all of them on demand', async () => {
  const shared = Array.from({ length: 8 }, (_, index) => ({
    day: `2026-12-0${index + 1}`,
    entryCount: 1,
    titles: [`Club ${index + 1}`],
  }));
  await open(`/app/plans/${PLAN.id}`, [], (fake) =>
    fake.answer(previewSeason, () => ({ ...PREVIEW, shared })),
  );
  const dialog = within(await openDialog());
  await dialog.findByText('8 days already have something');
  expect(dialog.getAllByRole('listitem')).toHaveLength(5);
  await userEvent.click(dialog.getByRole('button', { name: 'Show 3 more' }));
  expect(dialog.getAllByRole('listitem')).toHaveLength(8);
  expect(dialog.getByText('Club 8')).toBeTruthy();
});

test('a calendar that has changed since is shown again before anything happens', async () => {
  const api = await open(`/app/plans/${PLAN.id}`);
  const dialog = await openDialog();
  api.answer(startSeason, () => {
    throw problemOf('PREVIEW_CHANGED');
  });
  await userEvent.click(
    await within(dialog).findByRole('button', { name: 'Add 1 day to calendar' }),
  );
  await within(dialog).findByText('Your calendar has changed.');
  expect(api.countOf(previewSeason)).toBe(2);
});

test('another day is another request, also if the response to the first was lost', async () => {
  const api = await open(`/app/plans/${PLAN.id}`);
  const element = await openDialog();
  const dialog = within(element);
  api.answer(startSeason, () => {
    throw unreachable();
  });
  const putOnCalendar = async () => {
    const before = api.countOf(startSeason);
    await userEvent.click(await dialog.findByRole('button', { name: 'Add 1 day to calendar' }));
    await waitFor(() => expect(api.countOf(startSeason)).toBe(before + 1));
    await dialog.findByText(/Check your connection/);
  };
  await putOnCalendar();
  await putOnCalendar();
  fireEvent.change(raceDayOf(element), { target: { value: '2026-12-06' } });
  await putOnCalendar();
  const [first, repeated, other] = api.calls
    .filter(({ endpoint }) => endpoint === 'POST /api/seasons')
    .map(({ request }) => request.idempotencyKey);
  expect(repeated).toBe(first);
  expect(other).not.toBe(first);
});

test.each([
  [
    'on the calendar',
    SEASON,
    /^On the calendar until Sun 29 Nov, 1 of 2 days done$/,
    ['Ill or away…', 'Move…', 'Pause or end…', 'Share or print…', 'Make a copy', 'Delete'],
  ],
  [
    'paused',
    { ...SEASON, pausedOn: '2026-11-16' },
    /^Paused on Mon 16 Nov 1 of 2 days done$/,
    ['Resume…', 'End…', 'Share or print…', 'Make a copy', 'Delete'],
  ],
  [
    'over',
    { ...SEASON, lastDay: '2026-11-15' },
    /^Finished Sun 15 Nov 1 of 2 days done$/,
    ['Add to calendar again', 'Share or print…', 'Make a copy', 'Delete'],
  ],
  [
    'off the calendar',
    undefined,
    /^Not on the calendar 1 week, 2 runs/,
    ['Add to calendar', 'Share or print…', 'Make a copy', 'Delete'],
  ],
] as const)(
  'a plan that is %s has one row, and the same menu as on its page',
  async (_state, season, state, items) => {
    const namesOf = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    await open('/app/plans', season ? [season] : []);
    const rows = await screen.findAllByRole('heading', { level: 3, name: 'Spring' });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.nextElementSibling?.textContent?.replaceAll(/\s+/g, ' ').trim()).toMatch(state);
    await userEvent.click(screen.getByRole('button', { name: 'More actions for Spring' }));
    expect(namesOf()).toEqual(items);
    cleanup();

    await open(`/app/plans/${PLAN.id}`, season ? [season] : []);
    await userEvent.click(
      await screen.findByRole('button', { name: 'More actions for this plan' }),
    );
    expect(namesOf()).toEqual(
      // The page has a button for it.
      items.filter((item) => item !== 'Add to calendar'),
    );
  },
);

test('a plan on the calendar whose text was deleted keeps a row of its own', async () => {
  await open('/app/plans', [{ ...SEASON, planId: null, title: 'Gone' }]);
  await screen.findByRole('heading', { level: 3, name: 'Gone' });
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Gone' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Ill or away…',
    'Move…',
    'Pause or end…',
    'Share or print…',
  ]);
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
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Spring' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Pause or end…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Pause or end Spring?' });
  await userEvent.click(within(dialog).getByRole('radio', { name: /^End, and remove/ }));
  await within(dialog).findByText(/1 day will come off the calendar/);

  api.answer(actOnSeason, () => ({ ...SEASON, endedAt: '2026-11-17T09:00:00.000Z' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'End plan' }));
  await screen.findByText('Spring ended');
  expect(
    api.calls.findLast(({ endpoint }) => endpoint === 'POST /api/seasons/:id/actions')?.request,
  ).toMatchObject({ body: { action: { kind: 'end', how: 'remove' } } });
});

test('a season that was paused is not asked again what pausing it would do', async () => {
  let pausedOn: string | null = null;
  const api = await open('/app/plans', [SEASON]);
  api.answer(listSeasons, () => ({ seasons: [{ ...SEASON, pausedOn }] }));
  api.answer(previewSeasonAction, () => ({ ...PREVIEW, changes: [], skipped: [], shared: [] }));
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Spring' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Pause or end…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Pause or end Spring?' });
  const pause = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Pause' });
  await waitFor(() => expect(pause.disabled).toBe(false));
  api.answer(actOnSeason, () => {
    pausedOn = '2026-11-17';
    return { ...SEASON, pausedOn };
  });
  await userEvent.click(pause);
  await screen.findByText('Spring paused');
  expect(api.countOf(previewSeasonAction)).toBe(1);
});

const CHANGED = {
  ...PREVIEW,
  changes: [
    {
      kind: 'change',
      entryId: '018f6f0e-0000-7000-8000-0000000000e1',
      before: RUN,
      after: { ...RUN, script: '50m E', title: 'Easy 50' },
    },
    {
      kind: 'release',
      entryId: '018f6f0e-0000-7000-8000-0000000000e2',
      before: { ...RUN, key: '2 Fri' },
      after: { ...RUN, key: '2 Fri' },
    },
  ],
  questions: [{ key: '2 Fri', about: 'left', mine: { ...RUN, key: '2 Fri' }, theirs: null }],
  skipped: [],
  shared: [],
};

function startWithSeason(api: FakeApi): void {
  api.answer(getSeason, () => SEASON);
  api.answer(previewSeasonAction, () => CHANGED);
  api.answer(actOnSeason, () => SEASON);
}

test('a plan that was changed since says so, and shows the changes before anything happens', async () => {
  const api = await open(`/app/plans/${PLAN.id}`, [SEASON], startWithSeason);
  expect(await screen.findByText('2 days differ from your calendar.')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Review changes' }));
  await screen.findByRole('heading', { name: 'Update your calendar' });

  const [button] = await screen.findAllByRole('button', { name: 'Update 1 day' });
  expect(screen.getByRole('region', { name: 'Week 1' }).textContent).toContain('Easy 50');
  expect(screen.getByRole('region', { name: 'Week 2' }).textContent).toContain(
    'no longer in the plan',
  );
  expect(api.countOf(actOnSeason)).toBe(0);

  await userEvent.click(button as HTMLElement);
  await screen.findByText('1 day updated');
  expect(
    api.calls.findLast(({ endpoint }) => endpoint === 'POST /api/seasons/:id/actions')?.request,
  ).toMatchObject({
    body: { action: { kind: 'text', text: PLAN.text }, takeTheirs: [], hash: CHANGED.hash },
  });
});

test('a day that both changed follows the plan only if the athlete says so', async () => {
  const api = await open(`/app/plans/${PLAN.id}/calendar/${SEASON.id}`, [SEASON], startWithSeason);
  await userEvent.click(await screen.findByRole('radio', { name: 'Remove it' }));
  const [button] = await screen.findAllByRole('button', { name: 'Update 2 days' });
  await userEvent.click(button as HTMLElement);
  await screen.findByText('2 days updated');
  expect(
    api.calls.findLast(({ endpoint }) => endpoint === 'POST /api/seasons/:id/actions')?.request,
  ).toMatchObject({ body: { takeTheirs: [{ key: '2 Fri', about: 'left' }] } });
});

test('a day that is unticked stays as it is', async () => {
  const api = await open(`/app/plans/${PLAN.id}/calendar/${SEASON.id}`, [SEASON], startWithSeason);
  const box = await screen.findByRole('checkbox', { name: /Easy 50$/ });
  await userEvent.click(box);
  expect(screen.getByText('Unchanged')).toBeTruthy();
  const [button] = await screen.findAllByRole('button', { name: 'Keep my version' });
  await userEvent.click(button as HTMLElement);
  await screen.findByText('Kept your version');
  expect(lastAction(api)).toMatchObject({ body: { keep: ['1 Tue'] } });
});

test('a day that is too full has room again once its run is unticked', async () => {
  const api = await open(`/app/plans/${PLAN.id}/calendar/${SEASON.id}`, [SEASON], (fake) => {
    startWithSeason(fake);
    fake.answer(previewSeasonAction, ({ body }) =>
      (body as { keep?: string[] }).keep?.includes('1 Tue')
        ? { ...CHANGED, changes: [] }
        : { ...CHANGED, full: [RUN.day] },
    );
  });
  const full = await screen.findByText('Some days are full.');
  const buttons = (name: string) => screen.getAllByRole('button', { name });
  expect(buttons('Update 1 day')[0]).toHaveProperty('disabled', true);

  await userEvent.click(screen.getByRole('checkbox', { name: /Easy 50$/ }));
  await waitFor(() => expect(full.isConnected).toBe(false));
  expect(buttons('Keep my version')[0]).toHaveProperty('disabled', false);
  expect(screen.getByRole('checkbox', { name: /Easy 50$/ })).toBeTruthy();

  await userEvent.click(screen.getByRole('checkbox', { name: /Easy 50$/ }));
  await screen.findByText('Some days are full.');
  expect(api.countOf(actOnSeason)).toBe(0);
});

test('an answer whose days cannot be counted leaves the decision to the API', async () => {
  await open(`/app/plans/${PLAN.id}/calendar/${SEASON.id}`, [SEASON], (fake) => {
    startWithSeason(fake);
    fake.answer(previewSeasonAction, ({ body }) => {
      if ((body as { keep?: string[] }).keep?.length) throw unreachable();
      return { ...CHANGED, full: [RUN.day] };
    });
  });
  await screen.findByText('Some days are full.');
  await userEvent.click(screen.getByRole('checkbox', { name: /Easy 50$/ }));
  await waitFor(() => expect(screen.queryByText('Some days are full.')).toBeNull());
  expect(screen.getAllByRole('button', { name: 'Keep my version' })[0]).toHaveProperty(
    'disabled',
    false,
  );
});

test('a plan whose season is paused is not compared with the calendar', async () => {
  const paused = { ...SEASON, pausedOn: '2026-11-16' };
  const api = await open(`/app/plans/${PLAN.id}/calendar/${SEASON.id}`, [paused], (fake) =>
    fake.answer(getSeason, () => paused),
  );
  await screen.findByText('This plan is paused.');
  expect(api.countOf(previewSeasonAction)).toBe(0);
});

async function openMoveDialog(api: FakeApi, answer: () => unknown = () => SEASON) {
  api.answer(getSeason, answer);
  api.answer(previewSeasonAction, () => ({
    ...PREVIEW,
    changes: [
      {
        kind: 'change',
        entryId: '018f6f0e-0000-7000-8000-0000000000e1',
        before: { ...RUN, key: '1 Sun', day: '2026-11-29' },
        after: { ...RUN, key: '1 Sun', day: '2026-12-06' },
      },
    ],
    shared: [],
  }));
  api.answer(actOnSeason, () => SEASON);
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Spring' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Move…' }));
  return screen.findByRole('dialog', { name: 'Move Spring' });
}

function lastAction(api: FakeApi): unknown {
  return api.calls.findLast(({ endpoint }) => endpoint === 'POST /api/seasons/:id/actions')
    ?.request;
}

test('another race day moves everything ahead by as many days, after a preview', async () => {
  const api = await open('/app/plans', [SEASON]);
  const dialog = await openMoveDialog(api);
  const field = await within(dialog).findByLabelText('Race day');
  expect((field as HTMLInputElement).value).toBe('2026-11-29');
  expect(api.countOf(previewSeasonAction)).toBe(0);

  fireEvent.change(field, { target: { value: '2026-12-06' } });
  await within(dialog).findByText('1 day will move 7 days later');
  expect(dialog.textContent).toContain('The race will be on Sunday 6 December');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move 1 day' }));
  await screen.findByText('Spring moved');
  expect(lastAction(api)).toMatchObject({ body: { action: { kind: 'move', days: 7 } } });
});

test('a season that did not load can be asked for again, and its page stays', async () => {
  const api = await open('/app/plans', [SEASON]);
  const dialog = within(
    await openMoveDialog(api, () => {
      throw unreachable();
    }),
  );
  await dialog.findByText(/didn’t load/);
  expect(dialog.getByText(/Check your connection/)).toBeTruthy();
  api.answer(getSeason, () => SEASON);
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await screen.findByLabelText('Move upcoming days');
  expect(screen.getByRole('heading', { level: 1, name: 'Plans', hidden: true })).toBeTruthy();
});

test('the rest of a season moves by a day or a week', async () => {
  const api = await open('/app/plans', [SEASON]);
  const dialog = await openMoveDialog(api);
  await userEvent.selectOptions(
    within(dialog).getByLabelText('Move upcoming days'),
    'One day earlier',
  );
  await within(dialog).findByText('Workouts will fall on different weekdays.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move 1 day' }));
  await screen.findByText('Spring moved');
  expect(lastAction(api)).toMatchObject({ body: { action: { kind: 'move', days: -1 } } });
});

test('A19: days are skipped, or the plan is pushed, after a preview and with one undo', async () => {
  const api = await open('/app/plans', [SEASON]);
  api.answer(listCalendar, () => ({ entries: [] }));
  api.answer(previewSeasonAction, () => ({
    ...PREVIEW,
    changes: [{ kind: 'change', entryId: RUN_ID, before: RUN, after: { ...RUN, kind: 'rest' } }],
    skipped: [],
    shared: [],
  }));
  api.answer(actOnSeason, () => SEASON);
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Spring' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Ill or away…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ill or away' }));
  // From today on, to the end of the week.
  const days = await dialog.findByRole('grid', { name: 'Days' });
  expect(days.querySelectorAll('[aria-selected=true]')).toHaveLength(6);
  await userEvent.click(dialog.getByRole('button', { name: 'Wednesday 18 November' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Thursday 19 November' }));
  await userEvent.click(dialog.getByRole('radio', { name: /^Push the plan by a week/ }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Push by a week' }));
  await screen.findByText('The plan moved by a week');
  expect(lastAction(api)).toMatchObject({
    body: { action: { kind: 'push', from: '2026-11-18', to: '2026-11-19' } },
  });
});

test('A19: runs beside the plan are skipped with it, and one undo brings back both', async () => {
  const api = await open('/app/plans', [SEASON]);
  const own = entryOf(EASY, '2026-11-18', '1');
  api.answer(listCalendar, () => ({ entries: [own, entryOf(EASY, '2026-12-30', '2')] }));
  api.answer(previewSeasonAction, () => ({
    ...PREVIEW,
    changes: [{ kind: 'change', entryId: RUN_ID, before: RUN, after: { ...RUN, kind: 'rest' } }],
    skipped: [],
    shared: [],
  }));
  api.answer(actOnSeason, () => SEASON);
  api.answer(undoSeasonAction, () => ({ season: SEASON, stayed: [] }));
  const sent: unknown[] = [];
  api.answer(changeCalendar, ({ body }) => {
    sent.push(body);
    return { skipped: 0 };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Spring' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Ill or away…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ill or away' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Skip 1 run' }));
  await screen.findByText('1 run skipped');
  const others = [{ id: own.id, day: own.day }];
  expect(sent).toEqual([{ skips: others }]);

  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone');
  expect(sent).toEqual([{ skips: others }, { returns: others }]);
  expect(api.countOf(undoSeasonAction)).toBe(1);
});

test('A19: days that didn’t load aren’t said to be without a run', async () => {
  const api = await open('/app/plans', [SEASON]);
  api.answer(listCalendar, () => {
    throw unreachable();
  });
  api.answer(previewSeasonAction, () => {
    throw unreachable();
  });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Spring' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Ill or away…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ill or away' }));
  await dialog.findByText('Your calendar didn’t load.', undefined, { timeout: 5000 });
  expect(dialog.queryByText('No run is planned on these days.')).toBeNull();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Skip' }).disabled).toBe(true);
});

const RUN_ID = '018f6f0e-0000-7000-8000-0000000000e1';
