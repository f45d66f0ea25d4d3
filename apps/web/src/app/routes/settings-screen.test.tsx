import { deleteAccount, exportAccount, updateProfile } from '@pacewright/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { problemOf, unreachable, userNamed } from '../../testing/fake-api.ts';
import { fillIn, press, saidOf } from '../../testing/fields.ts';
import { ALEX, openAppAsAlex, startApp } from '../../testing/render-app.tsx';
import { firstWeekday } from '../../platform/days/first-weekday.ts';
import { watchSavedFiles } from '../../testing/saved-files.ts';

test.each([
  ['', 'Username is required'],
  ['al', 'Username must be at least 3 characters'],
])('a username of "%s": %s', async (username, message) => {
  const { api } = await openAppAsAlex('/app/settings');
  await fillIn({ Username: username });
  await press('Save profile');

  expect(saidOf('Username')).toBe(message);
  expect(api.countOf(updateProfile)).toBe(0);
});

test('a new username is saved and shown at once', async () => {
  const { api } = await openAppAsAlex('/app/settings');
  api.answer(updateProfile, () => userNamed('alexandra', ALEX.email));
  await fillIn({ Username: 'alexandra' });
  await press('Save profile');

  expect(await screen.findByRole('button', { name: 'Account, alexandra' })).toBeDefined();
});

test('the week begins on Sunday once that is chosen, on the calendar too', async () => {
  const { api, visit } = await openAppAsAlex('/app/settings');
  api.answer(updateProfile, () => ({ ...userNamed('alex', ALEX.email), weekStart: 'sunday' }));
  const monday = await screen.findByRole<HTMLInputElement>('radio', { name: 'Monday' });
  expect(monday.checked).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: 'Sunday' }));
  await vi.waitFor(() => expect(firstWeekday()).toBe(7));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Sunday' }).checked).toBe(true);

  visit('/app/calendar?day=2026-11-17');
  expect(await screen.findByRole('heading', { level: 1, name: /^15 - 21 November/ })).toBeDefined();
});

test('a week start that cannot be saved says why, and goes back', async () => {
  const { api } = await openAppAsAlex('/app/settings');
  api.answer(updateProfile, () => {
    throw unreachable();
  });
  fireEvent.click(await screen.findByRole('radio', { name: 'Sunday' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Not saved.');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Monday' }).checked).toBe(true);
});

test('a profile that cannot be saved says why, and keeps the typed text', async () => {
  const { api } = await openAppAsAlex('/app/settings');
  api.answer(updateProfile, () => {
    throw unreachable();
  });
  await fillIn({ Username: 'alexandra' });
  await press('Save profile');

  const message = (await screen.findByRole('alert')).textContent;
  expect(message).toContain('Couldn’t save your profile.');
  expect(message).toContain('Can’t reach Pacewright.');
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('alexandra');
});

test('a profile that another device changed leaves a name that is being typed', async () => {
  const { session } = await openAppAsAlex('/app/settings');
  await fillIn({ Username: 'alexan' });
  act(() => session.setUser({ ...userNamed('alex', ALEX.email), username: 'lex' }));
  expect(await screen.findByRole('button', { name: 'Account, lex' })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('alexan');
});

test('a new email needs the password, and is active once its link is opened', async () => {
  const { provider } = await openAppAsAlex('/app/settings');
  await press('Change email');
  await fillIn({ 'New email': 'new@example.test', 'Current password': ALEX.password });
  await press('Send link');

  expect(await screen.findByText('Almost there.')).toBeDefined();
  expect(provider.mails).toEqual([{ email: 'new@example.test', kind: 'change-email' }]);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(ALEX.email);
});

test.each([
  ['', ALEX.password, 'New email', 'Email is required'],
  ['new@example', ALEX.password, 'New email', 'Please enter a valid email address'],
  ['new@example.test', '', 'Current password', 'Password is required'],
  ['new@example.test', 'not-this-one', 'Current password', 'Incorrect password'],
])('new email "%s" with password "%s": beside %s, %s', async (email, password, field, message) => {
  const { provider } = await openAppAsAlex('/app/settings');
  await press('Change email');
  await fillIn({ 'New email': email, 'Current password': password });
  await press('Send link');

  expect(await screen.findByText(message)).toBeDefined();
  expect(saidOf(field)).toBe(message);
  expect(provider.mails).toEqual([]);
});

test('an email of another account is refused beside the field', async () => {
  const { provider } = await openAppAsAlex('/app/settings');
  provider.refuseNext('requestEmailChange', 'email-already-in-use');
  await press('Change email');
  await fillIn({ 'New email': 'taken@example.test', 'Current password': ALEX.password });
  await press('Send link');

  expect(await screen.findByText('Email address is already registered')).toBeDefined();
  expect(saidOf('New email')).toBe('Email address is already registered');
});

test.each([
  ['', 'lapcount', 'lapcount', 'Current password', 'Please fill in all fields'],
  [ALEX.password, '', '', 'New password', 'Please fill in all fields'],
  [ALEX.password, 'lapcount', 'lapcounts', 'Confirm new password', 'Passwords do not match'],
  [ALEX.password, '12345', '12345', 'New password', 'Password must be at least 6 characters'],
  ['not-this-one', 'lapcount', 'lapcount', 'Current password', 'Incorrect password'],
])('passwords "%s", "%s", "%s": beside %s, %s', async (current, first, second, field, message) => {
  await openAppAsAlex('/app/settings');
  await press('Change password');
  await fillIn({
    'Current password': current,
    'New password': first,
    'Confirm new password': second,
  });
  await press('Save new password');

  expect(await screen.findByText(message)).toBeDefined();
  expect(saidOf(field)).toBe(message);
});

test('too many attempts at a password are reported above the form', async () => {
  const { provider } = await openAppAsAlex('/app/settings');
  provider.refuseNext('confirmPassword', 'too-many-requests');
  await press('Change password');
  await fillIn({
    'Current password': ALEX.password,
    'New password': 'lapcount',
    'Confirm new password': 'lapcount',
  });
  await press('Save new password');

  expect((await screen.findByRole('alert')).textContent).toContain(
    'Too many attempts. Please try again later',
  );
});

test('an athlete with Google is told where to change email and password', async () => {
  const app = startApp();
  app.provider.chooseGoogleAccount({ email: 'gina@example.test' });
  await app.session.ready();
  await app.session.signInWithGoogle();
  app.visit('/app/settings');

  expect(await screen.findByText(/You sign in with Google as gina@example.test/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull();
});

test('an export that fails is reported', async () => {
  const { api } = await openAppAsAlex('/app/settings');
  api.answer(exportAccount, () => {
    throw problemOf('TOO_MANY_REQUESTS');
  });
  await press('Export');

  const message = (await screen.findByRole('alert')).textContent;
  expect(message).toContain('Couldn’t export your data.');
  expect(message).toContain('Wait a moment, then try again');
});

test('an export long after the sign-in asks for the password first', async () => {
  const { api } = await openAppAsAlex('/app/settings');
  const files = watchSavedFiles();
  let isConfirmed = false;
  api.answer(exportAccount, () => {
    if (!isConfirmed) throw problemOf('RECENT_SIGN_IN_REQUIRED');
    return { format: 'pacewright-export', version: 1, exportedAt: '2026-11-15T06:00:00Z' };
  });
  await press('Export');

  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  await fillIn({ Password: 'wrong' });
  dialog.getByRole('button', { name: 'Export' }).click();
  expect(await dialog.findByText('Incorrect password')).toBeDefined();

  isConfirmed = true;
  await fillIn({ Password: ALEX.password });
  dialog.getByRole('button', { name: 'Export' }).click();
  await vi.waitFor(() =>
    expect(files.map(({ name }) => name)).toEqual(['pacewright-2026-11-15.json']),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a deletion long after the sign-in asks for the password first', async () => {
  const app = await openAppAsAlex('/app/settings');
  app.api.answer(deleteAccount, () => {
    throw problemOf('RECENT_SIGN_IN_REQUIRED');
  });
  await press('Delete');
  await fillIn({ 'Type alex to confirm': 'alex' });
  await press('Delete account');

  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  app.api.answer(deleteAccount, () => app.provider.remove(ALEX.email));
  await fillIn({ Password: ALEX.password });
  dialog.getByRole('button', { name: 'Delete account' }).click();
  await vi.waitFor(() => expect(app.page.open).toHaveBeenCalledWith('/login'));
});

test('an athlete with Google confirms with Google', async () => {
  const app = startApp();
  app.provider.chooseGoogleAccount({ email: 'gina@example.test' });
  await app.session.ready();
  await app.session.signInWithGoogle();
  let isConfirmed = false;
  app.api.answer(exportAccount, () => {
    if (!isConfirmed) throw problemOf('RECENT_SIGN_IN_REQUIRED');
    return { format: 'pacewright-export', version: 1, exportedAt: '2026-11-15T06:00:00Z' };
  });
  const files = watchSavedFiles();
  app.visit('/app/settings');
  await press('Export');

  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  expect(dialog.queryByLabelText('Password')).toBeNull();
  isConfirmed = true;
  dialog.getByRole('button', { name: 'Continue with Google' }).click();
  await vi.waitFor(() =>
    expect(files.map(({ name }) => name)).toEqual(['pacewright-2026-11-15.json']),
  );
});

test('nothing is deleted before the name is typed', async () => {
  const { api } = await openAppAsAlex('/app/settings');
  await press('Delete');
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByRole('button', { name: 'Delete account' }).click();

  expect(await dialog.findByText('Type alex to delete the account')).toBeDefined();
  expect(api.countOf(deleteAccount)).toBe(0);
});

test('a deletion can be retried until it is done', async () => {
  const app = await openAppAsAlex('/app/settings');
  app.api.answer(deleteAccount, () => {
    throw problemOf('IDENTITY_UNAVAILABLE');
  });
  await press('Delete');
  await fillIn({ 'Type alex to confirm': 'alex' });
  await press('Delete account');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Your account isn’t fully deleted yet. Try again to finish.',
  );

  app.api.answer(deleteAccount, () => app.provider.remove(ALEX.email));
  await press('Delete account');
  await vi.waitFor(() => expect(app.page.open).toHaveBeenCalledWith('/login'));
  expect(app.provider.has(ALEX.email)).toBe(false);
});

test('a subscription that grants everything to everyone is not mentioned', async () => {
  await openAppAsAlex('/app/settings');
  const sections = within(await screen.findByRole('navigation', { name: 'Settings' }));
  expect(sections.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Profile',
    'Garmin',
    'Sign-in',
    'Units',
    'Week',
    'Theme',
    'intervals.icu',
    'Calendar feed',
    'Access',
    'Your data',
  ]);
  expect(screen.queryByText(/subscri/i)).toBeNull();
});

test('a requested section stays marked when the heading of the screen gets the focus', async () => {
  await openAppAsAlex('/app/settings#garmin');
  const sections = within(await screen.findByRole('navigation', { name: 'Settings' }));
  fireEvent.focusIn(await screen.findByRole('heading', { level: 1 }));
  fireEvent.scroll(window);
  expect(sections.getByRole('link', { current: true }).textContent).toBe('Garmin');
});

test('the section that is used is marked, also near the end of the page', async () => {
  await openAppAsAlex('/app/settings');
  const sections = within(await screen.findByRole('navigation', { name: 'Settings' }));
  fireEvent.pointerDown(await screen.findByRole('heading', { name: 'Calendar feed' }));
  fireEvent.scroll(window);
  expect(sections.getByRole('link', { current: true }).textContent).toBe('Calendar feed');
  fireEvent.wheel(window);
  fireEvent.scroll(window);
  expect(sections.getByRole('link', { current: true }).textContent).toBe('Your data');
});

test('Garmin comes right after the profile, where a phone shows it without scrolling far', async () => {
  await openAppAsAlex('/app/settings');
  const sections = within(await screen.findByRole('navigation', { name: 'Settings' }));
  const titles = sections.getAllByRole('link').map(({ textContent }) => textContent);
  expect(titles.slice(0, 2)).toEqual(['Profile', 'Garmin']);
  const headings = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
  expect(headings.slice(0, 2)).toEqual(['Profile', 'Garmin']);
});
