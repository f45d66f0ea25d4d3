import {
  deleteAccount,
  getCalendarFeed,
  listKeys,
  getGarminStatus,
  getPaces,
  getProfile,
  listCalendar,
  logout,
  registerUser,
} from '@pacewright/contract';
import { DEFAULT_TRAINING_PACES } from '@pacewright/pace';
import { focusManager, onlineManager } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { Providers } from '../app/providers.tsx';
import { createQueries, QueryProvider } from '../app/query-layout.tsx';
import { createRoutes } from '../app/router.tsx';
import { createSession } from '../platform/session/session.ts';
import { Toaster } from '../ui/toast.tsx';
import { createFakeApi, garminStatusOf, userNamed } from './fake-api.ts';
import { createFakeIdentity } from './fake-identity.ts';

export const ALEX = { username: 'alex', email: 'alex@example.test', password: 'trackday' };

/** Renders the whole app at an address, for a visitor. */
export function openApp(path: string) {
  const app = startApp();
  return { ...app, ...app.visit(path) };
}

/** Renders the whole app at an address, signed in as Alex. */
export async function openAppAsAlex(path: string, options?: { verified: boolean }) {
  const app = startApp();
  await app.signInAlex(options);
  return { ...app, ...app.visit(path) };
}

/** The providers of the app, with a fake identity provider and a fake API. */
export function startApp() {
  const provider = createFakeIdentity();
  const api = createFakeApi();
  const page = { reload: vi.fn<() => void>(), open: vi.fn<(path: string) => void>() };
  const localData = {
    removeDataOf: vi.fn<(athleteId: string) => Promise<void>>(async () => {}),
    removeDataOfOthers: vi.fn<(athleteId: string) => Promise<void>>(async () => {}),
  };
  const session = createSession({
    loadIdentity: async () => provider.identity,
    // Looked up per call, so that a test can replace it.
    loadAccountApi: (credentials) => api.connect(credentials),
    page,
    loadLocalData: async () => localData,
  });
  api.answer(registerUser, ({ body }) => {
    const { username, email } = body as { username: string; email: string };
    return userNamed(username, email);
  });
  api.answer(getProfile, () => userNamed(ALEX.username, provider.identity.current()?.email));
  api.answer(deleteAccount, () => provider.remove(provider.identity.current()?.email ?? ''));
  api.answer(logout, () => undefined);
  api.answer(getGarminStatus, () => garminStatusOf());
  api.answer(getCalendarFeed, () => ({ createdAt: null }));
  api.answer(listKeys, () => ({ keys: [] }));
  api.answer(getPaces, () => ({
    trainingPaces: DEFAULT_TRAINING_PACES,
    computedPaces: DEFAULT_TRAINING_PACES,
    paceUnits: 'metric',
    edited: [],
  }));
  api.answer(listCalendar, () => ({ entries: [] }));

  function visit(path: string) {
    const router = createMemoryRouter(createRoutes(session), { initialEntries: [path] });
    session.onExternalChange(() => void router.revalidate());
    render(
      <Providers session={session}>
        <RouterProvider router={router} />
      </Providers>,
    );
    return { path: () => `${router.state.location.pathname}${router.state.location.search}` };
  }

  /** Renders one component for the signed-in athlete. */
  function show(element: ReactNode): void {
    render(
      <Providers session={session}>
        <QueryProvider queries={createQueries()}>
          <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
        </QueryProvider>
        <Toaster />
      </Providers>,
    );
  }

  async function signInAlex({ verified = true } = {}) {
    provider.add({ email: ALEX.email, emailVerified: verified }, ALEX.password);
    await session.ready();
    await session.signIn(ALEX.email, ALEX.password);
  }

  return { provider, api, page, localData, session, visit, show, signInAlex };
}

/** Simulates leaving the tab and returning, which makes the query client refetch. */
export async function comeBack(): Promise<void> {
  await act(async () => {
    for (const isThere of [false, true]) {
      focusManager.setFocused(isThere);
      onlineManager.setOnline(isThere);
      await Promise.resolve();
    }
  });
  focusManager.setFocused(undefined);
}
