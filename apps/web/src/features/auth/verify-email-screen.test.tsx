import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fillIn, press } from '../../testing/fields.ts';
import { ALEX, openApp, openAppAsAlex } from '../../testing/render-app.tsx';

afterEach(() => {
  vi.useRealTimers();
});

test('it shows the email and three buttons', async () => {
  await openAppAsAlex('/verify-email', { verified: false });

  expect(await screen.findByText(ALEX.email)).toBeDefined();
  for (const name of ['Resend Verification Email', 'Check Status', 'Logout'])
    expect(screen.getByRole('button', { name })).toBeDefined();
});

test('it checks every 5 seconds and moves on once the email is verified', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const app = await openAppAsAlex('/verify-email', { verified: false });
  const reload = vi.spyOn(app.provider.identity, 'reload');
  await screen.findByText(ALEX.email);

  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(reload).toHaveBeenCalledTimes(3);
  expect(app.path()).toBe('/verify-email');

  app.provider.change(ALEX.email, { emailVerified: true });
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await vi.waitFor(() => expect(app.path()).toBe('/app'));
});

test('it keeps checking in a hidden tab, and checks at once when the tab becomes visible', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const app = await openAppAsAlex('/verify-email', { verified: false });
  const reload = vi.spyOn(app.provider.identity, 'reload');
  await screen.findByText(ALEX.email);

  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  setHidden(true);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(reload).toHaveBeenCalledTimes(13);

  await act(() => vi.advanceTimersByTimeAsync(2_000));
  setHidden(false);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(14));
});

test('a hidden tab moves on once the email is verified', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const app = await openAppAsAlex('/verify-email', { verified: false });
  await screen.findByText(ALEX.email);
  setHidden(true);

  app.provider.change(ALEX.email, { emailVerified: true });
  await act(() => vi.advanceTimersByTimeAsync(5_000));

  await vi.waitFor(() => expect(app.path()).toBe('/app'));
});

test('a check that takes long is not joined by another', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const app = await openAppAsAlex('/verify-email', { verified: false });
  const reload = vi.spyOn(app.provider.identity, 'reload').mockReturnValue(new Promise(() => {}));
  await screen.findByText(ALEX.email);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));

  await act(() => vi.advanceTimersByTimeAsync(20_000));

  expect(reload).toHaveBeenCalledTimes(1);
});

test('no connection for a while does not stop it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const app = await openAppAsAlex('/verify-email', { verified: false });
  app.provider.refuseNext('reload', 'network-request-failed', 'network-request-failed');
  await screen.findByText(ALEX.email);

  app.provider.change(ALEX.email, { emailVerified: true });
  await act(() => vi.advanceTimersByTimeAsync(15_000));

  await vi.waitFor(() => expect(app.path()).toBe('/app'));
});

test('Check Status checks at once and says what it found', async () => {
  const app = await openAppAsAlex('/verify-email', { verified: false });
  await press('Check Status');
  expect(await screen.findByText('Not verified yet.', { exact: false })).toBeDefined();

  app.provider.change(ALEX.email, { emailVerified: true });
  await press('Check Status');
  await vi.waitFor(() => expect(app.path()).toBe('/app'));
});

test('Resend sends another mail', async () => {
  const app = await openAppAsAlex('/verify-email', { verified: false });
  await press('Resend Verification Email');

  expect(await screen.findByText('Sent.', { exact: false })).toBeDefined();
  expect(app.provider.mails).toEqual([{ email: ALEX.email, kind: 'verification' }]);
});

test.each([
  ['too-many-requests', 'Too many requests. Please wait a moment before trying again.'],
  ['something-new', 'Failed to send verification email. Please try again later.'],
  ['network-request-failed', 'Failed to send verification email. Please try again later.'],
])('when Resend fails (%s) it says so', async (code, message) => {
  const app = await openAppAsAlex('/verify-email', { verified: false });
  app.provider.refuseNext('sendVerification', code);
  await press('Resend Verification Email');

  expect((await screen.findByRole('alert')).textContent).toContain(message);
});

test('Resend sends nothing to someone who is verified by now, and moves on', async () => {
  const app = await openAppAsAlex('/verify-email', { verified: false });
  const resend = await screen.findByRole('button', { name: 'Resend Verification Email' });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  // In one task, so that the check every 5 seconds cannot come first.
  app.provider.change(ALEX.email, { emailVerified: true });
  act(() => resend.click());

  expect(await screen.findByText('User is already verified.')).toBeDefined();
  expect(app.provider.mails).toEqual([]);

  await act(() => vi.advanceTimersByTimeAsync(3_000));
  await vi.waitFor(() => expect(app.path()).toBe('/app'));
});

test('a wrong address can be changed to another, which gets the link', async () => {
  const app = await openAppAsAlex('/verify-email', { verified: false });
  await press('Change it');
  await fillIn({ 'New email': 'alexandra@example.test', 'Current password': ALEX.password });
  await press('Send link');

  expect(await screen.findByText(/We sent a link to alexandra@example.test/)).toBeDefined();
  expect(app.provider.mails).toEqual([{ email: 'alexandra@example.test', kind: 'change-email' }]);
});

test('Logout signs out', async () => {
  const app = await openAppAsAlex('/verify-email', { verified: false });
  await press('Logout');
  await vi.waitFor(() => expect(app.page.open).toHaveBeenCalledWith('/login'));
});

test('a visitor is sent to sign in', async () => {
  const app = openApp('/verify-email');
  await vi.waitFor(() => expect(app.path()).toBe('/login'));
});

test('someone who is verified is sent to the app', async () => {
  const app = await openAppAsAlex('/verify-email');
  await vi.waitFor(() => expect(app.path()).toBe('/app'));
});

function setHidden(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}
