import { type Key, listKeys, listWrites, makeKey, revokeKey } from '@pacewright/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { problemOf, unreachable } from '../../testing/fake-api.ts';
import { fillIn, press } from '../../testing/fields.ts';
import { ALEX, startApp } from '../../testing/render-app.tsx';

const TEXT = `pw_test_${'x'.repeat(60)}`;
const KEY: Key = {
  id: '019a0000-0000-7000-8000-000000000001',
  name: 'Club scripts',
  scopes: ['workouts:read', 'calendar:write'],
  hint: 'xxxx',
  createdAt: '2024-10-03T06:00:00.000Z',
  expiresAt: '2025-01-01T06:00:00.000Z',
  isEnded: false,
  lastUsedOn: null,
};

async function openSettings(keys: Key[]) {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(listKeys, () => ({ keys }));
  app.api.answer(makeKey, ({ body }) => {
    const { name, scopes } = makeKey.body.parse(body);
    const key = { ...KEY, name, scopes };
    keys.unshift(key);
    return { key, text: TEXT };
  });
  app.api.answer(revokeKey, () => {
    const [first] = keys;
    if (first) keys[0] = { ...first, isEnded: true };
  });
  app.visit('/app/settings');
  const section = within(await screen.findByRole('region', { name: 'Access' }));
  await section.findByRole('button', { name: 'New key' });
  return { ...app, section };
}

test('a key is made, shown once, and copied', async () => {
  const user = userEvent.setup();
  const { section } = await openSettings([]);
  expect(section.getByText('No keys yet')).toBeDefined();
  await press('New key');
  const asked = within(await screen.findByRole('dialog', { name: 'New key' }));
  await press('Make the key');
  expect(asked.getByLabelText('What is it for?').getAttribute('aria-invalid')).toBe('true');
  await fillIn({ 'What is it for?': 'My scripts' });
  await press('Make the key');

  const shown = within(await screen.findByRole('alertdialog', { name: 'Copy it now' }));
  expect(shown.getByText(TEXT)).toBeDefined();
  await user.click(shown.getByRole('button', { name: 'Copy the key' }));
  expect(await shown.findByText('Copied.')).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(TEXT);
  await press('I have it');
  expect(screen.queryByText(TEXT)).toBeNull();
  expect(await section.findByText('My scripts')).toBeDefined();
});

test('who may write may read', async () => {
  const user = userEvent.setup();
  const { section } = await openSettings([]);
  await press('New key');
  await fillIn({ 'What is it for?': 'Planner' });
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  await user.click(box('Read the calendar'));
  await user.click(box('Change the calendar'));
  expect(box('Read the calendar').checked).toBe(true);
  expect(box('Read the calendar').disabled).toBe(true);
  await press('Make the key');
  await screen.findByRole('alertdialog', { name: 'Copy it now' });
  await press('I have it');
  const may = within(await section.findByRole('list', { name: 'It may' }));
  expect(may.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'reads workouts',
    'reads calendar',
    'changes calendar',
  ]);
});

test('a key is revoked after a question, and what it did can still be read', async () => {
  const { api, section } = await openSettings([KEY]);
  api.answer(listWrites, () => ({
    writes: [
      {
        id: KEY.id,
        at: '2024-10-04T06:00:00.000Z',
        what: 'Changed “Hills”',
        before: [{ title: 'Hills', text: '40m E' }],
      },
    ],
  }));
  await press('Revoke Club scripts');
  const question = within(await screen.findByRole('dialog', { name: 'Revoke “Club scripts”?' }));
  expect(api.countOf(revokeKey)).toBe(0);
  question.getByRole('button', { name: 'Revoke' }).click();
  expect(await section.findByText('1 key ended')).toBeDefined();

  section.getByRole('button', { name: 'What it did, Club scripts', hidden: true }).click();
  const list = within(await screen.findByRole('dialog', { name: 'What “Club scripts” did' }));
  expect(await list.findByText('Changed “Hills”')).toBeDefined();
  expect(list.getByText('40m E')).toBeDefined();
});

test('a connected app is listed by its host, and disconnected like a key', async () => {
  const id = '019a0000-0000-7000-8000-000000000002';
  const app = { ...KEY, id, name: 'Claude', appHost: 'claude.ai' };
  const { api, section } = await openSettings([app, KEY]);
  expect(section.getByText('1 key, 1 app')).toBeDefined();
  expect(section.getByText(/^claude\.ai\. Connected 3 Oct/)).toBeDefined();
  await press('Revoke Claude');
  const question = within(await screen.findByRole('dialog', { name: 'Revoke “Claude”?' }));
  question.getByRole('button', { name: 'Revoke' }).click();
  expect(await section.findByText('1 app ended')).toBeDefined();
  expect(api.countOf(revokeKey)).toBe(1);
});

test('an old sign-in is confirmed before a key is made, and nothing is asked again', async () => {
  const { api } = await openSettings([]);
  let isRecent = false;
  api.answer(makeKey, () => {
    if (!isRecent) throw problemOf('RECENT_SIGN_IN_REQUIRED');
    return { key: KEY, text: TEXT };
  });
  await press('New key');
  await fillIn({ 'What is it for?': 'Scripts' });
  await press('Make the key');
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  isRecent = true;
  await fillIn({ Password: ALEX.password });
  dialog.getByRole('button', { name: 'Make the key' }).click();
  expect(await screen.findByText(TEXT)).toBeDefined();
});

test('a failure keeps what was entered', async () => {
  const { api } = await openSettings([]);
  api.answer(makeKey, () => {
    throw unreachable();
  });
  await press('New key');
  await fillIn({ 'What is it for?': 'Scripts' });
  await press('Make the key');
  const dialog = within(screen.getByRole('dialog', { name: 'New key' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Couldn’t make the key.');
  expect(dialog.getByLabelText<HTMLInputElement>('What is it for?').value).toBe('Scripts');
});
