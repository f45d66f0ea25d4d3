import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addressOf, fillIn, press, saidOf, valueOf } from '../../testing/fields.ts';
import { openApp } from '../../testing/render-app.tsx';

const BUTTON = 'Send Password Reset Email';

test('the page leads back to signing in and registering', async () => {
  openApp('/password-reset');
  await screen.findByRole('button', { name: BUTTON });
  expect(addressOf('Sign in')).toBe('/login');
  expect(addressOf('Create an account')).toBe('/register');
});

test.each([
  ['', 'Email is required'],
  ['alex@example', 'Please enter a valid email address'],
])('an email of "%s": %s', async (email, message) => {
  const { provider } = openApp('/password-reset');
  await fillIn({ Email: email });
  await press(BUTTON);

  expect(saidOf('Email')).toBe(message);
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  expect(provider.mails).toEqual([]);
});

test('a link is sent, and the page says nothing about whether the address is known', async () => {
  const { provider } = openApp('/password-reset');
  await fillIn({ Email: 'alex@example.test' });
  await press(BUTTON);

  expect(
    await screen.findByText('If alex@example.test has an account', { exact: false }),
  ).toBeDefined();
  expect(provider.mails).toEqual([{ email: 'alex@example.test', kind: 'reset' }]);
});

test.each([
  ['user-not-found', 'No account found with this email address'],
  ['invalid-email', 'Invalid email address'],
])('%s is shown at the field', async (code, message) => {
  const { provider } = openApp('/password-reset');
  provider.refuseNext('sendPasswordReset', code);
  await fillIn({ Email: 'alex@example.test' });
  await press(BUTTON);

  expect(await screen.findByText(message)).toBeDefined();
  expect(saidOf('Email')).toBe(message);
  expect(valueOf('Email')).toBe('alex@example.test');
});

test.each([
  ['too-many-requests', 'Too many password reset attempts. Please try again later.'],
  ['network-request-failed', 'Failed to send password reset email.'],
  ['something-new', 'Failed to send password reset email.'],
])('%s is shown above the form', async (code, message) => {
  const { provider } = openApp('/password-reset');
  provider.refuseNext('sendPasswordReset', code);
  await fillIn({ Email: 'alex@example.test' });
  await press(BUTTON);

  expect((await screen.findByRole('alert')).textContent).toContain(message);
});
