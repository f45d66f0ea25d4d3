import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { ScreenFocus } from './screen-focus.tsx';

/** Around every page. */
export function RootLayout() {
  return (
    <>
      <Outlet />
      <OnTheWay />
      <ScreenFocus />
      <ScrollRestoration />
    </>
  );
}

/** A line along the top while the next screen is fetched and the last one still stands. */
function OnTheWay() {
  const isOnTheWay = useNavigation().state === 'loading';
  return (
    <output className="fixed inset-x-0 top-0 z-(--z-loading) block h-[3px] overflow-hidden empty:hidden">
      {isOnTheWay && (
        <span className="block h-full appear-late">
          <span className="block h-full bg-ink sweep forced-colors:bg-[Highlight]" />
          <span className="sr-only">Loading...</span>
        </span>
      )}
    </output>
  );
}
