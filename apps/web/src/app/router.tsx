import { createBrowserRouter, data, type RouteObject } from 'react-router';
import type { Session } from '../session/session.ts';
import { ErrorScreen } from './error-screen.tsx';
import { createGuards } from './guards.ts';
import { Loading } from './loading.tsx';
import { RootLayout } from './root-layout.tsx';
import { SCREENS } from './screens.ts';
import { WayIn } from './way-in.tsx';

/** The router of this tab. It asks its guards again when another tab changes who is signed in. */
export function createRouter(session: Session) {
  const router = createBrowserRouter(createRoutes(session));
  session.onChangeElsewhere(() => void router.revalidate());
  return router;
}

/** Every page of the app, and who may see it. The pages that are plain HTML are in features/public-pages. */
export function createRoutes(session: Session): RouteObject[] {
  const guards = createGuards(session);

  return [
    {
      Component: RootLayout,
      HydrateFallback: Loading,
      errorElement: <ErrorScreen />,
      children: [
        {
          Component: WayIn,
          middleware: [guards.visitorsOnly],
          loader: () => null,
          children: [
            {
              path: '/login',
              lazy: {
                Component: async () =>
                  (await import('../features/auth/login-screen.tsx')).LoginScreen,
              },
            },
            {
              path: '/register',
              lazy: {
                Component: async () =>
                  (await import('../features/auth/register-screen.tsx')).RegisterScreen,
              },
            },
            {
              path: '/password-reset',
              lazy: {
                Component: async () =>
                  (await import('../features/auth/password-reset-screen.tsx')).PasswordResetScreen,
              },
            },
          ],
        },
        {
          lazy: { Component: async () => (await import('./public-layout.tsx')).PublicLayout },
          children: [
            {
              path: '/try',
              lazy: {
                Component: async () =>
                  (await import('../features/sharing/try-screen.tsx')).TryScreen,
              },
            },
            {
              path: '/try/paces',
              lazy: {
                Component: async () =>
                  (await import('../features/paces/visitor-paces-screen.tsx')).VisitorPacesScreen,
              },
            },
            {
              path: '/w',
              lazy: {
                Component: async () =>
                  (await import('../features/sharing/shared-workout-screen.tsx'))
                    .SharedWorkoutScreen,
              },
            },
          ],
        },
        {
          path: '/verify-email',
          middleware: [guards.unverified],
          loader: () => null,
          lazy: {
            Component: async () =>
              (await import('../features/auth/verify-email-screen.tsx')).VerifyEmailScreen,
          },
        },
        {
          lazy: {
            Component: async () => (await import('./query-layout.tsx')).QueryLayout,
            loader: async () => (await import('./query-layout.tsx')).readStoredQueries,
          },
          shouldRevalidate: () => false,
          children: [
            {
              path: '/auth',
              lazy: {
                Component: async () =>
                  (await import('../features/auth/auth-action-screen.tsx')).AuthActionScreen,
              },
            },
            {
              path: '/garmin/callback',
              middleware: [guards.verified],
              loader: () => null,
              lazy: {
                Component: async () =>
                  (await import('../features/garmin/callback-screen.tsx')).GarminCallbackScreen,
              },
            },
            {
              middleware: [guards.verified],
              loader: () => null,
              lazy: { Component: async () => (await import('./app-layout.tsx')).AppLayout },
              children: [
                {
                  errorElement: <ErrorScreen inShell />,
                  children: [...SCREENS.map(ownCopy), { path: '/app/*', loader: nothingHere }],
                },
              ],
            },
          ],
        },
        {
          path: '*',
          lazy: { Component: async () => (await import('./not-found-screen.tsx')).NotFoundScreen },
        },
      ],
    },
  ];
}

/** A router empties the `lazy` of a route that it has loaded, so each router needs its own. */
function ownCopy(screen: RouteObject): RouteObject {
  return typeof screen.lazy === 'object' ? { ...screen, lazy: { ...screen.lazy } } : screen;
}

function nothingHere(): never {
  throw data(null, { status: 404 });
}
