import { type CalendarEntry, getPaces, listCalendar } from '@pacewright/contract';
import { createFakeIntervalsIcu } from '@pacewright/intervals-icu-stand-in';
import { DEFAULT_TRAINING_PACES, trainingPaces } from '@pacewright/pace';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fillIn, press } from '../../testing/fields.ts';
import { EASY, entryOf, FIVE, workoutOf } from '../../testing/open-calendar.tsx';
import { comeBack, startApp } from '../../testing/render-app.tsx';

const KEY = 'a-key-of-alex';
const STORED = 'pacewright.user.intervals-icu';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 17, 9) });
});

/** Alex in the settings, with a calendar here and one at intervals.icu. */
async function openSettings(start: CalendarEntry[] = [entryOf(EASY, '2026-11-18', '1')]) {
  const fake = createFakeIntervalsIcu();
  fake.state.athletes.set(KEY, new Map());
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const { origin, pathname, search } = new URL(input);
    expect(origin).toBe('https://intervals.icu');
    const response = fake.respond({
      method: init.method ?? 'GET',
      url: `${pathname}${search}`,
      headers: init.headers as Record<string, string>,
      body: (init.body as string | null) ?? '',
    });
    if (!response) throw new TypeError('Failed to fetch');
    return new Response(response.body, response);
  });
  const app = startApp();
  await app.signInAlex();
  let entries = start;
  app.api.answer(listCalendar, () => ({ entries }));
  app.visit('/app/settings');
  const card = within(await screen.findByRole('region', { name: 'intervals.icu' }));
  return {
    ...app,
    card,
    state: fake.state,
    change: async (next: CalendarEntry[]) => {
      entries = next;
      vi.setSystemTime(Date.now() + 60_000);
      await comeBack();
    },
    events: () =>
      [...(fake.state.athletes.get(KEY)?.values() ?? [])]
        .map(({ name, start_date_local }) => `${name} ${start_date_local.slice(0, 10)}`)
        .toSorted(),
  };
}

async function connect(): Promise<void> {
  await fillIn({ 'API key': KEY });
  await press('Connect');
}

test('the key is checked, stored on the device, and the days ahead are sent', async () => {
  const { card, events, api } = await openSettings([
    entryOf(EASY, '2026-11-18', '1'),
    entryOf(FIVE, '2026-11-20', '2'),
  ]);
  expect(card.getByText(/This key can read and change everything/)).toBeDefined();
  await connect();

  expect(await card.findByText('Sent to intervals.icu · 2 workouts')).toBeDefined();
  expect(card.getByText(/while Pacewright is open on this device/)).toBeDefined();
  expect(events()).toEqual(['Easy 45 2026-11-18', 'Five by three 2026-11-20']);
  expect(localStorage.getItem(STORED)).toContain(KEY);
  expect(JSON.stringify(api.calls)).not.toContain(KEY);
});

test('a key that intervals.icu does not know is refused, and not stored', async () => {
  const { card } = await openSettings();
  await fillIn({ 'API key': 'two words' });
  await press('Connect');
  expect(await card.findByText(/Paste the whole key/)).toBeDefined();
  await fillIn({ 'API key': 'another-key' });
  await press('Connect');
  expect(await card.findByText(/intervals.icu doesn’t recognise this key/)).toBeDefined();
  expect(localStorage.getItem(STORED)).toBeNull();
});

test('events follow the calendar and the paces, and done ones stay', async () => {
  const { card, events, state, change, api } = await openSettings();
  await connect();
  await card.findByText('Sent to intervals.icu · 1 workout');

  await change([entryOf(EASY, '2026-11-19', '1')]);
  await waitFor(() => expect(events()).toEqual(['Easy 45 2026-11-19']));

  const steps = () => [...(state.athletes.get(KEY)?.values() ?? [])].flatMap((each) => each.steps);
  const before = steps();
  const answer = { computedPaces: DEFAULT_TRAINING_PACES, paceUnits: 'metric', edited: [] };
  api.answer(getPaces, () => ({ ...answer, trainingPaces: trainingPaces(60) }));
  await change([entryOf(EASY, '2026-11-19', '1')]);
  await waitFor(() => expect(steps()).not.toEqual(before));

  const done = { at: '2026-11-17T09:00:00.000Z', paces: { trainingPaces: trainingPaces(50) } };
  const run = entryOf(FIVE, '2026-11-20', '2');
  await change([{ ...entryOf(EASY, '2026-11-19', '1'), done }, run]);
  await waitFor(() => expect(events()).toHaveLength(2));
  await change([run]);
  await waitFor(() => expect(events()).toEqual(['Five by three 2026-11-20']));
});

test('rest days and other sports are not sent, and a script with a mistake is named', async () => {
  const rest = { kind: 'rest' as const, notes: '', alternatives: [] };
  const { card, events } = await openSettings([
    entryOf(EASY, '2026-11-18', '1'),
    { ...entryOf(workoutOf('0', 'Rest', ''), '2026-11-19', '2'), workoutId: null, own: rest },
    entryOf(workoutOf('3', 'Track', '400m R'), '2026-11-20', '3'),
  ]);
  await connect();
  expect(
    await card.findByText('Not sent: Track: Fix the problem in the script first.'),
  ).toBeDefined();
  expect(events()).toEqual(['Easy 45 2026-11-18']);
});

test('a key that was replaced at intervals.icu is asked for again, and not used until then', async () => {
  const { card, state, change, events } = await openSettings();
  await connect();
  await card.findByText('Sent to intervals.icu · 1 workout');
  const events1 = state.athletes.get(KEY) ?? new Map();
  state.athletes.delete(KEY);
  await change([]);

  expect(await card.findByText('Needs a new key')).toBeDefined();
  expect(await screen.findByText('intervals.icu doesn’t accept your key.')).toBeDefined();
  const { length } = state.calls;
  await change([entryOf(FIVE, '2026-11-20', '2')]);
  expect(state.calls).toHaveLength(length);

  state.athletes.set(KEY, events1);
  await connect();
  await waitFor(() => expect(events()).toEqual(['Five by three 2026-11-20']));
});

test('lost steps are reported, and “Send now” sends everything again', async () => {
  const { card, state, events } = await openSettings();
  await connect();
  await card.findByText('Sent to intervals.icu · 1 workout');
  // Deleted there, and without its steps when it is sent again.
  state.athletes.set(KEY, new Map());
  state.faults.push({ kind: 'lose-steps', times: 2 });
  await press('Send now');
  expect(await card.findByText('intervals.icu lost the steps of a workout.')).toBeDefined();
  expect(card.getByText('Some workouts weren’t sent')).toBeDefined();
  vi.setSystemTime(Date.now() + 1000);
  await press('Send now');
  expect(await card.findByText('Sent to intervals.icu · 1 workout')).toBeDefined();
  expect(events()).toEqual(['Easy 45 2026-11-18']);
});

test('disconnecting removes the key, and the runs there if that is wanted', async () => {
  const { card, events } = await openSettings();
  await connect();
  await card.findByText('Sent to intervals.icu · 1 workout');
  card.getByRole('button', { name: 'Disconnect' }).click();
  let dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByRole('checkbox', { name: /Also remove the planned run/ }).click();
  dialog.getByRole('button', { name: 'Disconnect' }).click();
  expect(await card.findByText('Not connected')).toBeDefined();
  expect(localStorage.getItem(STORED)).toBeNull();
  expect(events()).toHaveLength(1);

  // Connected again, what is there is known again.
  await connect();
  await card.findByText('Sent to intervals.icu · 1 workout');
  card.getByRole('button', { name: 'Disconnect' }).click();
  dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByRole('button', { name: 'Disconnect' }).click();
  expect(await card.findByText('Not connected')).toBeDefined();
  expect(events()).toEqual([]);
});

test('the key of another athlete on this device is not used', async () => {
  const { state } = await openSettings();
  await connect();
  await waitFor(() => expect(state.calls.length).toBeGreaterThan(1));
  const stored = JSON.parse(localStorage.getItem(STORED) ?? '{}') as object;
  localStorage.setItem(STORED, JSON.stringify({ ...stored, athleteId: 'someone else' }));
  window.dispatchEvent(new StorageEvent('storage'));
  expect(await screen.findByLabelText('API key')).toBeDefined();
});
