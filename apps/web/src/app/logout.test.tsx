import { listRaces, logoutEverywhere } from '@pacewright/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ApiProblem } from '../platform/api/problem.ts';
import { press } from '../testing/fields.ts';
import { openAppAsAlex } from '../testing/render-app.tsx';

const LOGOUTS = [
  ['the account menu', logOutByMenu],
  ['the palette', logOutByPalette],
] as const;

test.each(LOGOUTS)(
  '%s asks before unsaved changes are lost, and cancelling changes nothing',
  async (...way) => {
    const [, logOut] = way;
    const app = await openPacesAndChangeOne();

    await logOut();
    expect(
      await screen.findByRole('alertdialog', { name: 'Sign out without saving?' }),
    ).toBeDefined();
    await press('Stay signed in');

    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(app.session.state().status).toBe('authenticated');
    expect(app.session.hasStoredUser()).toBe(true);
    expect(app.page.open).not.toHaveBeenCalled();
    expect(screen.getByLabelText<HTMLInputElement>('Easy from, faster').value).toBe('5:55');
  },
);

test.each(LOGOUTS)('%s signs out after the confirmation', async (...way) => {
  const [, logOut] = way;
  const app = await openPacesAndChangeOne();

  await logOut();
  await press('Sign out');

  await waitFor(() => expect(app.page.open).toHaveBeenCalledWith('/login'));
  expect(app.session.hasStoredUser()).toBe(false);
});

test('without unsaved changes there is no dialog', async () => {
  const app = await openPaces();
  await logOutByMenu();
  await waitFor(() => expect(app.page.open).toHaveBeenCalledWith('/login'));
});

test('the settings ask too, about changes in another tab', async () => {
  const app = await openAppAsAlex('/app/settings');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  // Only the browser's Web Locks know of other tabs.
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { query: async () => ({ held: [{ name: 'pacewright.unsaved' }] }) },
  });

  await press('Sign out');
  expect(await screen.findByRole('alertdialog')).toBeDefined();
  expect(app.page.open).not.toHaveBeenCalled();
  Reflect.deleteProperty(navigator, 'locks');
});

test('signing out everywhere ends every sign-in, and then this one', async () => {
  const app = await openAppAsAlex('/app/settings');
  app.api.answer(logoutEverywhere, () => undefined);
  await press('Sign out everywhere');
  await waitFor(() => expect(app.page.open).toHaveBeenCalledWith('/login'));
  expect(app.api.countOf(logoutEverywhere)).toBe(1);
  expect(app.session.hasStoredUser()).toBe(false);
});

test('if the other devices stay signed in, so does this one', async () => {
  const app = await openAppAsAlex('/app/settings');
  app.api.answer(logoutEverywhere, () => {
    throw new ApiProblem({ code: 'IDENTITY_UNAVAILABLE', title: 'Down', status: 503 });
  });
  await press('Sign out everywhere');
  await screen.findByText('You’re still signed in everywhere');
  expect(app.page.open).not.toHaveBeenCalled();
  expect(app.session.hasStoredUser()).toBe(true);
  app.api.answer(logoutEverywhere, () => undefined);
  await press('Try again');
  await waitFor(() => expect(app.page.open).toHaveBeenCalledWith('/login'));
});

async function openPaces() {
  const app = await openAppAsAlex('/app/paces');
  app.api.answer(listRaces, () => ({ races: [] }));
  await screen.findByLabelText('Easy from, faster');
  return app;
}

async function openPacesAndChangeOne() {
  const app = await openPaces();
  await userEvent.clear(screen.getByLabelText('Easy from, faster'));
  await userEvent.type(screen.getByLabelText('Easy from, faster'), '5:55');
  return app;
}

async function logOutByMenu(): Promise<void> {
  await press('Account, alex');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
}

async function logOutByPalette(): Promise<void> {
  await press('Search workouts, screens and actions');
  await userEvent.type(await screen.findByRole('combobox', { name: /^Search workouts/ }), 'logout');
  await userEvent.keyboard('{Enter}');
}
