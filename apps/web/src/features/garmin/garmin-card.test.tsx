import {
  connectGarmin,
  disconnectGarmin,
  GARMIN_CONSENT_VERSION,
  getGarminStatus,
} from '@pacewright/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectedGarmin, garminStatusOf, problemOf, unreachable } from '../../testing/fake-api.ts';
import { press } from '../../testing/fields.ts';
import { ALEX, comeBack, startApp } from '../../testing/render-app.tsx';
import { startConsent, consumeConsent } from './consent.ts';

const CONSENT_URL = String(garminStatusOf().consentUrl);
const ALEX_ID = '0190f5a0-0000-7000-8000-000000000001';
const CONNECTED = connectedGarmin();

beforeEach(() => {
  // jsdom has no layout, so nothing to scroll to.
  Element.prototype.scrollIntoView = () => {};
});

afterEach(() => {
  vi.useRealTimers();
});

async function openSettings(answer: () => unknown) {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(getGarminStatus, answer);
  app.visit('/app/settings');
  return { ...app, card: await garminCard() };
}

async function garminCard() {
  return within(await screen.findByRole('region', { name: 'Garmin' }));
}

test('the card says that the status is being checked until it is known', async () => {
  const { card } = await openSettings(() => new Promise(() => {}));
  expect(card.getByText('Checking…')).toBeDefined();
  expect(card.queryByRole('button')).toBeNull();
});

test('a status that fails to load is reported, and can be loaded again', async () => {
  const { api } = await openSettings(() => {
    throw problemOf('NOT_FOUND');
  });
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Couldn’t check your Garmin connection.',
  );
  api.answer(getGarminStatus, () => CONNECTED);
  await press('Try again');
  expect(await screen.findByText('Connected since 3 Oct 2024')).toBeDefined();
});

test('a server without Garmin says so, and names the alternative', async () => {
  const { card } = await openSettings(() => garminStatusOf({ available: false, consentUrl: null }));
  expect(await card.findByText('Not available on this site yet')).toBeDefined();
  expect(card.getByText(/Download the FIT file and copy it to/)).toBeDefined();
  expect(card.queryByRole('button')).toBeNull();
});

test('a connected athlete sees the last workout that was sent', async () => {
  const lastSent = { title: 'Five by three', at: '2024-10-03T06:42:00.000Z' };
  const { card } = await openSettings(() => connectedGarmin({ lastSent }));
  expect(await card.findByText(/^Last sent: Five by three, 3 Oct 2024 \d\d:42$/)).toBeDefined();
});

test('"today" in the last sent time becomes a date at midnight', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 17, 23, 59), toFake: ['Date'] });
  const lastSent = { title: 'Five by three', at: new Date(2026, 10, 17, 6, 42).toISOString() };
  const { card } = await openSettings(() => connectedGarmin({ lastSent }));
  expect(await card.findByText('Last sent: Five by three, today 06:42')).toBeDefined();
  vi.setSystemTime(new Date(2026, 10, 18, 0, 0, 1));
  fireEvent(document, new Event('visibilitychange'));
  expect(card.getByText('Last sent: Five by three, 17 Nov 06:42')).toBeDefined();
});

test('a connected athlete sees since when, and can disconnect', async () => {
  const { api, card } = await openSettings(() => CONNECTED);
  expect(await card.findByText('Connected since 3 Oct 2024')).toBeDefined();
  expect(card.getByText('Workouts are sent to your Garmin calendar')).toBeDefined();

  api.answer(disconnectGarmin, () => garminStatusOf());
  await press('Disconnect');
  await press('Disconnect Garmin');
  expect(await screen.findByRole('button', { name: 'Connect Garmin' })).toBeDefined();
  expect(screen.getByText('Garmin disconnected')).toBeDefined();
});

test('a failed disconnect is reported, and the connection is still shown', async () => {
  const { api } = await openSettings(() => CONNECTED);
  api.answer(disconnectGarmin, () => {
    throw unreachable();
  });
  await press('Disconnect');
  await press('Disconnect Garmin');
  expect(await screen.findByText('Couldn’t disconnect Garmin')).toBeDefined();
  expect(screen.getByText('Connected since 3 Oct 2024')).toBeDefined();
});

test('a connection without the permission for workouts says where to allow them', async () => {
  const { card } = await openSettings(() => ({ ...CONNECTED, canSendWorkouts: false }));
  expect(await card.findByText('Connected, but we can’t add workouts')).toBeDefined();
  expect(card.getByText('Allow us to add workouts on Garmin, then come back here')).toBeDefined();
  expect(card.getByRole('button', { name: 'Change permissions' })).toBeDefined();
});

test('a connection that Garmin ended asks for a new sign-in, and counts the waiting workouts', async () => {
  const { card } = await openSettings(() =>
    garminStatusOf({ needsReconnect: true, waitingCount: 2 }),
  );
  expect(await card.findByText('Reconnect needed')).toBeDefined();
  expect(card.getByText(/safe; 2 are waiting to be sent\./)).toBeDefined();
  expect(card.getByRole('button', { name: 'Reconnect' })).toBeDefined();
});

test('a browser that blocks storage gets a message before leaving', async () => {
  await openSettings(() => garminStatusOf());
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden');
  });
  await press('Connect Garmin');
  // By its text: a toast of an earlier failure may still be there.
  expect(await screen.findByText(/Allow site data/)).toBeDefined();
});

test('the consent URL has a challenge of the verifier, and a state', async () => {
  const first = new URL(await startConsent(CONSENT_URL, ALEX_ID));
  const second = new URL(await startConsent(CONSENT_URL, ALEX_ID));
  expect(second.searchParams.get('client_id')).toBe('pacewright');
  expect(second.searchParams.get('state')).not.toBe(first.searchParams.get('state'));

  const { verifier = '' } = consumeConsent(second.searchParams.get('state'), ALEX_ID) ?? {};
  expect(verifier).toMatch(/^[A-Za-z0-9\-._~]{43,128}$/);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  expect(second.searchParams.get('code_challenge')).toBe(Buffer.from(digest).toString('base64url'));
});

test('coming back with a code finishes the connection and goes to the settings', async () => {
  const app = startApp();
  await app.signInAlex();
  const state = new URL(await startConsent(CONSENT_URL, ALEX_ID)).searchParams.get('state');
  app.api.answer(connectGarmin, () => CONNECTED);
  app.api.answer(getGarminStatus, () => CONNECTED);
  const { path } = app.visit(`/garmin/callback?code=the-code&state=${state}`);

  expect(await screen.findByText('Connected since 3 Oct 2024')).toBeDefined();
  expect(path()).toBe('/app/settings');
  expect(app.api.countOf(connectGarmin)).toBe(1);
  expect(
    app.api.calls.find(({ endpoint }) => endpoint.includes('callback'))?.request,
  ).toMatchObject({
    body: {
      code: 'the-code',
      code_verifier: expect.stringMatching(/^[\w-]{64}$/),
    },
  });
});

test.each([
  ['Connect Garmin', garminStatusOf(), GARMIN_CONSENT_VERSION],
  ['Reconnect', garminStatusOf({ needsReconnect: true }), undefined],
  ['Change permissions', connectedGarmin({ canSendWorkouts: false }), undefined],
])('"%s" records the consent text only if it was on the screen', async (name, status, version) => {
  const app = await openSettings(() => status);
  await press(name);
  const stored = await vi.waitUntil(() => localStorage.getItem('pacewright.garmin-consent'));
  const { state } = JSON.parse(stored) as { state: string };
  app.api.answer(connectGarmin, () => CONNECTED);
  app.visit(`/garmin/callback?code=the-code&state=${state}`);
  await vi.waitUntil(() => app.api.countOf(connectGarmin) === 1);
  const finished = app.api.calls.find(({ endpoint }) => endpoint.includes('callback'));
  expect(finished?.request).toMatchObject({ body: { consent_version: version } });
});

test('the page says that the connection is being finished', async () => {
  const app = startApp();
  await app.signInAlex();
  const state = new URL(await startConsent(CONSENT_URL, ALEX_ID)).searchParams.get('state');
  app.api.answer(connectGarmin, () => new Promise(() => {}));
  app.visit(`/garmin/callback?code=the-code&state=${state}`);
  expect(await screen.findByText('Connecting…')).toBeDefined();
});

test.each([
  ['?state=s', 'Authorization code not found.'],
  ['?error=access_denied&state=s', 'Authorization code not found.'],
  ['', 'Authorization code not found.'],
  ['?code=', 'Authorization code not found.'],
  ['?code=c&state=another', 'We couldn’t finish the Garmin sign-in. Connect again.'],
  ['?code=c', 'We couldn’t finish the Garmin sign-in. Connect again.'],
])('coming back with "%s": %s', async (search, message) => {
  const app = startApp();
  await app.signInAlex();
  await startConsent(CONSENT_URL, ALEX_ID);
  app.visit(`/garmin/callback${search}`);

  expect(await screen.findByText(message)).toBeDefined();
  expect(app.api.countOf(connectGarmin)).toBe(0);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Back to Settings' })).toBeDefined();
});

test('a consent that another athlete started in this browser is not finished for Alex', async () => {
  const app = startApp();
  await app.signInAlex();
  const state = new URL(await startConsent(CONSENT_URL, 'someone-else')).searchParams.get('state');
  app.visit(`/garmin/callback?code=c&state=${state}`);
  expect(
    await screen.findByText('We couldn’t finish the Garmin sign-in. Connect again.'),
  ).toBeDefined();
});

test('an expired consent is not finished', async () => {
  const state = new URL(await startConsent(CONSENT_URL, ALEX_ID)).searchParams.get('state');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 16 * 60_000);
  expect(consumeConsent(state, ALEX_ID)).toBeUndefined();
});

test.each([
  ['GARMIN_REFUSED', 'Please try again.'],
  ['GARMIN_AWAY', 'Garmin didn’t respond. Try again in a moment.'],
  ['GARMIN_ACCOUNT_TAKEN', 'Disconnect it there first'],
] as const)('a connection refused with %s says what to do', async (code, detail) => {
  const app = startApp();
  await app.signInAlex();
  const state = new URL(await startConsent(CONSENT_URL, ALEX_ID)).searchParams.get('state');
  app.api.answer(connectGarmin, () => {
    throw problemOf(code);
  });
  app.visit(`/garmin/callback?code=c&state=${state}`);

  const message = (await screen.findByRole('alert')).textContent;
  expect(message).toContain('Failed to connect with Garmin. Please try again.');
  expect(message).toContain(detail);
  expect(app.api.countOf(connectGarmin)).toBe(1);
});

test('a visitor who comes back from Garmin signs in first', async () => {
  const app = startApp();
  const { path } = app.visit('/garmin/callback?code=c&state=s');
  await vi.waitFor(() =>
    expect(path()).toBe('/login?next=%2Fgarmin%2Fcallback%3Fcode%3Dc%26state%3Ds'),
  );
});

test('an athlete with an unverified email verifies it first, and the connection is finished then', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const app = startApp();
  await app.signInAlex({ verified: false });
  const state = new URL(await startConsent(CONSENT_URL, ALEX_ID)).searchParams.get('state');
  app.api.answer(connectGarmin, () => CONNECTED);
  app.api.answer(getGarminStatus, () => CONNECTED);
  const { path } = app.visit(`/garmin/callback?code=the-code&state=${state}`);
  await screen.findByRole('heading', { name: 'Check your inbox' });
  expect(app.api.countOf(connectGarmin)).toBe(0);

  app.provider.change(ALEX.email, { emailVerified: true });
  await act(() => vi.advanceTimersByTimeAsync(5_000));

  expect(await screen.findByText('Connected since 3 Oct 2024')).toBeDefined();
  expect(path()).toBe('/app/settings');
  expect(app.api.countOf(connectGarmin)).toBe(1);
  vi.useRealTimers();
});

test('a failed connection is not attempted again when the tab gets the focus', async () => {
  const app = startApp();
  await app.signInAlex();
  const state = new URL(await startConsent(CONSENT_URL, ALEX_ID)).searchParams.get('state');
  app.api.answer(connectGarmin, () => {
    throw problemOf('GARMIN_ACCOUNT_TAKEN');
  });
  app.visit(`/garmin/callback?code=c&state=${state}`);
  await screen.findByText(/Disconnect it there first/);

  await comeBack();

  expect(app.api.countOf(connectGarmin)).toBe(1);
  expect(screen.getByText(/Disconnect it there first/)).toBeDefined();
});

test('a failure does not tell a connected athlete that nothing is connected', async () => {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(getGarminStatus, () => CONNECTED);
  app.visit('/garmin/callback?error=access_denied&state=s');

  expect(await screen.findByText('Still connected')).toBeDefined();
  const message = screen.getByRole('alert').textContent;
  expect(message).toContain('Authorization code not found.');
  expect(message).toContain('Your existing connection hasn’t changed.');
  expect(message).not.toContain('Nothing was connected');
});

test('a status that fails to load after a failed connection can be loaded again', async () => {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(getGarminStatus, () => {
    throw problemOf('NOT_FOUND');
  });
  app.visit('/garmin/callback?error=access_denied&state=s');
  await screen.findByText('Not finished');

  app.api.answer(getGarminStatus, () => garminStatusOf());
  await press('Check the connection');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
});

test('a return from another consent leaves the pending one', async () => {
  const state = new URL(await startConsent(CONSENT_URL, ALEX_ID)).searchParams.get('state');
  expect(consumeConsent('another', ALEX_ID)).toBeUndefined();
  expect(consumeConsent(state, ALEX_ID)).toBeDefined();
  expect(consumeConsent(state, ALEX_ID)).toBeUndefined();
});

test('disconnecting asks first, and names what would not be sent', async () => {
  const { api } = await openSettings(() => connectedGarmin({ waitingCount: 2 }));
  await press('Disconnect');
  const question = await screen.findByRole('alertdialog', { name: 'Disconnect Garmin?' });
  expect(question.textContent).toContain('2 waiting workouts won’t be sent.');

  await press('Keep connected');
  expect(api.countOf(disconnectGarmin)).toBe(0);
  expect(screen.getByText('Connected since 3 Oct 2024')).toBeDefined();
});
