import { getCalendarFeed, renewCalendarFeed, revokeCalendarFeed } from '@pacewright/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { unreachable } from '../../testing/fake-api.ts';
import { press } from '../../testing/fields.ts';
import { startApp } from '../../testing/render-app.tsx';

const PATH = `/api/calendar-feeds/${'x'.repeat(64)}.ics`;

async function openSettings(createdAt: string | null) {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(getCalendarFeed, () => ({ createdAt }));
  app.api.answer(renewCalendarFeed, () => ({ createdAt: '2026-11-16T06:00:00.000Z', path: PATH }));
  app.api.answer(revokeCalendarFeed, () => undefined);
  app.visit('/app/settings');
  const section = within(await screen.findByRole('region', { name: 'Calendar feed' }));
  return { ...app, section };
}

test('an address is made, shown once, and copied', async () => {
  const user = userEvent.setup();
  const { section } = await openSettings(null);
  await section.findByText(/can show your planned workouts/);
  await press('Make an address');

  const field = await section.findByLabelText<HTMLInputElement>('Your private address');
  expect(field.value).toBe(`${location.origin}${PATH}`);
  const link = section.getByRole<HTMLAnchorElement>('link', { name: 'Open in a calendar' });
  expect(link.href).toMatch(/^webcal:\/\//);
  await user.click(section.getByRole('button', { name: 'Copy address' }));
  expect(await section.findByText(/Address copied/)).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(field.value);
});

test('an address made before is not shown; a new one is made after a question', async () => {
  const { api, section } = await openSettings('2024-10-03T06:00:00.000Z');
  expect(await section.findByText('On since 3 Oct 2024')).toBeDefined();
  expect(section.queryByLabelText('Your private address')).toBeNull();

  await press('New address');
  const dialog = within(await screen.findByRole('dialog', { name: 'Make a new feed address?' }));
  expect(api.countOf(renewCalendarFeed)).toBe(0);
  dialog.getByRole('button', { name: 'New address' }).click();
  expect(await section.findByLabelText('Your private address')).toBeDefined();
});

test('turning it off ends it, and another can be made', async () => {
  const { section } = await openSettings('2024-10-03T06:00:00.000Z');
  await section.findByText('On since 3 Oct 2024');
  await press('Turn off');
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn the feed off?' }));
  dialog.getByRole('button', { name: 'Turn off' }).click();
  expect(await section.findByRole('button', { name: 'Make an address' })).toBeDefined();
});

test('without a connection nothing is changed, and the screen says so', async () => {
  const { api, section } = await openSettings(null);
  await section.findByRole('button', { name: 'Make an address' });
  api.answer(renewCalendarFeed, () => {
    throw unreachable();
  });
  await press('Make an address');
  expect((await section.findByRole('alert')).textContent).toContain('Nothing was changed.');
});

test('a status that fails to load can be loaded again', async () => {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(getCalendarFeed, () => {
    throw unreachable();
  });
  app.visit('/app/settings');
  const section = within(await screen.findByRole('region', { name: 'Calendar feed' }));
  expect((await section.findByRole('alert')).textContent).toContain('Couldn’t check your feed.');
  app.api.answer(getCalendarFeed, () => ({ createdAt: null }));
  // The bar about the connection has such a button, too.
  section.getByRole('button', { name: 'Try again' }).click();
  expect(await section.findByRole('button', { name: 'Make an address' })).toBeDefined();
});
