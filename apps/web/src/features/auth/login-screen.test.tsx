import { getProfile } from '@pacewright/contract';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setSignOutReason } from '../../platform/session/sign-out-reason.ts';
import { unreachable } from '../../testing/fake-api.ts';
import { addressOf, fillIn, press, saidOf, valueOf } from '../../testing/fields.ts';
import { ALEX, openApp, startApp } from '../../testing/render-app.tsx';

test.each([
  ['oauth_failed', 'Google sign in failed. Please try again.'],
  ['auth_failed', 'Authentication failed. Please try again.'],
  ['no_token', 'Authentication token missing. Please try again.'],
  ['anything_else', 'An error occurred during sign in'],
  ['', 'An error occurred during sign in'],
  ['__proto__', 'An error occurred during sign in'],
  ['constructor', 'An error occurred during sign in'],
  ['toString', 'An error occurred during sign in'],
  ['hasOwnProperty', 'An error occurred during sign in'],
])('/login?error=%s says so', async (error, message) => {
  openApp(`/login?error=${error}`);
  expect((await screen.findByRole('alert')).textContent).toContain(message);
});

test('the card has a Google button, both fields and the ways to the other pages', async () => {
  openApp('/login');

  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeDefined();
  expect(screen.getByLabelText('Email')).toBeDefined();
  expect(screen.getByLabelText('Password')).toBeDefined();
  expect(addressOf('Forgot your password?')).toBe('/password-reset');
  expect(addressOf('Back to home')).toBe('/');
  expect(addressOf('Create an account')).toBe('/register');
});

test('email and password are required', async () => {
  const { api } = openApp('/login');
  await press('Sign in');

  expect(saidOf('Email')).toBe('Email is required');
  expect(saidOf('Password')).toBe('Password is required');
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  expect(api.calls).toEqual([]);
});

test.each([
  ['invalid-credential', 'Password', 'Invalid email or password'],
  ['wrong-password', 'Password', 'Incorrect password'],
  ['user-not-found', 'Email', 'No account found with this email'],
  ['invalid-email', 'Email', 'Please enter a valid email address'],
])('%s is shown at the field %s', async (code, field, message) => {
  const { provider } = openApp('/login');
  provider.refuseNext('signIn', code);

  await send();

  expect(await screen.findByText(message)).toBeDefined();
  expect(saidOf(field)).toBe(message);
  expect(document.activeElement).toBe(screen.getByLabelText(field));
  expect(valueOf('Email')).toBe(ALEX.email);
  expect(valueOf('Password')).toBe(ALEX.password);
});

test.each([
  ['too-many-requests', 'Too many attempts. Please try again later'],
  ['user-disabled', 'Your account has been disabled'],
  ['operation-not-allowed', 'This operation is not allowed'],
  ['something-new', 'An unexpected error occurred. Please try again'],
  ['constructor', 'An unexpected error occurred. Please try again'],
  [
    'network-request-failed',
    'An unexpected error occurred. Please try againCheck your connection.',
  ],
  [
    'quota-exceeded',
    'An unexpected error occurred. Please try againToo many people are signing in right now.',
  ],
])('%s is shown above the form, and the input stays', async (code, message) => {
  const { provider } = openApp('/login');
  provider.refuseNext('signIn', code);

  await send();

  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(valueOf('Email')).toBe(ALEX.email);
  expect(valueOf('Password')).toBe(ALEX.password);
});

test('when our API cannot be reached, signing in has failed and says why', async () => {
  const app = openApp('/login');
  app.provider.add({ email: ALEX.email }, ALEX.password);
  app.api.answer(getProfile, () => {
    throw unreachable();
  });

  await send();

  const said = (await screen.findByRole('alert')).textContent;
  expect(said).toContain('Login failed. Please try again.');
  expect(said).toContain('Can’t reach Pacewright.');
});

test('when a part of the app does not load, signing in says so and can be tried again', async () => {
  const app = startApp();
  const missing = new TypeError('Failed to fetch dynamically imported module: /assets/a.js');
  vi.spyOn(app.api, 'connect').mockRejectedValueOnce(missing).mockRejectedValueOnce(missing);
  app.provider.add({ email: ALEX.email, emailVerified: true }, ALEX.password);
  const { path } = app.visit('/login');

  await send();
  expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach Pacewright.');
  expect(valueOf('Email')).toBe(ALEX.email);

  await press('Sign in');
  await vi.waitFor(() => expect(path()).toBe('/app'));
});

test('a form cannot be sent twice', async () => {
  const { provider } = openApp('/login');
  const signIn = vi.spyOn(provider.identity, 'signIn').mockReturnValue(new Promise(() => {}));

  await send();
  await press('Sign in');
  await userEvent.type(screen.getByLabelText('Password'), '{Enter}');

  expect(signIn).toHaveBeenCalledTimes(1);
});

test('signing in leads to the page that was asked for', async () => {
  const app = openApp('/login?next=%2Fapp%2Fsettings');
  app.provider.add({ email: ALEX.email, emailVerified: true }, ALEX.password);

  await send();

  await vi.waitFor(() => expect(app.path()).toBe('/app/settings'));
});

test.each([
  'https://elsewhere.example/app',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/login',
])('a foreign address (%s) is not followed', async (next) => {
  const app = openApp(`/login?next=${encodeURIComponent(next)}`);
  app.provider.add({ email: ALEX.email, emailVerified: true }, ALEX.password);

  await send();

  await vi.waitFor(() => expect(app.path()).toBe('/app'));
});

test('the way to register remembers the page that was asked for', async () => {
  openApp('/login?next=%2Fapp%2Fsettings');
  await screen.findByLabelText('Email');
  expect(addressOf('Create an account')).toBe('/register?next=%2Fapp%2Fsettings');
});

test.each([
  ['disabled', 'Your account has been disabled'],
  ['deleted', 'This account no longer exists.'],
  ['signed-out', 'You’ve been signed out. Sign in again.'],
  ['erased', 'Your account and everything in it have been deleted.'],
] as const)('someone who was shown out (%s) is told why, once', async (reason, message) => {
  setSignOutReason(reason);
  openApp('/login');

  expect(await screen.findByText(message)).toBeDefined();
  await vi.waitFor(() => expect(sessionStorage.length).toBe(0));
});

test('Google’s window lets a known runner in', async () => {
  const app = openApp('/login');
  app.provider.chooseGoogleAccount({ email: 'gina@example.test' });

  await press('Continue with Google');

  await vi.waitFor(() => expect(app.path()).toBe('/app'));
});

test.each(['popup-closed-by-user', 'cancelled-popup-request'])(
  'closing Google’s window (%s) is no error',
  async (code) => {
    const alert = vi.spyOn(window, 'alert').mockReturnValue();
    const { provider } = openApp('/login');
    provider.refuseNext('signInWithGoogle', code);

    await press('Continue with Google');

    expect(screen.queryByRole('alert')).toBeNull();
    expect(alert).not.toHaveBeenCalled();
  },
);

test('the form can be sent while Google’s window is open', async () => {
  const app = openApp('/login');
  app.provider.add({ email: ALEX.email, emailVerified: true }, ALEX.password);
  vi.spyOn(app.provider.identity, 'signInWithGoogle').mockReturnValue(new Promise(() => {}));
  await press('Continue with Google');

  await send();

  await vi.waitFor(() => expect(app.path()).toBe('/app'));
});

test.each([
  ['internal-error', 'Google sign-in failed. Please try again.'],
  ['popup-blocked', 'Google sign-in failed. Please try again.'],
  ['user-disabled', 'Your account has been disabled'],
])(
  'a failure of Google sign-in (%s) is shown on the page and as an alert',
  async (code, message) => {
    const alert = vi.spyOn(window, 'alert').mockReturnValue();
    const { provider } = openApp('/login');
    provider.refuseNext('signInWithGoogle', code);

    await press('Continue with Google');

    expect((await screen.findByRole('alert')).textContent).toContain(message);
    expect(alert).toHaveBeenCalledWith(message);
  },
);

async function send(): Promise<void> {
  await fillIn({ Email: ALEX.email, Password: ALEX.password });
  await press('Sign in');
}
