import { decodeShare } from '@pacewright/delivery';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { watchSavedFiles } from '../../testing/saved-files.ts';
import { Toaster } from '../../ui/toast.tsx';
import { SendOrShareDialog } from './send-or-share-dialog.tsx';
import { setWatch } from './watch-choice.ts';

const WORKOUT = { id: 'w1', title: 'Five by one', script: '10m E + 5x(1km I + 90s jog)' };
const PACES = { speeds: { trainingPaces: DEFAULT_TRAINING_PACES }, units: 'metric' } as const;

afterEach(() => {
  cleanup();
  setWatch('garmin');
});

function show(script = WORKOUT.script) {
  const props = { workout: { ...WORKOUT, script }, day: 'Friday 20 November', paceContext: PACES };
  render(
    <MemoryRouter>
      <SendOrShareDialog {...props} onClose={() => undefined} />
      <Toaster />
    </MemoryRouter>,
  );
}

const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));

test('a link is copied, or shown where the browser refuses the clipboard', async () => {
  const user = userEvent.setup();
  show();
  await screen.findByRole('link', { name: /^Squad sheet/ });
  const row = screen.getByRole('button', { name: /^Copy a link/ });
  await user.click(row);
  expect(await screen.findByText('Link copied.')).toBeDefined();
  const { pathname, hash } = new URL(await navigator.clipboard.readText());
  expect(pathname).toBe('/w');
  expect(await decodeShare(hash)).toMatchObject({ workout: { script: WORKOUT.script } });
  expect(screen.queryByRole('textbox')).toBeNull();

  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await user.click(row);
  expect(await screen.findByText(/Select the link and copy it/)).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toContain('/w#1');
});

test('a script with a problem says why there is no file', async () => {
  const files = watchSavedFiles();
  show('10m E + 400m R');
  await press('Download FIT');
  expect(await screen.findByText('Couldn’t create the file')).toBeDefined();
  expect(files).toHaveLength(0);
});

test('the QR code opens below its row', async () => {
  show();
  await press('Show a QR code');
  expect(await screen.findByRole('img', { name: 'QR code for Five by one' })).toBeDefined();
});

test('every watch has a row, its page, and a way back to its row', async () => {
  const files = watchSavedFiles();
  show();
  await press('A file or another watch');
  await press('FIT file');
  await vi.waitFor(() => expect(files.map(({ name }) => name)).toEqual(['five-by-one.fit']));

  await press('Apple Watch');
  const page = within(screen.getByRole('dialog', { name: 'Apple Watch' }));
  expect(page.getByText('5 times')).toBeDefined();
  await press('Download .workout');
  await vi.waitFor(() => expect(files.at(-1)?.name).toBe('five-by-one.workout'));
  await press('A file or another watch');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Apple Watch/ }));
  await press('Send or share');
  expect(await screen.findByRole('button', { name: 'Download .workout' })).toBeDefined();
});

test('the speeds of a treadmill are a page of the other programs', async () => {
  show();
  await press('Other programs');
  await press('Treadmill');
  const table = await screen.findByRole('table');
  expect(within(table).getByText('12.0 - 13.3')).toBeDefined();
});
