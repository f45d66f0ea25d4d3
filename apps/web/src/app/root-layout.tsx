import { Outlet, ScrollRestoration } from 'react-router';
import { ScreenFocus } from './screen-focus.tsx';

/** Around every page. */
export function RootLayout() {
  return (
    <>
      <Outlet />
      <ScreenFocus />
      <ScrollRestoration />
    </>
  );
}
