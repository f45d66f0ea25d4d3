import {
  type CalendarEntry,
  changeWorkout,
  type GarminDelivery,
  type GarminStatus,
  getGarminStatus,
  getWorkout,
  listCalendar,
  listCalendarDeliveries,
  listOutdatedDeliveries,
  listWorkoutDeliveries,
  listWorkouts,
  listWorkoutTags,
  markDone,
  PROBLEMS,
  type SavedWorkout,
  scheduleAtGarmin,
  sendToGarmin,
  unscheduleAtGarmin,
} from '@pacewright/contract';
import { ADVICE_CODES, readScript } from '@pacewright/script';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { connectedGarmin, deliveryOf, garminStatusOf, problemOf } from '../testing/fake-api.ts';
import { fillIn, press } from '../testing/fields.ts';
import { startApp } from '../testing/render-app.tsx';
import { setWatch } from '../workout/export/watch-choice.ts';

const SENT = deliveryOf();
const TODAY = '2026-11-17';
const NO_GARMIN = garminStatusOf({ available: false, consentUrl: null });

const WORKOUT: SavedWorkout = {
  id: SENT.workoutId,
  title: 'Tempo 20',
  script: '15m E + 20m T + 10m E',
  notes: '',
  tags: [],
  reading: {
    workout: readScript('15m E + 20m T + 10m E').workout,
    mistakeCount: 0,
    mistakes: [],
  },
  version: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
};

function entryOn(day: string): CalendarEntry {
  const { id: workoutId, title, script, reading } = WORKOUT;
  const id = '018f6f0e-0000-7000-8000-00000000000e';
  return { id, day, position: 0, workoutId, title, script, reading, done: null };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
  return () => vi.useRealTimers();
});

type Start = { status?: GarminStatus; entry?: CalendarEntry; deliveries?: GarminDelivery[] };

/** The app with one workout, on one day at most, and the test's Garmin. Sent workouts stay pending. */
async function open(path: string, { status = connectedGarmin(), entry, deliveries = [] }: Start) {
  const app = startApp();
  await app.signInAlex();
  const state = { deliveries };
  const setDeliveries = (next: GarminDelivery[]) => (state.deliveries = next);
  const { api } = app;
  api.answer(getGarminStatus, () => status);
  api.answer(getWorkout, () => WORKOUT);
  api.answer(listWorkoutTags, () => ({ tags: [] }));
  api.answer(listWorkouts, () => ({ workouts: [WORKOUT], nextCursor: null }));
  api.answer(listCalendar, () => ({ entries: entry ? [entry] : [] }));
  api.answer(listWorkoutDeliveries, () => ({ deliveries: state.deliveries }));
  api.answer(listCalendarDeliveries, () => ({ deliveries: state.deliveries }));
  api.answer(sendToGarmin, () => setDeliveries([{ ...SENT, state: 'waiting', sentAt: null }])[0]);
  api.answer(
    scheduleAtGarmin,
    () => setDeliveries([deliveryOf({ entryId: entry?.id, day: entry?.day, state: 'waiting' })])[0],
  );
  return { ...app, ...app.visit(path), setDeliveries };
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('unsaved changes are saved before sending', async () => {
  const { api } = await open(`/app/workouts/${WORKOUT.id}`, {});
  await button('Send to Garmin');
  api.answer(changeWorkout, () => ({ ...WORKOUT, title: 'Tempo 25', version: 2 }));
  await fillIn({ Title: 'Tempo 25' });
  await press('Send to Garmin');
  await waitFor(() => expect(api.countOf(sendToGarmin)).toBe(1));
  expect(api.countOf(changeWorkout)).toBe(1);
  expect(await button('Sending to Garmin')).toBeDefined();
});

test('a sent workout that is saved again is updated on Garmin', async () => {
  const { api, setDeliveries } = await open(`/app/workouts/${WORKOUT.id}`, { deliveries: [SENT] });
  await button('Sent to Garmin');
  api.answer(changeWorkout, () => {
    setDeliveries([{ ...SENT, state: 'waiting' }]);
    return { ...WORKOUT, title: 'Tempo 25', version: 2 };
  });
  await fillIn({ Title: 'Tempo 25' });
  // A phone has one of its own, at the bottom of the screen.
  const [save] = screen.getAllByRole('button', { name: 'Save' });
  await userEvent.click(save as HTMLElement);
  expect(await button('Updating on Garmin')).toBeDefined();
});

test('an entry of the calendar is sent for its day, and removed again', async () => {
  const entry = entryOn('2026-11-19');
  const { api, setDeliveries } = await open('/app/calendar', { entry });
  await userEvent.click(await button('Send to Garmin: Tempo 20, Thursday 19 November'));
  expect(await button(/^Updating on Garmin|^Sending to Garmin/)).toBeDefined();
  expect(api.calls.find(({ endpoint }) => endpoint.startsWith('PUT /api/garmin'))?.request).toEqual(
    { params: { id: entry.id } },
  );

  setDeliveries([deliveryOf({ entryId: entry.id, day: entry.day })]);
  await userEvent.click(await button('Sent to Garmin: Tempo 20, Thursday 19 November'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Tempo 20 on Garmin' }));
  api.answer(unscheduleAtGarmin, () => void setDeliveries([]));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove from Garmin' }));
  expect(await button('Send to Garmin: Tempo 20, Thursday 19 November')).toBeDefined();
});

test('a month marks deliveries, and the page of an entry sends it', async () => {
  const entry = entryOn('2026-11-19');
  const { api, setDeliveries, visit } = await open('/app/calendar?view=month', { entry });
  await userEvent.click(await screen.findByRole('link', { name: 'Tempo 20, 45 min' }));
  await userEvent.click(await button('Send or share…'));
  await userEvent.click(await button('Send for Thu 19 Nov'));
  await waitFor(() => expect(api.countOf(scheduleAtGarmin)).toBe(1));
  setDeliveries([deliveryOf({ entryId: entry.id, day: entry.day })]);
  visit('/app/calendar?view=month');
  expect(
    await screen.findByRole('link', { name: /Tempo 20, 45 min\s*, Sent to Garmin/ }),
  ).toBeDefined();
});

async function openSendOrShare(title: string) {
  await userEvent.click(await button(`More actions for ${title}`));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Send or share…' }));
  return within(await screen.findByRole('dialog', { name: 'Send or share' }));
}

test('after a day is sent, the rest of its week is offered', async () => {
  const { api, sent, setDeliveries } = await openWeek(
    ['2026-11-16', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-22'],
    [deliveryOf({ entryId: entryId(3), day: '2026-11-20' })],
  );
  const dialog = await openSendOrShare('Run 1');
  expect(await dialog.findByText('All steps reach the watch as written.')).toBeDefined();
  expect(dialog.queryByText(/more runs/)).toBeNull();
  api.answer(scheduleAtGarmin, () => {
    const deliveries = [1, 3].map((n) => deliveryOf({ entryId: entryId(n), day: '2026-11-18' }));
    return setDeliveries(deliveries)[0];
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Send for Wed 18 Nov' }));
  await waitFor(() => expect(sent()).toEqual([entryId(1)]));
  expect(await dialog.findByText('If you change the run, we’ll send it again.')).toBeDefined();
  // Not those that are over, or on Garmin.
  expect(dialog.getByText('2 more runs this week')).toBeDefined();
  expect(dialog.getByText('Run 2, Thu; Run 4, Sun')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Send both' }));
  await userEvent.click(await button('Send 2 workouts'));
  await waitFor(() => expect(sent()).toEqual([1, 2, 4].map(entryId)));
});

test('what Garmin changes is said where a day is sent, and not asked again', async () => {
  const { sent } = await openWeek(['2026-11-18'], [], ['2x(2x(1m I + 1m jog) + 3m jog)']);
  const dialog = await openSendOrShare('Run 0');
  expect(await dialog.findByText(/^Garmin .*repeat/)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Send for Wed 18 Nov' }));
  await waitFor(() => expect(sent()).toEqual([entryId(0)]));
});

test('a day that Garmin can’t take says why instead', async () => {
  await openWeek(['2026-11-18'], [], ['15 bananas']);
  const dialog = await openSendOrShare('Run 0');
  expect(await dialog.findByText(/^Fix the .*problem/)).toBeDefined();
  expect(dialog.queryByRole('button', { name: /^Send for/ })).toBeNull();
});

test('without a connection, Garmin is connected and sent to in one step, unless another watch is chosen', async () => {
  const entry = entryOn('2026-11-19');
  await open('/app/calendar', { status: garminStatusOf(), entry });
  const dialog = await openSendOrShare('Tempo 20');
  expect(await dialog.findByRole('button', { name: 'Connect and send' })).toBeDefined();
  expect(dialog.getByText(/You’ll sign in to Garmin.*We’ll send it once/)).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Download FIT' })).toBeDefined();

  await userEvent.click(dialog.getByRole('button', { name: /^A file or another watch/ }));
  await userEvent.click(await button(/^Apple Watch/));
  await userEvent.click(await button(/^A file or another watch/));
  expect(document.activeElement?.textContent).toContain('Apple Watch');
  await userEvent.click(await button('Send or share'));
  expect(await button('Download .workout')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Connect and send' })).toBeNull();
  act(() => setWatch('garmin'));
});

test('an entry with its own script is sent like a workout', async () => {
  const own = { kind: 'run' as const, isRace: false, notes: '', alternatives: [] };
  const entry = { ...entryOn('2026-11-19'), workoutId: null, own };
  const { api, setDeliveries } = await open('/app/calendar', { entry });
  await userEvent.click(await button('Send to Garmin: Tempo 20, Thursday 19 November'));
  await waitFor(() => expect(api.countOf(scheduleAtGarmin)).toBe(1));
  setDeliveries([deliveryOf({ workoutId: entry.id, entryId: entry.id, day: entry.day })]);
  expect(await button('Sent to Garmin: Tempo 20, Thursday 19 November')).toBeDefined();
});

/** A week with a run on each of some days, and what Garmin has of them. */
async function openWeek(
  days: string[],
  deliveries: GarminDelivery[] = [],
  scripts: (string | undefined)[] = [],
) {
  const app = await open('/app/calendar', { deliveries });
  const entries = days.map((day, n) => ({
    ...withScript(entryOn(day), scripts[n] ?? WORKOUT.script),
    id: entryId(n),
    title: `Run ${n}`,
  }));
  app.api.answer(listCalendar, () => ({ entries }));
  app.api.answer(scheduleAtGarmin, () => deliveryOf({ state: 'waiting' }));
  const sent = () =>
    app.api.calls
      .filter(({ endpoint }) => endpoint.startsWith('PUT /api/garmin/calendar'))
      .map(({ request }) => idOf(request));
  return { ...app, sent };
}

function withScript(entry: CalendarEntry, script: string): CalendarEntry {
  const { workout, diagnostics } = readScript(script, { withoutAdvice: ADVICE_CODES });
  const mistakeCount = diagnostics.length;
  return { ...entry, script, reading: { ...WORKOUT.reading, workout, mistakeCount } };
}

const idOf = ({ params }: { params?: unknown }) => (params as { id: string }).id;
const entryId = (n: number) => `018f6f0e-0000-7000-8000-0000000000e${n}`;

async function openWeekDialog() {
  await userEvent.click(await button('More actions for this week'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Send or share the week…' }));
  await userEvent.click(await button('Send this week to Garmin'));
  return within(await screen.findByRole('dialog', { name: 'Send this week to Garmin' }));
}

async function sendWeek() {
  await openWeekDialog();
  await userEvent.click(await screen.findByRole('button', { name: /^Send \d workouts$/ }));
}

test('a week is sent in one action: what is ahead, and not there yet', async () => {
  const { sent } = await openWeek(
    ['2026-11-16', '2026-11-17', '2026-11-19', '2026-11-20'],
    [deliveryOf({ entryId: entryId(2), day: '2026-11-19' })],
  );
  await sendWeek();
  expect(await screen.findByText('Sending 2 workouts to Garmin')).toBeDefined();
  expect(screen.getByText('1 was already there.')).toBeDefined();
  expect(sent()).toEqual([entryId(1), entryId(3)]);
});

test('a week names the workouts that cannot be sent, and why', async () => {
  const unknown = { state: 'unknown', problem: 'answer-lost' } as const;
  const { api, sent } = await openWeek(
    ['2026-11-17', '2026-11-18', '2026-11-19'],
    [deliveryOf({ entryId: entryId(2), day: '2026-11-19', ...unknown })],
  );
  api.answer(scheduleAtGarmin, (request) => {
    if (idOf(request) === entryId(1)) throw problemOf('NOT_ACCEPTED');
    return deliveryOf({ state: 'waiting' });
  });
  await sendWeek();
  const dialog = within(await screen.findByRole('dialog', { name: 'Send this week to Garmin' }));
  expect(await dialog.findByText('2 workouts can’t be sent:')).toBeDefined();
  const reasons = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(reasons).toEqual([
    `Run 1, Wednesday 18 November. ${PROBLEMS.NOT_ACCEPTED.title}`,
    expect.stringMatching(/^Run 2, Thursday 19 November. .* before you send it again/),
  ]);
  expect(dialog.getByText(/^Sending 1 workout to Garmin/)).toBeDefined();
  expect(sent()).toEqual([entryId(0), entryId(1)]);
});

test('a week says before it is sent what Garmin changes, each change once', async () => {
  const nested = '2x(2x(1m I + 1m jog) + 3m jog)';
  const { sent } = await openWeek(['2026-11-17', '2026-11-18', '2026-11-19'], [], [nested, nested]);
  const dialog = await openWeekDialog();
  const changes = within(dialog.getByRole('region', { name: 'What Garmin changes' }));
  const sentences = changes.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(sentences).toEqual([
    expect.stringMatching(/^Garmin .*repeat.* \(Run 0, Tue; Run 1, Wed\)$/),
  ]);
  expect(sent()).toEqual([]);

  await press('Send 3 workouts');
  await screen.findByText('Sending 3 workouts to Garmin');
  expect(sent()).toEqual([entryId(0), entryId(1), entryId(2)]);
});

test('a week says before it is sent which workouts Garmin can’t take, and sends the others', async () => {
  const tooLong = `${'1m E + 1m T + '.repeat(60)}1m E`;
  const { sent } = await openWeek(
    ['2026-11-17', '2026-11-18', '2026-11-19'],
    [],
    [tooLong, undefined, '15 bananas'],
  );
  const dialog = await openWeekDialog();
  expect(dialog.getByText('2 workouts can’t be sent:')).toBeDefined();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Run 0, Tuesday 17 November. Garmin takes up to 100 steps/),
    'Run 2, Thursday 19 November. It has a problem. Fix it, then send it.',
  ]);
  await press('Send 1 workout');
  await screen.findByText('Sending 1 workout to Garmin');
  expect(sent()).toEqual([entryId(1)]);
});

test('a week that is interrupted says so, and is continued', async () => {
  const { api, setDeliveries, sent } = await openWeek(['2026-11-17', '2026-11-18']);
  api.answer(scheduleAtGarmin, (request) => {
    if (idOf(request) === entryId(1)) throw problemOf('GARMIN_NOT_CONNECTED');
    setDeliveries([deliveryOf({ entryId: entryId(0), day: '2026-11-17' })]);
    return deliveryOf({ state: 'waiting' });
  });
  await sendWeek();
  expect(await screen.findByText(/^The rest wasn’t sent/)).toBeDefined();
  api.answer(scheduleAtGarmin, () => deliveryOf({ state: 'waiting' }));
  await press('Try again');
  expect(await screen.findByText('Sending 1 workout to Garmin')).toBeDefined();
  expect(sent()).toEqual([entryId(0), entryId(1), entryId(1)]);
});

test('a week without runs ahead offers nothing to send', async () => {
  await openWeek(['2026-11-16']);
  await userEvent.click(await button('More actions for this week'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Send or share the week…' }));
  await button('Print this week');
  expect(screen.queryByRole('button', { name: /Send this week/ })).toBeNull();
});

test.each(['/app/paces', '/app/settings'])(
  'workouts with old paces are sent again in one action on %s',
  async (path) => {
    const { api } = await open(path, {});
    const outdated = [SENT, deliveryOf({ entryId: entryId(1), day: '2026-11-19' })];
    const send = () => outdated.pop();
    api.answer(listOutdatedDeliveries, () => ({ deliveries: [...outdated] }));
    api.answer(sendToGarmin, send);
    api.answer(scheduleAtGarmin, send);
    await screen.findByText('2 workouts on Garmin have your old paces.');
    await press('Send new paces');
    expect(await screen.findByText('Sending new paces for 2 workouts to Garmin')).toBeDefined();
    await waitFor(() => expect(screen.queryByText(/have your old paces/)).toBeNull());
    expect([api.countOf(sendToGarmin), api.countOf(scheduleAtGarmin)]).toEqual([1, 1]);
  },
);

test.each(['/app', '/app/calendar'])('a rest day has nothing to send on %s', async (path) => {
  const own = { kind: 'rest' as const, isRace: false, notes: '', alternatives: [] };
  const reading = { ...WORKOUT.reading, workout: readScript('').workout };
  const entry = { ...entryOn(TODAY), workoutId: null, own, title: 'Rest', script: '', reading };
  await open(path, { entry });
  await screen.findAllByText('Rest');
  expect(screen.queryByRole('button', { name: /Send to Garmin/ })).toBeNull();
});

test('an entry in the past cannot be sent for its day', async () => {
  await open('/app/calendar', { entry: entryOn('2026-11-16') });
  await userEvent.click(await button('More actions for Tempo 20'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Send or share…' }));
  expect(await screen.findByRole('button', { name: 'Download FIT' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Send for/ })).toBeNull();
});

test('the primary action of today is to send it, and then to mark it as done', async () => {
  const entry = entryOn(TODAY);
  const { api, setDeliveries } = await open('/app', { entry });
  await press('Send to Garmin');
  await waitFor(() => expect(api.countOf(scheduleAtGarmin)).toBe(1));
  setDeliveries([deliveryOf({ entryId: entry.id, day: entry.day })]);
  expect(await button('Sent to Garmin')).toBeDefined();

  const done = { ...entry, done: { at: '2026-11-17T10:00:00.000Z', paces: SENT.paces } };
  api.answer(markDone, () => done);
  api.answer(listCalendar, () => ({ entries: [done] }));
  await press('Mark as done');
  await waitFor(() => expect(screen.queryByRole('button', { name: /Garmin/ })).toBeNull());
});

test('a failed delivery of today is shown there', async () => {
  const entry = entryOn(TODAY);
  const failed = { state: 'failed', problem: 'no-answer', sentAt: null } as const;
  await open('/app', {
    entry,
    deliveries: [deliveryOf({ entryId: entry.id, day: entry.day, ...failed })],
  });
  expect(await screen.findByText(/Garmin didn’t respond/)).toBeDefined();
  expect(await button('Send again')).toBeDefined();
});

test.each([
  ['/app', 'Mark as done'],
  ['/app/calendar', 'More actions for Tempo 20'],
  [`/app/workouts/${WORKOUT.id}`, 'More actions for this workout'],
])('%s does not mention Garmin where it is not available', async (path, rest) => {
  const { api } = await open(path, { status: NO_GARMIN, entry: entryOn(TODAY) });
  expect(await button(rest)).toBeDefined();
  expect(screen.queryByRole('button', { name: /Garmin/ })).toBeNull();
  expect(api.countOf(listWorkoutDeliveries) + api.countOf(listCalendarDeliveries)).toBe(0);
});
