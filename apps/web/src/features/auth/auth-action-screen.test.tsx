import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { addressOf, fillIn, press, saidOf } from '../../testing/fields.ts';
import { ALEX, comeBack, startApp } from '../../testing/render-app.tsx';

const VERIFY = '/auth?mode=verifyEmail&oobCode=code';
const RESET = '/auth?mode=resetPassword&oobCode=code';

afterEach(() => {
  vi.useRealTimers();
});

test.each(['/auth', '/auth?mode=verifyEmail', '/auth?oobCode=code', '/auth?mode=&oobCode='])(
  '%s lacks something',
  async (path) => {
    startApp().visit(path);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Invalid or missing action parameters',
    );
  },
);

test.each(['dance', 'constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'the mode %s is unknown, and the provider is not asked about its code',
  async (mode) => {
    const app = startApp();
    const readAction = vi.spyOn(app.provider.identity, 'readAction');
    app.visit(`/auth?mode=${mode}&oobCode=code`);
    expect((await screen.findByRole('alert')).textContent).toContain('Unknown action mode');
    expect(readAction).not.toHaveBeenCalled();
  },
);

test.each([VERIFY, RESET])('%s shows that it is loading', async (path) => {
  const app = startApp();
  vi.spyOn(app.provider.identity, 'readAction').mockReturnValue(new Promise(() => {}));
  app.visit(path);
  expect(await screen.findByText('Processing...')).toBeDefined();
});

test('an email is verified by its link, and the app opens after 3 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const app = startApp();
  app.provider.add({ email: ALEX.email }, ALEX.password);
  app.provider.mail('code', { kind: 'verify-email', email: ALEX.email });
  const { path } = app.visit(VERIFY);
  expect(await screen.findByText('Email verified.', { exact: false })).toBeDefined();
  expect(screen.getByText(/Sign in to start/)).toBeDefined();

  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(path()).toBe(VERIFY);
  await act(() => vi.advanceTimersByTimeAsync(500));
  // Nobody is signed in here, so the app asks for that first.
  await vi.waitFor(() => expect(path()).toBe('/login'));
});

test('someone who is signed in here goes on into the app', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const app = startApp();
  await app.signInAlex({ verified: false });
  app.provider.mail('code', { kind: 'verify-email', email: ALEX.email });
  const { path } = app.visit(VERIFY);
  await screen.findByText('Email verified.');

  await act(() => vi.advanceTimersByTimeAsync(3_000));
  await vi.waitFor(() => expect(path()).toBe('/app'));
});

test('a verified athlete who opens the link again is told so', async () => {
  const app = startApp();
  await app.signInAlex();
  app.provider.refuseNext('readAction', 'invalid-action-code');
  app.visit(VERIFY);
  expect(await screen.findByText('Email verified.')).toBeDefined();
});

test('a reset code that expires while the form is open leads to a new one', async () => {
  const { provider } = openReset();
  provider.refuseNext('resetPassword', 'expired-action-code');
  await fillIn({ 'New password': 'trackday', 'Confirm new password': 'trackday' });
  await press('Save new password');
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Send a new link' });
  expect(link.pathname).toBe('/password-reset');
});

test.each([
  ['invalid-action-code', 'The action code is invalid or has expired. Please request a new one.'],
  ['expired-action-code', 'The action code has expired. Please request a new one.'],
  ['user-disabled', 'Your account has been disabled'],
  [
    'network-request-failed',
    'An unexpected error occurred. Please try againCheck your connection.',
  ],
])('a link that cannot be used (%s) says so', async (code, message) => {
  for (const path of [VERIFY, RESET]) {
    const app = startApp();
    app.provider.refuseNext('readAction', code);
    app.visit(path);
    expect((await screen.findAllByRole('alert')).at(-1)?.textContent).toContain(message);
  }
});

test('a refused link is not applied again when the tab gets the focus again', async () => {
  const app = startApp();
  const readAction = vi.spyOn(app.provider.identity, 'readAction');
  app.visit(VERIFY);
  await screen.findByRole('alert');

  await comeBack();

  expect(readAction).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('alert').textContent).toContain('The action code is invalid');
});

test('a link that failed offline can be retried', async () => {
  const app = startApp();
  app.provider.add({ email: ALEX.email }, ALEX.password);
  app.provider.mail('code', { kind: 'verify-email', email: ALEX.email });
  app.provider.refuseNext('readAction', 'network-request-failed');
  app.visit(VERIFY);

  await press('Try again');
  expect(await screen.findByText('Email verified.')).toBeDefined();
});

test.each([
  [VERIFY, '/verify-email'],
  [RESET, '/password-reset'],
])('an old link (%s) leads to a new one', async (path, address) => {
  startApp().visit(path);
  await screen.findByRole('alert');
  expect(addressOf('Send a new link')).toBe(address);
});

test.each([
  [RESET, 'verify-email'],
  [VERIFY, 'reset-password'],
  [VERIFY, 'change-email'],
  [RESET, 'other'],
] as const)('%s does not take the code of another kind of mail (%s)', async (path, kind) => {
  const app = startApp();
  app.provider.add({ email: ALEX.email }, ALEX.password);
  app.provider.mail('code', { kind, email: ALEX.email });
  const apply = vi.spyOn(app.provider.identity, 'applyAction');
  app.visit(path);

  expect((await screen.findByRole('alert')).textContent).toContain(
    'The action code is invalid or has expired. Please request a new one.',
  );
  expect(apply).not.toHaveBeenCalled();
});

test('the account’s email is shown before the new password is asked for', async () => {
  openReset();
  expect(await screen.findByText(ALEX.email)).toBeDefined();
  expect(screen.getByLabelText('New password')).toBeDefined();
});

test.each([
  ['', '', 'New password', 'Please fill in all fields'],
  ['trackday', '', 'Confirm new password', 'Please fill in all fields'],
  ['', 'trackday', 'New password', 'Please fill in all fields'],
  ['trackday', 'trackdays', 'Confirm new password', 'Passwords do not match'],
  ['12345', '12345', 'New password', 'Password must be at least 6 characters'],
])('new passwords "%s" and "%s": beside %s, %s', async (first, second, field, message) => {
  openReset();
  await fillIn({ 'New password': first, 'Confirm new password': second });
  await press('Save new password');

  expect(saidOf(field)).toBe(message);
  expect(document.activeElement).toBe(screen.getByLabelText(field));
});

test('a new password is saved, and the sign-in page opens after 3 seconds', async () => {
  const { provider, path } = openReset();
  await fillIn({ 'New password': 'lapcount', 'Confirm new password': 'lapcount' });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await press('Save new password');
  expect(await screen.findByText('Password changed', { exact: false })).toBeDefined();

  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(path()).toBe(RESET);
  await act(() => vi.advanceTimersByTimeAsync(500));
  await vi.waitFor(() => expect(path()).toBe('/login'));
  await expect(provider.identity.signIn(ALEX.email, 'lapcount')).resolves.toBeDefined();
});

test('a password too weak for the provider is shown at the field', async () => {
  const { provider } = openReset();
  provider.refuseNext('resetPassword', 'weak-password');
  await fillIn({ 'New password': 'trackday', 'Confirm new password': 'trackday' });
  await press('Save new password');

  expect(await screen.findByText('Password is too weak')).toBeDefined();
  expect(saidOf('New password')).toBe('Password is too weak');
});

test.each([
  ['invalid-action-code', 'The reset code is invalid or has expired'],
  ['expired-action-code', 'The reset code is invalid or has expired'],
  ['something-new', 'Failed to reset password'],
  ['network-request-failed', 'Failed to reset password'],
])('saving the new password can fail (%s)', async (code, message) => {
  const { provider } = openReset();
  provider.refuseNext('resetPassword', code);
  await fillIn({ 'New password': 'trackday', 'Confirm new password': 'trackday' });
  await press('Save new password');

  expect((await screen.findByRole('alert')).textContent).toContain(message);
});

test('someone signed in here is signed out after a new password', async () => {
  const app = startApp();
  await app.signInAlex();
  app.provider.mail('code', { kind: 'reset-password', email: ALEX.email });
  app.visit(RESET);
  await fillIn({ 'New password': 'lapcount', 'Confirm new password': 'lapcount' });
  await press('Save new password');
  await press('Sign in now');

  await vi.waitFor(() => expect(app.page.open).toHaveBeenCalledWith('/login'));
});

test('a change of email is completed by its link', async () => {
  const app = startApp();
  app.provider.mail('code', { kind: 'change-email', email: 'new@example.test' });
  app.visit('/auth?mode=verifyAndChangeEmail&oobCode=code');
  expect(await screen.findByText('new@example.test')).toBeDefined();
});

test('a change of email is reverted by the link to the old address', async () => {
  const app = startApp();
  app.provider.mail('code', { kind: 'recover-email', email: ALEX.email });
  app.visit('/auth?mode=recoverEmail&oobCode=code');
  expect(await screen.findByText(ALEX.email)).toBeDefined();
  expect(addressOf('Reset your password')).toBe('/password-reset');
});

function openReset() {
  const app = startApp();
  app.provider.add({ email: ALEX.email }, ALEX.password);
  app.provider.mail('code', { kind: 'reset-password', email: ALEX.email });
  return { ...app, ...app.visit(RESET) };
}
