import { deleteAccount, PROBLEMS, registerUser } from '@pacewright/contract';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiProblem } from '../../platform/api/problem.ts';
import { problemOf, unreachable } from '../../testing/fake-api.ts';
import { addressOf, fillIn, press, saidOf, valueOf } from '../../testing/fields.ts';
import { openApp } from '../../testing/render-app.tsx';
import {
  saveVisitorPaces,
  saveVisitorWorkout,
  setImportDeclined,
} from '../../visitor/visitor-store.ts';

const FORM = {
  Username: 'alex',
  Email: 'alex@example.test',
  Password: 'trackday',
  'Confirm password': 'trackday',
};

afterEach(() => {
  vi.useRealTimers();
});

test('the card has four fields, a Google button, a link to sign in and none to reset', async () => {
  openApp('/register');

  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeDefined();
  expect(
    Object.keys(FORM).map((label) => screen.getByLabelText(label).getAttribute('name')),
  ).toEqual(['username', 'email', 'password', 'confirmPassword']);
  expect(addressOf('Sign in')).toBe('/login');
  expect(screen.queryByText('Forgot your password?')).toBeNull();
});

test.each(['/register', '/login'])(
  '%s says what was made before and will be saved',
  async (path) => {
    saveVisitorWorkout({ title: 'Six by two', script: '6x(2m I + 1m E)' });
    openApp(path);
    expect(
      await screen.findByText(
        'You can save your workout “Six by two” to your account in the next step.',
      ),
    ).toBeDefined();
    cleanup();

    saveVisitorPaces({ race: { distance: 5000, timeInSeconds: 1197 } });
    openApp(path);
    expect(
      await screen.findByText(
        path === '/login'
          ? 'You can save your workout “Six by two” and paces to your account in the next step.'
          : 'Your paces will be saved to your account. You can save your workout “Six by two” to your account in the next step.',
      ),
    ).toBeDefined();
    cleanup();

    setImportDeclined(true);
    openApp(path);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(/Six by two/)).toBeNull();
  },
);

test.each([
  ['Username', '', 'Username is required'],
  ['Username', '   ', 'Username is required'],
  ['Username', 'al', 'Username must be at least 3 characters'],
  ['Username', ' al ', 'Username must be at least 3 characters'],
  ['Username', '😀😀', 'Username must be at least 3 characters'],
  ['Username', '𠮷野', 'Username must be at least 3 characters'],
  ['Username', 'x'.repeat(65), 'Username must be at most 64 characters'],
  ['Email', '', 'Email is required'],
  ['Email', 'alex', 'Email is invalid'],
  ['Email', 'alex@example', 'Email is invalid'],
  ['Password', '', 'Password is required'],
  ['Password', '12345', 'Password must be at least 6 characters'],
  ['Confirm password', '', 'Password confirmation is required'],
  ['Confirm password', 'trackdays', 'Passwords do not match'],
])('%s of "%s": %s', async (field, value, message) => {
  const { provider } = openApp('/register');

  await fillIn({ ...FORM, [field]: value });
  await press('Create account');

  expect(saidOf(field)).toBe(message);
  expect(screen.getByLabelText(field).getAttribute('aria-invalid')).toBe('true');
  expect(valueOf(field)).toBe(value);
  expect(provider.has(FORM.Email)).toBe(false);
});

test('every error is shown at once, and the focus goes to the first', async () => {
  openApp('/register');
  await press('Create account');

  expect(Object.keys(FORM).map(saidOf)).toEqual([
    'Username is required',
    'Email is required',
    'Password is required',
    'Password confirmation is required',
  ]);
  expect(document.activeElement).toBe(screen.getByLabelText('Username'));
});

test.each([
  ['email-already-exists', 'Email', 'Email address is already in use'],
  ['email-already-in-use', 'Email', 'Email address is already registered'],
  ['invalid-email', 'Email', 'Please enter a valid email address'],
  ['weak-password', 'Password', 'Password must be at least 6 characters'],
])('%s is shown at the field %s', async (code, field, message) => {
  const { provider } = openApp('/register');
  provider.refuseNext('createAccount', code);

  await fillIn(FORM);
  await press('Create account');

  expect(await screen.findByText(message)).toBeDefined();
  expect(saidOf(field)).toBe(message);
  expect(document.activeElement).toBe(screen.getByLabelText(field));
  expect(Object.keys(FORM).map(valueOf)).toEqual(Object.values(FORM));
});

test.each([
  ['too-many-requests', 'Too many attempts. Please try again later'],
  ['operation-not-allowed', 'This operation is not allowed'],
  ['something-new', 'An unexpected error occurred. Please try again'],
])('%s is shown above the form', async (code, message) => {
  const { provider } = openApp('/register');
  provider.refuseNext('createAccount', code);

  await fillIn(FORM);
  await press('Create account');

  expect((await screen.findByRole('alert')).textContent).toContain(message);
});

test('a registration that our API refuses says that nothing was saved', async () => {
  const { api, provider } = openApp('/register');
  api.answer(registerUser, () => {
    throw problemOf('INTERNAL');
  });

  await fillIn(FORM);
  await press('Create account');

  const said = (await screen.findByRole('alert')).textContent;
  expect(said).toContain('Registration failed. Please try again.');
  expect(said).toContain('No account was created.');
  expect(provider.has(FORM.Email)).toBe(false);
  expect(Object.keys(FORM).map(valueOf)).toEqual(Object.values(FORM));
});

test('a registration that our API refuses for what was entered says why', async () => {
  const { api } = openApp('/register');
  const message = 'Username can’t contain control characters. Type it instead of pasting it';
  api.answer(registerUser, () => {
    throw new ApiProblem({
      code: 'INVALID_REQUEST',
      ...PROBLEMS.INVALID_REQUEST,
      errors: [{ at: '/username', message }],
    });
  });

  await fillIn(FORM);
  await press('Create account');

  expect((await screen.findByRole('alert')).textContent).toContain(
    `${message}. No account was created.`,
  );
});

test('a control character in the username is refused beside it, before an account is made', async () => {
  const { provider } = openApp('/register');
  await fillIn(FORM);
  fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'Ana\u0007Lopes' } });
  await press('Create account');

  expect(saidOf('Username')).toContain('Username can’t contain control characters');
  expect(provider.has(FORM.Email)).toBe(false);
});

test('when the sign-in could not be rolled back either, it says how to finish', async () => {
  const { api, provider } = openApp('/register');
  for (const endpoint of [registerUser, deleteAccount])
    api.answer(endpoint, () => {
      throw unreachable();
    });
  provider.refuseNext('deleteAccount', 'network-request-failed');

  await fillIn(FORM);
  await press('Create account');

  expect((await screen.findByRole('alert')).textContent).toContain(
    'To finish, sign in with this email and password.',
  );
});

test('a message confirms it, and the app opens after 3 seconds', async () => {
  const app = openApp('/register');
  await fillIn(FORM);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await press('Create account');
  expect(await screen.findByText('Account created.', { exact: false })).toBeDefined();

  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(app.path()).toBe('/register');

  await act(() => vi.advanceTimersByTimeAsync(500));
  // The app asks for a verified email first.
  await vi.waitFor(() => expect(app.path()).toBe('/verify-email'));
});

test('a form cannot be sent twice', async () => {
  const { provider } = openApp('/register');
  const create = vi
    .spyOn(provider.identity, 'createAccount')
    .mockReturnValue(new Promise(() => {}));

  await fillIn(FORM);
  await press('Create account');
  await press('Create account');

  expect(create).toHaveBeenCalledTimes(1);
});
