import {
  DELIVERY_PROBLEMS,
  type DeliveryProblem,
  type GarminDelivery,
  getGarminStatus,
  listCalendarDeliveries,
  listWorkoutDeliveries,
  removeFromGarmin,
  scheduleAtGarmin,
  sendToGarmin,
  resolveDelivery,
} from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { useState } from 'react';
import {
  connectedGarmin,
  deliveryOf,
  garminStatusOf,
  unreachable,
} from '../../testing/fake-api.ts';
import { press } from '../../testing/fields.ts';
import { startApp } from '../../testing/render-app.tsx';
import { startConsent } from './consent.ts';
import { GarminSendProvider, SendButton, DeliveryAlert } from './send.tsx';
import { EASY, entryOf } from '../../testing/open-calendar.tsx';
import { SendWeekDialog } from './send-week.tsx';

const ATHLETE = { speeds: { trainingPaces: DEFAULT_TRAINING_PACES }, units: 'metric' } as const;
const SENT = deliveryOf();
const ID = SENT.workoutId;

beforeEach(() => () => vi.useRealTimers());

type Start = {
  status?: ReturnType<typeof garminStatusOf>;
  deliveries?: GarminDelivery[];
  script?: string;
  save?: () => Promise<{ id: string; title: string } | undefined>;
};

/** The parts of a workout screen, with the test's Garmin. Sent workouts stay pending. */
async function openWorkout({
  status = connectedGarmin(),
  deliveries = [],
  script = '45m E',
  save,
}: Start = {}) {
  const app = startApp();
  await app.signInAlex();
  const state = { deliveries };
  app.api.answer(getGarminStatus, () => status);
  app.api.answer(listWorkoutDeliveries, () => ({ deliveries: state.deliveries }));
  app.api.answer(sendToGarmin, () => {
    state.deliveries = [deliveryOf({ state: 'waiting', sentAt: null })];
    return state.deliveries[0];
  });
  const workout = { workoutId: ID, title: save ? '' : 'Five by three', script, save };
  app.show(
    <GarminSendProvider paceContext={ATHLETE}>
      <SendButton workout={workout} />
      <DeliveryAlert workout={workout} />
    </GarminSendProvider>,
  );
  return { ...app, setDeliveries: (next: GarminDelivery[]) => (state.deliveries = next) };
}

async function openDialog(button: string) {
  await press(button);
  return within(await screen.findByRole('dialog', { name: 'Five by three on Garmin' }));
}

test('a workout is sent with one press, and its progress is shown until Garmin has it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { api, setDeliveries } = await openWorkout();
  await press('Send to Garmin');
  expect(await screen.findByRole('button', { name: 'Sending to Garmin' })).toBeDefined();
  expect(api.countOf(sendToGarmin)).toBe(1);

  setDeliveries([SENT]);
  expect(await screen.findByRole('button', { name: 'Sent to Garmin' })).toBeDefined();
  expect(screen.getByText('It’ll be on your watch after the next sync.')).toBeDefined();
  const asked = api.countOf(listWorkoutDeliveries);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(api.countOf(listWorkoutDeliveries), 'no polling once Garmin has it').toBe(asked);
});

test('a delivery pending for long is shown as waiting, and no longer as busy', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await openWorkout({ deliveries: [{ ...SENT, state: 'waiting', sentAt: null }] });
  expect(await screen.findByRole('button', { name: 'Sending to Garmin' })).toBeDefined();
  vi.setSystemTime(Date.now() + 25_000);
  expect(await screen.findByRole('button', { name: 'Waiting for Garmin' })).toBeDefined();
  const dialog = await openDialog('Waiting for Garmin');
  expect(dialog.getByText(/You don’t need to wait/)).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Don’t send' })).toBeDefined();
});

test('a sent workout shows when and with which paces, and can be removed', async () => {
  const { api, setDeliveries } = await openWorkout({
    deliveries: [SENT, { ...SENT, entryId: ID, day: '2024-11-19' }],
  });
  const dialog = await openDialog('Sent to Garmin');
  expect(dialog.getByText(/Up to date on Garmin since 17 Nov 2024/)).toBeDefined();
  expect(dialog.getByText('Paces as sent, min/km, VDOT 50.0')).toBeDefined();
  expect(dialog.getByRole('row', { name: 'Easy 4:56 - 5:34' })).toBeDefined();
  expect(dialog.getByText('Tuesday 19 November 2024')).toBeDefined();

  api.answer(removeFromGarmin, () => void setDeliveries([]));
  await press('Remove from Garmin');
  expect(await screen.findByRole('button', { name: 'Send to Garmin' })).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a pending update differs from a first delivery', async () => {
  await openWorkout({ deliveries: [{ ...SENT, state: 'sending' }] });
  expect(await screen.findByRole('button', { name: 'Updating on Garmin' })).toBeDefined();
});

test('changed paces are shown side by side, and can be sent again', async () => {
  const { api } = await openWorkout({ deliveries: [{ ...SENT, pacesChanged: true }] });
  expect(await screen.findByText(/Send it again to use your new ones/)).toBeDefined();
  const dialog = await openDialog('Send new paces');
  expect(dialog.getByRole('row', { name: 'Easy 4:56 - 5:34 6:00 - 7:00' })).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(api.countOf(sendToGarmin)).toBe(1));
});

const FAILURES: [DeliveryProblem, string[]][] = [
  ['rejected', ['Send again', 'Don’t send']],
  ['incomplete', ['Send again', 'Don’t send']],
  ['no-answer', ['Send again', 'Don’t send']],
  ['not-connected', ['Reconnect Garmin', 'Don’t send']],
  ['not-permitted', ['Change permissions', 'Don’t send']],
  ['unsendable', ['Don’t send']],
];

test.each(FAILURES)('a failure with %s is shown with its actions', async (problem, actions) => {
  const detail = 'Too many steps';
  await openWorkout({
    deliveries: [{ ...SENT, state: 'failed', problem, detail, sentAt: null }],
  });
  expect(await screen.findByRole('button', { name: 'Not sent' })).toBeDefined();
  const alert = within(
    (await screen.findByText('Not sent.')).closest<HTMLElement>('[role=alert]')!,
  );
  expect(alert.getByText(new RegExp(DELIVERY_PROBLEMS[problem]))).toBeDefined();
  expect(alert.getByText(/Too many steps/)).toBeDefined();
  const offered = alert.getAllByRole('button').map(({ textContent }) => textContent);
  expect(offered.sort()).toEqual(actions.sort());
});

test('a failed update says so, and the workout can still be removed', async () => {
  const problem = 'no-answer';
  await openWorkout({ deliveries: [{ ...SENT, state: 'failed', problem }] });
  expect(await screen.findByRole('button', { name: 'Not updated' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Remove from Garmin' })).toBeDefined();
});

test.each([
  ['Send again', 'send-again'],
  ['It’s on my watch', 'it-is-there'],
  ['Stop tracking', 'forget'],
])('an unconfirmed delivery is resolved by the athlete: %s', async (label, choice) => {
  const { api, setDeliveries } = await openWorkout({
    deliveries: [{ ...SENT, state: 'unknown', problem: 'answer-lost', sentAt: null }],
  });
  expect(await screen.findByRole('button', { name: 'Couldn’t confirm it was sent' })).toBeDefined();
  expect(screen.getByText(/Check Garmin before you send it again/)).toBeDefined();
  expect(api.countOf(sendToGarmin), 'nothing is sent automatically').toBe(0);

  api.answer(resolveDelivery, () => {
    setDeliveries(choice === 'forget' ? [] : [SENT]);
    return { deliveries: [] };
  });
  await press(label);
  await waitFor(() =>
    expect(api.calls.findLast(({ endpoint }) => endpoint.endsWith('/choice'))?.request).toEqual({
      params: { id: ID },
      body: { choice },
    }),
  );
  const after = choice === 'forget' ? 'Send to Garmin' : 'Sent to Garmin';
  expect(await screen.findByRole('button', { name: after })).toBeDefined();
});

test('a workout deleted on Garmin is reported, and restored only if it is sent again', async () => {
  const { api } = await openWorkout({
    deliveries: [{ ...SENT, state: 'removed', problem: 'deleted-there' }],
  });
  expect(await screen.findByRole('button', { name: 'Deleted on Garmin' })).toBeDefined();
  await press('Send again');
  await waitFor(() => expect(api.countOf(sendToGarmin)).toBe(1));
});

test('a workout that is no longer updated on Garmin says so', async () => {
  await openWorkout({ deliveries: [{ ...SENT, problem: 'not-followed' }] });
  expect(await screen.findByRole('button', { name: 'On Garmin, no longer updated' })).toBeDefined();
  expect(screen.getByText(/can’t update it/)).toBeDefined();
});

test('a workout that is being removed from Garmin says so', async () => {
  await openWorkout({ deliveries: [{ ...SENT, state: 'leaving' }] });
  expect(await screen.findByRole('button', { name: 'Removing from Garmin' })).toBeDefined();
});

test('limits of Garmin are shown before anything is sent', async () => {
  const { api } = await openWorkout({ script: '10m E + 2x(3x(1m I + 1m E) + 3m E)' });
  await press('Send to Garmin');
  const dialog = within(await screen.findByRole('dialog', { name: 'What Garmin changes' }));
  expect(dialog.getByText(/inner repeats are written out/)).toBeDefined();
  expect(api.countOf(sendToGarmin)).toBe(0);
  await userEvent.click(dialog.getByRole('button', { name: 'Send to Garmin' }));
  await waitFor(() => expect(api.countOf(sendToGarmin)).toBe(1));
});

test('a workout with a mistake is not sent, and the reason is shown', async () => {
  const { api } = await openWorkout({ script: '10m Q' });
  await press('Send to Garmin');
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Can’t send this to Garmin yet' }),
  );
  expect(dialog.getByText('Fix the problem in the script first.')).toBeDefined();
  expect(api.countOf(sendToGarmin)).toBe(0);
});

test('a failed send is reported, and can be retried', async () => {
  const { api } = await openWorkout();
  api.answer(sendToGarmin, () => {
    throw unreachable();
  });
  await press('Send to Garmin');
  expect(await screen.findByText('Not sent')).toBeDefined();
  api.answer(sendToGarmin, () => SENT);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(api.countOf(sendToGarmin)).toBe(2));
});

test.each([
  [garminStatusOf(), 'Connect Garmin first', 'Connect and send'],
  [garminStatusOf({ needsReconnect: true }), 'Reconnect Garmin', 'Reconnect'],
  [
    connectedGarmin({ canSendWorkouts: false }),
    'We can’t add workouts to Garmin',
    'Change permissions',
  ],
])('without a working connection the dialog offers one: %#', async (status, title, verb) => {
  const { api } = await openWorkout({ status });
  await press('Send to Garmin');
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByRole('button', { name: verb })).toBeDefined();
  expect(api.countOf(sendToGarmin)).toBe(0);
});

test('an athlete who comes back from Garmin can return to the workout they left', async () => {
  const app = startApp();
  await app.signInAlex();
  const alex = '0190f5a0-0000-7000-8000-000000000001';
  const send = { workoutId: ID, title: 'Five by three', script: '45m E' };
  const returnTo = { path: `/app/workouts/${ID}`, send };
  await startConsent(String(garminStatusOf().consentUrl), alex, { returnTo });
  // Refused at Garmin, then agreed to: the screen to return to is not lost in between.
  app.visit('/garmin/callback?error=access_denied&state=s');
  const first = localStorage.getItem('pacewright.garmin-consent');
  await press('Try again');
  await waitFor(() => expect(localStorage.getItem('pacewright.garmin-consent')).not.toBe(first));
  expect(localStorage.getItem('pacewright.garmin-consent')).toContain('Five by three');
});

test('a workout that cannot be saved leads to no consent, and the dialog gives way to what is missing', async () => {
  await openWorkout({ status: garminStatusOf(), save: async () => undefined });
  await press('Send to Garmin');
  await press('Connect and send');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(localStorage.getItem('pacewright.garmin-consent')).toBeNull();
});

test('offline nobody is sent to Garmin’s page, which would be an error of the browser', async () => {
  let saves = 0;
  const save = async () => {
    saves += 1;
    return { id: 'saved', title: '45 min E' };
  };
  await openWorkout({ status: garminStatusOf(), save });
  await press('Send to Garmin');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await press('Connect and send');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You’re offline. Connect Garmin when you’re back online.',
  );
  expect(saves).toBe(0);
  expect(localStorage.getItem('pacewright.garmin-consent')).toBeNull();
});

test('an untitled workout is returned to by the title it was saved with', async () => {
  const save = async () => ({ id: 'saved', title: '45 min E' });
  await openWorkout({ status: garminStatusOf(), save });
  await press('Send to Garmin');
  await press('Connect and send');
  await waitFor(() =>
    expect(localStorage.getItem('pacewright.garmin-consent')).toContain(
      '{"path":"/app/workouts/saved","send":{"workoutId":"saved","title":"45 min E","script":"45m E"}}',
    ),
  );
});

test('a stuck delivery does not make a new one of the same month look stuck', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const app = startApp();
  await app.signInAlex();
  const onDay = (entryId: string) =>
    deliveryOf({ state: 'waiting', sentAt: null, entryId, day: '2026-11-19' });
  const [stuck, added] = [onDay('stuck'), onDay('added')];
  let deliveries = [stuck];
  app.api.answer(getGarminStatus, () => connectedGarmin());
  app.api.answer(listCalendarDeliveries, () => ({ deliveries }));
  app.api.answer(scheduleAtGarmin, () => {
    deliveries = [stuck, added];
    return added;
  });
  app.show(
    <GarminSendProvider paceContext={ATHLETE}>
      {['stuck', 'added'].map((id) => (
        <SendButton
          key={id}
          workout={{
            workoutId: ID,
            entry: { id, day: '2026-11-19' },
            title: 'Tempo',
            script: '45m E',
          }}
        />
      ))}
    </GarminSendProvider>,
  );
  expect(await screen.findByRole('button', { name: 'Sending to Garmin' })).toBeDefined();
  vi.setSystemTime(Date.now() + 25_000);
  expect(await screen.findByRole('button', { name: 'Waiting for Garmin' })).toBeDefined();
  await press('Send to Garmin');
  expect(await screen.findByRole('button', { name: 'Sending to Garmin' })).toBeDefined();
  expect(screen.getAllByRole('button', { name: 'Waiting for Garmin' })).toHaveLength(1);
});

test('a chunk that does not load is reported, and sending can be tried again', async () => {
  vi.doMock('@pacewright/delivery', () => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/delivery.js');
  });
  const app = startApp();
  await app.signInAlex();
  app.api.answer(getGarminStatus, () => connectedGarmin());
  app.api.answer(listWorkoutDeliveries, () => ({ deliveries: [] }));
  app.api.answer(sendToGarmin, () => SENT);
  app.show(
    <GarminSendProvider paceContext={ATHLETE}>
      <SendButton workout={{ workoutId: SENT.workoutId, title: 'Tempo', script: '45m E' }} />
    </GarminSendProvider>,
  );

  await press('Send to Garmin');
  expect(await screen.findByText('Not sent')).toBeDefined();
  expect(screen.getByText(/Part of the app didn’t load/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Send to Garmin' }).ariaBusy).not.toBe('true');
  expect(app.api.countOf(sendToGarmin)).toBe(0);

  vi.doUnmock('@pacewright/delivery');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(app.api.countOf(sendToGarmin)).toBe(1));
});

const WEEK = { sendable: [entryOf(EASY, '2026-11-19', '1')], changes: [], unsendable: [] };

function Week() {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen && <SendWeekDialog week={WEEK} onClose={() => setIsOpen(false)} />;
}

test('a dialog that is closed while it sends still says what was not sent', async () => {
  const app = startApp();
  await app.signInAlex();
  const answer = Promise.withResolvers<void>();
  app.api.answer(listCalendarDeliveries, () => ({ deliveries: [] }));
  app.api.answer(scheduleAtGarmin, async () => {
    await answer.promise;
    throw unreachable();
  });
  app.show(<Week />);
  await press('Send 1 workout');
  await waitFor(() => expect(app.api.countOf(scheduleAtGarmin)).toBe(1));
  await press('Cancel');
  expect(screen.queryByRole('dialog')).toBeNull();

  answer.resolve();
  expect(await screen.findByText('Some workouts weren’t sent')).toBeDefined();
  expect(screen.getByText(/Can’t reach Pacewright/)).toBeDefined();
});
