import { getProfile } from '@pacewright/contract';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { unreachable } from '../testing/fake-api.ts';
import { press } from '../testing/fields.ts';
import { ALEX, openApp, openAppAsAlex, startApp } from '../testing/render-app.tsx';
import { createRouter } from './router.tsx';

test('a page that is loaded by its address has a scroll position of its own, also after a reload', () => {
  const { session } = startApp();
  const load = () => createRouter(session).state.location.key;
  history.replaceState(null, '', '/login');
  const first = load();
  expect(load()).toBe(first);
  history.pushState(null, '', '/register');
  expect(load()).not.toBe(first);
});

test('a page for athletes is loading until it is known who is signed in', async () => {
  const app = startApp();
  vi.spyOn(app.provider.identity, 'watch').mockReturnValue(() => {});
  app.visit('/app');
  expect(await screen.findByText('Loading...')).toBeDefined();
});

test.each([
  ['/app', '/login'],
  ['/app/settings', '/login?next=%2Fapp%2Fsettings'],
  [
    '/authorize?client_id=https%3A%2F%2Fclaude.ai%2Fa&state=x%26y',
    '/login?next=%2Fauthorize%3Fclient_id%3Dhttps%253A%252F%252Fclaude.ai%252Fa%26state%3Dx%2526y',
  ],
  ['/app/settings?from=mail', '/login?next=%2Fapp%2Fsettings%3Ffrom%3Dmail'],
  ['/verify-email', '/login'],
])('a visitor of %s is redirected to %s', async (asked, shown) => {
  const { path } = openApp(asked);
  await vi.waitFor(() => expect(path()).toBe(shown));
});

test.each([
  ['/app', '/verify-email'],
  ['/app/settings', '/verify-email?next=%2Fapp%2Fsettings'],
  ['/login', '/verify-email'],
  ['/garmin/callback?code=c', '/verify-email?next=%2Fgarmin%2Fcallback%3Fcode%3Dc'],
])('an athlete with an unverified email is redirected from %s to %s', async (asked, shown) => {
  const { path } = await openAppAsAlex(asked, { verified: false });
  await vi.waitFor(() => expect(path()).toBe(shown));
});

test.each(['/login', '/register', '/password-reset', '/verify-email'])(
  'a signed-in athlete is redirected from %s to the app',
  async (asked) => {
    const { path } = await openAppAsAlex(asked);
    await vi.waitFor(() => expect(path()).toBe('/app'));
  },
);

test('/auth is for everyone', async () => {
  const { path } = await openAppAsAlex('/auth');
  expect(await screen.findByText('Invalid or missing action parameters')).toBeDefined();
  expect(path()).toBe('/auth');
});

test('an athlete known to the identity provider but not to this device is signed in from /login', async () => {
  const app = startApp();
  app.provider.become(app.provider.add({ email: ALEX.email, emailVerified: true }, 'x').uid);
  const { path } = app.visit('/login');
  await vi.waitFor(() => expect(path()).toBe('/app'));
});

test('the page says so when the session cannot be checked', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const app = startApp();
  app.provider.become(app.provider.add({ email: ALEX.email, emailVerified: true }, 'x').uid);
  app.api.answer(getProfile, () => {
    throw unreachable();
  });
  app.visit('/app');
  expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach Pacewright');
});

test('Logout in the menu signs out', async () => {
  const app = await openAppAsAlex('/app');
  await press(`Account, ${ALEX.username}`);
  (await screen.findByRole('menuitem', { name: 'Sign out' })).click();
  await vi.waitFor(() => expect(app.page.open).toHaveBeenCalledWith('/login'));
});

test('an unknown URL offers a visitor to sign in', async () => {
  openApp('/nowhere');

  expect((await screen.findByRole('heading')).textContent).toBe('Page not found');
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
});

test.each(['/app/nowhere', '/app/workouts/1e309'])('%s keeps the bars', async (url) => {
  await openAppAsAlex(url);

  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Not found');
  expect(screen.getByRole('banner')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Account, alex' })).toBeTruthy();
});

test('a new workout starts in its text, where the next letter is typed', async () => {
  await openAppAsAlex('/app');
  await screen.findByRole('heading', { level: 1 });
  const [link] = screen.getAllByRole('link', { name: 'New workout' });
  link?.click();
  // A plain field until the editor is loaded, which takes the focus over.
  await vi.waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Workout script' })).toBe(document.activeElement),
  );
});

test("the app opens on Today, with the athlete's name", async () => {
  await openAppAsAlex('/app');

  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Today');
  expect(document.title).toBe('Today · Pacewright');
});
