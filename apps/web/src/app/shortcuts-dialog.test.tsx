import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PART_SHORTCUTS } from '../platform/shortcuts/part-shortcuts.ts';
import { SHORTCUTS } from '../platform/shortcuts/shortcuts.ts';
import { setSingleKeysEnabled } from '../platform/shortcuts/single-keys.ts';
import { press } from '../testing/fields.ts';
import { openAppAsAlex } from '../testing/render-app.tsx';

afterEach(() => setSingleKeysEnabled(true));

test('the question mark shows every shortcut', async () => {
  await openToday();
  await userEvent.keyboard('?');

  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  const listed = dialog.getAllByRole('term').map((term) => term.textContent);
  expect(listed.toSorted()).toEqual(
    [...Object.values(SHORTCUTS), ...Object.values(PART_SHORTCUTS)]
      .map(({ does }): string => does)
      .toSorted(),
  );
  await press('Done');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a sequence of two keys opens a screen', async () => {
  const { path } = await openToday();
  await userEvent.keyboard('gs');
  await vi.waitFor(() => expect(path()).toBe('/app/settings'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();

  await userEvent.keyboard('gxs');
  await userEvent.keyboard('gt');
  await vi.waitFor(() => expect(path()).toBe('/app'));
});

test('a letter typed into a field is text and not a shortcut', async () => {
  const { path } = await openToday();
  await userEvent.keyboard('gs');
  const name = await screen.findByLabelText<HTMLInputElement>('Username');
  await userEvent.clear(name);
  await userEvent.type(name, 'n? gt');

  expect(name.value).toBe('n? gt');
  expect(path()).toBe('/app/settings');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('single-key shortcuts can be turned off, and the dialog is still in the account menu', async () => {
  const { path } = await openToday();
  await userEvent.keyboard('?');
  await userEvent.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }));
  await press('Done');

  await userEvent.keyboard('?gsn');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(path()).toBe('/app');
  expect(localStorage.getItem('pacewright.single-keys')).toBe('off');

  await press('Account, alex');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
  await userEvent.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }));
  await press('Done');
  await userEvent.keyboard('gs');
  await vi.waitFor(() => expect(path()).toBe('/app/settings'));
});

async function openToday() {
  const app = await openAppAsAlex('/app');
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  return app;
}
