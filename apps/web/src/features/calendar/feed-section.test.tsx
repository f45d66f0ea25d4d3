import { getCalendarFeed, renewCalendarFeed, revokeCalendarFeed } from '@pacewright/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { problemOf, unreachable } from '../../testing/fake-api.ts';
import { fillIn, press } from '../../testing/fields.ts';
import { ALEX, startApp } from '../../testing/render-app.tsx';

const PATH = `/api/calendar-feeds/${'x'.repeat(64)}.ics`;

async function openSettings(createdAt: string | null, lastReadAt: string | null = null) {
  const app = startApp();
  await app.signInAlex();
  app.api.answer(getCalendarFeed, () => ({ createdAt, lastReadAt }));
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
  await press('Create feed link');

  const field = await section.findByLabelText<HTMLInputElement>('Your feed link');
  expect(field.value).toBe(`${location.origin}${PATH}`);
  const link = section.getByRole<HTMLAnchorElement>('link', { name: 'Open in calendar app' });
  expect(link.href).toMatch(/^webcal:\/\//);
  await user.click(section.getByRole('button', { name: 'Copy link' }));
  expect(await section.findByText(/Link copied/)).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(field.value);
});

test('an address made before is not shown; a new one is made after a question', async () => {
  const { api, section } = await openSettings('2024-10-03T06:00:00.000Z');
  expect(await section.findByText('On since 3 Oct 2024')).toBeDefined();
  expect(section.queryByLabelText('Your feed link')).toBeNull();

  await press('Create new link');
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a new feed link?' }));
  expect(api.countOf(renewCalendarFeed)).toBe(0);
  dialog.getByRole('button', { name: 'Create new link' }).click();
  expect(await section.findByLabelText('Your feed link')).toBeDefined();
});

test('turning it off ends it, and another can be made', async () => {
  const { section } = await openSettings('2024-10-03T06:00:00.000Z');
  await section.findByText('On since 3 Oct 2024');
  await press('Turn off');
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn off the feed?' }));
  dialog.getByRole('button', { name: 'Turn off' }).click();
  expect(await section.findByRole('button', { name: 'Create feed link' })).toBeDefined();
});

test('without a connection nothing is changed, and the screen says so', async () => {
  const { api, section } = await openSettings(null);
  await section.findByRole('button', { name: 'Create feed link' });
  api.answer(renewCalendarFeed, () => {
    throw unreachable();
  });
  await press('Create feed link');
  expect((await section.findByRole('alert')).textContent).toContain('Couldn’t change your feed.');
});

test('a failure to turn it off keeps the address on screen', async () => {
  const { api, section } = await openSettings(null);
  await section.findByRole('button', { name: 'Create feed link' });
  await press('Create feed link');
  await section.findByLabelText('Your feed link');
  api.answer(revokeCalendarFeed, () => {
    throw unreachable();
  });
  await press('Turn off');
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn off the feed?' }));
  dialog.getByRole('button', { name: 'Turn off' }).click();

  expect((await section.findByRole('alert')).textContent).toContain('Couldn’t change your feed.');
  expect(section.getByLabelText('Your feed link')).toBeDefined();
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
  expect(await section.findByRole('button', { name: 'Create feed link' })).toBeDefined();
});

test('the last reader of the link is shown', async () => {
  const { section } = await openSettings('2024-10-03T06:00:00.000Z', '2024-10-05T06:00:00.000Z');
  expect(await section.findByText(/A calendar app last read it on 5 Oct 2024\./)).toBeDefined();
});

test('a link that nothing has read says so', async () => {
  const { section } = await openSettings('2024-10-03T06:00:00.000Z');
  expect(await section.findByText(/No calendar app has read it yet\./)).toBeDefined();
});

test('an old sign-in is confirmed before a link is made', async () => {
  const { api, section } = await openSettings(null);
  let isRecent = false;
  api.answer(renewCalendarFeed, () => {
    if (!isRecent) throw problemOf('RECENT_SIGN_IN_REQUIRED');
    return { createdAt: '2026-11-16T06:00:00.000Z', path: PATH };
  });
  await section.findByRole('button', { name: 'Create feed link' });
  await press('Create feed link');
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  expect(section.queryByRole('alert')).toBeNull();
  isRecent = true;
  await fillIn({ Password: ALEX.password });
  dialog.getByRole('button', { name: 'Create feed link' }).click();
  expect(await section.findByLabelText('Your feed link')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});
