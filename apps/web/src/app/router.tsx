import { type ComponentType, useEffect, useLayoutEffect } from 'react';
import { createBrowserRouter, data, Outlet, type RouteObject } from 'react-router';
import type { Session } from '../platform/session/session.ts';
import { useSession } from '../platform/session/session-context.ts';
import { LoadingIndicator } from '../ui/loading-indicator.tsx';
import { whenIdle } from '../ui/when-idle.ts';
import { ErrorScreen } from './error-screen.tsx';
import { createGuards } from './guards.ts';
import { queriesContext } from './loader-queries.ts';
import type { Queries } from './query-layout.tsx';
import { RootLayout } from './root-layout.tsx';
import { SCREENS } from './screens.ts';

/** The router of this tab. Its guards run again when another tab changes who is signed in. */
export function createRouter(session: Session) {
  nameFirstEntry();
  const router = createBrowserRouter(createRoutes(session));
  session.onExternalChange(() => void router.revalidate());
  return router;
}

/**
 * Scroll positions are stored by the key of a history entry. That of a page that was loaded by its address would be the
 * same as that of every other one.
 */
function nameFirstEntry(): void {
  // Whatever a router or a browser stored there.
  const state = history.state as { key?: string } | null;
  if (!state?.key) history.replaceState({ ...state, key: crypto.randomUUID() }, '');
}

/** Every page of the app, and who may see it. The pages that are plain HTML are in features/public-pages. */
export function createRoutes(session: Session): RouteObject[] {
  const guards = createGuards(session);
  const loadQueries = createQueryLoader();
  const queries = { call: session.call, loadQueries };

  return [
    {
      Component: RootLayout,
      HydrateFallback: Loading,
      errorElement: <ErrorScreen />,
      children: [
        {
          Component: AuthLayout,
          middleware: [guards.requireVisitor],
          loader: () => null,
          children: signInPages(),
        },
        {
          lazy: { Component: async () => (await import('./public-layout.tsx')).PublicLayout },
          children: publicPages(),
        },
        {
          path: '/verify-email',
          middleware: [guards.requireUnverified],
          loader: () => null,
          lazy: {
            Component: async () =>
              (await import('../features/auth/verify-email-screen.tsx')).VerifyEmailScreen,
          },
        },
        {
          lazy: {
            Component: async () => (await import('./query-layout.tsx')).QueryLayout,
          },
          middleware: [({ context }) => context.set(queriesContext, queries)],
          loader: loadQueries,
          shouldRevalidate: () => false,
          children: [
            page(
              '/auth',
              async () =>
                (await import('../features/auth/auth-action-screen.tsx')).AuthActionScreen,
            ),
            {
              middleware: [guards.requireVerified],
              loader: () => null,
              children: [
                page(
                  '/authorize',
                  async () =>
                    (await import('../features/access/authorize-screen.tsx')).AuthorizeScreen,
                ),
                page(
                  '/garmin/callback',
                  async () =>
                    (await import('../features/garmin/callback-screen.tsx')).GarminCallbackScreen,
                ),
              ],
            },
            {
              middleware: [guards.requireVerified],
              lazy: {
                Component: async () => (await import('./app-layout.tsx')).AppLayout,
                loader: async () => (await import('./app-layout.tsx')).loadShell,
              },
              children: [
                {
                  errorElement: <ErrorScreen inShell />,
                  children: [...SCREENS.map(copyRoutes), { path: '/app/*', loader: throwNotFound }],
                },
              ],
            },
          ],
        },
        page('*', async () => (await import('./routes/not-found-screen.tsx')).NotFoundScreen),
      ],
    },
  ];
}

/** Fills the screen while the app is loading. The bars of the app may already be there, see static-shell.ts. */
function Loading() {
  const { dataset } = document.documentElement;
  const hasShell = 'shell' in dataset;
  useLayoutEffect(
    () => () => {
      delete dataset['shell'];
    },
    [dataset],
  );
  return (
    <div className={hasShell ? 'appear-late pt-42.5 md:pt-58' : 'appear-late'}>
      <LoadingIndicator size="large" fullScreen={!hasShell} />
    </div>
  );
}

/**
 * The layout of the sign-in pages. Most people who open them are visitors, so the page does not wait for the
 * identity provider: it is loaded in the background.
 */
function AuthLayout() {
  const session = useSession();
  useEffect(() => whenIdle(() => void session.ready().catch(() => undefined)), [session]);

  return <Outlet />;
}

function signInPages(): RouteObject[] {
  return [
    page('/login', async () => (await import('../features/auth/login-screen.tsx')).LoginScreen),
    page(
      '/register',
      async () => (await import('../features/auth/register-screen.tsx')).RegisterScreen,
    ),
    page(
      '/password-reset',
      async () => (await import('../features/auth/password-reset-screen.tsx')).PasswordResetScreen,
    ),
  ];
}

/** For anyone, signed in or not. */
function publicPages(): RouteObject[] {
  return [
    page('/try', async () => (await import('./routes/try-page.tsx')).TryPage),
    page(
      '/try/paces',
      async () => (await import('../features/paces/visitor-paces-screen.tsx')).VisitorPacesScreen,
    ),
    page(
      '/p',
      async () => (await import('../features/plans/shared-plan-screen.tsx')).SharedPlanScreen,
    ),
    page('/squad', async () => (await import('../features/squad/squad-screen.tsx')).SquadScreen),
    page('/w', async () => (await import('./routes/shared-workout-page.tsx')).SharedWorkoutPage),
  ];
}

/** A screen that is loaded when it is first opened. */
function page(path: string, Component: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: { Component } };
}

/** One query client for all screens, created when the first of them is opened. */
function createQueryLoader(): () => Promise<Queries> {
  let queries: Promise<Queries> | undefined;
  return () => {
    queries ??= import('./query-layout.tsx')
      .then(({ openQueries }) => openQueries())
      .catch((error: unknown) => {
        // The next navigation tries again: the network may be back.
        queries = undefined;
        throw error;
      });
    return queries;
  };
}

/** A router removes the `lazy` of a route that it has loaded, so each router needs its own copy. */
function copyRoutes(screen: RouteObject): RouteObject {
  return typeof screen.lazy === 'object' ? { ...screen, lazy: { ...screen.lazy } } : screen;
}

function throwNotFound(): never {
  throw data(null, { status: 404 });
}
